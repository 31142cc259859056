"""The bounded engine against the reference engine, on random programs that the reference can enumerate."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from agreement import disagreement, loaded

from strategies.c.loops import random_loops
from strategies.c.memory import random_memory_program
from strategies.ir.regions import random_regions
from strategies.source import check_seeded
from vexil.ir.program import Program
from vexil.model.goal import has_checks


def agreed(text: str, folder: Path, properties: tuple[str, ...], counts: Counter[tuple[str, str]]) -> None:
    """Fail with the program when the engines disagree about a property of it."""
    program = loaded(text, folder)
    for prop in properties:
        problem, one, other = disagreement(program, prop)
        assert not problem, f"{problem}\n{text}"
        counts[one.word, other.word] += 1


@pytest.mark.parametrize("start", range(0, 12, 6))
def test_programs_with_inputs(start: int, tmp_path: Path) -> None:
    """On programs with inputs, memory of all kinds and bounded loops, a definite answer is the reference's answer."""
    counts: Counter[tuple[str, str]] = Counter()
    for seed in range(start, start + 6):
        check_seeded(random_memory_program, seed, lambda text: agreed(text, tmp_path, ("assert", "memsafety"), counts))
    assert counts["proved", "proved"] + counts["refuted", "refuted"] >= 2, counts


@pytest.mark.parametrize("start", range(0, 18, 6))
def test_endless_loops(start: int, tmp_path: Path) -> None:
    """On programs with endless loops over tiny variables, a definite answer is the reference's answer."""
    counts: Counter[tuple[str, str]] = Counter()
    for seed in range(start, start + 6):
        check_seeded(random_loops, seed, lambda text: agreed(text, tmp_path, ("assert",), counts))
    assert counts["proved", "proved"] + counts["refuted", "refuted"] >= 2, counts


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_regions_of_memory(start: int) -> None:
    """On loop-free programs that read and write overlapping bytes, pointers and floats, the engines agree."""
    counts: Counter[tuple[str, str]] = Counter()

    def check(program: Program) -> None:
        if has_checks(program, frozenset({"assert"})):
            problem, one, other = disagreement(program, "assert")
            assert not problem
            counts[one.word, other.word] += 1

    for seed in range(start, start + 100):
        check_seeded(random_regions, seed, check)
    assert counts["proved", "proved"] >= 1, counts
    assert counts["refuted", "refuted"] >= 1, counts
