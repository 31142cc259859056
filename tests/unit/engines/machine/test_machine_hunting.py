"""Bugs first: walks, few preemptions and depth-first search between the parts of a search of all states."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.certify import certify
from vexil.core.context import Context, Limits
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.hunting import Hunt
from vexil.engines.machine.search import NativeSearch, Order, Reason, Reduction, StateQuery
from vexil.engines.machine.shortening import Shortening, cost
from vexil.engines.machine.taken_steps import TakenRun, TakenStep
from vexil.ir.interpreter import CompiledProgram
from vexil.model.certificate import Checked
from vexil.model.outcome import Fails, GaveUp, Question
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
DINING = """
public class Dining {
    static class Fork { }
    static class Philosopher extends Thread {
        private final Fork left, right;
        Philosopher(Fork left, Fork right) { this.left = left; this.right = right; }
        @Override public void run() { synchronized (left) { synchronized (right) { } } }
    }
    public static void main(String[] args) {
        Fork[] forks = new Fork[10];
        for (int i = 0; i < 10; i++) { forks[i] = new Fork(); }
        for (int i = 0; i < 10; i++) { new Philosopher(forks[i], forks[(i + 1) % 10]).start(); }
    }
}
"""
LONG = """
#include <pthread.h>
#include <assert.h>
static int steps, seen; static volatile int inside, noise;
static void *busy(void *unused) { for (int i = 0; i < 400; i++) noise++; return NULL; }
static void *writer(void *unused) { for (int i = 0; i < 60; i++) { inside = i == 40; inside = 0; } return NULL; }
static void *reader(void *unused) { for (int i = 0; i < 60; i++) if (inside) assert(0); return NULL; }
int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, busy, NULL); pthread_create(&t[1], NULL, busy, NULL);
  pthread_create(&t[2], NULL, writer, NULL); pthread_create(&t[3], NULL, reader, NULL);
  return 0;
}
"""
BUFFER = Path(__file__).parents[4] / "examples" / "java" / "BoundedBuffer.java"


def search_of(path: Path, query: StateQuery, order: Order = Order.BREADTH) -> NativeSearch:
    """A reduced search of a program."""
    program = load_program(LoadOptions((str(path),)), Context())
    return NativeSearch(CompiledProgram(program), query, Reduction.GUARDED, Context(), order)


@pytest.fixture
def dining(tmp_path: Path) -> Path:
    """Ten philosophers, of whom each takes the fork on the left first."""
    path = tmp_path / "Dining.java"
    path.write_text(DINING)
    return path


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A long program with noise, and a bug that one preemption shows."""
    path = tmp_path / "long.c"
    path.write_text(LONG)
    return path


def test_a_deep_bug_in_many_states_is_found(dining: Path) -> None:
    """The deadlock of ten philosophers is found with work for which breadth-first search comes nowhere near it."""
    query = StateQuery(deadlock=True)
    hunt = Hunt(search_of(dining, query))
    assert hunt.run() is Reason.FOUND
    breadth = search_of(dining, query)
    assert breadth.run(10 * hunt.work) is Reason.PAUSED
    program = load_program(LoadOptions((str(dining),)), Context())
    question = Question(program, parse_property("deadlock"))
    outcome = MachineEngine().check(question, Context()).outcome
    assert isinstance(outcome, Fails)
    assert isinstance(certify(question, outcome.evidence, Context()), Checked)
    limited = MachineEngine().check(question, Context(Limits(states=500))).outcome
    assert isinstance(limited, GaveUp)  # a hunt goes beyond no limit


def test_hunts_are_the_same_every_time(dining: Path) -> None:
    """What is found, and with which work, depends on no clock and no chance."""
    hunts = [Hunt(search_of(dining, StateQuery(deadlock=True))) for _ in range(2)]
    assert {hunt.run() for hunt in hunts} == {Reason.FOUND}
    assert hunts[0].found == hunts[1].found
    assert hunts[0].work == hunts[1].work


def test_few_preemptions_come_first(long: Path) -> None:
    """A bug that needs one preemption is found where other orders lose themselves in noise."""
    query, work = StateQuery(checks=frozenset({"assert"})), 8_000_000
    assert search_of(long, query).run(work) is Reason.PAUSED
    search = search_of(long, query, Order.SWITCHES)
    assert search.run(work) is Reason.FOUND
    assert search.numbers.depth <= 1


def test_a_paused_search_goes_on() -> None:
    """In small parts as in one go: the same states and steps."""
    for order in (Order.BREADTH, Order.DEPTH, Order.SWITCHES):
        whole, parts = search_of(BUFFER, StateQuery(), order), search_of(BUFFER, StateQuery(), order)
        assert whole.run() is Reason.EXHAUSTED
        pauses = 0
        while parts.run(300) is Reason.PAUSED:
            pauses += 1
        assert pauses > 2
        assert parts.numbers.reason == Reason.EXHAUSTED
        assert parts.statistics == whole.statistics


def test_hunts_take_a_share_of_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program without bugs takes hardly more work than its states."""
    monkeypatch.setattr("vexil.engines.machine.hunting.FIRST", 1_000)
    plain = search_of(BUFFER, StateQuery(deadlock=True))
    assert plain.run() is Reason.EXHAUSTED
    hunt = Hunt(search_of(BUFFER, StateQuery(deadlock=True)))
    assert hunt.run() is Reason.EXHAUSTED
    assert hunt.work < 1.5 * plain.numbers.work
    assert hunt.statistics == plain.statistics


def test_shortening_leaves_out_what_is_not_needed() -> None:
    """Steps that do not matter go, and what a thread does is joined."""
    needed = [(1, 0), (2, 0), (1, 1), (2, 1)]

    def follow(run: TakenRun) -> TakenRun | None:
        """Whether thread 2 does its steps, and thread 1 its first one before the last of thread 2."""
        steps = [(step.thread, step.choice) for step in run.steps]
        return run if all(item in steps for item in needed) and steps.index((1, 0)) < steps.index((2, 1)) else None

    noise = [TakenStep(3, number, 1) for number in range(20)]
    steps = [*noise[:7], *(step for item in needed for step in (TakenStep(*item, 1), *noise[7:9])), *noise]
    run = Shortening(TakenRun(1, tuple(steps)), follow, lambda: True).run
    assert cost(run) == (2, 4)


@pytest.mark.parametrize("order", [Order.BREADTH, Order.DEPTH, Order.SWITCHES, Order.WALKS])
def test_runs_of_every_order_can_be_followed(dining: Path, order: Order) -> None:
    """Whatever finds it, a run leads to the bug, and a shortened one does so in fewer steps."""
    path = dining
    path.write_text(DINING.replace("10", "3"))
    search = search_of(path, StateQuery(deadlock=True), order)
    assert search.run(2_000_000) is Reason.FOUND
    taken = search.path_to(search.numbers.bad)
    walks = search.beside(Order.WALKS)
    walks.run(0)
    walks.numbers.work_limit = 1 << 40
    followed = walks.follow(taken)
    assert followed is not None
    assert cost(followed) <= cost(taken)
    assert cost(Shortening(taken, walks.follow, lambda: True).run)[0] == 4
