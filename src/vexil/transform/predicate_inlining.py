"""Predicate programs without procedures: every call is replaced by a copy of what it calls.

Without recursion a procedure is active at most once at a time, so all copies share one set of variables, which are
set at their entries. Only while control is in a copy does the invariant of its procedure hold, so a flat program has
one invariant for each location.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from vexil.core.errors import LimitReached, require
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import program as bp
from vexil.model.boolean_program.expressions import UNKNOWN, Expr, Var, renamed
from vexil.model.boolean_program.program import grouped


class Recursion(LimitReached):
    """A procedure may call itself, so there is no program without calls that does the same."""

    def __init__(self, function: str) -> None:
        super().__init__(f"recursion in {function}")
        self.reason = f"recursion in {function}"
        self.function = function


@dataclass(frozen=True, slots=True)
class Place:
    """Where something comes from: a procedure, a number of a location or edge there, and the calls that led there."""

    procedure: str
    number: int
    calls: tuple[tuple[str, int], ...] = ()
    """The edges with the open calls, outermost first: procedure and number."""


@dataclass(frozen=True, eq=False)
class FlatProgram:
    """A program without calls: one set of variables, locations with an invariant each, and edges.

    ``places`` and ``origins`` say for every location and every edge what it is a copy of; the edges that enter and
    leave a copy come from the edge of the call.
    """

    variables: tuple[bp.Variable, ...]
    locations: tuple[bp.Location, ...]
    edges: tuple[bp.Edge, ...]
    entry: int
    exit: int
    invariants: tuple[Expr, ...]
    places: tuple[Place, ...]
    origins: tuple[Place, ...]

    @cached_property
    def outgoing(self) -> tuple[tuple[int, ...], ...]:
        """For every location the numbers of its edges, in order."""
        return grouped((edge.source for edge in self.edges), len(self.locations))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the variables."""
        return tuple(variable.name for variable in self.variables)


def flatten(program: bp.PredicateProgram, *, limit: int = 20_000) -> FlatProgram:
    """Replace all calls by copies; raises `Recursion`, and `LimitReached` for more than *limit* locations."""
    _refuse_recursion(program)
    builder = _Builder(program, limit)
    builder.build()
    return builder.finish()


def _refuse_recursion(program: bp.PredicateProgram) -> None:
    """Raise `Recursion` for the first procedure on a cycle of calls that `main` can get into."""
    calls = {
        name: sorted({edge.operation.procedure for edge in item.edges if isinstance(edge.operation, bp.Call)})
        for name, item in program.procedures.items()
    }
    open_calls: list[tuple[str, list[str]]] = [(program.main, list(calls[program.main]))]
    active, finished = {program.main}, set[str]()
    while open_calls:
        name, rest = open_calls[-1]
        if not rest:
            open_calls.pop()
            active.discard(name)
            finished.add(name)
            continue
        callee = rest.pop()
        if callee in active:
            raise Recursion(callee)
        if callee not in finished:
            active.add(callee)
            open_calls.append((callee, list(calls[callee])))


@dataclass(frozen=True, slots=True)
class _Copy:
    """A copy to be made of a procedure, and where its exit leads: location and what happens to the results."""

    procedure: bp.Procedure
    first: int
    names: dict[str, str]
    returned: tuple[str, ...]
    calls: tuple[tuple[str, int], ...]


