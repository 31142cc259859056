"""Which functions may be left with an exception, and what is never reached because nothing throws.

A handler that throws again is reached only when a call before it throws, so a function whose calls throw nothing throws
nothing itself although it has handlers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from vexil.ir.operations import Call, Catch, Throw
from vexil.ir.program import Function

Targets = Callable[[Call], Collection[str]]
"""The functions that a call may run."""


@dataclass(frozen=True, slots=True)
class Throwing:
    """Functions that may be left with an exception, and for every function the locations that runs may get to."""

    functions: frozenset[str]
    live: Mapping[str, frozenset[int]]


def throwing(functions: Mapping[str, Function], targets: Targets) -> Throwing:
    """The least set of functions in which a throw is reached when only calls of functions of the set are left so."""
    called = {
        name: [(edge.source, targets(edge.operation)) for edge in function.edges if isinstance(edge.operation, Call)]
        for name, function in functions.items()
    }
    callers: dict[str, set[str]] = {}
    for name, calls in called.items():
        for _, possible in calls:
            for target in possible:
                callers.setdefault(target, set()).add(name)
    functions_throwing: set[str] = set()
    live: dict[str, frozenset[int]] = {}
    pending = list(functions)
    while pending:
        name = pending.pop()
        caught = {source for source, possible in called[name] if not functions_throwing.isdisjoint(possible)}
        function = functions[name]
        live[name] = _live(function, caught)
        if name not in functions_throwing and any(
            isinstance(edge.operation, Throw) and edge.source in live[name] for edge in function.edges
        ):
            functions_throwing.add(name)
            pending += sorted(callers.get(name, ()))
    return Throwing(frozenset(functions_throwing), live)


def _live(function: Function, caught: set[int]) -> frozenset[int]:
    """The locations that are reached when handlers are entered from some calls only."""
    seen = {function.entry}
    pending = [function.entry]
    while pending:
        here = pending.pop()
        for number in function.outgoing[here]:
            edge = function.edges[number]
            if isinstance(edge.operation, Catch) and here not in caught:
                continue
            if edge.target not in seen:
                seen.add(edge.target)
                pending.append(edge.target)
    return frozenset(seen)
