"""The explicit-state engine: a program is flattened, and its states are searched in native code.

What it finds is a run of the program that the interpreter takes. That it finds nothing is no evidence by itself: nobody
could check it. A small state space is then enumerated once more by the reference engine, whose evidence can be checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from vexil.core.context import Context
from vexil.core.errors import LimitReached, require
from vexil.engines.explicit.accepted import search_runs
from vexil.engines.explicit.search import Compiled, Goals, Searched, SearchOptions
from vexil.engines.explicit.steps import steps_between
from vexil.engines.reference import ReferenceEngine
from vexil.ir.interpreter import CompiledProgram
from vexil.model.evidence import Lasso, Run
from vexil.model.flattening import NotFlat
from vexil.model.flattening.goals import FlatGoal, flat_goal, losses_of
from vexil.model.flattening.runs import Path, lasso_of, run_of
from vexil.model.goal import NoGoal
from vexil.model.guarded import EndKind
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Outcome, Question

MOST_CHECKED = 20_000
"""States that are enumerated a second time, so that there is evidence."""


class ExplicitEngine:
    """Searches the states of programs that have a flat form."""

    name = "explicit"

    def check(self, question: Question, context: Context) -> Answer:
        """Look for a run that breaks the property; show that there is none where there are few states."""
        try:
            compiled = CompiledProgram(question.program, question.bounds)
            goal = flat_goal(question.property, compiled, bounds=question.bounds)
            if isinstance(goal, NoGoal):
                return self._answer(GaveUp(goal.reason, goal.hint))
            found, searched = _search(goal, context)
        except NotFlat as refused:
            return self._answer(GaveUp(f"the program has no flat form: {refused}", refused.hint))
        except LimitReached as limit:
            return self._answer(GaveUp(limit.reason, "bound the program (--bound), or raise the limit"))
        except UndefinedAtom as undefined:
            return self._answer(GaveUp(str(undefined), "ask about globals, or a function that is active in one thread"))
        statistics = {"states": searched.statistics.states, "transitions": searched.statistics.transitions}
        if found is not None:
            return self._answer(Fails(found), statistics)
        bounds = losses_of(goal.flattened, searched.cuts, {}).bounds
        if not searched.is_exhaustive:
            return self._answer(GaveUp(searched.why_stopped), statistics, bounds)
        if bounds and not question.bounds:  # without the bounds of the flat form another search need not end
            hits = ", ".join(f"{bound} ({count}×)" for bound, count in sorted(bounds.items()))
            reason = f"bounded: no violation within the bounds of the flat form; bounds hit: {hits}"
            return self._answer(GaveUp(reason, "raise them with --bound"), statistics, bounds)
        if searched.statistics.states > MOST_CHECKED:
            return self._answer(
                GaveUp(
                    f"none of {searched.statistics.states:,} states breaks the property, but nobody checked that: "
                    f"only up to {MOST_CHECKED:,} states are enumerated again"
                ),
                statistics,
                bounds,
            )
        again = ReferenceEngine().check(question, context)
        require(
            not isinstance(again.outcome, Fails) or _has_loose_ends(goal, searched),
            "native search should find what the reference engine finds",
        )
        return again

    def _answer(
        self, outcome: Outcome, statistics: Mapping[str, int] | None = None, bounds: Mapping[str, int] | None = None
    ) -> Answer:
        hits = dict(sorted((bounds or {}).items()))
        return Answer(outcome, self.name, Direction.EXACT, hits, statistics=statistics or {})


def _has_loose_ends(goal: FlatGoal, searched: Searched) -> bool:
    """Say whether runs that are cut or undefined later exist: their beginnings may break a property of runs."""
    endings = goal.flattened.system.endings
    met = {endings[number].kind for number in (*searched.endings, *searched.cuts)}
    return goal.violations is not None and not met.isdisjoint({EndKind.CUT, EndKind.UNDEFINED})


def _search(goal: FlatGoal, context: Context) -> tuple[Run | Lasso | None, Searched]:
    """A run that breaks the property, and what was searched for it."""
    system = goal.flattened.system
    if goal.defined:
        _require_values(goal, context)
    if goal.violations is not None:
        runs = search_runs(system, goal.violations, goal.letters, context)
        if runs.run is None:
            return None, runs.searched
        return _lasso(goal, runs.run.stem, runs.run.loop), runs.searched
    searched = Compiled(system).search(Goals(goal.endings, goal.deadlock, goal.atoms), SearchOptions(), context)
    traces = [*searched.endings.values(), *searched.atoms.values()]
    traces += [searched.deadlock] if searched.deadlock is not None else []
    if not traces:
        return None, searched
    states = min(traces, key=len)
    return run_of(goal.flattened, _chosen(goal, states[0]), states[0], _path(goal, states)), searched


def _require_values(goal: FlatGoal, context: Context) -> None:
    """Raise `UndefinedAtom` when an atom of the property has no value in a reachable state."""
    system = goal.flattened.system
    searched = Compiled(system).search(Goals(atoms=goal.defined), SearchOptions(), context)
    if not searched.atoms:
        return
    place, states = min(searched.atoms.items(), key=lambda item: len(item[1]))
    evaluator = Evaluator(system)
    for number, observed in enumerate(goal.flattened.observed):
        if observed.defined == place:
            holding = (text for test, text in observed.reasons if evaluator.evaluate(test, states[-1], {}))
            name = goal.violations.atoms[number] if goal.violations is not None else f"number {number + 1}"
            raise UndefinedAtom(str(name), next(holding))


def _lasso(goal: FlatGoal, stem: tuple[State, ...], loop: tuple[State, ...]) -> Lasso:
    states = (*stem, *loop)
    way = _path(goal, (*stem, loop[0]))
    round_trip = _path(goal, (*loop, loop[0]))
    return lasso_of(goal.flattened, _chosen(goal, states[0]), states[0], way, round_trip)


def _chosen(goal: FlatGoal, first: State) -> tuple[int, ...]:
    """What was chosen for the state in which a run begins."""
    return next(chosen for chosen, state in Evaluator(goal.flattened.system).openings() if state == first)


def _path(goal: FlatGoal, states: tuple[State, ...]) -> Path:
    """The steps between states; a run that has ended repeats its last state without any."""
    steps = steps_between(goal.flattened.system, states)
    pairs = zip(steps, pairwise(states), strict=True)
    return [(taken, after) for taken, (_, after) in pairs if taken is not None]
