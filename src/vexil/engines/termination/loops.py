"""The loops of a program: heads in a weak topological order, and what is written and compared inside.

A run that never ends without endless recursion comes back to the head of some loop for ever
(`vexil.analysis.weak_order`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vexil.analysis.weak_order import Order
from vexil.ir.operation_parts import PointerCallee, StaticCallee
from vexil.ir.operations import Call, Operation
from vexil.ir.program import Function, Program

Head = tuple[str, int]
"""A function, and a location of it."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of a function: its head, and all its locations, the head included."""

    function: str
    head: int
    locations: frozenset[int]

    @property
    def key(self) -> Head:
        """The function and the head."""
        return self.function, self.head

    def operations(self, program: Program) -> Iterator[Operation]:
        """The operations of edges that begin inside, in order."""
        return (edge.operation for edge in program.functions[self.function].edges if edge.source in self.locations)

    def is_return(self, source: int, target: int) -> bool:
        """Say whether an edge leads from inside to the head."""
        return target == self.head and source in self.locations


def loops_of(program: Program) -> tuple[Loop, ...]:
    """The loops of the functions that the entry may call, function by function, by their heads."""
    return tuple(loop for name in called_from(program, program.entry) for loop in _loops(program.functions[name]))


def _loops(function: Function) -> Iterator[Loop]:
    order = Order(function)
    members: dict[int, set[int]] = {head: set() for head in sorted(order.heads)}
    for location, nest in enumerate(order.nest):
        for head in nest:
            members[head].add(location)
    for head, inside in members.items():
        yield Loop(function.name, head, frozenset(inside))


def called_from(program: Program, function: str) -> tuple[str, ...]:
    """A function and all that it may call, directly or not, each once."""
    names = [function]
    for name in names:
        names += [callee for callee in callees(program)[name] if callee not in names]
    return tuple(names)


def callees(program: Program) -> Mapping[str, tuple[str, ...]]:
    """For each function which ones it may call directly; a pointer may point to any where nothing is known."""
    return {name: _called(program, function) for name, function in program.functions.items()}


def _called(program: Program, function: Function) -> tuple[str, ...]:
    called: dict[str, None] = {}
    for edge in function.edges:
        match edge.operation:
            case Call(StaticCallee(name), _, _):
                called[name] = None
            case Call(PointerCallee(_, targets), _, _):
                called.update(dict.fromkeys(program.functions if targets is None else targets))
            case _:
                pass
    return tuple(called)
