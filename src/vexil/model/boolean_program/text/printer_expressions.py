"""Expressions of predicate programs as text, with as few parentheses as read back the same."""

from __future__ import annotations

from vexil.model.boolean_program.expressions import (
    And,
    Choose,
    Constant,
    Expr,
    Next,
    Not,
    Or,
    Same,
    Unknown,
    Var,
    postorder,
)
from vexil.model.boolean_program.text.grammar import written

_ATOM, _PREFIX, _SAME, _AND, _OR = 5, 4, 3, 2, 1


def print_expression(expression: Expr) -> str:
    """The text of an expression."""
    texts: dict[int, tuple[str, int]] = {}
    for part in postorder(expression):
        texts[id(part)] = _printed(part, texts)
    return texts[id(expression)][0]


def _printed(part: Expr, texts: dict[int, tuple[str, int]]) -> tuple[str, int]:
    """The text of one node and how tightly it binds."""

    def inner(item: Expr, least: int) -> str:
        text, strength = texts[id(item)]
        return text if strength >= least else f"({text})"

    match part:
        case Constant(value):
            return ("true" if value else "false"), _ATOM
        case Var(name):
            return written(name), _ATOM
        case Next(name):
            return "'" + written(name), _PREFIX
        case Unknown():
            return "*", _ATOM
        case Not(operand):
            return "!" + inner(operand, _PREFIX), _PREFIX
        case And(()):
            return "true", _ATOM
        case Or(()):
            return "false", _ATOM
        case And((only,)) | Or((only,)):
            return texts[id(only)]
        case And(parts):
            return " && ".join(inner(item, _SAME) for item in parts), _AND
        case Or(parts):
            return " || ".join(inner(item, _AND) for item in parts), _OR
        case Same(left, right):
            return f"{inner(left, _PREFIX)} == {inner(right, _PREFIX)}", _SAME
        case Choose(yes, no):
            return f"choose({texts[id(yes)][0]}, {texts[id(no)][0]})", _ATOM
