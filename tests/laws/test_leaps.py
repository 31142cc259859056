"""Laws of leaps: what a chain reaches is reached, and the checker confirms every chain."""

from __future__ import annotations

import pytest

from leap_verdicts import compared_text
from strategies.ir.leaps import NARROW, random_leaps
from strategies.source import check_seeded

STATES = 100_000
PARTS, SHARE = 4, 12


@pytest.mark.parametrize("part", range(PARTS))
def test_LLP_04_what_a_chain_reaches_is_reached(part: int) -> None:
    """LLP-04: a check behind a chain fails in some run, by exhaustive search; the checker accepts every chain."""
    chains = 0

    def check(text: str) -> None:
        nonlocal chains
        found = compared_text(text, STATES)
        assert found.wrong == ""
        chains += found.chains

    for seed in range(part * SHARE, (part + 1) * SHARE):
        check_seeded(lambda random: random_leaps(random, NARROW), seed, check)
    assert chains, "some of the programs have chains"
