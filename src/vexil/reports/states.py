"""One state of a run as text: values, threads with their variables, locks and objects."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.wording import counted
from vexil.model.naming import simple_function
from vexil.model.trace import StateView, ThreadView
from vexil.reports.traces import held_by, listed


def state_lines(state: StateView) -> Iterator[str]:
    """What the user knows of a state."""
    if state.globals:
        yield f"  globals: {listed(state.globals)}"
    width = max((len(view.state.name) for view in state.threads), default=0)
    for view in state.threads:
        yield from _thread_lines(view, width)
    if not state.threads:
        yield "  every thread has ended"
    if state.locks:
        yield f"  locks: {held_by(state.locks)}"
    if state.objects:
        yield "  objects:"
    for item in state.objects:
        yield f"    {item.name}: {listed(item.values)}" if item.values else f"    {item.name}"
    if state.hidden_objects:
        yield f"    … {counted(state.hidden_objects, 'object')} more"


def _thread_lines(view: ThreadView, width: int) -> Iterator[str]:
    state = view.state
    yield f"  {state.name:{width}}  at {state.place}"
    for frame in view.frames:
        yield f"  {'':{width}}  in {simple_function(frame.function)}: {listed(frame.values)}"
    if state.waits is not None:
        yield f"  {'':{width}}  {state.waits}"
