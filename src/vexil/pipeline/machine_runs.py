"""Whether a run over mathematical integers is a run of the program with machine integers."""

from __future__ import annotations

from dataclasses import replace

from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.transform.mathematical import MathematicalForm

SAME = "the run is one of the program with machine integers, too"
OTHER = (
    "the run is not a run of the program with machine integers: an integer leaves its type; "
    "without --integers math the answer may differ"
)


def compared(
    question: Question, verdict: Verdict, machine: Program, context: Context
) -> tuple[Verdict, Run | Lasso | None]:
    """Say of a refutation whether machine integers have it as well; the run with them, if they do."""
    if verdict.status is not Status.REFUTED or not isinstance(verdict.evidence, Run | Lasso):
        return verdict, None
    form = MathematicalForm(question.program, machine)
    evidence = verdict.evidence
    run = form.original_run(evidence) if isinstance(evidence, Run) else form.original_lasso(evidence)
    if isinstance(certify(replace(question, program=machine), run, context), Checked):
        return replace(verdict, reason=f"{verdict.reason}; {SAME}"), run
    return replace(verdict, warnings=(*verdict.warnings, OTHER)), None
