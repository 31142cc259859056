"""Shortest traces: read off the layers backwards, with the call stack and the values of everything visible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from vexil.core.context import Context
from vexil.core.errors import InternalError, require
from vexil.engines.bebop.layers import Layers
from vexil.engines.bebop.order import Place
from vexil.engines.bebop.reach import Reached, Valuation
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.program import ENTRY, NEXT
from vexil.model.boolean_program import Call


@dataclass(frozen=True, slots=True)
class FailingCheck:
    """The trace ends with the failure of the check at an edge."""

    procedure: str
    edge: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """The trace ends when control comes to a location."""

    procedure: str
    location: int


Target = FailingCheck | Arrival


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One edge: the procedures that are active, and the values visible before and after it.

    After a call these are the values in the procedure that is called, after a return those in the caller. So the value
    that an unknown has taken is the one that its variable has afterwards.
    """

    stack: tuple[str, ...]
    edge: int
    before: Valuation
    after: Valuation

    @property
    def procedure(self) -> str:
        """The procedure that the edge belongs to."""
        return self.stack[-1]


@dataclass(frozen=True, slots=True)
class AbstractTrace:
    """A run from its initial values; the last step of one to a check is the check that fails.

    ``globals`` are the initial values of all globals, also of those that ``main`` does not see.
    """

    globals: Valuation
    initial: Valuation
    steps: tuple[TraceStep, ...]
    target: Target


def shortest_trace(reached: Reached, targets: Iterable[Target], context: Context) -> AbstractTrace | None:
    """A shortest trace to the first of the targets that is nearest, or nothing when none is reached.

    Raises `LimitReached` when time or memory is used up.
    """
    wanted = [target for target in targets if _states(reached, target, None) != reached.manager.false]
    if not wanted:
        return None
    layers = Layers(reached, context)
    time = 0
    while True:
        more = layers.extend(time)
        for target in wanted:
            for entered, distance, states in layers.arrivals(_place(reached, target), time):
                final = _states(reached, target, states)
                if final != reached.manager.false:
                    return _Extraction(layers, target).trace(entered, distance, final)
        require(more, "a target that is reached should be in some layer")
        time += 1


def _place(reached: Reached, target: Target) -> Place:
    if isinstance(target, Arrival):
        return target.procedure, target.location
    return target.procedure, reached.program.procedures[target.procedure].edges[target.edge].source


def _states(reached: Reached, target: Target, among: Diagram | None) -> Diagram:
    states = reached.path_edges(*_place(reached, target)) if among is None else among
    return states if isinstance(target, Arrival) else reached.edges.failing(target.procedure, target.edge, states)


@dataclass(frozen=True, slots=True)
class _Point:
    """A path edge with all its values, at a distance from the entry of its procedure."""

    procedure: str
    location: int
    distance: int
    values: Valuation


