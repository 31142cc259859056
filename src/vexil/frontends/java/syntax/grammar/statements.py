"""Statements and blocks."""

from __future__ import annotations

from abc import abstractmethod

from vexil.frontends.java.syntax.grammar.control import SIMPLE, ControlGrammar
from vexil.frontends.java.syntax.grammar.creations import Shape
from vexil.frontends.java.syntax.grammar.tokens import END, IDENTIFIER, LITERALS
from vexil.frontends.java.syntax.words import PRIMITIVE_TYPES

_YIELDS = LITERALS | PRIMITIVE_TYPES | {"+", "-", IDENTIFIER, "_", "new", "switch", "this", "super", ";"}


class StatementGrammar(ControlGrammar):
    """The checker of statements; ``constructor_start`` is the token that begins the innermost constructor's body."""

    constructor_start = -1

    @abstractmethod
    def type_declaration(self, modifiers: frozenset[str]) -> None:
        """A class, interface, enum or record."""

    @abstractmethod
    def at_type_declaration(self) -> bool:
        """Whether a type declaration without its modifiers begins here."""

    def block(self) -> None:
        """``{ … }``."""
        self.accept("{")
        self.statements()
        if self.kind in {"case", "default"}:
            self.fail(f"orphaned {self.kind}")
        self.accept("}")

    def statements(self) -> None:
        """The statements of a block or of a case."""
        while self.kind not in {"}", "case", "default", END}:
            self.block_statement()

    def block_statement(self) -> str:
        """A statement or declaration; say which, with what a message points at."""
        kind = self.kind
        if kind in SIMPLE:
            self.statement()
            return "statement"
        if kind in {"final", "@", "abstract", "strictfp", "static"} or self.at_type_declaration() or self._sealed():
            return self._declaration()
        if kind == IDENTIFIER and self.word() == "yield" and self._is_yield():
            self.next()
            if self.kind == ";":
                self.fail("illegal start of expression")
            self.expression()
            self.accept(";")
            return "yield"
        if kind in PRIMITIVE_TYPES or kind == IDENTIFIER:
            end = self.skip_type(self.at)
            if end > 0 and self.kinds[end] in {IDENTIFIER, "_"}:
                self.local_variables()
                return "variable"
            if kind in PRIMITIVE_TYPES and (end < 0 or self.kinds[end] not in {".", "::"}):
                start = self.at
                self.type()
                if self.kind in {"assert", "enum"}:
                    self.identifier()
                self.fail("not a statement", start)
            if kind == IDENTIFIER and self.peek() == ":":
                self.next()
                self.next()
                self.body()
                return "labelled"
            if kind == IDENTIFIER and self._is_generic():
                self.type()
                self.fail("not a statement", self.at - 1)
        return self._expression_statement()

    def _sealed(self) -> bool:
        if self.word() in {"sealed", "non"} and self._sealing():
            self.fail("sealed or non-sealed local classes are not allowed")
        return False

    def _is_generic(self) -> bool:
        index = self.at + 1
        while self.kinds[index] == "." and self.kinds[index + 1] == IDENTIFIER:
            index += 2
        return self.kinds[index] == "<"

    def _declaration(self) -> str:
        modifiers = self.modifiers()
        if self.at_type_declaration():
            self.type_declaration(modifiers)
            return "class"
        if not modifiers <= {"final"}:
            if modifiers == {"static"} or "static" in modifiers:
                self.fail("illegal start of expression", self.at - 1)
            self.type_declaration(modifiers)
        self.local_variables()
        return "variable"

    def _is_yield(self) -> bool:
        after = self.peek()
        if after in _YIELDS:
            return True
        if after in {"!", "~"}:
            return self.peek(2) != ";"
        if after in {"++", "--"}:
            return self.peek(2) != ";"
        if after == "(":
            depth, distance, comma = 1, 2, False
            while depth and self.peek(distance):
                kind = self.peek(distance)
                depth += (kind == "(") - (kind == ")")
                comma = comma or (kind == "," and depth == 1)
                distance += 1
            return not comma or self.peek(distance) == "->"
        return False

    def _expression_statement(self) -> str:
        start = self.at
        if self.kind == "<" and start == self.constructor_start:
            self.type_arguments()
        shape = self.expression()
        if shape is Shape.CONSTRUCTOR:
            if start != self.constructor_start:
                called = self.kinds[self.focus - 1]
                self.fail(f"call to {called} must be first statement in constructor", self.focus)
        elif shape is not Shape.EFFECT:
            self.fail("not a statement", self.focus)
        self.accept(";")
        return "expression"

    def body(self) -> None:
        """A statement below another one, where declarations are not allowed (JLS 14.5)."""
        start = self.at
        if self.kind in {"}", "case", "default", END}:
            self.fail("illegal start of statement")
        what = self.block_statement()
        if what == "class":
            self.fail("class, interface or enum declaration not allowed here", start)
        if what == "variable":
            self.fail("variable declaration not allowed here", self.declared)

    def statement(self) -> None:
        """A statement that begins with its keyword."""
        kind = self.kind
        start = self.at
        if kind == "{":
            self.block()
            return
        self.next()
        match kind:
            case "if":
                self.condition()
                self.body()
                if self.kind == "else":
                    self.next()
                    self.body()
            case "while":
                self.condition()
                self.body()
            case "do":
                self.body()
                self.accept("while")
                self.condition()
                self.accept(";")
            case "for":
                self.for_rest()
            case "switch":
                self.switch_body(value=False)
            case "synchronized":
                self.condition()
                self.block()
            case "try":
                self.try_rest(start)
            case "return":
                if self.kind != ";":
                    self.expression()
                self.accept(";")
            case "throw":
                self.expression()
                self.accept(";")
            case "break" | "continue":
                if self.kind == IDENTIFIER:
                    self.next()
                self.accept(";")
            case "assert":
                self.expression()
                if self.kind == ":":
                    self.next()
                    self.expression()
                self.accept(";")
            case "else":
                self.body()
                self.fail("'else' without 'if'", start)
            case "catch":
                self.catch_rest()
                self.fail("'catch' without 'try'", start)
            case "finally":
                self.block()
                self.fail("'finally' without 'try'", start)
            case _:
                pass
