"""Running Spin, and what happens when it cannot be run."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from guarded_models import counter_race, philosophers
from guarded_models_large import LARGE_SYSTEMS
from processes import children_of
from vexil.core.context import Context, Limits
from vexil.engines.printed import (
    Branching,
    Count,
    Deadlock,
    NotRun,
    Refused,
    SpinOptions,
    Stopped,
    check_with_spin,
    print_promela,
    violations,
)
from vexil.engines.printed.spin.answers import read_trail
from vexil.spec.ctl import parse_ctl


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files that is empty."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_BCK_05_without_spin_the_model_is_written_and_nothing_is_said(tmp_path: Path, temporary: Path) -> None:
    """The answer names the program that was looked for, is no verdict, and the printed model is where it should be."""
    keep, empty = tmp_path / "models", tmp_path / "empty"
    empty.mkdir()
    system = philosophers(3, ordered=False)
    answer = check_with_spin(system, Deadlock(), Context(), SpinOptions(path=str(empty), keep=keep))
    assert isinstance(answer, NotRun)
    assert answer.looked_for == ("spin",)
    assert answer.message.startswith("not run: spin was looked for")
    assert (keep / "model.pml").read_text() == print_promela(system, Deadlock()).text
    assert list(temporary.iterdir()) == []


def fake(folder: Path, name: str, script: str) -> None:
    """A program that does as a script says."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def test_BCK_05_without_a_compiler_it_names_the_compilers(tmp_path: Path) -> None:
    """Spin alone is not enough: the compilers that would do are named."""
    fake(tmp_path, "spin", "exit 0")
    answer = check_with_spin(philosophers(2, ordered=True), Count(), Context(), SpinOptions(path=str(tmp_path)))
    assert isinstance(answer, NotRun)
    assert "gcc or cc or clang" in answer.message


def test_a_spin_that_fails_is_no_verdict(tmp_path: Path, temporary: Path) -> None:
    """When Spin makes nothing of the model, the answer has its first error as the reason."""
    fake(tmp_path, "spin", "echo 'spin: model.pml:3, Error: syntax error'; exit 1")
    fake(tmp_path, "gcc", "exit 0")
    answer = check_with_spin(philosophers(2, ordered=True), Count(), Context(), SpinOptions(path=str(tmp_path)))
    assert answer == Stopped("Spin could not read the model: spin: model.pml:3, Error: syntax error")
    assert list(temporary.iterdir()) == []


def test_BCK_06_spin_is_used_as_it_is(tmp_path: Path) -> None:
    """Only Spin, a compiler and the checker are run, on what Spin has made of a model without embedded C."""
    log = tmp_path / "log"
    fake(tmp_path, "spin", f'echo "spin $*" >> {log}; echo "int main(void) {{ return 0; }}" > pan.c')
    checker = "echo '#!/bin/sh' > pan; echo echo 1 >> pan; chmod +x pan"
    fake(tmp_path, "gcc", f'echo "gcc $*" >> {log}; {checker}')
    system = LARGE_SYSTEMS["buffer, one is notified"]
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    answer = check_with_spin(system, Deadlock(), Context(), SpinOptions(path=path))
    assert isinstance(answer, Stopped), "a checker that says nothing has no answer"
    spin, gcc = log.read_text().splitlines()
    assert spin == f"spin -P{tmp_path}/gcc -E -x c -o1 -o2 -o3 -a model.pml"
    assert gcc.endswith("-o pan pan.c")
    assert not any(word in print_promela(system, Deadlock()).text for word in ("c_code", "c_expr", "c_decl", "c_track"))


def test_BCK_03_what_is_refused_is_refused_before_files_are_written(tmp_path: Path) -> None:
    """A property that Spin does not know leaves no folder and no file behind."""
    keep = tmp_path / "models"
    with pytest.raises(Refused):
        check_with_spin(
            philosophers(2, ordered=True), Branching(parse_ctl("AG p"), {}), Context(), SpinOptions(keep=keep)
        )
    assert not keep.exists()


def test_the_time_limit_ends_everything(tmp_path: Path, temporary: Path) -> None:
    """When time is up the reason says so, no process is left, and neither is the folder."""
    fake(tmp_path, "spin", "while true; do :; done")
    fake(tmp_path, "gcc", "exit 0")
    context = Context(Limits(cpu_seconds=0.3))
    answer = check_with_spin(philosophers(2, ordered=True), Count(), context, SpinOptions(path=str(tmp_path)))
    assert isinstance(answer, Stopped)
    assert answer.reason == "limit of 0.3 CPU seconds reached while Spin translated the model"
    assert children_of(os.getpid()) == {}
    assert list(temporary.iterdir()) == []


OUT_OF_MEMORY = """pan: reached -DMEMLIM bound

(Spin Version 6.5.2 -- 6 December 2019)
Warning: Search not completed

State-vector 44 byte, depth reached 1502, errors: 0
     2560 states, stored
     4481 states, matched
     7041 transitions (= stored+matched)
"""


def test_the_memory_limit_ends_in_no_verdict(tmp_path: Path) -> None:
    """A checker that stops for lack of memory has found nothing and shown nothing; its statistics are kept."""
    (tmp_path / "output").write_text(OUT_OF_MEMORY)
    log = tmp_path / "log"
    fake(tmp_path, "spin", "echo > pan.c")
    checker = f"echo '#!/bin/sh' > pan; echo cat {tmp_path}/output >> pan; chmod +x pan"
    fake(tmp_path, "gcc", f'echo "$*" > {log}; {checker}')
    context = Context(Limits(memory_mb=100_000))
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    answer = check_with_spin(philosophers(2, ordered=True), Count(), context, SpinOptions(path=path))
    assert isinstance(answer, Stopped)
    assert answer.reason == "limit of memory reached while Spin searched"
    assert answer.statistics is not None
    assert (answer.statistics.states, answer.statistics.complete) == (2560, False)
    assert "-DMEMLIM=100000" in log.read_text()


def test_a_trail_is_a_run_of_the_system() -> None:
    """The lines that Spin prints for a step become one step: who moved, by which command, and what was chosen."""
    system = counter_race(2, locked=False)
    model = print_promela(system, violations(system))
    start, get = sorted(model.steps)[:2]
    text = "\n".join(
        [
            f"  1:\tproc  1 (adder:1) model.pml:{start} (state 4)\t[(1)]",
            f"  1:\tproc  1 (adder:1) model.pml:{start + 2} (state 2)\t[lock = 1]",
            f"  2:\tproc  0 (adder:1) model.pml:{start} (state 4)\t[(1)]",
            f"  3:\tproc  1 (adder:1) model.pml:{get} (state 9)\t[(1)]",
            "spin: trail ends after 3 steps",
        ]
    )
    run = read_trail(system, model, text)
    assert [(step.template, step.thread) for step in run.steps] == [("adder", 1), ("adder", 0), ("adder", 1)]
    assert run.steps[0].command is system.templates[0].locations[1].commands[0]
    assert len(run.states) == 4
