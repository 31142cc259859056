"""Real verification tasks: nearly all of them load, and the rest is refused for a reason."""

from __future__ import annotations

import csv
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.tools import tasks_folder

from vexil.core.context import Context
from vexil.core.errors import VexilError
from vexil.frontends.c import COptions, load
from vexil.ir.layout import ILP32, LP64

WANTED = 0.97
EVERY = 1 if os.environ.get("VEXIL_SLOW") == "1" else 3
"""Every so many of the tasks is loaded."""


def outcome(path: Path, model: str) -> str:
    """Nothing if the program loads, else the refusal."""
    try:
        load([str(path)], COptions(layout=LP64 if model == "LP64" else ILP32), Context())
    except VexilError as refusal:
        return refusal.render()
    return ""


def test_tasks_load() -> None:
    """At least 97 of 100 C programs load; every refusal names the file and what is the matter."""
    folder = tasks_folder()
    with (folder / "tasks.csv").open(encoding="utf-8") as file:
        rows = {row["path"]: row for row in csv.DictReader(file) if row["language"] == "C"}
    paths = sorted(rows)[::EVERY]
    models = ["LP64" if "termination-" in path or "tlan" in path else "ILP32" for path in paths]
    with ThreadPoolExecutor(2) as pool:
        found = dict(zip(paths, pool.map(outcome, (folder / path for path in paths), models), strict=True))
    refused = {path: text for path, text in found.items() if text}
    assert len(refused) <= (1 - WANTED) * len(paths), refused
    assert all(Path(path).name in text for path, text in refused.items()), refused
