"""Which command leads from one state of a trace to the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from vexil.core.errors import require
from vexil.model.guarded import GuardedSystem
from vexil.model.guarded.evaluate import Evaluator, State, Taken


def steps_between(system: GuardedSystem, states: Sequence[State]) -> tuple[Taken | None, ...]:
    """The steps of a trace by the plain meaning of the system; none where a run that has ended repeats its state."""
    evaluator = Evaluator(system)
    found: list[Taken | None] = []
    for before, after in pairwise(states):
        taken = next((step for step, target in evaluator.successors(before) if target == after), None)
        require(taken is not None or before == after, "native code should take the steps of the system")
        found.append(taken)
    return tuple(found)
