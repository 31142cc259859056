"""Whether a reduced system answers for the whole one: its states are classes of states that behave alike."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.model.guarded import GuardedSystem
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.transform.reductions.reduced import Reduced


class Explored:
    """All states of a system, with the states after each; ``is_whole`` when there are not too many."""

    def __init__(self, system: GuardedSystem, most: int) -> None:
        self.evaluator = Evaluator(system)
        self.after: dict[State, list[State]] = {}
        pending = self.evaluator.initial()
        while pending and len(self.after) <= most:
            state = pending.pop()
            if state not in self.after:
                self.after[state] = [target for _, target in self.evaluator.successors(state)]
                pending += self.after[state]
        self.is_whole = len(self.after) <= most
        self.cuts = dict(self.evaluator.cuts)

    def seen(self, state: State) -> tuple[int, ...]:
        """How the run has ended, whether it is stuck, and what atoms say."""
        evaluator = self.evaluator
        atoms = (evaluator.evaluate(atom, state, {}) for atom in evaluator.system.atoms)
        return (state[0], evaluator.is_deadlock(state), *atoms)


def sizes(reduced: Reduced, most: int = 2000) -> tuple[int, int] | None:
    """The numbers of states of the whole and of the reduced system, if there are not too many.

    States of a class have the same endings, deadlocks and atoms, and steps to the same classes; the reduced system has
    a state of every class, no state of another, and the same steps between them.
    """
    whole = Explored(reduced.whole, most)
    if not whole.is_whole:
        return None
    small = Explored(reduced.system, 2 * most)
    assert small.is_whole
    classes = dict(_classes(reduced, whole))
    assert dict(_classes(reduced, small)) == classes
    assert set(whole.cuts) == set(small.cuts)
    return len(whole.after), len(small.after)


def _classes(reduced: Reduced, explored: Explored) -> Iterator[tuple[State, tuple[object, ...]]]:
    """What states of each class have in common; states of one class that differ are a mistake."""
    names = {state: reduced.canonical(state) for state in explored.after}
    found: dict[State, tuple[object, ...]] = {}
    for state, after in explored.after.items():
        behaviour = (explored.seen(state), frozenset(names[target] for target in after))
        assert found.setdefault(names[state], behaviour) == behaviour
    yield from found.items()
