"""What predicate abstraction says of programs with threads, and whether its claims are confirmed."""

from __future__ import annotations

from order_verdicts import PROVED, REFUTED, UNKNOWN, asked
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.ir.program import Program
from vexil.model.evidence import ThreadClaims
from vexil.model.outcome import Fails, GaveUp, Holds, last
from vexil.pipeline.predicates.threads import ThreadPredicates

ASSERT = frozenset({"assert"})


def claimed(program: Program, seconds: float = 30) -> ThreadClaims | str:
    """The claims that prove a program, or why there are none."""
    context = Context(Limits(seconds))
    answer = last(ThreadPredicates(asked(program), ASSERT, "predicates", context).turns())
    match answer.outcome:
        case Holds(ThreadClaims() as evidence):
            return "vacuous" if answer.vacuous else evidence
        case Fails(evidence):
            certificate = certify(asked(program), evidence, Context(Limits(seconds)))
            return REFUTED if isinstance(certificate, Checked) else f"unchecked refuted: {certificate.reason}"
        case GaveUp(reason):
            return reason
        case outcome:
            return str(outcome)


def confirmed(program: Program, evidence: ThreadClaims, seconds: float = 30) -> str:
    """Nothing if claims are confirmed; else why not."""
    certificate = certify(asked(program), evidence, Context(Limits(seconds)))
    return "" if isinstance(certificate, Checked) else certificate.reason


def said(program: Program, seconds: float = 30) -> str:
    """The verdict, when its evidence was checked; else why not."""
    found = claimed(program, seconds)
    if isinstance(found, str):
        return found if found in ("vacuous", REFUTED) or found.startswith("unchecked") else f"{UNKNOWN}: {found}"
    try:
        problem = confirmed(program, found, seconds)
    except LimitReached as limit:
        return f"{UNKNOWN}: {limit.reason}"
    return f"unchecked: {problem}" if problem else PROVED
