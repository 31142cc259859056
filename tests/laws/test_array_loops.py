"""Laws of loops over arrays: answers that rest on facts about all elements are never wrong."""

from __future__ import annotations

from collections import Counter
from random import Random

from loop_verdicts import compared
from strategies.array_loops import random_array_loops
from strategies.pointer_loops import random_pointer_loops


def test_answers_about_array_loops_are_right() -> None:
    """What the bounded engine proves or refutes of loops over arrays, its evidence checked, is what all inputs say."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        loops = random_array_loops(Random(seed))
        status, wrong = compared(loops, 2)
        assert not wrong, (seed, wrong, loops.text())
        seen[status] += 1
    assert seen["proved"] >= 1, seen
    assert seen["refuted"] >= 5, seen


def test_answers_about_loops_with_pointers_are_right() -> None:
    """The same of loops whose pointers walk through arrays and strings."""
    seen: Counter[str] = Counter()
    for seed in range(5):
        loops = random_pointer_loops(Random(seed))
        status, wrong = compared(loops, 1.2)
        assert not wrong, (seed, wrong, loops.text())
        seen[status] += 1
    assert seen["refuted"] >= 1, seen
