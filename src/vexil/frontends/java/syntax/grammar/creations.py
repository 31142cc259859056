"""Arguments, creations of objects and arrays, and lambdas."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum

from vexil.frontends.java.syntax.grammar.parentheses import Parenthesis, ParenthesisGrammar
from vexil.frontends.java.syntax.grammar.tokens import IDENTIFIER
from vexil.frontends.java.syntax.words import PRIMITIVE_TYPES


class Shape(Enum):
    """What an expression is, as far as statements care."""

    NAME = "name"
    EFFECT = "effect"
    """An assignment, increment, call or creation: it may stand as a statement (JLS 14.8)."""
    MEMBER = "member"
    ELEMENT = "element"
    PARENTHESES = "parentheses"
    CONSTRUCTOR = "constructor"
    """A call of another constructor, a statement only at the beginning of one (JLS 8.8.7)."""
    OTHER = "other"


class CreationGrammar(ParenthesisGrammar):
    """The checker of arguments, creations and lambdas.

    ``focus`` is the token that a message about the last expression points at.
    """

    focus = 0

    @abstractmethod
    def expression(self, *, label: bool = False) -> Shape:
        """An expression; the constant of a case *label* is no lambda."""

    @abstractmethod
    def block(self) -> None:
        """A block of statements."""

    @abstractmethod
    def class_body(self, name: str) -> None:
        """The body of a class called *name*."""

    @abstractmethod
    def formal_parameters(self, *, of_lambda: bool) -> None:
        """Parameters with types."""

    def arguments(self) -> None:
        """The arguments of a call with their parentheses."""
        focus = self.at
        self.accept("(")
        if self.kind != ")":
            self.expression()
            while self.kind == ",":
                self.next()
                self.expression()
        self.accept(")")
        self.focus = focus

    def creation(self) -> Shape:
        """What follows ``new``."""
        start = self.at - 1
        if self.kind == "<":
            self.type_arguments()
        self.annotations()
        if self.kind in PRIMITIVE_TYPES:
            self.next()
            if self.kind not in {"[", "@"}:
                self.fail("'[' expected")
        else:
            self.class_type(diamond=True)
        if self.kind in {"[", "@"}:
            self._array_creation()
            self.focus = start
            return Shape.OTHER
        if self.kind != "(":
            self.fail("'(' or '[' expected")
        self.arguments()
        if self.kind == "{":
            self.class_body("")
        self.focus = start
        return Shape.EFFECT

    def _array_creation(self) -> None:
        self.annotations()
        self.accept("[")
        if self.kind == "]":
            self.next()
            self.brackets()
            if self.kind != "{":
                self.fail("array dimension missing")
            self.array_initialiser()
            return
        self.expression()
        self.accept("]")
        while self.kind in {"[", "@"}:
            self.annotations()
            self.next()
            if self.kind == "]":
                self.next()
                self.brackets()
                break
            self.expression()
            self.accept("]")
        if self.kind == "{":
            self.fail("array creation with both dimension expression and initialization is illegal")

    def array_initialiser(self) -> None:
        """``{a, {b}, }``."""
        self.accept("{")
        if self.kind == ",":
            self.next()
        elif self.kind != "}":
            self.initialiser()
            while self.kind == ",":
                self.next()
                if self.kind == "}":
                    break
                self.initialiser()
        self.accept("}")

    def initialiser(self) -> None:
        """An expression or an array initialiser."""
        if self.kind == "{":
            self.array_initialiser()
        else:
            self.expression()

    def function(self, meaning: Parenthesis) -> None:
        """A lambda whose parameters are in parentheses."""
        if meaning is Parenthesis.TYPED_LAMBDA:
            self.formal_parameters(of_lambda=True)
        else:
            self._untyped_parameters()
        self.lambda_body()

    def _untyped_parameters(self) -> None:
        start = self.at
        self.next()
        while True:
            if self.kind in PRIMITIVE_TYPES or (self.kind == IDENTIFIER and self.peek() == IDENTIFIER):
                self.fail("invalid lambda parameter declaration", start)
            self.identifier()
            if self.kind != ",":
                break
            self.next()
        self.accept(")")

    def lambda_body(self) -> None:
        """The arrow of a lambda and what follows it."""
        self.accept("->")
        if self.kind == "{":
            self.block()
        else:
            self.expression()
