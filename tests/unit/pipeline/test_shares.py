"""Limits are divided among questions, and what one leaves is for the others."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from vexil.core import context as contexts
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.core.processes import process_meter
from vexil.core.race import race
from vexil.pipeline.shares import in_shares


class Clock:
    """CPU seconds that pass when somebody says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(contexts, "cpu_seconds", made)
    return made


def asked(clock: Clock, needs: list[float], limit: float) -> tuple[list[str], list[str]]:
    """What becomes of questions that need so many seconds each, and in which order it is told."""
    context = Context(Limits(cpu_seconds=limit), started=0.0)
    told: list[str] = []

    def ask(number: int) -> str:
        spent = 0.0
        try:
            while spent < needs[number]:
                context.check_limits("thinking")
                clock.now += 0.5
                spent += 0.5
        except LimitReached as reached:
            return f"{number} open: {reached.reason}"
        return f"{number} known"

    return in_shares(len(needs), ask, lambda found: "open" in found, told.append, context), told


def test_each_question_has_its_share(clock: Clock) -> None:
    """One that has no end leaves time for the others; its reason names the limit that was given."""
    found, told = asked(clock, [100, 3, 3], 30)
    assert found[1:] == ["1 known", "2 known"]
    assert found[0] == "0 open: limit of 30 CPU seconds reached while thinking"
    assert told == ["1 known", "2 known", found[0]]


def test_what_is_left_is_for_the_others(clock: Clock) -> None:
    """A question that needs more than its share gets it when the others need less."""
    assert asked(clock, [1, 1, 16], 20)[0] == ["0 known", "1 known", "2 known"]
    clock.now = 0.0
    assert asked(clock, [12, 1, 1], 22)[0] == ["0 known", "1 known", "2 known"]


def test_a_share_that_is_used_up_says_so(clock: Clock) -> None:
    """Where nothing is left for a second try, the reason is the share of the limit."""
    found, _ = asked(clock, [100, 100], 10)
    assert (
        found[0]
        == "0 open: limit of 10 CPU seconds reached: the part of it for this property was used up while thinking"
    )
    assert found[1] == "1 open: limit of 10 CPU seconds reached while thinking"


def test_without_a_limit_nothing_is_divided(clock: Clock) -> None:
    """Questions take as long as they take."""
    context = Context(started=0.0)
    assert in_shares(2, str, lambda _: True, lambda _: None, context) == ["0", "1"]


def test_processes_of_ended_work_are_counted() -> None:
    """The time of a child's child that is killed with it counts, although the system forgets it."""

    def work(inner: Context) -> None:
        busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        inner.meters.append(process_meter(busy.pid))
        time.sleep(60)

    context = Context(Limits(cpu_seconds=0.4))
    with pytest.raises(LimitReached):
        list(race({"work": work}, context, "waiting"))
    assert context.used_cpu_seconds() > 0.4
