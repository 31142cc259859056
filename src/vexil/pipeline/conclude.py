"""The one function that gives verdicts: never stronger than checked evidence and caveats allow."""

from __future__ import annotations

from vexil.certify import Certificate, Checked, Rejected
from vexil.core.caveats import Assumption, Caveat, Effect
from vexil.core.errors import InternalError
from vexil.ir.program import Program
from vexil.model.evidence import Evidence
from vexil.model.outcome import Answer, Direction, Fails, GaveUp, Holds, Possible, Question, Undetermined
from vexil.model.trace.places import text_of_edge
from vexil.model.verdict import Status, Verdict


def conclude(
    question: Question,
    answer: Answer,
    certificate: Certificate | None = None,
    assumptions: tuple[Assumption, ...] = (),
    warnings: tuple[str, ...] = (),
) -> Verdict:
    """Turn an engine's answer into a verdict.

    A definite verdict needs a certificate for exactly the evidence of the answer, an engine whose direction
    allows it, and no caveat that speaks against it; everything else is unknown with the reason.
    """
    caveats = question.program.caveats

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
        )

    match answer.outcome:
        case GaveUp(reason, hint):
            return verdict(Status.UNKNOWN, reason, hint)
        case Possible():
            return verdict(Status.UNKNOWN, "an abstract counterexample was found and not replayed")
        case Undetermined(explanation):
            return verdict(Status.UNKNOWN, f"the abstraction is too coarse: {explanation}")
        case Holds(evidence):
            wrong_direction, wanted, blocking = Direction.UNDER, Status.PROVED, Effect.DROPS
        case Fails(evidence):
            wrong_direction, wanted, blocking = Direction.OVER, Status.REFUTED, Effect.ADDS
    if answer.direction is wrong_direction:
        return verdict(
            Status.UNKNOWN, f"an {answer.direction.value}-approximation cannot show that it is {wanted.value}"
        )
    confirmed = _confirmed(evidence, certificate)
    if isinstance(confirmed, Rejected):
        if confirmed.unchecked:
            return verdict(Status.UNKNOWN, f"the evidence was not checked: {confirmed.reason}")
        raise InternalError(f"the evidence of engine {answer.engine} should be right: {confirmed.reason}")
    if confirmed.refutes is not None and confirmed.refutes is (wanted is Status.PROVED):
        raise InternalError(f"the evidence of engine {answer.engine} should show that the property is {wanted.value}")
    obstacle = _caveat_against(caveats, blocking, confirmed)
    if confirmed.addresses:
        places = ", ".join(dict.fromkeys(text_of_edge(question.program, edge) for edge in confirmed.addresses))
        obstacle = f"the answer may depend on the addresses of objects, which are looked at by {places}"
    if not obstacle and wanted is Status.PROVED:
        obstacle = _incomplete(answer, confirmed, question.program)
    if obstacle:
        return verdict(Status.UNKNOWN, obstacle, "raise the bounds" if answer.bounds_hit else "")
    return verdict(wanted, confirmed.finding, confirmed=confirmed)


def is_final(answer: Answer, verdict: Verdict) -> bool:
    """Whether no other engine can know more: all runs were seen, none violates the property, and one meets a caveat."""
    if not isinstance(answer.outcome, Holds) or answer.direction is not Direction.EXACT:
        return False
    placed = [caveat for caveat in verdict.caveats if caveat.edge is not None and caveat.effect is Effect.DROPS]
    return verdict.reason in {f"{caveat.stage}: {caveat.reason}" for caveat in placed}


def _confirmed(evidence: Evidence, certificate: Certificate | None) -> Checked | Rejected:
    match certificate:
        case Checked(checked, _, _) if checked is evidence:
            return certificate
        case Rejected():
            return certificate
        case _:
            return Rejected("nobody looked at it", True)


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
        return "undefined operations are reached: " + ", ".join(_in_words(text, program) for text in answer.undefined)
    if answer.vacuous:
        return f"vacuous: {answer.vacuous}"
    if confirmed.losses:
        return "the checker saw runs that were left out: " + ", ".join(confirmed.losses)
    return ""


def _in_words(text: str, program: Program) -> str:
    """What happens ``at`` an edge, with its statement."""
    what, separator, edge = text.rpartition(" at ")
    return f"{what}{separator}{text_of_edge(program, edge)}" if separator else text
