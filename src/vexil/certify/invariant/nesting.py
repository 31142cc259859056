"""The form of expressions: how deep they are nested, chains of one connective, and nodes that look the same.

Facts of a proof may be disjunctions of hundreds of conjunctions over the same few predicates. A chain of ``&&`` or
``||`` is one level however long it is, and a predicate that occurs many times is made one node, so that it is
evaluated once.
"""

from __future__ import annotations

from collections.abc import Hashable

from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    CodeAddress,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    TypeTest,
    Variable,
)
from vexil.ir.rewriting import rewrite

CONNECTIVES = (Operator.AND, Operator.OR)


class Nesting:
    """Remembers the depth of expressions and what chains connect."""

    def __init__(self) -> None:
        self._depths: dict[int, tuple[Expr, int]] = {}
        self._chains: dict[int, tuple[Expr, tuple[Expr, ...]]] = {}

    def depth(self, expression: Expr) -> int:
        """How many levels an expression has; the links of a chain are on one level."""
        depths = self._depths
        stack = [] if id(expression) in depths else [expression]
        while stack:
            current = stack[-1]
            missing = [operand for operand in current.operands if id(operand) not in depths]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                levels = [depths[id(operand)][1] + _level(current, operand) for operand in current.operands]
                depths[id(current)] = (current, max(levels, default=1))
        return depths[id(expression)][1]

    def parts(self, expression: Apply) -> tuple[Expr, ...]:
        """What a chain of one connective connects, each node once."""
        known = self._chains.get(id(expression))
        if known is None:
            known = self._chains[id(expression)] = (expression, chain(expression, expression.operator))
        return known[1]


def chain(expression: Expr, operator: Operator) -> tuple[Expr, ...]:
    """What an expression connects by an operator, from left to right, each node once; itself if it does not."""
    links: dict[int, Expr] = {}
    seen: set[int] = set()
    stack = [expression]
    while stack:
        current = stack.pop()
        if isinstance(current, Apply) and current.operator is operator:
            if id(current) not in seen:
                seen.add(id(current))
                stack.extend(reversed(current.operands))
        else:
            links.setdefault(id(current), current)
    return tuple(links.values())


def _level(above: Expr, operand: Expr) -> int:
    if isinstance(above, Apply) and isinstance(operand, Apply) and above.operator is operand.operator:
        return int(above.operator not in CONNECTIVES)
    return 1


class Sharing:
    """Makes one node of all that look the same."""

    def __init__(self) -> None:
        self._nodes: dict[Hashable, Expr] = {}

    def shared(self, expression: Expr) -> Expr:
        """The same expression, with nodes that are shared among everything this object has seen."""
        return rewrite(expression, self._one)

    def _one(self, node: Expr) -> Expr:
        return self._nodes.setdefault((type(node), _details(node), tuple(map(id, node.operands))), node)


def _details(node: Expr) -> Hashable:
    """Everything about a node but its operands."""
    match node:
        case Const(value, kind):
            return (type(value), repr(value), kind)
        case Variable(name, kind, is_global) | AddressOf(Variable(name, _, is_global), kind):
            return (name, kind, is_global)
        case Deref(_, kind) | Element(_, kind):
            return kind
        case Bits(_, unit, offset, width, kind):
            return (unit, offset, width, kind)
        case Field(_, class_name, name, kind):
            return (class_name, name, kind)
        case CodeAddress(function, kind):
            return (function, kind)
        case TypeTest(_, tested, kind):
            return (tested, kind)
        case Apply(operator, _, kind):
            return (operator, kind)
