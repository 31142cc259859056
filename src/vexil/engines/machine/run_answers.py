"""What a search for runs on the native machine means for a property."""

from __future__ import annotations

from vexil.core.context import Context
from vexil.core.errors import require
from vexil.engines.machine.runs import NativeRunSearch, RunQuery, is_vacuous, reduction_for
from vexil.engines.machine.search import Reason, Reduction
from vexil.ir.interpreter import CompiledProgram
from vexil.model.evidence import Explored
from vexil.model.goal import RunGoal
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Question
from vexil.model.search_options import ALL, ExplicitOptions
from vexil.model.visited import SearchedAgain
from vexil.transform.reductions.choose_free import TOO_COARSE


def about_runs(
    question: Question, compiled: CompiledProgram, goal: RunGoal, searching: ExplicitOptions, context: Context
) -> Answer:
    """Look for a run that breaks a property; raises `UndefinedAtom` where one of its atoms has no value."""
    query = RunQuery(goal, question.property, question.program, fair=searching.fair)
    reduction = reduction_for(question.property)
    search = NativeRunSearch(compiled, query, reduction, context, choose_free=searching.feasible)
    outcome: Outcome
    vacuous = ""
    match reason := search.run():
        case Reason.FOUND:
            outcome = Fails(search.violation())
        case Reason.EXHAUSTED if searching.feasible:
            outcome = GaveUp(TOO_COARSE, "choose more precise abstractions, or search without --choose-free")
        case Reason.EXHAUSTED if search.losses.are_samples:
            outcome = search.losses.for_samples
        case Reason.EXHAUSTED:
            outcome = Holds(Explored(search.nodes, search))
            vacuous = "every run is cut by a restriction" if is_vacuous(search, compiled, query, context) else ""
            if searching.recheck == ALL:
                search.again = _searched_again(compiled, query, context)
        case Reason.UNDEFINED_ATOM:
            raise search.undefined_atom()
        case _:
            outcome = GaveUp(search.why_stopped(reason), "bound the program (--set, --bound), or raise the limit")
    losses = search.losses
    return Answer(
        outcome,
        "machine",
        Direction.EXACT,
        bounds_hit=dict(sorted(losses.bounds.items())),
        undefined=tuple(sorted(losses.undefined)),
        vacuous=vacuous,
        statistics={**search.statistics, "product_states": search.nodes},
        fair=searching.fair,
        daemons=bool(search.product.has_daemons),
    )


def _searched_again(compiled: CompiledProgram, query: RunQuery, context: Context) -> SearchedAgain:
    """Search for a run without reductions, on a machine that has learned nothing yet."""
    whole = NativeRunSearch(compiled, query, Reduction.NONE, context)
    reason = whole.run()
    require(reason is not Reason.FOUND, "a search without reductions should find what one with reductions finds")
    stopped = "" if reason is Reason.EXHAUSTED else whole.why_stopped(reason)
    return SearchedAgain(whole.count, stopped, is_about_runs=True)
