"""Arguments, creations of objects and arrays, and lambdas."""

from __future__ import annotations

from abc import abstractmethod

from vexil.core.source import Span
from vexil.languages.java import tree
from vexil.languages.java.parser.parentheses import Parenthesis, ParenthesisParser
from vexil.languages.java.parser.types import NO_MODIFIERS, array_of
from vexil.languages.java.tokens import IDENTIFIER, PRIMITIVE_TYPES


class CreationParser(ParenthesisParser):
    """The parser of arguments, creations and lambdas.

    ``focus`` is the token that a message about the last expression points at.
    """

    focus = 0

    @abstractmethod
    def expression(self, *, label: bool = False) -> tree.Expression:
        """An expression; the constant of a case *label* is no lambda."""

    @abstractmethod
    def block(self) -> tree.Block:
        """A block of statements."""

    @abstractmethod
    def members(self, name: str, *, interface: bool = False, record: bool = False) -> tuple[tree.Member, ...]:
        """The body of a class called *name*."""

    @abstractmethod
    def formal_parameters(self, *, of_lambda: bool) -> tuple[tree.Parameter, ...]:
        """Parameters with types."""

    def arguments(self) -> tuple[tree.Expression, ...]:
        """The arguments of a call with their parentheses."""
        focus = self.at
        values: list[tree.Expression] = []
        self.accept("(")
        if self.kind != ")":
            values.append(self.expression())
            while self.kind == ",":
                self.next()
                values.append(self.expression())
        self.accept(")")
        self.focus = focus
        return tuple(values)

    def creation(self, outer: tree.Expression | None) -> tree.New | tree.NewArray:
        """What follows ``new``."""
        first = self.at - 1
        start = self.tokens.starts[first] if outer is None else outer.span.start
        if self.kind == "<":
            self.type_arguments()
        self.annotations()
        if self.kind in PRIMITIVE_TYPES:
            primitive = tree.PrimitiveTypeName(self.kind, self.span(self.at))
            self.next()
            if self.kind not in {"[", "@"}:
                self.fail("'[' expected")
            return self._array_creation(primitive, start, first)
        type_ = self.class_type(diamond=True)
        if self.kind in {"[", "@"}:
            return self._array_creation(type_, start, first)
        if self.kind != "(":
            self.fail("'(' or '[' expected")
        arguments = self.arguments()
        body = self.anonymous_class() if self.kind == "{" else None
        self.focus = first
        return tree.New(outer, type_, type_.parts[-1].arguments == (), arguments, body, self.since(start))

    def anonymous_class(self) -> tree.ClassDeclaration:
        """The body of an anonymous class or of an enum constant."""
        start = self.here()
        members = self.members("")
        return tree.ClassDeclaration(
            tree.ClassKind.CLASS, NO_MODIFIERS, "", (), None, (), (), (), members,
            Span(self.number, start, start), self.since(start), "",
        )  # fmt: skip

    def _array_creation(self, element: tree.TypeName, start: int, first: int) -> tree.NewArray:
        dimensions: list[tree.Expression] = []
        initialiser = None
        self.annotations()
        self.accept("[")
        rank = 1
        if self.kind == "]":
            self.next()
            rank += self.brackets()
            if self.kind != "{":
                self.fail("array dimension missing")
            initialiser = self._array_initialiser()
        else:
            dimensions.append(self.expression())
            self.accept("]")
            while self.kind in {"[", "@"}:
                self.annotations()
                self.next()
                rank += 1
                if self.kind == "]":
                    self.next()
                    rank += self.brackets()
                    break
                dimensions.append(self.expression())
                self.accept("]")
            if self.kind == "{":
                self.fail("array creation with both dimension expression and initialization is illegal")
        self.focus = first
        return tree.NewArray(element, tuple(dimensions), rank, initialiser, self.since(start))

    def _array_initialiser(self) -> tree.ArrayInitialiser:
        """``{a, {b}, }``."""
        start = self.here()
        elements: list[tree.Expression] = []
        self.accept("{")
        if self.kind == ",":
            self.next()
        elif self.kind != "}":
            elements.append(self.initialiser())
            while self.kind == ",":
                self.next()
                if self.kind == "}":
                    break
                elements.append(self.initialiser())
        self.accept("}")
        return tree.ArrayInitialiser(tuple(elements), self.since(start))

    def initialiser(self) -> tree.Expression:
        """An expression or an array initialiser."""
        return self._array_initialiser() if self.kind == "{" else self.expression()

    def function(self, meaning: Parenthesis) -> tree.Lambda:
        """A lambda whose parameters are in parentheses."""
        start = self.here()
        if meaning is Parenthesis.UNTYPED_LAMBDA:
            return self.lambda_body(self._untyped_parameters(), start)
        parameters = [
            tree.LambdaParameter(typed.name, array_of(typed.type, int(typed.variable)), typed.name_span)
            for typed in self.formal_parameters(of_lambda=True)
        ]
        return self.lambda_body(parameters, start)

    def _untyped_parameters(self) -> list[tree.LambdaParameter]:
        start = self.at
        parameters: list[tree.LambdaParameter] = []
        self.next()
        while True:
            if self.kind in PRIMITIVE_TYPES or (self.kind == IDENTIFIER and self.peek() == IDENTIFIER):
                self.fail("invalid lambda parameter declaration", start)
            name = self.identifier()
            parameters.append(tree.LambdaParameter(name.name, None, name.span))
            if self.kind != ",":
                break
            self.next()
        self.accept(")")
        return parameters

    def lambda_body(self, parameters: list[tree.LambdaParameter], start: int) -> tree.Lambda:
        """The arrow of a lambda and what follows it."""
        arrow = self.span(self.at)
        self.accept("->")
        body = self.block() if self.kind == "{" else self.expression()
        return tree.Lambda(tuple(parameters), body, arrow, Span(self.number, start, body.span.end))
