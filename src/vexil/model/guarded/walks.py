"""What blocks of guarded systems read and write, statement by statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vexil.model.guarded.expressions import Expr, Read, subexpressions
from vexil.model.guarded.system import Assign, Block, Command, For, Goto, If, Leave, Let, Statement


def nested(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The statements and all inside them, in order."""
    pending = list(reversed(list(statements)))
    while pending:
        statement = pending.pop()
        yield statement
        match statement:
            case If(_, then, otherwise):
                pending += [*reversed(otherwise), *reversed(then)]
            case For(_, _, body):
                pending += reversed(body)
            case _:
                pass


def parts(statement: Statement) -> tuple[Expr, ...]:
    """The expressions of a statement itself, without those of the blocks inside it."""
    match statement:
        case Assign(_, index, value, thread):
            return (index, value) if thread is None else (index, value, thread)
        case Let(_, value):
            return (value,)
        case If(condition, _, _):
            return (condition,)
        case For() | Goto() | Leave():
            return ()


def expressions(block: Block) -> Iterator[Expr]:
    """All expressions of a block."""
    for statement in nested(block):
        yield from parts(statement)


def conditions(command: Command) -> Iterator[Expr]:
    """The expressions of a command that are evaluated before its body."""
    yield command.guard
    for choice in command.choices:
        yield choice.count
        yield choice.condition


def reads(expressions: Iterable[Expr]) -> Iterator[Read]:
    """Everything that expressions read."""
    for expression in expressions:
        for part in subexpressions(expression):
            if isinstance(part, Read):
                yield part
