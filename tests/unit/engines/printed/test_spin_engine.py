"""Spin as an engine: what it finds is a run of the program, and what it does not find proves nothing by itself."""

from __future__ import annotations

import os
import signal
import stat
import tempfile
from pathlib import Path
from types import FrameType

import pytest

from processes import children_of
from tools import require_tool
from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.printed import SpinOptions
from vexil.engines.printed.engine import SpinEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir.interpreter import Bounds
from vexil.ir.operations import Notify, Wait
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.evidence import Lasso, Run
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.model.search_options import ExplicitOptions, Order
from vexil.model.trace import trace_of
from vexil.spec.property import parse_property

EVENT = Path(__file__).parents[3] / "programs" / "vir" / "papers" / "event.vir"
QUICK = SpinOptions(optimise="-O0")

WAITS = """vir 1
program waits
global flag: bool
global rounds: u8

function other()
  a -> b: flag := true
  b -> exit: return

function main()
  local t: thread
  a -> loop: t := start other()
  loop -> more: assume !flag
  loop -> done: assume flag
  more -> loop: rounds := (rounds + 1u8) % 3u8
  done -> exit: return
"""
"""A thread looks again and again whether the other one has moved."""


def program(text: str, name: str = "test.vir") -> Program:
    return load(SourceFile(name, text.encode()))


def ask(asked: Program, prop: str, searching: ExplicitOptions | None = None, bounds: Bounds | None = None) -> Answer:
    """The answer of Spin, its evidence checked by the interpreter."""
    require_tool("spin")
    require_tool("gcc")
    question = Question(asked, parse_property(prop), bounds or Bounds())
    answer = SpinEngine(ReferenceEngine(), searching, spin=QUICK).check(question, Context())
    if isinstance(answer.outcome, Fails | Holds):
        certificate = certify(question, answer.outcome.evidence, Context())
        assert isinstance(certificate, Checked), certificate
    return answer


@pytest.mark.usefixtures("native_search")
def test_BCK_04_the_lost_signal_is_mapped_back_from_spin() -> None:
    """BCK-04: the deadlock of Event found by Spin is a shortest one of the program: as long as native search finds it.

    One task looks at the counter before the other signals, and waits after it.
    """
    event = load(SourceFile(str(EVENT), EVENT.read_bytes()))
    answer = ask(event, "deadlock")
    assert isinstance(answer.outcome, Fails)
    run = answer.outcome.evidence
    assert isinstance(run, Run)
    native = ExplicitEngine(ReferenceEngine()).check(Question(event, parse_property("deadlock")), Context())
    assert isinstance(native.outcome, Fails)
    assert isinstance(native.outcome.evidence, Run)
    assert len(run.moves) == len(native.outcome.evidence.moves)
    steps = trace_of(event, run, None).steps
    done = [(step.thread, event.edge(step.edges[-1].edge).operation) for step in steps]
    notified = [place for place, (_, operation) in enumerate(done) if isinstance(operation, Notify)]
    waited = [(place, thread) for place, (thread, operation) in enumerate(done) if isinstance(operation, Wait)]
    assert len(notified) == 1
    assert [thread for _, thread in waited] in ([2, 3], [3, 2])
    assert all(place > notified[0] for place, _ in waited)


def test_an_endless_run_is_mapped_back() -> None:
    """A lasso of Spin is an endless run of the program that breaks the formula, or never comes to an end."""
    asked = program(WAITS)
    for prop in ("ltl: <>flag", "termination"):
        answer = ask(asked, prop)
        assert isinstance(answer.outcome, Fails), (prop, answer)
        assert isinstance(answer.outcome.evidence, Lasso)
        assert answer.engine == "spin"


def test_what_spin_does_not_find_is_enumerated_again() -> None:
    """Few states give evidence that can be checked; with more of them than are looked at again nothing is known."""
    asked = program(WAITS)
    answer = ask(asked, "ltl: [](rounds < 3)")
    assert isinstance(answer.outcome, Holds)
    assert answer.engine == "spin"
    again = ask(asked, "ltl: [](rounds < 3)", ExplicitOptions(recheck=3, order=Order.DEPTH))
    assert isinstance(again.outcome, GaveUp)
    assert "only up to 3 states are enumerated again" in again.outcome.reason
    assert again.statistics["states"] > 3


