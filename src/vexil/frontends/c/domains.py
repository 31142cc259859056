"""Arbitrary values."""

from __future__ import annotations

from vexil.frontends.c.function import FunctionLowering
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operation_parts import GuardedDomain, Origin, TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.types import PointerType, ThreadType, Type, is_aggregate


def arbitrary(fn: FunctionLowering, kind: Type) -> Expr:
    """An arbitrary value of a scalar type, in a temporary; aggregates stay unwritten."""
    variable = fn.temporary(kind, "unspecified")
    if not is_aggregate(kind):
        fn.emit(Choose(variable, any_of(kind), Origin.ENVIRONMENT))
    return Variable(variable.name, kind, False)


def any_of(kind: Type) -> TypeDomain | GuardedDomain:
    """Every value of a scalar type; of pointers null and one that points nowhere."""
    if isinstance(kind, PointerType):
        return GuardedDomain(((None, Const(0, kind)), (None, Const(1, kind))))
    if isinstance(kind, ThreadType):
        return GuardedDomain(((None, Const(0, kind)),))
    return TypeDomain(kind)
