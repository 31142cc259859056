"""Equality of expressions by their structure, without recursion."""

from __future__ import annotations

from vexil.model.boolean_program.expressions import Constant, Expr, Next, Var, operands


def same_expression(left: Expr, right: Expr) -> bool:
    """Say whether two expressions are built in the same way, however deep they are."""
    pending = [(left, right)]
    while pending:
        one, other = pending.pop()
        if one is other:
            continue
        if type(one) is not type(other):
            return False
        if isinstance(one, Constant | Var | Next):
            if one != other:
                return False
            continue
        parts, others = operands(one), operands(other)
        if len(parts) != len(others):
            return False
        pending.extend(zip(parts, others, strict=True))
    return True
