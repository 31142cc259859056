"""The way of an abstract run as a path of the program, for a solver to find inputs."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.feasibility.simulation import Arrival, Place
from vexil.ir.interpreter import Violated
from vexil.ir.operations import Call, Catch, Check, Return
from vexil.ir.program import Program
from vexil.model.frames.paths import CallEvent, Event, FailureEvent, ReturnEvent, StepEvent

FIRST = 1
"""The only thread of a program whose runs are paths."""


class NoPath(Exception):  # noqa: N818 - an answer
    """The way is none of one thread through calls and returns, with the reason."""


def events_of(program: Program, way: Sequence[Arrival]) -> list[Event]:
    """What the program does along a way, edge by edge; raises `NoPath`."""
    entry = program.functions[program.entry]
    stack: tuple[Place, ...] = ((entry.name, entry.locations[entry.entry].name),)
    events: list[Event] = []
    for item in way:
        if item.move.thread != FIRST:
            raise NoPath("several threads move")
        if isinstance(item.ending, Violated):
            name, place = stack[-1]
            function = program.functions[name]
            edges = [
                number for number in _leaving(program, stack[-1]) if isinstance(function.edges[number].operation, Check)
            ]
            if not edges:
                raise NoPath(f"no check is at {place}")
            events.append(FailureEvent(name, edges[0], item.ending.property))
            break
        if item.ending is not None:
            break
        events += _events(program, stack, item.stack)
        stack = item.stack
        if not stack:
            break
    return events


def _leaving(program: Program, place: Place) -> list[int]:
    """The edges that leave a place."""
    function = program.functions[place[0]]
    numbers = {location.name: number for number, location in enumerate(function.locations)}
    return list(function.outgoing[numbers[place[1]]])


def _between(program: Program, place: Place, target: str) -> int:
    function = program.functions[place[0]]
    fitting = [
        number
        for number in _leaving(program, place)
        if function.locations[function.edges[number].target].name == target
        and not isinstance(function.edges[number].operation, Catch)
    ]
    if len(fitting) != 1:
        raise NoPath(f"{len(fitting)} edges lead from {place[1]} to {target} in {place[0]}")
    return fitting[0]


def _events(program: Program, before: tuple[Place, ...], after: tuple[Place, ...]) -> list[Event]:
    """The events of one step, by the frames before and after it."""
    name, _ = before[-1]
    function = program.functions[name]
    if len(after) == len(before) + 1:
        calls = [
            number for number in _leaving(program, before[-1]) if isinstance(function.edges[number].operation, Call)
        ]
        if len(calls) != 1:
            raise NoPath(f"a call in {name} is not known")
        return [CallEvent(name, calls[0], after[-1][0])]
    if len(after) == len(before):
        return [StepEvent(name, _between(program, before[-1], after[-1][1]))]
    returns = [
        number for number in _leaving(program, before[-1]) if isinstance(function.edges[number].operation, Return)
    ]
    if len(after) != len(before) - 1 or len(returns) != 1:
        raise NoPath(f"{name} is left in another way than by a return")
    if not after:
        return [StepEvent(name, returns[0])]
    return [StepEvent(name, returns[0]), ReturnEvent(after[-1][0], _between(program, before[-2], after[-1][1]), name)]
