"""Traces as JSON objects: the same facts as in the text, and the edges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vexil.model.trace import (
    Change,
    Ending,
    HeldLock,
    Place,
    RaceAccess,
    RacingAccesses,
    ThreadState,
    Trace,
    TraceStep,
    UncaughtException,
    Wait,
)

Json = dict[str, Any]


def trace_object(trace: Trace) -> Json:
    """A trace; where ``count`` is greater than the number of its steps, those in the middle are left out."""
    return {
        "initial": _changes(trace.initial),
        "loop_start": trace.loop_start,
        "violation": trace.violation,
        "count": trace.count,
        "threads": [{"thread": item.thread, "name": item.name} for item in trace.threads],
        "steps": [_step(step) for step in trace.steps],
        "objects": [
            {"name": item.name, "instance": item.instance, "created": _place(item.created)} for item in trace.objects
        ],
        "calls": [_place(place) for place in trace.calls],
        "ending": None if trace.ending is None else _ending(trace.ending),
    }


def _step(step: TraceStep) -> Json:
    return {
        "number": step.number,
        "thread": step.thread,
        "name": step.name,
        "function": step.function,
        "location": step.location,
        "file": step.file,
        "line": step.line,
        "text": step.text,
        "changes": _changes(step.changes),
        "reads": _changes(step.reads),
        "outcome": step.outcome,
        "inputs": _changes(step.inputs),
        "depth": step.depth,
        "unprompted": step.unprompted,
        "locks": [_held(held) for held in step.locks],
        "waiting": [_waiting(waiting) for waiting in step.waiting],
        "moves": step.moves,
        "edges": [{"edge": edge.edge, "operation": edge.operation, "choice": edge.choice} for edge in step.edges],
        "edges_left_out": step.edges_left_out,
    }


def _changes(changes: Sequence[Change]) -> list[Json]:
    return [{"name": change.name, "value": change.value} for change in changes]


def _held(held: HeldLock) -> Json:
    return {"lock": held.lock, "thread": held.thread, "name": held.name, "count": held.count}


def _waiting(waiting: Wait) -> Json:
    return {
        "thread": waiting.thread,
        "name": waiting.name,
        "reason": waiting.reason.value,
        "on": waiting.on,
        "whom": waiting.whom,
        "whom_name": waiting.whom_name,
        "timed": waiting.timed,
    }


def _place(place: Place) -> Json:
    return {
        "function": place.function,
        "location": place.location,
        "file": place.file,
        "line": place.line,
        "text": place.text,
    }


def _ending(ending: Ending) -> Json:
    return {
        "standstill": ending.standstill.value,
        "sentences": list(ending.sentences),
        "cycle": list(ending.cycle),
        "threads": [_state(state) for state in ending.threads],
        "uncaught": [_uncaught(uncaught) for uncaught in ending.uncaught],
        "race": None if ending.race is None else _race(ending.race),
    }


def _race(race: RacingAccesses) -> Json:
    return {"data": race.data, "accesses": [_race_access(access) for access in race.accesses]}


def _race_access(access: RaceAccess) -> Json:
    return {
        "thread": access.thread,
        "name": access.name,
        "writes": access.writes,
        "atomic": access.atomic,
        "place": _place(access.place),
        "calls": [_place(place) for place in access.calls],
        "holds": list(access.holds),
    }


def _state(state: ThreadState) -> Json:
    return {
        "thread": state.thread,
        "name": state.name,
        "daemon": state.daemon,
        "place": _place(state.place),
        "holds": list(state.holds),
        "waits": None if state.waits is None else _waiting(state.waits),
    }


def _uncaught(uncaught: UncaughtException) -> Json:
    return {
        "thread": uncaught.thread,
        "name": uncaught.name,
        "class": uncaught.class_name,
        "message": uncaught.message,
        "created": None if uncaught.created is None else _place(uncaught.created),
        "thrown": None if uncaught.thrown is None else _place(uncaught.thrown),
        "calls": [_place(place) for place in uncaught.calls],
    }
