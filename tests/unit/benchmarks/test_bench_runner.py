"""The runner says which answers are right, keeps what it found out, and compares runs."""

from __future__ import annotations

import csv
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks.runner.cactus import cactus_plot
from benchmarks.runner.command import main, revision_of
from benchmarks.runner.tasks import Task, check_arguments, read_tasks

HERE = Path(__file__).resolve().parent
RUN = HERE.parents[2] / "benchmarks" / "run.py"
COMMAND = shlex.join([sys.executable, "-S", "-E", str(HERE / "stand_in.py")])
HEADER = "category,path,language,property,expected,loc,source,licence,notes"

ANSWERS = {
    "right": ("proved all is well", "true", "right"),
    "found": ("refuted here", "false", "right"),
    "unsound": ("proved", "false", "wrong"),
    "alarm": ("refuted a run that is none", "true", "wrong"),
    "open": ("unknown no engine", "true", "unknown"),
    "strange": ("refused what is this?", "true", "refused"),
    "usage": ("garbage 2", "true", "refused"),
    "mistake": ("internal-error should not happen", "true", "crashed"),
    "abort": ("signal", "true", "crashed"),
    "babble": ("garbage", "true", "crashed"),
    "liar": ("proved/3", "true", "crashed"),
}

Runner = Callable[..., int]


