"""Programs without calls: every call in the entry function is replaced by a copy of the automaton that it calls.

The variables of a copy are renamed apart. A call becomes edges that give the parameters their arguments and the locals
their first values; a return becomes edges that end the life of the copy's memory and write the result. In between
control is, for everybody who looks, still where the call or the return started.

A program with recursion has no such form. Its descending form has the beginnings of all its runs in which no recursive
call has come back yet: recursive functions have one copy each, a call goes to its entry, and a return is no run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from vexil.core.errors import InternalError, LimitReached
from vexil.core.source import Span
from vexil.ir.expressions import Const, Expr, Variable
from vexil.ir.operation_parts import StaticCallee
from vexil.ir.operations import Assign, Call, Catch, EndThread, Operation, Restrict, Return, Skip, Stop
from vexil.ir.program import Edge, Function, Location, LocationKind, Program, VariableDeclaration
from vexil.ir.rewriting import Renaming
from vexil.ir.types import BOOL, is_aggregate
from vexil.ir.validator import validate
from vexil.model.evidence import Evidence, Run
from vexil.transform.choices import with_choices_of
from vexil.transform.inlining.calls import Frame, entering, forgetting, refers, reset
from vexil.transform.inlining.rules import (
    NotInlined,
    Recursion,
    asks_for_leaks,
    kept_functions,
    reachable,
    recursive_functions,
    refuse,
)
from vexil.transform.inlining.sources import moved_caveats, moved_sources

__all__ = [
    "Body",
    "Inlining",
    "NotInlined",
    "Recursion",
    "WithoutCalls",
    "body_without_calls",
    "descending",
    "inlining",
]

MOST_MOVES = 10_000
"""Steps of a run of the original program, calls and returns included."""


@dataclass(frozen=True, slots=True)
class Copied:
    """Where a copy stands: its function, the new names of the function's variables, and the copy that calls it."""

    function: str
    names: Mapping[str, str]
    caller: int | None


@dataclass(frozen=True, eq=False)
class Inlining:
    """A program without calls and where everything in it comes from.

    ``places`` says for every location of the entry function which location of which function it stands for, and
    ``copy_of`` in which copy it is: a position in ``copies``, the first of which is the entry function itself, whose
    locations keep their numbers. ``origins`` are the identities of the edges that the new edges come from. ``leaving``
    are the locations in which the variables of the copy need no longer have their values.
    """

    program: Program
    original: Program
    places: tuple[tuple[str, int], ...]
    copy_of: tuple[int, ...]
    copies: tuple[Copied, ...]
    origins: tuple[str, ...]
    leaving: frozenset[int] = frozenset()
    is_descending: bool = False
    """Whether runs in which a recursive call comes back are missing."""

    @cached_property
    def entry(self) -> Function:
        """The function that does everything."""
        return self.program.functions[self.program.entry]

    def locations(self, wanted: Iterable[tuple[str, int]]) -> tuple[int, ...]:
        """The locations that stand for some of the program's: functions and numbers there."""
        sought = set(wanted)
        return tuple(number for number, place in enumerate(self.places) if place in sought)

    def original_run(self, run: Run) -> Run:
        """The run with calls that makes the same choices, and goes on where none are left open."""
        return with_choices_of(self.original, run, frozenset(), MOST_MOVES)

    def original_proof(self, proof: Evidence) -> Evidence:
        """The proof, which is about this form: whoever checks it makes the form again."""
        return proof


class WithoutCalls:
    """The pass for parts that know no calls."""

    without = "calls"

    def apply(self, program: Program) -> Inlining:
        """The program without calls; raises `Recursion`, `NotInlined`, and `LimitReached` for one that is too large."""
        return inlining(program)


def inlining(program: Program, limit: int = 20_000) -> Inlining:
    """Replace all calls by copies, and remember where everything comes from.

    Raises `Recursion`, `NotInlined` for calls through pointers and by class, exceptions that leave a function, threads
    and memory that lives as long as a function, and `LimitReached` for more than *limit* locations.
    """
    refuse(program)
    return _inlined(program, limit, frozenset())


