"""One question: its engines are asked, their evidence is checked, and a verdict is concluded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vexil.certify import Certificate, Checked, certify
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.logic.solvers import with_version
from vexil.model.evidence import InMemory, InProduct, Invariant, Tree
from vexil.model.leaps import MustChain
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.assumptions import Basis, assumptions_of, together
from vexil.pipeline.conclude import conclude, is_final
from vexil.pipeline.engines import Plan, answers_of, choose_free_answer, plan
from vexil.pipeline.feasible import Reading, is_abstraction, settled
from vexil.pipeline.property_warnings import absence_warnings, unwritten_warnings, warnings_about
from vexil.pipeline.race import guarded_answers, race_answers

SECOND_SOLVER = "z3"
"""The solver of the checkers."""


def answer(question: Question, context: Context, engine: str = "auto") -> Verdict:
    """Ask the engines that suit a question until one of them knows; else say why none does."""
    return ask(question, plan(question, engine), context)


def ask(
    question: Question,
    chosen: Plan,
    context: Context,
    *,
    race: bool = False,
    readings: Sequence[Reading] = (),
    is_abstract: bool | None = None,
) -> Verdict:
    """Ask the engines of a plan, in their order or side by side, until one of them knows; else say why none does.

    *readings* are atoms that an abstraction changed, if the program is one: that is looked for where nobody says.
    """

    def judge(reply: Answer, context: Context) -> Verdict:
        return verdict_on(question, reply, context)

    if race and len(chosen.names) > 1:
        verdicts = race_answers(question, chosen, context, judge)
    elif chosen.is_deaf and context.limits.stop_engines:
        verdicts = guarded_answers(question, chosen, context, judge, lambda inner: _in_order(question, chosen, inner))
    else:
        verdicts = _in_order(question, chosen, context)
    first = verdicts[0]
    others = [f"{verdict.engine}: {verdict.reason}" for verdict in verdicts[1:] if verdict.reason != first.reason]
    assumptions = together([verdict.assumptions for verdict in verdicts]) if len(verdicts) > 1 else first.assumptions
    verdict = replace(first, reason="; ".join([first.reason, *others]), assumptions=assumptions)

    def again() -> Verdict:
        return verdict_on(question, choose_free_answer(question, chosen.options, context), context)

    return settled(question, verdict, again, readings, is_abstract=is_abstract)


def _in_order(question: Question, chosen: Plan, context: Context) -> list[Verdict]:
    """The verdict of the first engine that knows, or that shows that nobody can, by itself; else those of all."""
    verdicts: list[Verdict] = []
    coming = answers_of(question, chosen, context)
    try:
        for answered in coming:
            verdict = verdict_on(question, answered, context)
            if verdict.status is not Status.UNKNOWN:
                return [verdict]
            verdicts.append(verdict)
            if is_final(answered, verdict):
                return [verdict]
    finally:
        coming.close()
    return verdicts


def verdict_on(question: Question, answer: Answer, context: Context) -> Verdict:
    """Certify and conclude what an engine found."""
    certificate: Certificate | None = None
    provers: tuple[str, ...] = () if answer.prover is None else (answer.prover.name,)
    missing = 0 if answer.prover is None else answer.prover.missing
    if isinstance(answer.outcome, Holds | Fails):
        try:
            with context.doing("checking the evidence"):
                certificate = certify(question, answer.outcome.evidence, context)
            checker = certificate.prover if isinstance(certificate, Checked) else ""
        except LimitReached as limit:
            checker = (
                SECOND_SOLVER
                if isinstance(answer.outcome.evidence, Invariant | InMemory | InProduct | MustChain | Tree)
                else ""
            )
            missing += bool(checker)
            answer = replace(answer, outcome=GaveUp(f"{limit.reason}; an answer was found, and its check did not end"))
        provers += (f"{with_version(checker)} for checking the proof",) if checker else ()
    abstraction = answer.abstraction or (
        "the program is one: it has choices of an abstraction" if is_abstraction(question.program) else ""
    )
    basis = Basis(provers, missing, abstraction, answer.fair, answer.daemons)
    assumptions = assumptions_of(question.program, question.bounds, question.property, basis)
    warnings = warnings_about(question.property, question.program, abstract=bool(abstraction))
    if isinstance(answer.outcome, Fails):
        warnings += absence_warnings(question.property, question.program)
    warnings += unwritten_warnings(answer)
    return conclude(question, answer, certificate, assumptions, (*warnings, *answer.warnings))
