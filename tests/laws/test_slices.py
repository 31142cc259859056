"""Laws of slices: they have the answers of the programs they are made of, and hide no undefined end."""

from __future__ import annotations

import pytest

from slice_programs import Sliceable, random_sliceable
from strategies.source import check_seeded

STATES = 600
SHARES = {"vir": (4, 18), "c": (2, 18), "c threads": (2, 12), "java": (1, 3), "java threads": (2, 14)}
"""By kind of programs how many tests there are, and how many programs each draws."""
PARTS = [(kind, part) for kind, (tests, _) in SHARES.items() for part in range(tests)]


@pytest.mark.parametrize(("kind", "part"), PARTS, ids=str)
def test_SLI_10_slices_have_the_answers_of_their_programs(kind: str, part: int) -> None:
    """The checker accepts the slice; no violation and no undefined end is lost, and no run is made up."""

    def check(case: Sliceable) -> None:
        assert case.compared(STATES).wrong == ""

    _, count = SHARES[kind]
    for seed in range(part * count, (part + 1) * count):
        check_seeded(lambda random: random_sliceable(kind, random), seed, check)
