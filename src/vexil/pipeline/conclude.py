"""The one place that gives verdicts: never stronger than checked evidence, directions and caveats allow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vexil.certify import Certificate, Checked, Rejected
from vexil.core.caveats import Assumption, Caveat, Effect
from vexil.core.errors import InternalError
from vexil.ir.program import Program
from vexil.model.evidence import Evidence, Lasso, Run
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Outcome, Possible, Question, Undetermined
from vexil.model.trace.places import text_of_edge
from vexil.model.verdict import Status, Verdict

_ADDRESS = "address at "
"""How a search says that a run ends because the address of an object is looked at."""


def conclude(
    question: Question,
    answer: Answer,
    certificate: Certificate | Verdict | None = None,
    assumptions: tuple[Assumption, ...] = (),
    warnings: tuple[str, ...] = (),
) -> Verdict:
    """Turn an answer into a verdict.

    A definite verdict needs a certificate for exactly the evidence of the answer, a direction that allows it, and no
    caveat that speaks against it; everything else is unknown with the reason. Where another question was asked in place
    of this one, such as that about an abstraction, the verdict on it is the certificate.
    """
    premise = certificate if isinstance(certificate, Verdict) else None
    caveats = question.program.caveats if premise is None else premise.caveats

    def verdict(status: Status, reason: str, hint: str = "", confirmed: Checked | None = None) -> Verdict:
        return Verdict(
            question.property,
            status,
            reason,
            answer.engine,
            confirmed.evidence if confirmed else None,
            confirmed is not None,
            confirmed.violated_at if confirmed else None,
            hint,
            assumptions,
            caveats,
            warnings,
            answer.bounds_hit,
            answer.statistics,
            is_sampled=confirmed is not None and confirmed.is_sampled,
        )

    match answer.outcome:
        case GaveUp(reason, hint):
            return verdict(Status.UNKNOWN, reason, hint)
        case Possible(run, reason, hint):
            unknown = replace(verdict(Status.UNKNOWN, reason, hint), evidence=run)
            if premise is None or premise.evidence is not run:
                return unknown
            return replace(unknown, evidence_checked=premise.evidence_checked, violated_at=premise.violated_at)
        case Undetermined(explanation):
            return verdict(Status.UNKNOWN, f"the abstraction is too coarse: {explanation}")
        case Holds(evidence):
            wrong_direction, claimed, blocking = Direction.UNDER, Status.PROVED, Effect.DROPS
        case Fails(evidence):
            wrong_direction, claimed, blocking = Direction.OVER, Status.REFUTED, Effect.ADDS
    if answer.direction is wrong_direction:
        return verdict(
            Status.UNKNOWN, f"an {answer.direction.value}-approximation cannot show that it is {claimed.value}"
        )
    confirmed = _confirmed(evidence, claimed, certificate)
    if isinstance(confirmed, Rejected):
        if confirmed.unchecked:
            return verdict(Status.UNKNOWN, f"the evidence was not checked: {confirmed.reason}")
        raise InternalError(f"the evidence of engine {answer.engine} should be right: {confirmed.reason}")
    if confirmed.refutes is not None and confirmed.refutes is (claimed is Status.PROVED):
        raise InternalError(f"the evidence of engine {answer.engine} should show that the property is {claimed.value}")
    obstacle = _caveat_against(caveats, blocking, confirmed)
    if confirmed.addresses:
        obstacle = _looked_at(confirmed.addresses, question.program)
    if not obstacle and claimed is Status.PROVED:
        obstacle = _incomplete(answer, confirmed, question.program)
    if obstacle:
        return verdict(Status.UNKNOWN, obstacle, "raise the bounds" if answer.bounds_hit else "")
    return verdict(claimed, confirmed.finding, confirmed=confirmed)


def carried(question: Question, premise: Verdict, direction: Direction, outcome: Outcome | None = None) -> Verdict:
    """The verdict on a question, from that on another one which was asked in its place.

    *outcome* is what that one means for the question, where it means something else. A counterexample that does not
    carry over stays with the verdict, as one that is possible.
    """
    meaning = _outcome(premise) if outcome is None else outcome
    answer = Answer(meaning, premise.engine, direction, premise.bounds_hit, statistics=premise.statistics)
    return conclude(question, answer, premise, premise.assumptions, premise.warnings)


def _outcome(premise: Verdict) -> Outcome:
    """What a verdict says, as an answer to the question that it is the verdict on."""
    match premise.status, premise.evidence:
        case Status.PROVED, evidence if evidence is not None:
            return Holds(evidence)
        case Status.REFUTED, evidence if evidence is not None:
            return Fails(evidence)
        case _, Run() | Lasso() as run:
            return Possible(run, premise.reason, premise.hint)
        case _:
            return GaveUp(premise.reason, premise.hint)


def is_final(answer: Answer, verdict: Verdict) -> bool:
    """Whether no other engine can know more: all runs were seen, none violates the property, and one meets a caveat."""
    if not isinstance(answer.outcome, Holds) or answer.direction is not Direction.EXACT:
        return False
    placed = [caveat for caveat in verdict.caveats if caveat.edge is not None and caveat.effect is Effect.DROPS]
    return verdict.reason in {f"{caveat.stage}: {caveat.reason}" for caveat in placed}


def _confirmed(evidence: Evidence, claimed: Status, certificate: Certificate | Verdict | None) -> Checked | Rejected:
    match certificate:
        case Verdict(status=status) if status is claimed and certificate.evidence is evidence:
            violated_at, is_sampled = certificate.violated_at, certificate.is_sampled
            return Checked(evidence, certificate.reason, violated_at=violated_at, is_sampled=is_sampled)
        case Checked(checked, _, _) if checked is evidence:
            return certificate
        case Rejected():
            return certificate
        case _:
            return Rejected("no checker looked at it", True)


def _caveat_against(caveats: tuple[Caveat, ...], effect: Effect, confirmed: Checked) -> str:
    """The first caveat of that effect that concerns an edge of the evidence, or every edge."""
    for caveat in caveats:
        if caveat.effect is effect and (caveat.edge is None or caveat.edge in confirmed.edges):
            return f"{caveat.stage}: {caveat.reason}"
    return ""


def _incomplete(answer: Answer, confirmed: Checked, program: Program) -> str:
    """Why finding nothing is no proof."""
    if answer.bounds_hit:
        hits = ", ".join(f"{bound} ({count}×)" for bound, count in answer.bounds_hit.items())
        return f"bounded: no violation within the bounds; bounds hit: {hits}"
    if answer.undefined:
        looks = [text.removeprefix(_ADDRESS) for text in answer.undefined if text.startswith(_ADDRESS)]
        others = ", ".join(_in_words(text, program) for text in answer.undefined if not text.startswith(_ADDRESS))
        reasons = [f"undefined operations are reached: {others}"] if others else []
        return "; ".join([*reasons, *([_looked_at(looks, program)] if looks else [])])
    if answer.vacuous:
        return f"vacuous: {answer.vacuous}"
    if confirmed.losses:
        return "the checker saw runs that were left out: " + ", ".join(confirmed.losses)
    return ""


def _looked_at(edges: Iterable[str], program: Program) -> str:
    """Why an answer is none for other addresses of objects."""
    places = ", ".join(dict.fromkeys(text_of_edge(program, edge) for edge in edges))
    return f"the answer may depend on the addresses of objects, which are looked at by {places}"


def _in_words(text: str, program: Program) -> str:
    """What happens ``at`` an edge, with its statement."""
    what, separator, edge = text.rpartition(" at ")
    return f"{what}{separator}{text_of_edge(program, edge)}" if separator else text
