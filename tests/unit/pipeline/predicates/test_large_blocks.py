"""Programs that are hard for predicate abstraction, in larger blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from vexil.core.context import Context, Limits
from vexil.model.verdict import Status
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.run import check

FOLDER = Path(__file__).parents[3] / "programs" / "c" / "predicates"
NEEDS_EDGES = {"failure_behind_hard_arithmetic"}
"""Programs with a failure that no solver finds: only runs by rank do, which are followed edge by edge."""
PROGRAMS = sorted(path for path in FOLDER.glob("*.yml") if path.stem not in NEEDS_EDGES)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_verdicts_in_blocks(path: Path) -> None:
    """Predicate abstraction alone, in large blocks, says of a program what is expected."""
    (asked,) = yaml.safe_load(path.read_text(encoding="utf-8"))["properties"]
    options = CheckOptions(
        LoadOptions((str(path.with_suffix(".c")),)),
        (asked["property"],),
        engine="predicates",
        predicates=PredicateOptions(blocks="large"),
        limits=Limits(cpu_seconds=20),
    )
    (found,) = check(options, Context(options.limits)).verdicts
    assert found.status is Status(asked["expected_verdict"]), found


def test_fewer_predicates() -> None:
    """Where only copies of a state are tested, blocks need no predicates about the copies, and edges do."""
    numbers = {}
    for blocks in ("statement", "large"):
        options = CheckOptions(
            LoadOptions((str(FOLDER / "copies_in_a_block.c"),)),
            ("assert",),
            engine="predicates",
            predicates=PredicateOptions(blocks=blocks),
        )
        (found,) = check(options, Context()).verdicts
        assert found.status is Status.PROVED
        numbers[blocks] = found.statistics["predicates"]
    assert numbers["large"] < numbers["statement"]
