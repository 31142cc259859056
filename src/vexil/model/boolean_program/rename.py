"""Expressions and operations of predicate programs with other names of variables."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.dag import bottom_up
from vexil.core.errors import LimitReached
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
    operands,
)
from vexil.model.boolean_program.program import Call, Check, Guard, Operation, Return, Start, Update


def renamed(expression: Expr, names: Mapping[str, str]) -> Expr:
    """An expression with other names of variables."""

    def one(part: Expr, parts: tuple[Expr, ...]) -> Expr:
        match part:
            case Var(name) | Next(name):
                return type(part)(names.get(name, name))
            case Not() | Same() | Choose():
                return type(part)(*parts)
            case And() | Or():
                return type(part)(parts)
            case Constant() | Unknown():
                return part

    return bottom_up(expression, one, operands)


def copied_operation(operation: Operation, names: Mapping[str, str], returned: tuple[str, ...]) -> Operation:
    """An operation other than a call with other names of variables; what is returned goes to *returned*, if given."""
    match operation:
        case Update(targets, values, constraint, chosen, possible, definite):
            return Update(
                tuple(names.get(name, name) for name in targets),
                tuple(renamed(value, names) for value in values),
                renamed(constraint, names),
                tuple(names.get(name, name) for name in chosen),
                renamed(possible, names),
                renamed(definite, names),
            )
        case Guard(condition):
            return Guard(renamed(condition, names))
        case Check(condition, kind, message):
            return Check(renamed(condition, names), kind, message)
        case Return(values):
            kept = values if returned else ()
            return Update(returned, tuple(renamed(value, names) for value in kept))
        case Start(procedure):
            raise LimitReached(f"a program that starts threads ({procedure}) has no form without procedures")
        case Call():
            return operation
