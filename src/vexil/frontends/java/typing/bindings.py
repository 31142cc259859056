"""Pattern variables (JLS 6.3.1): which of them an expression introduces when it is true or false."""

from __future__ import annotations

from vexil.frontends.java.symbols.symbols import LocalSymbol
from vexil.frontends.java.typing import tree as typed


def when_true(expression: typed.Expression) -> list[LocalSymbol]:
    """The variables that are bound when the expression is true."""
    match expression:
        case typed.InstanceOf(binding=LocalSymbol() as binding):
            return [binding]
        case typed.Unary(operator="!"):
            return when_false(expression.operand)
        case typed.ShortCircuit(operator="&&"):
            return when_true(expression.left) + when_true(expression.right)
        case _:
            return []


def when_false(expression: typed.Expression) -> list[LocalSymbol]:
    """The variables that are bound when the expression is false."""
    match expression:
        case typed.Unary(operator="!"):
            return when_true(expression.operand)
        case typed.ShortCircuit(operator="||"):
            return when_false(expression.left) + when_false(expression.right)
        case _:
            return []
