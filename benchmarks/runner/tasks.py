"""Verification tasks: a program, a property, the expected verdict, and how Vexil is asked about them."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

LANGUAGES = {"c": "C", "java": "Java", "boolprog": "BooleanProgram"}
"""The sets of tasks, and what the column ``language`` says of their members."""

PROPERTIES = {
    "unreach-call": "unreach",
    "assert": "assert",
    "assert_java": "assert",
    "termination": "termination",
    "no-deadlock": "deadlock",
    "no-uncaught-exception": "exception",
    "no-overflow": "overflow",
    "no-data-race": "race",
    "valid-memsafety": "memsafety memtrack",
}
"""What the competitions call a property, and what Vexil calls it (several words: several properties), if it differs."""

COLUMNS = ("category", "path", "language", "property", "expected", "notes")


class TaskError(Exception):
    """The tasks cannot be read; the message says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Task:
    """One program and one property; *expected* is whether the property holds."""

    category: str
    path: str
    language: str
    property: str
    expected: bool
    notes: str

    def key(self) -> tuple[str, str]:
        """What identifies the task in a table of results."""
        return (self.path, self.property)

    def flags(self) -> list[str]:
        """The flags that the notes name for the tool the task was written for."""
        _, _, flags = self.notes.partition("flags: ")
        return flags.split()

    def flag(self, name: str) -> str | None:
        """The value of a flag in the notes."""
        flags = self.flags()
        place = flags.index(name) + 1 if name in flags else len(flags)
        return flags[place] if place < len(flags) else None

    def entry(self) -> str | None:
        """The function the program starts with, if the notes name one; the ``.yml`` of a Java task names its own."""
        entry = re.search(r"\bentry=([\w.$]+)", self.notes)
        if entry is not None and not self.path.endswith(".yml"):
            return entry[1]
        return self.flag("--function")

    def names(self) -> set[str]:
        """The names in the program that the question mentions."""
        macros = {flag[2:].partition("=")[0] for flag in self.flags() if flag.startswith("-D")}
        return {name for name in (self.entry(), self.flag("-l")) if name is not None} | macros


def named_folder() -> Path:
    """The folder of verification tasks that ``VEXIL_TASKS`` names, or the usual one; it need not exist."""
    return Path(os.environ.get("VEXIL_TASKS") or ROOT.parent / "shared" / "bench")


def read_tasks(folder: Path) -> Iterator[Task]:
    """The tasks that ``tasks.csv`` lists, in its order."""
    try:
        with (folder / "tasks.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        reason = f"cannot read {folder / 'tasks.csv'} ({error.strerror}): set VEXIL_TASKS to a folder of tasks"
        raise TaskError(reason) from error
    for line, row in enumerate(rows, start=2):
        missing = [column for column in COLUMNS if row.get(column) is None]
        if missing:
            raise TaskError(f"tasks.csv:{line}: the column {missing[0]!r} is missing")
        if row["expected"] not in ("true", "false"):
            raise TaskError(f"tasks.csv:{line}: expected is {row['expected']!r} and should be true or false")
        category, path, language, prop, expected, notes = (row[column] for column in COLUMNS)
        yield Task(category, path, language, prop, expected == "true", notes)


def data_model(task: Task, folder: Path) -> str:
    """The sizes of C's types: as the ``.yml`` beside the task says, else ILP32 with the exceptions of SV-COMP 2019."""
    definition = (folder / task.path).with_suffix(".yml")
    if definition.is_file():
        named = re.search(r"^\s*data_model:\s*['\"]?(\w+)", definition.read_text(encoding="utf-8"), re.MULTILINE)
        if named is not None:
            return named[1]
    wide = "termination-" in task.category or "64-bit data model" in task.notes
    return "LP64" if wide else "ILP32"


def check_arguments(task: Task, folder: Path) -> list[str]:
    """What ``vexil check`` is given to answer the task, in *folder* as its working folder."""
    label = task.flag("-l")
    asked = [f"ltl: G !at({label})"] if label is not None else PROPERTIES.get(task.property, task.property).split()
    arguments = [task.path, *(word for one in asked for word in ("-p", one))]
    if task.language == "C":
        arguments += ["--data-model", data_model(task, folder)]
        arguments += [flag for flag in task.flags() if flag.startswith("-D")]
    entry = task.entry()
    if entry is not None:
        arguments += ["--main", entry]
    return arguments
