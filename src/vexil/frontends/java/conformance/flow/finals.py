"""Which variables are assigned: final ones never (JLS 4.12.4), those that inner code uses once (JLS 8.1.3, 15.27.2)."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.conformance.flow.code import Bodies, is_local, is_reference, members_of_local, methods_of
from vexil.frontends.java.diagnostics import Diagnostics
from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol
from vexil.frontends.java.typing import tree
from vexil.frontends.java.typing.tree.walking import Node, operands, statements_in

_LAMBDA, _CLASS = "a lambda expression", "an inner class"


def _roots(symbol: ClassSymbol, bodies: Bodies) -> list[Node]:
    """The initialisers and bodies of a class."""
    nodes: list[Node] = []
    for initialisers in (bodies.static_initialisers(symbol), bodies.instance_initialisers(symbol)):
        nodes += [part.value if isinstance(part, tree.FieldInitialiser) else part for part in initialisers.parts]
    nodes += [body.block for _, body in methods_of(symbol, bodies)]
    return nodes


class Finals:
    """Final locals that have an initialiser, or belong to code around the class, are never assigned."""

    def __init__(self, bodies: Bodies, diagnostics: Diagnostics) -> None:
        self._bodies = bodies
        self._diagnostics = diagnostics

    def check_class(self, symbol: ClassSymbol) -> None:
        """Check all code of a class, and the local and anonymous classes in it."""
        initialised: set[LocalSymbol] = set()
        assigned: list[tree.LocalRead] = []
        stack = _roots(symbol, self._bodies)
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
            stack += (*operands(node), *statements_in(node))
        for read in assigned:
            if read.local in initialised or read.local.owner.owner is not symbol:
                message = f"cannot assign a value to final variable {read.local.name}"
                self._diagnostics.report(read.span, message)
        for member in members_of_local(symbol):
            self.check_class(member)


class Captures:
    """Variables that lambdas, inner classes and resources use are final or effectively final."""

    def __init__(self, bodies: Bodies, diagnostics: Diagnostics, reassigned: set[LocalSymbol]) -> None:
        self._bodies = bodies
        self._diagnostics = diagnostics
        self._reassigned = reassigned

    def check_class(self, symbol: ClassSymbol) -> None:
        """Check all code of a class, and the local and anonymous classes in it."""
        start = symbol.declaration.span if symbol.declaration is not None and is_local(symbol) else None
        self._walk(_roots(symbol, self._bodies), start, _CLASS)
        for member in members_of_local(symbol):
            self.check_class(member)

    def _walk(self, nodes: list[Node], start: Span | None, what: str) -> None:
        stack = list(nodes)
        while stack:
            node = stack.pop()
            match node:
                case tree.LocalRead():
                    if node.local in self._reassigned:
                        self._use(node, start, what)
                case (
                    tree.Assign(target=tree.LocalRead() as target)
                    | tree.CompoundAssign(target=tree.LocalRead() as target)
                ):
                    self._use(target, start, what)
                case tree.Lambda() if not is_reference(node):
                    self._walk([node.body], node.span, _LAMBDA)
                case tree.LocalClass():
                    self.check_class(node.symbol)
                case tree.New() if not node.type.symbol.name:
                    self.check_class(node.type.symbol)
                case tree.Try():
                    self._resources(node)
                case _:
                    pass
            stack += (*operands(node), *statements_in(node))

    def _use(self, read: tree.LocalRead, start: Span | None, what: str) -> None:
        """A variable that changes is used, or one is changed: not if it was declared outside."""
        declared = read.local.span
        if start is not None and declared is not None and declared.start < start.start:
            self._diagnostics.report(
                read.span, f"local variables referenced from {what} must be final or effectively final"
            )

    def _resources(self, statement: tree.Try) -> None:
        for resource in statement.resources:
            value = resource.value
            if isinstance(value, tree.LocalRead) and value.span == resource.span and value.local in self._reassigned:
                message = "used as a try-with-resources resource neither final nor effectively final"
                self._diagnostics.report(value.span, f"variable {value.local.name} {message}")
