"""Random Java programs observe in the interpreter what they observe in a JVM, printed and asserted."""

from __future__ import annotations

from pathlib import Path
from random import Random

from java_comparison import compare, outputs_of_the_jvm

from strategies.java import Generator
from tools import require_tool

SEEDS = (217,)


def test_a_seed_gives_one_java_program() -> None:
    """The same seed gives the same text, and another seed another one."""
    texts = [Generator(Random(seed), f"P{seed}").program().body for seed in range(10)]
    assert texts == [Generator(Random(seed), f"P{seed}").program().body for seed in range(10)]
    assert len(set(texts)) == 10


def test_random_java_programs_mean_what_they_mean_to_a_jvm(tmp_path: Path) -> None:
    """Each program observes the same numbers, asserts them when it is checked, and fails when one is another."""
    require_tool("javac")
    require_tool("java")
    programs = {f"P{seed}": Generator(Random(seed), f"P{seed}").program() for seed in SEEDS}
    printed = outputs_of_the_jvm(programs, tmp_path)
    assert all(len(text.split()) > 5 for text in printed.values())
    assert {name: compare(name, one, printed[name], tmp_path) for name, one in programs.items()} == dict.fromkeys(
        programs, "agreed"
    )
