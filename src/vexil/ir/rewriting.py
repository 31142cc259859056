"""The one way to change expressions, places, domains and operations: from the leaves to the root, without recursion.

What is not changed stays the same object, and what was shared stays shared (mypy's ``TypeTranslator``, pySMT's
``IdentityDagWalker``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeVar

from vexil.core.dag import bottom_up
from vexil.ir.expressions import AddressOf, Bits, Deref, Element, Expr, Field, Place, Variable, with_operands
from vexil.ir.operation_parts import Allocation, Callee, Domain, domain_operands, with_domain_parts
from vexil.ir.operations import PARTS, Operation, Part

P = TypeVar("P", bound=Operation | Callee | Allocation)


def rewrite(expression: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The expression in which every node, over operands that were changed before, is what *change* makes of it."""
    return bottom_up(expression, lambda node, operands: change(with_operands(node, operands)))


class Rewriter:
    """Rewrites what a program consists of; nothing changes unless a subclass says what.

    A subclass overrides `node` for what becomes of a node over rewritten operands, `variable` for variables wherever
    they are named, or `operation` for operations of which more than expressions changes.
    """

    def __init__(self) -> None:
        self._done: dict[Hashable, tuple[Expr, Expr]] = {}

    def node(self, node: Expr, operands: tuple[Expr, ...]) -> Expr:
        """What stands for a node, given what stands for its operands."""
        match node:
            case Variable():
                return self.variable(node)
            case AddressOf(variable, kind):
                rewritten = self.variable(variable)
                return node if rewritten is variable else AddressOf(rewritten, kind)
            case _:
                return with_operands(node, operands)

    def variable(self, variable: Variable) -> Variable:
        """What stands for a variable that is read or written, has its address taken, or begins or ends its life."""
        return variable

    def value(self, expression: Expr) -> Expr:
        """What stands for an expression."""
        cached = self._done.get(id(expression))
        return bottom_up(expression, self.node, done=self._done) if cached is None else cached[1]

    def place(self, place: Place) -> Place:
        """What stands for a place that is written."""
        rewritten = self.value(place)
        assert isinstance(rewritten, Variable | Deref | Bits | Field | Element)
        return rewritten

    def domain(self, domain: Domain) -> Domain:
        """A domain over rewritten expressions."""
        root: Expr | Domain = domain
        rewritten = bottom_up(root, self._domain_part, domain_operands)
        assert isinstance(rewritten, Domain)
        return rewritten

    def _domain_part(self, item: Expr | Domain, parts: tuple[Expr | Domain, ...]) -> Expr | Domain:
        return with_domain_parts(item, parts) if isinstance(item, Domain) else self.value(item)

    def operation(self, operation: Operation) -> Operation:
        """An operation over rewritten places and expressions, in the order in which occurrences are numbered."""
        return self.parts(operation)

    def parts(self, node: P) -> P:
        """An operation, a callee or an allocation over rewritten places and expressions."""
        changed: dict[str, Any] = {}
        for name, part in PARTS[type(node)]:
            old = getattr(node, name)
            if old is not None:
                new = self._part(part, old)
                if new is not old:
                    changed[name] = new
        if not changed:
            return node
        make: Callable[..., P] = type(node)
        names: tuple[str, ...] = node.__match_args__
        return make(*[changed[name] if name in changed else getattr(node, name) for name in names])

    def _part(self, part: Part, old: Any) -> object:
        match part:
            case Part.VALUE:
                return self.value(old)
            case Part.PLACE:
                return self.place(old)
            case Part.VALUES:
                new = tuple(map(self.value, old))
                return old if new == old else new
            case Part.NESTED:
                return self.parts(old)
            case Part.DOMAIN:
                return self.domain(old)
            case Part.VARIABLE:
                return self.variable(old)


class Renaming(Rewriter):
    """Gives the local variables of a function other names."""

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__()
        self._names = names

    def value(self, expression: Expr) -> Expr:
        """An expression with the other names."""
        return super().value(expression) if self._names else expression

    def variable(self, variable: Variable) -> Variable:
        """A variable with its other name; a global one has none."""
        name = None if variable.is_global else self._names.get(variable.name)
        return variable if name is None else Variable(name, variable.type, False)
