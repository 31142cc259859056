"""Boolean programs and predicate abstraction on the command line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import jsonschema
import pytest

import command_line
from command_line import ROOT
from vexil.cli.argv import spelled_out
from vexil.cli.main import app
from vexil.core.source import SourceFile
from vexil.model.boolean_program.text import parse_program
from vexil.pipeline.registry import AUTO, ENGINES
from vexil.reports.json_report import schema

CALLS = str(ROOT / "examples" / "lock_calls.bp")
LOCK = str(ROOT / "examples" / "lock_protocol.c")
POWER = str(ROOT / "examples" / "power.fcl")
COUNTER = str(ROOT / "examples" / "counter.vir")


def vexil(*words: str) -> subprocess.CompletedProcess[str]:
    return command_line.vexil(*words, environment={"NO_COLOR": "1"})


LABELS = "void main() begin decl x; x := T; if (x) then HERE: skip; else THERE: skip; fi end"


@pytest.mark.parametrize(
    ("labels", "code"), [(("-l", "HERE"), 1), (("--error-label", "THERE"), 0), (("-l", "THERE", "-l", "HERE"), 1)]
)
def test_error_labels_must_not_be_reached(labels: tuple[str, ...], code: int, tmp_path: Path) -> None:
    """A label that is named as an error label is asked for as unreach, and so are several."""
    path = tmp_path / "labels.bp"
    path.write_text(LABELS, encoding="utf-8")
    done = vexil("check", str(path), *labels, "--assumptions", "all")
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stdout.startswith("unreach: ")
    assert "engine bebop" in done.stdout
    assert "every variable is Boolean" in done.stdout


def test_boolean_programs_answer_every_kind_of_question() -> None:
    """Checks go to the engine for them, other properties to those that enumerate states, runs replay."""
    done = vexil("check", CALLS, "-p", "assert", "-p", "termination", "-p", "ltl: [] !locked", "--format", "json")
    assert done.returncode == 1, done.stderr
    value = json.loads(done.stdout)
    jsonschema.validate(value, schema())
    assert [entry["engine"] for entry in value["properties"]] == ["bebop", "machine", "machine"]
    assert [entry["verdict"] for entry in value["properties"]] == ["refuted"] * 3


def test_boolean_counterexamples_replay(tmp_path: Path) -> None:
    """A stored result knows the error labels it belongs to."""
    path, stored = tmp_path / "labels.bp", tmp_path / "result.json"
    path.write_text(LABELS, encoding="utf-8")
    stored.write_text(vexil("check", str(path), "-l", "HERE", "--format", "json").stdout, encoding="utf-8")
    done = vexil("replay", str(stored))
    assert done.returncode == 1, done.stderr
    assert "the label HERE is reached" in done.stdout


def test_predicate_programs_are_shown() -> None:
    """The predicate program over given predicates is printed in a form that reads back."""
    done = vexil("show", LOCK, "--as", "bp", "--predicate", "locked", "--predicate", "main: busy")
    assert done.returncode == 0, done.stderr
    made = parse_program(SourceFile("shown.bp", done.stdout.encode()))
    assert [variable.name for variable in made.globals] == ["locked"]
    assert "busy" in [variable.name for variable in made.procedures["main"].locals]
    assert 'check {assert}(false) "!locked"' in done.stdout


def test_boolean_programs_are_shown_as_they_are() -> None:
    """A Boolean program needs no predicates to be shown as one, and has none to be given."""
    done = vexil("show", CALLS, "--as", "bp")
    assert done.returncode == 0, done.stderr
    assert parse_program(SourceFile("shown.bp", done.stdout.encode())).procedures.keys() >= {"main", "acquire"}
    assert vexil("show", CALLS, "--as", "bp", "--predicate", "locked").returncode == 2


def test_predicates_that_say_nothing_are_warned_about() -> None:
    """A predicate that is given twice is used once, and the report says so."""
    done = vexil(
        *("check", LOCK, "-p", "assert", "--engine", "predicates", "--predicate", "locked", "--predicate", "!locked")
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("warning: predicate '!locked' is left out") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("check", LOCK, "-l", "HELD"), "--error-label is an option for Boolean programs"),
        (("check", POWER, "-l", "end"), "--error-label is an option for Boolean programs"),
        (("check", CALLS, "-l", "NOWHERE"), "no statement has the label 'NOWHERE'"),
        (("check", CALLS, "--set", "locked=true"), "start with any"),
        (("check", CALLS, "--width", "8"), "has no integers"),
        (("check", CALLS, "--integers", "math"), "has no integers"),
        (("check", CALLS, "--data-model", "LP64"), "no data model"),
        (("check", CALLS, "-DX"), "-D is an option for C"),
        (
            ("check", CALLS, "--main", "acquire"),
            "--main names the function a C program, or the class a Java program starts with",
        ),
        (("check", CALLS, CALLS), "one file, not 2"),
        (("check", LOCK, "--width", "8"), "the widths of C's integers are fixed"),
        (("check", LOCK, "--predicate", "nowhere > 1"), "unknown variable 'nowhere'"),
        (("check", LOCK, "--predicate", "acquire: locked +"), "predicate:1:18: error"),
        (("check", LOCK, "--predicate", "locked = 1"), "a predicate has no side effects"),
        (("check", LOCK, "--predicate", "locked", "--engine", "bounded"), "--predicate is an option of predicate"),
        (("check", LOCK, "--cube-length", "3", "--engine", "reference"), "--cube-length is an option of predicate"),
        (("check", POWER, "--refine", "paper"), "--refine is an option of predicate abstraction, which is not asked"),
        (("check", LOCK, "--cube-length", "0"), "is no length of a cube"),
        (("check", LOCK, "--cube-length", "many"), "is no length of a cube"),
        (("check", LOCK, "--prefer", "luck"), "'luck' is not one of"),
        (("check", LOCK, "--blocks", "huge"), "'huge' is not one of"),
        (("check", LOCK, "--scope", "line"), "'line' is not one of"),
        (("check", LOCK, "--scope", "location", "--engine", "bounded"), "--scope is an option of predicate"),
        (("check", LOCK, "--blocks", "large", "--engine", "bounded"), "--blocks is an option of predicate"),
        (("check", LOCK, "--blocks", "large", "-p", "ctl: EF locked"), "properties that see only locations"),
        (("check", LOCK, "--blocks", "large", "--next", "edge", "-p", "ctl: EX at(HELD)"), "without next"),
        (("check", LOCK, "--blocks", "large", "--next", "edge", "-p", "mu: <>at(HELD)"), "without next"),
        (("check", LOCK, "--race", "--engine", "bounded"), "--race needs several engines"),
        (("show", LOCK, "--predicate", "locked"), "--predicate is for --as bp"),
        (("show", LOCK, "--as", "bp", "--predicate", "main: 1 +"), "error"),
        (("show", COUNTER, "--as", "bp", "--cube-length", "x"), "is no length of a cube"),
    ],
)
def test_what_does_not_fit_is_refused(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An option without effect or sense is refused with one sentence before anything is presented."""
    with pytest.raises(SystemExit) as ended:
        app(spelled_out(words))
    printed = capsys.readouterr()
    assert ended.value.code == 2, printed.out + printed.err
    assert message in printed.err
    assert printed.out == ""
    assert "Traceback" not in printed.err


def test_doctor_lists_engines_and_languages() -> None:
    """Everything that ``--engine`` takes has a line that says what it is for."""
    done = vexil("doctor")
    for name in (AUTO, *ENGINES):
        assert f"  {name}: " in done.stdout
    assert ".bp" in done.stdout
