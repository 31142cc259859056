"""Local variables, and the statements with parts of their own kind: ``for``, ``try`` and ``switch``."""

from __future__ import annotations

from abc import abstractmethod

from vexil.frontends.java.syntax.grammar.creations import Shape
from vexil.frontends.java.syntax.grammar.expressions import ExpressionGrammar
from vexil.frontends.java.syntax.grammar.tokens import END, IDENTIFIER
from vexil.frontends.java.syntax.words import PRIMITIVE_TYPES

SIMPLE = frozenset(
    {
        "{", "if", "for", "while", "do", "try", "switch", "synchronized", "return", "throw", "break", "continue", ";",
        "else", "finally", "catch", "assert",
    }
)  # fmt: skip
"""The tokens that only statements begin with."""
_RESOURCE = (
    "the try-with-resources resource must either be a variable declaration or an expression denoting a reference to a "
    "final or effectively final variable"
)


class ControlGrammar(ExpressionGrammar):
    """The checker of such statements; ``declared`` is the token of the first variable of the last declaration."""

    declared = 0

    @abstractmethod
    def statements(self) -> None:
        """The statements of a block or of a case."""

    @abstractmethod
    def body(self) -> None:
        """A statement below another one."""

    def local_variables(self) -> None:
        """A declaration of local variables with its semicolon."""
        inferred = self.local_type()
        first = self.at
        self.variables(inferred=inferred)
        self.accept(";")
        self.declared = first

    def local_type(self) -> int:
        """The type of a local variable; the index of ``var``, or -1."""
        inferred = self.at if self.word() == "var" and self.peek() in {IDENTIFIER, "["} else -1
        self.type(var=True)
        if inferred >= 0 and self.at > inferred + 1:
            self.fail("'var' is not allowed as an element type of an array", inferred)
        return inferred

    def variables(self, *, inferred: int = -1, constant: bool = False) -> None:
        """The variables of a declaration, whose type is ``var`` at *inferred* if that is no negative number."""
        first = True
        while True:
            name = self.at
            self.identifier()
            if inferred >= 0 and not first:
                self.fail("'var' is not allowed in a compound declaration", inferred)
            if self.brackets() and inferred >= 0:
                self.fail("'var' is not allowed as an element type of an array", inferred)
            if self.kind == "=":
                self.next()
                if inferred >= 0 and self.kind == "{":
                    self.fail(f"cannot infer type for local variable {self.tokens.text(name)}", name)
                self.initialiser()
            elif constant:
                self.fail("= expected")
            if self.kind != ",":
                return
            self.next()
            first = False

    def condition(self) -> None:
        """An expression in parentheses."""
        self.accept("(")
        self.expression()
        self.accept(")")

    def for_rest(self) -> None:
        """The rest of a ``for`` behind its keyword."""
        self.accept("(")
        if self.kind != ";":
            if self.kind in {"final", "@"}:
                self.modifiers()
                end = self.at + 1
            else:
                end = self.skip_type(self.at)
            if end > 0 and (self.kinds[self.at - 1] == "final" or self.kinds[end] in {IDENTIFIER, "_"}):
                inferred = self.local_type()
                if self.kind == IDENTIFIER and self._is_for_each():
                    self.next()
                    if self.brackets() and inferred >= 0:
                        self.fail("'var' is not allowed as an element type of an array", inferred)
                    self.next()
                    self.expression()
                    self.accept(")")
                    self.body()
                    return
                self.variables(inferred=inferred)
            elif self.kind in PRIMITIVE_TYPES and (end < 0 or self.kinds[end] not in {".", "::"}):
                start = self.at
                self.type()
                self.fail("bad initializer for for-loop" if self.kind == ":" else "not a statement", start)
            else:
                self._effects()
        self.accept(";")
        if self.kind != ";":
            self.expression()
        self.accept(";")
        if self.kind != ")":
            self._effects()
        self.accept(")")
        self.body()

    def _is_for_each(self) -> bool:
        distance = 1
        while self.peek(distance) == "[" and self.peek(distance + 1) == "]":
            distance += 2
        return self.peek(distance) == ":"

    def _effects(self) -> None:
        while True:
            start = self.at
            if self.expression() is not Shape.EFFECT:
                if self.kind == ":":
                    self.fail("bad initializer for for-loop", start)
                self.fail("not a statement", self.focus)
            if self.kind != ",":
                return
            self.next()

    def try_rest(self, start: int) -> None:
        """The rest of a ``try`` whose keyword is the token *start*."""
        resources = self.kind == "("
        if resources:
            self.next()
            self._resource()
            while self.kind == ";":
                self.next()
                if self.kind == ")":
                    break
                self._resource()
            self.accept(")")
        self.block()
        handled = resources
        while self.kind == "catch":
            self.next()
            self.catch_rest()
            handled = True
        if self.kind == "finally":
            self.next()
            self.block()
        elif not handled:
            self.fail("'try' without 'catch', 'finally' or resource declarations", start)

    def catch_rest(self) -> None:
        """The rest of a ``catch`` behind its keyword."""
        self.accept("(")
        self.modifiers()
        self.type()
        while self.kind == "|":
            self.next()
            self.type()
        self.identifier()
        self.accept(")")
        self.block()

    def _resource(self) -> None:
        modified = self.kind in {"final", "@"}
        if modified:
            self.modifiers()
        end = self.skip_type(self.at)
        if modified or (end > 0 and self.kinds[end] == IDENTIFIER):
            inferred = self.local_type()
            self.identifier()
            if self.brackets() and inferred >= 0:
                self.fail("'var' is not allowed as an element type of an array", inferred)
            self.accept("=")
            self.expression()
        elif self.expression() not in {Shape.NAME, Shape.MEMBER}:
            self.fail(_RESOURCE, self.focus)

    def switch_body(self, *, value: bool) -> None:
        """The rest of a switch behind its keyword; one for its *value* has expressions behind arrows."""
        self.condition()
        self.accept("{")
        arrows: bool | None = None
        while self.kind in {"case", "default"}:
            start = self.at
            if self.kind == "case":
                self.next()
                self.expression(label=True)
                while self.kind == ",":
                    self.next()
                    self.expression(label=True)
            else:
                self.next()
            arrow = self.kind == "->"
            if arrows is not None and arrow != arrows and self.kind in {":", "->"}:
                self.fail("different case kinds used in the switch", start)
            arrows = arrow
            if arrow:
                self.next()
                self._arrow_body(value)
            else:
                self.accept(":", "->")
                self.statements()
        if self.kind not in {"}", END}:
            self.fail("case, default, or '}' expected")
        self.accept("}")

    def _arrow_body(self, value: bool) -> None:
        start = self.at
        if value and self.kind not in {"{", "throw"}:
            self.expression()
            self.accept(";")
            return
        simple = self.kind in SIMPLE - {"{", "throw"}
        self.body()
        if simple:
            self.fail("unexpected statement in case, expected is an expression, a block or a throw statement", start)
