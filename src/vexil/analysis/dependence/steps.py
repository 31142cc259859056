"""The steps of the dependence graph: for every vertex what it depends on, by kind, computed when it is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from vexil.analysis.dependence.data import How, Use
from vexil.analysis.dependence.kinds import Ends, Kind
from vexil.analysis.dependence.meetings import IN_SECTION, Meetings
from vexil.analysis.dependence.parts import Parts
from vexil.analysis.dependence.ready import JOINED, LOCKED
from vexil.analysis.dependence.vertices import Mode, Port, Step
from vexil.analysis.facts import Analyses
from vexil.analysis.locations import LocalObject
from vexil.ir.operations import Call, Return, Throw
from vexil.ir.program import Function

STAY, UP, DOWN, ANEW = Mode.STAY, Mode.UP, Mode.DOWN, Mode.ANEW
_WAITING = {LOCKED: "it waits for the lock", JOINED: "it waits for the end of the thread"}


class Asked(NamedTuple):
    """Which kinds of dependences are asked for."""

    data: bool
    control: bool
    divergence: bool
    interference: bool
    synchronisation: bool
    ready: bool
    call: bool


class Steps(Parts):
    """What every vertex depends on."""

    def __init__(self, facts: Analyses, ends: Ends, *, trust_safe_locks: bool = True) -> None:
        super().__init__(facts, ends, trust_safe_locks=trust_safe_locks)
        self._meetings = Meetings(self)
        self._asked: dict[frozenset[Kind], Asked] = {}

    # --- all kinds ---------------------------------------------------------------------------------------

    def of(self, vertex: int, kinds: frozenset[Kind]) -> list[Step]:
        """The steps from a vertex, of some kinds."""
        asked = self._asked.get(kinds)
        if asked is None:
            asked = self._asked[kinds] = Asked(*(Kind(name) in kinds for name in Asked._fields))
        found: list[Step] = []
        if vertex >= self.nodes.count:
            self._port(vertex, asked, found)
            return found
        function, location = self.nodes.owner(vertex), self.nodes.location(vertex)
        if location == len(function.locations):
            if asked.call:
                sites = (*self._call_sites(function.name), *self._start_sites.get(function.name, ()))
                found += [Step(self._called(site), UP, Kind.CALL, "it is called there") for site in sites]
        elif location > len(function.locations):
            self._completion(function, asked, found)
        else:
            self._location(vertex, function, location, asked, found)
        return found

    def _location(self, node: int, function: Function, location: int, asked: Asked, found: list[Step]) -> None:
        callees = self.facts.call_graph.calls_at[function.name].get(location, ())
        self._of_location(node, function, location, asked, callees, found)

    def _of_location(
        self,
        node: int,
        function: Function,
        location: int,
        asked: Asked,
        callees: tuple[str, ...],
        found: list[Step],
    ) -> None:
        """The steps from a location, with what comes of calls of some functions there."""
        base = node - location
        if asked.data:
            self._data(function, location, found)
        if asked.control:
            self._control(node, function, location, callees, found)
        if asked.divergence:
            sources = self.divergence.of(function)[location]
            if sources:
                points = self.divergence.points(function)
                found += self._meetings.on_the_way(Port.DIVERGING, base, sources, Kind.DIVERGENCE, points)
            if callees:
                self._into(callees, Kind.DIVERGENCE, self.outcomes.may_diverge, found)
        if asked.interference:
            for cell in self.interference.read(function, location):
                meeting = self.vertices.vertex(Port.INTERFERING, cell, self.parallel.situation(node))
                reason = "another thread may write it"
                found.append(Step(meeting, ANEW, Kind.INTERFERENCE, reason, self.cells.name(cell)))
        if asked.synchronisation:
            called = self.facts.call_graph.calls_at[function.name].get(location, ())
            self._synchronisation(function, base, location, called, found)
        if asked.ready:
            self._ready(node, function, location, callees, found)
        if asked.call:
            found.append(Step(self.nodes.entry(function.name), STAY, Kind.CALL, "its function is called"))

    # --- data --------------------------------------------------------------------------------------------

    def _data(self, function: Function, location: int, found: list[Step]) -> None:
        definitions = self.data.of(function)
        for use in definitions.uses[location]:
            self._use(function, use, found)
        if definitions.arguments:
            for number in function.outgoing[location]:
                if number in definitions.arguments and not self._passes(function, number):
                    for uses in definitions.arguments[number]:
                        for use in uses:
                            self._use(function, use, found)
        if location == function.exceptional_exit:
            self._leaving(function, Throw, "the exception is thrown", Kind.DATA, found)

    def _leaving(self, function: Function, operation: type, reason: str, kind: Kind, found: list[Step]) -> None:
        flow, base = self.facts.control_flow(function.name), self.nodes.base[function.name]
        for number in self.nodes.numbers(function, operation):
            source = function.edges[number].source
            if flow.is_reached(source):
                found.append(Step(base + source, STAY, kind, reason))

    @cached_property
    def _unresolved(self) -> frozenset[str]:
        return frozenset(self.facts.call_graph.unresolved)

    def _passes(self, function: Function, number: int) -> bool:
        """Say whether what is passed at an edge is followed into functions."""
        identity = function.edge_id(number)
        graph = self.facts.call_graph
        return bool(graph.calls.get(identity) or graph.starts.get(identity)) and identity not in self._unresolved

    def _use(self, function: Function, use: Use, found: list[Step]) -> None:
        source, variable, how = use
        name = variable if isinstance(variable, str) else self.cells.name(variable)
        node = self.nodes.base[function.name] + source
        if how is How.WRITE:
            if source not in self.facts.call_graph.calls_at[function.name]:
                found.append(Step(node, STAY, Kind.DATA, "it is written there", name))
                return
            for number in function.outgoing[source]:
                port = Port.RESULT if isinstance(function.edges[number].operation, Call) else Port.EXCEPTION
                found.append(Step(self.vertices.vertex(port, node), STAY, Kind.DATA, "the call gives it", name))
        elif how is How.CALL:
            callees = self.data.callees(function, source)
            found.append(Step(node, STAY, Kind.DATA, "the call may write it", name))
            meeting = self.vertices.vertex(Port.WRITTEN, callees, variable)
            found.append(Step(meeting, ANEW, Kind.DATA, "it may be written in the call", name))
        else:
            self._at_entry(function, use, name, found)

    def _at_entry(self, function: Function, use: Use, name: str, found: list[Step]) -> None:
        variable, port = use.variable, None
        parameters = self._parameters(function)
        if isinstance(variable, str):
            port = parameters.get(variable)
            if port is None:
                entry = self.nodes.entry(function.name)
                found.append(Step(entry, STAY, Kind.DATA, "it has its first value", name))
        else:
            owner = self.cells.objects[variable]
            if isinstance(owner, LocalObject) and owner.function == function.name:
                port = parameters.get(owner.name)
        if port is not None:
            vertex = self.vertices.vertex(Port.PARAMETER, function.name, port)
            found.append(Step(vertex, STAY, Kind.DATA, "it is a parameter", name))
        if not isinstance(variable, str):
            threads = self.data.threads_before(function.name, variable)
            meeting = self.vertices.vertex(Port.BEFORE, threads, variable)
            found.append(Step(meeting, ANEW, Kind.DATA, "it is written before", name))

    def _parameters(self, function: Function) -> dict[str, int]:
        return {item.name: index for index, item in enumerate(function.parameters)}

    # --- control -----------------------------------------------------------------------------------------

    def _control(
        self, node: int, function: Function, location: int, callees: tuple[str, ...], found: list[Step]
    ) -> None:
        base, control = node - location, self.control
        places = control.of(function)[location]
        found += [Step(base + place, STAY, Kind.CONTROL, control.reason(function, place)) for place in places]
        if callees:
            self._into(callees, Kind.CONTROL, self.outcomes.may_end, found)
        for callee in callees:
            exit_ = self.program.functions[callee].exceptional_exit
            if callee in self.outcomes.may_throw and exit_ is not None:
                thrown = self.nodes.node(callee, exit_)
                found.append(Step(thrown, DOWN, Kind.CONTROL, "it may end with an exception"))
        if self.parallel.is_concurrent and self.stopping:
            meeting = self.vertices.vertex(Port.STOPPED, self.parallel.situation(node))
            found.append(Step(meeting, ANEW, Kind.CONTROL, "the run may end there"))

    def _into(self, callees: tuple[str, ...], kind: Kind, names: frozenset[str], found: list[Step]) -> None:
        """Steps from a call to the completions of functions that may not be completed."""
        ends = (self.nodes.completion(callee) for callee in callees if callee in names)
        found += [Step(end, DOWN, kind, "the call may not return") for end in ends]

    # --- synchronisation and ready -----------------------------------------------------------------------

    def _synchronisation(
        self, function: Function, base: int, location: int, callees: tuple[str, ...], found: list[Step]
    ) -> None:
        synchronisation, kind = self.synchronisation, Kind.SYNCHRONISATION
        places = synchronisation.of(function).get(location, ())
        found += [Step(base + place, STAY, kind, IN_SECTION) for place in places]
        opened = synchronisation.opened(function).last[location]
        if opened:
            closed = synchronisation.closed(function).last[location]
            found += self._meetings.on_the_way(Port.OPENED, base, opened, kind, {})
            found += self._meetings.on_the_way(Port.CLOSED, base, closed, kind, {})
        for callee in callees:
            if callee in self.locks.loose:
                meeting = self.vertices.vertex(Port.LOCKING, callee)
                found.append(Step(meeting, ANEW, kind, "the call takes or releases a lock"))

    def _ready(self, node: int, function: Function, location: int, callees: tuple[str, ...], found: list[Step]) -> None:
        ready, vertices = self.ready, self.vertices
        sources = ready.of(function)[location]
        if sources:
            blocking = ready.blocking(function)
            found += self._meetings.on_the_way(Port.BLOCKED, node - location, sources, Kind.READY, blocking)
        if callees:
            self._into(callees, Kind.READY, ready.may_block, found)
        for key in ready.waits_for(node):
            meeting = vertices.vertex(Port.AWAITED, key)
            found.append(Step(meeting, ANEW, Kind.READY, _WAITING.get(key[0], "it waits to be notified")))
        if self.parallel.is_concurrent:
            if function.name in self._started:
                meeting = vertices.vertex(Port.STARTED, function.name)
                found.append(Step(meeting, ANEW, Kind.READY, "its thread is started there"))
            if ready.held_sections:
                meeting = vertices.vertex(Port.HELD, self.parallel.situation(node))
                found.append(Step(meeting, ANEW, Kind.READY, "an atomic section may keep it still"))

    @cached_property
    def _started(self) -> frozenset[str]:
        """The functions that threads may run in which are started."""
        return frozenset(name for name, threads in self.parallel.threads_of.items() if threads > 1)

    # --- functions ---------------------------------------------------------------------------------------

    def _called(self, identity: str) -> int:
        """The vertex that stands for the execution of a call or start, whatever comes of it."""
        return self.vertices.vertex(Port.CALLED, self._edge_node(identity))

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

    def _completion(self, function: Function, asked: Asked, found: list[Step]) -> None:
        base = self.nodes.base[function.name]
        if asked.control and function.name in self.outcomes.may_end:
            ends = self.outcomes.places_to_end(function).items()
            found += [Step(base + location, STAY, Kind.CONTROL, reason) for location, reason in ends]
        if asked.divergence:
            points = sorted(self.divergence.points(function).items())
            found += [Step(base + location, STAY, Kind.DIVERGENCE, reason) for location, reason in points]
        if asked.ready:
            blocking = sorted(self.ready.blocking(function).items())
            found += [Step(base + location, STAY, Kind.READY, reason) for location, reason in blocking]
        if asked.call:
            found.append(Step(self.nodes.entry(function.name), STAY, Kind.CALL, "its function is called"))

    # --- ports -------------------------------------------------------------------------------------------

    def _port(self, vertex: int, asked: Asked, found: list[Step]) -> None:
        key = self.vertices.key(vertex)
        assert key is not None
        port, first, second = key
        match port, first, second:
            case Port.ARGUMENT, str(), int():
                self._argument(first, second, asked, found)
            case Port.PARAMETER, str(), int():
                found.append(Step(self.nodes.entry(first), STAY, Kind.PARAMETER, "its function is called"))
                name = self.program.functions[first].parameters[second].name
                for identity in (*self._call_sites(first), *self._start_sites.get(first, ())):
                    argument = self.vertices.vertex(Port.ARGUMENT, identity, second)
                    found.append(Step(argument, UP, Kind.PARAMETER, "it is passed there", name))
            case Port.CALLED, int(), _:
                function, location = self.nodes.owner(first), self.nodes.location(first)
                self._of_location(first, function, location, asked, (), found)
            case ((Port.RESULT | Port.EXCEPTION), int(), _):
                self._outcome(port, first, found)
            case Port.RETURNED, str(), _:
                reason = "it is returned there"
                self._leaving(self.program.functions[first], Return, reason, Kind.PARAMETER, found)
            case _:
                found += self._meetings.of(port, first, second)

    def _outcome(self, port: Port, node: int, found: list[Step]) -> None:
        """Steps from the result or exception of a call."""
        found.append(Step(node, STAY, Kind.PARAMETER, "the call gives it"))
        for callee in self.data.callees(self.nodes.owner(node), self.nodes.location(node)):
            exit_ = self.program.functions[callee].exceptional_exit
            if port is Port.RESULT:
                returned = self.vertices.vertex(Port.RETURNED, callee)
                found.append(Step(returned, DOWN, Kind.PARAMETER, "it is returned there"))
            elif exit_ is not None:
                found.append(Step(self.nodes.node(callee, exit_), DOWN, Kind.PARAMETER, "it is thrown there"))

    def _argument(self, identity: str, index: int, asked: Asked, found: list[Step]) -> None:
        owner, _, number = identity.rpartition("#")
        function = self.program.functions[owner]
        found.append(Step(self._called(identity), STAY, Kind.PARAMETER, "it is passed there"))
        if asked.data:
            arguments = self.data.of(function).arguments.get(int(number), ())
            for use in arguments[index] if index < len(arguments) else ():
                self._use(function, use, found)
