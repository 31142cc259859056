"""Laws of the patterns' CTL forms: in every state they are true when all paths satisfy the LTL form."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many_structures import (
    Relation,
    Structures,
    Value,
    accepted_path,
    all_labellings,
    ctl_value,
    random_structures,
    total_relations,
)
from test_spec_formulas import THRIFTY
from test_spec_patterns import BOUNDS, CASES, NAMES, P, Q, R, S, T, instance

from kripke_ctl import ctl_states
from kripke_mu import mu_states
from linear_time import find_difference, linear_form
from strategies.formulas import LETTERS, ctl_formulas
from strategies.source import sources
from vexil.core.errors import InternalError, LimitReached
from vexil.spec.buchi import Buchi
from vexil.spec.buchi_translate import to_buchi
from vexil.spec.ctl import has_next, parse_ctl
from vexil.spec.formulas import (
    And,
    Constant,
    Ctl,
    Finally,
    ForAll,
    Globally,
    Implies,
    Ltl,
    Next,
    Not,
    Or,
    Proposition,
    Until,
    WeakUntil,
    atoms_of,
)
from vexil.spec.ltl import parse_ltl
from vexil.spec.mu import ctl_to_mu
from vexil.spec.nodes import operands_of, postorder
from vexil.spec.patterns import Pattern, PatternProperty, Scope
from vexil.spec.property import parse_property

SMALL_RELATIONS = total_relations(3)
"""Smaller structures are among these: they are the part of one that a state cannot leave."""

RESPONSE_BEFORE = "A[((p => A[!r U (s && !r)]) || AG !r) W r]"
"""As published for response before r, and right on structures with a single path."""


def violations(formula: Ltl) -> Buchi:
    """The words that do not satisfy an LTL formula."""
    return to_buchi(Not(formula))


def without_violation(structures: Structures, automaton: Buchi) -> Value:
    """Where no path is a violation."""
    return tuple(structures.everything & ~bits for bits in accepted_path(structures, automaton))


def where_they_differ(branching: Ctl, linear: Ltl) -> list[Relation]:
    """The relations of three states that have a labelling for which two formulas are not the same."""
    atoms = tuple(dict.fromkeys([*atoms_of(branching), *atoms_of(linear)]))
    automaton = violations(linear)
    families = (all_labellings(relation, atoms) for relation in SMALL_RELATIONS)
    return [each.relation for each in families if ctl_value(each, branching) != without_violation(each, automaton)]


def is_deterministic(formula: Ctl) -> bool:
    """Say whether a universal formula lets the present state decide what is to be followed (Maidl 2000).

    Every part has two truth tables over the atoms: where it is surely true, and where it may be true. Where
    neither operand of a disjunction is decided, or may hold on both sides of an until, there is a choice.
    """
    atoms = atoms_of(formula)
    letters = all_labellings(((0,),), atoms)
    everything = letters.everything
    tables: dict[Ctl, tuple[int, int]] = {}
    for part in postorder(formula):
        operands = [tables[operand] for operand in operands_of(part)]
        match part:
            case Constant() | Proposition():
                table = ctl_value(letters, part)[0]
                tables[part] = (table, table)
            case Not():
                sure, possible = operands[0]
                tables[part] = (everything & ~possible, everything & ~sure)
                if sure != possible:
                    return False
            case And():
                sure = possible = everything
                for low, high in operands:
                    sure, possible = sure & low, possible & high
                tables[part] = (sure, possible)
            case Or() | Implies():
                if isinstance(part, Implies):
                    low, high = operands[0]
                    operands[0] = (everything & ~high, everything & ~low)
                    if low != high:
                        return False
                sure = possible = open_before = choice = 0
                for low, high in operands:
                    choice |= open_before & high & ~low
                    open_before |= high & ~low
                    sure, possible = sure | low, possible | high
                tables[part] = (sure, possible)
                if choice & ~sure:
                    return False
            case ForAll(Globally() | Next()):
                tables[part] = (0, everything)
            case ForAll(Finally() | Until() | WeakUntil() as path):
                staying = everything if isinstance(path, Finally) else operands[0][1]
                sure, possible = operands[-1]
                tables[part] = (0, everything)
                if staying & possible & ~sure:
                    return False
            case _:
                return False
    return True


@pytest.mark.parametrize(("pattern", "scope"), CASES)
def test_PRP_08_ctl_form_is_deterministic_and_linear(pattern: Pattern, scope: Scope) -> None:
    """The CTL form is deterministic and without its quantifiers equals the LTL form: a proof for all structures."""
    for bound in BOUNDS.get(pattern, (2,)):
        asked = instance(pattern, scope, bound)
        branching = asked.branching_formula()
        assert is_deterministic(branching)
        assert find_difference(linear_form(branching), asked.formula()) is None


@pytest.mark.parametrize(("pattern", "scope"), CASES)
def test_PRP_08_ctl_form_equals_ltl_form_on_all_small_structures(pattern: Pattern, scope: Scope) -> None:
    """Up to three states, whatever the successors and wherever each of the two to five atoms is true."""
    for bound in BOUNDS.get(pattern, (2,)):
        asked = instance(pattern, scope, bound)
        assert where_they_differ(asked.branching_formula(), asked.formula()) == []


@pytest.mark.parametrize(("pattern", "scope"), CASES)
def test_PRP_08_ctl_form_equals_ltl_form_on_random_structures(pattern: Pattern, scope: Scope) -> None:
    """Four to eight states with one to three successors, a thousand labellings for each of them."""
    random = Random(f"{pattern.value} {scope.value}")
    asked = instance(pattern, scope)
    branching, linear = asked.branching_formula(), asked.formula()
    automaton = violations(linear)
    mixed = 0
    for _ in range(20):
        family = random_structures(random, random.randint(4, 8), 1000, atoms_of(linear))
        expected = without_violation(family, automaton)
        assert ctl_value(family, branching) == expected
        mixed += any(0 < bits < family.everything for bits in expected)
    assert mixed > 10


@given(st.sampled_from(CASES), sources())
@THRIFTY
def test_PRP_08_ctl_form_of_composed_propositions(case: tuple[Pattern, Scope], random: Random) -> None:
    """With combinations of atoms in the roles, both evaluators of the package find the states of the LTL form."""
    pattern, scope = case
    roles = [Or((P, And((Q, Not(S))))), Not(And((P, T))), And((R, S))][: len(pattern.roles)]
    delimiters = {"start": Or((Q, T)), "end": And((R, Not(P)))}
    asked = PatternProperty(pattern, scope, (*roles, *(delimiters[role] for role in scope.roles)))
    family = random_structures(random, 5, 3, [name.atom for name in NAMES])
    expected = without_violation(family, violations(asked.formula()))
    for labelling in range(family.labellings):
        states = frozenset(state for state, bits in enumerate(expected) if bits >> labelling & 1)
        assert ctl_states(family.one(labelling), asked.branching_formula()) == states
        assert mu_states(family.one(labelling), ctl_to_mu(asked.branching_formula())) == states


@given(ctl_formulas(), sources())
@THRIFTY
def test_many_structures_agree_with_single_ones(formula: Ctl, random: Random) -> None:
    """What is computed for many structures at a time is what the package finds for each of them."""
    family = random_structures(random, 4, 3, [letter.atom for letter in LETTERS])
    value = ctl_value(family, formula)
    for labelling in range(family.labellings):
        states = frozenset(state for state, bits in enumerate(value) if bits >> labelling & 1)
        assert ctl_states(family.one(labelling), formula) == states


@pytest.mark.parametrize(
    ("branching", "linear"),
    [
        ("AF AG p", "<>[]p"),
        ("AG EF p", "[]<>p"),
        ("AF(p && AX p)", "<>(p && X p)"),
        (RESPONSE_BEFORE, "<>r => (p => !r U (s && !r)) U r"),
        ("AG !r || A[!p U r]", "<>r => !p U r"),
    ],
)
def test_structures_tell_branching_from_linear_time(branching: str, linear: str) -> None:
    """A CTL formula that agrees with LTL on single paths only is found out, and is not deterministic."""
    formula = parse_ctl(branching)
    assert where_they_differ(formula, parse_ltl(linear))
    assert not is_deterministic(formula)


def test_three_states_are_enough_for_all_relations() -> None:
    """There are 343 total relations on three states; 70 are left when states have no names."""
    assert [len(total_relations(count)) for count in (1, 2, 3)] == [1, 6, 70]


@pytest.mark.parametrize(("pattern", "scope"), CASES)
def test_PRP_08_ctl_form_reads_back_without_next(pattern: Pattern, scope: Scope) -> None:
    """The text of a CTL form is the formula, and counts no steps."""
    branching = instance(pattern, scope).branching_formula()
    assert parse_ctl(str(branching)) == branching
    assert not has_next(branching)


def test_PRP_08_ctl_form_of_large_bounds() -> None:
    """Bounded existence has a CTL form and fixed points as far as it counts, and refuses to count further."""
    asked = instance(Pattern.BOUNDED_EXISTENCE, Scope.BETWEEN, 500)
    assert str(asked.branching_formula()).count("=>") == 1001
    assert str(ctl_to_mu(asked.branching_formula())).count("nu ") >= 1002
    with pytest.raises(LimitReached):
        instance(Pattern.BOUNDED_EXISTENCE, Scope.BETWEEN, 501).branching_formula()


def test_branching_formula_of_a_property() -> None:
    """Patterns and CTL have a CTL formula, and patterns its fixed points; LTL and the mu-calculus have none."""
    asked = parse_property("pattern: {s} responds to {p} globally")
    assert str(asked.branching_formula()) == "AG(p => AF s)"
    assert str(asked.mu_formula()) == "nu Z1. (p => (mu Z. s || []Z)) && []Z1"
    assert str(parse_property("ctl: EF p").branching_formula()) == "EF p"
    for text in ("ltl: <>p", "mu: <>p", "deadlock"):
        with pytest.raises(InternalError):
            parse_property(text).branching_formula()
