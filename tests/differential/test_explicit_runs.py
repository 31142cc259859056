"""Native search finds an accepted run exactly where there is one, and what it finds is one."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from explored_systems import explored
from hypothesis import given, settings

from guarded_models import BYTE, SYSTEMS, byte, started
from strategies.automata import ATOMS, random_automaton
from strategies.guarded import random_system
from strategies.guarded_rings import random_rings
from strategies.source import drawn
from vexil.core.context import Context
from vexil.core.graphs import components
from vexil.engines.explicit.accepting_runs import AcceptedRun, search_runs
from vexil.engines.explicit.library import Reason
from vexil.ir.expressions import Operator
from vexil.model.guarded import Assign, Command, Goto, GuardedSystem, Location, Template
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import TRUE, Variable, apply, both, equal, number, read
from vexil.spec.atoms import Call
from vexil.spec.buchi import Buchi, Cube, Edge
from vexil.spec.lasso import Lasso

pytestmark = pytest.mark.usefixtures("native_search")
Thread = tuple[str, int]
Step = tuple[Thread | None, State]


class Oracle:
    """The runs of a small system, step by step."""

    def __init__(self, system: GuardedSystem, states: list[State]) -> None:
        self.evaluator = Evaluator(system)
        self.system = system
        self.threads = {(item.name, thread) for item in system.templates for thread in range(item.count)}
        self.steps: dict[State, list[Step]] = {}
        for state in states:
            before = sum(self.evaluator.cuts.values())
            found: list[Step] = [((t.template, t.thread), after) for t, after in self.evaluator.successors(state)]
            if not found and sum(self.evaluator.cuts.values()) == before:
                found = [(None, state)]
            self.steps[state] = found

    def letter(self, state: State) -> int:
        atoms = self.system.atoms[:2]
        return sum(self.evaluator.evaluate(atom, state, {}) << bit for bit, atom in enumerate(atoms))

    def disabled(self, state: State) -> set[Thread]:
        return self.threads - {thread for thread, _ in self.steps[state] if thread is not None}

    def is_accepted(self, automaton: Buchi, *, fair: bool) -> bool:
        """Whether some component of the product is accepting, and fair to all threads when that is asked for."""
        numbers: dict[tuple[State, int], int] = {}
        nodes: list[tuple[State, int]] = []
        edges: list[list[tuple[Thread | None, int]]] = []

        def number(node: tuple[State, int]) -> int:
            if node not in numbers:
                numbers[node] = len(nodes)
                nodes.append(node)
            return numbers[node]

        for state in self.evaluator.initial():
            number((state, 0))
        for state, place in nodes:
            targets = automaton.successors(place, self.letter(state))
            edges.append([(who, number((after, target))) for who, after in self.steps[state] for target in targets])
        everywhere = set(range(len(nodes)))
        inside = {node for node in everywhere if self.evaluator.is_in_section(nodes[node][0])}

        def has_component(counted: set[int], telling: set[int]) -> bool:
            def after(node: int) -> list[int]:
                return [target for _, target in edges[node] if {node, target} <= counted]

            for members in components(len(nodes), after):
                arcs = {who for node in members for who, target in edges[node] if target in members and node in counted}
                unable = {who for node in telling & set(members) for who in self.disabled(nodes[node][0])}
                is_accepting = arcs and any(nodes[node][1] in automaton.accepting for node in members)
                if is_accepting and (not fair or self.threads <= arcs | unable):
                    return True
            return False

        return has_component(everywhere, everywhere - inside) or has_component(inside, inside)

    def check(self, run: AcceptedRun, automaton: Buchi, *, fair: bool) -> None:
        """A run goes from state to state, round the loop, and its word is accepted."""
        states = [*run.stem, *run.loop, run.loop[0]]
        assert states[0] in self.evaluator.initial()
        for before, after in pairwise(states):
            assert after in [target for _, target in self.steps[before]]
        words = [frozenset(ATOMS[bit] for bit in range(2) if self.letter(state) >> bit & 1) for state in states]
        assert automaton.accepts(Lasso(tuple(words[: len(run.stem)]), tuple(words[len(run.stem) : -1])))
        if fair:
            loop = states[len(run.stem) :]
            telling = [state for state in loop if not self.evaluator.is_in_section(state)] or loop
            served = {thread for state in telling for thread in self.disabled(state)}
            for before, after in pairwise(loop):
                served |= {who for who, target in self.steps[before] if target == after and who is not None}
            assert self.threads <= served


def check_runs(system: GuardedSystem, automaton: Buchi) -> None:
    found = explored(system, 200)
    if found is None or len(system.atoms) < 2:
        return
    oracle = Oracle(system, list(found.distance))
    for fair in (False, True):
        result = search_runs(system, automaton, (0, 1), Context(), fair=fair)
        assert (result.run is not None) == oracle.is_accepted(automaton, fair=fair)
        if result.run is None:
            assert result.searched.reason is Reason.EXHAUSTED
        else:
            oracle.check(result.run, automaton, fair=fair)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(drawn(random_system), drawn(random_automaton))
def test_random_systems_and_automata(system: GuardedSystem, automaton: Buchi) -> None:
    """A run is found exactly where a component of the product accepts, with and without fairness; it is a run."""
    check_runs(system, automaton)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(drawn(random_rings), drawn(random_automaton))
def test_threads_that_go_round(system: GuardedSystem, automaton: Buchi) -> None:
    """The same holds where all runs are infinite and most are unfair to somebody."""
    check_runs(system, automaton)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(drawn(partial(random_rings, with_sections=True)), drawn(random_automaton))
def test_threads_that_go_round_in_sections(system: GuardedSystem, automaton: Buchi) -> None:
    """A section is one step to the other threads; a run that never leaves sections again is fair to them."""
    check_runs(system, automaton)


def loop_and_setter(*, always_enabled: bool) -> GuardedSystem:
    """A thread that switches a light for ever, and one that sets a flag, perhaps only while there is light."""
    light, flag = Variable("light", BYTE), Variable("flag", BYTE)
    switch = Assign(light, number(0), apply(Operator.SUBTRACT, byte(1), read(light)))
    may = (
        equal(read(flag), byte(0)) if always_enabled else both(equal(read(light), byte(1)), equal(read(flag), byte(0)))
    )
    looping = Template("loop", 1, (), (Location("none"), Location("switch", (Command(TRUE, (switch,)),))))
    setting = Template(
        "setter", 1, (), (Location("none"), Location("set", (Command(may, (Assign(flag, number(0), byte(1)),)),)))
    )
    is_set = equal(read(flag), byte(1))
    return GuardedSystem(
        "light", (light, flag), (looping, setting), started(looping, setting), alive=TRUE, atoms=(is_set, is_set)
    )


@pytest.mark.parametrize("fair", [False, True])
@pytest.mark.parametrize("always_enabled", [False, True])
def test_weak_fairness(always_enabled: bool, fair: bool) -> None:
    """A thread that can always move does so in the end, if runs are fair; one that can only sometimes need not."""
    never = Buchi(ATOMS, ((Edge(Cube(0, 1), 0),),), frozenset({0}))
    system = loop_and_setter(always_enabled=always_enabled)
    result = search_runs(system, never, (0, 1), Context(), fair=fair)
    assert (result.run is None) is (always_enabled and fair)
    check_runs(system, never)


def test_the_step_into_a_component_counts() -> None:
    """A loop is fair to a thread that moves only by the step on which the search came into it."""
    gone = Location("gone", ())
    here, away = Location("a", (Command(TRUE, (Goto(2),)),)), Location("b", (Command(TRUE, (Goto(3),)),))
    walker = Template("walker", 1, (), (Location("none"), here, away, gone))
    place = read(walker.counter, thread=number(0))
    back = Assign(walker.counter, number(0), number(1, BYTE), number(0))
    pusher = Template(
        "pusher", 1, (), (Location("none"), Location("push", (Command(equal(place, number(2, BYTE)), (back,)),)))
    )
    is_gone = equal(place, number(3, BYTE))
    system = GuardedSystem("pushed back", (), (walker, pusher), started(walker, pusher), atoms=(is_gone, is_gone))
    never = Buchi(ATOMS, ((Edge(Cube(0, 1), 0),),), frozenset({0}))
    assert search_runs(system, never, (0, 1), Context(), fair=True).run is not None
    check_runs(system, never)


def always_eating(name: str, *, fair: bool) -> bool:
    """Whether from some point on nobody eats."""
    never_again = Buchi(
        (Call("eats"),), ((Edge(Cube(), 0), Edge(Cube(0, 1), 1)), (Edge(Cube(0, 1), 1),)), frozenset({1})
    )
    return search_runs(SYSTEMS[name], never_again, (0,), Context(), fair=fair).run is None


def test_ordered_philosophers_eat_again_and_again() -> None:
    """Where all take the lower fork first, somebody eats again and again; where they get stuck, nobody does."""
    assert always_eating("philosophers 3, ordered", fair=False)
    assert always_eating("philosophers 3, ordered", fair=True)
    assert not always_eating("philosophers 4, left first", fair=True)
