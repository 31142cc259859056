"""The soak runner: what it knows about random programs, and what it takes for a contradiction."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from soaking import c_programs, java_programs, thread_programs
from soaking.subject import Said, Subject, Truth, contradiction

from tools import require_tool

NEVER_BOTH = "end:0 2 1 9"


@pytest.mark.parametrize(
    ("units", "fails"),
    [
        (("0:load 0;store 0 1", "1:load 0;store 0 1", "end:0 1 1 0"), {"assert"}),
        (("0:lock 0;load 0;store 0 1;unlock 0", "1:lock 0;load 0;store 0 1;unlock 0", "end:0 1 1 0"), set()),
        (("0:lock 0;lock 1;unlock 1;unlock 0", "1:lock 1;lock 0;unlock 0;unlock 1", NEVER_BOTH), {"deadlock"}),
        (("0:add 0 1", "1:add 0 1", "end:0 2 1 0"), {"assert"}),
    ],
)
def test_interleavings(units: tuple[str, ...], fails: set[str], tmp_path: Path) -> None:
    """All interleavings of the steps are known: a lost update, a lock that saves it, locks in different orders."""
    subject = thread_programs.drawn_java(1)
    found = subject.truth(subject.render(units), tmp_path)
    assert found == Truth(frozenset(fails), frozenset(thread_programs.PROPERTIES) - fails)


@pytest.mark.parametrize(
    ("verdict", "wrong"),
    [("proved", "wrong proof"), ("refuted", ""), ("unknown", "")],
)
def test_a_proof_of_what_fails_is_a_contradiction(verdict: str, wrong: str) -> None:
    """What an execution breaks is not proved."""
    said = Said({"assert": (verdict, "bounded")})
    assert contradiction(Truth(frozenset({"assert"}), frozenset()), said).startswith(wrong)
    assert bool(contradiction(Truth(frozenset({"assert"}), frozenset()), said)) is bool(wrong)


def test_a_refutation_of_what_holds_and_a_crash_are_contradictions() -> None:
    """What no execution breaks is not refuted, and Vexil does not crash."""
    nothing = Truth(frozenset(), frozenset({"assert"}))
    assert contradiction(nothing, Said({"assert": ("refuted", "explicit")})).startswith("wrong refutation")
    assert contradiction(nothing, Said({"overflow": ("refuted", "explicit")})) == ""
    assert contradiction(nothing, Said({}, "exit 70")).startswith("crash")


@pytest.mark.parametrize("draw", [c_programs.drawn, java_programs.drawn, thread_programs.drawn_c])
def test_a_seed_is_a_program(draw: object) -> None:
    """The same seed draws the same program, and every part of it can be left out."""
    assert callable(draw)
    first, second = draw(5), draw(5)
    assert isinstance(first, Subject)
    assert first.text == second.text
    assert first.without(0).units == first.units[1:]


def test_sanitizers_say_what_fails(tmp_path: Path) -> None:
    """For C, every pair of inputs is executed: an index that is wrong for one of them is found."""
    require_tool("gcc")
    subject = c_programs.drawn(1)
    found = subject.truth(subject.render(("array[x < 4 ? 0 : 4] = 1;",)), tmp_path)
    assert found == Truth(frozenset({"memsafety"}), frozenset())
    assert subject.truth(subject.render(("a = x / 2;",)), tmp_path) == Truth(
        frozenset(), frozenset(c_programs.PROPERTIES)
    )
