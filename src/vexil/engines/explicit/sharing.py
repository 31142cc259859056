"""Blocks that many commands of a system have in common, so that each is compiled once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vexil.model.guarded import Assign, Block, For, Goto, GuardedSystem, If, Leave, Let
from vexil.model.guarded.expressions import Expr, Local, Read, Self
from vexil.model.guarded.system import Statement

SMALLEST = 8
"""Statements of the smallest block that is worth a call."""


def shared_blocks(system: GuardedSystem) -> Mapping[int, Block]:
    """The branches that are the same object in several commands and look only at the state, by identity, in order."""
    seen: dict[int, Block] = {}
    again: dict[int, Block] = {}
    for template in system.templates:
        for location in template.locations:
            for command in location.commands:
                _count(command.body, seen, again)
    return {
        key: block for key, block in again.items() if len(list(_statements(block))) >= SMALLEST and _is_closed(block)
    }


def _count(body: Block, seen: dict[int, Block], again: dict[int, Block]) -> None:
    pending: list[Statement] = list(body)
    while pending:
        match pending.pop():
            case If(_, then, otherwise):
                for block in (then, otherwise):
                    if not block:
                        continue
                    if id(block) in seen:
                        again[id(block)] = block
                    else:
                        seen[id(block)] = block
                        pending.extend(block)
            case For(_, _, block):
                pending.extend(block)
            case _:
                pass


def _statements(block: Block) -> Iterator[Statement]:
    pending = list(block)
    while pending:
        statement = pending.pop()
        yield statement
        match statement:
            case If(_, then, otherwise):
                pending.extend((*then, *otherwise))
            case For(_, _, body):
                pending.extend(body)
            case _:
                pass


def _is_closed(block: Block) -> bool:
    """Say whether a block uses nothing of the command around it: no names, no moving thread, no control."""
    named: set[str] = set()
    used: set[str] = set()
    expressions: list[Expr] = []
    for statement in _statements(block):
        match statement:
            case Assign(variable, index, value, thread):
                if variable.template is not None and thread is None:
                    return False
                expressions += [index, value, *([] if thread is None else [thread])]
            case Let(name, value):
                named.add(name)
                expressions.append(value)
            case If(condition, _, _):
                expressions.append(condition)
            case For(counter, _, _):
                named.add(counter)
            case Goto() | Leave():
                return False
    known: set[int] = set()
    while expressions:
        expression = expressions.pop()
        if id(expression) in known:
            continue
        known.add(id(expression))
        match expression:
            case Self():
                return False
            case Local(name, _):
                used.add(name)
            case Read(variable, operands) if variable.template is not None and len(operands) == 1:
                return False
            case _:
                pass
        expressions.extend(expression.operands)
    return used <= named
