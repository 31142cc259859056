"""Builders: the way front ends and passes make functions and programs.

A builder is mutable and not shared; `build` ends it. Kinds of locations follow from their edges, source
positions are taken from a table of node identities, and a finished program has passed the validator.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from vexil.core.caveats import Assumption, Caveat
from vexil.core.errors import InternalError, require
from vexil.core.source import SourceFile, Span
from vexil.ir.expressions import AddressOf, Const, Expr, Variable
from vexil.ir.layout import LP64, DataLayout
from vexil.ir.operation_parts import Callee, Domain
from vexil.ir.operations import Assume, Call, Case, Catch, Operation
from vexil.ir.program import (
    ClassDeclaration,
    Edge,
    Function,
    Location,
    LocationKind,
    Memory,
    Program,
    Relation,
    StructDeclaration,
    TokenSet,
    VariableDeclaration,
)
from vexil.ir.sourcemap import SourceMap, Spans, occurrences_of
from vexil.ir.types import Type, is_aggregate
from vexil.ir.typing import negation
from vexil.ir.validator import validate


class FunctionBuilder:
    """Collects the locations and edges of one function."""

    def __init__(self, name: str, result: Type | None = None, *, external: bool = False) -> None:
        self.name = name
        self._result = result
        self._external = external
        self._parameters: list[VariableDeclaration] = []
        self._locals: list[VariableDeclaration] = []
        self._names: list[str] = []
        self._labels: list[tuple[str, ...]] = []
        self._kinds: list[LocationKind | None] = []
        self._taken: dict[str, int] = {}
        self._edges: list[Edge] = []
        self.occurrences: dict[tuple[int, int], Span] = {}
        self.declarations: dict[str, Span] = {}
        self.entry = self.exit = -1
        self.exceptional_exit: int | None = None
        self.stop: int | None = None

    def parameter(
        self,
        name: str,
        kind: Type,
        *,
        addressable: bool = False,
        span: Span | None = None,
        hidden: bool = False,
        labels: tuple[str, ...] = (),
    ) -> Variable:
        """Declare the next parameter; aggregates are always addressable."""
        in_memory = addressable or is_aggregate(kind)
        declaration = VariableDeclaration(name, kind, in_memory, None, hidden, False, False, labels)
        return self._declare(self._parameters, declaration, span)

    def parameter_at(self, position: int) -> Variable:
        """A parameter that was declared before."""
        declared = self._parameters[position]
        return Variable(declared.name, declared.type, False)

    def local(
        self,
        name: str,
        kind: Type,
        *,
        addressable: bool = False,
        hidden: bool = False,
        volatile: bool = False,
        labels: tuple[str, ...] = (),
        span: Span | None = None,
    ) -> Variable:
        """Declare a local variable; aggregates are always addressable."""
        in_memory = addressable or is_aggregate(kind)
        declaration = VariableDeclaration(name, kind, in_memory, None, hidden, volatile, False, labels)
        return self._declare(self._locals, declaration, span)

    def _declare(self, to: list[VariableDeclaration], declaration: VariableDeclaration, span: Span | None) -> Variable:
        to.append(declaration)
        if span is not None:
            self.declarations[declaration.name] = span
        return Variable(declaration.name, declaration.type, False)

    def location(
        self, name: str | None = None, *, labels: tuple[str, ...] = (), kind: LocationKind | None = None
    ) -> int:
        """Make a location; its kind follows from its edges unless it is given."""
        number = len(self._names)
        chosen = name if name is not None else f"n{number}"
        require(chosen not in self._taken, f"location name {chosen!r} should be used once in {self.name}")
        self._taken[chosen] = number
        self._names.append(chosen)
        self._labels.append(labels)
        self._kinds.append(kind)
        return number

    def edge(
        self,
        source: int,
        target: int,
        operation: Operation,
        span: Span | None = None,
        spans: Spans | None = None,
        *,
        atomic: bool = False,
    ) -> int:
        """Add an edge; *spans* gives the source range of its expressions."""
        number = len(self._edges)
        self._edges.append(Edge(source, target, operation, span, atomic))
        if spans:
            for position, occurrence in occurrences_of(operation):
                if occurrence in spans:
                    self.occurrences[number, position] = spans[occurrence]
        return number

    def variable_types(self) -> set[Type]:
        """The types of the variables."""
        return {variable.type for variable in (*self._parameters, *self._locals)}

    def edges(self) -> Sequence[Edge]:
        """The edges so far."""
        return self._edges

    def replace(self, number: int, operation: Operation) -> None:
        """Give an edge another operation; its occurrences are forgotten."""
        old = self._edges[number]
        self._edges[number] = Edge(old.source, old.target, operation, old.span, old.atomic)
        for key in [key for key in self.occurrences if key[0] == number]:
            del self.occurrences[key]

    def name_callee(self, number: int, callee: Callee) -> None:
        """Let a call have another callee; its expressions, and where they come from, stay."""
        old = self._edges[number]
        require(isinstance(old.operation, Call), "only a call should be given a callee")
        if isinstance(old.operation, Call):
            operation = Call(callee, old.operation.arguments, old.operation.result)
            self._edges[number] = Edge(old.source, old.target, operation, old.span, old.atomic)

    def location_count(self) -> int:
        """How many locations there are so far."""
        return len(self._names)

    def has_labels(self, location: int) -> bool:
        """Whether the user knows a location by a name."""
        return bool(self._labels[location])

    def rebuild(self, kept: Sequence[int], moved: Mapping[int, int], reached: Container[int]) -> dict[int, int]:
        """Keep some edges and the locations they need; ends are *moved*. Gives the new numbers of the edges."""
        exits = {self.exit, self.exceptional_exit, self.stop}
        places = [place for place in range(len(self._names)) if place in reached or place in exits]
        numbers = {place: number for number, place in enumerate(places)}
        names = [f"n{numbers[place]}" if self._names[place] == f"n{place}" else self._names[place] for place in places]
        self._labels = [self._labels[place] for place in places]
        self._kinds = [self._kinds[place] for place in places]
        self._names, self._taken = names, {name: number for number, name in enumerate(names)}
        self._edges = [
            Edge(numbers[edge.source], numbers[moved[edge.target]], edge.operation, edge.span, edge.atomic)
            for edge in (self._edges[number] for number in kept)
        ]
        renumbered = {old: new for new, old in enumerate(kept)}
        self.occurrences = {
            (renumbered[edge], position): span
            for (edge, position), span in self.occurrences.items()
            if edge in renumbered
        }
        self.entry, self.exit = numbers[moved[self.entry]], numbers[self.exit]
        self.exceptional_exit = None if self.exceptional_exit is None else numbers[self.exceptional_exit]
        self.stop = None if self.stop is None else numbers[self.stop]
        return renumbered

    def drop_unused(self) -> None:
        """Forget hidden locals that no edge mentions."""
        used = {
            occurrence.variable.name if isinstance(occurrence, AddressOf) else occurrence.name
            for edge in self._edges
            for _, occurrence in occurrences_of(edge.operation)
            if isinstance(occurrence, AddressOf | Variable)
        }
        self._locals = [local for local in self._locals if not local.hidden or local.name in used]

    def branch(
        self,
        source: int,
        condition: Expr,
        when_true: int,
        when_false: int,
        span: Span | None = None,
        spans: Spans | None = None,
    ) -> None:
        """Add the two exclusive and exhaustive edges of a condition."""
        self.edge(source, when_true, Assume(condition), span, spans)
        self.edge(source, when_false, Assume(negation(condition)), span, spans)

    def build(self) -> Function:
        """Make the function."""
        outgoing: list[list[Operation]] = [[] for _ in self._names]
        for edge in self._edges:
            outgoing[edge.source].append(edge.operation)
        locations = tuple(
            Location(name, kind or kind_from_edges(operations), labels)
            for name, kind, labels, operations in zip(self._names, self._kinds, self._labels, outgoing, strict=True)
        )
        require(self.entry >= 0 and self.exit >= 0, f"function {self.name} should have an entry and an exit")
        return Function(
            self.name,
            tuple(self._parameters),
            tuple(self._locals),
            self._result,
            locations,
            tuple(self._edges),
            self.entry,
            self.exit,
            self.exceptional_exit,
            self.stop,
            self._external,
        )


def kind_from_edges(operations: Sequence[Operation]) -> LocationKind:
    """The kind of a location whose edges carry these operations."""
    if not operations:
        return LocationKind.TERMINAL
    if any(isinstance(operation, Assume | Case) for operation in operations):
        return LocationKind.BRANCH
    if any(isinstance(operation, Call | Catch) for operation in operations):
        return LocationKind.CALL
    return LocationKind.STEP if len(operations) == 1 else LocationKind.CHOICE


@dataclass
class ProgramBuilder:
    """Collects the declarations and functions of a program."""

    name: str
    language: str
    layout: DataLayout = LP64
    entry: str = "main"
    files: tuple[SourceFile, ...] = ()
    globals: list[VariableDeclaration] = field(default_factory=list)
    structs: dict[str, StructDeclaration] = field(default_factory=dict)
    token_sets: dict[str, TokenSet] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    classes: dict[str, ClassDeclaration] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    occurrences: dict[str, dict[tuple[int, int], Span]] = field(default_factory=dict)
    declarations: dict[str, Span] = field(default_factory=dict)
    assumptions: list[Assumption] = field(default_factory=list)
    caveats: list[Caveat] = field(default_factory=list)
    constants: dict[str, Const] = field(default_factory=dict)

    def global_variable(
        self,
        name: str,
        kind: Type,
        initial: Expr | Memory | Domain | None = None,
        *,
        addressable: bool = False,
        hidden: bool = False,
        volatile: bool = False,
        per_thread: bool = False,
        constant: bool = False,
        labels: tuple[str, ...] = (),
        span: Span | None = None,
    ) -> Variable:
        """Declare a global variable."""
        in_memory = addressable or is_aggregate(kind)
        self.globals.append(
            VariableDeclaration(name, kind, in_memory, initial, hidden, volatile, per_thread, labels, constant)
        )
        if span is not None:
            self.declarations[name] = span
        return Variable(name, kind, True)

    def add(self, function: FunctionBuilder, span: Span | None = None) -> Function:
        """Finish a function and add it."""
        built = function.build()
        require(built.name not in self.functions, f"function {built.name} should be defined once")
        self.functions[built.name] = built
        if function.occurrences:
            self.occurrences[built.name] = function.occurrences
        for name, where in function.declarations.items():
            self.declarations[f"{built.name}::{name}"] = where
        if span is not None:
            self.declarations[built.name] = span
        return built

    def assemble(self) -> Program:
        """Make the program as it is, valid or not."""
        return Program(
            self.name,
            self.language,
            dict(self.functions),
            self.entry,
            tuple(self.globals),
            self.layout,
            dict(self.structs),
            dict(self.token_sets),
            dict(self.relations),
            dict(self.classes),
            self.files,
            SourceMap(dict(self.occurrences), dict(self.declarations)),
            tuple(self.assumptions),
            tuple(self.caveats),
            dict(self.constants),
        )

    def build(self) -> Program:
        """Make the program; raises `InternalError` when it is not valid, for that is the front end's mistake."""
        program = self.assemble()
        problems = validate(program)
        if problems:
            raise InternalError("a built program should be valid: " + "; ".join(map(str, problems[:5])))
        return program
