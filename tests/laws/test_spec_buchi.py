"""Laws of Büchi automata: they accept what the formula they were made for is true of."""

from __future__ import annotations

from hypothesis import given, settings
from test_spec_formulas import THRIFTY

from strategies.formulas import lassos, ltl_formulas
from vexil.core.graphs import components
from vexil.spec.buchi import Buchi
from vexil.spec.buchi_general import reduced
from vexil.spec.buchi_product import find_word
from vexil.spec.buchi_simulation import pruned
from vexil.spec.buchi_tableau import build_tableau
from vexil.spec.buchi_translate import degeneralised, to_buchi
from vexil.spec.formulas import And, Ltl, Not
from vexil.spec.lasso import Lasso, holds
from vexil.spec.ltl import negation_normal_form


@given(ltl_formulas(max_leaves=8), lassos())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_automaton_accepts_the_models(formula: Ltl, word: Lasso) -> None:
    """The automaton of a formula accepts exactly the words that satisfy it."""
    assert to_buchi(formula).accepts(word) == holds(formula, word)


@given(ltl_formulas(max_leaves=8), lassos())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_superfluous_steps_say_nothing(formula: Ltl, word: Lasso) -> None:
    """An automaton without its superfluous steps accepts the same words, and has no more steps."""
    automaton = to_buchi(formula)
    assert pruned(automaton).accepts(word) == holds(formula, word)
    assert pruned(automaton).size <= automaton.size


@given(ltl_formulas(max_leaves=5), lassos())
@THRIFTY
def test_every_stage_keeps_the_language(formula: Ltl, word: Lasso) -> None:
    """Without simplification and reduction, the tableau accepts the same words."""
    tableau = build_tableau(negation_normal_form(formula), 5_000)
    assert degeneralised(tableau).accepts(word) == holds(formula, word)
    assert reduced(tableau).size <= tableau.size


@given(ltl_formulas(max_leaves=5), ltl_formulas(max_leaves=5))
@THRIFTY
def test_product_is_the_intersection(first: Ltl, second: Ltl) -> None:
    """A word found in a product satisfies both formulas; none is found when none does."""
    word = find_word([to_buchi(first), to_buchi(second)])
    if word is None:
        assert find_word([to_buchi(And((first, second)))]) is None
    else:
        assert holds(first, word)
        assert holds(second, word)


@given(ltl_formulas(max_leaves=5))
@THRIFTY
def test_no_word_satisfies_a_formula_and_its_negation(formula: Ltl) -> None:
    """The automata of a formula and of its negation have no word in common, and not both are empty."""
    positive, negative = to_buchi(formula), to_buchi(Not(formula))
    assert find_word([positive, negative]) is None
    assert find_word([positive]) or find_word([negative])


@given(ltl_formulas(max_leaves=6))
@THRIFTY
def test_every_state_is_useful(formula: Ltl) -> None:
    """From every state of an automaton that accepts something, an accepting cycle can be reached."""
    automaton = to_buchi(formula)
    if find_word([automaton]) is None:
        assert automaton.size == (1, 0)
        return
    for state in range(len(automaton.edges)):
        assert find_word([started_at(automaton, state)]) is not None


@given(ltl_formulas(max_leaves=6))
@THRIFTY
def test_translation_is_deterministic(formula: Ltl) -> None:
    """Translating a formula twice gives the same automaton, down to the order of its edges."""
    assert str(to_buchi(formula)) == str(to_buchi(formula))


def started_at(automaton: Buchi, state: int) -> Buchi:
    """The automaton with another initial state."""
    swapped = {state: 0, 0: state}
    order = [swapped.get(number, number) for number in range(len(automaton.edges))]
    edges = tuple(
        tuple(type(edge)(edge.cube, swapped.get(edge.target, edge.target)) for edge in automaton.edges[number])
        for number in order
    )
    accepting = frozenset(swapped.get(number, number) for number in automaton.accepting)
    return Buchi(automaton.atoms, edges, accepting)


def test_components_of_a_graph() -> None:
    """Components come out in reverse topological order, each sorted."""
    graph = [[1], [2, 3], [1], [4], []]
    assert components(5, graph.__getitem__) == [[4], [3], [1, 2], [0]]
