"""Walk the bodies of commands without recursion."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.errors import LimitReached
from vexil.model.guarded.expressions import Expr
from vexil.model.guarded.system import Assign, Block, Command, For, If, Let, Statement

MOST_NESTED = 150
"""Blocks inside blocks that are printed, which is done by recursion."""


def require_shallow(block: Block) -> None:
    """Raise `LimitReached` for a body that is nested too deeply to be printed."""
    pending = [(statement, 0) for statement in block]
    while pending:
        current, depth = pending.pop()
        if depth > MOST_NESTED:
            raise LimitReached(f"limit of {MOST_NESTED} nested blocks in a command that is printed")
        match current:
            case If(_, then, otherwise):
                pending.extend((inner, depth + 1) for inner in (*then, *otherwise))
            case For(_, _, body):
                pending.extend((inner, depth + 1) for inner in body)
            case _:
                pass


def statements(block: Block) -> Iterator[Statement]:
    """The statements of a block and of the blocks inside."""
    pending = list(reversed(block))
    while pending:
        statement = pending.pop()
        yield statement
        match statement:
            case If(_, then, otherwise):
                pending.extend(reversed((*then, *otherwise)))
            case For(_, _, body):
                pending.extend(reversed(body))
            case _:
                pass


def expressions_of(command: Command) -> Iterator[Expr]:
    """The expressions of a command, without those inside them."""
    yield command.guard
    for choice in command.choices:
        yield from (choice.count, choice.condition)
    for statement in statements(command.body):
        match statement:
            case Assign(_, index, value, thread):
                yield from (index, value)
                if thread is not None:
                    yield thread
            case Let(_, value):
                yield value
            case If(condition, _, _):
                yield condition
            case _:
                pass
