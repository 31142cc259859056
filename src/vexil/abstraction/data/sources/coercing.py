"""Values of one kind as values of another: tokens of constants, abstraction at run time, coercions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.abstraction.data.sources.file import JavaFile
from vexil.abstraction.data.sources.kinds import Kind, is_number, keeps_values, tokens_of
from vexil.abstraction.data.sources.meaning import Meaning
from vexil.abstraction.data.sources.names import Names
from vexil.abstraction.data.sources.occurrences import Role
from vexil.core.errors import UsageError
from vexil.ir.expressions import Apply, Const
from vexil.model.tokens.typing import CONCRETE

if TYPE_CHECKING:
    from tree_sitter import Node


class Coercing:
    """What all rewriting of expressions needs."""

    def __init__(self, file: JavaFile, meaning: Meaning, names: Names, visit: Callable[[Node], None]) -> None:
        self.file = file
        self.meaning = meaning
        self.names = names
        self.visit = visit
        """Rewrites whatever else there is inside of an expression: bodies of lambdas and classes."""
        self.named_coercions = False
        self.overloaded: frozenset[str] = frozenset()
        """Names that several methods have."""
        self.abstracted_names: frozenset[str] = frozenset()

    def drop_parentheses(self, node: Node) -> None:
        """Take parentheses from around an argument, which needs none."""
        while node.type == "parenthesized_expression":
            for part in (node.children[0], node.children[-1]):
                self.file.replace(part, "")
            node = next(child for child in node.named_children if not child.is_extra)

    def token(self, outer: Node, inner: Node, number: Const, wanted: Kind) -> None:
        """Write the token of a constant; one with several is abstracted at run time."""
        kind = self.names.type_of(wanted)
        assert isinstance(number.value, int | float)
        found = tokens_of(kind, number.value)
        if len(found) == 1:
            self.file.replace(outer, self.names.token(wanted, found[0]))
        else:
            self.abstract(inner, wanted)

    def abstract(self, node: Node, wanted: Kind) -> None:
        """Abstract a number at run time."""
        self.file.around(node, f"{self._abstraction(wanted)}(", ")")

    def _abstraction(self, wanted: Kind) -> str:
        if self.named_coercions:
            return self.names.coercion(Kind(CONCRETE, wanted.concrete), wanted)
        return f"{self.names.class_of(wanted)}.abs"

    def coerce(self, node: Node, source: Kind, target: Kind) -> None:
        """Turn a value of one kind into one of another."""
        called = self.coercion(node, source, target)
        if called:
            self.file.around(node, f"{called}(", ")")

    def coerced(self, node: Node, text: str, source: Kind, target: Kind) -> str:
        """The text of a value of one kind as one of another."""
        called = self.coercion(node, source, target)
        return f"{called}({text})" if called else text

    def coercion(self, node: Node, source: Kind, target: Kind) -> str:
        """The method that turns values of one kind into those of another; nothing where they are the same."""
        if not source.is_abstract:
            return self._abstraction(target) if target.is_abstract else ""
        if not target.is_abstract:
            self.file.refuse(node, f"a token of {source.name} is used where a number is needed")
        names = self.names
        same = source.name == target.name and keeps_values(source.concrete, target.concrete)
        if same or names.exact_type(source) == names.exact_type(target):
            return ""
        try:
            names.coercion_table(source, target)
        except UsageError as error:
            self.file.refuse(node, error.message)
        return names.coercion(source, target)

    def refuse_lost(self, node: Node, found: Kind) -> None:
        """Refuse a token that becomes something else than a number: a text, a box, an argument of the library."""
        if not found.is_abstract:
            return
        places = [found for found in self.meaning.at(self.file.span(node)) if is_number(found.expression.type)]
        operands = any(
            occurrence.role is Role.OPERAND and not isinstance(occurrence.expression, Apply) for occurrence in places
        )
        if operands or any(occurrence.role in (Role.PASSED, Role.RETURNED) for occurrence in places):
            self.file.refuse(node, f"a token of {found.name} is used for something that has no abstraction")
