"""Java programs for Spin: what it finds is a run of the program."""

from __future__ import annotations

from pathlib import Path

from tools import require_tool
from vexil.core.context import Context
from vexil.engines.printed import SpinOptions
from vexil.engines.printed.engine import SpinEngine
from vexil.engines.reference import ReferenceEngine
from vexil.frontends.java.load import load
from vexil.ir.interpreter import Bounds
from vexil.languages.options import JavaOptions
from vexil.model.evidence import Run
from vexil.model.outcome import Fails, Question
from vexil.model.search_options import ExplicitOptions, Order
from vexil.model.trace import trace_of
from vexil.spec.property import parse_property

EVENT = Path(__file__).parents[3] / "programs" / "java" / "papers" / "Event.java"


def test_the_lost_wake_up_is_found_and_told_in_java() -> None:
    """BCK-04: Spin finds that both tasks wait for ever, and its run ends in lines of the Java program."""
    require_tool("spin")
    require_tool("gcc")
    program = load([str(EVENT)], JavaOptions(), Context())
    question = Question(program, parse_property("deadlock"), Bounds())
    spin = SpinOptions(optimise="-O0")
    answer = SpinEngine(ReferenceEngine(), ExplicitOptions(order=Order.BREADTH), spin=spin).check(question, Context())
    assert isinstance(answer.outcome, Fails)
    assert isinstance(answer.outcome.evidence, Run)
    steps = trace_of(program, answer.outcome.evidence).steps
    assert [step.text for step in steps if (step.file, step.line) == (str(EVENT), 8)] == ["wait();"] * 2
