"""The explicit-state engine: a program is flattened, and its states are searched in native code.

What it finds is a run of the program that the interpreter takes. That it finds nothing is no evidence by itself. So a
small state space is enumerated once more by a second engine, whose evidence is checked state by state; of a large
one the states that were visited are the evidence, of which samples are checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError, require
from vexil.engines.explicit.layout import Layout
from vexil.engines.explicit.library import missing
from vexil.engines.explicit.violation_search import SearchOutcome, prepared, search_violation
from vexil.ir.interpreter import CompiledProgram
from vexil.model.evidence import Explored
from vexil.model.goal import CHECK_KINDS, NoGoal, reached_violation
from vexil.model.guarded import EndKind
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question
from vexil.model.protocols import Engine
from vexil.model.search_options import ExplicitOptions, Reduction
from vexil.spec.property import Kind
from vexil.transform.flattening import Defaults, NotFlat
from vexil.transform.flattening.bound_options import how_to_raise
from vexil.transform.flattening.errors import no_flat_form
from vexil.transform.flattening.goals import FlatGoal, flat_goal, losses_of, marked_stops
from vexil.transform.reductions.choose_free import TOO_COARSE
from vexil.transform.reductions.reduced import Exploration
from vexil.transform.reductions.soundness import usable

FIRST_LOOK = 400_000
"""States of a search that tries only one of the very many values of a choice."""


class ExplicitEngine:
    """Searches the states of programs that have a flat form; ``defaults`` are the bounds where nobody gave any.

    ``second`` enumerates small state spaces once more, with evidence that can be checked state by state.
    """

    name = "explicit"

    def __init__(
        self, second: Engine, searching: ExplicitOptions | None = None, defaults: Defaults | None = None
    ) -> None:
        self._second = second
        self._searching = searching or ExplicitOptions()
        self._defaults = defaults

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a run that breaks the property; give evidence that there is none when everything was visited."""
        self._refuse(question)
        reason = missing()
        if reason:
            return self._answer(GaveUp(f"native search is not available: {reason}", "see vexil doctor"))
        defaults = self._defaults or Defaults()
        try:
            compiled = CompiledProgram(question.program, question.bounds)
            goal = flat_goal(question.property, compiled, bounds=question.bounds, defaults=defaults)
            if isinstance(goal, NoGoal):
                return self._answer(GaveUp(goal.reason, goal.hint))
            if goal.flattened.encoding.sampling.chosen:
                first = self._first_look(question, compiled, defaults, context)
                if first is not None:
                    return first
            goal = prepared(goal, self._searching)
            result = search_violation(goal, self._usable(question, goal), self._searching, context)
        except NotFlat as refused:
            return self._answer(GaveUp(no_flat_form(question.program, refused), refused.hint))
        except LimitReached as limit:
            return self._answer(GaveUp(limit.reason, "bound the program (--bound), or raise the limit"))
        except UndefinedAtom as undefined:
            return self._answer(GaveUp(str(undefined), undefined.hint))
        return self._judged(question, goal, result, context)

    def _first_look(
        self, question: Question, compiled: CompiledProgram, defaults: Defaults, context: Context
    ) -> Answer | None:
        """A run that breaks the property among those that a single value per choice among very many leads to."""
        quick = replace(defaults, quick=True)
        goal = flat_goal(question.property, compiled, bounds=question.bounds, defaults=quick)
        if isinstance(goal, NoGoal):
            return None
        with context.at_most(FIRST_LOOK):
            goal = prepared(goal, self._searching)
            result = search_violation(goal, self._usable(question, goal), self._searching, context)
        if result.run is not None:
            return self._answer(Fails(result.run), result)
        result.visited.close()
        return None

    def _usable(self, question: Question, goal: FlatGoal) -> frozenset[Reduction]:
        """The reductions that keep the answer: that daemons hold nobody up is fairness to some threads."""
        searching = replace(self._searching, fair=True, reductions=None) if goal.daemons else self._searching
        return usable(question.property, searching) & usable(question.property, self._searching)

    def _refuse(self, question: Question) -> None:
        """Raise `UsageError` for options that mean nothing for the property."""
        kind = question.property.kind
        if self._searching.fair and kind not in (Kind.LTL, Kind.PATTERN, Kind.TERMINATION):
            raise UsageError(f"--fair is about runs, and {kind.value} is about states", hint="leave it out")
        if self._searching.order.is_unsafe and kind in (Kind.LTL, Kind.PATTERN, Kind.TERMINATION):
            raise UsageError(
                f"--order {self._searching.order.value} is for properties of states, and {kind.value} is about runs",
                hint="leave it out",
            )

    def _judged(self, question: Question, goal: FlatGoal, result: SearchOutcome, context: Context) -> Answer:
        """What a search means for the property."""
        searched = result.searched
        if result.run is not None:
            return self._answer(Fails(result.run), result)
        endings = goal.flattened.system.endings
        undefined = {number: 1 for number in searched.endings if endings[number].kind is EndKind.UNDEFINED}
        losses = losses_of(goal.flattened, searched.cuts, undefined)
        if not searched.is_exhaustive:
            why = searched.why_stopped if searched.strategy.is_exact else f"unsafe: {searched.why_stopped}"
            return self._answer(GaveUp(why, "raise the limit, or bound the program (--bound)"), result, losses.bounds)
        if self._searching.feasible:
            hint = "choose more precise abstractions, or search without --choose-free"
            return self._answer(GaveUp(TOO_COARSE, hint), result, losses.bounds)
        if losses.bounds and not question.bounds:  # without the bounds of the flat form another search need not end
            hits = ", ".join(f"{bound} ({count}×)" for bound, count in sorted(losses.bounds.items()))
            reason = f"bounded: no violation within the bounds of the flat form; bounds hit: {hits}"
            return self._answer(GaveUp(reason, how_to_raise(losses.bounds)), result, losses.bounds)
        checks = CHECK_KINDS.get(question.property.kind, frozenset())
        if reached := reached_violation(losses.undefined, checks):
            return self._answer(GaveUp(reached, "ask another engine"), result, losses.bounds)
        again = None if goal.daemons else self._again(question, result, context, is_partial=bool(undefined))
        if again is not None:
            return again
        is_fair = self._searching.fair or bool(goal.daemons)
        unmet = marked_stops(goal.flattened) - searched.endings.keys()
        exploration = Exploration(goal, result.reduced, result.visited, is_fair, unmet)
        answer = self._answer(Holds(Explored(result.visited.count, exploration)), result, losses.bounds)
        vacuous = "" if not losses.restricted or result.has_runs(context) else "every run is cut by a restriction"
        return replace(answer, undefined=tuple(sorted(losses.undefined)), vacuous=vacuous)

    def _again(self, question: Question, result: SearchOutcome, context: Context, *, is_partial: bool) -> Answer | None:
        """The answer of the second engine, when there are few states; it knows nothing of fairness.

        A search is partial if runs ended where something has no value in native code: the interpreter follows some of
        them further, for instance beyond a look at an address.
        """
        most = self._searching.rechecked(Layout(result.reduced.whole).width)
        if max(result.searched.statistics.states, result.at_least) > most or self._searching.fair:
            return None
        with context.at_most(most):
            again = self._second.check(question, context)
        agrees = not isinstance(again.outcome, Fails) or is_partial
        require(agrees, "native search should find what the reference engine finds")
        if isinstance(again.outcome, GaveUp):
            return None
        return replace(again, engine=self.name, statistics={**result.statistics, **again.statistics})

    def _answer(
        self, outcome: Outcome, result: SearchOutcome | None = None, bounds: Mapping[str, int] | None = None
    ) -> Answer:
        hits = dict(sorted((bounds or {}).items()))
        unsafe = ("unsafe: states were kept in so few bits that some may have been missed",)
        return Answer(
            outcome,
            self.name,
            Direction.EXACT,
            hits,
            statistics={} if result is None else result.statistics,
            warnings=unsafe if self._searching.order.is_unsafe else (),
            fair=self._searching.fair,
            daemons=result is not None and bool(result.daemons),
        )
