"""Programs of the shapes of the published table: a driver with a lock, and a protocol of many states."""

from __future__ import annotations

import pytest
from yasm_programs import locks, state_machine
from yasm_tools import AUTO, vir

from vexil.core.context import Context, Limits
from vexil.model.evidence import Tree
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.engines import plan
from vexil.pipeline.options import CheckOptions, LoadOptions
from vexil.pipeline.predicates.options import PredicateOptions, Preference
from vexil.pipeline.registry import EngineOptions
from vexil.pipeline.verdicts import ask
from vexil.spec.property import parse_property

TABLE = [
    ("locks", locks(12, forgotten=False), Status.PROVED, 3, 2),
    ("locks_err", locks(12, forgotten=True), Status.REFUTED, 3, 2),
    ("protocol", state_machine(40, wrong=False), Status.PROVED, 8, 45),
    ("protocol_err", state_machine(40, wrong=True), Status.REFUTED, 8, 45),
]


@pytest.mark.parametrize(
    ("text", "status", "iterations", "predicates"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_YAS_17_a_row_of_the_table(text: str, status: Status, iterations: int, predicates: int) -> None:
    """Lines, iterations, predicates, seconds and the verdict come out, and errors need no feasibility analysis.

    The published programs are not available; theirs took 3 to 12 iterations and 2 to 38 predicates.
    """
    question = Question(vir(text), parse_property("ctl: AG !at(ERROR)"))
    context = Context(Limits(cpu_seconds=60))
    found = ask(question, plan(question, "predicates", EngineOptions(AUTO)), context)
    assert found.status is status
    assert isinstance(found.evidence, Tree)  # four values, not a run that was replayed
    assert found.evidence_checked
    assert found.statistics["iterations"] <= iterations
    assert found.statistics["predicates"] <= predicates
    assert {"abstraction", "model checking", "refinement"} <= context.phases.keys()
    assert 0 < sum(context.phases.values()) < context.used_cpu_seconds()


def test_YAS_17_predicates_may_be_preferred() -> None:
    """The setting of the published table exists, and only words that it knows are taken."""
    assert "predicates" in tuple(Preference)
    CheckOptions(
        LoadOptions(("x.vir",)), engine="predicates", predicates=PredicateOptions(prefer="predicates")
    ).validate()
    chosen = PredicateOptions(prefer="predicates")
    question = Question(vir(locks(1, forgotten=True)), parse_property("ctl: AG !at(ERROR)"))
    assert ask(question, plan(question, "predicates", EngineOptions(chosen)), Context()).status is Status.REFUTED
