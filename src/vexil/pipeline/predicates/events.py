"""Traces of predicate programs as paths of the program they abstract."""

from __future__ import annotations

from vexil.abstraction.body import UNDEFINED, UNSUPPORTED
from vexil.engines.bebop.backwards import AbstractTrace
from vexil.ir.operations import Call
from vexil.ir.program import Program
from vexil.model import boolean_program as bp
from vexil.model.frames.paths import CallEvent, Event, FailureEvent, ReturnEvent, StepEvent

NO_PROPERTY = frozenset({UNDEFINED, UNSUPPORTED})
"""Checks that the abstraction adds; a run that breaks one is neither right nor wrong."""


def events_of(program: Program, abstract: bp.PredicateProgram, trace: AbstractTrace) -> list[Event]:
    """What happens along a trace: one event for every edge of the program."""
    events: list[Event] = []
    calls: list[tuple[str, int]] = []
    for number, step in enumerate(trace.steps, 1):
        name = step.procedure
        edge = abstract.procedures[name].edges[step.edge]
        if not edge.origins:
            continue
        origin = edge.origins[0]
        function = program.functions[name]
        is_call = isinstance(function.edges[origin].operation, Call)
        match edge.operation:
            case bp.Call(callee):
                events.append(CallEvent(name, origin, callee))
                calls.append((name, origin))
            case bp.Return():
                events.extend(StepEvent(name, step) for step in edge.origins)
                if calls:
                    caller, call = calls.pop()
                    events.append(ReturnEvent(caller, call, name))
            case bp.Check(_, kind, _) if number == len(trace.steps):
                events.extend(StepEvent(name, before) for before in edge.origins[:-1])
                events.append(FailureEvent(name, edge.origins[-1], "" if kind in NO_PROPERTY else kind))
            case _ if not is_call and edge.target < len(function.locations):
                events.extend(StepEvent(name, step) for step in edge.origins)
            case _:
                pass  # one of several steps that stand for an edge; the last one counts
    return events
