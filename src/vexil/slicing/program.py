"""Programs made of kept statements: what is not kept is gone, with the functions, variables and classes it needed.

A kept location keeps its name, and everything that leaves it. Where control would go on with removed statements, it
goes to the next kept one. Calls pass zero for parameters that do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from vexil.analysis.definitions import operation_reads
from vexil.analysis.facts import Analyses
from vexil.core.caveats import Caveat
from vexil.core.dag import preorder
from vexil.core.errors import require
from vexil.core.source import Span
from vexil.ir.expressions import AddressOf, Expr, Place, Variable
from vexil.ir.operation_parts import StaticCallee, VirtualCallee
from vexil.ir.operations import (
    BeginLifetime,
    Call,
    Catch,
    EndLifetime,
    Operation,
    Return,
    Skip,
    Start,
    Throw,
    expressions_of,
)
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.sourcemap import SourceMap
from vexil.ir.types import Type, is_aggregate
from vexil.ir.typing import zero
from vexil.ir.validator import validate
from vexil.model.protocols import NotApplicable
from vexil.model.slice import NOWHERE, ProgramSlice
from vexil.slicing.declarations import Mentioned, kept_classes, kept_globals, stubs


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept: locations by function, and by function the parameters that matter."""

    locations: Mapping[str, frozenset[int]]
    parameters: Mapping[str, frozenset[int]]
    globals: frozenset[str] = frozenset()
    """Global variables that stay whoever uses them."""


def sliced_program(facts: Analyses, kept: Kept) -> ProgramSlice:
    """The program of what is kept; raises `NotApplicable` where no value stands for one that does not matter."""
    return _Slicer(facts, kept).slice()


