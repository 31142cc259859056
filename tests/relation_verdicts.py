"""Answers by relations over predicates compared with what all states of a program say, and with answers by cubes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from strategies.ir.branching import program_of
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.model.outcome import Fails, Holds, Outcome, Question
from vexil.model.verdict import Status
from vexil.pipeline.predicates.engine import PredicateEngine
from vexil.pipeline.predicates.options import AbstractSteps, BlockSize, PredicateOptions
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property


def asked(question: Question, options: PredicateOptions, seconds: float = 3.0) -> Outcome:
    """What predicate abstraction says; its evidence is accepted."""
    outcome = PredicateEngine(options).check(question, Context(Limits(cpu_seconds=seconds))).outcome
    if isinstance(outcome, Holds | Fails):
        checked = certify(question, outcome.evidence, Context(Limits(cpu_seconds=30)))
        assert isinstance(checked, Checked), checked
    return outcome


def compared_answers(text: str, prop: str, sizes: Iterable[BlockSize]) -> int:
    """Compare answers about a small program by relations with what the reference engine says; how many were decided."""
    question = Question(program_of(text), parse_property(prop))
    status = answer(question, Context(Limits(cpu_seconds=30)), "reference").status
    decided = 0
    for size in sizes:
        outcome = asked(question, PredicateOptions(steps=AbstractSteps.RELATION, blocks=size), 30.0)
        if isinstance(outcome, Holds | Fails) and status is not Status.UNKNOWN:
            decided += 1
            assert isinstance(outcome, Holds) is (status is Status.PROVED), (size, outcome)
    return decided


def compared_verdicts(text: str, folder: Path) -> int:
    """Compare verdicts about the checks of a C program by cubes, relations and states; how many were decided."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    question = Question(load([str(path)], COptions(), Context()), parse_property("assert"))
    found = {
        (steps, size): asked(question, PredicateOptions(steps=steps, blocks=size), 2.0)
        for steps in AbstractSteps
        for size in BlockSize
    }
    kinds = {key: type(outcome) for key, outcome in found.items() if isinstance(outcome, Holds | Fails)}
    assert len(set(kinds.values())) < 2, kinds
    status = answer(question, Context(Limits(cpu_seconds=3)), "reference").status
    if kinds and status is not Status.UNKNOWN:
        assert (status is Status.PROVED) is (next(iter(kinds.values())) is Holds), (kinds, status)
    return len(kinds)
