"""Larger loop-free blocks: the edges between two borders of a function as one step for each path (Beyer et al. 2009).

What happens inside a block is composed before it is abstracted, so that nothing need be known about variables that
matter only there. Borders are where paths begin and end: the entry and the ends of a function, the heads of its loops,
calls, what the environment decides, edges without a formula, and whatever the question is about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from vexil.ir.operations import Call, EndThread, Return, Stop, Throw
from vexil.ir.program import Function, LocationKind
from vexil.logic.inputs import Input
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import State, Untranslatable
from vexil.logic.steps import Demand, Step, Steps
from vexil.logic.terms import Term
from vexil.model.frames import Frames
from vexil.model.frames.paths import Event, FailureEvent, StepEvent

MOST_PATHS = 16
"""A border with more paths than this gets others behind it, unless its own branches are more."""
LONGEST = 200
"""Edges of one path; formulas of longer ones are too large to be of use."""
PATIENCE = 5_000


@dataclass(frozen=True, slots=True)
class Obligation:
    """What an edge of a path asks for before the run goes on, over the state at the border.

    ``edge`` is its position on the path. ``demand`` is none for definedness, and for restrictions of the environment.
    """

    edge: int
    conditions: Mapping[str, Term]
    demand: Demand | None = None
    allowed: Term | None = None


@dataclass(frozen=True, slots=True)
class BlockPath:
    """A path of edges between borders as one step over the state at the first border.

    It is taken when all ``guards`` hold, whatever becomes of its obligations. With ``inputs``, nothing but the state
    behind it depends on them.
    """

    edges: tuple[int, ...]
    target: int
    guards: tuple[Term, ...]
    obligations: tuple[Obligation, ...]
    after: State
    inputs: tuple[Input, ...]


class Blocks:
    """The borders of functions and the paths between them, found once for each function."""

    def __init__(self, frames: Frames, solver: ProcessSolver, borders: Mapping[str, Collection[int]]) -> None:
        self._frames = frames
        self._solver = solver
        self._given = borders
        self._borders: dict[str, frozenset[int]] = {}
        self._paths: dict[tuple[str, int], tuple[BlockPath, ...]] = {}

    def borders(self, function: str) -> frozenset[int]:
        """The locations of a function between which paths are composed."""
        if function not in self._borders:
            borders = _Borders(self._frames, function, self._given.get(function, ()))
            composed: dict[int, tuple[BlockPath, ...]] | None = None
            while composed is None:
                try:
                    composed = {
                        place: self._composed(function, place, borders.locations) for place in sorted(borders.locations)
                    }
                except _NotComposed as problem:
                    borders.add(problem.location)
            self._borders[function] = frozenset(borders.locations)
            self._paths.update(((function, place), paths) for place, paths in composed.items())
        return self._borders[function]

    def paths(self, function: str, border: int) -> tuple[BlockPath, ...]:
        """The paths from a border: one of them is taken, whatever the state; none where there is no formula."""
        self.borders(function)
        return self._paths[function, border]

    def places(self, events: Sequence[Event]) -> frozenset[int]:
        """The positions on a path of the program at which it is at a border."""
        positions = {0}
        for position, event in enumerate(events):
            match event:
                case StepEvent(function, edge) | FailureEvent(function, edge):
                    source = self._frames.program.functions[function].edges[edge].source
                    if source in self.borders(function):
                        positions.add(position)
                case _:
                    positions.add(position)
        return frozenset(positions)

    # --- paths -------------------------------------------------------------------------------------------

    def _composed(self, function: str, border: int, borders: Collection[int]) -> tuple[BlockPath, ...]:
        body = self._frames.program.functions[function]
        if not is_composed(self._frames, body, border):
            return ()
        steps = Steps(self._frames.space, function)
        complete: list[BlockPath] = []
        first = BlockPath((), border, (), (), self._frames.space.initial, ())
        pending = [first]
        while pending:
            path = pending.pop()
            if path.edges and (path.target in borders or isinstance(_last(body, path), Return | Stop)):
                complete.append(path)
                continue
            longer = [self._longer(steps, body, path, number) for number in body.outgoing[path.target]]
            pending.extend(item for item in reversed(longer) if item is not None)
        return self._possible(complete)

    def _longer(self, steps: Steps, body: Function, path: BlockPath, number: int) -> BlockPath | None:
        """A path with one more edge; nothing where it is impossible."""
        terms = self._frames.space.terms
        try:
            step = steps.step(path.after, number)
        except Untranslatable:
            raise _NotComposed(path.target) from None
        if path.edges and (step.inputs or path.inputs) and not _is_silent(terms.true, step, bool(path.inputs)):
            raise _NotComposed(path.target)
        if step.guard is terms.false:
            return None
        guards = dict.fromkeys(path.guards)
        guards.update(dict.fromkeys(_conjuncts(terms.true, step.guard)))
        place = len(path.edges)
        owed = list(path.obligations)
        needed = {word: condition for word, condition in step.conditions.items() if condition is not terms.true}
        if set(needed.values()) - {condition for item in owed for condition in item.conditions.values()}:
            owed.append(Obligation(place, needed))
        if step.demand is not None:
            owed.append(Obligation(place, {}, demand=step.demand))
        if step.allowed is not terms.true:
            owed.append(Obligation(place, {}, allowed=step.allowed))
        return BlockPath(
            (*path.edges, number),
            body.edges[number].target,
            tuple(guards),
            tuple(owed),
            step.after,
            (*path.inputs, *step.inputs),
        )

    def _possible(self, paths: Sequence[BlockPath]) -> tuple[BlockPath, ...]:
        """The paths that some state takes; an answer that the solver does not give counts as yes."""
        if len(paths) == 1:
            return tuple(paths)
        feasible = tuple(path for path in paths if not self._solver.check(*path.guards, limit=PATIENCE).is_unsat)
        return feasible or tuple(paths)


class _NotComposed(Exception):  # noqa: N818 - an answer
    """An edge cannot follow others in a path: its source must be a border."""

    def __init__(self, location: int) -> None:
        super().__init__(str(location))
        self.location = location


def _last(body: Function, path: BlockPath) -> object:
    return body.edges[path.edges[-1]].operation


def _is_silent(true: Term, step: Step, is_decided: bool) -> bool:
    """Say whether a step may be on a path with inputs: behind them it must be unconditional, at them the last."""
    if not is_decided:
        return True
    plain = step.guard is true and step.allowed is true and step.demand is None and not step.inputs
    return plain and all(condition is true for condition in step.conditions.values())


def _conjuncts(true: Term, term: Term) -> list[Term]:
    if term is true:
        return []
    return list(term.args) if term.op == "and" else [term]


def is_composed(frames: Frames, body: Function, location: int) -> bool:
    """Say whether paths begin at a location: it has edges, all with formulas, and is no call and no choice."""
    outgoing = body.outgoing[location]
    if not outgoing or body.locations[location].kind is LocationKind.CHOICE:
        return False
    try:
        for number in outgoing:
            operation = body.edges[number].operation
            if isinstance(operation, Call | EndThread | Throw):
                return False
            frames.step(body.name, number)
    except Untranslatable:
        return False
    return True


class _Borders:
    """The borders of one function."""

    def __init__(self, frames: Frames, function: str, given: Iterable[int]) -> None:
        self._frames = frames
        self._body = frames.program.functions[function]
        self.locations: set[int] = {self._body.entry, self._body.exit, *given}
        count = len(self._body.locations)
        for place in range(count):
            if not is_composed(frames, self._body, place):
                self.locations.add(place)
                self.locations.update(self._body.edges[number].target for number in self._body.outgoing[place])
        self._order: list[int] = []
        self._complete()

    def add(self, location: int) -> None:
        """One more border."""
        assert location not in self.locations
        self.locations.add(location)
        self._complete()

    def _complete(self) -> None:
        """Cut what goes round without a border, then what has too many paths."""
        self._order = self._finished()
        self._split()

    def _successors(self, place: int) -> list[int]:
        targets = (self._body.edges[number].target for number in self._body.outgoing[place])
        return [target for target in targets if target not in self.locations]

    def _finished(self) -> list[int]:
        """All locations, those that paths go to first; one that a path gets to again becomes a border."""
        finished: list[int] = []
        state: dict[int, bool] = {}
        for root in range(len(self._body.locations)):
            if root in state:
                continue
            state[root] = True
            stack = [(root, iter(self._successors(root)))]
            while stack:
                place, remaining = stack[-1]
                target = next(remaining, None)
                if target is None:
                    stack.pop()
                    state[place] = False
                    finished.append(place)
                elif target not in state:
                    state[target] = True
                    stack.append((target, iter(self._successors(target))))
                elif state[target]:
                    self.locations.add(target)
        return finished

    def _split(self) -> None:
        """Borders where there would be too many paths, or too long ones."""
        order, places = self._order, {place: index for index, place in enumerate(self._order)}
        paths: dict[int, int] = {}
        length: dict[int, int] = {}
        index = 0
        while index < len(order):
            place = order[index]
            targets = [self._body.edges[number].target for number in self._body.outgoing[place]]
            inner = [target for target in targets if target not in self.locations]
            paths[place] = max(1, len(targets) - len(inner) + sum(paths[target] for target in inner))
            length[place] = 1 + max((length[target] for target in inner), default=0)
            chosen: int | None = None
            if length[place] > LONGEST:
                chosen = max(inner, key=lambda target: length[target])
            elif paths[place] > MOST_PATHS:
                chosen = self._best(place, places, paths)
            if chosen is None:
                index += 1
            else:
                self.locations.add(chosen)
                index = places[chosen] + 1

    def _best(self, place: int, places: Mapping[int, int], paths: Mapping[int, int]) -> int | None:
        """The location inside a block whose paths, if they begin there, make those from a place fewest."""
        ways = {place: 1}
        pending = [-places[place]]
        best, gain = None, 0
        while pending:
            current = self._order[-heappop(pending)]
            if current != place and ways[current] * (paths[current] - 1) > gain:
                best, gain = current, ways[current] * (paths[current] - 1)
            for target in self._successors(current):
                if target not in ways:
                    heappush(pending, -places[target])
                ways[target] = ways.get(target, 0) + ways[current]
        return best
