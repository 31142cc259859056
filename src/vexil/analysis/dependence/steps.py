"""The steps of the dependence graph: for every vertex what it depends on, by kind, computed when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from vexil.analysis.dependence.cells import Cells
from vexil.analysis.dependence.control import ControlDependences
from vexil.analysis.dependence.data import DataDependences, How, Use
from vexil.analysis.dependence.divergence import DivergenceDependences
from vexil.analysis.dependence.interference import InterferenceDependences
from vexil.analysis.dependence.kinds import Ends, Kind
from vexil.analysis.dependence.locks import Locks
from vexil.analysis.dependence.nodes import Nodes
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.dependence.parallel import Parallel
from vexil.analysis.dependence.ready import JOINED, LOCKED, ReadyDependences
from vexil.analysis.dependence.safe_locks import SafeLocks
from vexil.analysis.dependence.synchronisation import SynchronisationDependences
from vexil.analysis.dependence.vertices import Mode, Port, Step, Vertices
from vexil.analysis.facts import Analyses
from vexil.analysis.locations import LocalObject
from vexil.ir.operations import Call, EndThread, Return, Throw
from vexil.ir.program import Function

STAY, UP, DOWN, ANEW = Mode.STAY, Mode.UP, Mode.DOWN, Mode.ANEW


class Steps:
    """What every vertex depends on."""

    def __init__(self, facts: Analyses, ends: Ends, *, trust_safe_locks: bool = True) -> None:
        self.facts = facts
        self.program = facts.program
        self.nodes = nodes = Nodes(facts.program, facts.call_graph.running)
        self.vertices = Vertices(nodes)
        self.parallel = Parallel(facts, nodes)
        self.outcomes = Outcomes(facts, nodes, ends)
        self.locks = Locks(facts, nodes)
        self.safe_locks = SafeLocks(facts, nodes, self.locks, self.outcomes, trust=trust_safe_locks)
        self.control = ControlDependences(facts, nodes, self.outcomes)
        self.divergence = DivergenceDependences(facts, nodes, self.outcomes)
        self.synchronisation = SynchronisationDependences(facts, nodes, self.locks)
        self.ready = ReadyDependences(facts, nodes, self.parallel, self.locks, self.safe_locks, self.outcomes)

    @cached_property
    def cells(self) -> Cells:
        """The cells of the program."""
        return Cells(self.facts, self.nodes.functions)

    @cached_property
    def data(self) -> DataDependences:
        """Data dependences."""
        return DataDependences(self.facts, self.nodes, self.cells, self.parallel)

    @cached_property
    def interference(self) -> InterferenceDependences:
        """Interference dependences."""
        return InterferenceDependences(self.nodes, self.cells, self.parallel, self.data.modifications)

    # --- all kinds ---------------------------------------------------------------------------------------

    def of(self, vertex: int, kinds: frozenset[Kind]) -> Iterator[Step]:
        """The steps from a vertex, of some kinds."""
        if vertex >= self.nodes.count:
            yield from self._port(vertex, kinds)
            return
        function, location = self.nodes.owner(vertex), self.nodes.location(vertex)
        if location == len(function.locations):
            yield from self._entry(function, kinds)
        elif location > len(function.locations):
            yield from self._completion(function, kinds)
        else:
            yield from self._location(vertex, function, location, kinds)

    def _location(self, node: int, function: Function, location: int, kinds: frozenset[Kind]) -> Iterator[Step]:
        if Kind.DATA in kinds:
            yield from self._data(function, location)
        if Kind.CONTROL in kinds:
            yield from self._control(node, function, location)
        base = node - location
        if Kind.DIVERGENCE in kinds:
            points = self.divergence.points(function)
            for place in self.divergence.of(function)[location]:
                yield Step(base + place, STAY, Kind.DIVERGENCE, points[place])
            yield from self._into(function, location, Kind.DIVERGENCE, self.outcomes.may_diverge)
        if Kind.INTERFERENCE in kinds:
            for cell in self.interference.read(function, location):
                meeting = self.vertices.vertex(Port.INTERFERING, cell, self.parallel.situation(node))
                yield Step(meeting, STAY, Kind.INTERFERENCE, "another thread may write it", self.cells.name(cell))
        if Kind.SYNCHRONISATION in kinds:
            for place in self.synchronisation.of(function)[location]:
                yield Step(base + place, STAY, Kind.SYNCHRONISATION, "a critical section around it begins or ends")
            for inner in self.synchronisation.inside_calls(function, location):
                yield Step(inner, ANEW, Kind.SYNCHRONISATION, "the call takes or releases a lock")
        if Kind.READY in kinds:
            yield from self._ready(node, function, location)
        if Kind.CALL in kinds:
            yield Step(self.nodes.entry(function.name), STAY, Kind.CALL, "its function is called")

    # --- data --------------------------------------------------------------------------------------------

    def _data(self, function: Function, location: int) -> Iterator[Step]:
        definitions = self.data.of(function)
        for use in definitions.uses[location]:
            yield from self._use(function, use)
        for number in function.outgoing[location]:
            if number in definitions.arguments and not self._passes(function, number):
                for uses in definitions.arguments[number]:
                    for use in uses:
                        yield from self._use(function, use)
        if location == function.exceptional_exit:
            yield from self._leaving(function, Throw, "the exception is thrown", Kind.DATA)

    def _leaving(self, function: Function, operation: type, reason: str, kind: Kind) -> Iterator[Step]:
        reached = set(self.facts.control_flow(function.name).reverse_postorder)
        for edge in function.edges:
            if isinstance(edge.operation, operation) and edge.source in reached:
                yield Step(self.nodes.node(function.name, edge.source), STAY, kind, reason)

    def _passes(self, function: Function, number: int) -> bool:
        """Say whether what is passed at an edge is followed into functions."""
        identity = function.edge_id(number)
        graph = self.facts.call_graph
        return bool(graph.calls.get(identity) or graph.starts.get(identity)) and identity not in graph.unresolved

    def _use(self, function: Function, use: Use) -> Iterator[Step]:
        vertices, nodes = self.vertices, self.nodes
        name = use.variable if isinstance(use.variable, str) else self.cells.name(use.variable)
        node = nodes.base[function.name] + use.source
        if use.how is How.WRITE:
            target, reason = node, "it is written there"
            operations = [function.edges[number].operation for number in function.outgoing[use.source]]
            if any(isinstance(operation, Call) for operation in operations):
                for operation in operations:
                    port = Port.RESULT if isinstance(operation, Call) else Port.EXCEPTION
                    yield Step(vertices.vertex(port, node), STAY, Kind.DATA, "the call gives it", name)
                return
            yield Step(target, STAY, Kind.DATA, reason, name)
        elif use.how is How.CALL:
            assert isinstance(use.variable, int)
            callees = self.data.callees(function, use.source)
            yield Step(node, STAY, Kind.DATA, "the call may write it", name)
            meeting = vertices.vertex(Port.WRITTEN, callees, use.variable)
            yield Step(meeting, STAY, Kind.DATA, "it may be written in the call", name)
        else:
            yield from self._at_entry(function, use, name)

    def _at_entry(self, function: Function, use: Use, name: str) -> Iterator[Step]:
        vertices = self.vertices
        parameters = [item.name for item in function.parameters]
        if isinstance(use.variable, str):
            if use.variable in parameters:
                port = vertices.vertex(Port.PARAMETER, function.name, parameters.index(use.variable))
                yield Step(port, STAY, Kind.DATA, "it is a parameter", name)
            else:
                yield Step(self.nodes.entry(function.name), STAY, Kind.DATA, "it has its first value", name)
            return
        owner = self.cells.objects[use.variable]
        if isinstance(owner, LocalObject) and owner.function == function.name and owner.name in parameters:
            port = vertices.vertex(Port.PARAMETER, function.name, parameters.index(owner.name))
            yield Step(port, STAY, Kind.DATA, "it is a parameter", name)
        threads = self.data.threads_before(function.name, use.variable)
        meeting = vertices.vertex(Port.BEFORE, threads, use.variable)
        yield Step(meeting, STAY, Kind.DATA, "it is written before", name)

    # --- control -----------------------------------------------------------------------------------------

    def _control(self, node: int, function: Function, location: int) -> Iterator[Step]:
        base = node - location
        for place in self.control.of(function)[location]:
            yield Step(base + place, STAY, Kind.CONTROL, self.control.reason(function, place))
        yield from self._into(function, location, Kind.CONTROL, self.outcomes.may_end)
        for callee in self._callees(function, location):
            called = self.program.functions[callee]
            if callee in self.outcomes.may_throw and called.exceptional_exit is not None:
                exit_ = self.nodes.node(callee, called.exceptional_exit)
                yield Step(exit_, DOWN, Kind.CONTROL, "it may end with an exception")
        if self.parallel.is_concurrent and self._stopping:
            meeting = self.vertices.vertex(Port.STOPPED, self.parallel.situation(node))
            yield Step(meeting, STAY, Kind.CONTROL, "the run may end there")

    @cached_property
    def _stopping(self) -> list[tuple[int, str]]:
        """The nodes that may end all threads, with why."""
        found: dict[int, str] = {}
        for function in self.nodes.functions:
            for number, edge in enumerate(function.edges):
                is_own = isinstance(edge.operation, EndThread)
                reason = "" if is_own else self.outcomes.reason_to_end(function, number)
                if reason:
                    found.setdefault(self.nodes.node(function.name, edge.source), reason)
        return list(found.items())

    def _callees(self, function: Function, location: int) -> tuple[str, ...]:
        for number in function.outgoing[location]:
            if isinstance(function.edges[number].operation, Call):
                return self.outcomes.callees(function, number)
        return ()

    def _into(self, function: Function, location: int, kind: Kind, names: frozenset[str]) -> Iterator[Step]:
        """Steps from a call to the completions of functions that may not be completed."""
        for callee in self._callees(function, location):
            if callee in names:
                yield Step(self.nodes.completion(callee), DOWN, kind, "the call may not return")

    # --- ready -------------------------------------------------------------------------------------------

    def _ready(self, node: int, function: Function, location: int) -> Iterator[Step]:
        ready, base = self.ready, node - location
        blocking = ready.blocking(function)
        for place in ready.of(function)[location]:
            yield Step(base + place, STAY, Kind.READY, blocking[place])
        yield from self._into(function, location, Kind.READY, ready.may_block)
        for key in ready.waits_for(node):
            reasons = {LOCKED: "it waits for the lock", JOINED: "it waits for the end of the thread"}
            meeting = self.vertices.vertex(Port.AWAITED, key)
            yield Step(meeting, STAY, Kind.READY, reasons.get(key[0], "it waits to be notified"))
        for start in ready.starts(function.name):
            yield Step(start, ANEW, Kind.READY, "its thread is started there")
        if ready.held_sections and self.parallel.is_concurrent:
            situation = self.parallel.situation(node)
            for other in ready.held_sections:
                if self.parallel.may_precede(self.parallel.situation(other), situation):
                    yield Step(other, ANEW, Kind.READY, "an atomic section may keep all other threads still")

    # --- functions ---------------------------------------------------------------------------------------

    def _entry(self, function: Function, kinds: frozenset[Kind]) -> Iterator[Step]:
        if Kind.CALL in kinds:
            for identity in (*self._call_sites(function.name), *self._start_sites.get(function.name, ())):
                yield Step(self._edge_node(identity), UP, Kind.CALL, "it is called there")

    def _edge_node(self, identity: str) -> int:
        owner, _, number = identity.rpartition("#")
        return self.nodes.node(owner, self.program.functions[owner].edges[int(number)].source)

    def _call_sites(self, function: str) -> tuple[str, ...]:
        return self.facts.call_graph.call_sites[function]

    @cached_property
    def _start_sites(self) -> dict[str, list[str]]:
        sites: dict[str, list[str]] = {}
        for identity, targets in self.facts.call_graph.starts.items():
            for target in targets:
                sites.setdefault(target, []).append(identity)
        return sites

    def _completion(self, function: Function, kinds: frozenset[Kind]) -> Iterator[Step]:
        base = self.nodes.base[function.name]
        if Kind.CONTROL in kinds and function.name in self.outcomes.may_end:
            for location in self.facts.control_flow(function.name).reverse_postorder:
                own = function.outgoing[location]
                reason = next((r for number in own if (r := self.outcomes.reason_to_end(function, number))), "")
                reason = reason or self.outcomes.ending(function, location)
                if reason:
                    yield Step(base + location, STAY, Kind.CONTROL, reason)
        if Kind.DIVERGENCE in kinds:
            for location, reason in sorted(self.divergence.points(function).items()):
                yield Step(base + location, STAY, Kind.DIVERGENCE, reason)
        if Kind.READY in kinds:
            for location, reason in sorted(self.ready.blocking(function).items()):
                yield Step(base + location, STAY, Kind.READY, reason)
        if Kind.CALL in kinds:
            yield Step(self.nodes.entry(function.name), STAY, Kind.CALL, "its function is called")

    def _port(self, vertex: int, kinds: frozenset[Kind]) -> Iterator[Step]:
        key = self.vertices.key(vertex)
        assert key is not None
        port, first, second = key
        match port, first, second:
            case Port.ARGUMENT, str(), int():
                yield from self._argument(first, second, kinds)
            case Port.PARAMETER, str(), int():
                yield Step(self.nodes.entry(first), STAY, Kind.PARAMETER, "its function is called")
                for identity in (*self._call_sites(first), *self._start_sites.get(first, ())):
                    name = self.program.functions[first].parameters[second].name
                    argument = self.vertices.vertex(Port.ARGUMENT, identity, second)
                    yield Step(argument, UP, Kind.PARAMETER, "it is passed there", name)
            case ((Port.RESULT | Port.EXCEPTION), int(), _):
                yield Step(first, STAY, Kind.PARAMETER, "the call gives it")
                function, location = self.nodes.owner(first), self.nodes.location(first)
                for callee in self._callees(function, location):
                    called = self.program.functions[callee]
                    if port is Port.RESULT:
                        returned = self.vertices.vertex(Port.RETURNED, callee)
                        yield Step(returned, DOWN, Kind.PARAMETER, "it is returned there")
                    elif called.exceptional_exit is not None:
                        thrown = self.nodes.node(callee, called.exceptional_exit)
                        yield Step(thrown, DOWN, Kind.PARAMETER, "it is thrown there")
            case Port.RETURNED, str(), _:
                yield from self._leaving(self.program.functions[first], Return, "it is returned there", Kind.PARAMETER)
            case _:
                yield from self._meeting(port, first, second, kinds)

    def _argument(self, identity: str, index: int, kinds: frozenset[Kind]) -> Iterator[Step]:
        owner, _, number = identity.rpartition("#")
        function = self.program.functions[owner]
        yield Step(self._edge_node(identity), STAY, Kind.PARAMETER, "it is passed there")
        if Kind.DATA in kinds:
            arguments = self.data.of(function).arguments.get(int(number), ())
            for use in arguments[index] if index < len(arguments) else ():
                yield from self._use(function, use)

    def _meeting(self, port: Port, first: object, second: object, kinds: frozenset[Kind]) -> Iterator[Step]:
        match port, first, second:
            case Port.BEFORE, int(), int():
                for node in self.data.before(first, second):
                    yield Step(node, ANEW, Kind.DATA, "it is written before", self.cells.name(second))
            case Port.WRITTEN, tuple(), int():
                for node in self.data.written_by(first, second):
                    yield Step(node, ANEW, Kind.DATA, "it is written in the call", self.cells.name(second))
            case Port.INTERFERING, int(), int():
                for node in self.interference.writers(first, second):
                    name = self.cells.name(first)
                    yield Step(node, ANEW, Kind.INTERFERENCE, "another thread writes it there", name)
            case Port.AWAITED, (str() as what, int() as tokens, int() as situation), _:
                reasons = {LOCKED: "the lock is released there", JOINED: "the thread ends there"}
                for node in self.ready.wakers((what, tokens, situation)):
                    yield Step(node, ANEW, Kind.READY, reasons.get(what, "it is notified there"))
            case Port.STOPPED, int(), _:
                for node, reason in self._stopping:
                    if self.parallel.may_precede(self.parallel.situation(node), first):
                        yield Step(node, ANEW, Kind.CONTROL, f"in another thread: {reason}")
            case _:
                pass
