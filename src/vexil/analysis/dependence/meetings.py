"""What meetings lead to: the writes, wake-ups, ends and places that many vertices depend on alike.

Meetings may lead to other ones: those that several share, so that everything together is about as large as the program.
Except along paths of one function, where contexts are kept, every step begins anew.
"""

from __future__ import annotations

from vexil.analysis.dependence.kinds import Kind
from vexil.analysis.dependence.parts import Parts
from vexil.analysis.dependence.places_before import PlacesBefore
from vexil.analysis.dependence.ready import JOINED, LOCKED
from vexil.analysis.dependence.vertices import Mode, Port, Step
from vexil.ir.program import Function

STAY, ANEW = Mode.STAY, Mode.ANEW
IN_SECTION = "a critical section around it begins or ends"


class Meetings:
    """The steps from meetings."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._vertices = parts.vertices

    def of(self, port: Port, first: object, second: object) -> list[Step]:
        """The steps from one meeting."""
        match port, first, second:
            case Port.BEFORE, int(), int():
                return self._written_before(first, second)
            case Port.WRITTEN, tuple(), int():
                return self._inside(first, second)
            case Port.INSIDE, str(), int():
                own = self._data(self._parts.data.writers(first, second), second, "it is written in the call")
                return own + self._inside(self._parts.facts.call_graph.callees[first], second)
            case Port.WRITES, str(), int():
                return self._data(self._parts.data.writers(first, second), second, "it is written before")
            case ((Port.INTERFERING | Port.WRITING), int(), int()):
                return self._interfering(port, first, second)
            case ((Port.AWAITED | Port.WAKING), (str() as what, int() as tokens, int() as situation), _):
                return self._awaited(port, (what, tokens, situation))
            case ((Port.STOPPED | Port.STOPPING), int(), _):
                return self._stopped(port, first)
            case Port.STARTED, str(), _:
                starts = self._parts.ready.starts(first)
                return [Step(start, ANEW, Kind.READY, "its thread is started there") for start in starts]
            case Port.HELD, int(), _:
                return self._held(first)
            case Port.LOCKING, str(), _:
                inner = self._parts.synchronisation.inner(first)
                return [Step(node, ANEW, Kind.SYNCHRONISATION, "the call takes or releases a lock") for node in inner]
            case ((Port.DIVERGING | Port.BLOCKED | Port.OPENED | Port.CLOSED), int(), int()):
                return self._on_paths(port, first, second)
            case _:
                return []

    # --- storage -----------------------------------------------------------------------------------------

    def _data(self, nodes: list[int], cell: int, reason: str) -> list[Step]:
        name = self._parts.cells.name(cell)
        return [Step(node, ANEW, Kind.DATA, reason, name) for node in nodes]

    def _inside(self, functions: tuple[str, ...], cell: int) -> list[Step]:
        inside = [self._vertices.vertex(Port.INSIDE, name, cell) for name in self._parts.data.writing(functions, cell)]
        return self._data(inside, cell, "it is written in the call")

    def _written_before(self, threads: int, cell: int) -> list[Step]:
        data = self._parts.data
        targets = [data.first(cell)]
        for function in data.writing_before(threads, cell):
            nodes = data.writers(function, cell)
            targets += [self._vertices.vertex(Port.WRITES, function, cell)] if len(nodes) > 1 else nodes
        return self._data(targets, cell, "it is written before")

    def _interfering(self, port: Port, cell: int, situation: int) -> list[Step]:
        interference, name = self._parts.interference, self._parts.cells.name(cell)
        if port is Port.WRITING:
            targets = interference.writers(cell)[situation]
        else:
            targets = []
            for theirs, nodes in interference.before(cell, situation):
                targets += [self._vertices.vertex(Port.WRITING, cell, theirs)] if len(nodes) > 1 else nodes
        return [Step(node, ANEW, Kind.INTERFERENCE, "another thread writes it there", name) for node in targets]

    # --- other threads -----------------------------------------------------------------------------------

    def _awaited(self, port: Port, key: tuple[str, int, int]) -> list[Step]:
        ready, (what, tokens, situation) = self._parts.ready, key
        targets: list[int] = []
        if what == JOINED:
            targets = ready.ends(tokens)
        elif port is Port.WAKING:
            targets = ready.waking(what)[tokens][situation]
        else:
            for theirs, nodes in ready.wakers(key):
                targets += [self._vertices.vertex(Port.WAKING, theirs)] if len(nodes) > 1 else nodes
        reasons = {LOCKED: "the lock is released there", JOINED: "the thread ends there"}
        reason = reasons.get(what, "it is notified there")
        return [Step(node, ANEW, Kind.READY, reason) for node in targets]

    def _stopped(self, port: Port, situation: int) -> list[Step]:
        parallel, stopping = self._parts.parallel, self._parts.stopping
        if port is Port.STOPPING:
            ends = stopping[situation].items()
            return [Step(node, ANEW, Kind.CONTROL, f"in another thread: {reason}") for node, reason in ends]
        before = (theirs for theirs in stopping if parallel.may_precede(theirs, situation))
        reason = "the run may end there"
        return [Step(self._vertices.vertex(Port.STOPPING, theirs), ANEW, Kind.CONTROL, reason) for theirs in before]

    def _held(self, situation: int) -> list[Step]:
        parallel = self._parts.parallel
        sections = self._parts.ready.held_sections
        others = (node for node in sections if parallel.may_precede(parallel.situation(node), situation))
        return [Step(node, ANEW, Kind.READY, "an atomic section may keep all other threads still") for node in others]

    # --- paths -------------------------------------------------------------------------------------------

    def _on_paths(self, port: Port, node: int, is_place: int) -> list[Step]:
        """Steps to what meets at a node, or from a place to itself and to what is beyond it."""
        function = self._parts.nodes.owner(node)
        location = self._parts.nodes.location(node)
        before, kind, reasons = self._places(port, function)
        if not is_place:
            sources = tuple(before.sources(location))
            return self.on_the_way(port, node - location, sources, kind, reasons)
        beyond = self.on_the_way(port, node - location, before.last[location], kind, reasons)
        return [Step(node, STAY, kind, reasons.get(location, IN_SECTION)), *beyond]

    def _places(self, port: Port, function: Function) -> tuple[PlacesBefore, Kind, dict[int, str]]:
        parts = self._parts
        match port:
            case Port.DIVERGING:
                return parts.divergence.before(function), Kind.DIVERGENCE, parts.divergence.points(function)
            case Port.BLOCKED:
                return parts.ready.before(function), Kind.READY, parts.ready.blocking(function)
            case Port.OPENED:
                return parts.synchronisation.opened(function), Kind.SYNCHRONISATION, {}
            case _:
                return parts.synchronisation.closed(function), Kind.SYNCHRONISATION, {}

    def on_the_way(
        self, port: Port, base: int, sources: tuple[int, ...], kind: Kind, reasons: dict[int, str]
    ) -> list[Step]:
        """Steps to places and meetings of a function whose nodes begin at *base*.

        Only the last loop before a node is what diverges; of the other kinds of places all of them count.
        """
        found = []
        for source in sources:
            if source >= 0 and port is Port.DIVERGING:
                found.append(Step(base + source, STAY, kind, reasons[source]))
            else:
                at = base + (source if source >= 0 else ~source)
                vertex = self._vertices.vertex(port, at, int(source >= 0))
                found.append(Step(vertex, STAY, kind, "it is on the way"))
        return found
