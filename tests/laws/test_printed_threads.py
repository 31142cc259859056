"""Laws of abstractions of threads as Boolean programs: printed, read again and searched they say the same."""

from __future__ import annotations

from random import Random

import pytest

from abstract_threads import abstraction, searched
from order_verdicts import PROVED, REFUTED
from strategies.ir.orders import random_orders
from thread_claims import said


@pytest.mark.parametrize("seed", range(12))
def test_a_printed_abstraction_has_the_same_answer(seed: int) -> None:
    """C2B-12: what predicates of threads prove or refute, a search of the printed program does."""
    program = random_orders(Random(seed))
    answer = said(program)
    made = abstraction(program) if answer in (PROVED, REFUTED) else None
    if made is not None:
        assert searched(made) in (answer, "vacuous" if answer == PROVED else answer)
