"""Whether statements can complete normally (JLS 14.22), as far as scopes of pattern variables and arrows need it."""

from __future__ import annotations

from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.tree.walking import statements_in


def completes(statement: typed.Statement) -> bool:
    """Whether control can get behind a statement."""
    match statement:
        case typed.Return() | typed.Throw() | typed.Break() | typed.Continue() | typed.Yield():
            return False
        case typed.Block():
            return all(map(completes, statement.statements))
        case typed.If():
            return statement.otherwise is None or completes(statement.then) or completes(statement.otherwise)
        case typed.While() | typed.DoWhile():
            return not _is_true(statement.condition) or breaks(statement.body, statement.target)
        case typed.For():
            endless = statement.condition is None or _is_true(statement.condition)
            return not endless or breaks(statement.body, statement.target)
        case typed.Labelled():
            return completes(statement.body) or breaks(statement.body, statement.target)
        case typed.Synchronized():
            return completes(statement.body)
        case typed.Try():
            if statement.finalizer is not None and not completes(statement.finalizer):
                return False
            return completes(statement.body) or any(completes(clause.body) for clause in statement.catches)
        case typed.Switch():
            return _switch_completes(statement)
        case _:
            return True


def _switch_completes(statement: typed.Switch) -> bool:
    if not statement.exhaustive and not any(None in case.labels for case in statement.cases):
        return True
    if not statement.cases or all(map(completes, statement.cases[-1].body)):
        return True
    return any(breaks(part, statement.target) for case in statement.cases for part in case.body)


def _is_true(condition: typed.Expression) -> bool:
    return isinstance(condition, typed.Constant) and condition.value is True


def breaks(statement: typed.Statement, target: typed.Target) -> bool:
    """Whether a ``break`` somewhere in a statement leaves *target*."""
    stack: list[typed.Statement] = [statement]
    while stack:
        one = stack.pop()
        if isinstance(one, typed.Break) and one.target is target:
            return True
        stack.extend(statements_in(one))
    return False
