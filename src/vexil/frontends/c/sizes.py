"""Sizes that are known at run time only."""

from __future__ import annotations

from vexil.frontends.c.conversions import converted
from vexil.frontends.c.function import FunctionLowering
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.types import I64
from vexil.ir.typing import apply


def measured(fn: FunctionLowering, kind: int, parts: list[int], node: int) -> list[Expr]:
    """The sizes in bytes of an array of variable length, of its elements, and so on to the first fixed type.

    libclang lists the lengths of the dimensions from the innermost to the outermost.
    """
    lengths: list[int | None] = []
    described = fn.types.describe(kind)
    while described[0] == "array" and fn.types.has_variable_size(kind):
        lengths.append(described[2] if described[2] >= 0 else None)
        kind = described[1]
        described = fn.types.describe(kind)
    if len([length for length in lengths if length is None]) > len(parts):
        raise fn.translation.refusal(node, "an array whose length is hidden in a type name")
    expressions = list(reversed(parts))[: len(lengths)]
    size: Expr = Const(fn.types.size(kind), I64)
    sizes = [size]
    for position in range(len(lengths) - 1, -1, -1):
        fixed = lengths[position]
        count: Expr = Const(fixed, I64) if fixed is not None else converted(fn.value(expressions[position]), I64)
        size = fn.keep(apply(Operator.MULTIPLY, count, size), "size")
        sizes.insert(0, size)
    return sizes
