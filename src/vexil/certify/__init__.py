"""Certification: evidence is checked by code that did not produce it.

A run or lasso is replayed by the reference interpreter on the program as it was loaded. A state space is
checked to contain the initial states, to be closed under steps, and to satisfy the property everywhere. An invariant
is proved once more by a second solver with a translation of its own.
"""

from __future__ import annotations

from vexil.certify.result import Certificate, Checked, Rejected
from vexil.certify.runs import check_lasso, check_run
from vexil.certify.state_space import check_state_space
from vexil.core.context import Context
from vexil.model.evidence import Evidence, Invariant, Lasso, MustChain, Run, StateSpace, Tree
from vexil.model.outcome import Question

__all__ = ["Certificate", "Checked", "Rejected", "certify"]


def certify(question: Question, evidence: Evidence, context: Context) -> Certificate:
    """Check evidence for a definite answer; a kind that has no checker is rejected."""
    match evidence:
        case Run():
            return check_run(question, evidence)
        case Lasso():
            return check_lasso(question, evidence)
        case StateSpace():
            return check_state_space(question, evidence, context)
        case Invariant():
            from vexil.certify.invariant import check_invariant

            return check_invariant(question, evidence, context)
        case MustChain() | Tree():
            return Rejected(f"there is no checker for evidence of kind {type(evidence).__name__}", True)
