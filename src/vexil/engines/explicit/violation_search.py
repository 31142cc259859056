"""One search for a run that breaks a property: a flat form is reduced and searched, and a run of the program made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from vexil.core.context import Context
from vexil.core.errors import require
from vexil.engines.explicit.accepting_runs import RunSearch, search_runs
from vexil.engines.explicit.library import Reason, Strategy
from vexil.engines.explicit.search import Compiled, Goals, Running, Searched, SearchOptions
from vexil.model.evidence import Lasso, Run
from vexil.model.goal import can_block, lost_places
from vexil.model.guarded import EndKind
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.observe import UndefinedAtom
from vexil.model.search_options import ExplicitOptions, Order, Reduction
from vexil.spec.buchi import Buchi, Cube, Edge
from vexil.transform.flattening.goals import FlatGoal, endings_of, marked_stops
from vexil.transform.flattening.runs import lasso_of, run_of
from vexil.transform.reductions.fusing import with_fused_steps
from vexil.transform.reductions.quotient import quotient
from vexil.transform.reductions.reduced import Follower, Reduced

STRATEGIES = {
    Order.BREADTH: Strategy.BREADTH,
    Order.DEPTH: Strategy.DEPTH,
    Order.TREE: Strategy.TREE,
    Order.PARALLEL: Strategy.PARALLEL,
    Order.HASHES: Strategy.COMPACT,
    Order.BITS: Strategy.BITS,
}
SHORTEN = 1_000_000
"""States in which a shortest trace is looked for after a search that fuses steps found one."""
SHORTEN_BYTES = 100_000_000
"""Bytes of the states of such a search."""
WIDE = 160
"""Bytes of a state from which on parts that states have in common are stored once, also where nobody asked for it."""
AS_THEY_ARE = 600_000
"""States that are searched without any reduction first."""
_ANY_RUN = Buchi((), ((Edge(Cube(), 0),),), frozenset({0}))


@dataclass(frozen=True)
class SearchOutcome:
    """What a search found: a run, or what was visited."""

    reduced: Reduced
    searched: Searched
    visited: Running
    run: Run | Lasso | None = None
    at_least: int = 0
    """So many states there are without reductions, as far as that is known."""
    is_fair: bool = False
    daemons: tuple[int | None, ...] = ()

    @property
    def statistics(self) -> Mapping[str, int]:
        """Numbers that are the same for every search of this kind."""
        numbers = self.searched.statistics
        return {"states": numbers.states, "transitions": numbers.transitions}

    def has_runs(self, context: Context) -> bool:
        """Say whether there is any run that is not cut."""
        result = search_runs(self.reduced.system, _ANY_RUN, (), context, fair=self.is_fair, daemons=self.daemons)
        return result.run is not None


def search_violation(
    goal: FlatGoal, reductions: frozenset[Reduction], searching: ExplicitOptions, context: Context
) -> SearchOutcome:
    """Search until a run breaks the property, everything was visited, or a limit is reached.

    Where nobody asked for certain reductions, few states are searched as they are: that takes less time than to find
    out what can be left out. Where that is not enough, as many are searched in depth: the ends of long runs are far
    away from their beginning, and often not from each other.
    """
    if searching.reductions is None and not searching.order.is_unsafe:
        with context.at_most(AS_THEY_ARE):
            plain = Reduced(goal.flattened.system, goal.flattened.system)
            result = _search(goal, plain, searching, context, quick=True)
            if result.run is not None or result.searched.reason is not Reason.STATES:
                return result
            result.visited.close()
            if searching.order is Order.BREADTH and goal.violations is None:
                deep = _search(goal, plain, replace(searching, order=Order.DEPTH), context, quick=True)
                if deep.run is not None or deep.searched.reason is Reason.INTERRUPTED:
                    return deep
                deep.visited.close()
        smaller = _search(goal, reduced_by(goal, reductions), searching, context)
        return replace(smaller, at_least=result.searched.statistics.states)
    return _search(goal, reduced_by(goal, reductions), searching, context)


def _search(
    goal: FlatGoal, reduced: Reduced, searching: ExplicitOptions, context: Context, *, quick: bool = False
) -> SearchOutcome:
    if goal.defined:
        _require_values(goal, reduced, context)
    if goal.violations is not None:
        return _search_runs(goal, goal.violations, reduced, searching, context)
    return _search_states(goal, reduced, searching, context, quick=quick)


# --- states ----------------------------------------------------------------------------------------------


def _search_states(
    goal: FlatGoal, reduced: Reduced, searching: ExplicitOptions, context: Context, *, quick: bool
) -> SearchOutcome:
    reported = endings_of(goal.flattened, EndKind.UNDEFINED) | marked_stops(goal.flattened)
    code = Compiled(reduced.system, quick=quick)
    is_wide = searching.order is Order.BREADTH and code.layout.width >= WIDE
    options = SearchOptions(Strategy.TREE if is_wide else STRATEGIES[searching.order], workers=searching.processors)
    goals = Goals(goal.endings, goal.deadlock, goal.atoms, reported - goal.endings)
    running = Running(code, goals, options, context)
    running.run()
    searched = running.result()
    states = _trace(goal, searched)
    if states is None:
        return SearchOutcome(reduced, searched, running)
    shortest = _shortest(goal, reduced, searching, context)
    if shortest is not None:
        return SearchOutcome(reduced, searched, running, _run(goal, *shortest))
    return SearchOutcome(reduced, searched, running, _run(goal, reduced, states))


def _trace(goal: FlatGoal, searched: Searched) -> tuple[State, ...] | None:
    """The states that lead to a goal, if one was reached."""
    traces = [states for ending, states in searched.endings.items() if ending in goal.endings]
    traces += searched.atoms.values()
    traces += [searched.deadlock] if searched.deadlock is not None else []
    return min(traces, key=len, default=None)


def _shortest(
    goal: FlatGoal, reduced: Reduced, searching: ExplicitOptions, context: Context
) -> tuple[Reduced, tuple[State, ...]] | None:
    """A shortest trace, where the search fused steps and there are not too many states without that."""
    if not reduced.is_fused or searching.order not in (Order.BREADTH, Order.TREE, Order.PARALLEL):
        return None
    every = reduced_by(goal, reduced.used - {Reduction.FUSE})
    goals = Goals(goal.endings, goal.deadlock, goal.atoms)
    code = Compiled(every.system)
    with context.at_most(min(SHORTEN, SHORTEN_BYTES // code.layout.width)):
        states = _trace(goal, code.search(goals, SearchOptions(), context))
    return None if states is None else (every, states)


def _run(goal: FlatGoal, reduced: Reduced, states: tuple[State, ...]) -> Run:
    follower = Follower(reduced, states[0])
    first = follower.state
    return run_of(goal.flattened, follower.chosen, first, follower.follow(states))


# --- runs ------------------------------------------------------------------------------------------------


def _search_runs(
    goal: FlatGoal, violations: Buchi, reduced: Reduced, searching: ExplicitOptions, context: Context
) -> SearchOutcome:
    search = RunSearch(reduced.system, context, fair=searching.fair, daemons=goal.daemons)
    prefixes = not searching.fair and not can_block(goal.flattened.encoding.program)
    result = search.find(violations, goal.letters, lost_places(violations) if prefixes else frozenset())
    if result.run is None:
        return SearchOutcome(reduced, result.searched, search, is_fair=searching.fair, daemons=goal.daemons)
    stem, loop = result.run.stem, result.run.loop
    if not loop:
        has_ended = next(Evaluator(reduced.system).successors(stem[-1]), None) is None
        if has_ended and stem[-1] in stem[:-1]:  # the violation is certain when its last state is repeated
            run = _run(goal, reduced, stem)
            return SearchOutcome(
                reduced, result.searched, search, Lasso(run.initial, run.moves, ()), daemons=goal.daemons
            )
        follower = Follower(reduced, stem[0])
        first = follower.state
        run = run_of(goal.flattened, follower.chosen, first, follower.follow_until_seen(stem))
        return SearchOutcome(reduced, result.searched, search, run, daemons=goal.daemons)
    is_fair = searching.fair or bool(goal.daemons)
    lasso = replace(_lasso(goal, reduced, stem, loop, fair=is_fair), fair=searching.fair)
    return SearchOutcome(reduced, result.searched, search, lasso, is_fair=searching.fair, daemons=goal.daemons)


MOST_TURNS = 64
"""A loop of the reduced system is followed at most this often until the states of the whole one come back."""


def _lasso(goal: FlatGoal, reduced: Reduced, stem: tuple[State, ...], loop: tuple[State, ...], *, fair: bool) -> Lasso:
    """The endless run; a fair one goes round until every thread has moved that can where different ones lead on."""
    follower = Follower(reduced, (*stem, *loop)[0])
    first = follower.state
    way = follower.follow((*stem, loop[0]))
    visits = {follower.state: len(way)}
    follower.moved = set() if fair else None
    for _ in range(MOST_TURNS):
        moved = len(follower.moved or ())
        way += follower.follow((*loop, loop[0]))
        has_grown = len(follower.moved or ()) > moved
        if follower.state in visits and not has_grown:
            begin = visits[follower.state]
            return lasso_of(goal.flattened, follower.chosen, first, way[:begin], way[begin:])
        visits.setdefault(follower.state, len(way))
    require(False, "a loop of a reduced system should be one of the whole system")
    return Lasso((), (), ())


def _require_values(goal: FlatGoal, reduced: Reduced, context: Context) -> None:
    """Raise `UndefinedAtom` when an atom of the property has no value in a reachable state."""
    searched = Compiled(reduced.system).search(Goals(atoms=goal.defined), SearchOptions(), context)
    if not searched.atoms:
        return
    place, states = min(searched.atoms.items(), key=lambda item: len(item[1]))
    evaluator = Evaluator(reduced.system)
    for number, observed in enumerate(goal.flattened.observed):
        if observed.defined == place:
            holding = (text for test, text in observed.reasons if evaluator.evaluate(test, states[-1], {}))
            name = goal.violations.atoms[number] if goal.violations is not None else f"number {number + 1}"
            raise UndefinedAtom(str(name), next(holding))


# --- reductions ------------------------------------------------------------------------------------------


def prepared(goal: FlatGoal, searching: ExplicitOptions) -> FlatGoal:
    """The goal in the system whose steps are searched: choices of an abstraction are cut where nobody wants them."""
    if not searching.feasible:
        return goal
    from vexil.transform.reductions.choose_free import choose_free

    flattened = goal.flattened
    return replace(goal, flattened=replace(flattened, system=choose_free(flattened.system)))


def reduced_by(goal: FlatGoal, reductions: frozenset[Reduction]) -> Reduced:
    """Reduce a system by those of some reductions that change something."""
    smaller = quotient(goal.flattened.system, goal.flattened.encoding, reductions)
    if Reduction.FUSE not in reductions:
        return smaller
    system = with_fused_steps(smaller.system, goal.atoms | goal.defined | frozenset(goal.letters))
    return replace(smaller, system=system, used=smaller.used | {Reduction.FUSE}) if system.passing else smaller
