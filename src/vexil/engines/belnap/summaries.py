"""Reachability in predicate programs with procedures, recursive ones too: ``EF`` without copies of procedures.

Two least fixed points are computed backwards: where the target is possibly reached, and where it certainly is. Inside a
procedure the question depends on what counts as success at its exit: a set of values of the globals and the results. So
there is a table for each procedure and each such set that is asked for. At a call, the states after it that succeed
are divided by the caller's own variables, which the callee cannot change: for each part there is one set of successful
exits of the callee. Sets over globals and results are finitely many, so there are finitely many tables even with
recursion.

While tables grow, so do the sets of exits that calls ask for. What a smaller set gives is true of the larger one, so
values are only ever added, and at the end all equations hold: this is the least solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import TypeAlias

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.belnap.bodies import Body, CallSite, bodies_of
from vexil.engines.belnap.relation import Options
from vexil.engines.diagrams import Diagram, Manager
from vexil.model.boolean_program import PredicateProgram
from vexil.model.boolean_program.expressions import Expr

Target: TypeAlias = Callable[[str, int], Expr]
"""What is to be reached, for a procedure and a location, over what the procedure sees."""

DIVISIONS = 4_096
"""Into how many parts the states after a call may be divided."""


Key: TypeAlias = tuple[str, Diagram]


class Table:
    """For every location of a procedure the states that succeed, and the calls elsewhere that ask for the entry."""

    def __init__(self, number: int, body: Body, exits: Diagram, nothing: Diagram) -> None:
        self.number = number
        self.body = body
        self.exits = exits
        self.values: dict[int, Diagram] = dict.fromkeys(range(len(body.relation.consistent)), nothing)
        self.events: dict[int, list[tuple[int, Diagram]]] = {}
        """By locations the numbers of changes and the values from then on."""
        self.asked_by: dict[tuple[Key, int], None] = {}


class Solver:
    """One of the two fixed points, by chaotic iteration; the newest table first, in it what is next to the exit."""

    def __init__(
        self,
        bodies: Mapping[str, Body],
        target: Target,
        context: Context,
        limit: int,
        *,
        certain: bool,
        most: int | None = None,
    ) -> None:
        self.bodies = bodies
        self._target = target
        self._context = context
        self._limit = limit
        self._certain = certain
        self._most = most
        self.manager = next(iter(bodies.values())).relation.manager
        self.tables: dict[Key, Table] = {}
        self.steps = 0
        self.changes = 0
        """How often a value has changed; every change has a number, and rests on those with smaller ones."""
        self._queue: list[tuple[int, int, int]] = []
        self._queued: set[tuple[int, int]] = set()
        self._keys: list[Key] = []
        self._targets: dict[str, tuple[Diagram, ...]] = {}

    def solve(self, main: str) -> Diagram:
        """What succeeds at the entry."""
        root = self.table((main, self.manager.false))
        while self._queue:
            self._context.check_limits("computing summaries of procedures")
            _, _, packed = heappop(self._queue)
            number, place = divmod(packed, 1 << 32)
            self._queued.discard((number, place))
            self.steps += 1
            if self._most is not None and self.steps > self._most:
                raise LimitReached(f"more than {self._most} steps")
            self._visit(self._keys[number], place)
        return root.values[root.body.relation.flat.entry]

    def table(self, key: Key) -> Table:
        """The table for a procedure and a set of exits, made when it is asked for."""
        cached = self.tables.get(key)
        if cached is not None:
            return cached
        if len(self.tables) >= self._limit:
            raise LimitReached(f"more than {self._limit} summaries of procedures")
        name, exits = key
        table = self.tables[key] = Table(len(self._keys), self.bodies[name], exits, self.manager.false)
        self._keys.append(key)
        for place in table.values:
            self._enqueue(table, place)
        return table

    def _enqueue(self, table: Table, place: int) -> None:
        if (table.number, place) not in self._queued:
            self._queued.add((table.number, place))
            heappush(self._queue, (-table.number, table.body.order[place], (table.number << 32) + place))

    def _visit(self, key: Key, place: int) -> None:
        table = self.tables[key]
        old = table.values[place]
        new = old | self._value(key, table, place)
        if new == old:
            return
        table.values[place] = new
        self.changes += 1
        table.events.setdefault(place, []).append((self.changes, new))
        for before in table.body.before[place]:
            self._enqueue(table, before)
        if place == table.body.relation.flat.entry:
            for asking, location in table.asked_by:
                self._enqueue(self.tables[asking], location)

    def _value(self, key: Key, table: Table, place: int) -> Diagram:
        body = table.body
        value_here = self.target_at(key[0], place)
        if place == body.relation.flat.exit:
            value_here = value_here | (table.exits & body.relation.consistent[place])
        calling = body.calls.get(place)
        if calling is not None:
            return value_here | self._call(key, table, place, calling)
        pre = body.relation.must_pre if self._certain else body.relation.may_pre
        value = pre(place, table.values)
        if place != body.relation.flat.exit:
            # who leaves without returning anything leaves with anything
            value = (self.manager.forall if self._certain else self.manager.exist)(body.results, value)
        return value_here | value

    def target_at(self, procedure: str, place: int) -> Diagram:
        """Where the target is, at a location."""
        if procedure not in self._targets:
            relation = self.bodies[procedure].relation
            targets: list[Diagram] = []
            for location, consistent in enumerate(relation.consistent):
                pair = relation.pair(self.bodies[procedure].own_names(self._target(procedure, location)))
                targets.append(consistent & (pair.yes if self._certain else ~pair.no))
            self._targets[procedure] = tuple(targets)
        return self._targets[procedure][place]

    # --- calls -------------------------------------------------------------------------------------------

    def _call(self, key: Key, table: Table, place: int, calling: CallSite) -> Diagram:
        callee = self.bodies[calling.procedure]
        after = self.manager.replaced(table.values[calling.target], calling.returned)
        inside = self.manager.false
        for exits, condition in self.divided(after, calling.frame):
            inner = self.table((calling.procedure, exits))
            inner.asked_by[key, place] = None
            entered = self.manager.replaced(inner.values[callee.relation.flat.entry], callee.primed)
            inside = inside | (condition & entered)
        some = self.manager.and_exist(callee.primed_names, calling.entering, inside)
        if self._certain:
            escapes = self.manager.and_exist(callee.primed_names, calling.entering, ~inside)
            some = some & ~escapes
        return some & table.body.relation.consistent[place]

    def divided(self, states: Diagram, frame: tuple[str, ...]) -> Iterator[tuple[Diagram, Diagram]]:
        """The different functions that fixing the frame's variables gives, each with the condition on them."""
        parts: dict[Diagram, Diagram] = {states: self.manager.true}
        support = self.manager.support(states)
        for name in frame:
            if name not in support:
                continue
            variable = self.manager.declare(name)
            finer: dict[Diagram, Diagram] = {}
            for part, condition in parts.items():
                for value, chosen in ((self.manager.true, variable), (self.manager.false, ~variable)):
                    fixed = self.manager.replaced(part, {name: value})
                    finer[fixed] = finer.get(fixed, self.manager.false) | (condition & chosen)
            parts = finer
            if len(parts) > DIVISIONS:
                raise LimitReached(f"more than {DIVISIONS} kinds of success after a call")
        yield from parts.items()


@dataclass(frozen=True)
class Certain:
    """Where the entry of the program certainly leads to the target, and how that was computed."""

    program: PredicateProgram = field(repr=False)
    states: Diagram
    solver: Solver = field(repr=False)

    @property
    def is_somewhere(self) -> bool:
        """Say whether the target is certainly reached from some consistent valuation at the entry."""
        return self.states != self.solver.manager.false


def certainly(
    program: PredicateProgram,
    target: Target,
    options: Options | None = None,
    context: Context | None = None,
    *,
    limit: int = 20_000,
    steps: int | None = None,
) -> Certain:
    """Compute where the target is certainly reached; raises `LimitReached` for more *steps* or tables than allowed."""
    bodies = bodies_of(program, Options() if options is None else options, Manager())
    solver = Solver(bodies, target, context or Context(), limit, certain=True, most=steps)
    return Certain(program, solver.solve(program.main), solver)
