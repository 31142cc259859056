"""Strongly connected components of states: their ranks, and whether there is any run."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from vexil.core.graphs import component_numbers, components
from vexil.ir.interpreter import Snapshot
from vexil.model.explore import Explorer

N = TypeVar("N", bound=Hashable)


def ranks_of(roots: Sequence[N], successors: Callable[[N], Sequence[N]]) -> dict[N, int]:
    """Number the components so that every step stays in its component or leads to one with a smaller number."""
    numbers = {node: number for number, node in enumerate(dict.fromkeys(roots))}
    nodes = list(numbers)
    targets: list[list[int]] = []
    for node in nodes:  # which grows meanwhile
        following = list(successors(node))
        for target in following:
            if target not in numbers:
                numbers[target] = len(nodes)
                nodes.append(target)
        targets.append([numbers[target] for target in following])
    count = len(nodes)
    return dict(zip(nodes, component_numbers(count, components(count, targets.__getitem__)), strict=True))


def why_vacuous(explorer: Explorer, initial: list[Snapshot]) -> str:
    """Say why a finished search means nothing: every run was cut by a restriction, so there is no run.

    A run is one that has ended or that goes round for ever; states that are merely reached belong to none when
    everything behind them is cut.
    """
    losses = explorer.losses
    if not losses.restricted or losses.finished:
        return ""
    steps: dict[Snapshot, list[Snapshot]] = {}
    again = Explorer(explorer.machine)

    def successors(state: Snapshot) -> list[Snapshot]:
        if state not in steps:
            steps[state] = [following for _, following in again.successors(state)]
        return steps[state]

    ranks = ranks_of(initial, successors)
    endless = any(ranks[following] == ranks[state] for state in ranks for following in steps[state])
    return "" if endless or again.losses.finished else "every run is cut by a restriction"
