"""Expressions."""

from __future__ import annotations

from abc import abstractmethod

from vexil.frontends.java.syntax.grammar.creations import CreationGrammar, Shape
from vexil.frontends.java.syntax.grammar.parentheses import Parenthesis
from vexil.frontends.java.syntax.grammar.tokens import IDENTIFIER, INTEGER, LITERALS
from vexil.frontends.java.syntax.literals import BadLiteral, integer_value
from vexil.frontends.java.syntax.operators import PRECEDENCE
from vexil.frontends.java.syntax.words import PRIMITIVE_TYPES

_ASSIGNMENTS = frozenset({"=", "+=", "-=", "*=", "/=", "&=", "|=", "^=", "%=", "<<=", ">>=", ">>>="})
_PREFIXES = frozenset({"++", "--", "!", "~", "+", "-"})


_VALUES = frozenset({Shape.EFFECT, Shape.CONSTRUCTOR, Shape.OTHER})


class ExpressionGrammar(CreationGrammar):
    """The checker of expressions."""

    @abstractmethod
    def switch_body(self, *, value: bool) -> None:
        """The rest of a switch behind its keyword."""

    def expression(self, *, label: bool = False) -> Shape:
        """An expression; the constant of a case *label* is no lambda."""
        shape = self._conditional(label)
        if self.kind not in _ASSIGNMENTS:
            return shape
        first, wrong = self.at, -1
        while self.kind in _ASSIGNMENTS:
            if shape in _VALUES and wrong < 0:
                wrong = self.focus
            self.next()
            shape = self._conditional(label)
        if wrong >= 0:
            self.fail("unexpected type\n  required: variable\n  found:    value", wrong)
        self.focus = first
        return Shape.EFFECT

    def condition_operand(self) -> str:
        """An expression without assignment."""
        return self._conditional(False).value

    def _conditional(self, label: bool) -> Shape:
        shape = self._operation(label)
        if self.kind == "?":
            focus = self.at
            while self.kind == "?":
                self.next()
                self.expression(label=label)
                self.accept(":")
                self._operation(label)
            self.focus = focus
            return Shape.OTHER
        return shape

    def _operation(self, label: bool) -> Shape:
        shape = self._operand(label)
        focus, loosest = self.focus, len(PRECEDENCE)
        while self.kind in PRECEDENCE:
            shape = Shape.OTHER
            if PRECEDENCE[self.kind] <= loosest:
                focus, loosest = self.at, PRECEDENCE[self.kind]
            if self.kind == "instanceof":
                self.next()
                self._pattern()
            else:
                self.next()
                self._operand(label)
        self.focus = focus
        return shape

    def _pattern(self) -> None:
        self.modifiers()
        self.type()
        if self.kind == IDENTIFIER:
            self.next()

    def _operand(self, label: bool) -> Shape:
        """An operand with its prefixes and selectors."""
        prefixed: Shape | None = None
        start = self.focus = self.at
        while True:
            if self.kind in _PREFIXES:
                prefixed = prefixed or (Shape.EFFECT if self.kind in {"++", "--"} else Shape.OTHER)
                negative = self.kind == "-"
                self.next()
                if negative and self.kind == INTEGER:
                    self._integer(negated=True)
                    self._selectors(Shape.OTHER)
                    self.focus = start
                    return prefixed
            elif self.kind == "(" and (meaning := self.parenthesis()) is not Parenthesis.EXPRESSION:
                if meaning is not Parenthesis.CAST:
                    self.function(meaning)
                    self.focus = start
                    return prefixed or Shape.OTHER
                self.next()
                self.type()
                while self.kind == "&":
                    self.next()
                    self.type()
                self.accept(")")
                prefixed = prefixed or Shape.OTHER
            else:
                break
        shape = self._primary(label)
        if prefixed is None:
            return shape
        self.focus = start
        return prefixed

    def _integer(self, *, negated: bool) -> None:
        try:
            integer_value(self.tokens.text(self.at), negated=negated)
        except BadLiteral as error:
            self.fail(error.message)
        self.next()

    def _primary(self, label: bool) -> Shape:
        kind = self.kind
        if kind == IDENTIFIER:
            if self.peek() == "->" and not label:
                self.next()
                self.lambda_body()
                return Shape.OTHER
            return self._named()
        if kind == INTEGER:
            self._integer(negated=False)
        elif kind in LITERALS:
            self.next()
        elif kind == "(":
            start = self.at
            self.next()
            self.expression()
            self.accept(")")
            self.focus = start
            return self._selectors(Shape.PARENTHESES)
        elif kind == "this":
            self.next()
            if self.kind == "(":
                self.arguments()
                return self._selectors(Shape.CONSTRUCTOR)
        elif kind == "super":
            return self._super()
        elif kind == "new":
            self.next()
            return self._selectors(self.creation())
        elif kind == "switch":
            self.next()
            self.switch_body(value=True)
        elif kind in PRIMITIVE_TYPES or kind == "@":
            self.annotations()
            self.type()
            self._type_suffix()
        elif kind == "void":
            if self.peek() != ".":
                self.fail("illegal start of expression")
            self.next()
            self.next()
            self.accept("class")
        elif kind in {"assert", "enum", "_"}:
            self.identifier()
        elif kind == "<":
            self.type_arguments()
            self.fail("illegal start of expression")
        else:
            self.fail("illegal start of expression")
        return self._selectors(Shape.OTHER)

    def _type_suffix(self) -> None:
        """What makes an expression of a type: ``.class`` or ``::``."""
        if self.kind == ".":
            self.next()
            self.accept("class")
        elif self.kind != "::":
            self.fail("'.class' expected")

    def _super(self) -> Shape:
        self.next()
        if self.kind == "(":
            self.arguments()
            return self._selectors(Shape.CONSTRUCTOR)
        if self.kind != "::":
            self.accept(".")
            if self.kind == "<":
                self.type_arguments()
            self.identifier()
            if self.kind == "(":
                self.arguments()
                return self._selectors(Shape.EFFECT)
            return self._selectors(Shape.MEMBER)
        return self._selectors(Shape.OTHER)

    def _named(self) -> Shape:
        """A name, possibly the beginning of a type that a class literal or method reference needs."""
        if self.word() == "yield" and self.peek() == "(":
            self.fail("invalid use of a restricted identifier 'yield'")
        if self._is_type_of_reference():
            self.type()
            self._type_suffix()
            return self._selectors(Shape.OTHER)
        self.next()
        while self.kind == "." and self.peek() == IDENTIFIER:
            self.focus = self.at
            self.next()
            self.next()
        if self.kind == "(":
            self.focus = self.at
            self.arguments()
            return self._selectors(Shape.EFFECT)
        return self._selectors(Shape.NAME)

    def _is_type_of_reference(self) -> bool:
        """Whether a name goes on as a type with arguments or brackets that is followed by ``::`` or ``.class``."""
        kinds, index = self.kinds, self.at + 1
        while kinds[index] == "." and kinds[index + 1] == IDENTIFIER:
            index += 2
        if kinds[index] != "<" and not (kinds[index] == "[" and kinds[index + 1] == "]"):
            return False
        if kinds[index] == "[":
            return True
        end = self.skip_type(self.at)
        return end > 0 and kinds[end] == "::"

    def _selectors(self, shape: Shape) -> Shape:
        """Everything behind an operand: members, indices, method references and postfix operators."""
        while True:
            if self.kind == ".":
                self.focus = self.at
                self.next()
                shape = self._selector()
            elif self.kind == "[":
                focus = self.at
                self.next()
                self.expression()
                self.accept("]")
                self.focus = focus
                shape = Shape.ELEMENT
            elif self.kind == "::":
                self.focus = self.at
                self.next()
                if self.kind == "<":
                    self.type_arguments()
                if self.kind == "new":
                    self.next()
                else:
                    self.identifier()
                shape = Shape.OTHER
            elif self.kind in {"++", "--"}:
                self.focus = self.at
                self.next()
                shape = Shape.EFFECT
            else:
                return shape

    def _selector(self) -> Shape:
        self.annotations()
        generic = self.kind == "<"
        if generic:
            self.type_arguments()
        if self.kind == "new" and not generic:
            self.next()
            return self.creation()
        if self.kind in {"this", "class"} and not generic:
            self.next()
            return Shape.OTHER
        if self.kind == "super":
            if self.peek() == "::":
                self.next()
                return Shape.OTHER
            return self._super()
        self.identifier()
        if self.kind == "(":
            self.arguments()
            return Shape.EFFECT
        if generic:
            self.fail("illegal start of expression")
        return Shape.MEMBER
