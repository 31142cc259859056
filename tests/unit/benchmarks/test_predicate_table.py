"""The table of predicates says what verdicts needed, and goes on where it stopped."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.runner.predicate_table import HEADER, lines_of, main

HERE = Path(__file__).resolve().parent
COMMAND = shlex.join([sys.executable, "-S", "-E", str(HERE / "stand_in.py")])
COLUMNS = "category,path,language,property,expected,loc,source,licence,notes"

Table = Callable[..., int]


def write_tasks(folder: Path, answers: dict[str, tuple[str, str]]) -> None:
    """A folder of tasks: what the stand-in says of each, and what is expected."""
    folder.mkdir()
    lines = [COLUMNS]
    for name, (answer, expected) in answers.items():
        (folder / f"{name}.c").write_text(f"// {answer}\n\nint main(void) {{ return 0; }}\n", encoding="utf-8")
        lines.append(f"c/{name[0]},{name}.c,C,unreach-call,{expected},2,none,none,")
    (folder / "tasks.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Makes the table with the stand-in."""
    monkeypatch.setenv("VEXIL_TASKS", str(tmp_path / "tasks"))

    def start(*words: str) -> int:
        return main(["--vexil", COMMAND, "--limit", "5", "--output", str(tmp_path / "table.jsonl"), *words])

    return start


def cells(printed: str) -> dict[str, dict[str, str]]:
    """The rows of a printed table by the name of their program."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in printed.splitlines()]
    assert rows[0] == list(HEADER)
    return {row[0].removesuffix(".c"): dict(zip(HEADER, row, strict=True)) for row in rows[2:]}


def records(tmp_path: Path) -> list[dict[str, object]]:
    """The records in the file."""
    return [json.loads(line) for line in (tmp_path / "table.jsonl").read_text(encoding="utf-8").splitlines()]


def test_yas_17_the_table_says_what_a_verdict_needed(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """YAS-17: lines, iterations, predicates, CPU seconds and verdict are there; numbers nobody counted are dashes."""
    write_tasks(
        tmp_path / "tasks",
        {
            "lock": ("proved counted=iterations:4,predicates:3,cubes:9 all is well", "true"),
            "other": ("refuted counted=edges:7 there", "false"),
            "open": ("unknown no engine", "true"),
        },
    )
    assert table("--category", "c/l", "--category", "c/o", "--engine", "auto") == 0
    found = cells(capsys.readouterr().out)
    assert [found["lock"][name] for name in HEADER if name != "CPU s"] == [
        "lock.c",
        "2",
        "4",
        "3",
        "proved",
        "stand-in",
        "true",
    ]
    assert (found["other"]["iterations"], found["other"]["verdict"], found["other"]["expected"]) == (
        "–",
        "refuted",
        "false",
    )
    assert found["open"]["verdict"] == "unknown"
    assert [(one["path"], one["predicates"], one["outcome"]) for one in records(tmp_path)] == [
        ("lock.c", 3, "right"),
        ("other.c", None, "right"),
        ("open.c", None, "unknown"),
    ]
    assert records(tmp_path)[2]["reason"] == "no engine"


def test_wrong_answers_stand_out(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A verdict that contradicts what is expected is bold, its record says how to get it, and the exit status is 1."""
    write_tasks(tmp_path / "tasks", {"bad": ("proved", "false"), "broken": ("garbage", "true")})
    assert table("--category", "c/b") == 1
    found = cells(capsys.readouterr().out)
    assert (found["bad"]["verdict"], found["broken"]["verdict"]) == ("**proved**", "**crashed**")
    assert "check bad.c -p unreach" in str(records(tmp_path)[0]["command"])
    assert str(records(tmp_path)[0]["command"]).endswith("--engine predicates")


def test_the_table_goes_on_where_it_stopped(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record of the same question is not made again, a line that was cut off is, and ``--fresh`` makes all anew."""
    write_tasks(tmp_path / "tasks", {"a1": ("proved", "true"), "a2": ("proved", "true")})
    output, log = tmp_path / "table.jsonl", tmp_path / "tasks" / "started.log"
    assert table("--category", "c/a") == 0
    first, second = output.read_text(encoding="utf-8").splitlines()
    output.write_text(f"{first}\n{second[:40]}\n", encoding="utf-8")
    assert table("--category", "c/a") == 0
    assert log.read_text(encoding="utf-8").count("\n") == 3
    assert table("--category", "c/a", "--fresh") == 0
    assert table("--category", "c/a", "--engine", "bounded") == 0
    assert log.read_text(encoding="utf-8").count("\n") == 7
    tables = capsys.readouterr().out.split("| program")[1:]
    assert [sorted(cells("| program" + one)) for one in tables] == [["a1", "a2"]] * 4


def test_tasks_that_do_not_exist_are_refused(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A category without tasks is a mistake of the user, told in one sentence."""
    write_tasks(tmp_path / "tasks", {"a": ("proved", "true")})
    assert table("--category", "c/none") == 2
    assert "no task fits" in capsys.readouterr().err


def test_blank_lines_do_not_count(tmp_path: Path) -> None:
    """Lines of a program are those with something on them, also where it is not UTF-8 and has no last line end."""
    (tmp_path / "x.c").write_bytes(b"int x;\n\n  \t\n// \xff\nint y;")
    assert lines_of(tmp_path / "x.c") == 3