class _Builder:
    def __init__(self, program: bp.PredicateProgram, limit: int) -> None:
        self._program = program
        self._limit = limit
        self._variables: list[bp.Variable] = list(program.globals)
        self._used = {variable.name for variable in program.globals}
        self._locations: list[bp.Location] = []
        self._invariants: list[Expr] = []
        self._places: list[Place] = []
        self._edges: list[bp.Edge] = []
        self._origins: list[Place] = []
        self._pending: list[_Copy] = []
        self._names: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {}
        self._main = program.procedures[program.main]

    def build(self) -> None:
        """Copy the main procedure, then everything that is called."""
        self._copied(self._main, ())
        while self._pending:
            copy = self._pending.pop()
            for number, edge in enumerate(copy.procedure.edges):
                self._edge(copy, number, edge)

    def finish(self) -> FlatProgram:
        """The finished program."""
        return FlatProgram(
            tuple(self._variables),
            tuple(self._locations),
            tuple(self._edges),
            self._main.entry,
            self._main.exit,
            tuple(self._invariants),
            tuple(self._places),
            tuple(self._origins),
        )

    def _copied(self, procedure: bp.Procedure, calls: tuple[tuple[str, int], ...]) -> _Copy:
        first = len(self._locations)
        if first + len(procedure.locations) > self._limit:
            raise LimitReached(f"more than {self._limit} locations after replacing calls by copies")
        names, returned = self._named(procedure)
        for number, location in enumerate(procedure.locations):
            self._locations.append(location)
            self._places.append(Place(procedure.name, number, calls))
        self._invariants += [renamed(procedure.invariant, names)] * len(procedure.locations)
        copy = _Copy(procedure, first, names, returned, calls)
        self._pending.append(copy)
        return copy

    def _named(self, procedure: bp.Procedure) -> tuple[dict[str, str], tuple[str, ...]]:
        """The names of a procedure's own variables and of what it returns, the same in all its copies."""
        known = self._names.get(procedure.name)
        if known is None:
            inner = procedure is not self._main
            names = {
                item.name: self._fresh(item, procedure.name if inner or item.name in self._used else "")
                for item in procedure.own.values()
            }
            results = range(procedure.results if inner else 0)
            returned = tuple(self._fresh(bp.Variable(f"return{number}"), procedure.name) for number in results)
            known = self._names[procedure.name] = (names, returned)
        return known

    def _fresh(self, variable: bp.Variable, procedure: str) -> str:
        stem = name = f"{variable.name}@{procedure}" if procedure else variable.name
        number = 1
        while name in self._used:
            number += 1
            name = f"{stem}{number}"
        self._used.add(name)
        self._variables.append(bp.Variable(name, variable.text))
        return name

    def _edge(self, copy: _Copy, number: int, edge: bp.Edge) -> None:
        source, target = copy.first + edge.source, copy.first + edge.target
        origin = Place(copy.procedure.name, number, copy.calls)
        operation = edge.operation
        if isinstance(operation, bp.Call):
            callee = self._copied(
                self._program.procedures[operation.procedure], (*copy.calls, (copy.procedure.name, number))
            )
            self._enter(copy, callee, edge, origin)
            self._locations[source] = _as_step(self._locations[source])
            results = [
                (copy.names.get(name, name), Var(value))
                for name, value in zip(operation.results, callee.returned, strict=True)
                if name is not None
            ]
            leaving = callee.first + callee.procedure.exit
            self._locations[leaving] = _as_step(self._locations[leaving])
            update = bp.Update(tuple(name for name, _ in results), tuple(value for _, value in results))
            self._add(bp.Edge(leaving, target, update, edge.origins, edge.span), origin)
            return
        self._add(
            bp.Edge(source, target, copied_operation(operation, copy.names, copy.returned), edge.origins, edge.span),
            origin,
        )

    def _enter(self, copy: _Copy, callee: _Copy, edge: bp.Edge, origin: Place) -> None:
        """Set the formals to the arguments, and the locals to nobody knows what."""
        assert isinstance(edge.operation, bp.Call)
        formals = tuple(callee.names[item.name] for item in callee.procedure.formals)
        values = tuple(renamed(value, copy.names) for value in edge.operation.arguments)
        require(len(formals) == len(values), "a call should have as many arguments as the procedure has formals")
        own = tuple(callee.names[item.name] for item in callee.procedure.locals)
        update = bp.Update(formals + own, values + (UNKNOWN,) * len(own))
        entry = callee.first + callee.procedure.entry
        self._add(bp.Edge(copy.first + edge.source, entry, update, edge.origins, edge.span), origin)

    def _add(self, edge: bp.Edge, origin: Place) -> None:
        self._edges.append(edge)
        self._origins.append(origin)


def _as_step(location: bp.Location) -> bp.Location:
    return bp.Location(location.name, LocationKind.STEP, location.labels)


def copied_operation(operation: bp.Operation, names: Mapping[str, str], returned: tuple[str, ...]) -> bp.Operation:
    """An operation other than a call with other names of variables; what is returned goes to *returned*, if given."""
    match operation:
        case bp.Update(targets, values, constraint, chosen, possible, definite):
            return bp.Update(
                tuple(names.get(name, name) for name in targets),
                tuple(renamed(value, names) for value in values),
                renamed(constraint, names),
                tuple(names.get(name, name) for name in chosen),
                renamed(possible, names),
                renamed(definite, names),
            )
        case bp.Guard(condition):
            return bp.Guard(renamed(condition, names))
        case bp.Check(condition, kind, message):
            return bp.Check(renamed(condition, names), kind, message)
        case bp.Return(values):
            kept = values if returned else ()
            return bp.Update(returned, tuple(renamed(value, names) for value in kept))
        case bp.Start(procedure):
            raise LimitReached(f"a program that starts threads ({procedure}) has no form without procedures")
        case bp.Call() | bp.Atomic():
            return operation
