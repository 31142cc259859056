"""Reachability in programs with procedures as both summaries say: what is certain, what is possible.

A possible run to the target through calls and returns, is read from summaries, and what is unknown about it.
Every change of a table rests on earlier changes; so following them to smaller numbers leads to the target. A call is
entered with the set of exits that was asked for when the state before it got its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vexil.core.context import Context
from vexil.core.errors import InternalError, require
from vexil.engines.belnap.bodies import Body, CallSite, bodies_of
from vexil.engines.belnap.causes import undecided, unknown_step
from vexil.engines.belnap.evidence import UnknownStep, Valuation
from vexil.engines.belnap.relation import SELF, Move, Options
from vexil.engines.belnap.summaries import Key, Solver, Table, Target
from vexil.engines.belnap.values import Belnap, Truth
from vexil.engines.diagrams import Diagram, Manager
from vexil.model.boolean_program import PredicateProgram


@dataclass(frozen=True)
class Reached:
    """Where the entry of the program certainly and possibly leads to the target."""

    truth: Truth
    consistent: Diagram = field(repr=False)
    manager: Manager = field(repr=False)
    tables: int
    steps: int
    possible: Solver = field(repr=False)
    """How the possible part was computed, from which a run can be read."""

    @property
    def possibly(self) -> Belnap:
        """The value of ``EF target`` over all consistent valuations at the entry."""
        return Belnap((self.consistent <= self.truth.must, self.consistent <= self.truth.may))

    @property
    def never(self) -> Belnap:
        """The value of ``AG !target`` over all consistent valuations at the entry."""
        empty = self.manager.false
        return Belnap((self.truth.may == empty, self.truth.must == empty))


def reach(
    program: PredicateProgram,
    target: Target,
    options: Options | None = None,
    context: Context | None = None,
    *,
    limit: int = 20_000,
) -> Reached:
    """Compute whether the target is reached; raises `LimitReached` for more than *limit* tables."""
    manager = Manager()
    bodies = bodies_of(program, Options() if options is None else options, manager)
    asked = Context() if context is None else context
    must, may = (Solver(bodies, target, asked, limit, certain=certain) for certain in (True, False))
    truth = Truth(must.solve(program.main), may.solve(program.main))
    require(truth.must <= truth.may, "what is certainly reached should be possibly reached")
    main = bodies[program.main].relation
    tables, steps = len(must.tables) + len(may.tables), must.steps + may.steps
    return Reached(truth, main.consistent[main.flat.entry], manager, tables, steps, may)


@dataclass(frozen=True, slots=True)
class Visit:
    """A state of a run: the procedure's location, what it sees, and the edge that is taken from here (-1 at the end).

    From the exit of a procedure the edge is that of the call, in the caller.
    """

    procedure: str
    location: int
    valuation: Valuation
    edge: int = -1


@dataclass(frozen=True, slots=True)
class UnknownCallStep:
    """An unknown step in a procedure; locations, edge and names are those of the procedure."""

    procedure: str
    step: UnknownStep


@dataclass(frozen=True, slots=True)
class PossibleRun:
    """A run that is possible, and the steps of it that are not certain, oldest first."""

    visits: tuple[Visit, ...]
    causes: tuple[UnknownCallStep, ...]


def possible_run(reached: Reached) -> PossibleRun:
    """A run that possibly reaches the target, from a valuation for which that is not certain if there is one."""
    require(reached.truth.may != reached.manager.false, "a run should be asked for when the target is possibly reached")
    open_states = reached.truth.may & ~reached.truth.must
    return _Walk(reached.possible).run(open_states if open_states != reached.manager.false else reached.truth.may)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a call returns to: the caller's table, its state at the call, and what was known then."""

    key: Key
    place: int
    point: Mapping[str, bool]
    calling: CallSite
    bound: int


