"""The transition relation of a loop-free region: what holds between the states at its entry and at its exits.

A region is what can be reached from its entry without passing an exit. It is executed once, location by location in
topological order; where paths meet, values are selected by the conditions under which each path is taken, so that the
terms share and their number is linear in the region. Everything the environment decides is an explicit input: for
some values of them a state *may* be reached, for all values it *must*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from vexil.ir.program import Function, LocationKind
from vexil.logic.inputs import Input, alternative
from vexil.logic.quantified import Quantified, Quantifier, quantified
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.steps import Step, Steps
from vexil.logic.terms import Term
from vexil.logic.transformers import substituted


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a region: it is taken when ``guard`` holds, and then the state is ``state``.

    Both are over the variables at the entry and the inputs.
    """

    location: int
    guard: Term
    state: State


@dataclass(frozen=True, slots=True)
class Event:
    """Something that ends a run inside a region: an undefined operation, a check that fails, or a restriction."""

    edge: str
    kind: str
    message: str
    condition: Term


@dataclass(frozen=True, slots=True)
class Relation:
    """What a region does; ``exits`` by location, in order."""

    space: Space
    entry: int
    exits: Mapping[int, Exit]
    inputs: tuple[Input, ...]
    undefined: tuple[Event, ...]
    violations: tuple[Event, ...]
    restrictions: tuple[Event, ...]

    @property
    def changed(self) -> tuple[str, ...]:
        """The variables of the state that some way through may change, sorted."""
        found = set()
        for way in self.exits.values():
            for name, value in way.state.items():
                if value is not self.space.symbol(self.space.variables[name]):
                    found.add(name)
        return tuple(sorted(found))

    @property
    def unchanged(self) -> tuple[str, ...]:
        """The other variables of the state that are known so far, sorted."""
        return tuple(sorted(set(self.space.variables) - set(self.changed)))

    def formula(self, location: int) -> Term:
        """The relation between variables v at the entry and v′ (``v'``) at an exit, with the inputs free."""
        return self.between(location, self.changed, "", "'", "")

    def copy(self, location: int, number: int) -> Term:
        """The relation between copy *number* of the variables (``v@0``, ``v@1``, …) and the next one.

        All known variables are related: what the region does not change is equal. Inputs are copied too.
        """
        return self.between(location, tuple(sorted(self.space.variables)), f"@{number}", f"@{number + 1}", f"@{number}")

    def between(self, location: int, names: Iterable[str], before: str, after: str, decided: str) -> Term:
        """The relation with *before*, *after* and *decided* put behind the names of variables and inputs."""
        terms, space = self.space.terms, self.space
        way = self.exits[location]
        parts = [way.guard]
        for name in names:
            variable = space.variables[name]
            parts.append(terms.eq(terms.symbol(name + after, variable.sort), way.state.read(variable)))
        renamed = {
            space.symbol(variable): terms.symbol(name + before, variable.sort)
            for name, variable in space.variables.items()
            if before
        }
        if decided:
            renamed |= {
                item.symbol: terms.symbol(f"{item.symbol.payload}{decided}", item.symbol.sort) for item in self.inputs
            }
        return terms.substitute(terms.conjunction(parts), renamed) if renamed else terms.conjunction(parts)

    def may_reach(self, after: Mapping[int, Term]) -> Quantified:
        """Where some inputs lead to an exit whose condition in *after* holds there (pre: some input)."""
        reached = (
            self.space.terms.and_(self.exits[location].guard, self._at(location, condition))
            for location, condition in after.items()
        )
        return quantified(Quantifier.FOR_SOME, self.space.terms.disjunction(reached), self.inputs)

    def weakest(self, after: Mapping[int, Term]) -> Quantified:
        """Where no inputs lead to an exit whose condition in *after* fails, nor to a violation (wp: every input).

        An exit without a condition may be reached with anything.
        """
        terms = self.space.terms
        kept = [
            terms.implies(self.exits[location].guard, self._at(location, condition))
            for location, condition in after.items()
        ]
        safe = (terms.not_(event.condition) for event in self.violations)
        return quantified(Quantifier.FOR_ALL, terms.conjunction((*kept, *safe)), self.inputs)

    def _at(self, location: int, condition: Term) -> Term:
        return substituted(self.space, condition, self.exits[location].state)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A state on its way through a region: the branches and alternatives taken there, and what lets a run survive.

    Of several arrivals at one location at most one is taken.
    """

    taken: Term
    survives: Term
    state: State


@dataclass(slots=True)
class _Findings:
    """Collects what happens while a region is executed."""

    inputs: list[Input] = field(default_factory=list)
    undefined: list[Event] = field(default_factory=list)
    violations: list[Event] = field(default_factory=list)
    restrictions: list[Event] = field(default_factory=list)


def relation(
    space: Space, function: str, entry: int, exits: Collection[int], checks: frozenset[str] | None = frozenset()
) -> Relation:
    """The relation of the region from *entry* to *exits*; ``checks`` are the kinds that count (``None``: all).

    Exits of the function are exits of the region too, and the entry may be one: then a way out is one turn of a loop.
    Raises `Untranslatable` for a loop inside of the region and for operations that have no formula.
    """
    body = space.program.functions[function]
    terms, steps = space.terms, Steps(space, function)
    ends = set(exits) | {number for number, edges in enumerate(body.outgoing) if not edges}
    arriving: dict[int, list[Arrival]] = {entry: [Arrival(terms.true, terms.true, space.initial)]}
    found = _Findings()
    ways: dict[int, list[Arrival]] = {}
    for location in region_order(body, entry, ends):
        here = joined(space, arriving.pop(location, []))
        if here is None:
            continue
        options, survives = _options(space, body, location, here, found)
        for position, number in enumerate(body.outgoing[location]):
            step = steps.step(here.state, number)
            before = Arrival(terms.and_(here.taken, options[position]), survives, here.state)
            repeated = body.locations[location].kind is LocationKind.BRANCH and position > 0
            after = _passed(space, body.edge_id(number), before, step, checks, _Findings() if repeated else found)
            if after.taken is not terms.false and after.survives is not terms.false:
                target = body.edges[number].target
                (ways if target in ends else arriving).setdefault(target, []).append(after)
    results = {}
    for location in sorted(ways):
        last = joined(space, ways[location])
        if last is not None:
            results[location] = Exit(location, terms.and_(last.taken, last.survives), last.state)
    return Relation(
        space,
        entry,
        results,
        tuple(found.inputs),
        tuple(found.undefined),
        tuple(found.violations),
        tuple(found.restrictions),
    )


def _options(space: Space, body: Function, location: int, here: Arrival, found: _Findings) -> tuple[list[Term], Term]:
    """For every edge of a location the condition that the environment takes it, and what the run survives by then."""
    terms = space.terms
    edges = body.outgoing[location]
    if body.locations[location].kind is not LocationKind.CHOICE or len(edges) < 2:
        return [terms.true] * len(edges), here.survives
    place = f"{body.name}@{body.locations[location].name}"
    made = alternative(space, place, f"?{place}", len(edges))
    found.inputs.append(made)
    options = [terms.eq(made.symbol, terms.bv(position, made.symbol.width)) for position in range(len(edges))]
    rest = terms.not_(terms.disjunction(options[:-1]))
    return [*options[:-1], rest], terms.and_(here.survives, made.domain)


def _passed(
    space: Space, edge: str, before: Arrival, step: Step, checks: frozenset[str] | None, found: _Findings
) -> Arrival:
    """Note how a run may end at a step, and say when it goes on."""
    terms = space.terms
    found.inputs.extend(step.inputs)
    here = terms.and_(before.taken, before.survives)
    for kind, condition in step.conditions.items():
        found.undefined.append(Event(edge, kind, "", terms.and_(here, terms.not_(condition))))
    decided = terms.conjunction((*step.conditions.values(), *(item.domain for item in step.inputs)))
    survives = terms.and_(before.survives, decided, step.allowed)
    reached = terms.and_(here, decided)
    if step.allowed is not terms.true:
        found.restrictions.append(Event(edge, "restriction", "", terms.and_(reached, terms.not_(step.allowed))))
    demand = step.demand
    if demand is not None and (checks is None or demand.property in checks):
        fails = terms.and_(reached, terms.not_(demand.condition))
        found.violations.append(Event(edge, demand.property, demand.message, fails))
        survives = terms.and_(survives, demand.condition)
    return Arrival(terms.and_(before.taken, step.guard), survives, step.after)


def joined(space: Space, arriving: list[Arrival]) -> Arrival | None:
    """One arrival for several of which at most one is taken; none for none."""
    if not arriving:
        return None
    terms = space.terms
    names = dict.fromkeys(name for arrival in arriving for name in arrival.state)
    last = arriving[-1]
    taken, survives = last.taken, last.survives
    values = {name: last.state.read(space.variables[name]) for name in names}
    for other in reversed(arriving[:-1]):
        chosen = _distinguishing(space, other.taken, taken)
        survives = terms.ite(chosen, other.survives, survives)
        for name in names:
            values[name] = terms.ite(chosen, other.state.read(space.variables[name]), values[name])
        taken = terms.or_(other.taken, taken)
    return Arrival(taken, survives, State(space, values))


def _distinguishing(space: Space, one: Term, two: Term) -> Term:
    """What tells two conditions apart where one of them holds: the parts of the first that are not in the second."""
    mine = one.args if one.op == "and" else (one,)
    theirs = set(two.args if two.op == "and" else (two,))
    own = [part for part in mine if part not in theirs]
    return space.terms.conjunction(own) if own else one


def region_order(body: Function, entry: int, ends: Collection[int]) -> list[int]:
    """The locations of a region, each after all that lead to it; raises `Untranslatable` when there is a loop."""
    order: list[int] = []
    state: dict[int, bool] = {}
    stack: list[tuple[int, int]] = [(entry, 0)]
    state[entry] = False
    while stack:
        location, position = stack.pop()
        edges = body.outgoing[location]
        if position == len(edges):
            state[location] = True
            order.append(location)
            continue
        stack.append((location, position + 1))
        target = body.edges[edges[position]].target
        if target in ends:
            continue
        if target not in state:
            state[target] = False
            stack.append((target, 0))
        elif not state[target]:
            name = body.locations[target].name
            raise Untranslatable(f"a loop through location {name}", body.edge_id(edges[position]))
    return order[::-1]


def composed(first: Relation, location: int, second: Relation, suffix: str = "+") -> Relation:
    """Two regions one after the other: from the entry of the first through *location* to the exits of the second.

    The inputs of the second get *suffix* behind their names. What ends a run in the first is kept.
    """
    space = first.space
    terms = space.terms
    way = first.exits[location]
    renamed = {item.symbol: terms.symbol(f"{item.symbol.payload}{suffix}", item.symbol.sort) for item in second.inputs}
    replaced = {space.symbol(space.variables[name]): value for name, value in way.state.items()} | renamed

    def moved(term: Term) -> Term:
        return terms.substitute(term, replaced)

    def events(before: tuple[Event, ...], behind: tuple[Event, ...]) -> tuple[Event, ...]:
        later = (
            Event(event.edge, event.kind, event.message, terms.and_(way.guard, moved(event.condition)))
            for event in behind
        )
        return (*before, *later)

    exits = {}
    for number, other in second.exits.items():
        state = way.state.written({name: moved(value) for name, value in other.state.items()})
        exits[number] = Exit(number, terms.and_(way.guard, moved(other.guard)), state)
    inputs = tuple(
        Input(
            renamed[item.symbol],
            item.place,
            moved(item.domain),
            None if item.cases is None else tuple((moved(guard), moved(value)) for guard, value in item.cases),
            item.is_determined,
        )
        for item in second.inputs
    )
    return Relation(
        space,
        first.entry,
        exits,
        (*first.inputs, *inputs),
        events(first.undefined, second.undefined),
        events(first.violations, second.violations),
        events(first.restrictions, second.restrictions),
    )
