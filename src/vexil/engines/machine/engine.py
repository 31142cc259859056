"""The engine that searches programs as they are: objects, threads and calls need no bound and no flat form."""

from __future__ import annotations

from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError, require
from vexil.engines.machine.hunting import Hunt
from vexil.engines.machine.library import missing
from vexil.engines.machine.options import order_of, reduction_of, symmetry_of
from vexil.engines.machine.run_answers import about_runs
from vexil.engines.machine.search import NativeSearch, Reason, StateQuery
from vexil.engines.machine.shortening import trimmed
from vexil.engines.machine.slots import Unsupported
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.model.evidence import Explored, Run
from vexil.model.goal import NoGoal, RunGoal, StateGoal, asked_class, goal_of, reached_violation
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question
from vexil.model.protocols import Engine
from vexil.model.search_options import ALL, ExplicitOptions
from vexil.spec.property import Kind
from vexil.transform.reductions.choose_free import TOO_COARSE

_BOUND = "bound the program (--set, --bound), or raise the limit"


class MachineEngine:
    """Searches states on the native machine, for properties of single states and of runs.

    ``second`` enumerates states once more where somebody has asked for it, with evidence that is checked one by one.
    """

    name = "machine"

    def __init__(
        self, searching: ExplicitOptions | None = None, second: Engine | None = None, work: int | None = None
    ) -> None:
        """``second`` enumerates states again on request; with *work*, a search that takes more is given up."""
        self._searching, self._second, self._work = searching or ExplicitOptions(), second, work

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a state that breaks the property; give evidence that there is none when everything was visited."""
        order, reduction = order_of(self._searching), reduction_of(question.property, self._searching)
        if missing():
            return self._answer(GaveUp(f"the native machine is not available: {missing()}", "see vexil doctor"))
        compiled = CompiledProgram(question.program, question.bounds)
        goal = goal_of(question.property, compiled)
        if self._searching.fair and not isinstance(goal, RunGoal | NoGoal):
            kind = question.property.kind.value
            raise UsageError(f"--fair is about runs, and {kind} is about states", hint="leave it out")
        if isinstance(goal, NoGoal):
            return self._answer(GaveUp(goal.reason, goal.hint))
        try:
            if isinstance(goal, RunGoal):
                answer = about_runs(question, compiled, goal, self._searching, context)
                return self._again(question, answer, answer.statistics.get("states", 0), context) or answer
            query, choose_free = _query(question, goal), self._searching.feasible
            symmetry = symmetry_of(question.property, self._searching) and self._searching.recheck != ALL
            args = compiled, query, reduction, context, order
            search = NativeSearch(*args, choose_free=choose_free, symmetry=symmetry)
            hunt = Hunt(search)
            reason = hunt.run(self._work)
        except Unsupported as refused:
            return self._answer(GaveUp(f"the machine has no form for {refused}", "use --engine explicit"))
        except UndefinedAtom as undefined:
            return self._answer(GaveUp(str(undefined), undefined.hint))
        except LimitReached as limit:
            return self._answer(GaveUp(limit.reason, _BOUND))
        answer = self._judged(search, reason, hunt, goal)
        if isinstance(answer.outcome, Holds) and self._searching.recheck == ALL:
            search.search_again()
        return self._again(question, answer, search.count, context) or answer

    def _again(self, question: Question, answer: Answer, states: int, context: Context) -> Answer | None:
        """The answer of the second engine, where as many states may be enumerated again; it knows no fairness."""
        most = self._searching.recheck
        if not isinstance(answer.outcome, Holds) or answer.fair or answer.daemons:
            return None
        if self._second is None or not isinstance(most, int) or states > most:
            return None
        with context.at_most(most):
            again = self._second.check(question, context)
        agrees = not isinstance(again.outcome, Fails) or bool(answer.undefined)
        require(agrees, "native search should find what the reference engine finds")
        if isinstance(again.outcome, GaveUp):
            return None
        return replace(again, engine=self.name, statistics={**answer.statistics, **again.statistics})

    def _judged(self, search: NativeSearch, reason: Reason, hunt: Hunt, goal: StateGoal) -> Answer:
        """What a search means for the property."""
        outcome: Outcome
        match reason:
            case Reason.FOUND:
                assert hunt.found is not None
                machine = Machine(search.compiled, checks=goal.checks)
                run = search.as_run(hunt.found)
                # a race is there before the step with which native code notes it
                run = Run(run.initial, run.moves[:-1]) if search.native.tables.asks_races else run
                outcome = Fails(trimmed(run, machine, goal.broken))
            case Reason.EXHAUSTED if self._searching.feasible:
                outcome = GaveUp(TOO_COARSE, "choose more precise abstractions, or search without --choose-free")
            case Reason.EXHAUSTED if search.losses.are_samples:
                outcome = search.losses.for_samples
            case Reason.EXHAUSTED if reached := reached_violation(search.losses.undefined, goal.checks):
                outcome = GaveUp(reached, "ask another engine")
            case Reason.EXHAUSTED:
                outcome = Holds(Explored(search.count, search))
            case _:
                outcome = GaveUp(search.why_stopped(reason), _BOUND)
        losses = search.losses
        vacuous = ""
        if isinstance(outcome, Holds) and losses.restricted and not search.numbers.finished:
            vacuous = {
                True: "",
                False: "every run is cut by a restriction",
                None: "every run may be cut by a restriction",
            }[search.has_circle()]
        return replace(
            self._answer(outcome),
            bounds_hit=dict(sorted(losses.bounds.items())),
            undefined=tuple(sorted(losses.undefined)),
            vacuous=vacuous,
            statistics=hunt.statistics,
        )

    def _answer(self, outcome: Outcome) -> Answer:
        return Answer(outcome, self.name, Direction.EXACT)


def _query(question: Question, goal: StateGoal) -> StateQuery:
    """What to look for."""
    kind = question.property.kind
    if goal.checks:
        return StateQuery(checks=goal.checks)
    if kind is Kind.DEADLOCK:
        return StateQuery(deadlock=True)
    if kind is Kind.RACE:
        return StateQuery(race=True)
    name = asked_class(question.property, question.program)
    return StateQuery(exception=True, classes=None if name is None else frozenset({name}))
