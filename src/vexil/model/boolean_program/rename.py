"""Expressions and operations of predicate programs with other names of variables."""

from __future__ import annotations

from collections.abc import Mapping

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
    postorder,
)
from vexil.model.boolean_program.program import Call, Check, Guard, Operation, Return, Start, Update


def renamed(expression: Expr, names: Mapping[str, str]) -> Expr:
    """An expression with other names of variables."""
    made: dict[int, Expr] = {}
    for part in postorder(expression):
        match part:
            case Var(name):
                new: Expr = Var(names.get(name, name))
            case Next(name):
                new = Next(names.get(name, name))
            case Not(operand):
                new = Not(made[id(operand)])
            case And(parts):
                new = And(tuple(made[id(item)] for item in parts))
            case Or(parts):
                new = Or(tuple(made[id(item)] for item in parts))
            case Same(left, right):
                new = Same(made[id(left)], made[id(right)])
            case Choose(yes, no):
                new = Choose(made[id(yes)], made[id(no)])
            case Constant() | Unknown():
                new = part
        made[id(part)] = new
    return made[id(expression)]


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
