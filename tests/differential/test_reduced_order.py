"""Searching fewer orders of steps, and fewer states between steps, changes no answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import pytest

from strategies.guarded_locks import random_locking
from vexil.core.context import Context
from vexil.engines.explicit.accepting_runs import search_runs
from vexil.engines.explicit.library import Reason, Strategy
from vexil.engines.explicit.search import Compiled, Goals, Running, SearchOptions
from vexil.model.guarded import GuardedSystem
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.spec.atoms import Call
from vexil.spec.buchi import Buchi, Cube, Edge
from vexil.transform.reductions.partial_order import reduced_successors, with_quiet
from vexil.transform.reductions.visibility import Visibility

MODES = [(True, False), (False, True), (True, True)]
"""Whether orders are left out, and whether steps are fused."""
Fact = tuple[object, ...]


def explored(
    system: GuardedSystem, steps: Callable[[Evaluator, State], Iterable[State]], most: int = 400
) -> tuple[set[State], set[Fact]] | None:
    """The states of a system and what can be observed in them, if there are not too many."""
    evaluator = Evaluator(system)
    seen = set(evaluator.initial())
    pending, facts = list(seen), set[Fact]()
    while pending:
        state = pending.pop()
        if state[0]:
            facts.add(("ends", state[0]))
        elif evaluator.is_deadlock(state):
            facts.add(("stuck", state))
        facts |= {("atom", place, evaluator.evaluate(atom, state, {})) for place, atom in enumerate(system.atoms)}
        for after in steps(evaluator, state):
            if after not in seen:
                seen.add(after)
                pending.append(after)
        if len(seen) > most:
            return None
    return seen, facts | {("cut", ending) for ending in evaluator.cuts}


def systems(first: int, count: int) -> list[GuardedSystem]:
    """Random systems that see some of their atoms."""
    found = []
    for seed in range(first, first + count):
        system = random_locking(Random(seed))
        found.append(replace(system, atoms=(system.atoms[: 1 + seed % 3] if seed % 4 else ())))
    return found


def seen(system: GuardedSystem) -> Visibility:
    return Visibility(atoms=frozenset(range(len(system.atoms))))


@pytest.mark.parametrize("first", [*range(0, 48, 12)])
def test_what_can_be_observed_stays_the_same(first: int) -> None:
    """Endings, cuts, values of visible atoms and the very states of deadlocks are found with fewer states."""
    whole, kept = 0, dict.fromkeys(MODES, 0)
    for system in systems(first, 12):
        every = explored(system, lambda evaluator, state: [after for _, after in evaluator.successors(state)])
        if every is None:
            continue
        states, facts = every
        quiet = with_quiet(system, seen(system))
        whole += len(states)
        for mode in MODES:
            order, fuse = mode
            fewer = explored(
                quiet,
                lambda evaluator, state, order=order, fuse=fuse: [
                    after for _, after in reduced_successors(evaluator, state, order=order, fuse=fuse)
                ],
            )
            assert fewer is not None
            assert fewer[0] <= states
            assert fewer[1] == facts
            kept[mode] += len(fewer[0])
    assert kept[True, True] < min(kept[True, False], kept[False, True], whole)


@pytest.mark.usefixtures("native_search")
@pytest.mark.parametrize("mode", MODES)
def test_native_code_takes_the_steps_of_the_plain_meaning(mode: tuple[bool, bool]) -> None:
    """Breadth-first and depth-first search visit exactly the states of the reduced system by its plain meaning."""
    order, fuse = mode
    for system in systems(5, 3):
        quiet = with_quiet(system, seen(system))
        plain = explored(
            quiet,
            lambda evaluator, state: [s for _, s in reduced_successors(evaluator, state, order=order, fuse=fuse)],
            3000,
        )
        assert plain is not None
        compiled = Compiled(quiet, order=order, fuse=fuse)
        for strategy in (Strategy.BREADTH, Strategy.DEPTH):
            with Running(compiled, Goals(), SearchOptions(strategy), Context(), never_enough=True) as running:
                running.run()
                assert set(running.states()) == plain[0]


def automata() -> list[Buchi]:
    """Automata that cannot count how often a state is repeated."""
    always, one, other, neither = Cube(0, 0), Cube(1, 0), Cube(2, 0), Cube(0, 1)
    shapes: list[tuple[list[list[tuple[Cube, int]]], set[int]]] = [
        ([[(always, 0), (one, 1)], [(one, 1)]], {1}),  # from some point on
        ([[(always, 0), (one, 1)], [(always, 0), (one, 1)]], {1}),  # again and again
        ([[(one, 0), (other, 1)], [(always, 1)]], {1}),  # until
        ([[(neither, 0)]], {0}),  # never
        ([[(always, 0), (one, 1)], [(always, 1), (neither, 2)], [(always, 2), (one, 3)], [(always, 3)]], {3}),
    ]
    return [
        Buchi(
            (Call("p"), Call("q")),
            tuple(tuple(Edge(cube, target) for cube, target in edges) for edges in shape),
            frozenset(accepting),
        )
        for shape, accepting in shapes
    ]


@pytest.mark.usefixtures("native_search")
def test_runs_are_accepted_where_they_were() -> None:
    """An automaton that is blind to repetition accepts a run of the reduced system if and only if one of the whole."""
    answers = []
    for seed in (4, 11, 30):
        system = random_locking(Random(seed))
        quiet = with_quiet(system, Visibility(atoms=frozenset({0, 1})))
        for automaton in automata():
            found = [search_runs(item, automaton, (0, 1), Context()) for item in (system, quiet)]
            assert found[0].searched.reason is found[1].searched.reason
            assert found[1].searched.statistics.states <= found[0].searched.statistics.states or found[1].run
            answers.append(found[0].searched.reason)
    assert Reason.FOUND in answers
    assert Reason.EXHAUSTED in answers
