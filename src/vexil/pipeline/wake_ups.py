"""Wake-ups without a reason, which POSIX and Java allow: which waits have them, and the program in which they do.

A thread that begins such a wait chooses whether the wait may end at any moment: so it need not, and a thread that
nobody notifies may also wait for ever. What then follows is what follows a notification.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vexil.analysis.wait_loops import WaitLoops
from vexil.core.caveats import Assumption
from vexil.ir.expressions import Const
from vexil.ir.operations import Assign, Skip, Wait
from vexil.ir.program import Edge, Function, Location, LocationKind, Program
from vexil.ir.types import IntegerType
from vexil.model.trace.places import WAKE_UP
from vexil.pipeline.options import WakeUps

_USUAL = "a waiting thread is woken by notification, time-out or interrupt"


def with_wake_ups(program: Program, chosen: WakeUps) -> Program:
    """The program with wake-ups without a reason: everywhere, nowhere, or where no loop tests again (``auto``)."""
    waiting = [name for name in program.source.waiting if name in program.functions]
    if not waiting:
        return program
    careless: dict[str, list[str]] = {}
    retesting = WaitLoops(program)
    for name in waiting:
        calls = retesting.careless(name) if chosen == WakeUps.AUTO else []
        if calls or chosen == WakeUps.SPURIOUS:
            careless[name] = [_place(program, function, number) for function, number in calls]
    functions = {
        name: _with_spurious(function) if name in careless else function for name, function in program.functions.items()
    }
    places = sorted({place for places in careless.values() for place in places if place})
    statement = _statement(chosen, bool(careless), places) + program.source.waiting_note
    others = tuple(item for item in program.assumptions if item.kind != "wake-ups")
    position = next((at for at, item in enumerate(program.assumptions) if item.kind == "wake-ups"), len(others))
    assumptions = (*others[:position], Assumption("wake-ups", statement), *others[position:])
    return replace(program, functions=functions, assumptions=assumptions)


def _statement(chosen: WakeUps, is_spurious: bool, places: list[str]) -> str:
    if chosen == WakeUps.NONE:
        return f"{_USUAL}, never without a reason (--wakeups none)"
    if chosen == WakeUps.SPURIOUS:
        return f"{_USUAL}, and without a reason (--wakeups spurious)"
    if not is_spurious:
        return f"{_USUAL}, never without a reason: every wait is in a loop that tests again"
    return f"{_USUAL}, and without a reason, as no loop tests again after the wait at {', '.join(places)}"


def _place(program: Program, function: str, number: int) -> str:
    """Where a call is, as the user knows it."""
    span = program.functions[function].edges[number].span
    if span is None:
        return function
    file, line, _ = program.files[span.file].position(span.start)
    return f"{Path(file).name}:{line}"


def _with_spurious(function: Function) -> Function:
    """The function with a choice before every wait that nothing ends but a notification, and after every timed one."""
    locations, edges = list(function.locations), list(function.edges)

    def location(kind: LocationKind) -> int:
        locations.append(Location(f"{WAKE_UP}{len(locations)}", kind, ()))
        return len(locations) - 1

    for number, edge in enumerate(function.edges):
        wait = edge.operation
        if not isinstance(wait, Wait) or wait.condition is None:
            continue
        if not wait.timed:
            plain, timed = location(LocationKind.STEP), location(LocationKind.STEP)
            locations[edge.source] = replace(locations[edge.source], kind=LocationKind.CHOICE)
            edges[number] = replace(edge, operation=Skip(), target=plain)
            edges.append(Edge(edge.source, timed, Skip(), edge.span))
            edges.append(Edge(plain, edge.target, wait, edge.span))
            edges.append(Edge(timed, edge.target, replace(wait, timed=True), edge.span))
        elif wait.result is not None and isinstance(wait.result.type, IntegerType):
            after = location(LocationKind.CHOICE)
            edges[number] = replace(edge, target=after)
            edges.append(Edge(after, edge.target, Skip(), edge.span))
            edges.append(Edge(after, edge.target, Assign(wait.result, Const(0, wait.result.type)), edge.span))
    return replace(function, locations=tuple(locations), edges=tuple(edges))
