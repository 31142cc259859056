"""The engine: reach everything, then a shortest run to a check that fails, or a proof that none does."""

from __future__ import annotations

import sys

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.core.processes import in_child
from vexil.engines.bebop.backwards import FailingCheck
from vexil.engines.bebop.proofs import possible_heads, proof_of
from vexil.engines.bebop.reach import Reached, reach
from vexil.engines.bebop.runs import run_of
from vexil.engines.bebop.signatures import callees
from vexil.engines.bebop.traces import shortest_trace
from vexil.ir.interpreter import CompiledProgram
from vexil.model.boolean_program import PredicateProgram
from vexil.model.goal import NoGoal, StateGoal, can_block, goal_of
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Question

DOING = "reaching the states of a Boolean program"
DEEPEST_RESULT = 20_000
"""How deeply the parts of a result may be nested when it is sent from one process to the other."""


class BebopEngine:
    """Answers questions about checks of Boolean programs, also recursive ones, without threads."""

    name = "bebop"
    direction = Direction.EXACT

    def check(self, question: Question, context: Context) -> Answer:
        """Find out which checks may fail, within the limits of the context."""
        source = question.predicate_program
        if source is None:
            return self._gave_up("the bebop engine answers questions about Boolean programs", "use another engine")
        if question.bounds:
            return self._gave_up("the bebop engine explores without bounds", "leave out --bound")
        goal = goal_of(question.property, CompiledProgram(question.program))
        if isinstance(goal, NoGoal):
            return self._gave_up(goal.reason, goal.hint)
        if not isinstance(goal, StateGoal) or not goal.checks:
            return self._gave_up(f"the bebop engine does not answer {question.property.text}")
        if source.has_threads:
            return self._gave_up("threads", "use --engine reference, which enumerates states")
        checks = goal.checks
        try:
            return in_child(lambda inner: self._answer(question, source, checks, inner), context, DOING)
        except LimitReached as limit:
            return self._gave_up(limit.reason, "raise the limit")
        except KeyboardInterrupt:
            context.interrupted = True
            return self._gave_up("interrupted")

    def _answer(self, question: Question, source: PredicateProgram, checks: frozenset[str], context: Context) -> Answer:
        """Answer in a process of its own: diagrams do not look at limits while they compute."""
        sys.setrecursionlimit(DEEPEST_RESULT)
        reached = reach(source, context.silent(), checks)
        failing = [FailingCheck(procedure, edge) for procedure, edge in reached.failing]
        trace = shortest_trace(reached, failing, context)
        outcome = Holds(proof_of(reached)) if trace is None else Fails(run_of(question.program, source, trace, checks))
        return Answer(
            outcome,
            self.name,
            self.direction,
            vacuous=_why_vacuous(question, reached) if trace is None else "",
            statistics=_statistics(reached),
            warnings=("no reachable state: what is enforced is contradictory",) if reached.is_empty else (),
        )

    def _gave_up(self, reason: str, hint: str = "") -> Answer:
        return Answer(GaveUp(reason, hint), self.name, self.direction)


def _statistics(reached: Reached) -> dict[str, int]:
    return {
        "locations": len(reached.sets),
        "rounds": reached.rounds,
        "nodes": sum(reached.manager.size(states) for states in reached.sets.values()),
    }


def _why_vacuous(question: Question, reached: Reached) -> str:
    """Say why a proof means nothing: there is no state, or no run gets to an end or round a loop."""
    if reached.is_empty:
        return "no reachable state"
    program = reached.program
    main = program.procedures[program.main]
    if not can_block(question.program) or reached.is_reached(main.name, main.exit):
        return ""
    goes_on = any(
        reached.is_reached(name, place) for name, item in program.procedures.items() for place in possible_heads(item)
    )
    recursive = any(reached.is_reached(name, program.procedures[name].entry) for name in _recursive(program))
    return "" if goes_on or recursive else "every run is cut by a restriction"


def _recursive(program: PredicateProgram) -> list[str]:
    """The procedures that may call themselves, also through others."""
    names = []
    for name, procedure in program.procedures.items():
        pending = list(callees(procedure))
        reached = set(pending)
        while pending:
            fresh = [callee for callee in callees(program.procedures[pending.pop()]) if callee not in reached]
            reached.update(fresh)
            pending += fresh
        if name in reached:
            names.append(name)
    return names