class _Slicer:
    def __init__(self, facts: Analyses, kept: Kept) -> None:
        self._facts = facts
        self._program = facts.program
        self._kept = kept
        self._names = self._active()
        self._is_static = self._called_by_name()
        self._named: dict[str, frozenset[int]] = {}
        self._methods = {target for item in self._program.classes.values() for _, target in item.methods}

    def slice(self) -> ProgramSlice:
        """The slice."""
        bodies = {name: _Body(self._facts, name, self._locations(name)) for name in self._names}
        self._without_result = {name for name, body in bodies.items() if self._has_no_result(body)}
        made = {name: self._function(body) for name, body in bodies.items()}
        mentioned = Mentioned(self._program, made.values(), self._kept.globals)
        for name in stubs(self._program, mentioned):
            if name not in made:
                body = bodies[name] = _Body(self._facts, name, frozenset())
                made[name] = self._function(body)
                mentioned.add(made[name])
        functions = {name: made[name] for name in self._program.functions if name in made}
        edges = {name: bodies[name].edges for name in functions}
        program = Program(
            self._program.name,
            self._program.language,
            functions,
            self._program.entry,
            kept_globals(self._program, mentioned),
            self._program.layout,
            self._program.structs,
            self._program.token_sets,
            self._program.relations,
            kept_classes(self._program, mentioned, frozenset(functions)),
            self._program.files,
            self._source_map(functions, edges, mentioned),
            self._program.assumptions,
            tuple(self._caveats(edges)),
            self._program.constants,
        )
        problems = validate(program)
        require(not problems, f"a slice should be a valid program: {problems[:1]}")
        return ProgramSlice(self._program, program, {name: bodies[name].images for name in functions}, edges)

    # --- which functions there are -----------------------------------------------------------------------

    def _locations(self, name: str) -> frozenset[int]:
        return self._kept.locations.get(name, frozenset())

    def _active(self) -> list[str]:
        """The entry function, and what kept calls and starts may run."""
        graph = self._facts.call_graph
        names, pending = {self._program.entry: None}, [self._program.entry]
        while pending:
            function = self._program.functions[pending.pop()]
            for location in sorted(self._locations(function.name)):
                for number in function.outgoing[location]:
                    identity = function.edge_id(number)
                    for callee in (*graph.calls.get(identity, ()), *graph.starts.get(identity, ())):
                        if callee not in names:
                            names[callee] = None
                            pending.append(callee)
        return list(names)

    def _called_by_name(self) -> frozenset[str]:
        """The functions that kept calls and starts run by their names only, so that parameters can go."""
        graph, others, signatures = self._facts.call_graph, {self._program.entry}, set[str]()
        for name in self._names:
            function = self._program.functions[name]
            for number, edge in enumerate(function.edges):
                operation = edge.operation
                if isinstance(operation, Call | Start) and not isinstance(operation.callee, StaticCallee):
                    identity = function.edge_id(number)
                    others.update((*graph.calls.get(identity, ()), *graph.starts.get(identity, ())))
                    if isinstance(operation.callee, VirtualCallee):
                        signatures.add(operation.callee.signature)
        for declared in self._program.classes.values():
            others.update(name for signature, name in declared.methods if signature in signatures)
        return frozenset(self._names) - others

    def _has_no_result(self, body: _Body) -> bool:
        """Say whether nobody needs the result of a function, and no value stands for it."""
        result = body.function.result
        return (
            result is not None
            and is_aggregate(result)
            and body.returns_anything
            and body.function.name in self._is_static
        )

    # --- functions ---------------------------------------------------------------------------------------

    def _function(self, body: _Body) -> Function:
        function = body.function
        edges: list[Edge] = []
        result = None if function.name in self._without_result else function.result
        for edge, number in body.made:
            operation = edge.operation if number is None else self._operation(body, number)
            if isinstance(operation, Return):
                operation = self._return(operation, result, is_kept=number is not None)
            edges.append(Edge(edge.source, edge.target, operation, edge.span, edge.atomic))
        edges = self._without_results(body, edges)
        named = _named(edges)
        parameters = self._parameters(function)
        return replace(
            function,
            result=result,
            parameters=tuple(item for item in parameters if item is not None),
            locals=tuple(item for item in function.locals if item.name in named),
            locations=body.locations,
            edges=tuple(edges),
            entry=body.entry,
            exit=body.exit,
            exceptional_exit=body.exceptional_exit,
            stop=body.stop,
        )

    def _parameters(self, function: Function) -> list[VariableDeclaration | None]:
        """The parameters, without those that nobody needs and everybody can do without."""
        if function.name not in self._is_static:
            return list(function.parameters)
        needed = self._kept.parameters.get(function.name, frozenset()) | self._named_parameters(function.name)
        return [item if number in needed else None for number, item in enumerate(function.parameters)]

    def _named_parameters(self, name: str) -> frozenset[int]:
        """The parameters that must be there though their values do not matter: named ones, and receivers."""
        known = self._named.get(name)
        if known is None:
            function = self._program.functions[name]
            numbers = (n for place in self._locations(name) for n in function.outgoing[place])
            names = _named([function.edges[number] for number in numbers])
            found = (number for number, item in enumerate(function.parameters) if item.name in names)
            receivers = [0] if name in self._methods else []
            known = self._named[name] = frozenset([*found, *receivers])
        return known

    def _without_results(self, body: _Body, edges: list[Edge]) -> list[Edge]:
        """The edges without results and handles that go to registers which nobody reads."""
        read = _local_registers(edges)

        def is_unread(place: Place | None) -> bool:
            if not isinstance(place, Variable) or place.is_global or place.name in read:
                return False
            return not body.function.variables[place.name].addressable

        changed: list[Edge] = []
        for edge in edges:
            operation = edge.operation
            match operation:
                case Call(callee, arguments, result) if is_unread(result):
                    operation = Call(callee, arguments, None)
                case Catch(place) if is_unread(place):
                    operation = Catch(None)
                case Start(callee, arguments, handle, daemon, many) if is_unread(handle):
                    operation = Start(callee, arguments, None, daemon, many)
                case _:
                    pass
            changed.append(Edge(edge.source, edge.target, operation, edge.span, edge.atomic))
        return changed

    def _operation(self, body: _Body, number: int) -> Operation:
        operation = body.function.edges[number].operation
        match operation:
            case Call(callee, arguments, result):
                passed = self._passed(body, number, arguments)
                if isinstance(callee, StaticCallee) and callee.function in self._without_result:
                    result = None
                return operation if passed == arguments and result == operation.result else Call(callee, passed, result)
            case Start(callee, arguments, handle, daemon, many):
                passed = self._passed(body, number, arguments)
                return operation if passed == arguments else Start(callee, passed, handle, daemon, many)
            case _:
                return operation

    def _return(self, operation: Return, result: Type | None, *, is_kept: bool) -> Return:
        if result is None:
            return operation if operation.value is None else Return(None)
        return operation if is_kept else Return(_zero(result))

    def _passed(self, body: _Body, number: int, arguments: tuple[Expr, ...]) -> tuple[Expr, ...]:
        identity, graph = body.function.edge_id(number), self._facts.call_graph
        callees = graph.calls.get(identity, ()) or graph.starts.get(identity, ())
        operation = body.function.edges[number].operation
        assert isinstance(operation, Call | Start)
        needed = {index for callee in callees for index in self._kept.parameters.get(callee, ())}
        named = {index for callee in callees for index in self._named_parameters(callee)}
        if not isinstance(operation.callee, StaticCallee):
            needed.add(0)  # the receiver of a virtual call
        can_go = all(callee in self._is_static for callee in callees) and bool(callees)
        passed: list[Expr] = []
        for index, argument in enumerate(arguments):
            is_variadic = any(index >= len(self._program.functions[callee].parameters) for callee in callees)
            if index in needed or is_variadic or not callees:
                passed.append(argument)
            elif not can_go or index in named:
                passed.append(_zero(argument.type))
        return tuple(passed)

    # --- what goes with it -------------------------------------------------------------------------------

    def _source_map(
        self, functions: Mapping[str, Function], edges: Mapping[str, Mapping[int, int]], mentioned: Mentioned
    ) -> SourceMap:
        source_map = self._program.source_map
        occurrences: dict[str, dict[tuple[int, int], Span]] = {}
        for name, function in functions.items():
            original = self._program.functions[name]
            kept = edges[name]
            occurrences[name] = {
                (kept[number], position): span
                for (number, position), span in source_map.occurrences.get(name, {}).items()
                if number in kept and function.edges[kept[number]].operation is original.edges[number].operation
            }
        names = {*functions, *mentioned.globals, *mentioned.classes}
        names |= {f"{name}::{item.name}" for name, f in functions.items() for item in (*f.parameters, *f.locals)}
        names |= {f"{class_name}::{name}" for class_name, name in mentioned.fields}
        declarations = {name: span for name, span in source_map.declarations.items() if name in names}
        return SourceMap({name: spans for name, spans in occurrences.items() if spans}, declarations)

    def _caveats(self, edges: Mapping[str, Mapping[int, int]]) -> Iterable[Caveat]:
        for caveat in self._program.caveats:
            if caveat.edge is None:
                yield caveat
                continue
            name, _, number = caveat.edge.rpartition("#")
            kept = edges.get(name, {}).get(int(number))
            if kept is not None:
                yield replace(caveat, edge=f"{name}#{kept}")


