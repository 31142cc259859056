"""CTL on explicit structures, by graph algorithms: backward search, and cycles for ``EG``."""

from __future__ import annotations

from kripke import Kripke, combined, states_of
from vexil.core.graphs import components, reachable
from vexil.spec.formulas import (
    And,
    Constant,
    Ctl,
    Equivalent,
    Exists,
    Finally,
    ForAll,
    Globally,
    Implies,
    Next,
    Not,
    Or,
    Path,
    Proposition,
    Release,
    Until,
    WeakUntil,
)
from vexil.spec.nodes import bottom_up


def ctl_states(structure: Kripke, formula: Ctl) -> frozenset[int]:
    """The states that satisfy a CTL formula."""
    return states_of(bottom_up(formula, lambda part, operands: _ctl_value(structure, part, list(operands))))


def _ctl_value(structure: Kripke, formula: Ctl, operands: list[int]) -> int:
    match formula:
        case Constant() | Proposition():
            return structure.where(formula)
        case Not() | And() | Or() | Implies() | Equivalent():
            return combined(structure, formula, operands)
        case Exists(path):
            return _exists(structure, path, operands)
        case ForAll(path):
            return _for_all(structure, path, operands)


def _exists(structure: Kripke, path: Path[Ctl], operands: list[int]) -> int:
    everything = structure.everything
    match path:
        case Next():
            return structure.some_successor(operands[0])
        case Finally():
            return _exists_until(structure, everything, operands[0])
        case Globally():
            return _exists_always(structure, operands[0])
        case Until():
            return _exists_until(structure, *operands)
        case WeakUntil():
            return _exists_until(structure, *operands) | _exists_always(structure, operands[0])
        case Release():
            left, right = operands
            return _exists_until(structure, right, left & right) | _exists_always(structure, right)


def _for_all(structure: Kripke, path: Path[Ctl], operands: list[int]) -> int:
    """Nothing exists that violates the path formula."""
    everything = structure.everything
    opposite = [everything & ~operand for operand in operands]
    match path:
        case Next():
            violated = structure.some_successor(opposite[0])
        case Finally():
            violated = _exists_always(structure, opposite[0])
        case Globally():
            violated = _exists_until(structure, everything, opposite[0])
        case WeakUntil():
            violated = _exists_until(structure, opposite[1], opposite[0] & opposite[1])
        case Until():
            violated = _exists_until(structure, opposite[1], opposite[0] & opposite[1])
            violated |= _exists_always(structure, opposite[1])
        case Release():
            violated = _exists_until(structure, *opposite)
    return everything & ~violated


def _exists_until(structure: Kripke, left: int, right: int) -> int:
    """Search backwards from *right* through *left*."""
    predecessors: list[list[int]] = [[] for _ in structure.labels]
    for state, targets in enumerate(structure.successors):
        if left >> state & 1:
            for target in targets:
                predecessors[target].append(state)
    return sum(1 << state for state in reachable(sorted(states_of(right)), predecessors.__getitem__))


def _exists_always(structure: Kripke, states: int) -> int:
    """The states from which a cycle inside *states* can be reached inside *states*."""

    def inside(state: int) -> list[int]:
        if not states >> state & 1:
            return []
        return [target for target in structure.successors[state] if states >> target & 1]

    cyclic = 0
    for members in components(len(structure.labels), inside):
        if len(members) > 1 or members[0] in inside(members[0]):
            cyclic |= sum(1 << member for member in members)
    return _exists_until(structure, states, cyclic)
