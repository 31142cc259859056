"""Laws of larger blocks: what is proved or refuted path by path is never refuted or proved edge by edge."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from explicit_states import Explicit
from hypothesis import HealthCheck, given, settings

from strategies.c.blocks import random_blocks
from strategies.ir.branching import program_of
from strategies.ir.narrow import border_ctl, narrow_program
from strategies.source import drawn, sources
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.ir.program import Program
from vexil.model.outcome import Answer, Fails, Holds, Question
from vexil.model.verdict import Status
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.verdicts import answer
from vexil.spec.mu import positive_normal_form
from vexil.spec.property import parse_property


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs are written."""
    return tmp_path_factory.mktemp("blocks")


def loaded(text: str, folder: Path) -> Program:
    """A program from its text."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


def limits() -> Context:
    """Enough for a small program."""
    return Context(Limits(cpu_seconds=3))


def asked(question: Question, options: PredicateOptions) -> Answer:
    """What predicate abstraction says; its evidence is accepted."""
    found = PredicateEngine(options).check(question, limits())
    if isinstance(found.outcome, Holds | Fails):
        checked = certify(question, found.outcome.evidence, limits())
        assert isinstance(checked, Checked), checked
    return found


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(text=drawn(random_blocks))
def test_verdicts_do_not_depend_on_blocks(folder: Path, text: str) -> None:
    """Edges, with predicates per function or location, blocks and states give no contradicting verdicts."""
    question = Question(loaded(text, folder), parse_property("assert"))
    every = (PredicateOptions(), PredicateOptions(blocks="large"), PredicateOptions(scope="location"))
    found = {type(asked(question, options).outcome) for options in every} & {Holds, Fails}
    assert len(found) < 2
    if found:
        status = answer(question, limits(), "reference").status
        assert status is Status.UNKNOWN or (status is Status.PROVED) is (found == {Holds})


@settings(max_examples=10, deadline=None, derandomize=True)
@given(sources())
def test_branching_verdicts_do_not_depend_on_blocks(random: Random) -> None:
    """Of a property that sees only borders blocks say what edges say, which is what states say."""
    program = program_of(narrow_program(random, partial=False, places=8))
    question = Question(program, parse_property(f"ctl: {border_ctl(random, 3)}"))
    outcome = asked(question, PredicateOptions(blocks="large")).outcome
    assert isinstance(outcome, Holds | Fails), outcome
    formula = positive_normal_form(question.property.mu_formula())
    states = Explicit(program, None, question.property.file, formula)
    assert isinstance(outcome, Holds) is all(number in states.meaning[formula] for number in states.initial)