def test_weak_fairness_is_asked_for() -> None:
    """With fairness the other thread moves at last; nobody checks that no fair run was missed, so it is unknown."""
    asked = program(WAITS)
    answer = ask(asked, "ltl: <>flag", ExplicitOptions(fair=True))
    assert isinstance(answer.outcome, GaveUp)
    assert "no fair run" in answer.outcome.reason
    with pytest.raises(UsageError, match="--fair is about runs"):
        ask(asked, "deadlock", ExplicitOptions(fair=True))


SPINS = """vir 1
program spins
global held: bool

function w()
  local got: bool
  a -> b: begin atomic
  b -> c: got := held
  c -> d: held := true
  d -> e: end atomic
  e -> a: assume got
  e -> f: assume !got
  f -> g: held := false
  g -> exit: return

function main()
  local t: thread
  local u: thread
  a -> b: t := start w()
  b -> c: u := start w()
  c -> exit: return
"""


def test_a_run_that_is_fair_to_spin_only_is_none() -> None:
    """To Spin a thread outside of a section cannot move while another one is inside; such a run refutes nothing."""
    answer = ask(program(SPINS), "termination", ExplicitOptions(fair=True))
    assert isinstance(answer.outcome, GaveUp)
    assert "the run that Spin found is not fair" in answer.outcome.reason


GROWS = """vir 1
program grows
global x: i32

function main()
  a -> b: x := x + 1i32
  b -> a: check assert x < 1000i32 "small"
"""


def test_bounds_that_are_hit_are_named() -> None:
    """Nothing found within bounds proves nothing: the bound is named, with the option that raises it."""
    answer = ask(program(GROWS), "assert", ExplicitOptions(recheck=0), Bounds(variables={"x": (0, 9)}))
    assert isinstance(answer.outcome, GaveUp)
    assert "bounds hit: x <= 9" in answer.outcome.reason
    assert answer.outcome.hint == "raise the bound with --bound x=LOW..HIGH, or use --deepen"
    assert answer.bounds_hit == {"x <= 9": 1}


def test_BCK_05_without_spin_there_is_no_verdict(tmp_path: Path) -> None:
    """BCK-05: the answer names what was looked for and says how to get the model all the same."""
    question = Question(program(GROWS), parse_property("assert"))
    answer = SpinEngine(ReferenceEngine(), spin=SpinOptions(path=str(tmp_path))).check(question, Context())
    assert isinstance(answer.outcome, GaveUp)
    assert answer.outcome.reason == "not run: spin was looked for and is not installed; nothing was checked"
    assert "--emit promela" in answer.outcome.hint


def test_what_promela_cannot_say_is_no_verdict() -> None:
    """A value of 64 bits has no place in a Promela model: unknown, with what it is."""
    wide = GROWS.replace("i32", "i64")
    answer = SpinEngine(ReferenceEngine()).check(Question(program(wide), parse_property("assert")), Context())
    assert isinstance(answer.outcome, GaveUp)
    assert "x has 64 bits" in answer.outcome.reason


def test_a_folder_that_cannot_be_made_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no room for files of our own, the answer is unknown with the reason."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    for name in ("spin", "gcc"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    question = Question(program(GROWS), parse_property("assert"))
    answer = SpinEngine(ReferenceEngine(), spin=SpinOptions(path=str(tmp_path))).check(question, Context())
    assert answer.outcome == GaveUp("Spin could not be run: No such file or directory")


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while Spin is at work: unknown, the program that was running is ended and its folder removed."""
    programs, temporary = tmp_path / "programs", tmp_path / "temporary"
    for folder in (programs, temporary):
        folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    for name, script in (("spin", "exec sleep 60"), ("gcc", "exit 0")):
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod((programs / name).stat().st_mode | stat.S_IXUSR)

    def interrupt(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    children = set(children_of(os.getpid()))
    context = Context()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        engine = SpinEngine(ReferenceEngine(), spin=SpinOptions(path=str(programs)))
        answer = engine.check(Question(program(GROWS), parse_property("assert")), context)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert answer.outcome == GaveUp("interrupted while Spin was at work")
    assert context.interrupted
    assert list(temporary.iterdir()) == []
    assert set(children_of(os.getpid())) <= children
