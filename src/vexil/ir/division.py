"""Integer division that rounds otherwise than the intermediate form's, which truncates.

A program whose `/` and `%` mean something else is read with expressions in their place that say so. An assumption of
the program names the rounding: properties about it are read in the same way.
"""

from __future__ import annotations

from dataclasses import replace

from vexil.core.caveats import Assumption
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.program import Edge, Function, Program
from vexil.ir.rewriting import Rewriter
from vexil.ir.rounding import Rounding
from vexil.ir.sourcemap import SourceMap
from vexil.ir.types import IntegerType, MathType, Type
from vexil.ir.typing import apply

_STATEMENTS = {
    Rounding.FLOOR: "floor: / rounds downwards, and % has the sign of the divisor",
    Rounding.EUCLID: "Euclidean: % is never negative, and / is what fits it",
}
_DIVISIONS = (Operator.DIVIDE, Operator.REMAINDER)


def rounding_of(program: Program) -> Rounding:
    """How the division of a program was written to round."""
    stated = {item.statement for item in program.assumptions if item.kind == "division"}
    return next((rounding for rounding, text in _STATEMENTS.items() if text in stated), Rounding.TRUNCATE)


def with_rounding(program: Program, rounding: Rounding) -> Program:
    """The program whose divisions round so, with an assumption that says it; edges and locations stay."""
    if rounding is Rounding.TRUNCATE:
        return program
    changed: set[tuple[str, int]] = set()
    functions = {name: _function(function, rounding, changed) for name, function in program.functions.items()}
    spans = {
        name: {address: span for address, span in spans_of.items() if (name, address[0]) not in changed}
        for name, spans_of in program.source_map.occurrences.items()
    }
    return replace(
        stating(program, rounding),
        functions=functions,
        source_map=SourceMap({name: own for name, own in spans.items() if own}, program.source_map.declarations),
    )


def stating(program: Program, rounding: Rounding) -> Program:
    """The program with the assumption that names a rounding, and its operators as they are."""
    if rounding is Rounding.TRUNCATE:
        return program
    return replace(program, assumptions=(*program.assumptions, Assumption("division", _STATEMENTS[rounding])))


def _function(function: Function, rounding: Rounding, changed: set[tuple[str, int]]) -> Function:
    edges: list[Edge] = []
    rewriter = _Rounded(rounding)
    for number, edge in enumerate(function.edges):
        operation = rewriter.operation(edge.operation)
        if operation is not edge.operation:
            changed.add((function.name, number))
        edges.append(replace(edge, operation=operation))
    return replace(function, edges=tuple(edges))


class _Rounded(Rewriter):
    """Puts quotients and remainders that round otherwise in the place of those that truncate."""

    def __init__(self, rounding: Rounding) -> None:
        super().__init__()
        self._rounding = rounding

    def node(self, node: Expr, operands: tuple[Expr, ...]) -> Expr:
        match node:
            case Apply(operator, _, IntegerType() | MathType() as kind) if operator in _DIVISIONS:
                return rounded_operator(operator, operands, kind, self._rounding)
            case _:
                return super().node(node, operands)


def rounded(expression: Expr, rounding: Rounding) -> Expr:
    """The expression with quotients and remainders that round so; the same object if it has none."""
    return expression if rounding is Rounding.TRUNCATE else _Rounded(rounding).value(expression)


def rounded_operator(operator: Operator, operands: tuple[Expr, ...], kind: Type, rounding: Rounding) -> Expr:
    """A quotient or remainder that rounds so, by the one that truncates."""
    right, zero, one = operands[1], Const(0, kind), Const(1, kind)
    quotient, rest = apply(Operator.DIVIDE, *operands), apply(Operator.REMAINDER, *operands)
    if rounding is Rounding.TRUNCATE:
        return quotient if operator is Operator.DIVIDE else rest
    rest_below, right_below = apply(Operator.LESS, rest, zero), apply(Operator.LESS, right, zero)
    if rounding is Rounding.FLOOR:
        differs = apply(Operator.DIFFERENT, rest, zero)
        is_off = apply(Operator.AND, differs, apply(Operator.DIFFERENT, rest_below, right_below))
        lower, raised = apply(Operator.SUBTRACT, quotient, one), apply(Operator.ADD, rest, right)
    else:
        is_off = rest_below
        step = apply(Operator.IF, right_below, apply(Operator.NEGATE, one), one)
        size = apply(Operator.IF, right_below, apply(Operator.NEGATE, right), right)
        lower, raised = apply(Operator.SUBTRACT, quotient, step), apply(Operator.ADD, rest, size)
    if operator is Operator.DIVIDE:
        return apply(Operator.IF, is_off, lower, quotient)
    return apply(Operator.IF, is_off, raised, rest)
