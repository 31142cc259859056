"""Types, annotations and modifiers."""

from __future__ import annotations

from abc import abstractmethod

from vexil.core.source import Span
from vexil.languages.java import tree
from vexil.languages.java.parser.cursor import Cursor
from vexil.languages.java.tokens import IDENTIFIER, MODIFIERS, PRIMITIVE_TYPES

_SHORTER = {">>": ">", ">>>": ">>", ">=": "=", ">>=": ">=", ">>>=": ">>="}
RESTRICTED = {"var": 10, "yield": 14, "record": 16, "sealed": 17, "permits": 17}
NO_MODIFIERS = tree.Modifiers(frozenset(), (), None)


class TypeParser(Cursor):
    """The parser of types."""

    @abstractmethod
    def condition_operand(self) -> tree.Expression:
        """An expression without assignment."""

    def type(self, *, var: bool = False) -> tree.TypeName:
        """A type, ``void`` included; ``var`` only where it is allowed. Annotations in it are not kept."""
        self.annotations()
        start = self.at
        element: tree.TypeName
        if self.kind in PRIMITIVE_TYPES or self.kind == "void":
            element = tree.PrimitiveTypeName(self.kind, self.span(start))
            self.next()
            if element.name == "void":
                return element
        elif self.kind == IDENTIFIER:
            element = self.class_type(diamond=False)
            if self.at == start + 1:
                word = element.parts[0].name
                if word in RESTRICTED and not (var and word == "var"):
                    self.fail(f"'{word}' is not allowed here", start)
        else:
            self.fail("illegal start of type")
        rank = self.brackets()
        return array_of(element, rank, self.since(element.span.start)) if rank else element

    def class_type(self, *, diamond: bool) -> tree.ClassTypeName:
        """A class type with its arguments."""
        parts: list[tree.TypePart] = []
        name = self.identifier()
        while True:
            if self.kind == "<":
                arguments, end = self.type_arguments(diamond=diamond)
                parts.append(tree.TypePart(name.name, arguments, Span(self.number, name.span.start, end)))
            else:
                parts.append(tree.TypePart(name.name, None, name.span))
            if self.kind != ".":
                return tree.ClassTypeName(
                    tuple(parts), Span(self.number, parts[0].span.start, parts[-1].span.end)
                )  # fmt: skip
            self.next()
            self.annotations()
            name = self.identifier()

    def brackets(self) -> int:
        """Pairs of brackets; how many there were."""
        rank = 0
        while self.kind == "[" or (self.kind == "@" and self._annotated_bracket()):
            self.annotations()
            self.next()
            self.accept("]")
            rank += 1
        return rank

    def _annotated_bracket(self) -> bool:
        index = self.skip_annotations(self.at)
        return self.kinds[index] == "["

    def type_arguments(self, *, diamond: bool = False) -> tuple[tuple[tree.TypeName, ...], int]:
        """``<A, ? extends B>``, and where it ends."""
        self.accept("<")
        if diamond and self.kind == ">":
            self.next()
            return (), self.tokens.ends[self.at - 1]
        arguments: list[tree.TypeName] = []
        while True:
            start = self.here()
            self.annotations()
            if self.kind == "?":
                arguments.append(self._wildcard(start))
            else:
                arguments.append(self.type())
            if self.kind != ",":
                break
            self.next()
        return tuple(arguments), self._close_angle()

    def _wildcard(self, start: int) -> tree.WildcardTypeName:
        self.next()
        upper = self.kind != "super"
        if self.kind not in {"extends", "super"}:
            return tree.WildcardTypeName(None, upper, self.since(start))
        self.next()
        bound = self.type()
        return tree.WildcardTypeName(bound, upper, Span(self.number, start, bound.span.end))

    def _close_angle(self) -> int:
        """Accept one ``>``, also as the first part of a longer operator, and say where it ends."""
        if self.kind == ">":
            self.next()
            return self.tokens.ends[self.at - 1]
        if self.kind not in _SHORTER:
            self.fail("> expected")
        self.kind = self.kinds[self.at] = _SHORTER[self.kind]
        self.tokens.starts[self.at] += 1
        return self.here()

    def type_parameters(self) -> tuple[tree.TypeParameter, ...]:
        """``<T extends A & B>``, if there are any."""
        if self.kind != "<":
            return ()
        self.next()
        parameters: list[tree.TypeParameter] = []
        while True:
            start = self.here()
            self.annotations()
            name = self.identifier()
            bounds: tuple[tree.TypeName, ...] = ()
            if self.kind == "extends":
                self.next()
                bounds = self.type_list("&")
            end = bounds[-1].span.end if bounds else name.span.end
            parameters.append(tree.TypeParameter(name.name, bounds, Span(self.number, start, end)))
            if self.kind != ",":
                break
            self.next()
        self.accept(">")
        return tuple(parameters)

    def type_list(self, separator: str = ",") -> tuple[tree.TypeName, ...]:
        """Types with commas between them, or another *separator*."""
        types = [self.type()]
        while self.kind == separator:
            self.next()
            types.append(self.type())
        return tuple(types)

    def name_list(self) -> tuple[tree.TypeName, ...]:
        """Names of classes with commas between them."""
        names: list[tree.TypeName] = []
        while True:
            self.annotations()
            parts = tuple([tree.TypePart(name.name, None, name.span) for name in self.qualified_name()])
            names.append(tree.ClassTypeName(parts, Span(self.number, parts[0].span.start, parts[-1].span.end)))
            if self.kind != ",":
                return tuple(names)
            self.next()

    def qualified_name(self) -> list[tree.Name]:
        """``a.b.c``."""
        names = [self.identifier()]
        while self.kind == ".":
            self.next()
            names.append(self.identifier())
        return names

    def annotations(self) -> list[tree.Annotation]:
        """Annotations, if there are any."""
        nodes: list[tree.Annotation] = []
        while self.kind == "@" and self.peek() != "interface":
            start = self.here()
            self.next()
            name = ".".join([part.name for part in self.qualified_name()])
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
            nodes.append(tree.Annotation(name, self.since(start)))
        return nodes

    def element_value(self) -> None:
        """The value of an element of an annotation, which is not kept."""
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

    def modifiers(self) -> tree.Modifiers:
        """Modifiers and annotations, if there are any."""
        start = self.here()
        words: set[str] = set()
        annotations: list[tree.Annotation] = []
        while True:
            kind = self.kind
            if kind == "@" and self.peek() != "interface":
                annotations += self.annotations()
                continue
            if kind == IDENTIFIER:
                kind = self.sealing()
            elif kind not in MODIFIERS or (kind == "default" and self.peek() in {":", "->"}):
                kind = ""
            if not kind:
                break
            if kind in words:
                self.fail("repeated modifier")
            words.add(kind)
            if kind == "non-sealed":
                self.next()
                self.next()
            self.next()
        if not words and not annotations:
            return NO_MODIFIERS
        return tree.Modifiers(frozenset(words), tuple(annotations), self.since(start))

    def sealing(self) -> str:
        """``sealed`` or ``non-sealed`` where one begins here; else nothing."""
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


def array_of(element: tree.TypeName, rank: int, span: Span | None = None) -> tree.TypeName:
    """An array type of *rank* dimensions over *element*."""
    for _ in range(rank):
        element = tree.ArrayTypeName(element, span or element.span)
    return element