def write_tasks(folder: Path, answers: dict[str, tuple[str, str]]) -> None:
    """A folder of tasks: what the stand-in says of each, and what is expected."""
    folder.mkdir(exist_ok=True)
    lines = [HEADER]
    for name, (answer, expected) in answers.items():
        path = f"{name}.c"
        (folder / path).write_text(f"// {answer}\nint main(void) {{ return 0; }}\n", encoding="utf-8")
        lines.append(f"c/{name[0]},{path},C,unreach-call,{expected},2,none,none,")
    (folder / "tasks.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs the runner with the stand-in on the tasks of a folder."""
    monkeypatch.setenv("VEXIL_TASKS", str(tmp_path / "tasks"))

    def start(*words: str, limit: str = "5", output: str = "rows.csv") -> int:
        return main(["--vexil", COMMAND, "--limit", limit, "--output", str(tmp_path / output), *words])

    return start


def rows(path: Path) -> dict[str, dict[str, str]]:
    """The rows of a table by the name of their program."""
    with path.open(encoding="utf-8", newline="") as file:
        return {row["path"].removesuffix(".c"): row for row in csv.DictReader(file)}


def started(tmp_path: Path) -> int:
    """How often the stand-in was started."""
    return (tmp_path / "tasks" / "started.log").read_text(encoding="utf-8").count("\n")


def test_every_kind_of_answer_is_told_apart(run: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each answer has its outcome in the table, wrong ones and crashes are listed, and the exit status is 1."""
    write_tasks(tmp_path / "tasks", {name: (answer, expected) for name, (answer, expected, _) in ANSWERS.items()})
    assert run() == 1
    found = rows(tmp_path / "rows.csv")
    assert {name: row["outcome"] for name, row in found.items()} == {name: case[2] for name, case in ANSWERS.items()}
    assert list(found) == sorted(found)
    assert (found["right"]["verdict"], found["right"]["engine"]) == ("proved", "stand-in")
    assert found["right"]["reason"] == "all is well"
    assert found["strange"]["reason"] == "what is this?"
    assert "the last line says what happened" in found["babble"]["reason"]
    assert "signal 6" in found["abort"]["reason"]
    printed = capsys.readouterr().out
    assert re.search(r"^total +11 +2 +2 +1 +2 +4 ", printed, re.MULTILINE)
    unsound = printed.index("proved although it does not hold")
    assert unsound < printed.index("unsound.c") < printed.index("refuted although it holds") < printed.index("alarm.c")


def test_limits_end_in_unknown(run: Runner, tmp_path: Path) -> None:
    """A task without end and a right answer that is late are unknown for a timeout; a wrong one stays wrong."""
    write_tasks(
        tmp_path / "tasks", {"hang": ("hang", "true"), "late": ("slow 0.5", "true"), "bad": ("slow 0.5", "false")}
    )
    assert run(limit="0.3") == 1
    found = rows(tmp_path / "rows.csv")
    assert [(found[name]["outcome"], found[name]["reason"][:7]) for name in ("hang", "late")] == [
        ("unknown", "timeout")
    ] * 2
    assert found["bad"]["outcome"] == "wrong"
    assert 1.2 < float(found["hang"]["cpu_seconds"]) < 3
    assert float(found["hang"]["wall_seconds"]) > 1.2
    assert float(found["late"]["memory_mb"]) > 3


def test_tasks_that_are_done_are_not_run_again(run: Runner, tmp_path: Path) -> None:
    """A second run starts what is missing only: other limits and ``--fresh`` start everything."""
    answers = {"a": ("proved", "true"), "b": ("unknown", "true")}
    write_tasks(tmp_path / "tasks", answers)
    assert run() == 0
    assert started(tmp_path) == 2
    write_tasks(tmp_path / "tasks", {**answers, "c": ("refuted", "false")})
    assert run() == 0
    assert started(tmp_path) == 3
    assert run("--fresh") == 0
    assert started(tmp_path) == 6
    assert run(limit="4") == 0
    assert started(tmp_path) == 9
    assert run("--report") == 0
    assert started(tmp_path) == 9


def test_a_table_that_was_cut_off_is_continued(run: Runner, tmp_path: Path) -> None:
    """Half a row at the end of the table is no row, and its task is run again."""
    write_tasks(tmp_path / "tasks", {"a": ("proved", "true"), "b": ("unknown", "true")})
    run()
    table = tmp_path / "rows.csv"
    whole = table.read_text(encoding="utf-8")
    table.write_text(whole[: len(whole) - 30], encoding="utf-8")
    assert run() == 0
    assert started(tmp_path) == 3
    assert set(rows(table)) == {"a", "b"}


def test_a_file_that_is_no_table_is_refused(run: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with other columns is neither used nor overwritten."""
    write_tasks(tmp_path / "tasks", {"a": ("proved", "true")})
    (tmp_path / "rows.csv").write_text("my,own\n1,2\n", encoding="utf-8")
    assert run() == 2
    assert "is no table of results" in capsys.readouterr().err
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == "my,own\n1,2\n"


def test_runs_are_compared(run: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Gains, losses, other verdicts and big changes of time are listed, each with the task, and nothing else is."""
    before = {"a": ("unknown", "true"), "b": ("proved", "true"), "c": ("unknown", "true"), "d": ("proved", "true")}
    write_tasks(tmp_path / "tasks", {**before, "e": ("proved", "true"), "f": ("slow 1.2", "true")})
    run(output="before.csv")
    after = {"a": ("proved", "true"), "b": ("unknown", "true"), "c": ("refused", "true"), "d": ("proved", "true")}
    write_tasks(tmp_path / "tasks", {**after, "e": ("slow 1.2", "true"), "f": ("proved", "true")})
    capsys.readouterr()
    assert run("--compare", str(tmp_path / "before.csv"), output="after.csv") == 0
    printed = capsys.readouterr().out
    for title, name in (("gained", "a"), ("lost", "b"), ("changed", "c"), ("slower", "e"), ("faster", "f")):
        assert re.search(rf"^{title}: 1\n  {name}\.c \(unreach-call\): ", printed, re.MULTILINE), title
    assert "d.c" not in printed
    plot = ElementTree.parse(tmp_path / "after.svg").getroot()
    labels = ["".join(text.itertext()) for text in plot.iter("{http://www.w3.org/2000/svg}text")]
    assert {"after: 4 right", "before: 4 right"} <= set(labels)


def test_tasks_are_selected(run: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Options choose tasks by category, path, property and expectation; choosing none is a mistake."""
    answers = {"alpha": ("proved", "true"), "beta": ("refuted", "false"), "gamma": ("proved", "true")}
    write_tasks(tmp_path / "tasks", answers)
    assert run("--category", "c/b", "--category", "c/g") == 0
    assert set(rows(tmp_path / "rows.csv")) == {"beta", "gamma"}
    assert run("--only", "alp", "--property", "unreach-call", output="one.csv") == 0
    assert set(rows(tmp_path / "one.csv")) == {"alpha"}
    assert run("--expected", "false", output="false.csv") == 0
    assert set(rows(tmp_path / "false.csv")) == {"beta"}
    assert run("--set", "java") == 2
    assert "no task fits" in capsys.readouterr().err


def test_the_engine_and_the_limits_are_handed_on(run: Runner, tmp_path: Path) -> None:
    """Vexil is told what it is to keep to, and which engine it is to use."""
    write_tasks(tmp_path / "tasks", {"a": ("proved", "true")})
    run("--engine", "bounded", "--memory", "123")
    command = (tmp_path / "tasks" / "started.log").read_text(encoding="utf-8").strip()
    assert command == (
        "check a.c -p unreach --data-model ILP32 --format json --time-limit 5 --memory-limit 123 --engine bounded"
    )
    assert rows(tmp_path / "rows.csv")["a"]["options"] == "limit=5 memory=123 engine=bounded"


def test_another_command_sees_no_files_of_this_tree(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two trees are compared with each other, and not one of them with itself."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    write_tasks(tmp_path / "tasks", {"a": ("proved", "true")})
    seen = tmp_path / "seen"
    other = tmp_path / "other.sh"
    other.write_text(f'echo "[$PYTHONPATH]" > {shlex.quote(str(seen))}; exec {COMMAND} "$@"\n', encoding="utf-8")
    run("--vexil", shlex.join(["sh", str(other)]))
    assert seen.read_text(encoding="utf-8") == "[]\n"
    assert rows(tmp_path / "rows.csv")["a"]["outcome"] == "right"


def test_a_missing_folder_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without tasks the message names the file that is missing and the variable to set."""
    assert main(["--tasks", str(tmp_path / "nowhere"), "--output", str(tmp_path / "rows.csv")]) == 2
    assert re.search(r"cannot read .*nowhere.*: set VEXIL_TASKS", capsys.readouterr().err)


def test_an_interruption_keeps_what_was_done(tmp_path: Path) -> None:
    """Ctrl-C ends the run at once with status 130, no process is left, and the finished rows are in the table."""
    tasks = tmp_path / "tasks"
    write_tasks(tasks, {"a": ("proved", "true"), "b": ("sleep", "true"), "c": ("proved", "true")})
    words = ["--tasks", str(tasks), "--vexil", COMMAND, "--jobs", "1", "--output", str(tmp_path / "rows.csv")]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "scratch")}
    (tmp_path / "scratch").mkdir()
    with subprocess.Popen(
        [sys.executable, str(RUN), *words], stderr=subprocess.PIPE, text=True, env=environment
    ) as run:
        deadline = time.monotonic() + 20
        while (not (tasks / "started.log").exists() or started(tmp_path) < 2) and time.monotonic() < deadline:
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        _, messages = run.communicate(timeout=10)
    assert run.returncode == 130
    assert "interrupted: 1 of 3 tasks" in messages
    assert set(rows(tmp_path / "rows.csv")) == {"a"}
    assert list((tmp_path / "scratch").iterdir()) == []


def test_the_real_command_answers(tmp_path: Path) -> None:
    """Without a stand-in the Vexil of this tree is asked, and gives the expected verdicts on two small programs."""
    text = "extern void reach_error(void);\nint main(void) {{ int x = 3; if (x {}= 3) reach_error(); return 0; }}\n"
    (tmp_path / "holds.c").write_text(text.format("!"), encoding="utf-8")
    (tmp_path / "fails.c").write_text(text.format("="), encoding="utf-8")
    lines = [HEADER, "c/own,holds.c,C,unreach-call,true,2,,,", "c/own,fails.c,C,unreach-call,false,2,,,"]
    (tmp_path / "tasks.csv").write_text("\n".join(lines), encoding="utf-8")
    assert main(["--tasks", str(tmp_path), "--limit", "20", "--output", str(tmp_path / "rows.csv")]) == 0
    found = rows(tmp_path / "rows.csv")
    assert {name: (row["outcome"], row["verdict"]) for name, row in found.items()} == {
        "holds": ("right", "proved"),
        "fails": ("right", "refuted"),
    }


@pytest.mark.parametrize(
    ("category", "notes", "expected"),
    [
        ("c/a", "", ["--data-model", "ILP32"]),
        ("c/termination-crafted", "", ["--data-model", "LP64"]),
        ("c/a", "a driver; 64-bit data model (LDV)", ["--data-model", "LP64"]),
        (
            "c/a",
            "test.desc [CORE] flags: -DX=1 --iterations 25 --function foo",
            ["--data-model", "ILP32", "-DX=1", "--main", "foo"],
        ),
    ],
)
def test_notes_become_options(category: str, notes: str, expected: list[str], tmp_path: Path) -> None:
    """Data model, macros and entry function are taken from what the table says of a task."""
    task = Task(category, "x.c", "C", "assert", expected=True, notes=notes)
    assert check_arguments(task, tmp_path) == ["x.c", "-p", "assert", *expected]


def test_a_task_definition_names_the_data_model(tmp_path: Path) -> None:
    """The ``.yml`` beside a program is believed, and a label in the notes is what must not be reached."""
    (tmp_path / "x.yml").write_text("options:\n  language: C\n  data_model: LP64\n", encoding="utf-8")
    task = Task("c/a", "x.c", "C", "assert", expected=True, notes="flags: -l ERROR")
    assert check_arguments(task, tmp_path) == ["x.c", "-p", "ltl: G !at(ERROR)", "--data-model", "LP64"]


def test_a_strange_expectation_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A verdict other than true and false is reported with its line."""
    (tmp_path / "tasks.csv").write_text(f"{HEADER}\nc/a,a.c,C,assert,maybe,1,,,\n", encoding="utf-8")
    assert main(["--tasks", str(tmp_path), "--output", str(tmp_path / "rows.csv")]) == 2
    assert "tasks.csv:2: expected is 'maybe'" in capsys.readouterr().err


def test_a_change_of_the_command_is_another_revision(tmp_path: Path) -> None:
    """The revision is a digest of what is run, so that a change of one byte gives another one."""
    script = tmp_path / "tool.py"
    script.write_text("1", encoding="utf-8")
    first = revision_of(["python", str(script)])
    assert first == revision_of(["python", str(script)])
    script.write_text("2", encoding="utf-8")
    assert first != revision_of(["python", str(script)])


@pytest.mark.parametrize("count", [0, 1, 9, 250, 12_345])
def test_plots_of_every_size_are_xml(count: int) -> None:
    """A plot has one point per right answer, round marks, and names that cannot break it."""
    plot = cactus_plot("a < b & c", [("x<y", [0.001 + number for number in range(count)]), ("empty", [])])
    root = ElementTree.fromstring(plot)
    lines = [line.get("points", "").split() for line in root.iter("{http://www.w3.org/2000/svg}polyline")]
    assert [len(line) for line in lines] == ([count] if count else [])
    assert root[0].text == "a < b & c"
    assert len(list(root.iter("{http://www.w3.org/2000/svg}text"))) < 30


def test_variants_are_compared_with_the_originals(
    run: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A verdict that depends on a comment, or is another one without it, is reported."""
    write_tasks(tmp_path / "tasks", {"a": ("proved", "true"), "b": ("refuted", "true")})
    run(output="before.csv")
    capsys.readouterr()
    assert run("--variants", "--compare", str(tmp_path / "before.csv"), output="after.csv") == 1
    printed = capsys.readouterr().out
    assert "variants of 2 programs in before.csv, with another verdict: 2" in printed
    assert rows(tmp_path / "after.csv")["a"]["options"].endswith("variants")


def test_tasks_are_read_in_order(tmp_path: Path) -> None:
    """Tasks are run in the order of the table, so that two runs do the same things in the same order."""
    write_tasks(tmp_path, {"z": ("proved", "true"), "a": ("proved", "false")})
    assert [(task.path, task.expected) for task in read_tasks(tmp_path)] == [("z.c", True), ("a.c", False)]
