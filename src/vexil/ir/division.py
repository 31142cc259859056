"""Integer division that rounds otherwise than the intermediate form's, which truncates.

A program whose `/` and `%` mean something else is read with expressions in their place that say so. An assumption of
the program names the rounding: properties about it are read in the same way.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from vexil.core.caveats import Assumption
from vexil.ir.expressions import Apply, Const, Expr, Operator, postorder
from vexil.ir.program import Edge, Function, Program
from vexil.ir.sourcemap import SourceMap
from vexil.ir.types import IntegerType, MathType, Type
from vexil.ir.typing import apply


class Rounding(Enum):
    """How integer division rounds; the remainder is what that leaves."""

    TRUNCATE = "truncate"
    """Towards zero: C, Java, and the intermediate form."""
    FLOOR = "floor"
    """Downwards: the remainder has the sign of the divisor."""
    EUCLID = "euclid"
    """The remainder is never negative: SMT-LIB's ``div`` and ``mod``."""


ROUNDINGS = {"java": Rounding.TRUNCATE, "floor": Rounding.FLOOR, "euclid": Rounding.EUCLID}
"""What users call them."""
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
        name: {address: span for address, span in found.items() if (name, address[0]) not in changed}
        for name, found in program.source_map.occurrences.items()
    }
    return replace(
        stating(program, rounding),
        functions=functions,
        source_map=SourceMap({name: found for name, found in spans.items() if found}, program.source_map.declarations),
    )


def stating(program: Program, rounding: Rounding) -> Program:
    """The program with the assumption that names a rounding, and its operators as they are."""
    if rounding is Rounding.TRUNCATE:
        return program
    return replace(program, assumptions=(*program.assumptions, Assumption("division", _STATEMENTS[rounding])))


def _function(function: Function, rounding: Rounding, changed: set[tuple[str, int]]) -> Function:
    edges: list[Edge] = []
    for number, edge in enumerate(function.edges):
        operation = _mapped(edge.operation, rounding)
        if operation is not edge.operation:
            changed.add((function.name, number))
        edges.append(replace(edge, operation=operation))
    return replace(function, edges=tuple(edges))


def _mapped(item: Any, rounding: Rounding) -> Any:
    """A part of an operation with all its expressions changed; the same object if nothing is."""
    if isinstance(item, Expr):
        return rounded(item, rounding)
    if isinstance(item, tuple):
        parts = tuple(_mapped(part, rounding) for part in item)
        return item if all(new is old for new, old in zip(parts, item, strict=True)) else parts
    if not is_dataclass(item) or isinstance(item, type):
        return item
    new = {field.name: _mapped(getattr(item, field.name), rounding) for field in fields(item)}
    same = all(value is getattr(item, name) for name, value in new.items())
    return item if same else replace(item, **new)


def rounded(expression: Expr, rounding: Rounding) -> Expr:
    """The expression with quotients and remainders that round so; the same object if it has none."""
    if rounding is Rounding.TRUNCATE:
        return expression
    done: dict[int, Expr] = {}
    for node in postorder(expression):
        operands = tuple(done[id(operand)] for operand in node.operands)
        match node:
            case Apply(operator, _, IntegerType() | MathType() as kind) if operator in _DIVISIONS:
                done[id(node)] = rounded_operator(operator, operands, kind, rounding)
            case _ if all(new is old for new, old in zip(operands, node.operands, strict=True)):
                done[id(node)] = node
            case _:
                done[id(node)] = replace(node, operands=operands)  # type: ignore[arg-type]
    return done[id(expression)]


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
