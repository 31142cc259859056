"""Laws of LTL formulas."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from linear_time import find_difference, stuttered
from strategies.formulas import LETTERS, lassos, ltl_formulas, propositions
from vexil.spec.buchi_product import is_safety
from vexil.spec.formulas import (
    Equivalent,
    Implies,
    Ltl,
    Not,
    Proposition,
)
from vexil.spec.lasso import Lasso, holds
from vexil.spec.ltl import is_next_free, is_syntactically_safe, negation_normal_form, parse_ltl
from vexil.spec.ltl_simplify import simplified
from vexil.spec.nodes import postorder

THRIFTY = settings(max_examples=150, deadline=None, derandomize=True)

WRITTEN = ["p", "[n.1]", "at(t, l)", "x < 1", "=(%(m,2),1)", "count(l) >= 2", "'G' == a[i + 1]", "call(f)"]


@given(ltl_formulas(propositions(*WRITTEN)))
@THRIFTY
def test_PRP_01_text_reads_back(formula: Ltl) -> None:
    """Parsing the text of a formula gives the same formula, whatever its atoms look like."""
    assert parse_ltl(str(formula)) == formula


@given(ltl_formulas(), lassos())
@THRIFTY
def test_PRP_02_normal_form_keeps_the_meaning(formula: Ltl, word: Lasso) -> None:
    """The negation normal form has the same value, and that of the negation the opposite one."""
    expected = holds(formula, word)
    assert holds(negation_normal_form(formula), word) == expected
    assert holds(negation_normal_form(Not(formula)), word) != expected


@given(ltl_formulas())
@THRIFTY
def test_PRP_02_normal_form_negates_atoms_only(formula: Ltl) -> None:
    """In normal form every negation stands in front of an atom, and there are no implications."""
    for part in postorder(negation_normal_form(formula)):
        assert not isinstance(part, Implies | Equivalent)
        assert not isinstance(part, Not) or isinstance(part.operand, Proposition)


@given(ltl_formulas(), lassos())
@THRIFTY
def test_simplification_keeps_the_meaning(formula: Ltl, word: Lasso) -> None:
    """A simplified formula has the same value on every word."""
    assert holds(simplified(formula), word) == holds(formula, word)


@given(ltl_formulas(), lassos(), st.integers(0, 7))
@THRIFTY
def test_next_free_formulas_ignore_stuttering(formula: Ltl, word: Lasso, where: int) -> None:
    """Repeating a letter does not change the value of a formula without next operators."""
    if not is_next_free(formula):
        return
    position = where % (len(word.stem) + len(word.loop))
    stem, loop = list(word.stem), list(word.loop)
    part, index = (stem, position) if position < len(stem) else (loop, position - len(stem))
    part.insert(index, part[index])
    assert holds(formula, Lasso(tuple(stem), tuple(loop))) == holds(formula, word)


@given(ltl_formulas(), st.lists(st.frozensets(st.sampled_from([p.atom for p in LETTERS])), min_size=1, max_size=4))
@THRIFTY
def test_FCL_05_finite_traces_stutter(formula: Ltl, trace: list[frozenset[object]]) -> None:
    """A finite trace has the value of the word that repeats its last state for ever."""
    letters = tuple(frozenset(leaf.atom for leaf in LETTERS if leaf.atom in letter) for letter in trace)
    longer = Lasso((*letters, letters[-1]), (letters[-1], letters[-1]))
    assert holds(formula, stuttered(letters)) == holds(formula, longer)


@given(ltl_formulas(max_leaves=4))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_PRP_07_syntactic_safety_implies_safety(formula: Ltl) -> None:
    """A formula whose normal form has no eventuality is a safety property."""
    assert not is_syntactically_safe(formula) or is_safety(formula)


@given(ltl_formulas(max_leaves=4), ltl_formulas(max_leaves=4))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_difference_is_a_word_on_which_formulas_differ(first: Ltl, second: Ltl) -> None:
    """A formula never differs from itself, and a reported difference is one."""
    assert find_difference(first, first) is None
    word = find_difference(first, second)
    assert word is None or holds(first, word) != holds(second, word)
