"""Leaps for questions: checks that fail, and branching properties that say that something is reached.

What a branching property says is reached (``EF p``, or the negation of ``AG p``) is looked for behind loops about which
four-valued checking is inconclusive round after round: one leap takes the place of a predicate for each round. What is
needed for that is imported when it is asked, so that other questions are answered quickly.
"""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.model.goal import can_block
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question, last
from vexil.model.protocols import NotApplicable
from vexil.spec.formulas import Mu, Not
from vexil.spec.mu import positive_normal_form, reached_by
from vexil.spec.property import Kind


class Leaping:
    """The engine of leaps, for branching properties too."""

    name = "leap"

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a chain."""
        return last(self.turns(question, context))

    def turns(self, question: Question, context: Context) -> Iterator[int | Answer]:
        """One path after the other, and at last the answer."""
        if question.property.kind not in (Kind.CTL, Kind.MU) or question.bounds:
            from vexil.engines.leap.engine import LeapEngine

            yield from LeapEngine().turns(question, context)
            return
        formula = question.property.mu_formula()
        refutes = reached_by(positive_normal_form(formula)) is None
        promised = reached_by(positive_normal_form(Not(formula) if refutes else formula))
        if promised is None:
            yield self._answer(GaveUp("leaps show that something is reached, and nothing else"))
            return
        if can_block(question.program):
            yield self._answer(GaveUp("a restriction may cut all runs along a chain of leaps"))
            return
        outcome: Outcome = GaveUp("no chain of leaps leads to what the property is about")
        try:
            for found in self._searched(question, promised, context, refutes=refutes):
                if isinstance(found, int):
                    yield found
                else:
                    outcome = found
        except LimitReached as limit:
            outcome = GaveUp(limit.reason)
        except KeyboardInterrupt:
            outcome = GaveUp("interrupted")
            context.interrupted = True
        yield self._answer(outcome)

    def _searched(
        self, question: Question, promised: tuple[Mu, ...], context: Context, *, refutes: bool
    ) -> Iterator[int | Outcome]:
        """The work done behind each path, and an outcome if there is a chain."""
        from vexil.certify.invariant.problems import Unsupported
        from vexil.engines.leap.engine import BUDGET_BESIDES, PATIENCE_BESIDES
        from vexil.engines.leap.evidence import Inexpressible, evidence_of
        from vexil.engines.leap.restrictions import restrictions
        from vexil.engines.leap.search import Asked, Attempt, attempts
        from vexil.logic.space import Untranslatable
        from vexil.pipeline.leap_targets import target_of
        from vexil.transform.inlining import descending

        try:
            form = descending(question.program)
            target = target_of(question, form, promised)
            asked = Asked(form.program, frozenset(), target=target, patience=PATIENCE_BESIDES, budget=BUDGET_BESIDES)
            for attempt in attempts(asked, restrictions(form.entry), context):
                # to be proved, it has to be reached from all initial states
                if isinstance(attempt, Attempt) and attempt.chain.is_reached and (refutes or not attempt.chain.flip):
                    try:
                        evidence = evidence_of(attempt.setting, attempt.rules, attempt.chain)
                    except Inexpressible:
                        continue
                    yield Fails(evidence) if refutes else Holds(evidence)
                    return
                yield attempt.setting.queries.asked
        except (NotApplicable, Unsupported, Untranslatable) as problem:
            yield GaveUp(f"no leaps: {problem}")

    def _answer(self, outcome: Outcome) -> Answer:
        return Answer(outcome, self.name, Direction.EXACT)