class _Walk:
    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._manager = solver.manager
        self._visits: list[Visit] = []
        self._causes: list[UnknownCallStep] = []
        self._fresh: list[UnknownCallStep] = []
        self._frames: list[_Frame] = []

    def run(self, start: Diagram) -> PossibleRun:
        """Follow the changes to the target."""
        key = next(iter(self._solver.tables))
        table = self._solver.tables[key]
        place = table.body.relation.flat.entry
        point: Mapping[str, bool] = self._picked(table.body, start)
        bound = self._solver.changes + 1
        while True:
            table = self._solver.tables[key]
            rank = self._rank(table, place, point, bound)
            state = self._manager.cube(point)
            if (state & self._solver.target_at(key[0], place)) != self._manager.false:
                self._visited(table.body, place, point, -1)
                return PossibleRun(tuple(self._visits), tuple(self._causes or self._fresh))
            calling = table.body.calls.get(place)
            if place == table.body.relation.flat.exit and self._frames and state <= table.exits:
                key, place, point, bound = self._return(table.body, point)
            elif calling is not None:
                key, place, point, bound = self._enter(key, place, point, calling, rank)
            else:
                place, point = self._step(table, place, point, rank)
                bound = rank

    def _picked(self, body: Body, states: Diagram) -> dict[str, bool]:
        return self._manager.pick(states, body.relation.flat.names)

    def _known(self, table: Table, place: int, bound: int) -> Diagram:
        """The value at a location before a change."""
        found = self._manager.false
        for number, value in table.events.get(place, ()):
            found = value if number < bound else found
        return found

    def _rank(self, table: Table, place: int, point: Mapping[str, bool], bound: int) -> int:
        state = self._manager.cube(point)
        for number, value in table.events.get(place, ()):
            if number < bound and state <= value:
                return number
        raise InternalError("a state on the way should succeed")

    def _visited(self, body: Body, place: int, point: Mapping[str, bool], edge: int) -> None:
        self._visits.append(Visit(body.procedure.name, place, self._shown(body, point), edge))

    def _shown(self, body: Body, point: Mapping[str, bool]) -> dict[str, bool]:
        """A valuation with the procedure's names."""
        own = {long: name for name, long in body.names.items()}
        return {own.get(name, name): value for name, value in point.items() if name not in body.results}

    # --- steps -------------------------------------------------------------------------------------------

    def _step(self, table: Table, place: int, point: Mapping[str, bool], rank: int) -> tuple[int, Mapping[str, bool]]:
        relation = table.body.relation
        state = self._manager.cube(point)
        for move in relation.moves[place]:
            after = relation.image(move, state) & self._known(table, move.target, rank)
            if after != self._manager.false and move.edge != SELF:
                following = self._picked(table.body, after)
                self._visited(table.body, place, point, relation.flat.origins[move.edge].number)
                self._noted(table.body, move, point, following)
                return move.target, following
        raise InternalError("a state that succeeds should have a step")

    def _noted(self, body: Body, move: Move, before: Mapping[str, bool], after: Mapping[str, bool]) -> None:
        if not self._manager.cube(before) <= undecided(body.relation, move):
            return
        found = unknown_step(body.relation, move, before, after)
        own = {long: name for name, long in body.names.items()}
        step = UnknownStep(
            body.relation.flat.origins[move.edge].number,
            found.source,
            found.target,
            self._shown(body, before),
            self._shown(body, after),
            found.condition,
            tuple(own.get(name, name) for name in found.targets),
            tuple(own.get(name, name) for name in found.chosen),
        )
        self._causes.append(UnknownCallStep(body.procedure.name, step))

    def _enter(
        self, key: Key, place: int, point: Mapping[str, bool], calling: CallSite, rank: int
    ) -> tuple[Key, int, Mapping[str, bool], int]:
        table = self._solver.tables[key]
        callee = self._solver.bodies[calling.procedure]
        state = self._manager.cube(point)
        after = self._manager.replaced(self._known(table, calling.target, rank), calling.returned)
        parts = self._solver.divided(after, calling.frame)
        exits = next(part for part, condition in parts if (state & condition) != self._manager.false)
        inner = self._solver.tables[calling.procedure, exits]
        entry = callee.relation.flat.entry
        wanted = self._manager.replaced(self._known(inner, entry, rank), callee.primed)
        shared = [name for name in callee.relation.flat.names if name not in (*callee.names.values(), *callee.results)]
        # what the callee sees of the current values are the globals; the next values are its own
        possible = state & calling.entering & wanted
        globals_only = self._manager.cube({name: point[name] for name in shared})
        kept = self._manager.exist([name for name in point if name not in shared], possible) & globals_only
        back = {f"{name}'": self._manager.declare(name) for name in callee.names.values()}
        values = self._manager.replaced(kept, back)
        following = self._picked(callee, values)
        self._visited(table.body, place, point, calling.edge)
        self._unknown_entry(table.body, callee, place, point, following)
        self._frames.append(_Frame(key, place, point, calling, rank))
        return (calling.procedure, exits), entry, following, rank

    def _unknown_entry(
        self, body: Body, callee: Body, place: int, point: Mapping[str, bool], after: Mapping[str, bool]
    ) -> None:
        """Note arguments that nobody knows; locals, which nobody knows ever, count only if there is nothing else."""
        calling = body.calls[place]
        state = self._manager.cube(point)
        unknown = tuple(name for name, pair in calling.arguments.items() if not state <= pair.yes | pair.no)
        targets = unknown or tuple(item.name for item in callee.procedure.locals)
        step = UnknownStep(
            calling.edge,
            place,
            calling.target,
            self._shown(body, point),
            self._shown(callee, after),
            targets=targets,
        )
        if targets:
            (self._causes if unknown else self._fresh).append(UnknownCallStep(body.procedure.name, step))

    def _return(self, callee: Body, point: Mapping[str, bool]) -> tuple[Key, int, Mapping[str, bool], int]:
        frame = self._frames.pop()
        caller = self._solver.tables[frame.key].body
        self._visited(callee, callee.relation.flat.exit, point, frame.calling.edge)
        following = dict(frame.point)
        for name in following:
            if name not in (*caller.names.values(), *caller.results):
                following[name] = point[name]
        after = self._manager.cube(point)
        for name, value in frame.calling.returned.items():
            following[name] = after <= value
        return frame.key, frame.calling.target, following, frame.bound
