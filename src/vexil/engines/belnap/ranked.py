"""The way to a target that is certainly reached, by ranks, for whoever knows the concrete state.

Every change of a table of summaries has a number, the *rank* of the states that are new in it, and rests on smaller
ones. A concrete state of some rank certainly has a step to a state of smaller rank, and at a call into a callee that
certainly gets to where the caller's rank is smaller (Gurfinkel and Chechik 2006, theorem 1). So whoever takes such
steps gets to the target, whatever the abstraction does not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from vexil.core.errors import InternalError
from vexil.engines.belnap.bodies import Body, CallSite
from vexil.engines.belnap.relation import Move
from vexil.engines.belnap.summaries import Certain, Key, Table
from vexil.engines.diagrams import Diagram
from vexil.model.boolean_program import Call

Valuation = Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a call returns to: the caller's table, its valuation at the call, and the rank there."""

    key: Key
    valuation: Valuation
    calling: CallSite
    rank: int


class RankedWay:
    """A place on the way: a location of a procedure, with the values of what it sees; no place before `begin`."""

    def __init__(self, certain: Certain) -> None:
        self._program = certain.program
        self._solver = certain.solver
        self._manager = certain.solver.manager
        self._key: Key = next(iter(certain.solver.tables))
        self._frames: list[_Frame] = []
        self._bound = certain.solver.changes + 1
        self.location = self._table.body.relation.flat.entry
        self.valuation: Valuation = {}
        self._returned: tuple[bool, ...] = ()
        self.rank = self._bound

    @property
    def procedure(self) -> str:
        """The procedure that runs."""
        return self._key[0]

    @property
    def _table(self) -> Table:
        return self._solver.tables[self._key]

    @property
    def is_at_target(self) -> bool:
        """Say whether the target is here."""
        target = self._solver.target_at(self.procedure, self.location)
        return (self._point(self._table.body, self.valuation) & target) != self._manager.false

    @property
    def is_at_exit(self) -> bool:
        """Say whether the procedure has come to its end and its caller goes on."""
        return self.location == self._table.body.relation.flat.exit and bool(self._frames)

    # --- valuations --------------------------------------------------------------------------------------

    def _point(self, body: Body, valuation: Valuation, returned: Sequence[bool] = ()) -> Diagram:
        """The valuations that agree with what is given; of results that nobody has returned nothing is."""
        named = {body.names.get(name, name): value for name, value in valuation.items()}
        named.update(zip(body.results, returned, strict=False))
        return self._manager.cube(named)

    def _ranked(self, table: Table, place: int, bound: int) -> Iterator[tuple[int, Diagram]]:
        """The states of ranks below a bound at a location, by rank."""
        before = self._manager.false
        for number, value in table.events.get(place, ()):
            if number < bound:
                yield number, value & ~before
                before = value

    def _known(self, table: Table, place: int, bound: int) -> Diagram:
        value_before = self._manager.false
        for number, value in table.events.get(place, ()):
            value_before = value if number < bound else value_before
        return value_before

    def _values(
        self, table: Table, place: int, bound: int, within: Diagram, names: Sequence[str]
    ) -> Iterator[tuple[int, dict[str, bool]]]:
        """The values of variables in states of smaller rank, each with its rank, smallest first."""
        own = table.body.names
        variables = [own.get(name, name) for name in names]
        for rank, states in self._ranked(table, place, bound):
            region = states & within
            rest = sorted(self._manager.support(region) - set(variables))
            for values in self._manager.valuations(self._manager.exist(rest, region), variables):
                yield rank, {name: values[own.get(name, name)] for name in names}

    # --- the beginning -----------------------------------------------------------------------------------

    def beginnings(self, fixed: Valuation, names: Sequence[str]) -> Iterator[tuple[int, dict[str, bool]]]:
        """Values of variables at the entry, beside what is known, from which the target is certainly reached."""
        within = self._point(self._table.body, fixed)
        return self._values(self._table, self.location, self._bound, within, names)

    def begin(self, valuation: Valuation) -> None:
        """Begin at the entry."""
        self._arrive(self._key, self.location, valuation, (), self._bound)

    # --- steps -------------------------------------------------------------------------------------------

    def _move(self, edge: int) -> Move:
        relation = self._table.body.relation
        for move in relation.moves[self.location]:
            is_on = move.edge >= 0 and relation.flat.origins[move.edge].number == edge
            if is_on and (move.target == self._target(edge)):
                return move
        raise InternalError(f"edge {edge} of {self.procedure} should start at the location of the run")

    def _target(self, edge: int) -> int:
        return self._table.body.procedure.edges[edge].target

    def successors(self, edge: int, fixed: Valuation, names: Sequence[str]) -> Iterator[tuple[int, dict[str, bool]]]:
        """Values of variables behind an edge that is no call, beside what is known there, with smaller ranks."""
        move, body = self._move(edge), self._table.body
        image = body.relation.image(move, self._point(body, self.valuation))
        within = image & self._point(body, fixed)
        return self._values(self._table, move.target, self.rank, within, names)

    def step(self, edge: int, valuation: Valuation, returned: Sequence[bool] = ()) -> None:
        """Take an edge that is no call; raises `InternalError` if the rank does not become smaller."""
        self._arrive(self._key, self._target(edge), valuation, tuple(returned), self.rank)

    def _arrive(self, key: Key, place: int, valuation: Valuation, returned: tuple[bool, ...], bound: int) -> None:
        table = self._solver.tables[key]
        state = self._point(table.body, valuation, returned)
        for number, value in table.events.get(place, ()):
            if number < bound and state <= value:
                self._key, self.location, self.valuation = key, place, dict(valuation)
                self._returned, self.rank = returned, number
                return
        self.lost(f"and its successor {_shown(table.body, place, valuation)} has none that is smaller")

    def lost(self, why: str) -> NoReturn:
        """Raise `InternalError`: where the run is, there should be a way on."""
        here = _shown(self._table.body, self.location, self.valuation)
        raise InternalError(
            f"every state of some rank should have a successor of smaller rank: {here} has {self.rank} {why}"
        )

    # --- calls -------------------------------------------------------------------------------------------

    def _inner(self) -> tuple[CallSite, Key]:
        """The call here, with the table of the callee for the exits that lead to smaller ranks."""
        calling = self._table.body.calls[self.location]
        state = self._point(self._table.body, self.valuation)
        after = self._manager.replaced(self._known(self._table, calling.target, self.rank), calling.returned)
        for exits, condition in self._solver.divided(after, calling.frame):
            if (state & condition) != self._manager.false:
                return calling, (calling.procedure, exits)
        raise InternalError("the states behind a call should be divided completely")

    def entries(self, fixed: Valuation, names: Sequence[str]) -> Iterator[tuple[int, dict[str, bool]]]:
        """Values of the callee's variables at its entry, beside what is known there, with smaller ranks."""
        _, key = self._inner()
        if key not in self._solver.tables:
            return
        table = self._solver.tables[key]
        body = table.body
        entry = body.relation.flat.entry
        within = self._point(body, {**self._shared(self.valuation), **fixed}) & body.relation.consistent[entry]
        yield from self._values(table, entry, self.rank, within, names)

    def _shared(self, valuation: Valuation) -> dict[str, bool]:
        return {name: value for name, value in valuation.items() if name in self._program.global_names}

    def enter(self, valuation: Valuation) -> None:
        """Go into the callee, with values of its own variables."""
        calling, key = self._inner()
        if key not in self._solver.tables:
            self.lost("and nothing that is called there leads to one")
        frame = _Frame(self._key, self.valuation, calling, self.rank)
        entry = self._solver.tables[key].body.relation.flat.entry
        self._arrive(key, entry, {**self._shared(self.valuation), **valuation}, (), self.rank)
        self._frames.append(frame)

    def leave(self) -> int:
        """Go back to the caller; returns the edge of the call."""
        if not self._point(self._table.body, self.valuation, self._returned) <= self._table.exits:
            self.lost("and leaves its procedure")
        frame = self._frames.pop()
        caller = self._solver.tables[frame.key].body.procedure
        call = caller.edges[frame.calling.edge].operation
        assert isinstance(call, Call)
        results = zip(call.results, self._returned, strict=True)
        received = {name: value for name, value in results if name is not None}
        valuation = {**frame.valuation, **self._shared(self.valuation), **received}
        self._arrive(frame.key, frame.calling.target, valuation, (), frame.rank)
        return frame.calling.edge


def _shown(body: Body, place: int, valuation: Valuation) -> str:
    values = ", ".join(name if value else f"not {name}" for name, value in sorted(valuation.items()))
    return f"{body.procedure.name} at {body.procedure.locations[place].name} ({values})"
