"""That a program has one thread alone: nothing in it starts another one."""

from __future__ import annotations

from vexil.core.context import Context
from vexil.ir.operations import Start
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import OneThread
from vexil.model.outcome import Question
from vexil.spec.property import Kind


def check_one_thread(question: Question, evidence: OneThread, _: Context) -> Certificate:
    """Look at every edge of the program; what one thread does races with nothing."""
    if question.property.kind is not Kind.RACE:
        return Rejected("that there is one thread shows that nothing races, and nothing else", True)
    for function in question.program.functions.values():
        for number, edge in enumerate(function.edges):
            if isinstance(edge.operation, Start):
                return Rejected(f"a thread is started at {function.edge_id(number)}")
    return Checked(evidence, "nothing races: no other thread is started", frozenset())
