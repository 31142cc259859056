"""A program as Horn clauses over its integer reading: calls are entered, each with places of its own.

A call that is recursive, or not of one known function, or one of too many, gives any result and any value to globals
that it may write; what fails inside is not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from vexil.analysis import Analyses
from vexil.ir.expressions import Variable
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Call, Catch, written_places
from vexil.ir.program import Program
from vexil.ir.types import IntegerType, Type
from vexil.logic import BOOL, INT, Term, Terms
from vexil.logic.regions import Relation, relation
from vexil.logic.space import Space, State, Untranslatable, result_name
from vexil.logic.steps import Steps
from vexil.logic.store_chains import without_stores
from vexil.refinement.candidates.horn import Clause, Horn, Place
from vexil.refinement.candidates.initial_values import initial_values
from vexil.refinement.candidates.reading import Reading
from vexil.refinement.candidates.slots import Slot, cell_slots, is_signed, register_slots


@dataclass(frozen=True, slots=True)
class Plan:
    """The cut points of a function: those with a relation to the next ones, and those whose edges go one by one."""

    function: str
    heads: frozenset[int]
    relations: Mapping[int, Relation]
    stops: frozenset[int]


def plan(space: Space, analyses: Analyses, function: str, checks: frozenset[str]) -> Plan:
    """Cut a function."""
    body = space.program.functions[function]
    flow = analyses.control_flow(function)
    stops = _without_formula(space, function)
    behind = {body.edges[number].target for stop in stops for number in body.outgoing[stop]}
    cuts = {body.entry, *flow.widening_points, *stops, *behind}
    relations = {}
    for cut in sorted(cuts & set(flow.reverse_postorder)):
        if cut not in stops and body.outgoing[cut]:
            relations[cut] = relation(space, function, cut, cuts, checks)
    return Plan(function, flow.widening_points, relations, frozenset(stops))


def _without_formula(space: Space, function: str) -> set[int]:
    """The locations with an edge that no relation has: calls, and what cannot be translated."""
    body = space.program.functions[function]
    steps = Steps(space, function)
    locations = set()
    for number, edge in enumerate(body.edges):
        if isinstance(edge.operation, Call | Catch):
            locations.add(edge.source)
            continue
        try:
            steps.step(space.initial, number)
        except Untranslatable:
            locations.add(edge.source)
    return locations


Frame = tuple[str, int]
"""A caller and the number of the edge that calls."""
Frames = tuple[Frame, ...]


class Places:
    """Numbers places as they are asked for."""

    def __init__(self, program: Program, analyses: Analyses, slots: Mapping[str, Slot]) -> None:
        self._program = program
        self._analyses = analyses
        self._slots = slots
        self._numbers: dict[tuple[Frames, str, int], int] = {}
        self.all: list[Place] = []

    def known(self, frames: Frames, function: str, location: int) -> int | None:
        """The number of a place that was asked for before."""
        return self._numbers.get((frames, function, location))

    def number(self, frames: Frames, function: str, location: int) -> int:
        """The number of a place."""
        key = (frames, function, location)
        position = self._numbers.get(key)
        if position is None:
            position = self._numbers[key] = len(self.all)
            live = self._live(function, location)
            for caller, number in frames:
                live |= self._live(caller, self._program.functions[caller].edges[number].target)
            kept = tuple(name for name, slot in self._slots.items() if name in live or not slot.owner)
            calls = tuple(self._program.functions[caller].edge_id(number) for caller, number in frames)
            self.all.append(Place(calls, function, location, kept))
        return position

    def _live(self, function: str, location: int) -> set[str]:
        """The slots of a function that may be read from a location on."""
        body = self._program.functions[function]
        if location == body.exit:
            return {result_name(function)}
        names = set(self._analyses.liveness(function).live(location))
        names.update(name for name, variable in body.variables.items() if variable.addressable)
        return {f"{function}::{name}" for name in names}


MOST_PLACES = 600
"""Calls are entered as long as there are fewer places."""
NARROW = 16
"""Inputs of at most so many bits are bounded by their type; wider ones only by zero when they have no sign."""


class Clauses:
    """Makes the clauses of everything that can be reached from a function."""

    def __init__(
        self, space: Space, analyses: Analyses, checks: frozenset[str], look_at_limits: Callable[[], None]
    ) -> None:
        self._space = space
        self._analyses = analyses
        self._checks = checks
        self._look_at_limits = look_at_limits
        self.terms = Terms()
        self._plans: dict[str, Plan] = {}
        self.slots: Mapping[str, Slot] = {}
        self._clauses: list[Clause] = []
        self._pending: list[tuple[Frames, str]] = []
        self._fresh = 0

    def of(self, function: str, is_whole: bool) -> Horn:
        """The clauses for runs that begin with a call of a function; *is_whole* says that it starts the program."""
        for name in self._reached(function):
            self._look_at_limits()
            self._plans[name] = plan(self._space, self._analyses, name, self._checks)
        self.slots = {**register_slots(self._space), **self._cells()}
        self._reading = Reading(self.terms, self.slots, self._signs())
        self._places = Places(self._space.program, self._analyses, self.slots)
        first = self._enter((), function)
        initial = initial_values(self._space, self.slots, self._reading) if is_whole else {}
        place = self._places.all[first]
        values = tuple(initial.get(name) or self._any(name) for name in place.slots)
        limits = self._limits(
            (value, self._type(name)) for name, value in zip(place.slots, values, strict=True) if name not in initial
        )
        self._clauses.append(Clause(None, limits, first, values))
        while self._pending:
            self._look_at_limits()
            frames, name = self._pending.pop()
            self._function(frames, self._plans[name])
        places = tuple(self._places.all)
        heads = (number for number, place in enumerate(places) if place.location in self._plans[place.function].heads)
        return Horn(places, tuple(self._clauses), tuple(heads))

    def _enter(self, frames: Frames, function: str) -> int:
        """The place of the entry of a function that is called in a context."""
        key = (frames, function, self._space.program.functions[function].entry)
        if self._places.known(*key) is None:
            self._pending.append((frames, function))
        return self._places.number(*key)

    def _reached(self, function: str) -> list[str]:
        """The functions that direct calls lead to."""
        functions = self._space.program.functions
        reached, pending = {function: None}, [function]
        while pending:
            for edge in functions[pending.pop()].edges:
                match edge.operation:
                    case Call(StaticCallee(name), _, _) if name not in reached and name in functions:
                        reached[name] = None
                        pending.append(name)
                    case _:
                        pass
        return list(reached)

    def _cells(self) -> dict[str, Slot]:
        """The cells that the program's registers and conditions depend on."""
        read: list[Term] = []
        registers = register_slots(self._space)
        for plan in self._plans.values():
            for item in plan.relations.values():
                read.extend(event.condition for event in item.violations)
                for way in item.exits.values():
                    read.append(way.guard)
                    read.extend(value for name, value in way.state.items() if name in registers)
        return cell_slots(self._space, read)

    def _signs(self) -> dict[Term, bool]:
        """The inputs that are numbers, and whether they have a sign."""
        return {
            value.symbol: is_signed(value.type)
            for plan in self._plans.values()
            for item in plan.relations.values()
            for value in item.inputs
        }

    # --- clauses -------------------------------------------------------------------------------------------

    def _function(self, frames: Frames, plan: Plan) -> None:
        body = self._space.program.functions[plan.function]
        for cut, item in plan.relations.items():
            self._relation(frames, plan.function, cut, item)
        for stop in sorted(plan.stops):
            for number in body.outgoing[stop]:
                self._edge(frames, plan.function, number)
        if frames:
            self._return(frames, plan.function)

    def _relation(self, frames: Frames, function: str, cut: int, item: Relation) -> None:
        source = self._places.number(frames, function, cut)
        limits = self._limits(
            (reading.term, made.type)
            for made in item.inputs
            if (reading := self._reading.read(made.symbol)) is not None
        )
        for event in item.violations:
            guard = self.terms.and_(limits, self._read(event.condition))
            self._clauses.append(Clause(source, guard, None))
        for location, way in item.exits.items():
            target = self._places.number(frames, function, location)
            values = tuple(self._after(name, way.state) for name in self._places.all[target].slots)
            guard = self.terms.and_(limits, self._read(way.guard))
            self._clauses.append(Clause(source, guard, target, values))

    def _edge(self, frames: Frames, function: str, number: int) -> None:
        """An edge without a formula."""
        edge = self._space.program.functions[function].edges[number]
        source = self._places.number(frames, function, edge.source)
        match edge.operation:
            case Call(StaticCallee(name), arguments, _) if self._can_enter(frames, function, name):
                steps = Steps(self._space, function)
                parameters: dict[str, Term] = {}
                for parameter, argument in zip(self._space.program.functions[name].parameters, arguments, strict=False):
                    try:
                        parameters[f"{name}::{parameter.name}"] = steps.translate(self._space.initial, argument).value
                    except Untranslatable:
                        continue
                target = self._enter((*frames, (function, number)), name)
                self._passed(
                    source, target, parameters, lambda slot: slot.owner == name and slot.name not in parameters
                )
            case operation:
                changed = set()
                for place in written_places(operation):
                    if isinstance(place, Variable):
                        changed.add(self._space.name(function, place))
                if isinstance(operation, Call):
                    changed |= self._written(operation)
                is_memory = isinstance(operation, Call | Catch) or not changed
                target = self._places.number(frames, function, edge.target)
                self._passed(source, target, {}, lambda slot: slot.name in changed or (is_memory and bool(slot.array)))

    def _can_enter(self, frames: Frames, function: str, name: str) -> bool:
        return (
            name in self._plans
            and name != function
            and all(caller != name for caller, _ in frames)
            and len(self._places.all) < MOST_PLACES
        )

    def _return(self, frames: Frames, function: str) -> None:
        """Go on behind the call, with the result where it belongs."""
        source = self._places.number(frames, function, self._space.program.functions[function].exit)
        caller, number = frames[-1]
        edge = self._space.program.functions[caller].edges[number]
        target = self._places.number(frames[:-1], caller, edge.target)
        places = written_places(edge.operation)
        name = self._space.name(caller, places[0]) if places and isinstance(places[0], Variable) else ""
        left = self.slots.get(result_name(function))
        results = {name: left.term} if left is not None and name in self.slots else {}
        is_memory = bool(places) and not results
        self._passed(source, target, results, lambda slot: slot.name == name or (is_memory and bool(slot.array)))

    def _passed(self, source: int, target: int, given: Mapping[str, Term], is_any: Callable[[Slot], bool]) -> None:
        """A clause that changes few slots: to what is given, or to anything."""
        values = []
        for name in self._places.all[target].slots:
            slot = self.slots[name]
            if name in given and given[name].sort == slot.term.sort:
                values.append(self._reading.as_slot(slot, without_stores(self._space.terms, given[name])))
            elif name in given or is_any(slot) or name not in self._places.all[source].slots:
                values.append(self._any(name))
            else:
                values.append(self._reading.of(slot.term))
        self._clauses.append(Clause(source, self.terms.true, target, tuple(values)))

    def _written(self, call: Call) -> set[str]:
        """The globals that a call may write."""
        match call.callee:
            case StaticCallee(name) if name in self._space.program.functions:
                return set(self._analyses.effects.of_function(name).globals_written)
            case _:
                return {variable.name for variable in self._space.program.globals}

    # --- values --------------------------------------------------------------------------------------------

    def _after(self, name: str, state: State) -> Term:
        slot = self.slots[name]
        if slot.array:
            array = state.read(self._space.variables[slot.array])
            value = self._space.terms.select(array, slot.term.args[1])
        else:
            value = state.read(self._space.variables[name])
        return self._reading.as_slot(slot, without_stores(self._space.terms, value))

    def _read(self, condition: Term) -> Term:
        return self._reading.of(without_stores(self._space.terms, condition))

    def _any(self, name: str) -> Term:
        self._fresh += 1
        sort = BOOL if self.slots[name].term.sort is BOOL else INT
        return self.terms.symbol(f"!any{self._fresh}", sort)

    def _type(self, name: str) -> Type | None:
        variable = self._space.variables.get(name)
        return None if variable is None else variable.type

    def _limits(self, inputs: Iterable[tuple[Term, Type | None]]) -> Term:
        """What types say of inputs."""
        terms = self.terms
        bounds = []
        for value, kind in inputs:
            if isinstance(kind, IntegerType):
                is_narrow = kind.width <= NARROW
                if is_narrow or not kind.signed:
                    bounds.append(terms.int_compare("<=", terms.integer(kind.low), value))
                if is_narrow:
                    bounds.append(terms.int_compare("<=", value, terms.integer(kind.high)))
        return terms.conjunction(bounds)
