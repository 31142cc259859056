"""Going backwards from a target to the beginning of a run: what all ways to find a trace have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from vexil.engines.bebop.reach import Place, Reached, Valuation
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.program import ENTRY, NEXT
from vexil.model.boolean_program import Call, Check, Edge, Guard, Update


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


def place_of(reached: Reached, target: Target) -> Place:
    """Where control is when a target is reached."""
    if isinstance(target, Arrival):
        return target.procedure, target.location
    return target.procedure, reached.program.procedures[target.procedure].edges[target.edge].source


def states_of(reached: Reached, target: Target, among: Diagram | None) -> Diagram:
    """The path edges with which a target is reached, of all or of some."""
    states = reached.path_edges(*place_of(reached, target)) if among is None else among
    return states if isinstance(target, Arrival) else reached.edges.failing(target.procedure, target.edge, states)


@dataclass(frozen=True, slots=True)
class Point:
    """A path edge with all its values; its distance is 0 at the entry of its procedure."""

    procedure: str
    location: int
    distance: int
    values: Valuation


class Backwards:
    """Goes back from the target to the beginning."""

    def __init__(self, reached: Reached, target: Target) -> None:
        self._reached = reached
        self._edges = reached.edges
        self._manager = reached.edges.manager
        self._program = reached.program
        self._target = target
        self._steps: list[TraceStep] = []  # from the last one to the first, without their stacks

    @abstractmethod
    def _before(self, point: Point, waiting: list[Point]) -> Point:
        """The point before one that is no entry; callers of what is entered backwards wait for its entry."""

    def _from(self, point: Point, caller_of: Callable[[Point], tuple[int, Point] | None]) -> AbstractTrace:
        """The trace to a point of the target; *caller_of* knows the call behind an entry, or that there is none."""
        if isinstance(self._target, FailingCheck):
            values = self._visible(point)
            self._steps.append(TraceStep((point.procedure,), self._target.edge, values, values))
        waiting: list[Point] = []
        while True:
            point = self._back_to_entry(point, waiting)
            if waiting:
                caller = waiting.pop()
                edge = self._program.procedures[caller.procedure].outgoing[caller.location][0]
            else:
                call = caller_of(point)
                if call is None:
                    break
                edge, caller = call
            self._step(caller, edge, point)
            point = caller
        plain = (variable.name for variable in self._program.globals)
        names = self._edges.signature(point.procedure).globals
        begun = {variable: point.values[name] for variable, name in zip(plain, names, strict=True)}
        return AbstractTrace(begun, self._visible(point), self._with_stacks(), self._target)

    def _with_stacks(self) -> tuple[TraceStep, ...]:
        stack = [self._program.main]
        steps = []
        for step in reversed(self._steps):
            steps.append(replace(step, stack=tuple(stack)))
            procedure = self._program.procedures[stack[-1]]
            operation = procedure.edges[step.edge].operation
            if isinstance(operation, Call):
                stack.append(operation.procedure)
            elif procedure.edges[step.edge].target == procedure.exit and len(stack) > 1:
                stack.pop()
        return tuple(steps)

    def _step(self, before: Point, edge: int, after: Point) -> None:
        self._steps.append(TraceStep((before.procedure,), edge, self._visible(before), self._visible(after)))

    def _visible(self, point: Point) -> Valuation:
        plain = self._reached.plain_names(point.procedure)
        return {plain[name]: point.values[name] for name in plain if name in point.values}

    def _names(self, procedure: str, location: int) -> list[str]:
        signature = self._edges.signature(procedure)
        names = [*signature.globals, *signature.own, *signature.entries]
        if location == self._program.procedures[procedure].exit:
            forgotten = set(self._edges.forgotten_at_exit(procedure))
            names = [name for name in names if name not in forgotten] + [*signature.results]
        return names

    def _pick(
        self, procedure: str, location: int, distance: int, states: Diagram, kept: Valuation | None = None
    ) -> Point:
        """A point of a set; *kept* are values that all points of the set have."""
        values = {} if kept is None else dict(kept)
        missing = [name for name in self._names(procedure, location) if name not in values]
        values.update(self._manager.pick(states, missing))
        return Point(procedure, location, distance, values)

    def _kept(self, after: Point, edge: Edge) -> Valuation:
        """The values that were the same before an edge, which is no call."""
        match edge.operation:
            case Guard() | Check():
                return after.values
            case Update(targets, chosen=chosen):
                changed = {self._edges.diagrams.name(after.procedure, name) for name in (*targets, *chosen)}
                return {name: value for name, value in after.values.items() if name not in changed}
            case _:
                return {}

    def _back_to_entry(self, point: Point, waiting: list[Point]) -> Point:
        """Go back to the entry of the innermost procedure; callers of what is entered backwards wait for its entry."""
        while point.distance > 0:
            point = self._before(point, waiting)
        return point

    def _leave(self, exited: Point, caller: Point) -> Point:
        """The point before the return edge that leads to an exit, and so to a point of the caller."""
        before = self._before(exited, [])
        returned = self._steps.pop()
        self._steps.append(replace(returned, after=self._visible(caller)))
        return before

    def _before_return(
        self,
        point: Point,
        number: int,
        states: Diagram,
        summaries: Diagram,
        length: int,
        pick: Callable[[Diagram], Point],
    ) -> tuple[Point, Point] | None:
        """The caller before a call and the exit of what it calls, such that a point of the caller comes after them.

        They are among some path edges and summaries; *pick* gives a point of a set of the caller's path edges.
        """
        edge = self._program.procedures[point.procedure].edges[number]
        assert isinstance(edge.operation, Call)
        together = self._edges.around_call(point.procedure, number, states, summaries, point.values)
        if together == self._manager.false:
            return None
        mine = self._names(point.procedure, edge.source)
        caller = pick(self._manager.exist(sorted(self._manager.support(together) - set(mine)), together))
        rest = together & self._manager.cube(caller.values)
        callee = self._program.procedures[edge.operation.procedure]
        return caller, self._exited(callee.name, callee.exit, length, caller, rest, mine)

    def _values_at_entry(self, point: Point) -> Valuation:
        """The globals and formals at the entry of a procedure."""
        signature = self._edges.signature(point.procedure)
        return {name: point.values[name] for name in (*signature.globals, *signature.formals)}

    def _exited(self, callee: str, location: int, length: int, caller: Point, rest: Diagram, mine: list[str]) -> Point:
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
        return Point(callee, location, length, values)

    def _calls_of(self, callee: str) -> Iterator[tuple[str, int, int]]:
        for name, procedure in self._program.procedures.items():
            for number, edge in enumerate(procedure.edges):
                if isinstance(edge.operation, Call) and edge.operation.procedure == callee:
                    yield name, number, edge.source
