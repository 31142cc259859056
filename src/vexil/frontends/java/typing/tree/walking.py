"""The parts of typed nodes, for walks that treat most nodes alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, get_args

from vexil.frontends.java.typing.tree.expressions import Expression, Lambda, SwitchValue
from vexil.frontends.java.typing.tree.statements import CatchClause, Resource, Statement, SwitchCase

Node = Expression | Statement
_EXPRESSIONS, _STATEMENTS = frozenset(get_args(Expression)), frozenset(get_args(Statement))
_CLAUSES = frozenset({CatchClause, Resource, SwitchCase})
"""Parts of statements that are no statements themselves."""
_NODES = _EXPRESSIONS | _STATEMENTS | _CLAUSES


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind) if part.name not in ("span", "type"))


def children(node: Any) -> Iterator[Any]:
    """The typed nodes directly below a node, clauses included."""
    kind: Any = type(node)
    for name in _field_names(kind):
        part = getattr(node, name)
        if isinstance(part, tuple):
            for item in part:
                if isinstance(item, tuple):
                    yield from (inner for inner in item if type(inner) in _NODES)
                elif type(item) in _NODES:
                    yield item
        elif type(part) in _NODES:
            yield part


def operands(node: Node) -> list[Expression]:
    """The expressions directly in a node, in the order of evaluation; bodies of lambdas are left out."""
    if isinstance(node, SwitchValue):
        return [node.switch.selector]
    return _direct(node, _EXPRESSIONS)


def statements_in(node: Node) -> list[Statement]:
    """The statements directly in a statement or switch expression; bodies of lambdas are left out."""
    if isinstance(node, Lambda):
        return []
    return _direct(node.switch if isinstance(node, SwitchValue) else node, _STATEMENTS)


def _direct(node: Any, kinds: frozenset[type]) -> list[Any]:
    nodes: list[Any] = []
    for child in children(node):
        if type(child) in kinds:
            nodes.append(child)
        elif type(child) in _CLAUSES:
            nodes += _direct(child, kinds)
    return nodes
