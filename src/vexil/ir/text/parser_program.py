"""Whole programs from text: parse, attach sources, validate."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import PurePath

from vexil.core.collector import collector_paused
from vexil.core.errors import SourceError
from vexil.core.lexer import Lexer
from vexil.core.source import SourceFile, Span
from vexil.core.surface import Surface
from vexil.ir.builder import ProgramBuilder
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operation_parts import Domain
from vexil.ir.program import Memory, Program, VariableDeclaration
from vexil.ir.text.grammar import GRAMMAR, SECTIONS, VERSION
from vexil.ir.text.parser_declarations import DeclarationReader
from vexil.ir.text.parser_expressions import DomainReader
from vexil.ir.text.parser_functions import FunctionPlaces, FunctionReader, Range
from vexil.ir.text.parser_leaves import Scope
from vexil.ir.text.parser_lines import LineReader
from vexil.ir.validator import Problem, validate


@dataclass(frozen=True, slots=True)
class ParsedProgram:
    """A program and where its parts are written, as character ranges of the file."""

    program: Program
    file: SourceFile
    declarations: dict[str, Range]
    """By what the validator calls them: ``global x``, ``class C``, ``function f`` …"""
    functions: dict[str, FunctionPlaces]

    def place_of(self, problem: Problem) -> Range:
        """The range that a problem is about; the first line when it is about the whole program."""
        declaration = self.declarations.get(problem.where)
        if declaration is not None:
            return declaration
        for name, places in self.functions.items():
            rest = problem.where.removeprefix(name)
            if rest == problem.where:
                continue
            if rest.startswith(":") and rest[1:] in places.locations:
                function = self.program.functions[name]
                leaving = function.outgoing[function.location_numbers[rest[1:]]]
                return places.edges[leaving[0]] if leaving else places.locations[rest[1:]]
            if rest.startswith("#") and rest[1:].isdecimal() and int(rest[1:]) < len(places.edges):
                return places.edges[int(rest[1:])]
        return self.declarations["program"]

    def error(self, problem: Problem) -> SourceError:
        """The problem as an error at its place in the text."""
        offset = self.file.byte_offset
        start, end = self.place_of(problem)
        return self.file.error(problem.message, offset(start), offset(end))


_OCCURRENCE = re.compile(r"\s*(?:(\d{1,18}):)?\s*(\d{1,18})@(?:(\d{1,18}):)?(\d{1,18})-(\d{1,18})")


def parse_program(file: SourceFile) -> ParsedProgram:
    """Parse the text of a program exactly as it is; raises `SourceError` where it is no such text.

    The program has not been validated, and source files are known by name and digest only.
    """
    with collector_paused():
        return ProgramReader(file).program()


@dataclass(slots=True)
class _Initial:
    """An initial value that is built when all names are known."""

    offsets: list[int] | None
    trees: list[Surface]
    is_domain: bool


class ProgramReader(LineReader):
    """Reads one file, section by section.

    With *attach*, a program that names no source files gets the file itself as its source.
    """

    def __init__(self, file: SourceFile, *, attach: bool = False) -> None:
        builder = ProgramBuilder(PurePath(file.name).stem, "vir")
        scope = Scope({}, {}, builder.token_sets, builder.classes, builder.functions)
        lexer = Lexer(file, GRAMMAR)
        super().__init__(lexer, DomainReader(lexer, scope))
        self._scope = scope
        self._functions = FunctionReader(lexer, self.values)
        self._declarations = declarations = DeclarationReader(lexer, self.values)
        self._builder = builder
        self._globals: list[tuple[VariableDeclaration, _Initial | None]] = []
        self._attach = attach
        self._places: dict[str, Range] = {}
        self._function_places: dict[str, FunctionPlaces] = {}
        self._sections: dict[str, Callable[[int], None]] = {
            "program": self._name,
            "language": self._language,
            "layout": self._layout,
            "entry": self._entry,
            "file": self._file,
            "assumption": lambda _: builder.assumptions.append(declarations.assumption()),
            "caveat": lambda _: builder.caveats.append(declarations.caveat()),
            "tokens": self._tokens,
            "struct": lambda start: self._struct(start, False),
            "union": lambda start: self._struct(start, True),
            "relation": self._relation,
            "class": lambda start: self._class(start, False),
            "interface": lambda start: self._class(start, True),
            "constant": self._constant,
            "global": self._global,
            "function": self._function,
            "declared": self._declared,
            "spans": self._spans,
        }

    def program(self) -> ParsedProgram:
        """Parse the whole file."""
        lexer, builder = self.lexer, self._builder
        self._version()
        while lexer.kind != "end":
            section = self._sections.get(lexer.text) if lexer.kind == "name" else None
            if section is None:
                raise self._unknown_section()
            start = lexer.start
            lexer.advance()
            section(start)
            self.end_of_line()
        self._scope.locals = {}
        builder.globals = list(map(self._initialised, self._globals))
        if self._attach and not builder.files:
            self._declare_places()
            builder.files, builder.occurrences = (lexer.file,), self._functions.occurrences
        return ParsedProgram(builder.assemble(), lexer.file, self._places, self._function_places)

    def _version(self) -> None:
        lexer = self.lexer
        self._places["program"] = (lexer.start, lexer.end)
        if lexer.kind != "name" or lexer.text != "vir":
            raise lexer.error(f"the text of a program starts with 'vir {VERSION}'", expected=f"vir {VERSION}")
        lexer.advance()
        start, end = lexer.start, lexer.end
        if self.number("a version") != VERSION:
            raise lexer.error_at("this version of the text form is not known", start, end, expected=f"vir {VERSION}")
        self.end_of_line()

    def _unknown_section(self) -> SourceError:
        lexer = self.lexer
        similar = get_close_matches(lexer.text, sorted(SECTIONS), 1)
        hint = f"did you mean {similar[0]!r}?" if similar else "an edge belongs to the function above it"
        return lexer.error("expected a declaration", expected="'global', 'function', 'class', …", hint=hint)

    def _new(self, what: str, start: int, declared: Mapping[str, object]) -> str:
        """Parse the name of something that is declared once."""
        lexer = self.lexer
        at = (start, lexer.end)
        name = lexer.expect_name(f"the name of a {what}")
        if name in declared:
            raise lexer.error_at(f"{what} {name!r} is declared twice", *at, expected="another name")
        self._places[f"{what} {name}"] = at
        return name

    # --- sections ----------------------------------------------------------------------------------------

    def _name(self, _: int) -> None:
        self._builder.name = self.lexer.expect_name("the name of the program")

    def _language(self, _: int) -> None:
        self._builder.language = self.lexer.expect_name("the name of a language")

    def _file(self, _: int) -> None:
        self._builder.files += (self._declarations.source_file(),)

    def _layout(self, _: int) -> None:
        self._builder.layout = self._declarations.layout()

    def _entry(self, start: int) -> None:
        self._places["program"] = (start, self.lexer.end)
        self._builder.entry = self.lexer.expect_name("the name of a function")

    def _tokens(self, start: int) -> None:
        name = self._new("tokens", start, self._builder.token_sets)
        self._builder.token_sets[name] = self._declarations.token_set(name)

    def _struct(self, start: int, union: bool) -> None:
        name = self._new("struct", start, self._builder.structs)
        self._builder.structs[name] = self._declarations.struct(name, union)

    def _relation(self, start: int) -> None:
        name = self._new("relation", start, self._builder.relations)
        self._builder.relations[name] = self._declarations.relation(name)

    def _class(self, start: int, interface: bool) -> None:
        name = self._new("class", start, self._builder.classes)
        self._builder.classes[name], fields = self._declarations.class_declaration(name, interface)
        self._places.update({f"{name}::{field}": at for field, at in fields.items()})

    def _constant(self, start: int) -> None:
        lexer = self.lexer
        name = self._new("constant", start, self._builder.constants)
        lexer.expect("=", "after the name of a constant")
        tree = self.tree()
        value = self.values.build(tree)
        if not isinstance(value, Const):
            raise lexer.error_at("a constant is a literal", tree.start, tree.end, expected="a literal")
        self._builder.constants[name] = value

    def _global(self, start: int) -> None:
        lexer = self.lexer
        variable = self._functions.variable()
        self._places.setdefault(f"global {variable.name}", (start, lexer.previous_end))
        initial = None
        if lexer.accept("="):
            initial = self._value()
        elif self.accept("in"):
            initial = _Initial(None, [self.tree()], True)
        self._globals.append((variable, initial))
        self._scope.globals[variable.name] = Variable(variable.name, variable.type, True)

    def _value(self) -> _Initial:
        lexer = self.lexer
        if not self.accept("memory"):
            return _Initial(None, [self.tree()], False)
        lexer.expect("{", "before the initial contents")
        offsets: list[int] = []
        trees: list[Surface] = []
        while not lexer.accept("}"):
            if trees:
                lexer.expect(",", "or '}' in the initial contents")
            offsets.append(self.number("an offset in bytes"))
            lexer.expect(":", "after an offset")
            trees.append(self.tree())
        return _Initial(offsets, trees, False)

    def _initialised(self, declared: tuple[VariableDeclaration, _Initial | None]) -> VariableDeclaration:
        variable, initial = declared
        if initial is None:
            return variable
        value: Expr | Memory | Domain
        if initial.is_domain:
            value = self.values.domain(initial.trees[0])
        elif initial.offsets is None:
            value = self.values.build(initial.trees[0])
        else:
            value = Memory(tuple(zip(initial.offsets, map(self.values.build, initial.trees), strict=True)))
        return replace(variable, initial=value)

    def _function(self, start: int) -> None:
        builder = self._builder
        self._functions.recording = self._attach and not builder.files
        function, places = self._functions.function(start)
        if function.name in builder.functions:
            raise self.lexer.error_at(
                f"function {function.name!r} is declared twice", *places.header, expected="another name"
            )
        builder.functions[function.name] = function
        self._places[f"function {function.name}"] = places.header
        self._function_places[function.name] = places

    def _declared(self, _: int) -> None:
        name = self.lexer.expect_name("the name of a declaration")
        self._builder.declarations[name] = self.span()

    def _spans(self, _: int) -> None:
        lexer = self.lexer
        name = lexer.expect_name("the name of a function")
        spans = self._builder.occurrences.setdefault(name, {})
        source, position = lexer.source, lexer.previous_end
        edge = -1
        match = _OCCURRENCE.match
        while entry := match(source, position):
            number, occurrence, file, start, end = entry.groups()
            if number is not None:
                edge = int(number)
            elif edge < 0:
                raise lexer.error("the number of the edge is missing", expected="EDGE: POSITION@START-END …")
            spans[edge, int(occurrence)] = Span(int(file) if file else 0, int(start), int(end))
            position = entry.end()
        lexer.end = position
        lexer.advance()

    def _declare_places(self) -> None:
        """Note where the text declares what the user can name."""
        offset = self.lexer.file.byte_offset
        places = {name.removeprefix("global "): at for name, at in self._places.items() if name.startswith("global ")}
        for name, declaration in self._builder.classes.items():
            places[name] = self._places[f"class {name}"]
            places |= {f"{name}::{field.name}": self._places[f"{name}::{field.name}"] for field in declaration.fields}
        for name, function in self._function_places.items():
            places[name] = function.header
            places |= {f"{name}::{variable}": at for variable, at in function.variables.items()}
        self._builder.declarations = {
            name: Span(0, offset(start), offset(end)) for name, (start, end) in places.items()
        }


def load(file: SourceFile) -> Program:
    """Read a valid program from its text; raises `SourceError` at the first mistake.

    A program that names no source files was written by hand: the file itself becomes its source, so that
    statements, expressions and declarations have places in it.
    """
    with collector_paused():
        parsed = ProgramReader(file, attach=True).program()
        problems = validate(parsed.program)
    if problems:
        error = parsed.error(problems[0])
        if len(problems) > 1:
            error.hint = f"there are {len(problems) - 1} more problems"
        raise error
    return parsed.program
