"""Boolean programs of others: the answers that their authors expect, up to programs with threads."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.runner.tasks import named_folder

from tools import lack
from vexil.core.context import Context, Limits
from vexil.model.verdict import Verdict
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

CATEGORY = "boolprog/"


@dataclass(frozen=True)
class Task:
    """A row of the table of tasks."""

    path: Path
    expected: str
    labels: tuple[str, ...]

    @property
    def has_threads(self) -> bool:
        text = self.path.read_text(encoding="utf-8")
        return re.search(r"start_thread|\bASYNC_", text) is not None


@cache
def tasks() -> tuple[Task, ...]:
    """The Boolean programs of the folder that ``VEXIL_TASKS`` names."""
    folder = named_folder()
    if not (folder / "tasks.csv").is_file():
        return ()
    with (folder / "tasks.csv").open(encoding="utf-8", newline="") as table:
        return tuple(
            Task(
                folder / row["path"],
                "proved" if row["expected"] == "true" else "refuted",
                tuple(re.findall(r"-l (\w+)", row["notes"])),
            )
            for row in csv.DictReader(table)
            if row["category"].startswith(CATEGORY)
        )


def chosen(*, threads: bool) -> list[Task]:
    """The tasks with or without threads; skips the test without any."""
    if not tasks():
        lack(f"no Boolean programs in {named_folder()}: set VEXIL_TASKS to a folder that has them in its tasks.csv")
    return [task for task in tasks() if task.has_threads is threads]


def verdict_of(task: Task, engine: str = "auto", *, states: int | None = None) -> Verdict:
    load = LoadOptions((str(task.path),), error_labels=task.labels)
    options = CheckOptions(load, ("unreach" if task.labels else "assert",), engine)
    (verdict,) = check(options, Context(Limits(states=states))).verdicts
    return verdict


def test_BEB_02_sequential_programs_get_the_expected_verdict() -> None:
    """BEB-02: every Boolean program without threads is proved or refuted, as its author expects."""
    found = {task: verdict_of(task) for task in chosen(threads=False)}
    assert len(found) == 14
    assert {task.path.parent.name for task, verdict in found.items() if verdict.status.value != task.expected} == set()
    assert {verdict.engine for verdict in found.values()} == {"bebop"}
    assert all(verdict.evidence_checked for verdict in found.values())


def test_threads_are_beyond_summaries() -> None:
    """For Boolean programs with threads the engine of summaries says so, and nothing else."""
    found = [verdict_of(task, "bebop") for task in chosen(threads=True)]
    assert len(found) == 6
    assert {(verdict.status.value, verdict.reason) for verdict in found} == {("unknown", "threads")}


def test_BEB_02_programs_with_threads_get_the_expected_verdict() -> None:
    """BEB-02: native search answers what is asked of Boolean programs with threads as their authors expect."""
    found = {task: verdict_of(task, states=5_000) for task in chosen(threads=True)}
    wrong = {task.path.parent.name for task, verdict in found.items() if verdict.status.value != task.expected}
    assert not wrong
    assert {verdict.engine for verdict in found.values()} <= {"machine", "explicit"}
    assert all(verdict.evidence_checked for verdict in found.values())
