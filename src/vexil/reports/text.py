"""Verdicts as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vexil.core.caveats import Assumption
from vexil.core.wording import counted
from vexil.ir.program import Program
from vexil.model.evidence import Evidence, Sliced
from vexil.model.trace.places import text_of_edge
from vexil.model.verdict import Expected, Status, Verdict
from vexil.reports.traces import Paint, plain

NARROWEST = len("memory-model")
"""The narrowest column of subjects, so that the reports of two programs look alike."""


def verdict_lines(
    verdict: Verdict, paint: Paint = plain, expected: Expected | None = None, command: str = ""
) -> Iterator[str]:
    """One verdict with its reason, what was expected, warnings and statistics; *command* is what to try next."""
    style = {Status.PROVED: "green", Status.REFUTED: "red", Status.UNKNOWN: "yellow"}[verdict.status]
    word = paint(verdict.status.value, style)
    prop = verdict.property
    named = prop.text if prop.id.startswith(prop.kind.value) else f"{prop.id} ({prop.text})"
    if verdict.status is Status.UNKNOWN:
        yield f"{named}: {word} ({verdict.reason})"
        if verdict.hint:
            yield f"  hint: {verdict.hint}"
        if command:
            yield f"  try: {command}"
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
        how = "checked in samples" if verdict.is_sampled else "checked"
        facts.append(f"evidence {_evidence(verdict.evidence)}, {how}")
    yield "  " + ", ".join(facts)


def _evidence(evidence: Evidence) -> str:
    if not isinstance(evidence, Sliced):
        return type(evidence).__name__
    kept, whole = evidence.part.size
    return f"{type(evidence.proof).__name__} about a slice of {kept:,} of {whole:,} edges"


def assumption_lines(
    verdicts: Sequence[Verdict], *, program: Program | None = None, everything: bool = True
) -> Iterator[str]:
    """What the verdicts take for granted, each with the properties it is about, and what limits them.

    What does not matter to the program is counted, unless *everything* is wanted.
    """
    properties: dict[Assumption, list[str]] = {}
    for verdict in verdicts:
        for assumption in verdict.assumptions:
            properties.setdefault(assumption, []).append(verdict.property.id)
    shown = [item for item in properties if everything or item.matters]
    others = len({item.kind for item in properties} - {item.kind for item in shown})
    if properties:
        more = f"--assumptions all shows {others} more" if others else ""
        yield f"assumptions{f' ({more})' if more else ''}:" if shown else f"assumptions: {more}"
    width = max((NARROWEST, *(len(item.kind) for item in shown)))
    for item in sorted(shown, key=lambda item: _place(item, shown)):
        about = "" if len(properties[item]) == len(verdicts) else f" [{', '.join(properties[item])}]"
        yield f"  {item.kind:{width}}  {item.statement}{about}"
    caveats = verdicts[0].caveats if verdicts else ()
    if caveats:
        yield "caveats:"
    for caveat in caveats:
        place = _caveat_place(caveat.edge, program) if caveat.edge else ""
        yield f"  {caveat.stage} ({caveat.effect.value} behaviours){place}: {caveat.reason}"


def _caveat_place(edge: str, program: Program | None) -> str:
    """The statement that a caveat is about; what no source has is called by its function, if that has a name."""
    text = edge if program is None else text_of_edge(program, edge)
    if text != edge or program is None or not program.files:
        return f" at {text}"
    function = edge.rpartition("#")[0]
    return " in the library" if function.startswith("__vexil") else f" in {function}"


def _place(item: Assumption, shown: Sequence[Assumption]) -> tuple[bool, int]:
    """Where an assumption stands: what matters first, then by subject."""
    return not item.matters, next(place for place, other in enumerate(shown) if other.kind == item.kind)
