"""The engine: loops that lead to a failing check are leapt over, one restriction and one path at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.leap.evidence import Inexpressible, evidence_of
from vexil.engines.leap.realise import Unread, executed, realised
from vexil.engines.leap.restrictions import restrictions
from vexil.engines.leap.search import Asked, Attempt, attempts
from vexil.ir.interpreter import CompiledProgram
from vexil.logic.space import Untranslatable
from vexil.model.evidence import Evidence
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Outcome, Question, last
from vexil.model.protocols import NotApplicable
from vexil.transform.choices import with_choices_of
from vexil.transform.inlining import descending

WORK_PER_QUESTION, WORK_LATER, FIRST_QUESTIONS = 20, 400, 1_000
"""What a question to the solver weighs at least against an edge that is executed: the first so many are cheap, and the
others dear, so that loops that cannot be leapt over cost the other engines little."""
WORK_PER_EDGE = 2
"""What each edge of the program adds to the weight of a question: formulas are as long as the program."""
SHORT = 50
"""The edges of a program from which on questions weigh more than its length says: longer formulas are harder, too."""
EXPECTED = 20
"""Questions of the first attempt, which nobody interrupts: others go first for so long."""
PATIENCE_BESIDES = 10_000
"""Resource units for one question, where other engines wait."""
BUDGET_BESIDES = 60_000
"""Resource units for all questions: what can be leapt over at all is mostly leapt over for less."""
LONGER = 4
"""A run of the program may have so many times the moves of one without calls."""


class LeapEngine:
    """Shows that checks of sequential programs fail, by chains of must steps and leaps."""

    name = "leap"

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a chain."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """One path after the other: the work done so far behind each, and at last the answer."""
        goal = goal_of(question.property, CompiledProgram(question.program))
        if question.bounds or not isinstance(goal, StateGoal) or not goal.checks:
            yield self._gave_up("leaps show that checks fail, and nothing else")
            return
        try:
            form = descending(question.program)
        except (NotApplicable, LimitReached) as problem:
            yield self._gave_up(f"there is no program without calls: {problem}")
            return
        asked_before, current = 0, 0
        edges = len(form.entry.edges)
        weight = max(WORK_PER_QUESTION, WORK_PER_EDGE * edges, WORK_PER_EDGE * edges * edges // SHORT)
        yield EXPECTED * weight
        outcome: Outcome = GaveUp("no chain of leaps leads to a check that fails")
        asked = Asked(form.program, goal.checks, patience=PATIENCE_BESIDES, budget=BUDGET_BESIDES)
        try:
            for attempt in attempts(asked, restrictions(form.entry), context):
                if attempt.setting.queries.asked < current:
                    asked_before += current
                current = attempt.setting.queries.asked
                if isinstance(attempt, Attempt) and attempt.chain.is_reached:
                    evidence = self._evidence(question, attempt, goal.checks, context)
                    if evidence is not None:
                        outcome = Fails(evidence)
                        break
                yield _work(max(EXPECTED, asked_before + current), weight)
        except Untranslatable as problem:
            outcome = GaveUp(f"the program has no formula: {problem}")
        except LimitReached as limit:
            outcome = GaveUp(limit.reason)
        except MemoryError:
            outcome = GaveUp("limit of memory reached")
        except KeyboardInterrupt:
            outcome = GaveUp("interrupted")
            context.interrupted = True
        yield Answer(outcome, self.name, Direction.UNDER)

    def _gave_up(self, reason: str) -> Answer:
        return Answer(GaveUp(reason), self.name, Direction.UNDER)

    def _evidence(
        self, question: Question, attempt: Attempt, checks: frozenset[str], context: Context
    ) -> Evidence | None:
        """A run, if it is short; or else the chain."""
        try:
            run = realised(attempt.setting, attempt.chain)
        except Unread:
            run = None
        if run is not None:
            return with_choices_of(question.program, run, checks, LONGER * len(run.moves) + 1)
        try:
            chain = evidence_of(attempt.setting, attempt.rules, attempt.chain)
        except Inexpressible:
            return None
        return replace(chain, inputs=executed(attempt.setting, attempt.chain, chain, context))


def _work(asked: int, weight: int) -> int:
    """What so many questions weigh, if the first ones weigh so much each."""
    return weight * min(asked, FIRST_QUESTIONS) + max(weight, WORK_LATER) * max(0, asked - FIRST_QUESTIONS)
