"""Work side by side in child processes: results as they come, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from processes import is_running, wait_until
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.core.race import Done, Lost, race


def sleeper(note: Path) -> Callable[[Context], str]:
    """Work that writes its process down and does not end."""

    def work(_: Context) -> str:
        note.write_text(str(os.getpid()), encoding="ascii")
        time.sleep(600)
        return "never"

    return work


def test_results_come_as_they_are_ready() -> None:
    """The quick one is first, wherever it stands."""

    def slow(_: Context) -> str:
        time.sleep(0.5)
        return "slow"

    found = list(race({"tortoise": slow, "hare": lambda _: "quick"}, Context(), "testing"))
    assert found == [Done("hare", "quick"), Done("tortoise", "slow")]


def test_closing_ends_what_is_running(tmp_path: Path) -> None:
    """Whoever has seen enough closes the race, and no process is left."""
    note = tmp_path / "sleeper"

    def quick(_: Context) -> str:
        assert wait_until(note.exists)
        return "done"

    coming = race({"sleeper": sleeper(note), "quick": quick}, Context(), "testing")
    assert next(coming) == Done("quick", "done")
    assert is_running(int(note.read_text(encoding="ascii")))
    coming.close()
    assert not is_running(int(note.read_text(encoding="ascii")))


def test_children_of_children_end_too(tmp_path: Path) -> None:
    """What a child has started ends with it."""
    note = tmp_path / "grandchild"

    def family(context: Context) -> str:
        if os.fork() == 0:
            sleeper(note)(context)
        time.sleep(600)
        return "never"

    coming = race({"family": family, "quick": lambda _: str(wait_until(note.exists))}, Context(), "testing")
    assert next(coming) == Done("quick", "True")
    coming.close()
    assert wait_until(lambda: not is_running(int(note.read_text(encoding="ascii"))))


def test_who_dies_is_lost_and_the_race_goes_on() -> None:
    """A killed child, a mistake, a limit and a result that cannot be sent each lose one racer and nothing more."""

    def killed(_: Context) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return "never"

    def wrong(_: Context) -> str:
        raise ValueError("one and one is three")

    def limited(_: Context) -> str:
        raise LimitReached("limit of patience reached")

    def nested(_: Context) -> object:
        value: object = ()
        for _number in range(200_000):
            value = (value,)
        return value

    works: dict[str, Callable[[Context], object]] = {
        "killed": killed, "wrong": wrong, "limited": limited, "nested": nested, "right": lambda _: "right",
    }  # fmt: skip
    found = {ended.name: ended for ended in race(works, Context(), "testing")}
    assert found["right"] == Done("right", "right")
    assert found["wrong"] == Lost("wrong", "ValueError: one and one is three", True)
    assert found["limited"] == Lost("limited", "limit of patience reached")
    assert found["killed"] == Lost("killed", "its process ended: it was killed, or memory was short")
    assert isinstance(found["nested"], Lost)


def test_limits_count_for_all_together(tmp_path: Path) -> None:
    """Two busy children reach a limit of CPU seconds together, and are ended with the race."""

    def busy(_: Context) -> str:
        (tmp_path / str(os.getpid())).touch()
        while True:
            pass

    context = Context(Limits(cpu_seconds=1.0))
    with pytest.raises(LimitReached, match="limit of 1 CPU seconds reached while testing"):
        list(race({"one": busy, "two": busy}, context, "testing"))
    assert context.used_cpu_seconds() < 3
    assert not context.meters
    assert not any(is_running(int(path.name)) for path in tmp_path.iterdir())


def test_children_see_what_is_left() -> None:
    """A child's own look at the limits counts what its parent has used."""

    def left(context: Context) -> float | None:
        return context.remaining_cpu_seconds()

    context = Context(Limits(cpu_seconds=100.0))
    context.started -= 60.0
    (ended,) = race({"left": left}, context, "testing")
    assert isinstance(ended, Done)
    assert ended.result is not None
    assert 30 < ended.result <= 40


ORPHANS = """
import sys, time, os
from pathlib import Path
from vexil.core.context import Context
from vexil.core.race import race

def work(_):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(600)

list(race({"one": work, "two": work}, Context(), "testing"))
"""


def test_children_do_not_outlive_their_parent(tmp_path: Path) -> None:
    """When the process that held the race is killed, its children end by themselves."""
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS, str(tmp_path)])
    try:
        assert wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    finally:
        parent.kill()
        parent.wait()
    assert wait_until(lambda: not any(is_running(int(path.name)) for path in tmp_path.iterdir()))
