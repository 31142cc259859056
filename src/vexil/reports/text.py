"""Verdicts as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vexil.core.caveats import Assumption, Caveat
from vexil.core.wording import counted
from vexil.model.evidence import Explored
from vexil.model.verdict import Expected, Status, Verdict
from vexil.reports.traces import Paint, plain


def verdict_lines(verdict: Verdict, paint: Paint = plain, expected: Expected | None = None) -> Iterator[str]:
    """One verdict with its reason, what was expected, warnings and statistics."""
    style = {Status.PROVED: "green", Status.REFUTED: "red", Status.UNKNOWN: "yellow"}[verdict.status]
    word = paint(verdict.status.value, style)
    asked = verdict.property
    named = asked.text if asked.id.startswith(asked.kind.value) else f"{asked.id} ({asked.text})"
    if verdict.status is Status.UNKNOWN:
        yield f"{named}: {word} ({verdict.reason})"
        if verdict.hint:
            yield f"  hint: {verdict.hint}"
    else:
        yield f"{named}: {word}"
        yield f"  {verdict.reason}"
    if expected is not None:
        part = f" ({expected.subproperty})" if expected.subproperty else ""
        differs = verdict.status is not Status.UNKNOWN and verdict.status is not expected.status
        yield f"  expected: {expected.status.value}{part}" + (paint("; this verdict differs", "red") if differs else "")
    for warning in verdict.warnings:
        yield f"  warning: {warning}"
    facts = [
        f"engine {verdict.engine}",
        *(counted(count, name.replace("_", " ").removesuffix("s")) for name, count in verdict.statistics.items()),
    ]
    if verdict.evidence is not None:
        how = "checked in samples" if isinstance(verdict.evidence, Explored) else "checked"
        facts.append(f"evidence {type(verdict.evidence).__name__}, {how}")
    yield "  " + ", ".join(facts)


def assumption_lines(assumptions: Sequence[Assumption], caveats: Sequence[Caveat]) -> Iterator[str]:
    """What the verdicts take for granted, and what limits them."""
    yield "assumptions:"
    width = max((len(assumption.kind) for assumption in assumptions), default=0)
    for assumption in assumptions:
        yield f"  {assumption.kind:{width}}  {assumption.statement}"
    if caveats:
        yield "caveats:"
    for caveat in caveats:
        place = f" at {caveat.edge}" if caveat.edge else ""
        yield f"  {caveat.stage} ({caveat.effect.value} behaviours){place}: {caveat.reason}"
