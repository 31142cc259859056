"""A proof that rests on a closed form is proved again: one in which the form is another one is rejected."""

from __future__ import annotations

from dataclasses import replace

from command_line import ROOT
from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions, load
from vexil.ir.expressions import Const, Expr
from vexil.ir.rewriting import rewrite
from vexil.model.evidence import Invariant
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property


def _other(expression: Expr) -> Expr:
    """With 249, which is -7 in eight bits, one less."""
    return rewrite(expression, lambda node: replace(node, value=248) if _is_start(node) else node)


def _is_start(node: Expr) -> bool:
    return isinstance(node, Const) and node.value == 249


def test_another_closed_form_is_rejected() -> None:
    """What goes by d from 7 is 7 + d * i; that it is 8 + d * i does not hold where the loop is entered."""
    source = ROOT / "tests/programs/c/predicates/unknown_stride.c"
    question = Question(load([str(source)], COptions(), Context()), parse_property("assert"))
    verdict = answer(question, Context(Limits(cpu_seconds=100)), "predicates")
    evidence = verdict.evidence
    assert verdict.status is Status.PROVED
    assert isinstance(evidence, Invariant)
    assert isinstance(certify(question, evidence, Context()), Checked)
    loops = tuple(replace(rule, facts=tuple(map(_other, rule.facts))) for rule in evidence.loops)
    assert loops != evidence.loops
    assert isinstance(certify(question, replace(evidence, loops=loops), Context()), Rejected)
