"""All states of a guarded system by its plain meaning, with what a search should find in them."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.model.guarded import GuardedSystem
from vexil.model.guarded.evaluate import Evaluator, State


@dataclass(frozen=True)
class Explored:
    """The states with their distances from the beginning, the steps between them, and what was cut."""

    distance: dict[State, int]
    transitions: int
    cuts: dict[int, int]
    deadlocks: set[State]
    after: dict[State, list[State]]


def explored(system: GuardedSystem, most: int = 1_000_000) -> Explored | None:
    """Everything, or nothing when there are more states than that."""
    evaluator = Evaluator(system)
    distance = dict.fromkeys(evaluator.initial(), 0)
    after: dict[State, list[State]] = {}
    queue = list(distance)
    for state in queue:
        after[state] = [target for _, target in evaluator.successors(state)]
        for target in after[state]:
            if target not in distance:
                distance[target] = distance[state] + 1
                queue.append(target)
        if len(queue) > most:
            return None
    cuts = dict(evaluator.cuts)
    deadlocks = set(filter(evaluator.is_deadlock, queue))
    return Explored(distance, sum(map(len, after.values())), cuts, deadlocks, after)