def descending(program: Program, limit: int = 20_000) -> Inlining:
    """The descending form of a program: that without calls, if there is no recursion.

    Raises what `inlining` raises, but for recursion of functions that have no memory of their own.
    """
    return _inlined(program, limit, recursive_functions(program))


@dataclass(frozen=True, eq=False)
class Body:
    """One function with copies of what it calls in place; ``origins`` are the identities of the edges they come from.

    What is not copied is still called: what the caller wanted to keep, functions that call themselves, and whatever is
    called through pointers or by class.
    """

    function: Function
    origins: tuple[str, ...]


def body_without_calls(program: Program, name: str, kept: frozenset[str], limit: int = 20_000) -> Body:
    """Replace the calls in one function by copies, whatever else it and they do; calls of *kept* functions stay.

    Raises `LimitReached` for more than *limit* locations.
    """
    builder = _Builder(replace(program, entry=name), limit, frozenset(), kept)
    builder.build()
    return builder.body()


def _inlined(program: Program, limit: int, recursive: frozenset[str]) -> Inlining:
    builder = _Builder(program, limit, recursive)
    builder.build()
    made = builder.finish()
    problems = validate(made.program)
    if problems:
        raise InternalError("a program without calls should be valid: " + "; ".join(map(str, problems[:5])))
    return made


