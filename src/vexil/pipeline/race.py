"""Engines in processes of their own: side by side, where the first definite answer counts, or kept to the limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vexil.core.caveats import Assumption
from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached
from vexil.core.race import Done, Lost, guarded, race
from vexil.logic.solvers import solver_for, with_version
from vexil.model.outcome import Answer, Direction, GaveUp, Prover, Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.engines import Plan, racers

REPRODUCIBLE = Assumption(
    "reproducible", "no: engines ran in parallel and the first answer was taken, so another run may differ"
)
Judge = Callable[[Answer, Context], Verdict]
"""Certifies and concludes what an engine found."""


def race_answers(question: Question, chosen: Plan, context: Context, judge: Judge) -> list[Verdict]:
    """The verdict of the first engine that knows, by itself; else those of all, in the order of the plan."""
    works = {name: _work(ask, judge) for name, ask in racers(question, chosen).items()}
    order = list(works)
    verdicts: dict[str, Verdict] = {}
    mistakes: list[str] = []

    def gave_up(name: str, reason: str) -> Verdict:
        is_turning = any(engine.name == name for engine in chosen.turning)
        prover = _lost_prover(question, chosen) if is_turning else None
        return judge(Answer(GaveUp(reason), name, Direction.EXACT, prover=prover), context)

    context.emit("race", engines=", ".join(order))
    coming = race(works, context, f"{', '.join(order)} ran side by side")
    try:
        for ended in coming:
            match ended:
                case Done(name, verdict):
                    if verdict.status is not Status.UNKNOWN:
                        return [_marked(verdict, mistakes)]
                    verdicts[name] = verdict
                case Lost(name, reason, is_mistake):
                    verdicts[name] = gave_up(name, reason)
                    mistakes += [f"engine {name} made a mistake: {reason}"] if is_mistake else []
    except LimitReached as limit:
        verdicts |= {name: gave_up(name, limit.reason) for name in order if name not in verdicts}
    except KeyboardInterrupt:
        context.interrupted = True
        verdicts |= {name: gave_up(name, "interrupted") for name in order if name not in verdicts}
    finally:
        coming.close()
    if mistakes:
        raise InternalError("; ".join(mistakes))
    return [_marked(verdicts[name], []) for name in order]


def guarded_answers(
    question: Question, chosen: Plan, context: Context, judge: Judge, work: Callable[[Context], list[Verdict]]
) -> list[Verdict]:
    """The verdicts of work that libraries do which do not look at limits while they compute."""

    def measured(inner: Context) -> tuple[list[Verdict], dict[str, float], bool, bool]:
        return work(inner), inner.phases, inner.exhausted, inner.interrupted

    doing = f"asking {', '.join(chosen.names)}"
    match guarded(measured, context, doing):
        case Done(_, (verdicts, phases, exhausted, interrupted)):
            for phase, seconds in phases.items():
                context.phases[phase] = context.phases.get(phase, 0.0) + seconds
            context.exhausted = context.exhausted or exhausted
            context.interrupted = context.interrupted or interrupted
            return verdicts
        case Lost(_, reason, True):
            raise InternalError(reason)
        case Lost(_, reason):
            lost = Answer(GaveUp(reason), chosen.names[0], Direction.EXACT, prover=_lost_prover(question, chosen))
            return [judge(lost, context)]


def _lost_prover(question: Question, chosen: Plan) -> Prover | None:
    """The solver of engines that were ended with everything they had started."""
    if not chosen.turning:
        return None
    name = with_version(solver_for(question.program))
    return Prover(f"{name}, which was ended with its engine", 1)


def _work(ask: Callable[[Context], Answer], judge: Judge) -> Callable[[Context], Verdict]:
    def work(context: Context) -> Verdict:
        return judge(ask(context), context)

    return work


def _marked(verdict: Verdict, mistakes: list[str]) -> Verdict:
    """The verdict with what the race means for it."""
    return replace(verdict, assumptions=(*verdict.assumptions, REPRODUCIBLE), warnings=(*verdict.warnings, *mistakes))
