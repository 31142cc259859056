"""Files, type declarations and their members."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from vexil.frontends.java.syntax.depth import with_deep_stack
from vexil.frontends.java.syntax.grammar.cursor import expected
from vexil.frontends.java.syntax.grammar.statements import StatementGrammar
from vexil.frontends.java.syntax.grammar.tokens import END, IDENTIFIER
from vexil.frontends.java.syntax.grammar.types import RESTRICTED

if TYPE_CHECKING:
    from vexil.core.source import SourceFile

_TYPE_EXPECTED = "class, interface, enum, or record expected"


def check_syntax(file: SourceFile) -> None:
    """Raise `SourceError` at the first mistake in the grammar of *file*, worded and placed as by javac."""
    with_deep_stack(lambda: FileGrammar(file).unit(), file)


class FileGrammar(StatementGrammar):
    """The checker of declarations, and of everything in them."""

    def unit(self) -> None:
        """A file (JLS 7.3)."""
        if self.kind == "@" and self.kinds[self.skip_annotations(0)] == "package":
            self.annotations()
        if self.kind == "package":
            self.next()
            self.qualified_name()
            self.accept(";")
        imports = True
        while self.kind != END:
            if self.kind == "import" and imports:
                self._import()
            elif self.kind == ";":
                self.next()
            elif self.word() in {"module", "open"} and self.peek() == IDENTIFIER:
                start = self.tokens.starts[self.at]
                raise self.unsupported("a module declaration is not supported: programs have no modules", start)
            else:
                imports = False
                self.type_declaration(self.modifiers())

    def _import(self) -> None:
        self.next()
        if self.kind == "static":
            self.next()
        self.identifier()
        while True:
            self.accept(".")
            if self.kind == "*":
                self.next()
                break
            self.identifier()
            if self.kind != ".":
                break
        self.accept(";")

    def at_type_declaration(self) -> bool:
        """Whether a type declaration without its modifiers begins here."""
        if self.kind == IDENTIFIER:
            return self.peek() == IDENTIFIER and self.word() == "record" and self.peek(2) in {"(", "<"}
        return self.kind in {"class", "interface", "enum"} or (self.kind == "@" and self.peek() == "interface")

    def type_declaration(self, modifiers: frozenset[str]) -> None:
        """A class, interface, enum or record behind its modifiers."""
        kind = self.kind
        if not self.at_type_declaration():
            self._no_type_declaration()
        self.next()
        if kind == "@":
            self.next()
        name = self._type_name()
        if kind not in {"@", "enum"}:
            self.type_parameters()
        if kind == IDENTIFIER:
            self.formal_parameters(of_lambda=False)
        if kind in {"class", "interface"} and self.kind == "extends":
            self.next()
            if kind == "class":
                self.type()
            else:
                self.type_list()
        if kind in {"class", "enum", IDENTIFIER} and self.kind == "implements":
            self.next()
            self.type_list()
        if kind in {"class", "interface"} and self.word() == "permits":
            self.next()
            self.name_list()
        if kind == "enum":
            self._enum_body(name)
        else:
            self._members(name, interface=kind in {"interface", "@"}, record=kind == IDENTIFIER)

    def _no_type_declaration(self) -> NoReturn:
        start = self.at
        if self.word() == "record" and self.peek() == IDENTIFIER:
            self.fail("record header expected")
        if self.kind == IDENTIFIER:
            self.next()
        self.fail(_TYPE_EXPECTED, start)

    def _type_name(self) -> str:
        name = self.word()
        self.identifier()
        if name in RESTRICTED:
            self.fail(f"'{name}' not allowed here", self.at - 1)
        return name

    def class_body(self, name: str) -> None:
        """The body of a class called *name*; an anonymous class has no name."""
        self._members(name, interface=False, record=False)

    def _members(self, name: str, *, interface: bool, record: bool) -> None:
        self.accept("{")
        self._member_list(name, interface=interface, record=record)
        self.accept("}")

    def _member_list(self, name: str, *, interface: bool, record: bool) -> None:
        while self.kind not in {"}", END}:
            if self.kind == ";":
                self.next()
            else:
                self._member(name, interface=interface, record=record)

    def _enum_body(self, name: str) -> None:
        self.accept("{")
        if self.kind == ",":
            self.next()
        else:
            while self.kind not in {";", "}", END}:
                self.annotations()
                self.identifier()
                if self.kind == "(":
                    self.arguments()
                if self.kind == "{":
                    self.class_body("")
                if self.kind != ",":
                    break
                self.next()
        if self.kind == ";":
            self.next()
            self._member_list(name, interface=False, record=False)
        elif self.kind != "}":
            self.fail_behind(expected(",", "}", ";"))
        self.accept("}")

    def _member(self, name: str, *, interface: bool, record: bool) -> None:
        modifiers = self.modifiers()
        if self.at_type_declaration():
            self.type_declaration(modifiers)
            return
        if self.kind == "{" and modifiers <= {"static"}:
            if interface:
                self.fail("initializers not allowed in interfaces")
            if record and not modifiers:
                self.fail("instance initializers not allowed in records")
            self.block()
            return
        generic = self.kind == "<"
        self.type_parameters()
        self.annotations()
        start, void = self.at, self.kind == "void"
        word = self.word()
        self.type()
        simple = word and self.at == start + 1
        if simple and ((self.kind == "(" and not interface) or (self.kind == "{" and record)):
            if word != name:
                self.fail("invalid method declaration; return type required", start)
            self._method_rest(void=True, constructor=True)
            return
        self.identifier()
        if self.kind == "(":
            self._method_rest(void=void)
        elif void or generic:
            self.fail("'(' expected")
        elif record and "static" not in modifiers:
            self.fail("field declaration must be static", self.at - 1)
        else:
            self.at -= 1
            self.kind = IDENTIFIER
            self.variables(constant=interface)
            self.accept(";")

    def _method_rest(self, *, void: bool, constructor: bool = False) -> None:
        if self.kind == "(":
            self.formal_parameters(of_lambda=False)
            if not void:
                self.brackets()
            if self.kind == "throws":
                self.next()
                self.name_list()
        if self.kind == "{":
            outer = self.constructor_start
            self.constructor_start = self.at + 1 if constructor else -1
            self.block()
            self.constructor_start = outer
            return
        if self.kind == "default":
            self.next()
            self.element_value()
        self.accept(";")

    def formal_parameters(self, *, of_lambda: bool) -> None:
        """Parameters with types, in parentheses."""
        first, inferred, typed = self.at, 0, 0
        self.accept("(")
        if self.kind != ")":
            while True:
                if of_lambda and self.kind == IDENTIFIER and self.peek() in {",", ")"}:
                    self.fail("invalid lambda parameter declaration", first)
                inferred += self.word() == "var"
                typed += self.word() != "var"
                variable = self._formal_parameter(first=inferred + typed == 1, of_lambda=of_lambda)
                if of_lambda and inferred and typed:
                    self.fail("invalid lambda parameter declaration", first)
                if self.kind != ",":
                    break
                if variable:
                    self.fail("varargs parameter must be the last parameter", self.at - 1)
                self.next()
        if self.kind != ")":
            self.fail_behind(expected(",", ")", "["))
        self.next()

    def _formal_parameter(self, *, first: bool, of_lambda: bool) -> bool:
        if wrong := self.modifiers() - {"final"}:
            self.fail(f"modifier {','.join(sorted(wrong))} not allowed here")
        self.type(var=of_lambda)
        self.annotations()
        variable = self.kind == "..."
        if variable:
            self.next()
        if self.kind == "this" and first:
            self.next()
        elif self.kind == IDENTIFIER and self.peek() == "." and self.peek(2) == "this":
            self.next()
            self.next()
            self.next()
        else:
            self.identifier()
            self.brackets()
        return variable
