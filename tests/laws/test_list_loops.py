"""Laws of loops over linked lists: what rests on facts about all nodes is broken by no small run."""

from __future__ import annotations

from collections import Counter
from random import Random

from loop_verdicts import compared
from strategies.list_programs import random_list_program


def test_proofs_about_lists_are_right() -> None:
    """What the bounded engine proves of random programs over lists, its evidence checked, no small run breaks."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        program = random_list_program(Random(seed))
        status, wrong = compared(program, 2)
        assert not wrong, (seed, wrong, program.text())
        seen[status] += 1
    assert seen["proved"] >= 1, seen
    assert seen["refuted"] >= 3, seen
