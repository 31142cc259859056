"""The form of expressions: how deep they are nested, and chains of one connective.

Facts of a proof may be disjunctions of hundreds of conjunctions over the same few predicates. A chain of ``&&`` or
``||`` is one level however long it is.
"""

from __future__ import annotations

from collections.abc import Hashable

from vexil.core.dag import bottom_up
from vexil.ir.expressions import Apply, Expr, Operator

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
