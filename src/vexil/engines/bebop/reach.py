"""Which valuations each location can be reached with: path edges and summaries, to a fixed point.

Every location has one growing set, and the edges are applied to the whole of it (chaining), in an order that finishes
what is called before the caller, and a loop before what comes after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush

from vexil.analysis.graphs import postorder
from vexil.core.context import Context
from vexil.core.errors import require
from vexil.engines.bebop.edges import PathEdges
from vexil.engines.bebop.signatures import callees
from vexil.engines.diagrams import Diagram, Manager
from vexil.engines.diagrams.forms import irredundant_form
from vexil.model.boolean_program import Call, Check, PredicateProgram
from vexil.model.boolean_program.expressions import Expr

Valuation = dict[str, bool]
Place = tuple[str, int]
"""A location: the name of its procedure, and its number there."""


def reach(
    program: PredicateProgram, context: Context, checks: frozenset[str] | None = None, manager: Manager | None = None
) -> Reached:
    """Find everything that can be reached; *checks* are the kinds of checks that end a run (``None``: all of them).

    A manager that was used for a similar program knows a good order of the variables that both have.
    The program starts no threads. Raises `LimitReached` when time or memory is used up.
    """
    require(not program.has_threads, "a program that starts threads should not be asked for its summaries")
    return _Search(program, context, checks, manager).run()


@dataclass(eq=False)
class Reached:
    """The path edges of every location that can be reached."""

    edges: PathEdges
    sets: dict[Place, Diagram]
    entered: dict[str, Diagram]
    """The values of globals and formals that procedures are called with; a run begins with any."""
    rounds: int = 0
    growth: dict[Place, list[tuple[int, Diagram]]] = field(default_factory=dict)
    """How the sets came about: what was new at a location, at times that grow; 0 is the beginning of the run."""
    calls: dict[str, list[tuple[int, Diagram]]] = field(default_factory=dict)
    """The path edges that procedures were entered with, in the same way."""
    _plain: dict[str, dict[str, str]] = field(default_factory=dict, init=False, repr=False)

    @property
    def program(self) -> PredicateProgram:
        """The program."""
        return self.edges.program

    @property
    def manager(self) -> Manager:
        """What makes the diagrams."""
        return self.edges.manager

    def path_edges(self, procedure: str, location: int) -> Diagram:
        """The relation between values at the procedure's entry and at a location."""
        return self.sets.get((procedure, location), self.manager.false)

    def states(self, procedure: str, location: int) -> Diagram:
        """The valuations of what a procedure sees with which a location is reached."""
        path_edges = self.path_edges(procedure, location)
        visible = frozenset(self.edges.diagrams.names(procedure))
        return self.manager.exist(sorted(self.manager.support(path_edges) - visible), path_edges)

    def is_reached(self, procedure: str, location: int) -> bool:
        """Say whether control can come to a location."""
        return self.path_edges(procedure, location) != self.manager.false

    @property
    def is_empty(self) -> bool:
        """Say whether there is no state at all, because what is enforced is contradictory."""
        return not self.is_reached(self.program.main, self.program.procedures[self.program.main].entry)

    @cached_property
    def failing(self) -> tuple[Place, ...]:
        """The checks that may fail: the name of the procedure and the number of the edge."""
        return tuple(
            (name, number)
            for name, procedure in self.program.procedures.items()
            for number, edge in enumerate(procedure.edges)
            if isinstance(edge.operation, Check)
            and self.edges.failing(name, number, self.path_edges(name, edge.source)) != self.manager.false
        )

    def count(self, procedure: str, location: int) -> int:
        """How many valuations of what a procedure sees a location is reached with."""
        return self.manager.count(self.states(procedure, location), self.edges.diagrams.names(procedure))

    def valuations(self, procedure: str, location: int) -> Iterator[Valuation]:
        """The valuations themselves, in order (false before true, the first variable weighs most)."""
        plain = self.plain_names(procedure)
        for values in self.manager.valuations(self.states(procedure, location), plain):
            yield {plain[name]: value for name, value in values.items()}

    def invariant(self, procedure: str, location: int) -> Expr:
        """The valuations as a disjunction of conjunctions, none of which can be left out or shortened."""
        return irredundant_form(self.manager, self.states(procedure, location), self.plain_names(procedure))

    def plain_names(self, procedure: str) -> dict[str, str]:
        """The diagrams' names of what a procedure sees, with the variables they stand for."""
        plain = self._plain.get(procedure)
        if plain is None:
            names = self.edges.diagrams.names(procedure)
            plain = dict(zip(names, (item.name for item in self.program.variables(procedure)), strict=True))
            self._plain[procedure] = plain
        return plain


