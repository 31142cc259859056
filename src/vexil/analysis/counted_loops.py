"""Counted loops: those that certainly end, because a register goes step by step towards a bound. A *must* fact.

A part of the control flow is counted if a location in it, the *step*, adds a constant to a local register that nothing
else in the part writes, and between two executions of the step there is always a *test* that is left for good unless
the register has not come to a bound that does not change either. Bound and constant are such that no step but the first
can wrap around; a register that must only differ from its bound goes by one and meets it at last. So the step is
executed finitely often, and a run that stays in the part for ever stays in it without the step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vexil.analysis.definitions import DefinitionsAndUses
from vexil.analysis.facts import Analyses
from vexil.core.graphs import reachable
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.operations import Assign, Assume
from vexil.ir.program import Function
from vexil.ir.types import IntegerType, MathType

_MIRRORED = {
    Operator.LESS: Operator.GREATER,
    Operator.LESS_EQUAL: Operator.GREATER_EQUAL,
    Operator.GREATER: Operator.LESS,
    Operator.GREATER_EQUAL: Operator.LESS_EQUAL,
    Operator.DIFFERENT: Operator.DIFFERENT,
}
_NEGATED = {
    Operator.LESS: Operator.GREATER_EQUAL,
    Operator.LESS_EQUAL: Operator.GREATER,
    Operator.GREATER: Operator.LESS_EQUAL,
    Operator.GREATER_EQUAL: Operator.LESS,
    Operator.EQUAL: Operator.DIFFERENT,
}


class _Test(NamedTuple):
    """A register compared with a bound: what holds where a loop goes on."""

    register: Variable
    operator: Operator
    bound: Expr


class CountedLoops:
    """Finds the steps of the counted loops of one function."""

    def __init__(self, facts: Analyses, function: Function) -> None:
        self._function = function
        self._flow = facts.control_flow(function.name)
        self._facts = facts

    @property
    def _registers(self) -> DefinitionsAndUses:
        return self._facts.definitions(self._function.name)

    def step(self, part: Sequence[int]) -> int | None:
        """The step of a strongly connected part of the function, if it is counted."""
        inside = frozenset(part)
        for location in part:
            for test in self._tests(location, inside):
                step = self._step_of(test, inside)
                if step is not None and self._is_always_between(location, step, inside):
                    return step
        return None

    # --- tests -------------------------------------------------------------------------------------------

    def _tests(self, location: int, inside: frozenset[int]) -> Iterator[_Test]:
        """What holds of registers and bounds that do not change where control goes on from a location inside."""
        edges = [self._function.edges[number] for number in self._function.outgoing[location]]
        staying = [edge.operation for edge in edges if edge.target in inside]
        if len(edges) != 2 or len(staying) != 1 or not isinstance(staying[0], Assume):
            return
        for test in _comparisons(staying[0].condition):
            if test.register.name in self._registers.registers and self._is_constant(test.bound, inside):
                yield test

    def _is_constant(self, bound: Expr, inside: frozenset[int]) -> bool:
        """Say whether a bound has the same value in all of a part; the length of an array never changes."""
        match bound:
            case Const():
                return True
            case Apply(Operator.ARRAY_LENGTH, (Variable() as array,), _):
                return self._is_constant(array, inside)
            case Variable(name, _, False):
                return name in self._registers.registers and not self._writes(name, inside)
            case _:
                return False

    def _writes(self, register: str, inside: frozenset[int]) -> list[int]:
        """The edges in a part that write a register."""
        edges = self._function.edges
        found = self._registers.definitions[register]
        return [n for n in found if edges[n].source in inside and edges[n].target in inside]

    # --- steps -------------------------------------------------------------------------------------------

    def _step_of(self, test: _Test, inside: frozenset[int]) -> int | None:
        """The only location of a part that changes the register of a test, if it goes to the bound and no further."""
        writes = self._writes(test.register.name, inside)
        if len(writes) != 1:
            return None
        edge = self._function.edges[writes[0]]
        if len(self._function.outgoing[edge.source]) != 1 or not isinstance(edge.operation, Assign):
            return None
        distance = self._distance(test.register, edge.source, edge.operation.value)
        return edge.source if distance is not None and _comes_to_bound(test, distance) else None

    def _distance(self, register: Variable, location: int, value: Expr) -> int | None:
        """What a value adds to a register, or to a copy of it that is made right before a location."""
        match value:
            case Apply(Operator.ADD, (Variable() as old, Const(int() as distance, _)), _):
                pass
            case Apply(Operator.ADD, (Const(int() as distance, _), Variable() as old), _):
                pass
            case Apply(Operator.SUBTRACT, (Variable() as old, Const(int() as opposite, _)), _):
                distance = -opposite
            case _:
                return None
        is_same = _is_same(old, register) or self._is_copy(old, register, location)
        return distance if is_same and value.type == register.type else None

    def _is_copy(self, copy: Variable, register: Variable, location: int) -> bool:
        incoming = self._flow.incoming[location]
        before = self._function.edges[incoming[0]].operation if len(incoming) == 1 else None
        return (
            isinstance(before, Assign)
            and isinstance(before.place, Variable)
            and isinstance(before.value, Variable)
            and copy.name in self._registers.registers
            and _is_same(before.place, copy)
            and _is_same(before.value, register)
        )

    def _is_always_between(self, test: int, step: int, inside: frozenset[int]) -> bool:
        """Say whether every way from a step back to it in a part goes through a test."""

        def following(location: int) -> list[int]:
            return [target for target in self._flow.successors[location] if target in inside and target != test]

        return step != test and step not in reachable(following(step), following)


def _is_same(one: Variable, other: Variable) -> bool:
    return one.name == other.name and one.is_global == other.is_global


def _comparisons(condition: Expr) -> Iterator[_Test]:
    """The comparisons of local variables that hold when a condition does."""
    pending = [(condition, False)]
    while pending:
        match pending.pop():
            case (Apply(Operator.NOT, (inner,), _), is_negated):
                pending.append((inner, not is_negated))
            case (Apply(Operator.AND, operands, _), False):
                pending += [(operand, False) for operand in reversed(operands)]
            case (Apply(Operator.OR, operands, _), True):
                pending += [(operand, True) for operand in reversed(operands)]
            case (Apply(operator, (left, right), _), is_negated):
                known = _NEGATED.get(operator) if is_negated else operator
                if known in _MIRRORED:
                    for register, how, bound in ((left, known, right), (right, _MIRRORED[known], left)):
                        if isinstance(register, Variable) and not register.is_global:
                            yield _Test(register, how, bound)
            case _:
                pass


def _comes_to_bound(test: _Test, distance: int) -> bool:
    """Say whether a register that passes a test again and again, and changes by a distance each time, fails it at last.

    Arithmetic wraps around: a step from the farthest value that passes the test must not.
    """
    kind, operator = test.register.type, test.operator
    if isinstance(kind, MathType):
        upwards, downwards = (Operator.LESS, Operator.LESS_EQUAL), (Operator.GREATER, Operator.GREATER_EQUAL)
        return operator in (upwards if distance > 0 else downwards if distance < 0 else ())
    if not isinstance(kind, IntegerType):
        return False
    bound = test.bound.value if isinstance(test.bound, Const) and isinstance(test.bound.value, int) else None
    match operator:
        case Operator.LESS:
            return distance > 0 and (kind.high if bound is None else bound) - 1 + distance <= kind.high
        case Operator.LESS_EQUAL:
            return distance > 0 and (kind.high if bound is None else bound) + distance <= kind.high
        case Operator.GREATER:
            return distance < 0 and (kind.low if bound is None else bound) + 1 + distance >= kind.low
        case Operator.GREATER_EQUAL:
            return distance < 0 and (kind.low if bound is None else bound) + distance >= kind.low
        case Operator.DIFFERENT:
            return abs(distance) == 1
        case _:
            return False
