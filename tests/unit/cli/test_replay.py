"""``vexil replay``: parts of a trace, states in between, and refusals when something has changed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from command_line import ROOT, vexil
from traced import TRANSFER, program_of, scheduled
from vexil.cli.stepping import Stepper
from vexil.model.trace import TracedRun


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The result of a program in a folder of its own, with two properties."""
    folder = tmp_path_factory.mktemp("replay")
    (folder / "transfer.vir").write_bytes((ROOT / "examples" / "transfer.vir").read_bytes())
    (folder / "asked.spec").write_text("stuck: deadlock;\n", encoding="utf-8")
    done = vexil("check", "transfer.vir", "-p", "asked.spec", "--format", "json", folder=folder)
    assert done.returncode == 1, done.stderr
    (folder / "result.json").write_text(done.stdout, encoding="utf-8")
    return folder / "result.json"


def test_CEX_05_parts_of_a_trace_are_shown(stored: Path) -> None:
    """CEX-05: one step with its state, or a range of steps; lanes and edges on request."""
    step = vexil("replay", "result.json", "--step", "3", folder=stored.parent)
    assert step.returncode == 1
    assert "state after step 3 of 4:" in step.stdout
    assert "    locks: to_right holds first" in step.stdout
    ranged = vexil("replay", "result.json", "--from", "2", "--to", "3", "--edges", folder=stored.parent)
    numbers = [line.split()[0] for line in ranged.stdout.splitlines() if "transfer.vir:" in line]
    assert numbers == ["2", "3"]
    assert "main#1: two := start to_left()" in ranged.stdout
    lanes = vexil("replay", "result.json", "--lanes", folder=stored.parent, environment={"COLUMNS": "70"})
    assert lanes.returncode == 1
    assert max(map(len, lanes.stdout.splitlines()[3:])) <= 70


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--step", "5"), "no step 5"),
        (("--from", "7"), "no step from 7"),
        (("--step", "1", "--from", "1"), "different things"),
        (("--interactive", "--lanes"), "side by side"),
    ],
)
def test_what_is_not_there_is_refused(stored: Path, words: tuple[str, ...], message: str) -> None:
    """A step that the trace has not, and options that contradict each other, are one message and status 2."""
    done = vexil("replay", "result.json", *words, folder=stored.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def changed_copy(stored: Path, folder: Path) -> Path:
    for file in stored.parent.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder


def test_a_changed_source_is_named_even_if_it_is_broken(stored: Path, tmp_path: Path) -> None:
    """The file that has changed is named before anybody tries to read it as a program."""
    folder = changed_copy(stored, tmp_path)
    (folder / "transfer.vir").write_text("vir 1\nnonsense", encoding="utf-8")
    done = vexil("replay", "result.json", folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "have changed since it was written: transfer.vir" in done.stderr


def test_changed_properties_are_refused(stored: Path, tmp_path: Path) -> None:
    """A property file that asks something else does not belong to the stored result any more."""
    folder = changed_copy(stored, tmp_path)
    (folder / "asked.spec").write_text("stuck: termination;\n", encoding="utf-8")
    done = vexil("replay", "result.json", folder=folder)
    assert done.returncode == 2
    assert "the properties of result.json have changed" in done.stderr


def test_a_changed_header_is_noticed(tmp_path: Path) -> None:
    """A header is no file of the program; when it makes another program of the same file, that is said."""
    (tmp_path / "limit.h").write_text("#define LIMIT 3\n", encoding="utf-8")
    (tmp_path / "main.c").write_text(
        '#include <assert.h>\n#include "limit.h"\nint main(void) { int x = 4; assert(x < LIMIT); return 0; }\n',
        encoding="utf-8",
    )
    words = ("check", "main.c", "-p", "assert", "--engine", "reference", "--format", "json")
    (tmp_path / "result.json").write_text(vexil(*words, folder=tmp_path).stdout, encoding="utf-8")
    assert vexil("replay", "result.json", folder=tmp_path).returncode == 1
    (tmp_path / "limit.h").write_text("#define LIMIT 2\n", encoding="utf-8")
    done = vexil("replay", "result.json", folder=tmp_path)
    assert done.returncode == 2
    assert "although its source files have not changed" in done.stderr


@pytest.mark.parametrize(
    "damage",
    [
        lambda value: value["properties"][0].pop("evidence"),
        lambda value: value["properties"][0]["evidence"].update(moves=[[1]]),
        lambda value: value["program"].pop("files"),
        lambda value: value.update(properties=7),
    ],
)
def test_a_damaged_result_is_refused(stored: Path, tmp_path: Path, damage: object) -> None:
    """A result with parts missing is one message and status 2, not a mistake of Vexil."""
    folder = changed_copy(stored, tmp_path)
    value = json.loads(stored.read_text(encoding="utf-8"))
    assert callable(damage)
    damage(value)
    (folder / "result.json").write_text(json.dumps(value), encoding="utf-8")
    done = vexil("replay", "result.json", folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is damaged" in done.stderr


def test_CEX_05_steps_forwards_and_backwards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """CEX-05: lines of stdin go to the next step, to the previous one or to a number, until q or the end."""
    program = program_of(TRANSFER)
    stepper = Stepper(TracedRun(program, scheduled(program, [1] * 7)), edges=False)
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n\n5\np\n99\nwhat\nq\n1\n"))
    stepper.interact()
    shown = capsys.readouterr()
    states = [line for line in shown.out.splitlines() if "state after step" in line]
    assert [line.split()[3] for line in states] == ["0", "1", "2", "5", "4"]
    assert "there is no step 99" in shown.err
    assert shown.err.count("n: next") == 2


@pytest.mark.parametrize(
    ("asked", "word", "code", "mark"),
    [
        ("ctl: AG(left + right >= 20)", "refuted", 1, "here the property is violated"),
        ("ctl: EF(left == 9 && right == 11)", "proved", 0, "here the property is shown to hold"),
        ("ctl: AF at(main::done)", "refuted", 1, "the run has ended here; its last state lasts for ever"),
    ],
)
def test_runs_of_branching_properties_are_shown_and_replayed(
    tmp_path: Path, asked: str, word: str, code: int, mark: str
) -> None:
    """A run that shows a branching answer is printed, stored in the result, and replays with the same verdict."""
    (tmp_path / "transfer.vir").write_bytes((ROOT / "examples" / "transfer.vir").read_bytes())
    told = vexil("check", "transfer.vir", "-p", asked, folder=tmp_path)
    assert f"{asked}: {word}" in told.stdout
    assert mark in told.stdout
    done = vexil("check", "transfer.vir", "-p", asked, "--format", "json", folder=tmp_path)
    assert done.returncode == code
    (verdict,) = json.loads(done.stdout)["properties"]
    assert verdict["evidence"]["kind"] in ("Run", "Lasso")
    (tmp_path / "result.json").write_text(done.stdout, encoding="utf-8")
    again = vexil("replay", "result.json", folder=tmp_path)
    assert again.returncode == code
    assert f"{asked}: {word}" in again.stdout
    assert mark in again.stdout
