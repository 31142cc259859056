"""Which expressions have a value in every state."""

from __future__ import annotations

from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator, Variable, preorder

_PARTIAL = frozenset(
    {
        Operator.DIVIDE,
        Operator.REMAINDER,
        Operator.SHIFT_LEFT,
        Operator.SHIFT_RIGHT,
        Operator.ARRAY_LENGTH,
        Operator.STORABLE,
        Operator.POINTER_DIFFERENCE,
    }
)


def is_total(expression: Expr) -> bool:
    """Say whether an expression over registers has a value in every state, apart from comparisons of pointers."""
    return all(
        isinstance(part, Variable | Const | AddressOf | CodeAddress)
        or (isinstance(part, Apply) and part.operator not in _PARTIAL)
        for part in preorder(expression)
    )
