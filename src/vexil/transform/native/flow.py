"""Where code that runs fast looks whether it has to stop: at one location of every loop."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.ir.program import Function


def loop_heads(function: Function) -> frozenset[int]:
    """Locations of which every cycle of the automaton has one: where depth-first search finds edges that go back."""
    heads: set[int] = set()
    state = [0] * len(function.locations)  # 0: not seen, 1: on the path, 2: done
    for root in (function.entry, *range(len(function.locations))):
        if state[root]:
            continue
        state[root] = 1
        path = [(root, iter(function.outgoing[root]))]
        while path:
            location, rest = path[-1]
            for edge in rest:
                target = function.edges[edge].target
                if state[target] == 0:
                    state[target] = 1
                    path.append((target, iter(function.outgoing[target])))
                    break
                if state[target] == 1:
                    heads.add(target)
            else:
                state[location] = 2
                path.pop()
    return frozenset(heads)


def longest_ways(function: Function, heads: frozenset[int]) -> Mapping[int, int]:
    """For each head the most edges that are taken from there before the next head, or the end."""
    lengths: dict[int, int] = {}
    for head in sorted(heads):
        pending = [head]
        while pending:
            location = pending[-1]
            targets = {function.edges[edge].target for edge in function.outgoing[location]} - heads
            missing = [target for target in sorted(targets) if target not in lengths]
            if missing:
                pending += missing
                continue
            pending.pop()
            some = bool(function.outgoing[location])
            lengths[location] = some + max((lengths[target] for target in targets), default=0)
    return {head: lengths[head] for head in sorted(heads)}
