"""The run into the deadlock of Event at the grain of the paper: what is told of it, and all shortest ones."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.model.trace import TraceStep

TASKS = {"FirstTask": "T1", "SecondTask": "T2"}
EVENTS = {"copy": "copies", "again": "copies", "store": "signals", "inside": "waits"}
"""What the catalogue of the paper tells of a run, by the place where it happens: where shared data is touched."""


def told(steps: tuple[TraceStep, ...]) -> list[str]:
    """The steps of a run of Event at the grain of the paper."""
    names: dict[int, str] = {}
    found = []
    for position, step in enumerate(steps):
        names.setdefault(step.thread, TASKS.get(step.function, ""))
        name = names[step.thread]
        if name and step.location in EVENTS:
            found.append(f"{name} {EVENTS[step.location]}")
        elif name and step.location == "test":
            later = (item for item in steps[position:] if item.thread == step.thread and item.location == "decide")
            found.append(f"{name} tests equal={'!' not in next(later).text}")
    return found


State = tuple[str, str, int, int, int, int]
"""Where the tasks are, their counts, and those of the events."""


def paper_runs() -> set[tuple[str, ...]]:
    """All shortest ways into the deadlock, by the rules of the paper: a step copies, tests, signals or waits."""

    def steps(state: State) -> Iterator[tuple[str, State]]:
        first, second, mine, theirs, one, two = state
        if first in ("copy", "again"):
            yield "T1 copies", ("test" if first == "copy" else "signal", second, one, theirs, one, two)
        if first == "test":
            yield f"T1 tests equal={mine == one}", ("wait" if mine == one else "again", *state[1:])
        if first == "wait":
            yield "T1 waits", ("asleep", *state[1:])
        if first == "signal":
            yield "T1 signals", ("test", "copy" if second == "asleep" else second, mine, theirs, one, two + 1)
        if second == "copy":
            yield "T2 copies", (first, "signal", mine, two, one, two)
        if second == "signal":
            yield "T2 signals", ("again" if first == "asleep" else first, "test", mine, theirs, one + 1, two)
        if second == "test":
            yield f"T2 tests equal={theirs == two}", (first, "wait" if theirs == two else "copy", *state[2:])
        if second == "wait":
            yield "T2 waits", (first, "asleep", *state[2:])

    frontier: list[tuple[tuple[str, ...], State]] = [((), ("copy", "copy", 0, 0, 0, 0))]
    while not (stuck := {path for path, state in frontier if next(steps(state), None) is None}):
        frontier = [((*path, name), after) for path, state in frontier for name, after in steps(state)]
    return stuck
