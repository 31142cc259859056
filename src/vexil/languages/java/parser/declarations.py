"""Files, type declarations and their members (JLS 7-9)."""

from __future__ import annotations

from typing import NoReturn

from vexil.core.depth import deep_calls
from vexil.languages.java import tree
from vexil.languages.java.parser.cursor import expected
from vexil.languages.java.parser.statements import StatementParser
from vexil.languages.java.parser.types import RESTRICTED, array_of
from vexil.languages.java.tokens import END, IDENTIFIER

_TYPE_EXPECTED = "class, interface, enum, or record expected"


class FileParser(StatementParser):
    """The parser of declarations, and of everything in them."""

    def unit(self) -> tree.CompilationUnit:
        """A file (JLS 7.3)."""
        package, package_span = "", None
        start = self.here()
        if self.kind == "@" and self.kinds[self.skip_annotations(0)] == "package":
            self.annotations()
        if self.kind == "package":
            self.next()
            package = ".".join([name.name for name in self.qualified_name()])
            self.accept(";")
            package_span = self.since(start)
        imports: list[tree.Import] = []
        types: list[tree.ClassDeclaration] = []
        while self.kind != END:
            if self.kind == "import" and not types:
                imports.append(self._import())
            elif self.kind == ";":
                self.next()
            elif self.word() in {"module", "open"} and self.peek() == IDENTIFIER:
                raise self.unsupported("a module declaration is not supported: programs have no modules", self.here())
            else:
                doc = self.tokens.documentation(self.at)
                types.append(self.type_declaration(self.modifiers(), doc))
        if self.misplaced_call >= 0:
            call = self.span(self.misplaced_call)
            message = f"call to {self.kinds[self.misplaced_call - 1]} must be first statement in constructor"
            raise self.file.error(message, call.start, call.end)
        return tree.CompilationUnit(self.file, package, package_span, tuple(imports), tuple(types))

    def _import(self) -> tree.Import:
        start = self.here()
        self.next()
        static = self.kind == "static"
        if static:
            self.next()
        names = [self.identifier().name]
        on_demand = False
        while True:
            self.accept(".")
            if self.kind == "*":
                self.next()
                on_demand = True
                break
            names.append(self.identifier().name)
            if self.kind != ".":
                break
        self.accept(";")
        return tree.Import(".".join(names), static, on_demand, self.since(start))

    def at_type_declaration(self) -> bool:
        """Whether a type declaration without its modifiers begins here."""
        if self.kind == IDENTIFIER:
            return self.peek() == IDENTIFIER and self.word() == "record" and self.peek(2) in {"(", "<"}
        return self.kind in {"class", "interface", "enum"} or (self.kind == "@" and self.peek() == "interface")

    def type_declaration(self, modifiers: tree.Modifiers, doc: str = "") -> tree.ClassDeclaration:
        """A class, interface, enum or record behind its modifiers; *doc* is the comment in front of it."""
        kind = self.kind
        start = self.here() if modifiers.span is None else modifiers.span.start
        if not self.at_type_declaration():
            self._no_type_declaration()
        self.next()
        if kind == "@":
            self.next()
        name = self._type_name()
        parameters: tuple[tree.TypeParameter, ...] = ()
        components: tuple[tree.Parameter, ...] = ()
        superclass: tree.TypeName | None = None
        supertypes: tuple[tree.TypeName, ...] = ()
        constants: tuple[tree.EnumConstant, ...] = ()
        if kind not in {"@", "enum"}:
            parameters = self.type_parameters()
        if kind == IDENTIFIER:
            components = self.formal_parameters(of_lambda=False)
        if kind in {"class", "interface"} and self.kind == "extends":
            self.next()
            if kind == "class":
                superclass = self.type()
            else:
                supertypes = self.type_list()
        if kind in {"class", "enum", IDENTIFIER} and self.kind == "implements":
            self.next()
            supertypes = self.type_list()
        if kind in {"class", "interface"} and self.word() == "permits":
            self.next()
            self.name_list()
        if kind == "enum":
            constants, members = self._enum_body(name.name)
        else:
            members = self.members(name.name, interface=kind in {"interface", "@"}, record=kind == IDENTIFIER)
        return tree.ClassDeclaration(
            _KINDS[kind], modifiers, name.name, parameters, superclass, supertypes, components, constants, members,
            name.span, self.since(start), doc,
        )  # fmt: skip

    def _no_type_declaration(self) -> NoReturn:
        start = self.at
        if self.word() == "record" and self.peek() == IDENTIFIER:
            self.fail("record header expected")
        if self.kind == IDENTIFIER:
            self.next()
        self.fail(_TYPE_EXPECTED, start)

    def _type_name(self) -> tree.Name:
        name = self.identifier()
        if name.name in RESTRICTED:
            self.fail(f"'{name.name}' not allowed here", self.at - 1)
        return name

    def members(self, name: str, *, interface: bool = False, record: bool = False) -> tuple[tree.Member, ...]:
        """The body of a class called *name*; an anonymous class has no name."""
        self.accept("{")
        nodes = self._member_list(name, interface=interface, record=record)
        self.accept("}")
        return nodes

    def _member_list(self, name: str, *, interface: bool, record: bool) -> tuple[tree.Member, ...]:
        members: list[tree.Member] = []
        while self.kind not in {"}", END}:
            if self.kind == ";":
                self.next()
            else:
                members.append(self._declared_member(name, interface=interface, record=record))
        return tuple(members)

    def _enum_body(self, name: str) -> tuple[tuple[tree.EnumConstant, ...], tuple[tree.Member, ...]]:
        constants: list[tree.EnumConstant] = []
        members: tuple[tree.Member, ...] = ()
        self.accept("{")
        if self.kind == ",":
            self.next()
        else:
            while self.kind not in {";", "}", END}:
                constants.append(self._constant())
                if self.kind != ",":
                    break
                self.next()
        if self.kind == ";":
            self.next()
            members = self._member_list(name, interface=False, record=False)
        elif self.kind != "}":
            self.fail_behind(expected(",", "}", ";"))
        self.accept("}")
        return tuple(constants), members

    def _constant(self) -> tree.EnumConstant:
        start = self.here()
        self.annotations()
        name = self.identifier().name
        arguments = self.arguments() if self.kind == "(" else ()
        body = self.anonymous_class() if self.kind == "{" else None
        return tree.EnumConstant(name, arguments, body, self.since(start))

    def _declared_member(self, name: str, *, interface: bool, record: bool) -> tree.Member:
        doc, start = self.tokens.documentation(self.at), self.here()
        modifiers = self.modifiers()
        if self.at_type_declaration():
            return self.type_declaration(modifiers, doc)
        if self.kind == "{" and modifiers.words <= {"static"}:
            if interface:
                self.fail("initializers not allowed in interfaces")
            if record and not modifiers.words:
                self.fail("instance initializers not allowed in records")
            body = self._lazy_block()
            return tree.Initialiser("static" in modifiers.words, body, self.since(start))
        generic = self.kind == "<"
        parameters = self.type_parameters()
        self.annotations()
        first, void, word = self.at, self.kind == "void", self.word()
        type_ = self.type()
        simple = word and self.at == first + 1
        if simple and ((self.kind == "(" and not interface) or (self.kind == "{" and record)):
            if word != name:
                self.fail("invalid method declaration; return type required", first)
            called = tree.Name(word, self.span(first))
            return self._method(modifiers, parameters, None, called, start, doc)
        called = self.identifier()
        if self.kind == "(":
            return self._method(modifiers, parameters, type_, called, start, doc)
        if void or generic:
            self.fail("'(' expected")
        if record and "static" not in modifiers.words:
            self.fail("field declaration must be static", self.at - 1)
        declarators = self.variables(called, constant=interface)
        self.accept(";")
        return tree.FieldDeclaration(modifiers, type_, declarators, self.since(start))

    def _method(
        self,
        modifiers: tree.Modifiers,
        type_parameters: tuple[tree.TypeParameter, ...],
        result: tree.TypeName | None,
        name: tree.Name,
        start: int,
        doc: str,
    ) -> tree.MethodDeclaration:
        """The rest of a method behind its *name*, or of a constructor, which has no *result*."""
        parameters: tuple[tree.Parameter, ...] = ()
        throws: tuple[tree.TypeName, ...] = ()
        constructor, compact = result is None, self.kind != "("
        if not compact:
            parameters = self.formal_parameters(of_lambda=False)
            if result is not None and not (isinstance(result, tree.PrimitiveTypeName) and result.name == "void"):
                result = array_of(result, self.brackets())
            if self.kind == "throws":
                self.next()
                throws = self.name_list()
        body = None
        if self.kind == "{":
            body = self._lazy_block(constructor=constructor)
        else:
            if self.kind == "default":
                self.next()
                self.element_value()
            self.accept(";")
        return tree.MethodDeclaration(
            modifiers, type_parameters, result, name.name, parameters, throws, body,
            constructor=constructor, compact=compact, name_span=name.span, span=self.since(start), doc=doc,
        )  # fmt: skip

    def _lazy_block(self, *, constructor: bool = False) -> tree.LazyBlock:
        """The body of a method; where such bodies are skipped, it is read when it is asked for."""
        start = self.here()
        if not self.tokens.skipping:
            outer = self.constructor_start
            self.constructor_start = self.at + 1 if constructor else -1
            block = self.block()
            self.constructor_start = outer
            return tree.LazyBlock(block.span, lambda: block)
        self.tokens.skip_block()
        self.next()
        self.next()
        span = self.since(start)
        tokens = self.tokens

        def read() -> tree.Block:
            parser = FileParser(self.file, self.number, tokens.within(span.start, span.end))
            parser.constructor_start = 1 if constructor else -1
            with deep_calls(f"the code in {self.file.name} is nested too deeply"):
                return parser.block()

        return tree.LazyBlock(span, read)

    def formal_parameters(self, *, of_lambda: bool) -> tuple[tree.Parameter, ...]:
        """Parameters with types, in parentheses, without the receiver (JLS 8.4)."""
        first, inferred, typed = self.at, 0, 0
        parameters: list[tree.Parameter] = []
        self.accept("(")
        if self.kind != ")":
            while True:
                if of_lambda and self.kind == IDENTIFIER and self.peek() in {",", ")"}:
                    self.fail("invalid lambda parameter declaration", first)
                inferred += self.word() == "var"
                typed += self.word() != "var"
                parameter = self._formal_parameter(first=inferred + typed == 1, of_lambda=of_lambda)
                if parameter is not None:
                    parameters.append(parameter)
                if of_lambda and inferred and typed:
                    self.fail("invalid lambda parameter declaration", first)
                if self.kind != ",":
                    break
                if parameter is not None and parameter.variable:
                    self.fail("varargs parameter must be the last parameter", self.at - 1)
                self.next()
        if self.kind != ")":
            self.fail_behind(expected(",", ")", "["))
        self.next()
        return tuple(parameters)

    def _formal_parameter(self, *, first: bool, of_lambda: bool) -> tree.Parameter | None:
        """A parameter, or nothing for the receiver."""
        start = self.here()
        modifiers = self.modifiers()
        if wrong := modifiers.words - {"final"}:
            self.fail(f"modifier {','.join(sorted(wrong))} not allowed here")
        type_ = self.type(var=of_lambda)
        behind = self.at
        annotated = bool(self.annotations())
        variable = self.kind == "..."
        if variable:
            self.next()
        elif annotated:
            self.fail("illegal start of type", behind)
        if self.kind == "this" and first:
            self.next()
            return None
        if self.kind == IDENTIFIER and self.peek() == "." and self.peek(2) == "this":
            self.next()
            self.next()
            self.next()
            return None
        name = self.identifier()
        type_ = array_of(type_, self.brackets())
        return tree.Parameter(modifiers, type_, name.name, variable, name.span, self.since(start))


_KINDS = {
    "class": tree.ClassKind.CLASS, "interface": tree.ClassKind.INTERFACE, "enum": tree.ClassKind.ENUM,
    IDENTIFIER: tree.ClassKind.RECORD, "@": tree.ClassKind.ANNOTATION,
}  # fmt: skip
