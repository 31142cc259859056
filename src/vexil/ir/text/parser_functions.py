"""Functions from tokens: header, variables, locations and edges."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from vexil.core.lexer import Lexer, unquote
from vexil.core.source import Span
from vexil.ir.builder import kind_from_edges
from vexil.ir.expressions import Variable
from vexil.ir.operations import EndThread, Operation, Return, Stop, Throw
from vexil.ir.program import Edge, Function, Location, LocationKind, VariableDeclaration
from vexil.ir.text.grammar import BODY, SECTIONS
from vexil.ir.text.parser_expressions import DomainReader
from vexil.ir.text.parser_lines import LineReader
from vexil.ir.text.parser_operations import OperationReader
from vexil.ir.text.printer_program import split_number
from vexil.ir.types import Type, is_aggregate

Range = tuple[int, int]
"""Two indices into the text."""

_STRING_NEXT = re.compile(r'(?:\s|//[^\n]*\n|/\*.*?\*/)*"', re.DOTALL)
_KINDS = {kind.value: kind for kind in LocationKind}


@dataclass(slots=True)
class FunctionPlaces:
    """Where the parts of a function are written."""

    header: Range
    variables: dict[str, Range] = field(default_factory=dict)
    locations: dict[str, Range] = field(default_factory=dict)
    edges: list[Range] = field(default_factory=list)


@dataclass(slots=True)
class _Draft:
    """A function while it is read."""

    name: str
    places: FunctionPlaces
    result: Type | None = None
    external: bool = False
    exits: dict[str, str] = field(default_factory=dict)
    parameters: list[VariableDeclaration] = field(default_factory=list)
    locals: list[VariableDeclaration] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    kinds: dict[str, LocationKind] = field(default_factory=dict)
    labels: dict[str, tuple[str, ...]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    complete: bool = False
    """All locations are listed, so that another name is a mistake."""


class FunctionReader(LineReader):
    """Reads functions; with ``recording``, it gives edges and expressions their places in the text itself."""

    def __init__(self, lexer: Lexer, values: DomainReader) -> None:
        super().__init__(lexer, values)
        self._operations = OperationReader(lexer, values)
        self.recording = False
        self.occurrences: dict[str, dict[tuple[int, int], Span]] = {}

    def function(self, start: int) -> tuple[Function, FunctionPlaces]:
        """Parse a function whose first word began at *start* and has been read."""
        lexer = self.lexer
        name = lexer.expect_name("the name of a function")
        draft = _Draft(name, FunctionPlaces((start, lexer.previous_end)))
        self.values.scope.locals = {}
        self._header(draft)
        self.end_of_line()
        self._operations.trees = [] if self.recording else None
        spans: dict[tuple[int, int], Span] = {}
        while lexer.kind == "name" and lexer.text not in SECTIONS:
            if lexer.text in BODY:
                self._declaration(draft)
                self.end_of_line()
            else:
                self._edge(draft, spans)
        if spans:
            self.occurrences[name] = spans
        return self._finish(draft), draft.places

    # --- header ------------------------------------------------------------------------------------------

    def _header(self, draft: _Draft) -> None:
        lexer = self.lexer
        lexer.expect("(", "before the parameters")
        while not lexer.accept(")"):
            if draft.parameters:
                lexer.expect(",", "or ')' after a parameter")
            draft.parameters.append(self._local(draft))
        if lexer.accept("->"):
            draft.result = self.type()
        while self.more():
            word = self.word("external", "entry", "exit", "exceptional", "stop")
            if word == "external":
                draft.external = True
            else:
                at = (lexer.start, lexer.end)
                draft.exits[word] = location = lexer.expect_name("the name of a location")
                draft.places.locations.setdefault(location, at)

    def _local(self, draft: _Draft) -> VariableDeclaration:
        at = (self.lexer.start, self.lexer.end)
        variable = self.variable()
        draft.places.variables.setdefault(variable.name, at)
        self.values.scope.locals[variable.name] = Variable(variable.name, variable.type, False)
        return variable

    def variable(self) -> VariableDeclaration:
        """Parse ``name: type`` and flags; an aggregate is addressable in any case."""
        lexer = self.lexer
        name = lexer.expect_name("the name of a variable")
        lexer.expect(":", f"after {name!r}")
        kind = self.type()
        addressable = self.accept("addressable") or is_aggregate(kind)
        volatile = self.accept("volatile")
        per_thread = self.accept("per")
        if per_thread:
            self.word("thread")
        constant = self.accept("constant")
        hidden = self.accept("hidden")
        labels = self._labels() if self.accept("labels") else ()
        return VariableDeclaration(name, kind, addressable, None, hidden, volatile, per_thread, labels, constant)

    # --- body --------------------------------------------------------------------------------------------

    def _declaration(self, draft: _Draft) -> None:
        lexer = self.lexer
        match self.word(*sorted(BODY)):
            case "local":
                draft.locals.append(self._local(draft))
            case "locations":
                if draft.numbers:
                    raise lexer.error("the list of locations comes before the edges", expected="an edge")
                self._list_of_locations(draft)
            case _:
                at = (lexer.start, lexer.end)
                name = lexer.expect_name("the name of a location")
                draft.places.locations.setdefault(name, at)
                if lexer.kind == "name" and lexer.text != "labels" and self.more():
                    draft.kinds[name] = _KINDS[self.word(*_KINDS)]
                draft.labels[name] = self._labels() if self.accept("labels") else ()

    def _labels(self) -> tuple[str, ...]:
        """Strings with commas between them; in a list of parameters a comma may also end the variable."""
        lexer = self.lexer
        labels = [self.string("a label")]
        while lexer.kind == "mark" and lexer.text == "," and _STRING_NEXT.match(lexer.source, lexer.end):
            lexer.advance()
            labels.append(self.string("a label"))
        return tuple(labels)

    def _list_of_locations(self, draft: _Draft) -> None:
        lexer = self.lexer
        while True:
            text, start = lexer.text, lexer.start
            names = [lexer.expect_name("the name of a location")]
            if lexer.accept(".."):
                names = self._run(text, lexer.text, start, lexer.end)
                lexer.advance()
            for name in names:
                if name in draft.numbers:
                    raise lexer.error_at(f"location {name!r} is listed twice", start, lexer.previous_end)
                draft.numbers[name] = len(draft.numbers)
                draft.places.locations[name] = (start, lexer.previous_end)
            if not lexer.accept(","):
                break
        draft.complete = True

    def _run(self, first: str, last: str, start: int, end: int) -> list[str]:
        low, high = split_number(first), split_number(last)
        if low is None or high is None or low[0] != high[0] or not low[1] <= high[1]:
            raise self.lexer.error_at(
                f"{first}..{last} is no run of names", start, end, expected="two names such as n3..n7"
            )
        if high[1] - low[1] > len(self.lexer.source):
            raise self.lexer.error_at("this is more locations than the text can have edges", start, end)
        return [f"{low[0]}{number}" for number in range(low[1], high[1] + 1)]

    def _location(self, draft: _Draft) -> int:
        """Parse the name of a location and return its number."""
        lexer = self.lexer
        text = lexer.text
        if lexer.kind != "name":
            self.fail("the name of a location")
        if text[0] == "'":
            text = unquote(text)
        number = draft.numbers.get(text)
        if number is None:
            if draft.complete:
                raise lexer.error(f"location {text!r} is not in the list of locations", expected="a listed location")
            number = draft.numbers[text] = len(draft.numbers)
            draft.places.locations.setdefault(text, (lexer.start, lexer.end))
        lexer.advance()
        return number

    def _edge(self, draft: _Draft, spans: dict[tuple[int, int], Span]) -> None:
        lexer = self.lexer
        start = lexer.start
        source = self._location(draft)
        lexer.expect("->", "after the location an edge starts at")
        target = self._location(draft)
        lexer.expect(":", "after the location an edge leads to")
        operation = self._operations.operation()
        end = lexer.previous_end
        atomic = self.accept("atomic")
        span = self.span() if lexer.kind == "mark" and lexer.text == "@" else None
        self.end_of_line()
        if self._operations.trees is not None:
            span = self._record(len(draft.edges), start, end, spans)
        draft.edges.append(Edge(source, target, operation, span, atomic))
        draft.places.edges.append((start, end))

    def _record(self, edge: int, start: int, end: int, spans: dict[tuple[int, int], Span]) -> Span:
        offset = self.lexer.file.byte_offset
        position = 0
        for root in self._operations.trees or ():
            for tree in self.values.occurrence_trees(root):
                spans[edge, position] = Span(0, offset(tree.start), offset(tree.end))
                position += 1
        self._operations.trees = []
        return Span(0, offset(start), offset(end))

    # --- the whole ---------------------------------------------------------------------------------------

    def _finish(self, draft: _Draft) -> Function:
        if not draft.edges and "entry" not in draft.exits:
            raise self.lexer.error_at(
                f"function {draft.name!r} has no edges", *draft.places.header, expected="an edge 'a -> b: OPERATION'"
            )
        numbers = draft.numbers
        for word in ("entry", "exit", "exceptional", "stop"):
            if word in draft.exits:
                numbers.setdefault(draft.exits[word], len(numbers))
        for name in draft.labels:
            numbers.setdefault(name, len(numbers))
        entry = numbers[draft.exits["entry"]] if "entry" in draft.exits else draft.edges[0].source
        normal = self._exit(draft, "exit", (Return,))
        if normal is None:
            normal = numbers.setdefault("exit", len(numbers))
        exceptional = self._exit(draft, "exceptional", (Throw,))
        stop = self._exit(draft, "stop", (Stop, EndThread))
        outgoing: list[list[Operation]] = [[] for _ in numbers]
        for edge in draft.edges:
            outgoing[edge.source].append(edge.operation)
        locations = tuple(
            Location(name, draft.kinds.get(name) or kind_from_edges(operations), draft.labels.get(name, ()))
            for name, operations in zip(numbers, outgoing, strict=True)
        )
        return Function(
            draft.name, tuple(draft.parameters), tuple(draft.locals), draft.result, locations, tuple(draft.edges),
            entry, normal, exceptional, stop, draft.external,
        )  # fmt: skip

    @staticmethod
    def _exit(draft: _Draft, word: str, leaving: tuple[type[Operation], ...]) -> int | None:
        """The exit that the header names, or else the one that an operation leads to."""
        if word in draft.exits:
            return draft.numbers[draft.exits[word]]
        return next((edge.target for edge in draft.edges if isinstance(edge.operation, leaving)), None)
