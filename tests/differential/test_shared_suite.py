"""One program, several checkers: the verdicts on programs of the literature do not depend on who searches."""

from __future__ import annotations

from pathlib import Path

import pytest

from paper_steps import paper_runs, told
from tools import require_tool
from vexil.certify import certify
from vexil.core.context import Context
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.printed import SpinOptions
from vexil.engines.printed.engine import SpinEngine
from vexil.engines.reference import ReferenceEngine
from vexil.model.evidence import Run
from vexil.model.outcome import Answer, Question
from vexil.model.search_options import ExplicitOptions
from vexil.model.trace import trace_of
from vexil.model.verdict import Verdict
from vexil.pipeline.conclude import conclude
from vexil.pipeline.load import load
from vexil.pipeline.options import LoadOptions, parse_bounds, parse_settings
from vexil.spec.property import parse_property

PROGRAMS = Path(__file__).parents[1] / "programs"
EXCLUSION = "ltl: [] !(at(critical1) && at(critical2))"
PARITY = "ltl: [] !at(end_) || [] (!at(init) || m == EVEN || <> (at(end_) && result == ODD))"
SUITE = [
    ("fcl/power/power.fcl", ("m=2", "n=3"), "ltl: <>[end.1]", (), "proved"),
    ("fcl/power/power.fcl", ("m=2", "n=3"), "ltl: []<(result,8)", (), "refuted"),
    ("vir/papers/power_parity.vir", (), PARITY, (), "proved"),
    ("vir/papers/bakery.vir", (), EXCLUSION, ("int=0..3",), "refuted"),
    ("vir/papers/bakery_atomic.vir", (), EXCLUSION, ("int=0..3",), "unknown"),
    ("java/papers/PubSub.java", (), "assert", (), "proved"),
    ("java/papers/PubSubLost.java", (), "deadlock", (), "refuted"),
]
"""Programs, values of parameters, what is asked, bounds, and the verdict."""


@pytest.fixture(autouse=True)
def tools(native_search: None) -> None:
    require_tool("spin")
    require_tool("gcc")


def asked(name: str, values: tuple[str, ...], prop: str, bounds: tuple[str, ...]) -> Question:
    program = load(LoadOptions((str(PROGRAMS / name),), parse_settings(values)), Context()).program
    return Question(program, parse_property(prop), parse_bounds(bounds))


def concluded(question: Question, answer: Answer) -> Verdict:
    """The verdict of an answer, whose evidence is checked as always."""
    evidence = getattr(answer.outcome, "evidence", None)
    return conclude(question, answer, None if evidence is None else certify(question, evidence, Context()))


@pytest.mark.parametrize(
    ("name", "values", "prop", "bounds", "expected"), SUITE, ids=[f"{Path(row[0]).stem}-{row[-1]}" for row in SUITE]
)
def test_BCK_01_every_checker_gives_the_verdict(
    name: str, values: tuple[str, ...], prop: str, bounds: tuple[str, ...], expected: str
) -> None:
    """BCK-01: the reference engine, native search and Spin agree about power, Event, Bakery and publishing.

    Where the verdict is unknown because of a bound, each of them names the bound.
    """
    question = asked(name, values, prop, bounds)
    spin = SpinEngine(ReferenceEngine(), spin=SpinOptions(optimise="-O0"))
    engines = (ReferenceEngine(), ExplicitEngine(ReferenceEngine()), spin)
    verdicts = {engine.name: concluded(question, engine.check(question, Context())) for engine in engines}
    assert {engine: verdict.status.value for engine, verdict in verdicts.items()} == dict.fromkeys(verdicts, expected)
    if expected == "unknown":
        assert all("y1 <= 3" in verdict.reason for verdict in verdicts.values())


def test_BCK_01_BCK_04_the_deadlock_of_event_is_the_same_run_for_everybody() -> None:
    """BCK-01, BCK-04: everybody finds the deadlock, as one of the paper's shortest runs when mapped to the source."""
    question = asked("vir/papers/event_signs.vir", (), "deadlock", ())
    unreduced = ExplicitEngine(ReferenceEngine(), ExplicitOptions(reductions=frozenset()))
    for engine in (ReferenceEngine(), unreduced, SpinEngine(ReferenceEngine(), spin=SpinOptions(optimise="-O0"))):
        verdict = concluded(question, engine.check(question, Context()))
        assert verdict.status.value == "refuted"
        assert isinstance(verdict.evidence, Run)
        assert tuple(told(trace_of(question.program, verdict.evidence).steps)) in paper_runs()
