"""Where in the sources every expression occurrence, declaration and statement comes from.

An occurrence is addressed by its edge and its position: the number it has when the expressions of the edge's
operation are walked in pre-order, one after the other. The address is stable, whatever nodes are shared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from vexil.core.source import Span
from vexil.ir.expressions import Expr, preorder
from vexil.ir.operation_parts import Domain
from vexil.ir.operations import Operation, expressions_of

Spans = dict[Expr | Domain, Span]
"""Where expressions that are being built are written; a node equals itself only, so that each has its own place."""


@dataclass(frozen=True)
class SourceMap:
    """Spans of occurrences, by function and (edge number, position), and of declarations by qualified name.

    Declarations are named ``x`` (global), ``f::x`` (parameter or local of f), ``f`` (function), ``C`` (class)
    and ``C::x`` (field). The span of a statement is on the edges that come from it.
    """

    occurrences: Mapping[str, Mapping[tuple[int, int], Span]] = field(default_factory=dict)
    declarations: Mapping[str, Span] = field(default_factory=dict)

    def occurrence(self, function: str, edge: int, position: int) -> Span | None:
        """The span of one expression occurrence, if it was written by the user."""
        return self.occurrences.get(function, {}).get((edge, position))


def occurrences_of(operation: Operation) -> Iterator[tuple[int, Expr]]:
    """Every expression occurrence of an operation with its position."""
    position = 0
    for expression in expressions_of(operation):
        for occurrence in preorder(expression):
            yield position, occurrence
            position += 1
