"""Which local variables in memory live at a location, and which of them have a value there."""

from __future__ import annotations

from enum import Enum

from vexil.ir.expressions import Variable
from vexil.ir.operations import (
    Assign,
    BeginLifetime,
    Call,
    Choose,
    Copy,
    EndLifetime,
    EndThread,
    Operation,
    Return,
    written_places,
)
from vexil.ir.program import Function
from vexil.ir.types import is_aggregate


class Life(Enum):
    """What is known about the memory of a variable at a location."""

    WRITTEN = "written"
    ALIVE = "alive"
    DEAD = "dead"
    UNKNOWN = "unknown"


Lives = dict[str, frozenset[Life]]


def lives_at(function: Function) -> list[dict[str, Life]]:
    """For every location what is known about each addressable local on every way there."""
    kinds = {item.name: item.type for item in function.locals if item.addressable}
    states: list[Lives | None] = [None] * len(function.locations)
    states[function.entry] = dict.fromkeys(kinds, frozenset({Life.ALIVE}))
    pending = [function.entry]
    while pending:
        location = pending.pop()
        before = states[location]
        assert before is not None
        for number in function.outgoing[location]:
            edge = function.edges[number]
            after = _after(edge.operation, before)
            known = states[edge.target]
            joined = after if known is None else {name: known[name] | after[name] for name in known}
            if joined != known:
                states[edge.target] = joined
                pending.append(edge.target)
    return [{name: _summary((lives or {}).get(name, frozenset())) for name in kinds} for lives in states]


def _after(operation: Operation, before: Lives) -> Lives:
    after = dict(before)
    match operation:
        case BeginLifetime(variable):
            after[variable.name] = frozenset({Life.ALIVE})
        case EndLifetime(variable):
            after[variable.name] = frozenset({Life.DEAD})
        case Return() | EndThread():
            after = dict.fromkeys(before, frozenset({Life.DEAD}))
        case Copy() | Call():
            after = _doubtful(before)
        case Assign(place, _) if is_aggregate(place.type):
            after = _doubtful(before)
        case Assign() | Choose():
            for place in written_places(operation):
                if isinstance(place, Variable) and before.get(place.name) in (_LIVE, _SET, _EITHER):
                    after[place.name] = _SET
        case _:
            pass
    return after


_LIVE, _SET = frozenset({Life.ALIVE}), frozenset({Life.WRITTEN})
_EITHER = _LIVE | _SET


def _doubtful(before: Lives) -> Lives:
    """After memory that was not written may have been copied."""
    return {name: (lives - _SET) | _LIVE if lives & _SET else lives for name, lives in before.items()}


def _summary(lives: frozenset[Life]) -> Life:
    if len(lives) == 1:
        return next(iter(lives))
    return Life.ALIVE if lives == _EITHER else Life.UNKNOWN
