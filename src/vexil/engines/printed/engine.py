"""Spin as an engine: a program is flattened and printed, Spin searches, and what it finds is a run of the program.

That Spin finds nothing is no evidence by itself: nobody could check it. A small state space is then enumerated once
more by a second engine, whose evidence can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError, require
from vexil.engines.printed.questions import Invariant, bounds, question_of, values_of
from vexil.engines.printed.rewriting import Refused
from vexil.engines.printed.spin.answers import Fine, NotRun, Statistics, Stopped, SystemRun, Wrong, infinite
from vexil.engines.printed.spin.engine import SpinOptions, check_with_spin
from vexil.ir.interpreter import CompiledProgram
from vexil.model.evidence import Lasso, Run
from vexil.model.goal import NoGoal
from vexil.model.guarded.evaluate import Evaluator, neglected
from vexil.model.guarded.system import GuardedSystem
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Outcome, Question
from vexil.model.protocols import Engine
from vexil.model.search_options import ExplicitOptions, Order
from vexil.spec.property import Kind
from vexil.transform.flattening import NotFlat
from vexil.transform.flattening.bound_options import how_to_raise
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.errors import no_flat_form
from vexil.transform.flattening.goals import FlatGoal, flat_goal
from vexil.transform.flattening.plan import Defaults
from vexil.transform.flattening.runs import lasso_of, run_of

MOST_FORGOTTEN = 8
"""Objects among which steps that are printed look for those that nothing reaches."""


class SpinEngine:
    """Has Spin search the states of programs that have a flat form; ``spin`` says where it is looked for.

    ``second`` enumerates small state spaces once more.
    """

    name = "spin"

    def __init__(
        self,
        second: Engine,
        searching: ExplicitOptions | None = None,
        defaults: Defaults | None = None,
        spin: SpinOptions | None = None,
    ) -> None:
        self._second = second
        self._searching = searching or ExplicitOptions()
        self._defaults = defaults
        self._spin = spin or SpinOptions()

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a run that breaks the property; show that there is none where there are few states."""
        kind = question.property.kind
        if self._searching.fair and kind not in (Kind.LTL, Kind.PATTERN, Kind.TERMINATION):
            raise UsageError(f"--fair is about runs, and {kind.value} is about states", hint="leave it out")
        try:
            compiled = CompiledProgram(question.program, question.bounds)
            goal = flat_goal(question.property, compiled, bounds=question.bounds, defaults=self._defaults)
            if not isinstance(goal, NoGoal) and forgets_many(goal.flattened.encoding):
                defaults = replace(self._defaults or Defaults(), forgetting=False)
                goal = flat_goal(question.property, compiled, bounds=question.bounds, defaults=defaults)
            if isinstance(goal, NoGoal):
                return self._gave_up(goal.reason, goal.hint)
            return self._ask(question, goal, context)
        except NotFlat as refused:
            return self._gave_up(no_flat_form(question.program, refused), refused.hint)
        except Refused as refused:
            return self._gave_up(f"Spin cannot be asked: {refused.message}", refused.hint)
        except LimitReached as limit:
            return self._gave_up(limit.reason, "bound the program (--bound), or raise the limit")
        except KeyboardInterrupt:
            context.interrupted = True
            return self._gave_up("interrupted while Spin was at work")
        except UndefinedAtom as undefined:
            return self._gave_up(str(undefined), undefined.hint)

    def _ask(self, question: Question, goal: FlatGoal, context: Context) -> Answer:
        system = goal.flattened.system
        options = self._options()
        defined = values_of(goal)
        if defined is not None:
            _require_values(goal, defined, context, options)
        match check_with_spin(system, question_of(goal, question.property), context, options):
            case Wrong(run, numbers) if goal.violations is not None:
                return self._answer(self._endless(goal, run), numbers)
            case Wrong(run, numbers):
                return self._answer(Fails(evidence_of(goal, run)), numbers)
            case Stopped(reason, numbers):
                return self._answer(GaveUp(reason), numbers)
            case NotRun() as missing:
                return self._gave_up(missing.message, "install it, or print the model with --emit promela")
            case Fine(numbers):
                return self._exhausted(question, goal, numbers, context)

    def _endless(self, goal: FlatGoal, run: SystemRun) -> Outcome:
        """What follows from a run without end: nothing, when only Spin takes it for fair."""
        evidence = evidence_of(goal, run)
        if not self._searching.fair or not isinstance(evidence, Lasso):
            return Fails(evidence)
        endless = _endless_run(goal, run)
        start = endless.cycle or 0
        if neglected(Evaluator(goal.flattened.system), endless.states[start:], endless.steps[start:]):
            return GaveUp(
                "the run that Spin found is not fair: to it, threads outside of an atomic section cannot move",
                "leave out --engine spin",
            )
        return Fails(replace(evidence, fair=True))

    def _exhausted(self, question: Question, goal: FlatGoal, numbers: Statistics, context: Context) -> Answer:
        """What follows: nothing, unless there are so few states that somebody else can look at them again."""
        if self._searching.fair:
            reason = "Spin found no fair run that breaks the property, but gives no evidence for it"
            return self._answer(GaveUp(reason), numbers)
        if numbers.states <= self._searching.rechecked():
            again = self._again(question, numbers, context)
            if not isinstance(again.outcome, GaveUp):
                return again
        system = goal.flattened.system
        if any(ending.by_bound for ending in system.endings):
            match check_with_spin(system, bounds(system), context, self._options()):
                case Wrong(run, _):
                    hits = dict.fromkeys(_bounds_at_end(system, run), 1)
                    reason = f"bounded: Spin found no violation within the bounds; bounds hit: {', '.join(hits)}"
                    return self._answer(GaveUp(reason, how_to_raise(hits)), numbers, hits)
                case Stopped(reason, _):
                    return self._answer(GaveUp(reason), numbers)
                case _:
                    pass
        reason = (
            f"Spin found no violation in {numbers.states:,} states, but gives no evidence for it: "
            f"only up to {self._searching.rechecked():,} states are enumerated again"
        )
        return self._answer(GaveUp(reason, "raise the number with --recheck"), numbers)

    def _again(self, question: Question, numbers: Statistics, context: Context) -> Answer:
        """The answer of the second engine, as Spin's by itself is no evidence."""
        with context.at_most(self._searching.rechecked()):
            again = self._second.check(question, context)
        statistics = {"states": numbers.states, "transitions": numbers.transitions}
        return replace(again, engine=self.name, statistics={**statistics, **again.statistics})

    def _options(self) -> SpinOptions:
        return replace(
            self._spin,
            reduce=bool(self._searching.reductions),
            shortest=self._searching.order is Order.BREADTH,
            fair=self._searching.fair,
        )

    def _gave_up(self, reason: str, hint: str = "") -> Answer:
        return self._answer(GaveUp(reason, hint), None)

    def _answer(self, outcome: Outcome, numbers: Statistics | None, hits: Mapping[str, int] | None = None) -> Answer:
        statistics = {} if numbers is None else {"states": numbers.states, "transitions": numbers.transitions}
        return Answer(outcome, self.name, Direction.EXACT, hits or {}, statistics=statistics, fair=self._searching.fair)


