"""Predicate programs: the control flow of a program over Boolean variables that stand for predicates.

An edge says two things at once: which steps *may* be possible, and which are *certain*. Over-, under- and exact
approximation are readings of the same edge (Gurfinkel and Chechik 2006). What the environment decides is definite: each
alternative exists in every concrete state; what the abstraction does not know is not. Certain steps are in hyper form:
for each alternative of the environment one set of successors, of which the concrete program certainly takes one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from vexil.core.source import SourceFile, Span
from vexil.ir.program import LocationKind
from vexil.model.boolean_program.expressions import TRUE, And, Expr, conjunction, names, next_names, passive_stem


@dataclass(frozen=True, slots=True)
class Variable:
    """A Boolean variable; ``text`` is what it stands for in the words of the source, if it stands for something."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Broadcast:
    """What a step does to every other thread (Donaldson, Kaiser, Kroening and Wahl 2011).

    A thread gets the values for those of the targets that are among its variables; ``constraint`` holds of the current
    and next values of the thread that takes the step and of the other one, whose variables have names from `passive`.
    Values and constraint are about one other thread at a time; a part of the constraint that names variables
    which a thread has not is not about that thread.
    """

    targets: tuple[str, ...]
    values: tuple[Expr, ...]
    constraint: Expr = TRUE

    def about(self, own: Container[str]) -> Broadcast | None:
        """What it does to threads that have some variables; nothing if it does nothing to them."""

        def is_about(expression: Expr) -> bool:
            stems = map(passive_stem, (*names(expression), *next_names(expression)))
            return all(stem is None or stem in own for stem in stems)

        kept = [
            (name, value)
            for name, value in zip(self.targets, self.values, strict=True)
            if (passive_stem(name) or "") in own
        ]
        if not kept:
            return None
        parts = self.constraint.operands if isinstance(self.constraint, And) else (self.constraint,)
        return Broadcast(
            tuple(name for name, _ in kept),
            tuple(value for _, value in kept),
            conjunction(part for part in parts if is_about(part)),
        )


@dataclass(frozen=True, slots=True)
class Update:
    """A parallel assignment: every target gets the value of its expression, all others keep theirs.

    ``chosen`` are variables that the environment sets, all different from the targets: to any combination for which
    ``possible`` holds over the current values and their next values (`Next`); where ``definite`` holds the combination
    exists in every concrete state. So ``definite`` implies ``possible``. The remaining targets do not depend on what is
    chosen. No step violates ``constraint``, which is over current values and next values of all variables; it never
    excludes all successors of a step that exists. An update of nothing is ``skip``. What ``broadcast`` does to other
    threads is part of the same step.
    """

    targets: tuple[str, ...] = ()
    values: tuple[Expr, ...] = ()
    constraint: Expr = TRUE
    chosen: tuple[str, ...] = ()
    possible: Expr = TRUE
    definite: Expr = TRUE
    broadcast: Broadcast | None = None


@dataclass(frozen=True, slots=True)
class Guard:
    """``assume``: one arm of a branch, or at a location of kind *step* a restriction: other runs are no runs."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Check:
    """``assert``: a run for which the condition is false ends here, broken in the way ``property`` says."""

    condition: Expr
    property: str = "assert"
    message: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """Run a procedure; its results go to variables of the caller, or nowhere (``_``)."""

    procedure: str
    arguments: tuple[Expr, ...] = ()
    results: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the procedure with values for its results; the edge leads to the exit."""

    values: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Start:
    """Start a thread that runs a procedure."""

    procedure: str
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Atomic:
    """Begin or end a section in which no other thread moves while this one can; only where there are threads."""

    begins: bool


Operation = Update | Guard | Check | Call | Return | Start | Atomic
SKIP = Update()


@dataclass(frozen=True, slots=True)
class Location:
    """A location, why it has the edges it has, and the names the user knows it by.

    A *step* has one edge. The guards of a *branch* are exclusive and exhaustive in the concrete program: one of its
    edges is taken, whatever the abstraction knows. Each edge of a *choice* is an alternative of the environment and
    certainly possible. A *call* has one edge. An exit is *terminal* and has none.
    """

    name: str
    kind: LocationKind
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A step from one location to another; ``origins`` are the edges of the abstracted function it stands for."""

    source: int
    target: int
    operation: Operation
    origins: tuple[int, ...] = ()
    span: Span | None = None


def grouped(locations: Iterable[int], count: int) -> tuple[tuple[int, ...], ...]:
    """For each of so many locations the numbers of the edges that are given with it, in order."""
    numbers: list[list[int]] = [[] for _ in range(count)]
    for number, location in enumerate(locations):
        numbers[location].append(number)
    return tuple(map(tuple, numbers))


@dataclass(frozen=True, eq=False)
class Procedure:
    """A procedure: its formals and locals start with the arguments and with any values.

    ``invariant`` (written ``enforce``) is over the globals and its own variables: valuations that violate it stand for
    no concrete state and are never reached.
    """

    name: str
    formals: tuple[Variable, ...]
    locals: tuple[Variable, ...]
    results: int
    locations: tuple[Location, ...]
    edges: tuple[Edge, ...]
    entry: int
    exit: int
    invariant: Expr = TRUE

    @cached_property
    def outgoing(self) -> tuple[tuple[int, ...], ...]:
        """For every location the numbers of its edges, in order."""
        return grouped((edge.source for edge in self.edges), len(self.locations))

    @cached_property
    def incoming(self) -> tuple[tuple[int, ...], ...]:
        """For every location the numbers of the edges that lead there, in order."""
        return grouped((edge.target for edge in self.edges), len(self.locations))

    @cached_property
    def own(self) -> Mapping[str, Variable]:
        """Formals and locals by name."""
        return {variable.name: variable for variable in (*self.formals, *self.locals)}


@dataclass(frozen=True, eq=False)
class PredicateProgram:
    """Procedures over global variables; a run starts at the entry of ``main`` with any consistent valuation."""

    procedures: Mapping[str, Procedure]
    globals: tuple[Variable, ...] = ()
    main: str = "main"
    file: SourceFile | None = field(default=None, repr=False)

    @cached_property
    def global_names(self) -> frozenset[str]:
        """The names of the global variables."""
        return frozenset(variable.name for variable in self.globals)

    def variables(self, procedure: str) -> tuple[Variable, ...]:
        """The variables that a procedure sees: globals, formals, locals. A local hides a global of its name."""
        own = self.procedures[procedure]
        return (*(item for item in self.globals if item.name not in own.own), *own.formals, *own.locals)

    @property
    def has_broadcasts(self) -> bool:
        """Say whether a step changes variables of other threads."""
        return any(
            isinstance(edge.operation, Update) and edge.operation.broadcast is not None
            for item in self.procedures.values()
            for edge in item.edges
        )

    @property
    def has_threads(self) -> bool:
        """Say whether a thread is started somewhere."""
        return any(isinstance(edge.operation, Start) for item in self.procedures.values() for edge in item.edges)
