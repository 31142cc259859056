"""Laws of leaps: what a chain reaches is reached, and the checker confirms every chain."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from leap_programs import narrow_alternate, narrow_jump, narrow_less_simple, narrow_nested, narrow_simple
from leap_verdicts import compared_leaps
from strategies.ir.leaps import NARROW, GivenLeaps, random_given_leaps, random_leaps
from strategies.source import check_seeded

STATES = 100_000
MAKERS = {"found": (random_leaps, 12), "given": (random_given_leaps, 40)}
"""How many programs a test draws, whose abstract states are found or given."""


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("part", range(4))
def test_LLP_04_what_a_chain_reaches_is_reached(kind: str, part: int) -> None:
    """LLP-04: a check behind a chain fails in some run, by exhaustive search; the checker accepts every chain."""
    make, share = MAKERS[kind]
    chains = 0

    def check(given: GivenLeaps) -> None:
        nonlocal chains
        found = compared_leaps(given, STATES)
        assert found.wrong == ""
        chains += found.chains

    for seed in range(part * share, (part + 1) * share):
        check_seeded(lambda random: make(random, NARROW), seed, check)
    assert chains or kind == "given", "some of the programs have chains; most given ports are refused"


NARROW_PROGRAMS = (narrow_simple, narrow_less_simple, narrow_nested, narrow_jump, narrow_alternate)
NUMBERS = (3, 6, 11, 14)


@pytest.mark.parametrize("n", NUMBERS)
@pytest.mark.parametrize("make", NARROW_PROGRAMS, ids=lambda make: make.__name__)
def test_LLP_09_programs_that_overflow(make: Callable[[int], str], n: int) -> None:
    """LLP-09: with four bits the programs of the paper wrap around; what is said to be reached is reached."""
    assert compared_leaps(GivenLeaps(make(n)), STATES).wrong == ""


def test_LLP_09_some_programs_never_get_behind_their_loops() -> None:
    """LLP-09: the test above can fail: many of its programs go round for ever, and in others a chain is found."""
    outcomes = [compared_leaps(GivenLeaps(make(n)), STATES) for make in (narrow_nested, narrow_jump) for n in NUMBERS]
    assert {"found", "none"} <= {found.outcome for found in outcomes}
