"""The comparison with Spin searches the same states with both and counts start-up."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.spin.rows import Row

from tools import require_tool

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "spin_search.py"


def test_start_up_counts() -> None:
    """States per second are those of everything; those of the search alone are another number."""
    found = Row("queue", "spin", 1000, 2000, 1.5, 0.5, 40.0, 90.0)
    assert (found.seconds, found.speed, found.search_speed) == (2.0, 500.0, 2000.0)


@pytest.mark.usefixtures("native_search")
def test_both_see_the_same_states() -> None:
    """A program with locks has as many states and steps for Spin as for native search, and fewer on the machine."""
    require_tool("spin")
    require_tool("gcc")
    options = ["--quick", "--json", "--optimise=-O0", "--search", "breadth", "--search", "machine"]
    command = [sys.executable, str(SCRIPT), *options, "accounts"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = {row["search"]: row for row in map(json.loads, done.stdout.splitlines())}
    ours, theirs = rows["vexil breadth"], rows["spin"]
    assert (ours["states"], ours["transitions"]) == (theirs["states"], theirs["transitions"])
    assert rows["vexil machine"]["states"] < ours["states"]
    assert all(row["start_seconds"] > 0 and row["bytes"] > 0 for row in rows.values())


def test_a_model_that_is_not_there_is_refused() -> None:
    """The message names the models that there are."""
    done = subprocess.run([sys.executable, str(SCRIPT), "nothing"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no model nothing; there are peterson" in done.stderr
