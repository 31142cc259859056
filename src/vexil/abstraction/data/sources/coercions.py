"""Values of one kind as values of another: tokens of constants, abstraction at run time, coercions."""

from __future__ import annotations

from collections.abc import Callable

from vexil.abstraction.data.sources.file import JavaFile
from vexil.abstraction.data.sources.kinds import Kind, is_number, keeps_values, tokens_of
from vexil.abstraction.data.sources.meaning import Meaning, Role
from vexil.abstraction.data.sources.names import Names
from vexil.core.errors import UsageError
from vexil.core.source import Span
from vexil.ir.expressions import Apply, Const
from vexil.languages.java import tree
from vexil.model.tokens.typing import CONCRETE


class Coercions:
    """What all rewriting of expressions needs."""

    def __init__(
        self,
        file: JavaFile,
        meaning: Meaning,
        names: Names,
        visit: Callable[[tree.Expression | tree.Statement | tree.ClassDeclaration | tree.LambdaParameter], None],
    ) -> None:
        self.file = file
        self.meaning = meaning
        self.names = names
        self.visit = visit
        """Rewrites whatever else there is inside of an expression: bodies of lambdas and classes."""
        self.named_coercions = False
        self.overloaded: frozenset[str] = frozenset()
        """Names that several methods have."""
        self.abstracted_names: frozenset[str] = frozenset()

    def drop_parentheses(self, node: tree.Expression) -> None:
        """Take parentheses from around an argument, which needs none."""
        while isinstance(node, tree.Parenthesised):
            span = node.span
            self.file.replace(Span(span.file, span.start, span.start + 1), "")
            self.file.replace(Span(span.file, span.end - 1, span.end), "")
            node = node.expression

    def token(self, outer: tree.Expression, inner: tree.Expression, number: Const, wanted: Kind) -> None:
        """Write the token of a constant; one with several is abstracted at run time."""
        kind = self.names.type_of(wanted)
        assert isinstance(number.value, int | float)
        tokens = tokens_of(kind, number.value)
        if len(tokens) == 1:
            self.file.replace(outer.span, self.names.token(wanted, tokens[0]))
        else:
            self.abstract(inner, wanted)

    def abstract(self, node: tree.Expression, wanted: Kind) -> None:
        """Abstract a number at run time."""
        self.file.around(node.span, f"{self._abstraction(wanted)}(", ")")

    def _abstraction(self, wanted: Kind) -> str:
        if self.named_coercions:
            return self.names.coercion(Kind(CONCRETE, wanted.concrete), wanted)
        return f"{self.names.class_of(wanted)}.abs"

    def coerce(self, node: tree.Expression, source: Kind, target: Kind) -> None:
        """Turn a value of one kind into one of another."""
        called = self.coercion(node.span, source, target)
        if called:
            self.file.around(node.span, f"{called}(", ")")

    def coerced(self, span: Span, text: str, source: Kind, target: Kind) -> str:
        """The text of a value of one kind as one of another."""
        called = self.coercion(span, source, target)
        return f"{called}({text})" if called else text

    def coercion(self, span: Span, source: Kind, target: Kind) -> str:
        """The method that turns values of one kind into those of another; nothing where they are the same."""
        if not source.is_abstract:
            return self._abstraction(target) if target.is_abstract else ""
        if not target.is_abstract:
            self.file.refuse(span, f"a token of {source.name} is used where a number is needed")
        names = self.names
        same = source.name == target.name and keeps_values(source.concrete, target.concrete)
        if same or names.exact_type(source) == names.exact_type(target):
            return ""
        try:
            names.coercion_table(source, target)
        except UsageError as error:
            self.file.refuse(span, error.message)
        return names.coercion(source, target)

    def refuse_lost(self, node: tree.Expression, kind: Kind) -> None:
        """Refuse a token that becomes something else than a number: a text, a box, an argument of the library."""
        if not kind.is_abstract:
            return
        places = [place for place in self.meaning.at(node.span) if is_number(place.expression.type)]
        operands = any(
            occurrence.role is Role.OPERAND and not isinstance(occurrence.expression, Apply) for occurrence in places
        )
        if operands or any(occurrence.role in (Role.PASSED, Role.RETURNED) for occurrence in places):
            self.file.refuse(node.span, f"a token of {kind.name} is used for something that has no abstraction")
