"""When an expression has a value: as an expression that always has one."""

from __future__ import annotations

from functools import reduce

from vexil.core.dag import bottom_up
from vexil.ir.expressions import AddressOf, Apply, Bits, Const, Deref, Expr, Operator
from vexil.ir.program import Program
from vexil.ir.types import BOOL, I64, Type
from vexil.ir.typing import apply

TRUE: Expr = Const(True, BOOL)
FALSE = Const(False, BOOL)


def definedness(program: Program, expression: Expr) -> Expr:
    """The condition that what an expression reads through pointers is there; `TRUE` where that is plain.

    Operators are taken to be defined: those that terms are expressed with are.
    """

    def defined(node: Expr, parts: tuple[Expr, ...]) -> Expr:
        match node:
            case Deref((pointer,), kind) | Bits((pointer,), kind, _, _, _):
                return both(parts[0], _accessible(program, pointer, kind))
            case Apply(Operator.IF, (condition, _, _), _):
                return both(parts[0], choice(condition, parts[1], parts[2]))
            case _:
                return reduce(both, parts, TRUE)

    return bottom_up(expression, defined)


def both(first: Expr, second: Expr) -> Expr:
    """That two conditions hold, where the second is looked at only if the first does."""
    if first == TRUE or second in (TRUE, FALSE):
        return second if second != TRUE else first
    return first if first == second else apply(Operator.IF, first, second, FALSE)


def choice(condition: Expr, first: Expr, second: Expr) -> Expr:
    """One of two conditions; they are compared as they are written."""
    return first if first == second else apply(Operator.IF, condition, first, second)


def _accessible(program: Program, pointer: Expr, kind: Type) -> Expr:
    size = program.layout.size_of(kind, program.structs)
    offset, base = 0, pointer
    while isinstance(base, Apply) and base.operator is Operator.POINTER_ADD and isinstance(base.operands[1], Const):
        offset += int(base.operands[1].value)
        base = base.operands[0]
    if isinstance(base, AddressOf) and base.variable.is_global:
        whole = program.layout.size_of(base.variable.type, program.structs)
        if 0 <= offset <= whole - size:
            return TRUE
    return apply(Operator.ACCESSIBLE, pointer, Const(size, I64))
