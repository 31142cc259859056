"""Traces as text: step by step, with the values that changed, who holds which lock, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from vexil.core.wording import counted
from vexil.model.naming import simple_function
from vexil.model.trace import (
    Change,
    EdgeStep,
    Ending,
    HeldLock,
    RacingAccesses,
    Reason,
    Trace,
    TraceStep,
    UncaughtException,
    Wait,
)

Paint = Callable[[str, str], str]
"""Colours a text: (text, style) to text."""

TRACE_HEAD, TRACE_TAIL = 60, 20
"""A longer trace shows so many steps from its beginning and its end."""
EDGES_SHOWN = 100
"""Of a step with more edges so many are shown."""
START_SHOWN = 20
"""Of more initial values those are shown that the trace changes, and not more than so many."""


INPUTS_SHOWN = 12
"""Of more inputs the first ones are shown at the top."""


def plain(text: str, style: str) -> str:
    """Leave a text as it is."""
    return text


def trace_lines(
    trace: Trace, *, edges: bool = False, paint: Paint = plain, shorten: bool = True, hint: str = ""
) -> Iterator[str]:
    """A trace step by step; long ones are shortened in the middle, and *hint* says how to see all."""
    yield from head_lines(trace)
    several = len(trace.threads) > 1
    width = max((len(step.name) for step in trace.steps), default=0)
    for step, previous, gap in shown_steps(trace, everything=edges, shorten=shorten):
        if gap is not None:
            yield gap_line(gap, hint)
        yield from marks_before(trace, step, previous)
        yield from step_lines(step, previous, several, width=width, edges=edges, paint=paint)
    yield from end_lines(trace, paint)


Shown = tuple[TraceStep, TraceStep | None, range | None]
"""A step, the one shown before it, and the numbers of those left out in between for want of room."""


def shown_steps(trace: Trace, *, everything: bool, shorten: bool) -> Iterator[Shown]:
    """The steps that a text shows: with something to see unless *everything* is asked, of many the first and last."""
    steps = trace.steps if everything else [step for step, quiet in _with_quiet(trace) if not quiet]
    cut = None
    if shorten and len(steps) > TRACE_HEAD + TRACE_TAIL:
        steps = [*steps[:TRACE_HEAD], *steps[-TRACE_TAIL:]]
        cut = TRACE_HEAD
    numbers = {step.number for step in trace.steps}
    previous: TraceStep | None = None
    for position, step in enumerate(steps):
        between = range(step.number if previous is None else previous.number + 1, step.number)
        missing = bool(between) and (position == cut or any(number not in numbers for number in between))
        yield step, previous, between if missing else None
        previous = step


def _with_quiet(trace: Trace) -> Iterator[tuple[TraceStep, bool]]:
    """Each step, and whether there is nothing to see: nothing is new, and its statement goes on later."""
    following: dict[str, TraceStep] = {}
    goes_on: list[bool] = []
    for step in reversed(trace.steps):
        later = following.get(step.name)
        is_outside = not step.line and step.text.startswith("(")
        is_same = later is not None and (later.file, later.line, later.text) == (step.file, step.line, step.text)
        goes_on.append(is_outside or is_same)
        following[step.name] = step
    previous: TraceStep | None = None
    for step, is_part in zip(trace.steps, reversed(goes_on), strict=True):
        has_news = bool(step.changes or step.reads or lock_news(step, previous) or [*waiting_news(step, previous)])
        is_mark = step.number in (trace.violation, trace.loop_start) or step is trace.steps[-1]
        yield step, is_part and not has_news and not is_mark
        previous = step


def head_lines(trace: Trace) -> Iterator[str]:
    """The initial values and, where there are several, the numbers and names of the threads."""
    if not trace.steps or trace.steps[0].number == 1:
        yield start_line(trace)
    yield from input_lines(trace)
    if len(trace.threads) > 1:
        yield f"  threads: {', '.join(f'{item.thread} {item.name}' for item in trace.threads)}"


def start_line(trace: Trace) -> str:
    """The initial values; of very many those that change later."""
    shown: Sequence[Change] = trace.initial
    more = ""
    if len(shown) > START_SHOWN:
        changed = {change.name for step in trace.steps for change in step.changes}
        shown = [change for change in shown if change.name in changed][:START_SHOWN]
        more = f"{', ' if shown else ''}and {counted(len(trace.initial) - len(shown), 'other variable')}"
    text = listed(shown) + more
    return f"  start: {text}" if text else "  start"


def gap_line(gap: range, hint: str) -> str:
    """The line in place of steps that are left out."""
    how = f"; {hint.format(first=gap.start, last=gap.stop - 1)}" if hint else ""
    return f"  … {counted(len(gap), 'step')} left out{how}"


def marks_before(trace: Trace, step: TraceStep, previous: TraceStep | None) -> Iterator[str]:
    """What is to be said between two steps that are shown."""
    last = 0 if previous is None else previous.number
    if trace.violation is not None and last <= trace.violation < step.number:
        after = "" if trace.violation in (last, step.number - 1) else f" after step {trace.violation}"
        yield f"        here {trace.finding}{after}, whatever follows"
    if trace.loop_start is not None and last <= trace.loop_start < step.number:
        after = "" if trace.loop_start in (last, step.number - 1) else f", from step {trace.loop_start + 1} on"
        yield f"  repeats for ever{after}:"


def end_lines(trace: Trace, paint: Paint) -> Iterator[str]:
    """What is to be said behind the last step of a trace; nothing if it is not there."""
    if trace.count and (not trace.steps or trace.steps[-1].number != trace.count):
        return
    if trace.violation == trace.count:
        yield f"        here {trace.finding}"
    yield from (f"        called at {place}, in {simple_function(place.function)}" for place in trace.calls)
    if trace.loop_start == trace.count:
        yield "  the run has ended here; its last state lasts for ever"
    if trace.ending is not None:
        yield from ending_lines(trace, trace.ending, paint)


def listed(changes: Sequence[Change]) -> str:
    """Values with their names."""
    return ", ".join(f"{change.name} = {change.value}" for change in changes)


def step_lines(
    step: TraceStep,
    previous: TraceStep | None,
    several: bool,
    *,
    width: int = 0,
    edges: bool = False,
    paint: Paint = plain,
) -> Iterator[str]:
    """A step with what is new after it; where there are *several* threads, with its thread in *width* columns."""
    thread = f"[{step.name}]".ljust(width + 2) + " " if several else ""
    line = f"  {step.number:4d}  {thread}{indented(step)}"
    parts = (decided(step), given(step), read(step), listed(step.changes), lock_news(step, previous), woken(step))
    news = "; ".join(part for part in parts if part)
    yield line + (paint(f"  → {news}", "cyan") if news else "")
    yield from (f"        {name} {text}" for name, text in waiting_news(step, previous))
    if edges:
        yield from edge_lines(step)


def indented(step: TraceStep) -> str:
    """Where a step is and what it says, the text as far to the right as it is deep in calls."""
    place = str(step.place)
    return place if not step.depth else f"{place[: -len(step.text)]}{'  ' * step.depth}{step.text}"


def decided(step: TraceStep) -> str:
    """Which way a condition went."""
    return "" if step.outcome is None else str(step.outcome).lower()


def woken(step: TraceStep) -> str:
    """Whether a wait has ended although nobody notified the thread."""
    return "woken without a reason" if step.unprompted else ""


def given(step: TraceStep) -> str:
    """What came from outside; a value that the step stores as it is need not be said twice."""
    stored = {change.value for change in step.changes}
    return ", ".join(f"{change.name} gives {change.value}" for change in step.inputs if change.value not in stored)


def input_lines(trace: Trace) -> Iterator[str]:
    """All that comes from outside, in the order in which it comes."""
    inputs = [(step, change) for step in trace.steps for change in step.inputs]
    shown = [f"{change.name} gives {change.value} (step {step.number})" for step, change in inputs[:INPUTS_SHOWN]]
    if shown:
        more = f", and {len(inputs) - INPUTS_SHOWN} more" if len(inputs) > INPUTS_SHOWN else ""
        yield f"  inputs: {', '.join(shown)}{more}"


def read(step: TraceStep) -> str:
    """The shared values that a step has read."""
    return f"reads {listed(step.reads)}" if step.reads else ""


def lock_news(step: TraceStep, previous: TraceStep | None) -> str:
    """Who holds which lock after a step, if that is not as before."""
    before = () if previous is None else previous.locks
    return held_by(step.locks) or "no lock is held" if step.locks != before else ""


def held_by(locks: Sequence[HeldLock]) -> str:
    """Who holds which lock."""
    owners: dict[str, list[str]] = {}
    for held in locks:
        owners.setdefault(held.name, []).append(held.lock + (f" ({held.count} times)" if held.count > 1 else ""))
    return "; ".join(f"{name} holds {', '.join(owned)}" for name, owned in owners.items())


def waiting_news(step: TraceStep, previous: TraceStep | None) -> Iterator[tuple[str, str]]:
    """The names of threads that have begun to wait with a step, or were woken, each with what is said of it."""
    before: tuple[Wait, ...] = () if previous is None else previous.waiting
    asleep = {waiting.thread for waiting in step.waiting if waiting.reason is Reason.NOTIFICATION}
    for waiting in before:
        if waiting.reason is Reason.NOTIFICATION and waiting.thread not in asleep:
            yield waiting.name, "is woken"
    for waiting in step.waiting:
        if waiting not in before and not (waiting.reason is Reason.LOCK and waiting.whom is None):
            yield waiting.name, str(waiting)


def edge_lines(step: TraceStep) -> Iterator[str]:
    """The edges of a step; very many are shortened."""

    def line(edge: EdgeStep) -> str:
        return f"       {edge.edge}: {edge.operation}"

    shown = step.edges
    if len(shown) <= EDGES_SHOWN:
        yield from map(line, shown)
        return
    yield from map(line, shown[: EDGES_SHOWN // 2])
    yield f"       … {len(shown) + step.edges_left_out - EDGES_SHOWN} edges left out"
    yield from map(line, shown[-(EDGES_SHOWN // 2) :])


# --- how it ends ---------------------------------------------------------------------------------------------


def ending_lines(trace: Trace, ending: Ending, paint: Paint) -> Iterator[str]:
    """Why nobody goes on, and what exceptions were not caught."""
    for uncaught in ending.uncaught:
        yield from _uncaught_lines(uncaught, paint)
    if ending.race is not None:
        yield from _race_lines(trace, ending.race, paint)
    if not ending.standstill:
        return
    yield f"  {paint(ending.standstill.value, 'red')}: {'; '.join(ending.sentences)}"
    width = max(len(state.name) for state in ending.threads)
    for state in ending.threads:
        yield f"    {state.name:{width}}  at {state.place}"
        holds = f"holds {', '.join(state.holds)}" if state.holds else ""
        waits = str(state.waits) if state.waits is not None else "could go on"
        yield f"    {'':{width}}  {', '.join(part for part in (holds, waits) if part)}"
    named = {lock for state in ending.threads for lock in state.holds}
    named |= {state.waits.on for state in ending.threads if state.waits is not None}
    yield from _created_lines(trace, named)


def _created_lines(trace: Trace, named: AbstractSet[str]) -> Iterator[str]:
    """Where objects with some names were created."""
    for item in trace.objects:
        if item.name in named:
            identity = "was" if item.name == item.instance else f"is {item.instance},"
            yield f"    {item.name} {identity} created at {item.created}"


def _race_lines(trace: Trace, race: RacingAccesses, paint: Paint) -> Iterator[str]:
    """Both accesses of a data race, with calls and locks."""
    yield f"  {paint('data race', 'red')} on {race.data}: nothing puts these accesses in order"
    width = max(len(access.name) for access in race.accesses)
    for access in race.accesses:
        word = f"{'writes' if access.writes else 'reads'}{', atomic,' if access.atomic else ''}"
        holds = f"holds {', '.join(access.holds)}" if access.holds else "holds no lock"
        yield f"    {access.name:{width}}  {word} at {access.place}"
        yield from (f"    {'':{width}}  called at {place}" for place in access.calls)
        yield f"    {'':{width}}  {holds}"
    named = {lock for access in race.accesses for lock in access.holds}
    yield from _created_lines(trace, named | {item.name for item in trace.objects if race.data.startswith(item.name)})


def _uncaught_lines(uncaught: UncaughtException, paint: Paint) -> Iterator[str]:
    message = "" if uncaught.message is None else f": {uncaught.message}"
    yield f"  {paint('uncaught', 'red')} {uncaught.class_name}{message}, which ends thread {uncaught.name}"
    if uncaught.created is not None and uncaught.created != uncaught.thrown:
        yield f"    created at {uncaught.created}, in {simple_function(uncaught.created.function)}"
    if uncaught.thrown is not None:
        yield f"    thrown at {uncaught.thrown}, in {simple_function(uncaught.thrown.function)}"
    for place in uncaught.calls:
        yield f"    called at {place}, in {simple_function(place.function)}"
