"""The published CTL forms of the patterns, on structures whose paths branch."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from many_structures import Structures, all_labellings, ctl_value
from test_pattern_ctl import RESPONSE_BEFORE, SMALL_RELATIONS, violations, without_violation

from kripke import Kripke
from kripke_ctl import ctl_states
from linear_time import find_difference, linear_form
from vexil.spec.ctl import parse_ctl
from vexil.spec.formulas import atoms_of
from vexil.spec.ltl import parse_ltl
from vexil.spec.patterns import Pattern, Scope

sys.path.append(str(Path(__file__).parents[1] / "unit" / "spec"))
from published_patterns import CTL
from spec_tables import difference, instance


def apart(structures: Structures) -> int:
    """The labellings in which the two events of a chain never hold together, as the published chains need it."""
    by_name = {str(atom): value for atom, value in structures.labels.items()}
    together = 0
    if by_name.keys() >= {"s", "t"}:
        for first, second in zip(by_name["s"], by_name["t"], strict=True):
            together |= first & second
    return structures.everything & ~together


@pytest.mark.parametrize("pattern", list(Pattern))
def test_PRP_08_published_ctl_that_is_wrong_only_where_paths_branch(pattern: Pattern) -> None:
    """Of the published CTL forms that are right on single paths, only response before r and between q and r fail."""
    wrong = []
    for scope, text in zip(Scope, CTL[pattern], strict=True):
        asked, published = instance(pattern, scope), parse_ctl(text)
        if difference(asked, linear_form(published)) != (None, None):
            continue
        automaton, atoms = violations(asked.formula()), atoms_of(asked.formula())
        for structures in (all_labellings(relation, atoms) for relation in SMALL_RELATIONS):
            values = zip(ctl_value(structures, published), without_violation(structures, automaton), strict=True)
            if any((given ^ right) & apart(structures) for given, right in values):
                wrong.append(scope)
                break
    assert wrong == ([Scope.BEFORE, Scope.BETWEEN] if pattern is Pattern.RESPONSE else [])


def test_PRP_08_published_response_before_is_wrong_where_paths_branch() -> None:
    """A state p with a loop and a way to s and then r: who comes to r has answered, and yet it is refused."""
    ours, published = instance(Pattern.RESPONSE, Scope.BEFORE), parse_ctl(RESPONSE_BEFORE)
    p, r, s = atoms_of(parse_ltl("p && r && s"))
    structure = Kripke((frozenset({p}), frozenset({s}), frozenset({r})), ((0, 1), (2,), (2,)))
    assert find_difference(linear_form(published), ours.formula()) is None
    assert 0 in ctl_states(structure, ours.branching_formula())
    assert 0 not in ctl_states(structure, published)
