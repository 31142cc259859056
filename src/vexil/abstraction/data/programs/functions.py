"""Functions of an abstract program: the same locations and edges, with steps before and after some.

An edge keeps its number, so that its identity and everything that is said about it stay; steps that are put in come
after all others and have the place of the statement they belong to, so that they are part of the same source step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vexil.abstraction.data.programs.kinds import Kinds
from vexil.abstraction.data.programs.operations import Operations, Spans, Steps
from vexil.abstraction.data.programs.terms import reads_shared
from vexil.core.caveats import Caveat, Effect
from vexil.core.errors import UsageError, require
from vexil.core.source import Span
from vexil.ir import operations as ops
from vexil.ir.builder import kind_from_edges
from vexil.ir.expressions import Expr, Variable, preorder
from vexil.ir.operation_parts import Origin
from vexil.ir.operations import Operation, expressions_of
from vexil.ir.program import Edge, Function, Location, LocationKind, VariableDeclaration
from vexil.ir.sourcemap import occurrences_of
from vexil.ir.types import TokenType, Type
from vexil.ir.typing import negation

HIDDEN = "chosen"
"""What the names of registers that were put in begin with."""
STAGE = "data abstraction"


@dataclass(frozen=True, slots=True)
class AbstractFunction:
    """An abstract function, the spans of its expressions, and what was approximated beyond the abstraction."""

    function: Function
    occurrences: dict[tuple[int, int], Span]
    caveats: tuple[Caveat, ...]


class FunctionAbstraction:
    """Translates one function."""

    def __init__(self, kinds: Kinds, function: Function, *, guarded: bool, threads: bool) -> None:
        self._kinds = kinds
        self._function = function
        self._guarded = guarded
        self._threads = threads
        self._locations = list(function.locations)
        self._names = {location.name for location in function.locations}
        self._edges: list[Edge] = list(function.edges)
        self._registers: dict[tuple[Type, int], Variable] = {}
        self._taken: dict[Type, int] = {}
        self._occurrences: dict[tuple[int, int], Span] = {}
        self._caveats: list[Caveat] = []

    def run(self) -> AbstractFunction:
        """Translate every edge and put the function together."""
        function = self._function
        for number, location in enumerate(function.locations):
            edges = function.outgoing[number]
            if edges and isinstance(function.edges[edges[0]].operation, ops.Assume):
                self._branch(number, edges)
            elif edges and isinstance(function.edges[edges[0]].operation, ops.Case):
                self._switch(number, edges)
            elif location.kind is LocationKind.CALL:
                self._call(number, edges)
            else:
                for edge in edges:
                    self._edge(edge, is_choice=location.kind is LocationKind.CHOICE)
        return AbstractFunction(self._assembled(), self._occurrences, tuple(self._caveats))

    # --- edges -------------------------------------------------------------------------------------------

    def _translate(self, number: int) -> Operations:
        self._taken = {}
        return Operations(self._kinds, self._function, number, self._fresh, guarded=self._guarded)

    def _edge(self, number: int, *, is_choice: bool) -> None:
        edge = self._edges[number]
        steps = self._translate(number).steps(edge.operation)
        source = edge.source
        if is_choice and (steps.before or isinstance(steps.operation, ops.Choose)):
            middle = self._location(source)
            self._add(source, middle, ops.Skip(), edge.span)
            source = middle
        source = self._chain(source, steps, edge.span)
        target = self._later(steps, edge)
        self._put(number, Edge(source, target, steps.operation, edge.span), steps.spans)
        self._note(number, steps)

    def _later(self, steps: Steps, edge: Edge) -> int:
        """Where the operation leads when steps come after it."""
        if not steps.after:
            return edge.target
        require(len(steps.after) == 1, "an operation should give one result")
        middle = self._location(edge.source, before=False)
        self._add(middle, edge.target, steps.after[0], edge.span)
        return middle

    def _branch(self, location: int, edges: tuple[int, ...]) -> None:
        first = self._edges[edges[0]]
        assert isinstance(first.operation, ops.Assume)
        steps = self._translate(edges[0]).condition(first.operation.condition)
        tested = steps.operation
        assert isinstance(tested, ops.Assume)
        source = self._chain(location, steps, first.span)
        self._put(edges[0], Edge(source, first.target, tested, first.span), steps.spans)
        self._note(edges[0], steps)
        for number in edges[1:]:
            other = self._edges[number]
            if steps.before:
                self._put(number, replace_source(other, source, ops.Assume(negation(tested.condition))), {})
            else:
                again = self._translate(number).steps(other.operation)
                self._put(number, replace_source(other, source, again.operation), again.spans)

    def _switch(self, location: int, edges: tuple[int, ...]) -> None:
        """A branch on numbers: a token may take every arm that one of its numbers takes."""
        first = self._edges[edges[0]].operation
        assert isinstance(first, ops.Case)
        cases = [operation for number in edges if isinstance(operation := self._edges[number].operation, ops.Case)]
        values = [case.values for case in cases if not case.otherwise]
        where = f"{self._function.name}:{self._function.locations[location].name}"
        steps = self._translate(edges[0]).selector(first.selector, where, values)
        if steps is None:
            for number in edges:
                self._edge(number, is_choice=False)
            return
        assert isinstance(steps.operation, ops.Case)
        source = self._chain(location, steps, self._edges[edges[0]].span)
        self._note(edges[0], steps)
        arm = 0
        for number, case in zip(edges, cases, strict=True):
            taken = tuple(range(len(values))) if case.otherwise else (arm,)
            arm += not case.otherwise
            made = ops.Case(steps.operation.selector, taken, case.otherwise)
            self._put(number, replace_source(self._edges[number], source, made), {})

    def _call(self, location: int, edges: tuple[int, ...]) -> None:
        source = location
        for number in sorted(edges, key=lambda item: not isinstance(self._edges[item].operation, ops.Call)):
            edge = self._edges[number]
            steps = self._translate(number).steps(edge.operation)
            if isinstance(edge.operation, ops.Catch):
                require(not steps.before, "where an exception goes should not depend on a choice")
            source = self._chain(source, steps, edge.span)
            target = self._later(steps, edge)
            self._put(number, Edge(source, target, steps.operation, edge.span), steps.spans)
            self._note(number, steps)

    def _chain(self, source: int, steps: Steps, span: Span | None) -> int:
        """Add the steps before an operation; where they lead."""
        for step in steps.before:
            middle = self._location(source)
            self._add(source, middle, ops.Choose(step.register, step.domain, Origin.ABSTRACTION), span, steps.spans)
            source = middle
            if step.restricted is not None:
                middle = self._location(source)
                self._add(source, middle, ops.Restrict(step.restricted), span)
                source = middle
            if step.fails is not None:
                failing, after = self._location(source), self._location(source)
                self._add(source, failing, ops.Assume(step.register), span)
                self._add(source, after, ops.Assume(negation(step.register)), span)
                self._add(failing, after, ops.Assign(self._fresh(step.fails.type), step.fails), span)
                source = after
        return source

    def _note(self, number: int, steps: Steps) -> None:
        """Tell when reading what threads share takes more steps than before."""
        if not self._threads or not (steps.before or steps.after):
            return
        reading = sum(reads_shared(step.domain) for step in steps.before)
        reading += sum(step.restricted is not None and _shares(step.restricted) for step in steps.before)
        reading += any(_shares(expression) for expression in expressions_of(steps.operation))
        reading += sum(any(map(_shares, expressions_of(item))) for item in steps.after)
        if reading > 1:
            reason = "several accesses to shared data that were one step are several steps of the abstract program"
            edge = self._edges[number]
            self._caveats.append(Caveat(STAGE, Effect.ADDS, reason, self._function.edge_id(number), edge.span))

    # --- parts -------------------------------------------------------------------------------------------

    def _location(self, near: int, *, before: bool = True) -> int:
        """A location that is put in; *before* an operation is done it counts as the location where it starts."""
        stem = self._locations[near].name.partition(f".{HIDDEN}")[0]
        name, number = f"{stem}.{HIDDEN}", 1
        while name in self._names:
            number += 1
            name = f"{stem}.{HIDDEN}.{number}"
        self._names.add(name)
        labels = tuple(dict.fromkeys((stem, *self._locations[near].labels))) if before else ()
        self._locations.append(Location(name, LocationKind.STEP, labels))
        return len(self._locations) - 1

    def _fresh(self, kind: Type) -> Variable:
        """A hidden register; other edges may use it, too."""
        count = self._taken.get(kind, 0)
        self._taken[kind] = count + 1
        register = self._registers.get((kind, count))
        if register is None:
            word = kind.name if isinstance(kind, TokenType) else str(kind)
            register = self._registers[kind, count] = Variable(f"{HIDDEN}.{word}.{count + 1}", kind, False)
        return register

    def _add(
        self, source: int, target: int, operation: Operation, span: Span | None, spans: Spans | None = None
    ) -> None:
        self._edges.append(Edge(source, target, operation, span))
        self._locate(len(self._edges) - 1, operation, spans or {})

    def _locate(self, number: int, operation: Operation, spans: Spans) -> None:
        for position, occurrence in occurrences_of(operation):
            if occurrence in spans:
                self._occurrences[number, position] = spans[occurrence]

    def _put(self, number: int, edge: Edge, spans: Spans) -> None:
        old = self._edges[number]
        self._edges[number] = edge
        if edge.operation is old.operation:
            known = self._kinds.program.source_map.occurrences.get(self._function.name, {})
            for position, _ in occurrences_of(edge.operation):
                if (number, position) in known:
                    self._occurrences[number, position] = known[number, position]
            return
        self._locate(number, edge.operation, spans)

    def _assembled(self) -> Function:
        function, kinds = self._function, self._kinds
        operations: list[list[Operation]] = [[] for _ in self._locations]
        for edge in self._edges:
            operations[edge.source].append(edge.operation)
        locations = tuple(
            location if number < len(function.locations) and location.kind is LocationKind.CHOICE
            else Location(location.name, kind_from_edges(operations[number]), location.labels)
            for number, location in enumerate(self._locations)
        )  # fmt: skip
        known = {*function.variables, *kinds.program.global_variables}
        hidden = [item for item in self._registers.values() if item.name in known]
        if hidden:
            raise UsageError(f"{function.name} has a variable called {hidden[0].name}", hint="rename it")
        registers = (VariableDeclaration(item.name, item.type, False, None, True) for item in self._registers.values())
        result = None if function.result is None else kinds.declared(f"{function.name}()", function.result)
        return replace(
            function,
            parameters=tuple(self._declared(item) for item in function.parameters),
            locals=(*(self._declared(item) for item in function.locals), *registers),
            result=result,
            locations=locations,
            edges=tuple(self._edges),
        )

    def _declared(self, variable: VariableDeclaration) -> VariableDeclaration:
        kind = self._kinds.declared(f"{self._function.name}::{variable.name}", variable.type)
        return retyped(variable, kind, f"{self._function.name}::{variable.name}")


def retyped(variable: VariableDeclaration, kind: Type, name: str) -> VariableDeclaration:
    """A declaration with another type; what has an address keeps its own."""
    if kind == variable.type:
        return variable
    if variable.addressable:
        raise UsageError(f"{name} cannot be abstracted: it lives in memory", hint="bind variables without addresses")
    return replace(variable, type=kind, addressable=False)


def replace_source(edge: Edge, source: int, operation: Operation) -> Edge:
    """The edge from another location, with another operation."""
    return Edge(source, edge.target, operation, edge.span)


def _shares(expression: Expr) -> bool:
    return any(reads_shared(part) for part in preorder(expression) if not part.operands) or reads_shared(expression)
