"""Bad situations: a limit, a solver that dies or is missing, an interruption; each ends in an answer that says why."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import vexil
from processes import children_of, end_soon

SOURCE = Path(vexil.__file__).parents[1]
FACTORS = """\
#include <assert.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  if (a < 2 || b < 2 || a > 0xffffffff || b > 0xffffffff) return 0;
  assert(a * b != 14431466500206571933ul);
  return 0;
}
"""
LONG = """\
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned s = 1, n = 0;
  while (s != 0x12345678) { s = s * (__VERIFIER_nondet_uint() | 1) ^ (s >> 3); n++; }
  assert(n != 1000000);
  return 0;
}
"""
SMALL = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) assert(x * x != 49); return 0; }
"""
SECONDS_OF_WORK = 0.3
"""CPU seconds of a solver after which it is certainly solving."""


def start(folder: Path, text: str, *options: str, first_on_path: Path | None = None) -> subprocess.Popen[str]:
    """Start ``vexil check`` on a program, with temporary files in a folder of its own."""
    (folder / "program.c").write_text(text, encoding="utf-8")
    scratch = folder / "scratch"
    scratch.mkdir()
    path = os.pathsep.join(map(str, [*([first_on_path] if first_on_path else []), SOURCE]))
    return subprocess.Popen(
        [sys.executable, "-m", "vexil", "check", "program.c", "-p", "assert", "--engine", "bounded", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, "TMPDIR": str(scratch)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def busy_solver(process: subprocess.Popen[str]) -> int:
    """The child that solves, once it does."""
    for _ in range(1200):
        for child, used in children_of(process.pid).items():
            if used > SECONDS_OF_WORK:
                return child
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("no solver was started")


def assert_nothing_is_left(folder: Path, child: int) -> None:
    """Neither the child nor a temporary file is there any more."""
    assert end_soon([child])
    assert list((folder / "scratch").iterdir()) == []


pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")


def test_a_time_limit_while_solving(tmp_path: Path) -> None:
    """A time limit in the middle of a hard question gives unknown with status 3, the reason and the missing answers."""
    process = start(tmp_path, FACTORS, "--time-limit", "3", "--format", "json")
    child = busy_solver(process)
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    result = json.loads(output)
    verdict = result["properties"][0]
    assert verdict["verdict"] == "unknown"
    assert "3 CPU seconds" in verdict["reason"]
    assert re.search(r"[1-9]\d* of its answers missing", str(result["assumptions"]))
    assert_nothing_is_left(tmp_path, child)


def test_a_time_limit_while_unwinding(tmp_path: Path) -> None:
    """A search that is stopped says which loop it was in, how deep, and why induction did not help."""
    process = start(tmp_path, LONG, "--time-limit", "2")
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "unknown" in output
    assert "program.c:5 was unwound" in output
    assert "induction of depth 1" in output


def test_a_killed_solver(tmp_path: Path) -> None:
    """A solver that somebody kills makes the answer unknown, with status 3 and no stack trace."""
    process = start(tmp_path, FACTORS)
    child = busy_solver(process)
    os.kill(child, signal.SIGKILL)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "unknown (the solver gave up: killed" in output
    assert "Traceback" not in output + errors
    assert_nothing_is_left(tmp_path, child)


def test_an_interruption(tmp_path: Path) -> None:
    """Ctrl-C while solving gives unknown with status 3; the solver is ended."""
    process = start(tmp_path, FACTORS)
    child = busy_solver(process)
    os.kill(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "interrupted" in output + errors
    assert "Traceback" not in output + errors
    assert_nothing_is_left(tmp_path, child)


def test_a_missing_solver(tmp_path: Path) -> None:
    """XCT-05: a solver that is not installed is an error with its name and a hint, status 2, and no result."""
    stub = tmp_path / "stub" / "bitwuzla"
    stub.mkdir(parents=True)
    (stub / "__init__.py").write_text('raise ImportError("not here")\n', encoding="utf-8")
    process = start(tmp_path, SMALL, first_on_path=stub.parent)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "solver bitwuzla is not installed" in errors
    assert "Traceback" not in errors
    assert "proved" not in output
    assert "refuted" not in output
