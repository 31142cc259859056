"""What can share a place in the state: registers of which at most one is needed, functions of which one is active."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping

from vexil.analysis import Analyses, CallGraph
from vexil.ir.operations import Assign
from vexil.ir.program import Function


def shared_places(
    analyses: Analyses, function: Function, key_of: Callable[[str], Hashable | None], alone: Iterable[str]
) -> dict[str, int]:
    """A place for every register, from 0 for each key; registers without a key, and those of *alone*, share none.

    Two registers are apart when both may be read later at some location, or one is written where the other may be
    read later (Chaitin 1982); parameters are written all at once.
    """
    names = [name for name, variable in function.variables.items() if not variable.addressable]
    apart = _apart(analyses, function, names)
    single = set(alone)
    places: dict[str, int] = {}
    taken: dict[Hashable, list[list[str]]] = {}
    for name in names:
        key = key_of(name)
        if key is None:
            continue
        rows = taken.setdefault(key, [])
        place = len(rows)
        if name not in single:
            fitting = (
                number
                for number, row in enumerate(rows)
                if not single.intersection(row) and not apart[name].intersection(row)
            )
            place = next(fitting, place)
        if place == len(rows):
            rows.append([])
        rows[place].append(name)
        places[name] = place
    return places


def _apart(analyses: Analyses, function: Function, names: list[str]) -> dict[str, set[str]]:
    """For each register those with which it cannot share a place."""
    liveness, definitions = analyses.liveness(function.name), analyses.definitions(function.name)
    conflicts: dict[str, set[str]] = {name: set() for name in names}
    cached: dict[int, frozenset[str]] = {}

    def live(location: int) -> frozenset[str]:
        if location not in cached:
            cached[location] = liveness.live(location)
        return cached[location]

    def separate(one: str, others: Iterable[str]) -> None:
        for other in others:
            if other != one:
                conflicts[one].add(other)
                conflicts[other].add(one)

    for together in {live(location) for location in range(len(function.locations))}:
        for name in together:
            conflicts[name] |= together
    for number, edge in enumerate(function.edges):
        written = definitions.writes[number]
        if written is not None:
            separate(written, live(edge.target))
            if not isinstance(edge.operation, Assign):
                separate(written, definitions.reads[number])
    parameters = [parameter.name for parameter in function.parameters if parameter.name in conflicts]
    for name in parameters:
        separate(name, (*parameters, *live(function.entry)))
    for name in names:
        conflicts[name].discard(name)
    return conflicts


def levels_of(graph: CallGraph, root: str, functions: tuple[str, ...]) -> Mapping[str, int]:
    """By function the longest chain of calls that leads to it from the root, those of a cycle counted once.

    Two functions of one level are never active in one thread at a time: whoever calls another one, over any number of
    calls, has a smaller level. The root and recursive functions are left out.
    """
    inside = set(functions)
    callers: dict[str, set[str]] = {name: set() for name in functions}
    for name in functions:
        for callee in graph.callees[name]:
            callers[callee].add(name)
    levels: dict[str, int] = {}
    for group in reversed(graph.components):  # callers first
        members = inside.intersection(group)
        outside = {caller for name in members for caller in callers[name]} - members
        level = 1 + max((levels[caller] for caller in outside), default=-1)
        levels.update(dict.fromkeys(members, level))
    return {name: level for name, level in levels.items() if name not in graph.recursive and name != root}
