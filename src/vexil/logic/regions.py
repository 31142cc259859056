"""The transition relation of a loop-free region: what holds between the states at its entry and at its exits.

Everything the environment decides is an explicit input: for some values of the inputs a state *may* be reached, for all
values it *must*.

A region is what can be reached from its entry without passing an exit. Locations are visited in topological order;
where paths meet, values are selected by the conditions under which each path is taken, so that terms are shared and
their number is linear in the region.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from vexil.ir.program import Function, LocationKind
from vexil.logic.inputs import Input, alternative
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.steps import Step, Steps
from vexil.logic.terms import Term


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
    ways, findings = _executed(space, function, entry, exits, checks, 1)
    results = {}
    for location in sorted(ways):
        last = joined(space, ways[location])
        if last is not None:
            results[location] = Exit(location, space.terms.and_(last.taken, last.survives), last.state)
    return Relation(
        space,
        entry,
        results,
        tuple(findings.inputs),
        tuple(findings.undefined),
        tuple(findings.violations),
        tuple(findings.restrictions),
    )


@dataclass(frozen=True, slots=True)
class Paths:
    """The ways through a region one by one, in which no value is selected where paths meet."""

    exits: tuple[Exit, ...]
    inputs: tuple[Input, ...]
    violations: tuple[Event, ...]
    undefined: tuple[Event, ...]
    restrictions: tuple[Event, ...]


def region_paths(
    space: Space,
    function: str,
    entry: int,
    exits: Collection[int],
    checks: frozenset[str] | None,
    most: int,
    look: Callable[[], None] | None = None,
) -> Paths:
    """The paths of a region from *entry* to *exits*; beyond *most* at one location they are joined there.

    Long ones take a while: *look* is called at every location, and may end it.
    """
    ways, findings = _executed(space, function, entry, exits, checks, most, look)
    ends = tuple(
        Exit(location, space.terms.and_(last.taken, last.survives), last.state)
        for location in sorted(ways)
        for last in _together(space, ways[location], most)
    )
    inputs = tuple(dict.fromkeys(findings.inputs))
    undefined, restrictions = tuple(findings.undefined), tuple(findings.restrictions)
    return Paths(ends, inputs, tuple(findings.violations), undefined, restrictions)


def _together(space: Space, arriving: list[Arrival], most: int) -> list[Arrival]:
    """Arrivals at one location, joined if there are more than *most*."""
    if len(arriving) <= most:
        return arriving
    last = joined(space, arriving)
    return [] if last is None else [last]


def _executed(
    space: Space,
    function: str,
    entry: int,
    exits: Collection[int],
    checks: frozenset[str] | None,
    most: int,
    look: Callable[[], None] | None = None,
) -> tuple[dict[int, list[Arrival]], _Findings]:
    """Where a region is left, by location, and what happens inside of it."""
    body = space.program.functions[function]
    terms, steps = space.terms, Steps(space, function)
    ends = set(exits) | {number for number, edges in enumerate(body.outgoing) if not edges}
    arriving: dict[int, list[Arrival]] = {entry: [Arrival(terms.true, terms.true, space.initial)]}
    findings = _Findings()
    ways: dict[int, list[Arrival]] = {}
    for location in region_order(body, entry, ends):
        if look is not None:
            look()
        for here in _together(space, arriving.pop(location, []), most):
            options, survives = _options(space, body, location, here, findings)
            for position, number in enumerate(body.outgoing[location]):
                step = steps.step(here.state, number)
                before = Arrival(terms.and_(here.taken, options[position]), survives, here.state)
                repeated = body.locations[location].kind is LocationKind.BRANCH and position > 0
                noted = _Findings() if repeated else findings
                after = _passed(space, body.edge_id(number), before, step, checks, noted)
                if after.taken is not terms.false and after.survives is not terms.false:
                    target = body.edges[number].target
                    (ways if target in ends else arriving).setdefault(target, []).append(after)
    return ways, findings


def _options(
    space: Space, body: Function, location: int, here: Arrival, findings: _Findings
) -> tuple[list[Term], Term]:
    """For every edge of a location the condition that the environment takes it, and what the run survives by then."""
    terms = space.terms
    edges = body.outgoing[location]
    if body.locations[location].kind is not LocationKind.CHOICE or len(edges) < 2:
        return [terms.true] * len(edges), here.survives
    place = f"{body.name}@{body.locations[location].name}"
    choice = alternative(space, place, f"?{place}", len(edges))
    findings.inputs.append(choice)
    options = [terms.eq(choice.symbol, terms.bv(position, choice.symbol.width)) for position in range(len(edges))]
    rest = terms.not_(terms.disjunction(options[:-1]))
    return [*options[:-1], rest], terms.and_(here.survives, choice.domain)


def _passed(
    space: Space, edge: str, before: Arrival, step: Step, checks: frozenset[str] | None, findings: _Findings
) -> Arrival:
    """Note how a run may end at a step, and say when it goes on."""
    terms = space.terms
    findings.inputs.extend(step.inputs)
    here = terms.and_(before.taken, before.survives)
    for kind, condition in step.conditions.items():
        findings.undefined.append(Event(edge, kind, "", terms.and_(here, terms.not_(condition))))
    decided = terms.conjunction((*step.conditions.values(), *(item.domain for item in step.inputs)))
    survives = terms.and_(before.survives, decided, step.allowed)
    reached = terms.and_(here, decided)
    if step.allowed is not terms.true:
        findings.restrictions.append(Event(edge, "restriction", "", terms.and_(reached, terms.not_(step.allowed))))
    demand = step.demand
    if demand is not None and (checks is None or demand.property in checks):
        fails = terms.and_(reached, terms.not_(demand.condition))
        findings.violations.append(Event(edge, demand.property, demand.message, fails))
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
