"""Limits hold for everything a command starts, and nothing of it is left."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.runner.group import process_table
from benchmarks.runner.process import Ended, Limits, Stop, run_limited

AMPLE = Limits(cpu_seconds=20, wall_seconds=20, memory_mb=2000)

Run = Callable[..., Ended]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a Python script in a folder of its own; afterwards no temporary file may be left."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))

    def start(script: str, limits: Limits = AMPLE, cancelled: threading.Event | None = None) -> Ended:
        command = [sys.executable, "-S", "-c", script]
        ended = run_limited(command, tmp_path, dict(os.environ), limits, cancelled or threading.Event())
        assert list(scratch.iterdir()) == []
        return ended

    return start


def alive(pid: int) -> bool:
    """Whether a process exists and has not ended."""
    entry = process_table().get(pid)
    return entry is not None and not entry.ended


def soon_gone(pid: int) -> bool:
    """Whether a process is gone, at once or a moment later."""
    deadline = time.monotonic() + 2
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not alive(pid)


BURN = """
import time
def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass
"""

DETACHED = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open('detached.pid', 'w').write(str(os.getpid()))
        time.sleep(60)
    os._exit(0)
while not os.path.exists('detached.pid') or not open('detached.pid').read(): time.sleep(0.01)
"""


def test_output_and_exit_code_are_reported(run: Run) -> None:
    """A command that ends by itself gives its exit code and both outputs, whatever bytes they are."""
    ended = run("import sys; print('out'); sys.stderr.buffer.write(b'\\xff'); sys.exit(7)")
    assert (ended.exit_code, ended.stopped, ended.stdout, ended.stderr) == (7, None, "out\n", "�")


def test_a_signal_is_a_negative_exit_code(run: Run) -> None:
    """A command that a signal ends is not mistaken for one that a limit ended."""
    ended = run("import os; os.kill(os.getpid(), 11)")
    assert (ended.exit_code, ended.stopped) == (-11, None)


def test_processes_left_behind_are_killed(run: Run, tmp_path: Path) -> None:
    """A grandchild that made itself leader of a group of its own does not outlive the command."""
    ended = run(DETACHED)
    assert ended.exit_code == 0
    assert soon_gone(int((tmp_path / "detached.pid").read_text()))


def test_wall_clock_limit_kills_grandchildren(run: Run, tmp_path: Path) -> None:
    """A command that only waits is killed with everything it started, detached or not."""
    ended = run(DETACHED + "time.sleep(60)", Limits(20, 0.6, 2000))
    assert ended.stopped is Stop.WALL
    assert 0.5 < ended.wall_seconds < 3
    assert soon_gone(int((tmp_path / "detached.pid").read_text()))


def test_cpu_limit_counts_children(run: Run) -> None:
    """Two processes that compute at the same time share one limit."""
    ended = run(BURN + "import os\nos.fork()\nburn(30)", Limits(0.6, 20, 2000))
    assert ended.stopped is Stop.CPU
    assert 0.5 < ended.cpu_seconds < 3


def test_cpu_time_includes_children_that_have_ended(run: Run) -> None:
    """The time of a child counts whether its parent waited for it or not."""
    waited = run(BURN + "import os\nif os.fork() == 0:\n  burn(0.3)\n  os._exit(0)\nos.wait()")
    assert 0.29 < waited.cpu_seconds < 1.5
    tell = "import os\nreader, writer = os.pipe()\n"
    child = "if os.fork() == 0:\n  burn(0.3)\n  os.write(writer, b'.')\n  burn(30)\n"
    running = run(BURN + tell + child + "os.read(reader, 1)\ntime.sleep(0.2)")
    assert running.exit_code == 0
    assert 0.1 < running.cpu_seconds < 3


def test_memory_limit_counts_all_processes(run: Run) -> None:
    """Three processes of 80 MB are too many for 200 MB, although each of them is small enough."""
    script = (
        "import os, time\nos.fork(); os.fork()\nheld = bytearray(80_000_000)\nheld[::4096] = b'x' * len(held[::4096])\n"
    )
    ended = run(script + "time.sleep(10)", Limits(20, 20, 200))
    assert ended.stopped is Stop.MEMORY
    assert ended.memory_mb > 200


def test_memory_that_is_shared_counts_once(run: Run) -> None:
    """Children that only read what they inherited do not multiply it."""
    script = "import os, time\nheld = b'x' * 100_000_000\nos.fork(); os.fork()\ntime.sleep(0.5)"
    ended = run(script, Limits(20, 20, 250))
    assert ended.stopped is None
    assert 100_000_000 / 2**20 < ended.memory_mb < 250


def test_cancelling_ends_the_command_at_once(run: Run) -> None:
    """When the event is set, the command is killed and says so."""
    cancelled = threading.Event()
    timer = threading.Timer(0.2, cancelled.set)
    timer.start()
    ended = run("import time; time.sleep(60)", AMPLE, cancelled)
    timer.join()
    assert ended.stopped is Stop.CANCELLED
    assert ended.wall_seconds < 3


def test_no_zombie_is_left(run: Run) -> None:
    """The command itself is waited for, also when it was killed."""
    run("import time; time.sleep(60)", Limits(20, 0.2, 2000))
    ours = [entry for entry in process_table().values() if entry.parent == os.getpid() and entry.ended]
    assert ours == []
