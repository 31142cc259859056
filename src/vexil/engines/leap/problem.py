"""A leap as it is asked for: abstract states, ports and a target, over a program without calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.engines.leap.queries import Queries
from vexil.engines.leap.system import System
from vexil.engines.leap.zones import FAILURE, START, Zone
from vexil.ir.expressions import Expr
from vexil.ir.program import Program
from vexil.logic import Terms
from vexil.logic.solvers import open_solver, solver_for
from vexil.logic.solvers.oracle import Oracle
from vexil.logic.space import Space
from vexil.logic.terms import Term
from vexil.logic.translate import Translator

PATIENCE = 400_000
"""Resource units for one question, where somebody waits for the answer."""

Conditions = Mapping[int, Expr]
"""Conditions at locations of the entry function."""


@dataclass(frozen=True)
class Task:
    """What is asked: a program without calls, the checks that count, abstract states by name, and ports of them."""

    program: Program
    checks: frozenset[str]
    states: Mapping[str, Conditions] = field(default_factory=dict)
    target: Conditions | None = None
    """The states to be reached; a check that fails if there are none."""
    start: Conditions | None = None
    """The states to begin with; those before all runs if there are none."""


class Setting:
    """Everything that questions about one program share."""

    def __init__(self, program: Program, checks: frozenset[str], points: Sequence[int], queries: Queries) -> None:
        self.program = program
        self.checks = checks
        self.points = points
        self.queries = queries

    @property
    def system(self) -> System:
        """The transition system."""
        return self.queries.system

    def term(self, condition: Expr) -> Term:
        """A condition on states as a term, which is false where it is undefined."""
        return translated(self.system.space, condition)

    def zone(self, name: str, conditions: Conditions) -> Zone:
        """The states at locations in which conditions hold."""
        return Zone({place: self.term(condition) for place, condition in sorted(conditions.items())}, name)

    def target(self, conditions: Conditions | None) -> Zone:
        """The target."""
        if conditions is None:
            return Zone({FAILURE: self.queries.terms.true}, "failure")
        return self.zone("target", conditions)

    def start(self, conditions: Conditions | None) -> Zone:
        """Where chains begin."""
        if conditions is None:
            return Zone({START: self.queries.terms.true}, "start")
        return self.zone("start", conditions)


def translated(space: Space, condition: Expr) -> Term:
    """A condition on states of the entry function as a term, which is false where the condition is undefined."""
    value = Translator(space, space.program.entry).translate(space.initial, condition)
    return space.terms.and_(value.value, *value.conditions.values())


@contextmanager
def opened(
    task: Task, context: Context, patience: int | None = PATIENCE, budget: int | None = None
) -> Iterator[Setting]:
    """A setting with a solver that ends with it, and gives up a question after *patience* resource units.

    Questions that cost more than the *budget* together end in `Exhausted`.
    """
    program = task.program
    terms = Terms()
    space = Space(terms, program, AnalysedPartition(Analyses(program)))
    places = {place for conditions in task.states.values() for place in conditions}
    places.update(task.target or (), task.start or ())
    system = System(space, places, task.checks, lambda: context.check_limits("reading the ways between loops"))
    remaining = context.remaining_cpu_seconds
    with (
        open_solver(solver_for(program), remaining=remaining) as solver,
        context.metered(solver.running_cpu_seconds),
    ):
        queries = Queries(system, Oracle(solver, terms), context, patience, budget)
        yield Setting(program, task.checks, sorted(system.points), queries)
