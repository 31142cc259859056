"""Comparison of expressions and programs by structure, without recursion."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum

from vexil.ir.expressions import Expr


def same_expression(first: Expr, second: Expr) -> bool:
    """Say whether two expressions have the same form."""
    return same_structure(first, second)


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
        elif is_dataclass(left) and is_dataclass(right) and not isinstance(left, Enum):
            pending.extend((getattr(left, part.name), getattr(right, part.name)) for part in fields(left))
        elif left != right:
            return False
    return True
