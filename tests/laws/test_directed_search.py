"""A law of property-directed reachability: what it proves or refutes is what a search of all states says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from strategies.c.blocks import random_blocks
from strategies.c.machines import random_machine
from strategies.source import drawn
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.engines.bounded.directed import Directed
from vexil.engines.bounded.hypotheses import NoProof
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.queries import Queries
from vexil.frontends.c import COptions, load
from vexil.ir.interpreter import CompiledProgram
from vexil.logic import Terms
from vexil.model.evidence import Invariant
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs are written."""
    return tmp_path_factory.mktemp("directed")


def limits() -> Context:
    """Enough for a small program."""
    return Context(Limits(cpu_seconds=4))


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(text=drawn(random_blocks))
def test_what_is_found_in_blocks_is_what_states_say(folder: Path, text: str) -> None:
    """Evidence about programs with branches and pointers is accepted, and contradicts no search of all states."""
    agrees(folder, text)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(text=drawn(random_machine))
def test_what_is_found_of_machines_is_what_states_say(folder: Path, text: str) -> None:
    """Evidence about state machines is accepted, and contradicts no search of all states."""
    agrees(folder, text)


def agrees(folder: Path, text: str) -> None:
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    program = load([str(path)], COptions(), Context())
    question = Question(program, parse_property("assert"))
    compiled, context = CompiledProgram(program), limits()
    goal = goal_of(question.property, compiled)
    assert isinstance(goal, StateGoal)
    with Queries(program, Terms(), context) as queries:
        directed = Directed(Machine(program, queries.terms), compiled, goal.checks, queries, context, 20_000)
        try:
            evidence = directed.run(20_000)
        except NoProof:
            evidence = None
        finally:
            directed.close()
    if evidence is not None:
        assert isinstance(certify(question, evidence, limits()), Checked)
        status = answer(question, limits(), "reference").status
        expected = Status.PROVED if isinstance(evidence, Invariant) else Status.REFUTED
        assert status in (expected, Status.UNKNOWN)
