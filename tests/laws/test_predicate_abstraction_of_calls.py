"""Predicate abstraction never contradicts the reference engine, whatever calls do."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from strategies.c.calls import random_calls
from strategies.source import drawn
from vexil.core.context import Context, Limits
from vexil.model.verdict import Status
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check


def status(path: Path, engine: str, seconds: float) -> Status:
    """What an engine says about the assertion of a program."""
    options = CheckOptions(LoadOptions((str(path),)), ("assert",), engine=engine)
    return check(options, Context(Limits(cpu_seconds=seconds))).verdicts[0].status


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(text=drawn(random_calls))
def test_C2B_09_verdicts_about_programs_with_calls(tmp_path: Path, text: str) -> None:
    """With writes through pointers, recursion and inputs a proof or a refutation is right."""
    path = tmp_path / "program.c"
    path.write_text(text, encoding="utf-8")
    found = status(path, "predicates", 1)
    assert found in (Status.UNKNOWN, status(path, "reference", 10))


@pytest.mark.parametrize("seed", [108])
def test_recursion_that_reads_memory_at_an_argument(tmp_path: Path, seed: int) -> None:
    """Predicates about elements of an array at an index that was given to a recursive function have expressions."""
    path = tmp_path / "program.c"
    path.write_text(random_calls(Random(seed)), encoding="utf-8")
    assert status(path, "predicates", 5) is not Status.REFUTED
