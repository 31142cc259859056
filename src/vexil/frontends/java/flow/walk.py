"""A walk through all code of a class, for checks that look at single expressions."""

from __future__ import annotations

from vexil.frontends.java.flow.code import Bodies, methods_of
from vexil.frontends.java.flow.parts import inner, operands, values
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.typing import tree

Nodes = list[tree.Expression | tree.Statement]


def roots(symbol: ClassSymbol, bodies: Bodies) -> Nodes:
    """The initialisers and bodies of a class."""
    found: Nodes = []
    for initialisers in (bodies.static_initialisers(symbol), bodies.instance_initialisers(symbol)):
        found += [part.value if isinstance(part, tree.FieldInitialiser) else part for part in initialisers.parts]
    found += [body.block for _, body in methods_of(symbol, bodies)]
    return found


def below(node: tree.Expression | tree.Statement) -> Nodes:
    """The nodes directly below, bodies of lambdas excluded."""
    if isinstance(node, tree.Expression):
        found: Nodes = list(operands(node))
        if isinstance(node, tree.SwitchValue):
            found += inner(node.switch)
        return found
    return [*values(node), *inner(node)]
