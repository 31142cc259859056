"""The transition system that leaps are about: states at control points, and what happens between two of them.

A control point is a location of a program without calls. Control points cut all loops, so a step from one to the next
is a loop-free region, and has a formula. At each point some variables are tracked: those that conditions are about, and
whatever decides what becomes of them. The others decide nothing, so a step of the tracked ones is one of the program,
whatever the others are (Ball and Kupferman 2006 hide variables in the same way): what is shown of the tracked ones is
shown of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from vexil.analysis.weak_order import Order
from vexil.core.graphs import components
from vexil.engines.leap.zones import FAILURE, START, Zone
from vexil.ir.program import Function
from vexil.ir.types import BoolType, IntegerType, MathType
from vexil.logic.inputs import Input
from vexil.logic.regions import region_paths
from vexil.logic.space import Space, Untranslatable
from vexil.logic.terms import Term
from vexil.model.frames import InitialState

MOST_PATHS = 16
"""Ways between two control points that are told apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Transition:
    """A way from one control point to another: when it is taken, and what tracked variables are then.

    ``inputs`` are the symbols of what the environment decides on the way; their domains are part of the guard.
    """

    source: int
    target: int
    guard: Term
    after: Mapping[Term, Term]
    inputs: tuple[Term, ...]
    choices: tuple[Input, ...] = ()
    """The same inputs with where they are made."""
    initial: int = 0
    """How many of them are decided before the run begins: the first ones."""


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A way before it is known what is tracked."""

    target: int
    guard: Term
    after: Mapping[str, Term]
    inputs: tuple[Input, ...]
    initial: int = 0
    """How many of the inputs are decided before the run begins: the first ones."""


class System:
    """Steps between the control points of the entry function of a program without calls."""

    def __init__(
        self, space: Space, points: Iterable[int], checks: frozenset[str], look: Callable[[], None] | None = None
    ) -> None:
        """Who has limits is asked by *look* while long ways are read."""
        self._look = look
        self.space = space
        self.terms = space.terms
        self.checks = checks
        self.function: Function = space.program.functions[space.program.entry]
        given = frozenset(points)
        self.points = given | self._cutting(given)
        self.doubts: set[str] = set()
        """Why what is not reached here may be reached, or nothing may be: runs that end in between."""
        self._ways: dict[int, Sequence[_Way]] = {}
        self._live: dict[int, frozenset[Term]] = {}
        self._transitions: dict[int, tuple[Transition, ...]] = {}
        self.refused: dict[int, str] = {}
        """Control points from which nothing is known, with the reason."""
        if self._is_plain_at_entry():
            self.points |= {self.function.entry}

    def _cutting(self, points: frozenset[int]) -> frozenset[int]:
        """Heads of the loops that the points leave open."""
        order = Order(self.function)
        targets = [[self.function.edges[edge].target for edge in edges] for edges in self.function.outgoing]
        cut = set(points)
        while True:
            open_places = [place for place in range(len(targets)) if place not in cut]
            number = {place: index for index, place in enumerate(open_places)}

            def inside(index: int, places: list[int] = open_places, number: dict[int, int] = number) -> list[int]:
                return [number[target] for target in targets[places[index]] if target in number]

            loops = [
                [open_places[index] for index in group]
                for group in components(len(open_places), inside)
                if len(group) > 1 or group[0] in inside(group[0])
            ]
            if not loops:
                return frozenset(cut - points)
            cut.update(min(loop, key=lambda place: order.position[place]) for loop in loops)

    def _is_plain_at_entry(self) -> bool:
        """Say whether the first steps of a run depend on numbers alone, so that the entry can be a control point.

        Where they depend on memory, or on how many objects there are, runs begin with the first control point.
        """
        if self.function.entry in self.points:
            return True
        try:
            ways = self._region(self.function.entry)
        except Untranslatable:
            return True
        variables = self.space.variables
        read = {name for way in ways for name in self._names([way.guard, *way.after.values()]) if name in variables}
        return all(isinstance(variables[name].type, BoolType | IntegerType | MathType) for name in read)

    # --- what is tracked ---------------------------------------------------------------------------------

    def track(self, zones: Iterable[Zone]) -> None:
        """Track what conditions are about, and all that decides what becomes of it, at each control point."""
        ways = {point: self._ways_from(point) for point in (*sorted(self.points), START)}
        needed: dict[int, set[str]] = {point: set() for point in (*ways, FAILURE)}
        for point, items in ways.items():
            needed[point].update(self._names(way.guard for way in items))
        for zone in zones:
            for place, condition in zone.parts.items():
                needed[place].update(self._names([condition]))
        for point, live in self._live.items():
            needed.setdefault(point, set()).update(str(symbol.payload) for symbol in live)
        before: dict[int, list[tuple[int, _Way]]] = {}
        for point, items in ways.items():
            for way in items:
                before.setdefault(way.target, []).append((point, way))
        variables = self.space.variables
        pending = sorted(needed)
        while pending:
            point = pending.pop()
            for source, way in before.get(point, ()):
                kept = [name for name in needed[point] if name not in way.after]
                read = self._names(way.after[name] for name in needed[point] if name in way.after)
                new = {name for name in (*kept, *read) if name in variables} - needed[source]
                if new:
                    needed[source] |= new
                    pending.append(source)
        self._live = {
            point: frozenset(self.space.symbol(variables[name]) for name in names if name in variables)
            for point, names in needed.items()
        }
        self._transitions.clear()

    def _names(self, conditions: Iterable[Term]) -> list[str]:
        mask = 0
        for condition in conditions:
            mask |= condition.symbols
        return [str(symbol.payload) for symbol in self.terms.symbols_in(mask)]

    @property
    def tracked(self) -> tuple[Term, ...]:
        """The symbols of all variables that are tracked somewhere, in order."""
        return _sorted({symbol for symbols in self._live.values() for symbol in symbols})

    def tracked_at(self, point: int) -> tuple[Term, ...]:
        """The symbols of the variables that are tracked at a control point, in order."""
        return _sorted(self._live.get(point, frozenset()))

    # --- transitions -------------------------------------------------------------------------------------

    def transitions(self, source: int) -> tuple[Transition, ...]:
        """The ways on from a control point, to where a check fails among them."""
        known = self._transitions.get(source)
        if known is None:
            variables = self.space.variables
            known = self._transitions[source] = tuple(
                Transition(
                    source,
                    way.target,
                    way.guard,
                    {
                        symbol: value
                        for name, value in way.after.items()
                        if (symbol := self.space.symbol(variables[name])) in self._live.get(way.target, frozenset())
                        and value is not symbol
                    },
                    tuple(made.symbol for made in way.inputs),
                    way.inputs,
                    way.initial,
                )
                for way in self._ways_from(source)
            )
        return known

    def into(self, targets: Iterable[int]) -> tuple[Transition, ...]:
        """The ways to some control points, from wherever."""
        wanted = frozenset(targets)
        return tuple(
            transition
            for source in (START, *sorted(self.points))
            for transition in self.transitions(source)
            if transition.target in wanted
        )

    def _ways_from(self, source: int) -> Sequence[_Way]:
        if source == FAILURE:
            return ()
        if source not in self._ways:
            try:
                self._ways[source] = self._beginnings() if source == START else self._region(source)
            except Untranslatable as problem:
                self._ways[source] = []
                self.refused[source] = str(problem)
        return self._ways[source]

    def _region(self, source: int) -> list[_Way]:
        terms = self.terms
        if not self.function.outgoing[source]:
            return []
        found = region_paths(self.space, self.function.name, source, self.points, self.checks, MOST_PATHS, self._look)
        self.doubts.update(f"an operation may be undefined: {event.kind}" for event in found.undefined)
        if found.restrictions:
            self.doubts.add("runs may be cut by a restriction")
        ways = [self._way(item.location, item.guard, dict(item.state), found.inputs) for item in found.exits]
        for event in found.violations:
            domains = [made.domain for made in found.inputs if made.symbol.symbols & event.condition.symbols]
            ways.append(self._way(FAILURE, terms.and_(event.condition, *domains), {}, found.inputs))
        return [way for way in ways if way.guard is not terms.false]

    @staticmethod
    def _way(target: int, guard: Term, after: Mapping[str, Term], inputs: Sequence[Input]) -> _Way:
        """A way with those of the inputs that it depends on."""
        mask = guard.symbols
        for value in after.values():
            mask |= value.symbols
        return _Way(target, guard, after, tuple(made for made in inputs if made.symbol.symbols & mask))

    def _beginnings(self) -> list[_Way]:
        """From nowhere to the first state of a run, or to the first control points."""
        beginning = InitialState(self.space)
        entry = self.function.entry
        if entry in self.points:
            after = {
                name: beginning.value(self.space.symbol(variable))
                for name, variable in list(self.space.variables.items())
            }
            inputs = tuple(beginning.inputs)
            return [_Way(entry, self.terms.conjunction(made.domain for made in inputs), after, inputs, len(inputs))]
        ways = []
        for way in self._region(entry):
            guard = beginning.moved(way.guard)
            after = {name: beginning.moved(value) for name, value in way.after.items()}
            others = [name for name in self.space.variables if name not in after]
            after |= {name: beginning.value(self.space.symbol(self.space.variables[name])) for name in others}
            facts = dict.fromkeys(fact for part in (guard, *after.values()) for fact in beginning.facts(part))
            made = tuple(beginning.inputs)
            whole = self.terms.and_(guard, *facts, *(item.domain for item in made))
            ways.append(_Way(way.target, whole, after, (*made, *way.inputs), len(made)))
        return ways

    def arrivals(self, zone: Zone, location: int) -> Iterator[tuple[int, Term, Mapping[Term, Term]]]:
        """The ways from a zone to a location between control points: from where, when, and what the state is then."""
        for place in zone:
            if place == location:
                yield place, zone.parts[place], {}
                continue
            try:
                found = region_paths(
                    self.space, self.function.name, place, {*self.points, location}, self.checks, MOST_PATHS, self._look
                )
            except Untranslatable:
                continue
            for item in found.exits:
                if item.location == location:
                    after = {self.space.symbol(self.space.variables[name]): value for name, value in item.state.items()}
                    yield place, self.terms.and_(zone.parts[place], item.guard), after

    # --- copies ------------------------------------------------------------------------------------------

    def copy(self, mark: str, transition: Transition | None = None) -> dict[Term, Term]:
        """Other symbols for the tracked variables, and for the inputs of a transition."""
        inputs = () if transition is None else transition.inputs
        return {
            symbol: self.terms.symbol(f"{symbol.payload}{mark}", symbol.sort) for symbol in (*self.tracked, *inputs)
        }

    def behind(self, transition: Transition, zone: Zone) -> Term:
        """That a transition is taken and leads into a zone."""
        condition = zone.at(self.terms, transition.target)
        return self.terms.and_(transition.guard, self.terms.substitute(condition, dict(transition.after)))


def _sorted(symbols: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(symbols, key=lambda symbol: str(symbol.payload)))
