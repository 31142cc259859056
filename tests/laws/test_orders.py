"""Laws of threads with inputs: all orders at once agree with all states, and the checker confirms nothing wrong."""

from __future__ import annotations

from random import Random

import pytest

from order_verdicts import PROVED, REFUTED, UNKNOWN, confirms, every_edge, known, said
from strategies.ir.orders import random_orders


@pytest.mark.parametrize("seed", range(12))
def test_answers_agree_with_all_states(seed: int) -> None:
    """What is proved, refuted or vacuous is so when all states are looked at; nothing is left unchecked."""
    program = random_orders(Random(seed))
    expected, found = known(program, 6_000), said(program)
    if expected and not found.startswith(UNKNOWN):
        assert found == expected


def meetings(random: Random, edges: frozenset[str]) -> frozenset[str]:
    """Some of the edges."""
    share = random.choice([0.0, 0.5, 0.9, 1.0])
    return frozenset(edge for edge in sorted(edges) if random.random() < share)


@pytest.mark.parametrize("seed", range(100, 124))
def test_nothing_wrong_is_confirmed(seed: int) -> None:
    """Wherever threads are said to meet, the checker confirms it only of programs in which no assertion fails."""
    random = Random(seed)
    program = random_orders(random)
    if confirms(program, meetings(random, every_edge(program))):
        assert known(program, 6_000) in ("", PROVED, "vacuous")


def test_there_is_something_to_refute() -> None:
    """The programs that are drawn fail often enough."""
    assert sum(known(random_orders(Random(seed)), 2_000) == REFUTED for seed in range(100, 124)) >= 4
