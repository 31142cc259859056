"""Native search visits exactly what the plain meaning of guarded systems says."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import pytest
from explored_systems import Explored, explored
from hypothesis import given, settings

from guarded_models import SYSTEMS
from strategies.guarded import random_expressions, random_system
from strategies.source import drawn
from vexil.core.context import Context, Limits
from vexil.engines.explicit.library import Reason, Strategy
from vexil.engines.explicit.search import Compiled, Goals, Running, SearchOptions
from vexil.model.guarded import GuardedSystem
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.validate import validate

pytestmark = pytest.mark.usefixtures("native_search")
KEEPING = (Strategy.BREADTH, Strategy.DEPTH, Strategy.TREE)


@lru_cache(maxsize=1)
def known(name: str) -> tuple[Compiled, Explored]:
    found = explored(SYSTEMS[name])
    assert found is not None
    return Compiled(SYSTEMS[name]), found


def check_counts(compiled: Compiled, expected: Explored, strategy: Strategy) -> None:
    with Running(compiled, Goals(), SearchOptions(strategy, bits=22), Context()) as running:
        running.run()
        found = running.result()
        assert found.reason is Reason.EXHAUSTED
        assert found.statistics.states == len(expected.distance)
        assert found.statistics.transitions == expected.transitions
        assert found.statistics.deadlocks == len(expected.deadlocks)
        assert dict(found.cuts) == expected.cuts
        if strategy in KEEPING:
            assert set(running.states()) == set(expected.distance)
        if strategy in (Strategy.BREADTH, Strategy.TREE, Strategy.PARALLEL):
            assert found.statistics.depth == max(expected.distance.values(), default=0)


def check_trace(trace: tuple[State, ...], expected: Explored, *, shortest: bool) -> None:
    assert expected.distance[trace[0]] == 0
    for before, after in pairwise(trace):
        assert after in expected.after[before]
    if shortest:
        assert len(trace) - 1 == expected.distance[trace[-1]]


def check_goals(compiled: Compiled, expected: Explored, strategy: Strategy) -> None:
    """Every goal that some state has is found, with a trace to such a state; by breadth, to a nearest one."""
    system = compiled.system
    evaluator = Evaluator(system)
    endings, atoms = frozenset(range(len(system.endings))), frozenset(range(len(system.atoms)))
    options = SearchOptions(strategy, bits=22, all_goals=True)
    found = compiled.search(Goals(endings, True, atoms), options, Context())
    is_shortest = strategy in (Strategy.BREADTH, Strategy.TREE, Strategy.PARALLEL)
    wanted = {("ending", number): {s for s in expected.distance if s[0] == number + 1} for number in endings}
    wanted["deadlock", 0] = expected.deadlocks
    for number, atom in enumerate(system.atoms):
        wanted["atom", number] = {s for s in expected.distance if not evaluator.evaluate(atom, s, {})}
    for (kind, number), states in wanted.items():
        trace = {"ending": found.endings.get(number), "atom": found.atoms.get(number)}.get(kind, found.deadlock)
        if not states:
            assert trace is None
            continue
        assert trace is not None
        assert trace[-1] in states
        check_trace(trace, expected, shortest=is_shortest)
        if is_shortest:
            assert len(trace) - 1 == min(expected.distance[state] for state in states)


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("name", SYSTEMS)
def test_models_have_their_states(name: str, strategy: Strategy) -> None:
    """States, steps, deadlocks and cuts of the models are those of the plain meaning, in every kind of search."""
    compiled, expected = known(name)
    check_counts(compiled, expected, strategy)
    check_goals(compiled, expected, strategy)


def check_random(system: GuardedSystem) -> None:
    validate(system)
    expected = explored(system, 300)
    compiled = Compiled(system)
    if expected is None:
        first = set(Evaluator(system).initial())
        with Running(compiled, Goals(), SearchOptions(), Context(Limits(states=2000))) as running:
            running.run()
            assert first == set(running.states()[: len(first)])
        return
    for strategy in Strategy if len(expected.distance) > 3 else (Strategy.BREADTH,):
        check_counts(compiled, expected, strategy)
        check_goals(compiled, expected, strategy)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(drawn(random_expressions))
def test_random_expressions_have_their_values(system: GuardedSystem) -> None:
    """Operators give the values of the plain meaning, for signed and unsigned numbers of all widths."""
    validate(system)
    evaluator = Evaluator(system)
    (first,) = evaluator.initial()
    expected = [after for _, after in evaluator.successors(first)]
    with Running(Compiled(system), Goals(), SearchOptions(), Context(Limits(states=1 + len(set(expected))))) as running:
        running.run()
        assert running.states() == list(dict.fromkeys([first, *expected]))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(drawn(random_system))
def test_random_systems_have_their_states(system: GuardedSystem) -> None:
    """The same holds for random systems with all statements, operators, widths, choices and atomic sections."""
    check_random(system)
