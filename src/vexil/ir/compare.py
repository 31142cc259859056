"""Comparison of expressions and programs by structure, without recursion."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from vexil.ir.expressions import Apply, Expr, Variable


def same_expression(first: Expr, second: Expr) -> bool:
    """Say whether two expressions have the same form."""
    pending: list[tuple[Expr, Expr]] = [(first, second)]
    while pending:
        left, right = pending.pop()
        if left is right:
            continue
        if isinstance(left, Apply) and isinstance(right, Apply):
            if left.operator is not right.operator or left.type != right.type:
                return False
            if len(left.operands) != len(right.operands):
                return False
            pending.extend(zip(left.operands, right.operands, strict=True))
        elif isinstance(left, Variable) and isinstance(right, Variable):
            if left.name != right.name or left.is_global is not right.is_global or left.type != right.type:
                return False
        elif not same_structure(left, right):
            return False
    return True


@cache
def _part_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind))


def same_structure(first: object, second: object) -> bool:
    """Say whether two nodes, programs or tuples of them consist of the same parts.

    Floats are compared by representation, so that a NaN equals itself and 0.0 differs from -0.0.
    """
    pending: list[tuple[object, object]] = [(first, second)]
    while pending:
        left, right = pending.pop()
        if left is right:
            continue
        if type(left) is not type(right):
            return False
        if isinstance(left, float) and isinstance(right, float):
            if left.hex() != right.hex():
                return False
        elif isinstance(left, tuple | list) and isinstance(right, tuple | list):
            if len(left) != len(right):
                return False
            pending.extend(zip(left, right, strict=True))
        elif isinstance(left, dict) and isinstance(right, dict):
            if list(left) != list(right):
                return False
            pending.extend(zip(left.values(), right.values(), strict=True))
        elif is_dataclass(left) and not isinstance(left, Enum):
            pending.extend((getattr(left, name), getattr(right, name)) for name in _part_names(left.__class__))
        elif left != right:
            return False
    return True
