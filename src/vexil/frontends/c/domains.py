"""Arbitrary values."""

from __future__ import annotations

from vexil.frontends.c.function import FunctionLowering
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operation_parts import GuardedDomain, Origin, TypeDomain
from vexil.ir.operations import Choose
from vexil.ir.types import PointerType, ThreadType, Type, is_aggregate

NOWHERE = 0x7FFFFFF1
"""The address of nothing, which arbitrary pointers have unless they are null."""


def arbitrary(fn: FunctionLowering, kind: Type) -> Expr:
    """An arbitrary value of a scalar type, in a temporary; aggregates stay unwritten."""
    variable = fn.temporary(kind, "unspecified")
    if not is_aggregate(kind):
        fn.emit(Choose(variable, any_of(kind), Origin.ENVIRONMENT))
    return Variable(variable.name, kind, False)


def any_of(kind: Type) -> TypeDomain | GuardedDomain:
    """Every value of a scalar type; of pointers null and an address where nothing is."""
    if isinstance(kind, PointerType):
        return GuardedDomain(((None, Const(0, kind)), (None, Const(NOWHERE, kind))))
    if isinstance(kind, ThreadType):
        return GuardedDomain(((None, Const(0, kind)),))
    return TypeDomain(kind)