class _Builder:
    def __init__(
        self, program: Program, limit: int, recursive: frozenset[str], kept: frozenset[str] | None = None
    ) -> None:
        self._program = program
        self._kept = kept
        self._recursive = recursive
        self._shared: dict[str, Frame] = {}
        """The copies of recursive functions."""
        self._limit = limit
        self._main = program.functions[program.entry]
        self._locals = list(self._main.locals)
        self._taken = {*program.global_variables, *self._main.variables}
        self._taken |= {location.name for location in self._main.locations}
        self._locations: list[Location] = []
        self._places: list[tuple[str, int]] = []
        self._copy_of: list[int] = []
        self._copies: list[Copied] = []
        self._edges: list[Edge] = []
        self._origins: list[str] = []
        self._same: dict[int, tuple[str, int]] = {}
        """New edges with the expressions of old ones at the same positions."""
        self._pending: list[Frame] = []
        self._declarations: dict[str, Span] = {}
        self._serial = 0
        self._stop = self._main.stop
        self._leaving: set[int] = set()
        self._leaks = asks_for_leaks(program)

    def build(self) -> None:
        """Copy the entry function as it is, then everything that is called."""
        main = self._main
        for number, location in enumerate(main.locations):
            self._add_location(location, (main.name, number), 0)
        self._copies.append(Copied(main.name, {}, None))
        numbers = {number: number for number in range(len(main.locations))}
        self._pending.append(Frame(0, main, Renaming({}), {}, numbers))
        while self._pending:
            frame = self._pending.pop()
            for number, edge in enumerate(frame.function.edges):
                if edge.source in frame.locations:
                    self._edge(frame, number, edge)

    def body(self) -> Body:
        """The function by itself, parameters included."""
        main = self._main
        entry = replace(
            main,
            locals=tuple(self._locals),
            locations=tuple(self._locations),
            edges=tuple(self._edges),
            stop=self._stop,
        )
        return Body(entry, tuple(self._origins))

    def finish(self) -> Inlining:
        """The finished program."""
        program, main = self._program, self._main
        entry = Function(
            main.name,
            (),
            tuple(self._locals),
            main.result,
            tuple(self._locations),
            tuple(self._edges),
            main.entry,
            main.exit,
            main.exceptional_exit,
            self._stop,
            main.external,
        )
        functions = {
            name: entry if name == main.name else program.functions[name] for name in kept_functions(program, entry)
        }
        made = replace(
            program,
            functions=functions,
            source_map=moved_sources(program, functions, self._same, self._declarations),
            caveats=moved_caveats(program, functions, self._origins),
        )
        return Inlining(
            made,
            program,
            tuple(self._places),
            tuple(self._copy_of),
            tuple(self._copies),
            tuple(self._origins),
            frozenset(self._leaving),
            bool(self._shared),
        )

    # --- locations and edges -----------------------------------------------------------------------------

    def _add_location(self, location: Location, place: tuple[str, int], copy: int) -> int:
        if len(self._locations) >= self._limit:
            raise LimitReached(f"more than {self._limit} locations after replacing calls by copies")
        self._locations.append(location)
        self._places.append(place)
        self._copy_of.append(copy)
        return len(self._locations) - 1

    def _between(self, source: int) -> int:
        """A further location that stands for the same as another one."""
        old = self._locations[source]
        location = Location(self._fresh(f"{old.name}$"), LocationKind.STEP, old.labels)
        return self._add_location(location, self._places[source], self._copy_of[source])

    def _add_edge(self, source: int, target: int, operation: Operation, span: Span | None, origin: str) -> None:
        self._edges.append(Edge(source, target, operation, span))
        self._origins.append(origin)

    def _chain(self, source: int, target: int, operations: list[Operation], span: Span | None, origin: str) -> None:
        """Do several things one after the other, at least one."""
        steps = operations or [Skip()]
        first = source
        for operation in steps[:-1]:
            following = self._between(first)
            self._add_edge(source, following, operation, span, origin)
            source = following
        self._add_edge(source, target, steps[-1], span, origin)

    def _edge(self, frame: Frame, number: int, edge: Edge) -> None:
        function, operation = frame.function, edge.operation
        origin, source = function.edge_id(number), frame.locations[edge.source]
        match operation:
            case Call():
                self._call(frame, edge, operation, origin)
                return
            case Catch():
                return  # nothing that is called throws
            case Return() if self._shared.get(function.name) is frame:
                self._chain(source, self._stopped(), [Restrict(Const(False, BOOL)), Stop(None)], edge.span, origin)
                return
            case Return(value) if frame.number:
                self._leave(frame, source, value, edge, origin)
                return
            case Stop() | EndThread():
                target = self._stopped()
            case _:
                target = frame.locations[edge.target]
        self._same[len(self._edges)] = (function.name, number)
        self._add_edge(source, target, frame.renaming.operation(operation), edge.span, origin)

    def _stopped(self) -> int:
        """The stop exit of the entry function, which is made when there is none."""
        if self._stop is None:
            location = Location(self._fresh("stopped"), LocationKind.TERMINAL, ())
            self._stop = self._add_location(location, (self._main.name, len(self._main.locations)), 0)
        return self._stop

    # --- calls -------------------------------------------------------------------------------------------

    def _stays(self, frame: Frame, call: Call) -> bool:
        """Say whether a call is none that is replaced: of what is kept, or of an active function."""
        if not isinstance(call.callee, StaticCallee):
            return True
        name = call.callee.function
        number: int | None = frame.number
        while number is not None:
            if self._copies[number].function == name:
                return True
            number = self._copies[number].caller
        return self._kept is not None and name in self._kept

    def _call(self, frame: Frame, edge: Edge, call: Call, origin: str) -> None:
        source, target = frame.locations[edge.source], frame.locations[edge.target]
        if self._kept is not None and self._stays(frame, call):
            self._add_edge(source, target, frame.renaming.operation(call), edge.span, origin)
            return
        assert isinstance(call.callee, StaticCallee)
        old = self._locations[source]
        self._locations[source] = Location(old.name, LocationKind.STEP, old.labels)
        if call.callee.function in self._recursive:
            self._descend(frame, source, edge, call, origin)
            return
        callee = self._copy(self._program.functions[call.callee.function], frame, target, call)
        operations = entering(callee, [frame.renaming.value(argument) for argument in call.arguments])
        self._chain(source, callee.locations[callee.function.entry], operations, edge.span, origin)
        self._pending.append(callee)

    def _descend(self, frame: Frame, source: int, edge: Edge, call: Call, origin: str) -> None:
        """Go to the one copy of a recursive function: arguments are evaluated before parameters are written."""
        assert isinstance(call.callee, StaticCallee)
        function = self._program.functions[call.callee.function]
        callee = self._shared.get(function.name)
        if callee is None:
            callee = self._shared[function.name] = self._copy(function, frame, -1, call)
            self._pending.append(callee)
        arguments = [frame.renaming.value(argument) for argument in call.arguments]
        held = [Variable(self._fresh(f"{function.name}$argument"), item.type, False) for item in arguments]
        self._locals += [VariableDeclaration(item.name, item.type, False, None, True) for item in held]
        evaluated: list[Operation] = [Assign(place, value) for place, value in zip(held, arguments, strict=True)]
        operations = [*evaluated, *entering(callee, list[Expr](held))]
        self._chain(source, callee.locations[function.entry], operations, edge.span, origin)

    def _copy(self, function: Function, caller: Frame, target: int, call: Call) -> Frame:
        prefix = self._prefix(function)
        names = {name: f"{prefix}{name}" for name in function.variables}
        for declaration in function.variables.values():
            self._declare(function, declaration, names[declaration.name])
        result = None
        if function.result is not None:
            result = Variable(self._fresh(f"{prefix}$result"), function.result, False)
            in_memory = is_aggregate(function.result)
            self._locals.append(VariableDeclaration(result.name, function.result, in_memory, None, True))
        number = len(self._copies)
        self._copies.append(Copied(function.name, names, caller.number))
        exits = (function.exit, function.exceptional_exit, function.stop)
        locations: dict[int, int] = {}
        for inner in sorted(reachable(function) - {item for item in exits if item is not None}):
            old = function.locations[inner]
            new = Location(f"{prefix}{old.name}", old.kind, old.labels)
            self._taken.add(new.name)
            locations[inner] = self._add_location(new, (function.name, inner), number)
        place = None if call.result is None else caller.renaming.place(call.result)
        return Frame(number, function, Renaming(names), names, locations, result, target, place)

    def _declare(self, function: Function, declaration: VariableDeclaration, name: str) -> None:
        labels = tuple(f"{function.name}::{label}" for label in (declaration.labels or (declaration.name,)))
        self._locals.append(replace(declaration, name=name, labels=labels))
        self._taken.add(name)
        span = self._program.source_map.declarations.get(f"{function.name}::{declaration.name}")
        if span is not None:
            self._declarations[f"{self._main.name}::{name}"] = span

    def _leave(self, frame: Frame, source: int, value: Expr | None, edge: Edge, origin: str) -> None:
        """Compute the result, end the life of the copy's memory, and only then write the result to its place."""
        operations = forgetting(frame, leaks=self._leaks)
        target = frame.target
        if value is not None and frame.result is not None:
            computed = frame.renaming.value(value)
            if frame.place is not None and not operations:
                operations = [Assign(frame.place, computed)]
            else:
                operations.insert(0, Assign(frame.result, computed))
                if frame.place is not None:
                    operations.append(Assign(frame.place, frame.result))
                if self._leaks and refers(frame.result.type):
                    target = self._between(frame.target)
                    self._add_edge(target, frame.target, reset(frame.result), edge.span, origin)
        first = len(self._locations)
        self._chain(source, target, operations, edge.span, origin)
        self._leaving.update(range(first, len(self._locations)))

    # --- names ----------------------------------------------------------------------

    def _prefix(self, function: Function) -> str:
        """What the names of a copy start with; no other name does."""
        while True:
            self._serial += 1
            prefix = f"{function.name}${self._serial}."
            names = (*function.variables, *(location.name for location in function.locations))
            if self._taken.isdisjoint(f"{prefix}{name}" for name in names):
                return prefix

    def _fresh(self, stem: str) -> str:
        name, number = stem, 1
        while name in self._taken:
            number += 1
            name = f"{stem}{number}"
        self._taken.add(name)
        return name
