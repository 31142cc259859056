"""A run along a chain: inputs are solved for where the chain needs them, and the interpreter goes along.

Theorem 2 promises that every state of an entry port comes to the exit port, so any inputs that lead to the next port
will do. Theorem 1 promises it of some states only: a run that gets stuck is none, and the chain has to do without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.engines.leap.chain import Chain, Visit
from vexil.engines.leap.foresight import foreseen
from vexil.engines.leap.problem import Setting
from vexil.engines.leap.samples import SIZES, is_small
from vexil.engines.leap.system import Transition
from vexil.engines.leap.zones import START, Zone, without
from vexil.ir.interpreter import CompiledProgram, Machine, Move, Violated
from vexil.ir.program import LocationKind
from vexil.logic.evaluate import Evaluation, Value, value_of
from vexil.logic.inputs import decision
from vexil.logic.sorts import BOOL, ArraySort
from vexil.logic.space import STATIC_MARK
from vexil.logic.terms import Term
from vexil.model.evidence import Run
from vexil.model.leaps import Inputs, Leg, MustChain
from vexil.transform.journeys import Decisions, Journey, Lost

MOST_EDGES = 30_000
"""The longest run that is looked for edge by edge."""
MOST_SOLVED = 2_000
"""Steps whose inputs are solved for."""


def realised(setting: Setting, chain: Chain, most: int = MOST_EDGES) -> Run | None:
    """A run of the restricted program along a chain to the check that fails; nothing if it is too long, or stuck."""
    return _Walk(setting, most).run(chain)


class _Walk:
    def __init__(self, setting: Setting, most: int) -> None:
        self._setting = setting
        self._queries = setting.queries
        self._system = setting.system
        self._terms = setting.queries.terms
        self._machine = Machine(CompiledProgram(setting.program), checks=setting.checks)
        self._registers = {
            variable.name: number
            for number, variable in enumerate(self._system.function.variables.values())
            if not variable.addressable
        }
        self._globals = {variable.name: number for number, variable in enumerate(setting.program.globals)}
        self._left = most
        self._solved = 0
        self._moves: list[Move] = []
        self._initial: tuple[int, ...] = ()

    def run(self, chain: Chain) -> Run | None:
        """The run, edge by edge."""
        visits = chain.visits
        if not self._begin(visits[1].entry):
            return None
        for number in range(1, len(visits) - 1):
            if not self._leap(visits[number]) or not self._follow(visits[number + 1].entry):
                return None
        ending = self._machine.ending
        is_broken = isinstance(ending, Violated) and ending.property in self._setting.checks
        return Run(self._initial, tuple(self._moves)) if is_broken else None

    def _begin(self, entry: Zone) -> bool:
        """Go to the first control point; say whether the run is in the entry port there."""
        for way in self._system.transitions(START):
            model = self._model(way, {}, entry) if way.target in entry.parts else None
            if model is not None and self._is_begun(way, model):
                return way.target == self._system.function.entry or self._take(way, model)
        return False

    def _is_begun(self, way: Transition, model: Evaluation) -> bool:
        """Go to the first state."""
        made = way.choices[: way.initial]
        self._initial = tuple(decision(item, _numbers(model)) for item in made if not item.is_determined)
        if len(self._machine.initial_choices()) != len(self._initial):
            return False
        self._machine.reset(self._initial)
        return True

    def _leap(self, visit: Visit) -> bool:
        """Go round inside of an abstract state until the exit port."""
        inside = visit.state if not visit.goes(2) else without(self._terms, visit.state, visit.entry)
        while not self._is_in(visit.leaving):
            if not visit.is_loop or not self._follow(inside):
                return False
        return True

    def _is_in(self, zone: Zone) -> bool:
        place, values = self._here()
        condition = zone.at(self._terms, place)
        return Evaluation(values).holds(condition)

    def _here(self) -> tuple[int, Mapping[Term, Value]]:
        """Where control is, and the values of the tracked variables there."""
        frame = self._machine.threads[1].frames[-1]
        values: dict[Term, Value] = {}
        for symbol in self._system.tracked_at(frame.location):
            value = self._value(str(symbol.payload), frame.registers)
            if isinstance(symbol.sort, ArraySort) or not isinstance(value, int):
                raise Unread
            values[symbol] = int(value) if symbol.sort is BOOL else value_of(value, symbol.sort)
        return frame.location, values

    def _value(self, name: str, registers: list[object]) -> object:
        owner = f"{self._setting.program.entry}::"
        if name.startswith(owner):
            number = self._registers.get(name.removeprefix(owner))
            return None if number is None else registers[number]
        number = self._globals.get(name.removeprefix(STATIC_MARK))
        if number is None or self._setting.program.globals[number].addressable:
            return None
        return self._machine.globals[number]

    def _follow(self, target: Zone) -> bool:
        """Take one step into a zone, with inputs that lead there."""
        place, values = self._here()
        for way in self._system.transitions(place):
            if way.target in target.parts:
                model = self._model(way, values, target)
                if model is not None:
                    return self._take(way, model)
        return False

    def _model(self, way: Transition, values: Mapping[Term, Value], target: Zone) -> Evaluation | None:
        """Values of inputs with which a transition leads into a zone; nothing if there are none."""
        wanted = self._system.behind(way, target)
        if not way.inputs:
            evaluation = Evaluation(values)
            return evaluation if evaluation.holds(wanted) else None
        self._solved += 1
        if self._solved > MOST_SOLVED:
            return None
        terms = self._terms
        known = {
            symbol: terms.constant(value, symbol.sort) for symbol, value in values.items() if isinstance(value, int)
        }
        here = terms.substitute(wanted, known)
        for size in SIZES:
            small = [is_small(terms, symbol, size) for symbol in way.inputs] if size is not None else []
            if self._queries.satisfied(here, *small) is True:
                return Evaluation({**values, **self._queries.values(way.inputs)})
        return None

    def _take(self, way: Transition, model: Evaluation) -> bool:
        """Drive the interpreter along a transition."""
        machine, function = self._machine, self._system.function
        decided = {made.place: made for made in way.choices if not made.is_determined}
        while True:
            if machine.ending is not None or not machine.enabled() or self._left <= 0:
                return isinstance(machine.ending, Violated)
            frame = machine.threads[1].frames[-1]
            location = frame.location
            offered = machine.choices(1)
            choice: int | None = None
            if offered is not None:
                is_listed = function.locations[location].kind is LocationKind.CHOICE
                edge = function.outgoing[location][0]
                place = f"{function.name}@{function.locations[location].name}" if is_listed else function.edge_id(edge)
                made = decided.get(place)
                choice = 0 if made is None else decision(made, _numbers(model))
                if offered.values is not None and choice not in offered.values:
                    choice = next(iter(offered.values))
            machine.step(1, choice)
            self._moves.append(Move(1, choice))
            self._left -= 1
            if self._is_at_point():
                return machine.threads[1].frames[-1].location == way.target

    def _is_at_point(self) -> bool:
        """Say whether control is at a control point, and the run goes on."""
        frames = self._machine.threads[1].frames
        return self._machine.ending is None and bool(frames) and frames[-1].location in self._system.points


class Unread(Exception):  # noqa: N818 - the chain has to do without a run
    """A tracked variable has no value that can be read off the interpreter."""


def _numbers(model: Evaluation) -> Callable[[Term], int]:
    """The values of terms in a model."""

    def number(term: Term) -> int:
        value = model.value(term)
        return value if isinstance(value, int) else 0

    return number


MOST_STEPS = 1_000_000_000
"""The longest run that is executed natively."""


def executed(setting: Setting, chain: Chain, evidence: MustChain, context: Context) -> Inputs | None:
    """Inputs of a run along a chain that is too long to be told, executed; nothing if it is longer still, or stuck."""
    journey = Journey(setting.program, evidence.rules, setting.checks, evidence.tracked, context, MOST_STEPS)
    try:
        return _LongWalk(setting, journey).inputs(chain, evidence)
    except (Lost, Unread, UsageError):
        return None


class _LongWalk(_Walk):
    """The same walk, with native code where a loop is leapt over."""

    def __init__(self, setting: Setting, journey: Journey) -> None:
        super().__init__(setting, 0)
        self._journey = journey
        self._machine = journey.machine

    def inputs(self, chain: Chain, evidence: MustChain) -> Inputs | None:
        """The inputs of a run that ends in a check that fails."""
        journey = self._journey
        links: list[tuple[tuple[int, int], ...]] = []
        way, model = self._first(chain.visits[1].entry, chain.visits[1:])
        if way is None or model is None or not self._is_begun(way, model):
            return None
        if way.target != self._system.function.entry:
            decided = self._decisions(way, model)
            links.append(tuple(sorted(decided.items())))
            journey.step(Decisions(decided))
        legs: list[Leg] = []
        for number, station in enumerate(evidence.stations):
            if station.leap is not None:
                legs.append(journey.leap(station.leaving, journey.variables(evidence.tracked)))
            self._machine = journey.machine
            following = self._decided(chain.visits[number + 2].entry, chain.visits[number + 2 :])
            if following is None:
                return None
            links.append(tuple(sorted(following.items())))
            journey.step(Decisions(following))
            self._machine = journey.machine
        ending = journey.ending
        if not isinstance(ending, Violated) or ending.property not in self._setting.checks:
            return None
        return Inputs(self._initial, tuple(links), tuple(legs), journey.steps)

    def _decided(self, target: Zone, later: Sequence[Visit]) -> dict[int, int] | None:
        """Choices that lead into a zone, by location."""
        place, values = self._here()
        way, model = self._way(place, values, target, later)
        return None if way is None or model is None else self._decisions(way, model)

    def _first(self, entry: Zone, later: Sequence[Visit]) -> tuple[Transition | None, Evaluation | None]:
        return self._way(START, {}, entry, later)

    def _way(
        self, place: int, values: Mapping[Term, Value], target: Zone, later: Sequence[Visit]
    ) -> tuple[Transition | None, Evaluation | None]:
        """A way into a zone with its inputs, if there are any such that all later ports can be met."""
        ways = [way for way in self._system.transitions(place) if way.target in target.parts]
        guided = foreseen(self._queries, target, later) if any(way.inputs for way in ways) else None
        for zone in (target,) if guided is None else (guided, target):
            for way in ways:
                model = self._model(way, values, zone)
                if model is not None:
                    return way, model
        return None, None

    def _decisions(self, way: Transition, model: Evaluation) -> dict[int, int]:
        function = self._system.function
        places = {function.edge_id(edges[0]): place for place, edges in enumerate(function.outgoing) if edges}
        places |= {f"{function.name}@{item.name}": place for place, item in enumerate(function.locations)}
        return {
            places[made.place]: decision(made, _numbers(model))
            for made in way.choices[way.initial :]
            if not made.is_determined and made.place in places
        }
