"""Final locals that have an initialiser, or belong to code around the class, are never assigned (JLS 4.12.4)."""

from __future__ import annotations

from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.flow.code import Bodies, members_of_local
from vexil.frontends.java.flow.walk import below, roots
from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol
from vexil.frontends.java.typing import tree


class Finals:
    """The check of one class after the other."""

    def __init__(self, bodies: Bodies, diagnostics: Diagnostics) -> None:
        self._bodies = bodies
        self._diagnostics = diagnostics

    def check_class(self, symbol: ClassSymbol) -> None:
        """Check all code of a class, and the local and anonymous classes in it."""
        initialised: set[LocalSymbol] = set()
        assigned: list[tree.LocalRead] = []
        stack = roots(symbol, self._bodies)
        while stack:
            node = stack.pop()
            match node:
                case tree.LocalDeclaration():
                    if node.initialiser is not None:
                        initialised.add(node.local)
                case (
                    tree.Assign(target=tree.LocalRead() as target)
                    | tree.CompoundAssign(target=tree.LocalRead() as target)
                ):
                    if target.local.final:
                        assigned.append(target)
                case tree.Lambda():
                    stack.append(node.body)
                case tree.LocalClass():
                    self.check_class(node.symbol)
                case tree.New() if not node.type.symbol.name:
                    self.check_class(node.type.symbol)
                case _:
                    pass
            stack.extend(below(node))
        for read in assigned:
            if read.local in initialised or read.local.owner.owner is not symbol:
                message = f"cannot assign a value to final variable {read.local.name}"
                self._diagnostics.report(read.span, message)
        for member in members_of_local(symbol):
            self.check_class(member)
