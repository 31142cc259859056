"""The bounded engine against the reference engine, on random programs that the reference can enumerate."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from agreement import disagreement, loaded
from random_loops import RandomLoops
from random_programs import RandomProgram

from vexil.model.goal import has_checks

sys.path.append(str(Path(__file__).parents[2] / "laws"))


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
        random = Random(seed)
        text = RandomProgram(seed, wild=random.random() < 0.5).text(random.randrange(3, 14))
        agreed(text, tmp_path, ("assert", "memsafety"), counts)
    assert counts["proved", "proved"] + counts["refuted", "refuted"] >= 2, counts


@pytest.mark.parametrize("start", range(0, 18, 6))
def test_endless_loops(start: int, tmp_path: Path) -> None:
    """On programs with endless loops over tiny variables, a definite answer is the reference's answer."""
    counts: Counter[tuple[str, str]] = Counter()
    for seed in range(start, start + 6):
        random = Random(seed)
        agreed(RandomLoops(seed).text(random.randrange(2, 6)), tmp_path, ("assert",), counts)
    assert counts["proved", "proved"] + counts["refuted", "refuted"] >= 2, counts


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_regions_of_memory(start: int) -> None:
    """On loop-free programs that read and write overlapping bytes, pointers and floats, the engines agree."""
    from random_regions import Regions

    counts: Counter[tuple[str, str]] = Counter()
    for seed in range(start, start + 100):
        random = Random(seed)
        program = Regions(random, typed=random.random() < 0.3, floats=random.random() < 0.7).program(
            random.randrange(4, 16)
        )
        if not has_checks(program, frozenset({"assert"})):
            continue
        problem, one, other = disagreement(program, "assert")
        assert not problem, f"{seed}: {problem}"
        counts[one.word, other.word] += 1
    assert counts["proved", "proved"] >= 1, counts
    assert counts["refuted", "refuted"] >= 1, counts
