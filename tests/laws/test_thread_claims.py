"""Laws of predicate abstraction with threads: what it says agrees with all states."""

from __future__ import annotations

from random import Random

import pytest

from order_verdicts import UNKNOWN, known
from strategies.ir.orders import random_orders
from thread_claims import said
from thread_verdicts import disagreement, drawn_c


@pytest.mark.parametrize("seed", range(10))
def test_answers_agree_with_all_states(seed: int) -> None:
    """What is proved, refuted or vacuous is so when all states are looked at; nothing is left unchecked."""
    program = random_orders(Random(seed))
    found = said(program)
    if not found.startswith(UNKNOWN):
        assert known(program, 6_000) in ("", found)


@pytest.mark.parametrize("seed", range(4))
def test_answers_about_c_agree_with_all_states(seed: int) -> None:
    """The same of programs in C, whose memory and whose library for threads are not followed as they are."""
    assert disagreement(drawn_c(Random(seed)))[1] == ""