def forgets_many(encoding: Encoding) -> bool:
    """Say whether steps look for so many objects that nothing reaches that they cannot be printed as expressions."""
    return bool(encoding.kept) and encoding.objects.count > MOST_FORGOTTEN


def evidence_of(goal: FlatGoal, run: SystemRun) -> Run | Lasso:
    """The run of the program that a run of its flat form stands for."""
    system = goal.flattened.system
    first = run.states[0]
    chosen = next(chosen for chosen, state in Evaluator(system).openings() if state == first)
    if goal.violations is None:
        return run_of(goal.flattened, chosen, first, list(zip(run.steps, run.states[1:], strict=True)))
    endless = _endless_run(goal, run)
    path = list(zip(endless.steps, endless.states[1:], strict=True))
    return lasso_of(goal.flattened, chosen, first, path[: endless.cycle], path[endless.cycle :])


def _endless_run(goal: FlatGoal, run: SystemRun) -> SystemRun:
    """The run, with the step that repeats its last state if it has an end."""
    endless = infinite(goal.flattened.system, run)
    require(endless is not None and endless.cycle is not None, "a run that breaks a formula should have no end")
    assert endless is not None
    return endless


def _bounds_at_end(system: GuardedSystem, run: SystemRun) -> list[str]:
    """The bounds that cut steps of the last state of a run."""
    evaluator = Evaluator(system)
    for _ in evaluator.successors(run.states[-1]):
        pass
    return [system.endings[number].text for number in sorted(evaluator.cuts) if system.endings[number].by_bound]


def _require_values(goal: FlatGoal, defined: Invariant, context: Context, options: SpinOptions) -> None:
    """Raise `UndefinedAtom` when an atom of the property has no value in a reachable state."""
    result = check_with_spin(goal.flattened.system, defined, context, options)
    if not isinstance(result, Wrong) or goal.violations is None:
        return
    evaluator = Evaluator(goal.flattened.system)
    state = result.run.states[-1]
    atoms = goal.flattened.system.atoms
    for atom, observed in zip(goal.violations.atoms, goal.flattened.observed, strict=True):
        if observed.defined is not None and not evaluator.evaluate(atoms[observed.defined], state, {}):
            holding = (text for test, text in observed.reasons if evaluator.evaluate(test, state, {}))
            raise UndefinedAtom(str(atom), next(holding))