class _Search:
    def __init__(
        self, program: PredicateProgram, context: Context, checks: frozenset[str] | None, manager: Manager | None
    ) -> None:
        self._program = program
        self._context = context
        self._edges = PathEdges(program, checks, manager)
        self._sets: dict[Place, Diagram] = {}
        self._fresh: dict[Place, Diagram] = {}
        """What of the set of a location has not been looked at."""
        self._summaries: dict[Place, Diagram] = {}
        """The summaries that calls were followed with, by procedure and edge."""
        self._priorities = priorities(program)
        self._places = {number: place for place, number in self._priorities.items()}
        self._queue: list[int] = []
        self._queued: set[int] = set()
        self._entered: dict[str, Diagram] = {}
        self._growth: dict[Place, list[tuple[int, Diagram]]] = {}
        self._calls: dict[str, list[tuple[int, Diagram]]] = {}
        self._time = 0
        self._callers: dict[str, list[Place]] = {}
        for name, procedure in program.procedures.items():
            for edge in procedure.edges:
                if isinstance(edge.operation, Call):
                    self._callers.setdefault(edge.operation.procedure, []).append((name, edge.source))

    def run(self) -> Reached:
        """Apply edges until nothing is new."""
        program, edges = self._program, self._edges
        self._entered[program.main] = edges.manager.true
        self._calls[program.main] = [(0, edges.initial())]
        self._add((program.main, program.procedures[program.main].entry), edges.initial())
        rounds = 0
        while self._queue:
            self._context.check_limits("reaching the states of a Boolean program")
            number = heappop(self._queue)
            self._queued.discard(number)
            self._expand(self._places[number])
            rounds += 1
        return Reached(edges, self._sets, self._entered, rounds, self._growth, self._calls)

    def _expand(self, place: Place) -> None:
        name, location = place
        procedure = self._program.procedures[name]
        fresh = self._small(self._fresh.pop(place, self._edges.manager.false), self._sets[place])
        for number in procedure.outgoing[location]:
            edge = procedure.edges[number]
            if isinstance(edge.operation, Call):
                self._call(name, number, edge.operation.procedure, fresh)
                self._return(name, number, edge.operation.procedure, fresh)
            else:
                self._add((name, edge.target), self._edges.image(name, number, fresh))

    def _small(self, fresh: Diagram, states: Diagram) -> Diagram:
        """What is new, or everything where that has the smaller diagram; both lead to the same sets."""
        manager = self._edges.manager
        return fresh if manager.size(fresh) <= manager.size(states) else states

    def _return(self, name: str, number: int, callee: str, fresh: Diagram) -> None:
        """Go on behind a call: from what is new before it by all summaries, from everything by the new ones."""
        summaries = self._sets.get((callee, self._program.procedures[callee].exit))
        if summaries is None:
            return
        edge = self._program.procedures[name].edges[number]
        before = self._summaries.get((name, number), self._edges.manager.false)
        self._summaries[name, number] = summaries
        after = self._edges.after_call(name, number, fresh, summaries)
        if summaries != before:
            states = self._sets[name, edge.source]
            after = after | self._edges.after_call(name, number, states, summaries & ~before)
        self._add((name, edge.target), after)

    def _call(self, name: str, number: int, callee: str, states: Diagram) -> None:
        """Enter what is called with values that are new."""
        values = self._edges.called(name, number, states)
        before = self._entered.get(callee, self._edges.manager.false)
        if not values <= before:
            self._entered[callee] = before | values
            entry = self._program.procedures[callee].entry
            first = self._edges.entered(callee, values & ~before)
            self._calls.setdefault(callee, []).append((self._time, first))
            self._add((callee, entry), first)

    def _add(self, place: Place, states: Diagram) -> None:
        """Add to the set of a location, and look at it again if it has grown."""
        before = self._sets.get(place, self._edges.manager.false)
        if states <= before:
            return
        fresh = states & ~before
        self._sets[place] = before | states
        self._fresh[place] = self._fresh.get(place, self._edges.manager.false) | fresh
        self._growth.setdefault(place, []).append((self._time, fresh))
        self._time += 1
        name, location = place
        if location == self._program.procedures[name].exit:
            for caller in self._callers.get(name, ()):
                if caller in self._sets:
                    self._push(self._priorities[caller])
        else:
            self._push(self._priorities[place])

    def _push(self, number: int) -> None:
        if number not in self._queued:
            self._queued.add(number)
            heappush(self._queue, number)


def priorities(program: PredicateProgram) -> Mapping[Place, int]:
    """A number for every location that control can come to; the least one is looked at first.

    What is called comes before its callers, a loop before what comes after it.
    """
    names = list(program.procedures)
    numbers = {name: number for number, name in enumerate(names)}
    called = [[numbers[callee] for callee in callees(program.procedures[name])] for name in names]
    ranks: dict[Place, int] = {}
    for number in postorder(called, [numbers[program.main]]):
        procedure = program.procedures[names[number]]
        targets = [[procedure.edges[edge].target for edge in edges] for edges in procedure.outgoing]
        for location in reversed(postorder(targets, [procedure.entry])):
            ranks[names[number], location] = len(ranks)
    return ranks
