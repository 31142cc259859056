"""Contracts against the reference engine: no contract whatever makes a wrong program look right."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given, settings

from strategies.ir.pointer_recursion import random_text
from strategies.source import sources
from vexil.certify import Checked
from vexil.certify.invariant import check_invariant
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr
from vexil.ir.operations import Check
from vexil.ir.text import load
from vexil.model.evidence import Invariant, ProcedureRule
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property


@settings(max_examples=30, deadline=None, derandomize=True)
@given(sources())
def test_programs_with_pointers(random: Random) -> None:
    """Where a contract is confirmed, the reference engine proves the program: no check fails, nothing is undefined."""
    program = load(SourceFile("test.vir", f"vir 1\n{random_text(random)}".encode()))
    conditions: list[Expr] = [
        edge.operation.condition for edge in program.functions["conditions"].edges if isinstance(edge.operation, Check)
    ]
    question = Question(program, parse_property("assert"))
    contracts = [(conditions[0], conditions[0]), *random.sample(list(product(conditions, conditions)), 4)]
    for requires, ensures in contracts:
        evidence = Invariant((), 1, (ProcedureRule("f", requires, ensures),))
        if isinstance(check_invariant(question, evidence, Context(Limits(cpu_seconds=20))), Checked):
            assert answer(question, Context(Limits(cpu_seconds=20)), "reference").status is Status.PROVED
            break
