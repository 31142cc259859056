"""Checks that never fail: a predicate program in which none is reached to fail proves it."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.abstraction.program import PredicateModel
from vexil.analysis.weak_order import Order
from vexil.engines.bebop.backwards import Arrival
from vexil.engines.bebop.reach import Reached, reach
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.diagrams import Manager
from vexil.ir.program import LocationKind
from vexil.logic.space import Untranslatable
from vexil.model.frames.paths import SymbolicPath
from vexil.model.goal import can_block
from vexil.model.outcome import Holds, Outcome
from vexil.model.protocols import Unclear
from vexil.pipeline.predicates.events import events_of
from vexil.pipeline.predicates.evidence import invariant_of
from vexil.pipeline.predicates.precision import WORK_PER_ROUND, PredicateAbstraction
from vexil.refinement.from_paths import FeasiblePath, feasibility

MOST_COUNTED = 2_000
"""Locations of a predicate program whose valuations are counted for a report."""


@dataclass(frozen=True, eq=False)
class Failing:
    """What a predicate program reaches, and the checks that may fail there, by procedure and edge."""

    reached: Reached
    checks: tuple[tuple[str, int], ...]


class SafetyChecker:
    """Looks for checks that may fail in a predicate program."""

    def __init__(self, abstraction: PredicateAbstraction) -> None:
        self._abstraction = abstraction
        self._abstractor = abstraction.abstractor
        self._manager = Manager()
        self._reached: Reached | None = None

    def check(self, model: PredicateModel) -> Outcome | Unclear[Failing]:
        """A proof if no check can fail."""
        account = self._abstraction
        with account.timed("model checking"):
            self._reached = None  # what was reached before takes room in the diagrams
            reached = self._reached = reach(model.program, account.context, manager=self._manager)
            failing = reached.failing
            account.work += WORK_PER_ROUND * reached.rounds
        if failing:
            return Unclear(Failing(reached, failing))
        return Holds(invariant_of(self._abstractor, model.predicates, reached, self._abstractor.recursive))

    def valuations(self) -> int | None:
        """How many valuations the locations of the last predicate program have together; nothing for a large one."""
        reached = self._reached
        if reached is None or sum(len(item.locations) for item in reached.program.procedures.values()) > MOST_COUNTED:
            return None
        procedures = reached.program.procedures.items()
        return sum(reached.count(name, place) for name, item in procedures for place in range(len(item.locations)))

    def vacuous(self, outcome: Outcome) -> str:
        """Why a proof says nothing: no run was found that gets to an end, or round a loop."""
        reached = self._reached
        program = self._abstractor.space.program
        if not isinstance(outcome, Holds) or reached is None or not can_block(program):
            return ""
        for name in self._abstractor.functions:
            body = program.functions[name]
            ends = [
                number
                for number, location in enumerate(body.locations)
                if location.kind is LocationKind.TERMINAL and (name == program.entry or number != body.exit)
            ]
            for place in (*ends, *sorted(Order(body).heads)):
                if reached.is_reached(name, place) and self._is_possible(reached, Arrival(name, place)):
                    return ""
        return "every run is cut by a restriction"

    def _is_possible(self, reached: Reached, target: Arrival) -> bool:
        """Say whether the program has the path of the abstraction to a location."""
        trace = some_trace(reached, [target])
        if trace is None:
            return False
        try:
            events = events_of(self._abstractor.space.program, reached.program, trace)
            path = SymbolicPath(self._abstractor.frames, events, self._abstractor.checks)
        except Untranslatable:
            return False
        return isinstance(feasibility(path, self._abstraction.solver), FeasiblePath)