class _Body:
    """The control flow of one function of the slice.

    All that leaves the function by removed statements leaves it by one `return`; exceptions are such statements unless
    somebody asks whether there is one. Where nothing kept follows and the function is not left, it runs for ever.
    """

    def __init__(self, facts: Analyses, name: str, kept: frozenset[int]) -> None:
        self.function = facts.program.functions[name]
        flow = facts.control_flow(name)
        self._reached = flow.reverse_postorder
        self.kept = kept & set(flow.reverse_postorder)
        places = (self.function.exit, self.function.exceptional_exit, self.function.stop)
        self._exits = {place for place in places if place is not None}
        leads_to = {self.function.edges[n].target for place in self.kept for n in self.function.outgoing[place]}
        self._real_exits = {self.function.exit} | (self._exits & (self.kept | leads_to))
        self._next = self._following(flow.incoming)
        self._make()

    def _following(self, incoming: Sequence[Sequence[int]]) -> dict[int, int]:
        """For every location the kept one or exit that comes next; none where it runs for ever."""
        following = {place: place for place in sorted(self.kept | self._real_exits)}
        following |= dict.fromkeys(sorted(self._exits - self._real_exits), self.function.exit)
        pending = list(following)
        for place in pending:
            for number in incoming[place]:
                source = self.function.edges[number].source
                if source not in following:
                    following[source] = following[place]
                    pending.append(source)
        return following

    def _make(self) -> None:
        function = self.function
        kept = sorted(self.kept - self._exits)
        where = {place: number for number, place in enumerate(kept)}
        locations = [function.locations[place] for place in kept]
        inside = [place for place in self._reached if place not in self._exits]
        leaving = [place for place in inside if self._next.get(place) in self._exits and place not in self.kept]
        endless = [place for place in inside if place not in self._next]
        through = looping = NOWHERE
        if leaving:
            through = len(locations)
            returning = (place for place in leaving if self._returns(place))
            locations.append(_step(function.locations[next(returning, leaving[0])]))
        if endless:
            looping = len(locations)
            locations.append(_step(function.locations[endless[0]]))
        for place in sorted(self._real_exits):
            where[place] = len(locations)
            locations.append(function.locations[place])

        def image(place: int) -> int:
            if place in self._exits:
                return where.get(place, where[function.exit])
            if place not in self._next:
                return looping
            return through if place not in self.kept and self._next[place] in self._exits else where[self._next[place]]

        made: list[tuple[Edge, int | None]] = []
        self.edges: dict[int, int] = {}
        for place in kept:
            for number in function.outgoing[place]:
                edge = function.edges[number]
                self.edges[number] = len(made)
                made.append((Edge(where[place], image(edge.target), edge.operation, edge.span), number))
        if leaving:
            self.edges |= {number: len(made) for place in leaving for number in self._leaves(place)}
            made.append((Edge(through, where[function.exit], Return(None), None), None))
        if endless:
            made.append((Edge(looping, looping, Skip(), None), None))
        reached = set(self._reached)
        self.made = made
        self.returns_anything = bool(leaving)
        self.locations = tuple(locations)
        self.images = tuple(
            image(n) if n in reached or n in self._exits else NOWHERE for n in range(len(function.locations))
        )
        self.entry = image(function.entry)
        self.exit = where[function.exit]
        self.exceptional_exit = None if function.exceptional_exit is None else where.get(function.exceptional_exit)
        self.stop = None if function.stop is None else where.get(function.stop)

    def _leaves(self, place: int) -> list[int]:
        """The edges of a location by which it returns, or is left with an exception."""
        numbers = self.function.outgoing[place]
        return [number for number in numbers if isinstance(self.function.edges[number].operation, Return | Throw)]

    def _returns(self, place: int) -> bool:
        return any(isinstance(self.function.edges[n].operation, Return) for n in self.function.outgoing[place])


def _step(location: Location) -> Location:
    return Location(location.name, LocationKind.STEP, ())


def _zero(kind: Type) -> Expr:
    if is_aggregate(kind):
        raise NotApplicable(f"there is no zero of type {kind}")
    return zero(kind)


def _local_registers(edges: Iterable[Edge]) -> frozenset[str]:
    """The local variables that edges read, or whose memory they name."""
    named = {name for edge in edges for name, is_global in operation_reads(edge.operation) if not is_global}
    for edge in edges:
        for expression in expressions_of(edge.operation):
            named.update(
                node.variable.name
                for node in preorder(expression)
                if isinstance(node, AddressOf) and not node.variable.is_global
            )
    return frozenset(named)


def _named(edges: Iterable[Edge]) -> frozenset[str]:
    """The local variables that edges name."""
    named: set[str] = set()
    for edge in edges:
        if isinstance(edge.operation, BeginLifetime | EndLifetime):
            named.add(edge.operation.variable.name)
        for expression in expressions_of(edge.operation):
            for node in preorder(expression):
                variable = node.variable if isinstance(node, AddressOf) else node
                if isinstance(variable, Variable) and not variable.is_global:
                    named.add(variable.name)
    return frozenset(named)
