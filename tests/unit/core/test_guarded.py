"""Work in a child that keeps the limits: it ends by itself, or is ended a while behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from processes import children_of, end_soon
from vexil.core import race as module
from vexil.core.context import Context, Limits
from vexil.core.errors import SourceError
from vexil.core.race import Done, Lost, guarded

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")


def deaf(_: Context) -> None:
    """Compute for a minute like a library that holds the interpreter: nobody looks at limits or signals."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGALRM})
    end = time.process_time() + 60
    while time.process_time() < end:
        sum(range(10_000))


def test_a_result_comes_back() -> None:
    """The result of the work is what the work returned, which knows the limits."""
    context = Context(Limits(cpu_seconds=60))
    assert guarded(lambda inner: inner.limits.cpu_seconds, context, "working") == Done("", 60)


def test_progress_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    """What the work says on its way is seen."""
    context = Context(Limits(cpu_seconds=60), sink=lambda event: os.write(2, f"{event.kind}\n".encode()) and None)
    guarded(lambda inner: inner.emit("halfway"), context, "working")
    assert capfd.readouterr().err == "halfway\n"


def test_work_that_does_not_look_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that does not look at its limit is ended a while behind it, with what it used up as the reason."""
    monkeypatch.setattr(module, "GRACE", 0.3)
    context = Context(Limits(cpu_seconds=0.5))
    lost = guarded(deaf, context, "working")
    assert isinstance(lost, Lost)
    assert lost.reason == "limit of 0.5 CPU seconds reached while working"
    assert context.exhausted
    assert end_soon(children_of(os.getpid()))


def test_memory_that_nobody_looks_at_is_a_limit_too() -> None:
    """Work that holds far more memory than allowed is ended."""

    def greedy(inner: Context) -> int:
        held = bytearray(os.urandom(1 << 20) * 400)
        deaf(inner)
        return len(held)

    lost = guarded(greedy, Context(Limits(memory_mb=200)), "working")
    assert isinstance(lost, Lost)
    assert lost.reason == "limit of 200 MB memory reached while working"


def test_an_interruption_is_passed_on() -> None:
    """The work hears of an interruption and may still answer."""

    def patient(_: Context) -> str:
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            return "as far as I came"
        return "slept"

    context = Context(Limits(cpu_seconds=60))
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert guarded(patient, context, "working") == Done("", "as far as I came")
    assert context.interrupted


def test_who_does_not_hear_an_interruption_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that goes on after an interruption is ended."""
    monkeypatch.setattr(module, "GRACE", 0.3)
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    assert guarded(deaf, Context(Limits(cpu_seconds=60)), "working") == Lost("", "interrupted while working")


def test_an_error_of_the_user_stays_one() -> None:
    """An error in the user's input gets here as it was raised, with its place."""

    def wrong(_: Context) -> None:
        raise SourceError("no such thing", file="a.c", line=3, column=7, found="x", hint="look")

    with pytest.raises(SourceError) as caught:
        guarded(wrong, Context(Limits(cpu_seconds=60)), "working")
    assert caught.value.render() == "a.c:3:7: error: no such thing\n  found: x\n  hint: look"


def test_a_mistake_is_none_of_the_user() -> None:
    """A mistake in the work is told as one."""

    def mistaken(_: Context) -> None:
        raise ZeroDivisionError("one by zero")

    assert guarded(mistaken, Context(Limits(cpu_seconds=60)), "working") == Lost(
        "", "ZeroDivisionError: one by zero", True
    )
