"""Expressions of which nodes that look the same are one node: then looking the same is being the same."""

from __future__ import annotations

from collections.abc import Hashable

from vexil.ir.expressions import AddressOf, Const, Expr, Variable
from vexil.ir.rewriting import rewrite


class Sharing:
    """Makes one node of all that look the same."""

    def __init__(self) -> None:
        self._nodes: dict[Hashable, Expr] = {}

    def shared(self, expression: Expr) -> Expr:
        """The same expression, with nodes that are shared among everything this object has seen."""
        return rewrite(expression, self._one)

    def variable(self, variable: Variable) -> Variable:
        """The one node of a variable."""
        node = self._one(variable)
        assert isinstance(node, Variable)
        return node

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
