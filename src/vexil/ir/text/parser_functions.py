"""Functions from tokens: header, variables, locations and edges."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from vexil.core.source import Span
from vexil.core.surface import Lexer, unquote
from vexil.ir.builder import kind_from_edges
from vexil.ir.expressions import Variable
from vexil.ir.operations import Operation, Return, Stop, Throw
from vexil.ir.program import Edge, Function, Location, LocationKind, VariableDeclaration
from vexil.ir.text.grammar import BODY, SECTIONS
from vexil.ir.text.parser_expressions import Scope
from vexil.ir.text.parser_operations import OperationReader
from vexil.ir.text.printer_program import split_number
from vexil.ir.types import Type, is_aggregate

Range = tuple[int, int]
"""Two indices into the text."""

_SPAN = re.compile(r"@(?:(\d{1,18}):)?(\d{1,18})-(\d{1,18})")
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
    kinds: dict[int, LocationKind] = field(default_factory=dict)
    labels: dict[int, tuple[str, ...]] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    numbered: bool = False
    """The locations of the header have their numbers."""
    complete: bool = False
    """All locations are listed, so that another name is a mistake."""


class FunctionReader(OperationReader):
    """Reads functions; with `recording`, it gives edges and expressions their places in the text itself."""

    def __init__(self, lexer: Lexer, scope: Scope) -> None:
        super().__init__(lexer, scope)
        self.recording = False
        self.occurrences: dict[str, dict[tuple[int, int], Span]] = {}

    def function(self, start: int) -> tuple[Function, FunctionPlaces]:
        """Parse a function whose first word began at *start* and has been read."""
        lexer = self.lexer
        name = lexer.expect_name("the name of a function")
        draft = _Draft(name, FunctionPlaces((start, lexer.previous_end)))
        self.scope.locals = {}
        self._header(draft)
        self.end_of_line()
        self.trees = [] if self.recording else None
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
            draft.result = self.type(self.tree())
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
        self.scope.locals[variable.name] = Variable(variable.name, variable.type, False)
        return variable

    def variable(self) -> VariableDeclaration:
        """Parse ``name: type`` and flags; an aggregate is addressable in any case."""
        lexer = self.lexer
        name = lexer.expect_name("the name of a variable")
        lexer.expect(":", f"after {name!r}")
        kind = self.type(self.tree())
        addressable = self.accept("addressable") or is_aggregate(kind)
        return VariableDeclaration(name, kind, addressable, None, self.accept("hidden"))

    # --- body --------------------------------------------------------------------------------------------

    def _declaration(self, draft: _Draft) -> None:
        lexer = self.lexer
        match self.word(*sorted(BODY)):
            case "local":
                draft.locals.append(self._local(draft))
            case "locations":
                if draft.numbered:
                    raise lexer.error("the list of locations comes before the edges", expected="an edge")
                self._list_of_locations(draft)
            case _:
                self._number_exits(draft)
                number = self._location(draft)
                if lexer.kind == "name" and lexer.text != "labels" and self.more():
                    draft.kinds[number] = _KINDS[self.word(*_KINDS)]
                if self.accept("labels"):
                    draft.labels[number] = self._labels()

    def _labels(self) -> tuple[str, ...]:
        labels = [self.string("a label")]
        while self.lexer.accept(","):
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
        self._number_exits(draft)
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

    def _number_exits(self, draft: _Draft) -> None:
        """Give the locations that the header names their numbers, unless they are numbered already."""
        if not draft.numbered:
            draft.numbered = True
            for word in ("entry", "exit", "exceptional", "stop"):
                if word in draft.exits:
                    draft.numbers.setdefault(draft.exits[word], len(draft.numbers))

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
        if not draft.numbered:
            self._number_exits(draft)
        start = lexer.start
        source = self._location(draft)
        lexer.expect("->", "after the location an edge starts at")
        target = self._location(draft)
        lexer.expect(":", "after the location an edge leads to")
        operation = self.operation()
        end = lexer.previous_end
        span = self.span() if lexer.kind == "mark" and lexer.text == "@" else None
        self.end_of_line()
        if self.trees is not None:
            span = self._record(len(draft.edges), start, end, spans)
        draft.edges.append(Edge(source, target, operation, span))
        draft.places.edges.append((start, end))

    def _record(self, edge: int, start: int, end: int, spans: dict[tuple[int, int], Span]) -> Span:
        offset = self.lexer.file.byte_offset
        position = 0
        for root in self.trees or ():
            for tree in self.occurrence_trees(root):
                spans[edge, position] = Span(0, offset(tree.start), offset(tree.end))
                position += 1
        self.trees = []
        return Span(0, offset(start), offset(end))

    def span(self) -> Span:
        """Parse ``@file:start-end`` or ``@start-end``."""
        lexer = self.lexer
        found = _SPAN.match(lexer.source, lexer.start)
        if found is None:
            raise lexer.error("expected a byte range after '@'", expected="@START-END or @FILE:START-END")
        lexer.end = found.end()
        lexer.advance()
        return Span(int(found[1] or 0), int(found[2]), int(found[3]))

    def end_of_line(self) -> None:
        """Check that nothing is left on the line."""
        lexer = self.lexer
        if lexer.kind != "end" and lexer.source.find("\n", lexer.previous_end, lexer.start) < 0:
            raise lexer.error("expected an operator or the end of the line", expected="the end of the line")

    # --- the whole ---------------------------------------------------------------------------------------

    def _finish(self, draft: _Draft) -> Function:
        self._number_exits(draft)
        if not draft.edges and "entry" not in draft.exits:
            raise self.lexer.error_at(
                f"function {draft.name!r} has no edges", *draft.places.header, expected="an edge 'a -> b: OPERATION'"
            )
        entry = draft.numbers[draft.exits["entry"]] if "entry" in draft.exits else draft.edges[0].source
        normal = self._exit(draft, "exit", Return)
        if normal is None:
            normal = draft.numbers.setdefault("exit", len(draft.numbers))
        exceptional, stop = self._exit(draft, "exceptional", Throw), self._exit(draft, "stop", Stop)
        outgoing: list[list[Operation]] = [[] for _ in draft.numbers]
        for edge in draft.edges:
            outgoing[edge.source].append(edge.operation)
        locations = tuple(
            Location(name, draft.kinds.get(number) or kind_from_edges(outgoing[number]), draft.labels.get(number, ()))
            for name, number in draft.numbers.items()
        )
        return Function(
            draft.name, tuple(draft.parameters), tuple(draft.locals), draft.result, locations, tuple(draft.edges),
            entry, normal, exceptional, stop, draft.external,
        )  # fmt: skip

    @staticmethod
    def _exit(draft: _Draft, word: str, leaving: type[Return | Throw | Stop]) -> int | None:
        """The exit that the header names, or else the one that an operation leads to."""
        if word in draft.exits:
            return draft.numbers[draft.exits[word]]
        return next((edge.target for edge in draft.edges if isinstance(edge.operation, leaving)), None)
