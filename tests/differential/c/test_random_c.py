"""The generator itself: its programs are deterministic, varied, and free of undefined behaviour."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from gcc_oracle import compile_and_run

from strategies.c.checksums import ILP32, LP64, generate
from strategies.c.checksums.kinds import Kind
from strategies.c.checksums.program import PARTS, PRELUDE
from strategies.source import Seeded, shrunk
from tools import require_tool

SANITISE = ("-fsanitize=undefined,address", "-fno-sanitize-recover=all")
PER_PART = tuple((part, seed) for part in PARTS for seed in range(1))


def test_a_seed_gives_one_program() -> None:
    """The same seed gives the same text, another seed another one, another data model other ranges."""
    texts = [generate(Random(seed), LP64) for seed in range(20)]
    assert texts == [generate(Random(seed), LP64) for seed in range(20)]
    assert len(set(texts)) == 20
    assert texts != [generate(Random(seed), ILP32) for seed in range(20)]


def test_all_parts_are_chosen() -> None:
    """A hundred programs contain every part: none is unreachable."""
    texts = [generate(Random(seed), LP64) for seed in range(100)]
    for part in PARTS:
        alone = generate(Random(0), LP64, (part,))
        name = alone.split("int main(void)\n{\n  ")[1].split("(")[0].rstrip("0123456789")
        assert any(f"static void {name}" in text for text in texts), part


@pytest.mark.parametrize(
    ("left", "right", "common"),
    [
        ("char", "_Bool", "int"), ("unsigned short", "short", "int"), ("int", "unsigned", "unsigned"),
        ("unsigned", "long", {"LP64": "long", "ILP32": "unsigned long"}), ("unsigned long", "long long",
        {"LP64": "unsigned long long", "ILP32": "long long"}), ("long", "long long", "long long"),
    ],
)  # fmt: skip
def test_usual_conversions(left: str, right: str, common: str | dict[str, str]) -> None:
    """The common type of two operands is that of C11 6.3.1.8 in each data model."""
    for model in (LP64, ILP32):
        expected = common if isinstance(common, str) else common[model.name]
        for one, two in ((left, right), (right, left)):
            found: Kind = model.common(model.by_name[one], model.by_name[two])
            assert found.name == expected, model.name


def test_programs_are_free_of_undefined_behaviour(tmp_path: Path) -> None:
    """The sanitizers of gcc find nothing in a program of every part, and optimising changes no checksum."""
    require_tool("gcc")
    texts = [generate(Random(seed), LP64, (part,)) for part, seed in PER_PART]
    checked = compile_and_run(texts, tmp_path / "checked", LP64, extra=SANITISE, wrapping=False)
    optimised = compile_and_run(texts, tmp_path / "optimised", LP64, optimise="-O2", wrapping=False)
    for text, one, two in zip(texts, checked, optimised, strict=True):
        assert one is not None, text
        assert two is not None, text
        assert (one.status, one.checksum) == (two.status, two.checksum), text


@pytest.mark.parametrize("seed", range(5))
def test_choices_that_are_remembered_are_those_of_the_seed(seed: int) -> None:
    """What is shrunk is the program of the seed."""
    assert generate(Seeded(seed), LP64) == generate(Random(seed), LP64)


def test_shrinking_keeps_the_failure_and_little_else() -> None:
    """A program that fails because of a shift to the left is reduced to one with such a shift and few other lines."""
    seed = next(seed for seed in range(100) if "<<" in generate(Random(seed), LP64))
    before = generate(Random(seed), LP64)
    after = shrunk(lambda random: generate(random, LP64), seed, lambda text: "<<" in text)
    assert "<<" in after
    assert len(after.splitlines()) - len(PRELUDE.splitlines()) < 60
    assert len(after) < len(before)


def test_programs_notice_another_compiler(tmp_path: Path) -> None:
    """A compiler whose plain char is unsigned, that packs structures or rounds constants to float gets caught."""
    require_tool("gcc")
    texts = [generate(Random(seed), LP64) for seed in range(20)]
    right = compile_and_run(texts, tmp_path / "right", LP64)
    for flag in ("-funsigned-char", "-fpack-struct=4", "-fsingle-precision-constant"):
        wrong = compile_and_run(texts, tmp_path / flag, LP64, extra=(flag,))
        assert any(one != two for one, two in zip(right, wrong, strict=True)), flag
