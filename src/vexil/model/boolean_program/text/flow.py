"""The control flow of one procedure: a location for each statement, and edges between them.

A ``goto`` without a label of its own, and with one target, takes no step: it only says where the statement before
leads. The first label of a statement is the name of its location. The exit is the last location.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from vexil.core.errors import SourceError, require
from vexil.core.graphs import reachable
from vexil.core.source import Span
from vexil.core.wording import counted
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import program as bp
from vexil.model.boolean_program.expressions import (
    TRUE,
    UNKNOWN,
    And,
    Expr,
    Var,
    conjunction,
    names,
    negation,
    next_names,
    passive_stem,
)
from vexil.model.boolean_program.text import syntax
from vexil.model.boolean_program.text.grammar import PASSIVE
from vexil.model.boolean_program.text.scope import Scope
from vexil.model.boolean_program.text.syntax import Body, Item, Name

_ENTRY = -1
_EXIT = -1


@dataclass(slots=True)
class _Stub:
    """An edge whose target is not known yet."""

    source: int
    operation: bp.Operation
    span: Span | None
    target: int | Name | None = None


@dataclass(slots=True)
class _Frame:
    """An open conditional or loop: its head, the edge for a false condition, and the ends of its first part."""

    head: int
    otherwise: _Stub | None
    ends: list[_Stub] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Callers:
    """The procedures that are called, by the first place where each is, and whether any thread is started.

    ``locals`` are the names of all variables of procedures, which other threads may have.
    """

    called: Mapping[str, syntax.Range]
    has_threads: bool
    locals: frozenset[str]

    @classmethod
    def of(cls, bodies: Iterable[Body]) -> Callers:
        """Look at all calls of a program."""
        bodies = list(bodies)
        own = frozenset(item.name.text for body in bodies for item in (*body.formals, *body.locals))
        made = [item.statement for body in bodies for item in body.items if isinstance(item.statement, syntax.Invoke)]
        called = {call.procedure.text: call.procedure.range for call in reversed(made) if not call.in_thread}
        has_forks = any(isinstance(item.statement, syntax.Fork) for body in bodies for item in body.items)
        return cls(called, has_forks or any(call.in_thread for call in made), own)


def forked(procedure: str, label: str) -> str:
    """The name of the procedure that begins at a label, with the locals of another as formals."""
    return f"{procedure}@{label}"


class Flow:
    """Builds locations and edges, statement by statement."""

    def __init__(self, scope: Scope, body: Body, signatures: Mapping[str, tuple[int, int]], callers: Callers) -> None:
        self._scope = scope
        self._callers = callers
        self._body = body
        self._signatures = signatures
        self._kinds: list[LocationKind] = []
        self._labels: list[tuple[str, ...]] = []
        self._places: dict[str, int] = {}
        self._edges: list[_Stub] = []
        self._entry = _Stub(_ENTRY, bp.SKIP, None)
        self._open: list[_Stub] = [self._entry]
        self._frames: list[_Frame] = []
        self._forks: list[Name] = []
        self.forks: Mapping[str, int] = {}
        """The labels at which threads begin with copies of the locals, and where they are."""

    def run(self) -> tuple[tuple[bp.Location, ...], tuple[bp.Edge, ...], int]:
        """The locations, the edges and the entry."""
        for item in self._body.items:
            self._item(item)
        implicit = self._end_of_body()
        exit_number = len(self._kinds)
        self.forks = {label.text: self._place(label) for label in self._forks}
        entry = self._target(self._entry, exit_number)
        edges = tuple(bp.Edge(e.source, self._target(e, exit_number), e.operation, (), e.span) for e in self._edges)
        if implicit is not None and self._body.results:
            following: list[list[int]] = [[] for _ in range(exit_number + 1)]
            for edge in edges:
                following[edge.source].append(edge.target)
            if implicit in reachable([entry], lambda place: following[place]):
                raise self._scope.error(
                    f"the end of {self._body.name.text} is reached without its {counted(self._body.results, 'result')}",
                    self._body.end, expected="a return statement before the end",
                )  # fmt: skip
        return self._locations(), edges, entry

    def _end_of_body(self) -> int | None:
        """Return at the end, if control may get there; the result is the location from which."""
        if not self._open:
            return None
        here = self._location(LocationKind.STEP, ())
        unknown = (UNKNOWN,) * self._body.results  # only if nothing leads there
        self._edges.append(_Stub(here, bp.Return(unknown), self._scope.span(self._body.end), _EXIT))
        return here

    def _locations(self) -> tuple[bp.Location, ...]:
        taken = {label for labels in self._labels for label in labels}
        taken.update(name.text for name in self._body.exit)
        made: list[bp.Location] = []
        for number, (kind, labels) in enumerate(zip(self._kinds, self._labels, strict=True)):
            name = labels[0] if labels else _fresh(f"n{number}", taken)
            made.append(bp.Location(name, kind, labels[1:]))
        exits = tuple(name.text for name in self._body.exit) or (_fresh("exit", taken),)
        made.append(bp.Location(exits[0], LocationKind.TERMINAL, exits[1:]))
        return tuple(made)

    def _target(self, stub: _Stub, exit_number: int) -> int:
        match stub.target:
            case Name() as label:
                return self._place(label)
            case None:
                require(False, "every edge should lead somewhere")
                return 0
            case number:
                return exit_number if number == _EXIT else number

    def _place(self, label: Name) -> int:
        if label.text not in self._places:
            raise self._unknown_label(label.text, label.range)
        return self._places[label.text]

    def _unknown_label(self, text: str, place: syntax.Range) -> SourceError:
        known = get_close_matches(text, sorted(self._places), 3, 0.5) or sorted(self._places)[:8]
        hint = f"{self._body.name.text} has {', '.join(known)}" if known else ""
        return self._scope.error(
            f"there is no label {text!r} in {self._body.name.text}", place,
            expected="a label of the same procedure", hint=hint,
        )  # fmt: skip

    # --- locations and edges -----------------------------------------------------------------------------

    def _location(self, kind: LocationKind, labels: Iterable[Name]) -> int:
        """Make the location that open edges lead to."""
        number = len(self._kinds)
        self._kinds.append(kind)
        self._labels.append(tuple(label.text for label in labels))
        for label in labels:
            if label.text in self._places:
                raise self._scope.error(f"label {label.text!r} is used twice", label.range, expected="another label")
            self._places[label.text] = number
        for stub in self._open:
            stub.target = number
        self._open = []
        return number

    def _edge(
        self, source: int, operation: bp.Operation, place: syntax.Range, target: Name | int | None = None
    ) -> _Stub:
        stub = _Stub(source, operation, self._scope.span(place), target)
        self._edges.append(stub)
        return stub

    def _item(self, item: Item) -> None:
        statement, labels, place = item.statement, item.labels, item.range
        match statement:
            case syntax.Assign() | syntax.Assume() | syntax.Assert():
                here = self._location(LocationKind.STEP, labels)
                self._open = [self._edge(here, self._simple(statement, place), place)]
            case syntax.Return():
                here = self._location(LocationKind.STEP, labels)
                self._edge(here, self._simple(statement, place), place, _EXIT)
            case syntax.Invoke():
                operation = self._invoke(statement, place)
                kind = LocationKind.CALL if isinstance(operation, bp.Call) else LocationKind.STEP
                here = self._location(kind, labels)
                self._open = [self._edge(here, operation, place)]
            case syntax.Atomic(begins):
                here = self._location(LocationKind.STEP, labels)
                self._open = [self._edge(here, bp.Atomic(begins) if self._callers.has_threads else bp.SKIP, place)]
            case syntax.Fork(label):
                here = self._location(LocationKind.STEP, labels)
                self._forks.append(label)
                own = tuple(Var(item.name.text) for item in (*self._body.formals, *self._body.locals))
                start = bp.Start(forked(self._body.name.text, label.text), own)
                self._open = [self._edge(here, start, place)]
            case syntax.EndThread():
                here = self._location(LocationKind.STEP, labels)
                self._edge(here, self._end_thread(place), place, _EXIT)
            case syntax.Goto((label,)) if not labels:
                for stub in self._open:
                    stub.target = label
                self._open = []
            case syntax.Goto(targets):
                kind = LocationKind.STEP if len(targets) == 1 else LocationKind.CHOICE
                here = self._location(kind, labels)
                for label in targets:
                    self._edge(here, bp.SKIP, place, label)
            case syntax.Select(arms):
                here = self._location(LocationKind.BRANCH, labels)
                for tree, label in arms:
                    self._edge(here, bp.Guard(self._scope.partial(tree)), place, label)
            case syntax.Alternatives(alternatives):
                here = self._location(LocationKind.CHOICE, labels)
                for simple, target, written in alternatives:
                    self._edge(here, self._simple(simple, written), written, _EXIT if target is None else target)
            case _:
                self._structure(statement, labels, place)

    def _structure(
        self,
        statement: syntax.If | syntax.While | syntax.Mark,
        labels: tuple[Name, ...],
        place: syntax.Range,
    ) -> None:
        match statement:
            case syntax.If(tree) | syntax.While(tree):
                condition = self._scope.partial(tree)
                here = self._location(LocationKind.BRANCH, labels)
                self._open = [self._edge(here, bp.Guard(condition), place)]
                self._frames.append(_Frame(here, self._edge(here, bp.Guard(negation(condition)), place)))
            case syntax.Mark.ELSE:
                frame = self._frames[-1]
                assert frame.otherwise is not None
                frame.ends, self._open, frame.otherwise = self._open, [frame.otherwise], None
            case syntax.Mark.END_IF:
                frame = self._frames.pop()
                self._open += frame.ends + ([frame.otherwise] if frame.otherwise is not None else [])
            case syntax.Mark.END_WHILE:
                frame = self._frames.pop()
                for stub in self._open:
                    stub.target = frame.head
                assert frame.otherwise is not None
                self._open = [frame.otherwise]

    # --- operations --------------------------------------------------------------------------------------

    def _simple(self, statement: syntax.Simple, place: syntax.Range) -> bp.Operation:
        scope = self._scope
        match statement:
            case syntax.Assume(tree):
                return bp.Guard(scope.partial(tree))
            case syntax.Assert(tree, kind, message):
                return bp.Check(scope.partial(tree), kind, message)
            case syntax.Return(values):
                self._count(len(values), self._body.results, f"{self._body.name.text} returns", "value", place)
                return bp.Return(tuple(map(scope.partial, values)))
            case syntax.Assign(targets, values, chosen, constraint):
                if any(target.text.endswith(PASSIVE) for target in targets):
                    return self._broadcast(statement)
                assigned = self._targets((*targets, *(chosen.names if chosen else ())))
                possible: Expr = TRUE
                definite: Expr = TRUE
                if chosen is not None and chosen.possible is not None:
                    possible = definite = scope.relation(chosen.possible)
                if chosen is not None and chosen.definite is not None and chosen.definite is not chosen.possible:
                    definite = scope.relation(chosen.definite)
                return bp.Update(
                    assigned[: len(targets)],
                    tuple(map(scope.partial, values)),
                    TRUE if constraint is None else scope.relation(constraint),
                    assigned[len(targets) :],
                    possible,
                    definite,
                )

    def _broadcast(self, statement: syntax.Assign) -> bp.Update:
        """An assignment to variables of other threads, too: what is asked of them apart from the rest."""
        own, both = self._scope, self._scope.with_others(self._callers.locals)
        pairs = [
            (both.variable(target), tree) for target, tree in zip(statement.targets, statement.values, strict=True)
        ]
        self._targets(statement.targets, both)
        if statement.chosen is not None:
            raise own.error(
                "a broadcast with 'any'", statement.chosen.names[0].range, expected="'*' for a value and 'constrain'"
            )
        constraint = TRUE if statement.constraint is None else both.relation(statement.constraint)
        parts = constraint.operands if isinstance(constraint, And) else (constraint,)
        mine = [part for part in parts if not _is_about_others(part)]
        others = [part for part in parts if _is_about_others(part)]
        broadcast = bp.Broadcast(
            tuple(name for name, _ in pairs if passive_stem(name) is not None),
            tuple(both.partial(tree) for name, tree in pairs if passive_stem(name) is not None),
            conjunction(others),
        )
        return bp.Update(
            tuple(name for name, _ in pairs if passive_stem(name) is None),
            tuple(own.partial(tree) for name, tree in pairs if passive_stem(name) is None),
            conjunction(mine),
            broadcast=broadcast if broadcast.targets else None,
        )

    def _targets(self, targets: Iterable[Name], scope: Scope | None = None) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for target in targets:
            name = (scope or self._scope).variable(target)
            if name in found:
                raise self._scope.error(
                    f"{name!r} is assigned twice at once", target.range, expected="another variable"
                )
            found[name] = None
        return tuple(found)

    def _count(self, given: int, wanted: int, who: str, noun: str, place: syntax.Range) -> None:
        if given != wanted:
            raise self._scope.error(
                f"{who} {counted(wanted, noun)}, not {given}", place, expected=f"{counted(wanted, noun)}"
            )

    def _end_thread(self, place: syntax.Range) -> bp.Return:
        """The end of a thread, which is that of its outermost procedure."""
        name = self._body.name.text
        if name in self._callers.called:
            message = f"'end_thread' is not read in {name}, which is also called: only its own procedure ends a thread"
            raise self._scope.error(message, place, expected="a return statement")
        return bp.Return((UNKNOWN,) * self._body.results)

    def _invoke(self, statement: syntax.Invoke, place: syntax.Range) -> bp.Call | bp.Start | bp.Update:
        scope, name = self._scope, statement.procedure.text
        if name == "print" and name not in self._signatures and statement.results is None:
            for argument in statement.arguments:
                scope.partial(argument)
            return bp.SKIP
        if name not in self._signatures:
            close = get_close_matches(name, sorted(self._signatures), 3, 0.5) or sorted(self._signatures)[:8]
            raise scope.error(
                f"there is no procedure {name!r}", statement.procedure.range,
                expected="the name of a procedure", hint=f"the program has {', '.join(close)}",
            )  # fmt: skip
        formals, results = self._signatures[name]
        self._count(len(statement.arguments), formals, f"{name} takes", "argument", place)
        arguments = tuple(map(scope.partial, statement.arguments))
        if statement.in_thread:
            return bp.Start(name, arguments)
        if statement.results is None:
            return bp.Call(name, arguments, (None,) * results)
        self._count(len(statement.results), results, f"{name} returns", "value", place)
        self._targets(target for target in statement.results if target.text != "_")
        return bp.Call(name, arguments, tuple(None if r.text == "_" else r.text for r in statement.results))


def _is_about_others(condition: Expr) -> bool:
    return any(passive_stem(name) is not None for name in (*names(condition), *next_names(condition)))


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    taken.add(name)
    return name
