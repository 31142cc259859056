"""How deep functions are in calls: those which are never active together share their places in the state."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.analysis import CallGraph


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
