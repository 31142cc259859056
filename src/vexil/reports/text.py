"""Verdicts and traces as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from vexil.core.caveats import Assumption, Caveat
from vexil.core.wording import counted
from vexil.model.evidence import Explored
from vexil.model.trace import Trace, TraceStep
from vexil.model.verdict import Expected, Status, Verdict

Paint = Callable[[str, str], str]
"""Colours a text: (text, style) to text."""

TRACE_HEAD, TRACE_TAIL = 60, 20
"""A longer trace shows so many steps from its beginning and its end."""


def plain(text: str, style: str) -> str:
    """Leave a text as it is."""
    return text


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


def trace_lines(trace: Trace, *, edges: bool = False, paint: Paint = plain) -> Iterator[str]:
    """A trace step by step; long ones are shortened in the middle."""
    start = ", ".join(f"{change.name} = {change.value}" for change in trace.initial)
    yield f"  start: {start}" if start else "  start"
    several = len({step.thread for step in trace.steps}) > 1
    count = len(trace.steps)
    for number, step in enumerate(trace.steps):
        if number == trace.violation:
            yield "        here the property is violated, whatever follows"
        if number == trace.loop_start:
            yield "  repeats for ever:"
        if count > TRACE_HEAD + TRACE_TAIL and number == TRACE_HEAD:
            yield f"  … {count - TRACE_HEAD - TRACE_TAIL} steps left out; --format json has all of them"
        if count > TRACE_HEAD + TRACE_TAIL and TRACE_HEAD <= number < count - TRACE_TAIL:
            continue
        yield "  " + _step_line(number + 1, step, several, paint)
        if edges:
            yield from (f"       {edge.edge}: {edge.operation}" for edge in step.edges)
    if trace.violation == count:
        yield "        here the property is violated"
    if trace.loop_start == count:
        yield "  the run has ended here; its last state lasts for ever"


def _step_line(number: int, step: TraceStep, several: bool, paint: Paint) -> str:
    where = f"{step.file}:{step.line}" if step.line else f"{step.function}:{step.location}"
    thread = f"[{step.thread}] " if several else ""
    changes = ", ".join(f"{change.name} = {change.value}" for change in step.changes)
    line = f"{number:4d}  {thread}{where}  {step.text}"
    return line + (paint(f"  → {changes}", "cyan") if changes else "")


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
