"""Requests to start a thread that fail: the form has them wherever a request may fail, few runs of the program do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vexil.core import graphs
from vexil.ir import operations as ops
from vexil.ir.program import Function, Program


def failing_creations(program: Program, origins: Mapping[str, Sequence[str]]) -> Mapping[str, frozenset[int]]:
    """For each template the edges that begin what a request does instead when it fails.

    A request is a choice between two chains of edges that come from one edge; one of the chains starts no thread.
    """
    return {name: _of(function, origins[name]) for name, function in program.functions.items()}


def _of(function: Function, origins: Sequence[str]) -> frozenset[int]:
    found: set[int] = set()
    for outgoing in function.outgoing:
        named = [origins[number] for number in outgoing if origins[number]]
        if len(named) < 2 or len(set(named)) > 1:
            continue
        starts = {number: _starts(function, origins, number) for number in outgoing}
        if any(starts.values()):
            found |= {number for number, is_start in starts.items() if not is_start}
    return frozenset(found)


def _starts(function: Function, origins: Sequence[str], first: int) -> bool:
    """Say whether edges that come from the same one start a thread."""

    def behind(number: int) -> list[int]:
        return [item for item in function.outgoing[function.edges[number].target] if origins[item] == origins[first]]

    return any(isinstance(function.edges[number].operation, ops.Start) for number in graphs.reachable([first], behind))
