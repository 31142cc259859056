"""The soak runner: what it knows about random programs, and what it takes for a contradiction."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from soaking import c_programs, java_programs, record, thread_programs
from soaking.drawing import Compared, Kind, Part, run
from soaking.subject import Said, Subject, Truth, contradiction

from strategies.c.inputs import program_of
from strategies.source import shrunk
from strategies.thread_scripts import java_text
from tools import require_tool
from vexil import __version__

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
    found = thread_programs.drawn_java(1).truth(java_text(units), tmp_path)
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
    """The same seed draws the same program, and a smaller one that has something of it can be found."""
    assert callable(draw)
    first, second = draw(5), draw(5)
    assert isinstance(first, Subject)
    assert first.text == second.text
    smaller = shrunk(first.make, 5, lambda text: "+" in text)
    assert "+" in smaller
    assert len(smaller) < len(first.text)


def test_sanitizers_say_what_fails(tmp_path: Path) -> None:
    """For C, every pair of inputs is executed: an index that is wrong for one of them is found."""
    require_tool("gcc")
    subject = c_programs.drawn(1)
    found = subject.truth(program_of(("array[x < 4 ? 0 : 4] = 1;",)), tmp_path)
    assert found == Truth(frozenset({"memsafety"}), frozenset())
    assert subject.truth(program_of(("a = x / 2;",)), tmp_path) == Truth(frozenset(), frozenset(c_programs.PROPERTIES))


def test_a_run_is_one_line_of_the_record(tmp_path: Path) -> None:
    """The line has the part, the seed, the numbers, the time and the version; without a file there is none."""
    path = tmp_path / "record.jsonl"
    record.append(None, "laws", 3, programs=7)
    record.append(path, "laws", 3, programs=7, failures=0)
    record.append(path, "c", 4, programs=8, failures=1)
    first, second = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert (first["part"], first["seed"], first["programs"], first["failures"]) == ("laws", 3, 7, 0)
    assert (second["part"], second["seed"]) == ("c", 4)
    assert first["version"].startswith(__version__)
    assert first["time"].endswith("Z")


def test_lines_of_the_record_say_what_was_drawn() -> None:
    """Every recorded run has a part, a seed, and how many programs, questions, failures and seconds there were."""
    for line in record.RECORD.read_text(encoding="utf-8").splitlines():
        assert json.loads(line).keys() >= {
            "part", "seed", "programs", "questions", "failures", "seconds", "time", "version",
        }  # fmt: skip


def test_what_differs_is_made_smaller_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A program that is compared wrongly is stored as it was drawn and smaller; numbers are added up and recorded."""

    def compare(text: str, _: int) -> Compared:
        return Compared("too long" if len(text) > 2 else "", {"questions": 1, "short": len(text) <= 2})

    kind = Kind(lambda random, _: "x" * random.randrange(6), compare)
    words = [
        "soak",
        "--programs",
        "20",
        "--seed",
        "1",
        "--keep",
        str(tmp_path / "kept"),
        "--record",
        str(tmp_path / "r"),
    ]
    monkeypatch.setattr(sys, "argv", words)
    assert run(Part("words", {"any": kind}, ("questions",)), "Compare words.") == 1
    recorded = json.loads((tmp_path / "r").read_text())
    wrong = recorded["failures"]
    assert 0 < wrong < 20
    assert (recorded["programs"], recorded["questions"]) == (20, 20)
    places = list((tmp_path / "kept").iterdir())
    assert len(places) == wrong
    assert {(place / "smallest.txt").read_text() for place in places} == {"xxx"}
    printed = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert printed["short"] == 20 - wrong
