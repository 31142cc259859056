"""Which reductions are used for which property: the table, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vexil.core.errors import UsageError
from vexil.model.search_options import ExplicitOptions, Reduction
from vexil.spec.property import parse_property
from vexil.transform.reductions.soundness import SOUND, Query, usable

PAGE = Path(__file__).resolve().parents[4] / "docs" / "explicit.md"
ALIKE = frozenset({Reduction.DEAD, Reduction.SYMMETRY})


def test_the_page_shows_the_table() -> None:
    """The documented table has a row for everything that may be asked, and says what the engine does."""
    rows = re.findall(r"^\| (.+?) \|((?: (?:yes|no) \|){4})$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    shown = {
        name: frozenset(
            item for item, word in zip(Reduction, cells.replace("|", " ").split(), strict=True) if word == "yes"
        )
        for name, cells in rows
    }
    assert shown == {asked.value: SOUND[asked] for asked in Query}


@pytest.mark.parametrize(
    ("text", "searching", "expected"),
    [
        ("assert", ExplicitOptions(), frozenset(Reduction)),
        ("deadlock", ExplicitOptions(feasible=True), frozenset(Reduction)),
        ("ltl: []<> at(a)", ExplicitOptions(), frozenset(Reduction)),
        ("ltl: X at(a)", ExplicitOptions(), ALIKE),
        ("termination", ExplicitOptions(fair=True), frozenset({Reduction.DEAD})),
        ("race", ExplicitOptions(), frozenset(Reduction)),
        ("assert", ExplicitOptions(reductions=frozenset({Reduction.FUSE})), frozenset({Reduction.FUSE})),
    ],
)
def test_every_sound_reduction_is_used(text: str, searching: ExplicitOptions, expected: frozenset[Reduction]) -> None:
    """Unless somebody chooses, all reductions are used that keep the answer to the property and the options."""
    assert usable(parse_property(text), searching) == expected


@pytest.mark.parametrize(
    ("text", "searching", "words"),
    [
        (
            "ltl: X at(a)",
            ExplicitOptions(reductions=frozenset({Reduction.ORDER})),
            "order does not keep the answer about LTL with next",
        ),
        (
            "termination",
            ExplicitOptions(fair=True, reductions=frozenset({Reduction.FUSE})),
            "fuse does not keep the answer about fairness",
        ),
    ],
)
def test_others_are_refused(text: str, searching: ExplicitOptions, words: str) -> None:
    """A reduction that would change the answer is an error that names it and the reason."""
    with pytest.raises(UsageError, match=words):
        usable(parse_property(text), searching)
