"""The search for a chain: restrictions of the program one by one, and in each the paths of abstract states.

A run of a restricted program is one of the program, so what is reached there is reached. Restrictions that disable all
alternatives of a choice but one come before schedules that take them in turns (Ball, Kupferman and Sagiv 2007,
section 5). That no restriction shows the target reached says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from vexil.core.context import Context
from vexil.engines.leap.automatic import Strengthener, loop_states, phases
from vexil.engines.leap.chain import Chain, Gluer, NoPort, Ports
from vexil.engines.leap.paths import AbstractGraph
from vexil.engines.leap.problem import PATIENCE, Conditions, Setting, Task, opened
from vexil.engines.leap.queries import Finding, Status, Witness
from vexil.engines.leap.zones import Zone
from vexil.ir.expressions import Expr
from vexil.ir.program import Program
from vexil.logic.terms import Term
from vexil.model.leaps import Rule, Schedule
from vexil.transform.restriction import restricted


@dataclass(frozen=True)
class Asked:
    """What the user decides about a search; what is left open is looked for."""

    program: Program
    checks: frozenset[str]
    states: Mapping[str, Conditions] = field(default_factory=dict)
    ports: Mapping[tuple[str, str], Conditions] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    target: Conditions | None = None
    predicates: tuple[Conditions, ...] = ()
    rules: tuple[Rule, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    """Conditions for alternatives as somebody wrote them, which must neither overlap nor leave a gap."""
    patience: int | None = PATIENCE
    budget: int | None = None
    start: Conditions | None = None
    """Where chains begin, if not before all runs."""


class Refusal(Exception):  # noqa: N818 - becomes an error about what the user wrote
    """What the user decided does not fit the program; with a witness if there is one."""

    def __init__(self, reason: str, setting: Setting, witness: Witness | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.setting = setting
        self.witness = witness


@dataclass(frozen=True)
class Attempt:
    """A chain along one path of a restricted program."""

    rules: tuple[Rule, ...]
    setting: Setting
    chain: Chain


@dataclass(frozen=True)
class NoPath:
    """No may path leads to the target in a restricted program."""

    rules: tuple[Rule, ...]
    setting: Setting


def attempts(asked: Asked, restrictions: Sequence[tuple[Rule, ...]], context: Context) -> Iterator[Attempt | NoPath]:
    """Chains along the paths of restricted programs, one after the other; raises `Refusal`.

    The setting of an attempt is open until the next one is asked for. Where questions were left open and there is
    something left of the budget, all is asked once more, with that much patience for each.
    """
    left = asked.budget
    patience = asked.patience
    while True:
        unanswered = 0
        for rules in restrictions:
            every = (*asked.rules, *rules)
            task = Task(restricted(asked.program, every), asked.checks, asked.states, asked.target, asked.start)
            with opened(task, context, patience, left) as setting:
                yield from _along_paths(asked, every, setting)
                left = None if left is None else left - setting.queries.effort
                unanswered += setting.queries.unanswered
        if left is None or not unanswered or patience != asked.patience:
            return
        patience = left


def _along_paths(asked: Asked, rules: tuple[Rule, ...], setting: Setting) -> Iterator[Attempt | NoPath]:
    states = [setting.zone(name, conditions) for name, conditions in asked.states.items()]
    target, start = setting.target(asked.target), setting.start(asked.start)
    ports = {key: setting.zone(key[0], conditions) for key, conditions in asked.ports.items()}
    predicates = [setting.zone("", conditions) for conditions in asked.predicates]
    setting.system.track([*states, start, target, *ports.values(), *predicates])
    given_terms = [part for zone in predicates for part in zone.parts.values()]
    if asked.states:
        yield from _with_states(asked, rules, setting, Found(states, start, target, ports, given_terms))
        return
    states = [state for state in loop_states(setting.queries) if not setting.queries.is_empty(state)]
    setting.system.track(states)
    strengthen = Strengthener(setting.queries, given_terms)
    for chosen in (states, phases(setting.queries, states)):
        if chosen is not None:
            yield from _with_states(asked, rules, setting, Found(chosen, start, target, ports, given_terms, strengthen))


@dataclass(frozen=True)
class Found:
    """Abstract states, the start, the target, given ports and predicates, as zones and terms."""

    states: Sequence[Zone]
    start: Zone
    target: Zone
    ports: Mapping[tuple[str, str], Zone]
    predicates: Sequence[Term]
    strengthen: Strengthener | None = None


def _with_states(asked: Asked, rules: tuple[Rule, ...], setting: Setting, found: Found) -> Iterator[Attempt | NoPath]:
    states = found.states
    for state in states:
        if setting.queries.is_empty(state):
            raise Refusal(f"the abstract state {state.name} has no states", setting)
        for schedule in asked.schedules:
            _refuse_schedule(schedule.conditions, schedule.location, setting, state)
    graph = AbstractGraph(setting.queries, states, found.start, found.target)
    given = _given_ports(states, found.ports, setting)
    gluer = Gluer(setting.queries, given, found.predicates, found.strengthen)
    try:
        yield from _chains(asked, rules, setting, graph, gluer)
    except NoPort as problem:
        raise Refusal(str(problem), setting, problem.finding.witness) from None


def _chains(
    asked: Asked, rules: tuple[Rule, ...], setting: Setting, graph: AbstractGraph, gluer: Gluer
) -> Iterator[Attempt | NoPath]:
    reached = graph.reached()
    if rules == asked.rules:
        for number, state in enumerate(graph.states, 1):
            if asked.states and number not in reached:
                raise Refusal(f"no may path leads to the abstract state {state.name}", setting)
    if graph.last not in reached:
        yield NoPath(rules, setting)
        return
    if asked.path:
        path = graph.along(asked.path)
        if path is None and rules != asked.rules:
            yield NoPath(rules, setting)
            return
        if path is None:
            raise Refusal(f"no may path goes through {', '.join(asked.path)}", setting)
        yield Attempt(rules, setting, gluer.chain(path))
        return
    tried: set[tuple[str, ...]] = set()
    refused: NoPort | None = None
    is_along = False
    for path in chain((graph.paths()), (graph.layers() for _ in range(1))):
        names = tuple(zone.name for zone in path)
        if names in tried:
            continue
        tried.add(names)
        try:
            found = gluer.chain(path)
        except NoPort as problem:  # on another path it may be one
            refused = refused or problem
            continue
        is_along = True
        yield Attempt(rules, setting, found)
    if refused is not None and not is_along:
        raise refused


def _given_ports(states: Sequence[Zone], ports: Mapping[tuple[str, str], Zone], setting: Setting) -> dict[str, Ports]:
    """Ports that the user chose, each inside of its state; raises `Refusal` with a witness."""
    queries = setting.queries
    given: dict[str, Ports] = {}
    for state in states:
        entry, leaving = ports.get((state.name, "entry")), ports.get((state.name, "exit"))
        if entry is None and leaving is None:
            continue
        for word, port in (("entry", entry), ("exit", leaving)):
            if port is not None:
                _within(queries.is_within(port, state), f"the {word} port of {state.name} is not inside of it", setting)
        given[state.name] = Ports(entry, leaving)
    return given


def _within(found: Finding, reason: str, setting: Setting) -> None:
    if found.status is Status.FAILS:
        raise Refusal(reason, setting, found.witness)


def _refuse_schedule(conditions: Sequence[Expr], location: int, setting: Setting, state: Zone) -> None:
    """Raise `Refusal` for conditions of a schedule that overlap, or leave a gap, in states of an abstract state."""
    queries, terms = setting.queries, setting.queries.terms
    parts = [setting.term(condition) for condition in conditions]
    for place, known, renamed in setting.system.arrivals(state, location):
        moved = [terms.substitute(part, dict(renamed)) for part in parts]
        if queries.satisfied(known, terms.not_(terms.disjunction(moved))):
            raise Refusal(
                f"the schedule leaves a gap in {state.name}: no condition holds", setting, queries.witness(place)
            )
        for number, one in enumerate(moved):
            for other in range(number):
                if queries.satisfied(known, one, moved[other]):
                    reason = f"conditions {other + 1} and {number + 1} of the schedule overlap in {state.name}"
                    raise Refusal(reason, setting, queries.witness(place))
