"""Types, annotations and modifiers."""

from __future__ import annotations

from abc import abstractmethod

from vexil.frontends.java.syntax.grammar.cursor import Cursor
from vexil.frontends.java.syntax.grammar.tokens import IDENTIFIER
from vexil.frontends.java.syntax.words import MODIFIERS, PRIMITIVE_TYPES

_SHORTER = {">>": ">", ">>>": ">>", ">=": "=", ">>=": ">=", ">>>=": ">>="}
RESTRICTED = {"var": 10, "yield": 14, "record": 16, "sealed": 17, "permits": 17}


class TypeGrammar(Cursor):
    """The checker of types."""

    @abstractmethod
    def condition_operand(self) -> str:
        """An expression without assignment."""

    def type(self, *, var: bool = False) -> None:
        """A type, ``void`` included; ``var`` only where it is allowed."""
        self.annotations()
        if self.kind in PRIMITIVE_TYPES:
            self.next()
        elif self.kind == "void":
            self.next()
            return
        elif self.kind == IDENTIFIER:
            start = self.at
            self.class_type(diamond=False)
            if self.at == start + 1:
                word = self.tokens.text(start)
                if word in RESTRICTED and not (var and word == "var"):
                    self.fail(f"'{word}' is not allowed here", start)
        else:
            self.fail("illegal start of type")
        self.brackets()

    def class_type(self, *, diamond: bool) -> None:
        """A class type with its arguments."""
        self.identifier()
        while True:
            if self.kind == "<":
                self.type_arguments(diamond=diamond)
            if self.kind != ".":
                return
            self.next()
            self.annotations()
            self.identifier()

    def brackets(self) -> bool:
        """Pairs of brackets; say whether there were any."""
        some = False
        while self.kind == "[" or (self.kind == "@" and self._annotated_bracket()):
            self.annotations()
            self.next()
            self.accept("]")
            some = True
        return some

    def _annotated_bracket(self) -> bool:
        index = self.skip_annotations(self.at)
        return self.kinds[index] == "["

    def type_arguments(self, *, diamond: bool = False) -> None:
        """``<A, ? extends B>``."""
        self.accept("<")
        if diamond and self.kind == ">":
            self.next()
            return
        while True:
            self.annotations()
            if self.kind == "?":
                self.next()
                if self.kind in {"extends", "super"}:
                    self.next()
                    self.type()
            else:
                self.type()
            if self.kind != ",":
                break
            self.next()
        self.close_angle()

    def close_angle(self) -> None:
        """Accept one ``>``, also as the first part of a longer operator."""
        if self.kind == ">":
            self.next()
        elif self.kind in _SHORTER:
            self.kind = self.kinds[self.at] = _SHORTER[self.kind]
            self.tokens.starts[self.at] += 1
        else:
            self.fail("> expected")

    def type_parameters(self) -> None:
        """``<T extends A & B>``, if there are any."""
        if self.kind != "<":
            return
        self.next()
        while True:
            self.annotations()
            self.identifier()
            if self.kind == "extends":
                self.next()
                self.type()
                while self.kind == "&":
                    self.next()
                    self.type()
            if self.kind != ",":
                break
            self.next()
        self.accept(">")

    def type_list(self) -> None:
        """Types with commas between them."""
        self.type()
        while self.kind == ",":
            self.next()
            self.type()

    def name_list(self) -> None:
        """Names of classes with commas between them."""
        self.annotations()
        self.qualified_name()
        while self.kind == ",":
            self.next()
            self.annotations()
            self.qualified_name()

    def qualified_name(self) -> None:
        """``a.b.c``."""
        self.identifier()
        while self.kind == ".":
            self.next()
            self.identifier()

    def annotations(self) -> None:
        """Annotations, if there are any."""
        while self.kind == "@" and self.peek() != "interface":
            self.next()
            self.qualified_name()
            if self.kind == "(":
                self.next()
                while self.kind != ")":
                    if self.kind == IDENTIFIER and self.peek() == "=":
                        self.next()
                        self.next()
                    self.element_value()
                    if self.kind != ",":
                        break
                    self.next()
                self.accept(")")

    def element_value(self) -> None:
        """The value of an element of an annotation."""
        if self.kind == "@":
            self.annotations()
        elif self.kind == "{":
            self.next()
            while self.kind != "}":
                if self.kind == ",":
                    self.next()
                    break
                self.element_value()
                if self.kind != ",":
                    break
                self.next()
            self.accept("}")
        else:
            self.condition_operand()

    def modifiers(self) -> frozenset[str]:
        """Modifiers and annotations, if there are any."""
        seen: set[str] = set()
        while True:
            kind = self.kind
            if kind == "@":
                if self.peek() == "interface":
                    return frozenset(seen)
                self.annotations()
                continue
            if kind == IDENTIFIER:
                kind = self._sealing()
            elif kind not in MODIFIERS or (kind == "default" and self.peek() in {":", "->"}):
                return frozenset(seen)
            if not kind:
                return frozenset(seen)
            if kind in seen:
                self.fail("repeated modifier")
            seen.add(kind)
            if kind == "non-sealed":
                self.next()
                self.next()
            self.next()

    def _sealing(self) -> str:
        if self.word() == "sealed" and self._before_declaration(1):
            return "sealed"
        if self.word() == "non" and self.peek() == "-" and self.word(2) == "sealed" and self._before_declaration(3):
            return "non-sealed"
        return ""

    def _before_declaration(self, distance: int) -> bool:
        kind = self.peek(distance)
        return kind in MODIFIERS or kind in {"class", "interface", "@", "enum"} or self.word(distance) in {
            "sealed", "non", "record",
        }  # fmt: skip

    def skip_annotations(self, index: int) -> int:
        """The index behind annotations that begin at *index*, without checking them."""
        kinds = self.kinds
        while kinds[index] == "@":
            index += 2
            while kinds[index] == "." and kinds[index + 1] == IDENTIFIER:
                index += 2
            if kinds[index] == "(":
                depth = 0
                while kinds[index]:
                    depth += (kinds[index] == "(") - (kinds[index] == ")")
                    index += 1
                    if not depth:
                        break
        return min(index, len(kinds) - 1)

    def skip_type(self, index: int) -> int:
        """The index behind what reads like a type, or -1."""
        kinds = self.kinds
        if kinds[index] in PRIMITIVE_TYPES:
            index += 1
        elif kinds[index] == IDENTIFIER:
            depth = 0
            expect_name = True
            while True:
                kind = kinds[index]
                if expect_name:
                    if kind == "@":
                        index = self.skip_annotations(index)
                        continue
                    if kind == "?" and depth:
                        if kinds[index + 1] in {"extends", "super"}:
                            index += 2
                            continue
                    elif kind not in PRIMITIVE_TYPES and kind != IDENTIFIER:
                        return -1
                    expect_name = False
                elif kind == "." or (kind == "," and depth):
                    expect_name = True
                elif kind == "<":
                    depth += 1
                    expect_name = True
                elif kind in {">", ">>", ">>>"} and depth:
                    depth -= len(kind)
                    if depth < 0:
                        return -1
                elif kind == "[" and kinds[index + 1] == "]" and depth:
                    index += 1
                elif kind == "&" and depth:
                    expect_name = True
                else:
                    break
                index += 1
            if depth:
                return -1
        else:
            return -1
        while True:
            after = self.skip_annotations(index) if kinds[index] == "@" else index
            if kinds[after] != "[" or kinds[after + 1] != "]":
                return index
            index = after + 2
