"""Programs of the literature: every engine that answers a question gives the same verdict under the same arithmetic."""

from __future__ import annotations

import pytest

from command_line import ROOT, vexil
from tools import require_tool

POWER = ("examples/power.fcl", "--set", "m=2", "--set", "n=3")
EVENT = ("tests/programs/vir/papers/event.vir",)
BAKERY = ("tests/programs/vir/papers/bakery_atomic.vir", "--bound", "int=0..8")
FIGURE_1 = ("tests/programs/c/papers/figure_1.c", "--integers", "math")
FIGURE_2A = ("tests/programs/c/papers/figure_2a.c",)
FIGURE_5C = ("tests/programs/c/papers/figure_5c.c",)
SIMPLE = ("tests/programs/c/papers/simple.c",)
PARTITION = ("examples/list_partition.bp",)
APART = "ltl: [] !(at(critical1) && at(critical2))"
PROVED, REFUTED, UNKNOWN = 0, 1, 3

AGREED = {
    "power, a bound": (POWER, "ltl: [] <(result, 8)", REFUTED, "explicit reference spin"),
    "power, its end": (POWER, "ltl: <>[end]", PROVED, "explicit reference"),
    "power, its end on all paths": (POWER, "ctl: AF [end]", PROVED, "reference predicates"),
    "Event": (EVENT, "deadlock", REFUTED, "explicit reference spin"),
    "Bakery, within bounds": (BAKERY, APART, UNKNOWN, "explicit reference"),
    "Fig. 1": (FIGURE_1, "assert", PROVED, "bounded predicates"),
    "Fig. 1, branching": (FIGURE_1, "ctl: AG !at(P1)", PROVED, "predicates"),
    "Fig. 2": (FIGURE_2A, "assert", REFUTED, "bounded predicates explicit leap"),
    "Fig. 2, branching": (FIGURE_2A, "ctl: AG !at(P1)", REFUTED, "predicates"),
    "Fig. 5(c)": (FIGURE_5C, "assert", REFUTED, "bounded explicit reference leap"),
    "Fig. 5(c), branching": (FIGURE_5C, "ctl: EF at(END)", PROVED, "predicates reference"),
    "simple": (SIMPLE, "assert", REFUTED, "bounded explicit reference leap"),
    "simple, branching": (SIMPLE, "ctl: AF at(END)", PROVED, "reference"),
    "partition": (PARTITION, "assert", PROVED, "bebop explicit reference predicates"),
}


@pytest.mark.parametrize(
    ("name", "engine"), [(name, engine) for name, case in AGREED.items() for engine in ("auto", *case[3].split())]
)
def test_XCT_04_engines_agree(name: str, engine: str) -> None:
    """XCT-04: the verdict does not depend on who is asked; engines that do not answer a question are left out."""
    if engine == "spin":
        require_tool("spin")
    words, asked, code, _ = AGREED[name]
    done = vexil("check", *words, "-p", asked, "--engine", engine, folder=ROOT)
    assert done.returncode == code, done.stdout + done.stderr


RELATIONS = [
    (name, blocks)
    for name, (words, asked, _, engines) in AGREED.items()
    if "predicates" in engines and words != PARTITION
    for blocks in (("statement", "basic") if asked == "assert" else ("statement",))
]


@pytest.mark.parametrize(("name", "blocks"), RELATIONS)
def test_XCT_04_relations_agree(name: str, blocks: str) -> None:
    """XCT-04: predicate abstraction by relations says what the others say."""
    words, asked, code, _ = AGREED[name]
    how = ("--engine", "predicates", "--abstraction", "relation", "--blocks", blocks)
    done = vexil("check", *words, "-p", asked, *how, folder=ROOT)
    assert done.returncode == code, done.stdout + done.stderr


SHARED = {
    "Bakery": (("tests/programs/vir/papers/bakery.vir", "--bound", "int=0..3"), APART, "refuted"),
    "publish/subscribe": (("tests/programs/java/papers/PubSubLost.java",), "deadlock", "refuted"),
}


@pytest.mark.parametrize("name", SHARED)
def test_BCK_01_every_back_end_says_the_same_on_the_command_line(name: str) -> None:
    """BCK-01: the built-in checkers and Spin agree about Bakery and publish/subscribe, as about those above."""
    require_tool("spin")
    words, asked, expected = SHARED[name]
    for engine in ("reference", "explicit", "spin"):
        done = vexil("check", *words, "-p", asked, "--engine", engine, folder=ROOT)
        assert done.stdout.startswith(f"{asked}: {expected}\n"), done.stdout + done.stderr
        assert f"engine {engine}, " in done.stdout
