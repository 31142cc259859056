"""Programs that tempt predicate abstraction to be wrong: it never says the opposite of the truth."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from vexil.core.context import Context, Limits
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.run import check

FOLDER = Path(__file__).parents[2] / "programs" / "c" / "predicates"
PROGRAMS = sorted(FOLDER.glob("*.yml"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_C2B_12_tempting_programs(path: Path) -> None:
    """The verdict of predicate abstraction alone is the right one."""
    description = yaml.safe_load(path.read_text(encoding="utf-8"))
    (entry,) = description["properties"]
    load = LoadOptions((str(FOLDER / description["input_files"]),))
    report = check(CheckOptions(load, (entry["property"],), engine="predicates"), Context(Limits(cpu_seconds=20)))
    (verdict,) = report.verdicts
    assert verdict.status.value == entry["expected_verdict"], verdict.reason


def test_there_are_tempting_programs() -> None:
    """The collection is not empty, so that a wrong path cannot pass for success."""
    assert len(PROGRAMS) >= 10
