"""Weak fairness: which threads a loop of a guarded system neglects.

A thread is neglected that does not move in the loop although it can move in every state of it. An atomic section is one
step to the other threads: a state in which only threads in sections move says of nobody that he cannot, unless the
loop has no other states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vexil.model.guarded.evaluate import Evaluator, State, Taken


def neglected(evaluator: Evaluator, states: Sequence[State], steps: Iterable[Taken]) -> set[tuple[str, int]]:
    """The threads, by template and number, that a loop of states and the steps between them is not fair to."""
    moved = {(taken.template, taken.thread) for taken in steps}
    between = [state for state in states if not evaluator.is_in_section(state)]
    able = [set(evaluator.movers(state)) for state in between or states]
    return set.intersection(*able) - moved
