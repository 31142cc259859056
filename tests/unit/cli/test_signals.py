"""Real signals to a check: there is a verdict with how far it came, and the exit code of unknown."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.core.source import SourceFile
from vexil.engines.reference import ReferenceEngine
from vexil.ir import text as vir
from vexil.model.outcome import Question
from vexil.pipeline import verdicts
from vexil.spec.property import parse_property

ENDLESS = """vir 1
global x: u64
global y: u64
function other()
  a -> a: y := y + 1u64
function main()
  local t: thread
  s -> a: t := start other()
  a -> b: x := x + 1u64
  b -> a: check assert x < 4000000000u64 "small"
"""
SIGNALS = pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])


def started(path: Path, *options: str, errors: int) -> subprocess.Popen[str]:
    """A check that is under way."""
    return subprocess.Popen(
        [sys.executable, "-m", "vexil", "check", str(path), "-p", "assert", *options],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "200"},
    )


@SIGNALS
@pytest.mark.usefixtures("native_machine")
def test_a_search_that_has_to_end_says_how_far_it_came(tmp_path: Path, name: signal.Signals) -> None:
    """Ctrl-C and a request to terminate end the native machine with a verdict."""
    path = tmp_path / "endless.vir"
    path.write_text(ENDLESS, encoding="utf-8")
    terminal, output_of_process = os.openpty()
    process = started(path, "--engine", "machine", "--memory-limit", "2000", errors=output_of_process)
    os.close(output_of_process)
    errors = ""
    while not re.search(r"search: states [\d,]+, transitions", errors):
        errors += os.read(terminal, 1 << 12).decode()
    process.send_signal(name)
    output, _ = process.communicate(timeout=60)
    os.close(terminal)
    assert process.returncode == 3, output + errors
    assert re.match(r"assert: unknown \(interrupted after [\d,]+ states", output)
    assert re.search(r"engine machine, \d+ states, \d+ transitions", output)
    assert "Traceback" not in output + errors


@SIGNALS
def test_reading_that_has_to_end_says_so(tmp_path: Path, name: signal.Signals) -> None:
    """A file that never ends is read when the signal comes: whoever opens the other end knows that."""
    path = tmp_path / "endless.vir"
    os.mkfifo(path)
    process = started(path, errors=subprocess.PIPE)
    with path.open("wb"):
        process.send_signal(name)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 3, output + errors
    assert output.startswith("unknown (interrupted while reading the program)\n")
    assert "Traceback" not in output + errors


def test_a_check_of_evidence_that_has_to_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found is not told before it was checked; the reason says what was interrupted."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verdicts, "certify", interrupted)
    text = 'vir 1\nfunction main()\n  a -> b: check assert true "always"\n  b -> exit: return\n'
    question = Question(vir.load(SourceFile("right.vir", text.encode())), parse_property("assert"))
    context = Context()
    verdict = verdicts.verdict_on(question, ReferenceEngine().check(question, context), context)
    assert verdict.status.value == "unknown"
    assert verdict.reason.startswith("interrupted while checking the evidence")
    assert context.interrupted
