"""Printing of whole programs, in a fixed order of sections, so that equal programs have equal texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, repeat

from vexil.core.caveats import Caveat
from vexil.core.lexer import quote
from vexil.core.source import SourceFile, Span
from vexil.ir.builder import kind_from_edges
from vexil.ir.expressions import Expr
from vexil.ir.layout import LAYOUTS, DataLayout
from vexil.ir.operation_parts import Domain, GuardedDomain, RangeDomain, RelationDomain, TypeDomain
from vexil.ir.operations import Operation
from vexil.ir.program import (
    ClassDeclaration,
    Function,
    Memory,
    Program,
    Relation,
    StructDeclaration,
    TokenSet,
    VariableDeclaration,
)
from vexil.ir.text.grammar import VERSION
from vexil.ir.text.printer_expressions import print_string
from vexil.ir.text.printer_operations import OperationPrinter
from vexil.ir.types import INT

_NUMBERED = re.compile(r"(.*?)(0|[1-9][0-9]{0,8})", re.DOTALL)
_CELLS_PER_LINE = 8


def print_program(program: Program) -> str:
    """The text of a program: everything in it except the contents of its source files."""
    printer = ProgramPrinter(program.token_sets)
    return "\n".join([*printer.sections(program), ""])


def print_span(span: Span) -> str:
    """A byte range of a source file; the number of the first file is left out."""
    return f"@{span.start}-{span.end}" if span.file == 0 else f"@{span.file}:{span.start}-{span.end}"


class ProgramPrinter(OperationPrinter):
    """Prints the declarations and functions of one program as lines."""

    def sections(self, program: Program) -> Iterator[str]:
        """All lines of the text."""
        yield f"vir {VERSION}"
        yield f"program {quote(program.name)}"
        yield f"language {quote(program.language)}"
        yield _layout(program.layout)
        yield f"entry {quote(program.entry)}"
        for file in program.files:
            yield from _file(file)
        for assumption in program.assumptions:
            yield f"assumption {quote(assumption.kind)} {print_string(assumption.statement)}"
        for caveat in program.caveats:
            yield _caveat(caveat)
        for token_set in program.token_sets.values():
            yield from self._group([_tokens(token_set)])
        for struct in program.structs.values():
            yield from self._group(self._struct(struct))
        for relation in program.relations.values():
            yield from self._group(self._relation(relation))
        for declaration in program.classes.values():
            yield from self._group(self._class(declaration))
        if program.constants:
            constants = program.constants.items()
            yield from self._group(f"constant {quote(name)} = {self.text(value)}" for name, value in constants)
        if program.globals:
            yield from self._group(f"global {self._variable(variable)}" for variable in program.globals)
        for function in program.functions.values():
            yield from self._group(self.function(function))
        if program.source_map.declarations:
            declarations = program.source_map.declarations.items()
            yield from self._group(f"declared {quote(name)} {print_span(span)}" for name, span in declarations)
        for name, spans in program.source_map.occurrences.items():
            yield from self._group(_spans(name, spans))

    @staticmethod
    def _group(lines: Iterator[str] | list[str]) -> Iterator[str]:
        yield ""
        yield from lines

    # --- declarations ------------------------------------------------------------------------------------

    def _struct(self, struct: StructDeclaration) -> Iterator[str]:
        word = "union" if struct.union else "struct"
        yield f"{word} {quote(struct.name)} size {struct.size} align {struct.alignment}"
        for member in struct.members:
            bit = "" if member.bit_offset is None else f" bit {member.bit_offset}"
            width = "" if member.bit_width is None else f" width {member.bit_width}"
            yield f"  member {quote(member.name)}: {self.type(member.type)} at {member.offset}{bit}{width}"

    def _relation(self, relation: Relation) -> Iterator[str]:
        parameters = ", ".join(map(self.type, relation.parameters))
        yield f"relation {quote(relation.name)}({parameters}) -> {self.type(relation.result)}"
        for arguments, results in relation.rows:
            kinds = chain(relation.parameters, repeat(INT))
            left = ", ".join(self.token(value, kind) for value, kind in zip(arguments, kinds, strict=False))
            right = ", ".join(self.token(value, relation.result) for value in results)
            yield f"  row {{{left}}} -> {{{right}}}"

    def _class(self, declaration: ClassDeclaration) -> Iterator[str]:
        parts = [f"{'interface' if declaration.interface else 'class'} {quote(declaration.name)}"]
        if declaration.superclass is not None:
            parts.append(f"extends {quote(declaration.superclass)}")
        if declaration.interfaces:
            parts.append(f"implements {', '.join(map(quote, declaration.interfaces))}")
        if declaration.abstract:
            parts.append("abstract")
        if declaration.initialiser is not None:
            parts.append(f"initialiser {quote(declaration.initialiser)}")
        yield " ".join(parts)
        for field in declaration.fields:
            yield f"  field {quote(field.name)}: {self.type(field.type)}{' volatile' if field.volatile else ''}"
        for signature, function in declaration.methods:
            yield f"  method {quote(signature)} = {quote(function)}"

    def _variable(self, variable: VariableDeclaration) -> str:
        flags = " addressable" if variable.addressable else ""
        flags += " volatile" if variable.volatile else ""
        flags += " per thread" if variable.per_thread else ""
        flags += " constant" if variable.constant else ""
        flags += " hidden" if variable.hidden else ""
        flags += f" labels {', '.join(map(print_string, variable.labels))}" if variable.labels else ""
        return f"{self.name(variable.name)}: {self.type(variable.type)}{flags}{self._initial(variable.initial)}"

    def _initial(self, initial: Expr | Memory | Domain | None) -> str:
        match initial:
            case None:
                return ""
            case Memory(cells):
                texts = [f"{offset}: {self.text(value)}" for offset, value in cells]
                if len(texts) <= _CELLS_PER_LINE:
                    return f" = memory {{{', '.join(texts)}}}"
                rows = (texts[at : at + _CELLS_PER_LINE] for at in range(0, len(texts), _CELLS_PER_LINE))
                return " = memory {\n  " + ",\n  ".join(", ".join(row) for row in rows) + "}"
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain():
                return f" in {self.domain(initial)}"
            case value:
                return f" = {self.text(value)}"

    # --- functions ---------------------------------------------------------------------------------------

    def function(self, function: Function) -> Iterator[str]:
        """The lines of a function."""
        names = [self.name(location.name) for location in function.locations]
        yield self._header(function, names)
        for local in function.locals:
            yield f"  local {self._variable(local)}"
        if default_order(function) != list(range(len(names))):
            yield f"  locations {', '.join(_ranges(names))}"
        yield from self._locations(function, names)
        operation = self.operation
        for edge in function.edges:
            line = f"  {names[edge.source]} -> {names[edge.target]}: {operation(edge.operation)}"
            if edge.atomic:
                line += " atomic"
            yield line if edge.span is None else f"{line} {print_span(edge.span)}"

    def _header(self, function: Function, names: list[str]) -> str:
        parameters = ", ".join(map(self._variable, function.parameters))
        parts = [f"function {quote(function.name)}({parameters})"]
        if function.result is not None:
            parts.append(f"-> {self.type(function.result)}")
        if function.external:
            parts.append("external")
        parts.append(f"entry {names[function.entry]} exit {names[function.exit]}")
        if function.exceptional_exit is not None:
            parts.append(f"exceptional {names[function.exceptional_exit]}")
        if function.stop is not None:
            parts.append(f"stop {names[function.stop]}")
        return " ".join(parts)

    @staticmethod
    def _locations(function: Function, names: list[str]) -> Iterator[str]:
        outgoing: list[list[Operation]] = [[] for _ in names]
        for edge in function.edges:
            outgoing[edge.source].append(edge.operation)
        for name, location, operations in zip(names, function.locations, outgoing, strict=True):
            kind = "" if kind_from_edges(operations) is location.kind else f" {location.kind.value}"
            labels = f" labels {', '.join(map(print_string, location.labels))}" if location.labels else ""
            if kind or labels:
                yield f"  location {name}{kind}{labels}"


def default_order(function: Function) -> list[int]:
    """The numbers of the locations in the order in which the parser meets them: on edges, then in the header."""
    order: dict[int, None] = {}
    for edge in function.edges:
        order[edge.source] = None
        order[edge.target] = None
    order.update(dict.fromkeys((function.entry, function.exit)))
    order.update(dict.fromkeys(n for n in (function.exceptional_exit, function.stop) if n is not None))
    return list(order)


def _ranges(names: list[str]) -> Iterator[str]:
    """The names, with runs like ``n3, n4, n5`` written ``n3..n5``."""
    runs: list[tuple[str, str]] = []
    previous: tuple[str, int] | None = None
    for name in names:
        numbered = split_number(name)
        if numbered is not None and previous is not None and numbered == (previous[0], previous[1] + 1):
            runs[-1] = (runs[-1][0], name)
        else:
            runs.append((name, name))
        previous = numbered
    for first, last in runs:
        yield first if first == last else f"{first}..{last}"


def split_number(name: str) -> tuple[str, int] | None:
    """Split a plain name that ends in a number."""
    match = None if name.startswith("'") else _NUMBERED.fullmatch(name)
    return None if match is None else (match[1], int(match[2]))


def _layout(layout: DataLayout) -> str:
    if LAYOUTS.get(layout.name) == layout:
        return f"layout {quote(layout.name)}"
    order = "little" if layout.little_endian else "big"
    return f"layout {quote(layout.name)} pointer {layout.pointer_width} align {layout.greatest_alignment} {order}"


def _file(file: SourceFile) -> Iterator[str]:
    yield f"file {print_string(file.name)} sha256 {print_string(file.digest)}"
    for marker in file.markers:
        yield f"  marker {marker.offset} {marker.line} {print_string(marker.name)}"


def _caveat(caveat: Caveat) -> str:
    edge = "" if caveat.edge is None else f" edge {print_string(caveat.edge)}"
    span = "" if caveat.span is None else f" {print_span(caveat.span)}"
    return f"caveat {quote(caveat.stage)} {caveat.effect.value} {print_string(caveat.reason)}{edge}{span}"


def _tokens(token_set: TokenSet) -> str:
    return f"tokens {quote(token_set.name)} {{{', '.join(map(quote, token_set.tokens))}}}"


def _spans(name: str, spans: Mapping[tuple[int, int], Span]) -> Iterator[str]:
    """One line for each run of occurrences of one edge."""
    yield f"spans {quote(name)}"
    line: list[str] = []
    current = -1
    for (edge, position), span in spans.items():
        if edge != current:
            if line:
                yield " ".join(line)
            line = [f"  {edge}:"]
            current = edge
        line.append(f"{position}{print_span(span)}")
    if line:
        yield " ".join(line)