class _Extraction:
    """Goes back from the target to the beginning."""

    def __init__(self, layers: Layers, target: Target) -> None:
        self._layers = layers
        self._edges = layers.edges
        self._manager = layers.edges.manager
        self._program = layers.program
        self._target = target
        self._steps: list[TraceStep] = []  # from the last one to the first, without their stacks

    def trace(self, entered: int, distance: int, states: Diagram) -> AbstractTrace:
        """The trace to a path edge of the target, whose procedure was entered at a time."""
        procedure, location = _place(self._layers.reached, self._target)
        point = self._pick(procedure, location, distance, states)
        if isinstance(self._target, FailingCheck):
            values = self._visible(point)
            self._steps.append(TraceStep((procedure,), self._target.edge, values, values))
        waiting: list[_Point] = []
        while True:
            point = self._back_to_entry(point, waiting)
            if waiting:
                caller = waiting.pop()
                edge = self._program.procedures[caller.procedure].outgoing[caller.location][0]
            elif point.procedure == self._program.main and entered == 0:
                break
            else:
                entered, edge, caller = self._caller(point, entered)
            self._step(caller, edge, point)
            point = caller
        plain = (variable.name for variable in self._program.globals)
        names = self._edges.signature(point.procedure).globals
        begun = {variable: point.values[name] for variable, name in zip(plain, names, strict=True)}
        return AbstractTrace(begun, self._visible(point), self._with_stacks(), self._target)

    def _with_stacks(self) -> tuple[TraceStep, ...]:
        stack = [self._program.main]
        found = []
        for step in reversed(self._steps):
            found.append(replace(step, stack=tuple(stack)))
            procedure = self._program.procedures[stack[-1]]
            operation = procedure.edges[step.edge].operation
            if isinstance(operation, Call):
                stack.append(operation.procedure)
            elif procedure.edges[step.edge].target == procedure.exit and len(stack) > 1:
                stack.pop()
        return tuple(found)

    def _step(self, before: _Point, edge: int, after: _Point) -> None:
        self._steps.append(TraceStep((before.procedure,), edge, self._visible(before), self._visible(after)))

    def _visible(self, point: _Point) -> Valuation:
        plain = self._layers.reached.plain_names(point.procedure)
        return {plain[name]: point.values[name] for name in plain if name in point.values}

    def _names(self, procedure: str, location: int) -> list[str]:
        signature = self._edges.signature(procedure)
        names = [*signature.globals, *signature.own, *signature.entries]
        if location == self._program.procedures[procedure].exit:
            forgotten = set(self._edges.forgotten_at_exit(procedure))
            names = [name for name in names if name not in forgotten] + [*signature.results]
        return names

    def _pick(self, procedure: str, location: int, distance: int, states: Diagram) -> _Point:
        values = self._manager.pick(states, self._names(procedure, location))
        return _Point(procedure, location, distance, values)

    # --- inside of a procedure ---------------------------------------------------------------------------

    def _back_to_entry(self, point: _Point, waiting: list[_Point]) -> _Point:
        """Go back to the entry of the innermost procedure; callers of what is entered backwards wait for its entry."""
        while point.distance > 0:
            point = self._before(point, waiting)
        return point

    def _before(self, point: _Point, waiting: list[_Point]) -> _Point:
        procedure = self._program.procedures[point.procedure]
        cube = self._manager.cube(point.values)
        for number in procedure.incoming[point.location]:
            edge = procedure.edges[number]
            if isinstance(edge.operation, Call):
                found = self._before_return(point, number)
                if found is not None:
                    caller, exited = found
                    waiting.append(caller)
                    return self._leave(exited, point)
                continue
            states = self._layers.local.get((point.procedure, edge.source), {}).get(point.distance - 1)
            if states is None:
                continue
            earlier = self._edges.before(point.procedure, number, states, cube)
            if earlier != self._manager.false:
                before = self._pick(point.procedure, edge.source, point.distance - 1, earlier)
                self._step(before, number, point)
                return before
        raise InternalError("every path edge of a layer should come from the one before")

    def _leave(self, exited: _Point, caller: _Point) -> _Point:
        """The point before the return edge that leads to an exit, and so to a point of the caller."""
        before = self._before(exited, [])
        returned = self._steps.pop()
        self._steps.append(replace(returned, after=self._visible(caller)))
        return before

    def _before_return(self, point: _Point, number: int) -> tuple[_Point, _Point] | None:
        """The caller before a call and the exit of what it calls, such that a point of the caller comes after them."""
        edge = self._program.procedures[point.procedure].edges[number]
        assert isinstance(edge.operation, Call)
        callee = self._program.procedures[edge.operation.procedure]
        before = self._layers.local.get((point.procedure, edge.source), {})
        for length, summaries in self._layers.local.get((callee.name, callee.exit), {}).items():
            states = before.get(point.distance - 1 - length)
            if states is None:
                continue
            together = self._edges.around_call(point.procedure, number, states, summaries, point.values)
            if together == self._manager.false:
                continue
            mine = self._names(point.procedure, edge.source)
            others = sorted(self._manager.support(together) - set(mine))
            caller = self._pick(
                point.procedure, edge.source, point.distance - 1 - length, self._manager.exist(others, together)
            )
            rest = together & self._manager.cube(caller.values)
            return caller, self._exited(callee.name, callee.exit, length, caller, rest, mine)
        return None

    def _exited(
        self, callee: str, location: int, length: int, caller: _Point, rest: Diagram, mine: list[str]
    ) -> _Point:
        """The exit of a call, by what is said of it in the caller's variables."""
        signature = self._edges.signature(callee)
        rest = self._manager.exist(mine, rest)
        open_names = [name + NEXT for name in (*signature.changed, *signature.formals)] + [*signature.results]
        picked = self._manager.pick(rest, open_names)
        values: Valuation = {}
        for name in self._names(callee, location):
            plain = name.removesuffix(ENTRY) if name in signature.entries else name
            if name in signature.results:
                values[name] = picked[name]
            elif plain in signature.formals:
                values[name] = picked[plain + NEXT]
            elif name in signature.changed:
                values[name] = picked[name + NEXT]
            else:
                values[name] = caller.values[plain]
        return _Point(callee, location, length, values)

    # --- the callers of the target's procedure -----------------------------------------------------------

    def _caller(self, point: _Point, entered: int) -> tuple[int, int, _Point]:
        """A call that enters a procedure at a time with the values of a point at its entry."""
        signature = self._edges.signature(point.procedure)
        values = {name: point.values[name] for name in (*signature.globals, *signature.formals)}
        for name, number, source in self._calls_of(point.procedure):
            for earlier, distance, states in self._layers.arrivals((name, source), entered - 1):
                found = self._edges.calling(name, number, states, values)
                if found != self._manager.false:
                    return earlier, number, self._pick(name, source, distance, found)
        raise InternalError("every entry of a layer should come from a call")

    def _calls_of(self, callee: str) -> Iterator[tuple[str, int, int]]:
        for name, procedure in self._program.procedures.items():
            for number, edge in enumerate(procedure.edges):
                if isinstance(edge.operation, Call) and edge.operation.procedure == callee:
                    yield name, number, edge.source
