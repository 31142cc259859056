"""What is known of edges before anything is executed: where threads may have to be interleaved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.ir.expressions import Apply, Expr, Operator, Variable, preorder
from vexil.ir.operations import (
    Lock,
    Notify,
    Operation,
    Restrict,
    Stop,
    Unlock,
    Wait,
    expressions_of,
    written_places,
)
from vexil.ir.program import Function, Program

_ALWAYS = (Lock, Unlock, Wait, Notify, Restrict, Stop)
"""Operations that others may notice, or that end a run for all."""


@dataclass(frozen=True, slots=True)
class EdgeFacts:
    """Of one edge: whether threads are interleaved there, and which globals that are no memory it reads and writes."""

    meets: bool
    is_listed: bool
    reads: tuple[str, ...]
    writes: tuple[str, ...]


class Edges:
    """The facts of all edges; *listed* are the edges at which the evidence says that threads meet."""

    def __init__(self, program: Program, listed: frozenset[str]) -> None:
        self._program = program
        self._listed = listed
        self._known: dict[tuple[str, int], EdgeFacts] = {}
        self._asks_for_ends: bool | None = None

    def facts(self, function: Function, edge: int) -> EdgeFacts:
        """The facts of an edge."""
        known = self._known.get((function.name, edge))
        if known is None:
            known = self._known[function.name, edge] = self._facts(function, edge)
        return known

    def meets(self, function: Function, location: int) -> bool:
        """Say whether threads are interleaved at a location."""
        return any(self.facts(function, edge).meets for edge in function.outgoing[location])

    def are_ends_noticed(self) -> bool:
        """Say whether the program asks whether threads are alive: then others notice when one ends."""
        if self._asks_for_ends is None:
            self._asks_for_ends = any(
                isinstance(node, Apply) and node.operator is Operator.ALIVE
                for function in self._program.functions.values()
                for edge in function.edges
                for expression in expressions_of(edge.operation)
                for node in preorder(expression)
            )
        return self._asks_for_ends

    def _facts(self, function: Function, edge: int) -> EdgeFacts:
        operation = function.edges[edge].operation
        is_listed = function.edge_id(edge) in self._listed
        expressions = expressions_of(operation)
        asks = any(
            isinstance(node, Apply) and node.operator in (Operator.LOCKED, Operator.ALIVE)
            for expression in expressions
            for node in preorder(expression)
        )
        meets = is_listed or asks or isinstance(operation, _ALWAYS)
        return EdgeFacts(meets, is_listed, tuple(self._registers(expressions)), tuple(self._written(operation)))

    def _registers(self, expressions: Iterable[Expr]) -> dict[str, None]:
        """The globals in expressions that are no memory; a place that is written counts as read, too."""
        found: dict[str, None] = {}
        for expression in expressions:
            for node in preorder(expression):
                if isinstance(node, Variable) and node.is_global and self._is_register(node.name):
                    found[node.name] = None
        return found

    def _written(self, operation: Operation) -> dict[str, None]:
        return {
            place.name: None
            for place in written_places(operation)
            if isinstance(place, Variable) and place.is_global and self._is_register(place.name)
        }

    def _is_register(self, name: str) -> bool:
        declared = self._program.global_variables[name]
        return not declared.addressable and not declared.per_thread
