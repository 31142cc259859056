"""Where variables of functions have a value: what conditions about them may rest on (*must*).

A variable that is given a value where it is declared is not there before. One of C that is declared without a value
holds what nobody has written until it is assigned; in Java no such variable can be read. Parameters are there from the
first location on. What C has in memory says for itself whether it was written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vexil.core.graphs import reachable
from vexil.ir.expressions import AddressOf, Apply, Bits, Deref, Expr, Operator, Variable, preorder
from vexil.ir.operations import Assume, BeginLifetime, Check, EndLifetime, Operation, Skip, Stop, written_places
from vexil.ir.program import Function, Program
from vexil.spec.resolve import Resolved


@dataclass(frozen=True)
class Presence:
    """The locations of a function at which a condition about its variables is not there, or reads what is unwritten."""

    absent: frozenset[int] = frozenset()
    unwritten: frozenset[int] = frozenset()


def presence_of(program: Program, condition: Resolved) -> Presence:
    """Where the variables of a condition's function have a value."""
    if condition.function is None or not program.source.has_declarations:
        return Presence()
    function = program.functions[condition.function]
    parameters = {parameter.name for parameter in function.parameters}
    absent, unwritten = set[int](), set[int]()
    for name in sorted(set(_locals(condition.expression)) - parameters):
        first = _initialising(program, function, name)
        if function.variables[name].addressable:
            if first:
                absent |= _before(function, first) | {function.edges[number].source for number in first}
            continue
        missing = _before(function, _writing(function, name))
        if not program.source.has_raw_memory:
            absent |= missing
        elif first:
            absent |= missing | {function.edges[number].source for number in first}
        else:
            unwritten |= missing
    absent, unwritten = _at_the_end(function, absent, unwritten)
    return Presence(frozenset(absent), frozenset(unwritten - absent))


def may_be_unwritten(program: Program, condition: Resolved) -> bool:
    """Say whether a condition may read what nobody has written: variables, or memory that is no global's."""
    if presence_of(program, condition).unwritten:
        return True
    function = None if condition.function is None else program.functions[condition.function]

    def is_written(variable: Variable) -> bool:
        return variable.is_global or (function is not None and bool(_initialising(program, function, variable.name)))

    for node in preorder(condition.expression):
        if isinstance(node, Deref | Bits) and program.source.has_raw_memory:
            root = _root(node.operands[0])
            if root is None or not is_written(root):
                return True
        elif isinstance(node, Variable) and not node.is_global and function is not None:
            in_memory = function.variables[node.name].addressable
            if in_memory and not is_written(node):
                return True
    return False


def _root(pointer: Expr) -> Variable | None:
    """The variable that a pointer points into for certain."""
    while isinstance(pointer, Apply) and pointer.operator in (Operator.POINTER_ADD, Operator.CAST):
        pointer = pointer.operands[0]
    return pointer.variable if isinstance(pointer, AddressOf) else None


def _locals(expression: Expr) -> Iterator[str]:
    for node in preorder(expression):
        if isinstance(node, Variable) and not node.is_global:
            yield node.name
        elif isinstance(node, AddressOf) and not node.variable.is_global:
            yield node.variable.name


def _initialising(program: Program, function: Function, name: str) -> frozenset[int]:
    """The edges that give a variable its value where it is declared."""
    declared = program.source_map.declarations.get(f"{function.name}::{name}")
    if declared is None:
        return frozenset()
    return frozenset(
        number
        for number, edge in enumerate(function.edges)
        if edge.span is not None
        and edge.span.covers(declared)
        and not isinstance(edge.operation, BeginLifetime | EndLifetime | Skip | Assume | Check)
    )


def _writing(function: Function, name: str) -> frozenset[int]:
    return frozenset(number for number, edge in enumerate(function.edges) if _writes(edge.operation, name))


def _writes(operation: Operation, name: str) -> bool:
    return any(
        isinstance(place, Variable) and not place.is_global and place.name == name
        for place in written_places(operation)
    )


def _before(function: Function, writing: frozenset[int]) -> set[int]:
    """The locations that can be reached without taking one of some edges."""
    return set(
        reachable(
            [function.entry],
            lambda place: (
                function.edges[number].target for number in function.outgoing[place] if number not in writing
            ),
        )
    )


def _at_the_end(function: Function, absent: set[int], unwritten: set[int]) -> tuple[set[int], set[int]]:
    """The same where the program has been stopped: as it was before, if that is the same for all ways to stop."""
    if function.stop is None:
        return absent, unwritten
    before = {edge.source for edge in function.edges if isinstance(edge.operation, Stop)}
    end = {function.stop}
    absent, unwritten = absent - end, unwritten - end
    if before and before <= absent:
        return absent | end, unwritten
    return absent, unwritten | end if before & (absent | unwritten) else unwritten
