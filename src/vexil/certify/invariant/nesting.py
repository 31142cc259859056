"""The form of expressions: how deep they are nested, chains of one connective, and nodes that look the same.

Facts of a proof may be disjunctions of hundreds of conjunctions over the same few predicates. A chain of ``&&`` or
``||`` is one level however long it is, and a predicate that occurs many times is made one node, so that it is
evaluated once.
"""

from __future__ import annotations

from collections.abc import Hashable

from vexil.core.dag import bottom_up
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator
from vexil.ir.rewriting import rewrite

CONNECTIVES = (Operator.AND, Operator.OR)


class Nesting:
    """Remembers the depth of expressions and what chains connect."""

    def __init__(self) -> None:
        self._depths: dict[Hashable, tuple[Expr, int]] = {}
        self._chains: dict[Apply, tuple[Expr, ...]] = {}

    def depth(self, expression: Expr) -> int:
        """How many levels an expression has; the links of a chain are on one level."""
        return bottom_up(expression, _depth, done=self._depths)

    def parts(self, expression: Apply) -> tuple[Expr, ...]:
        """What a chain of one connective connects, each node once."""
        cached = self._chains.get(expression)
        if cached is None:
            cached = self._chains[expression] = chain(expression, expression.operator)
        return cached


def chain(expression: Expr, operator: Operator) -> tuple[Expr, ...]:
    """What an expression connects by an operator, from left to right, each node once; itself if it does not."""
    links: dict[Expr, None] = {}
    visited: set[Expr] = set()
    stack = [expression]
    while stack:
        current = stack.pop()
        if isinstance(current, Apply) and current.operator is operator:
            if current not in visited:
                visited.add(current)
                stack.extend(reversed(current.operands))
        else:
            links[current] = None
    return tuple(links)


def _depth(node: Expr, depths: tuple[int, ...]) -> int:
    return max((depth + _level(node, part) for part, depth in zip(node.operands, depths, strict=True)), default=1)


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
        return self._nodes.setdefault((type(node), _details(node), node.operands), node)


def _details(node: Expr) -> Hashable:
    """Everything about a node but its operands."""
    match node:
        case Const(value, kind):
            return (type(value), repr(value), kind)
        case AddressOf(variable, kind):
            return (variable.name, variable.is_global, kind)
        case _:
            return tuple(getattr(node, name) for name in node.__match_args__ if name != "operands")
