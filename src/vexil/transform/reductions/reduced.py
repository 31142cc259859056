"""A guarded system that stands for a larger one, how its steps are found again there, and what a search visited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from vexil.core.errors import require
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.system import GuardedSystem
from vexil.model.search_options import Reduction
from vexil.transform.flattening.goals import FlatGoal
from vexil.transform.reductions.fusing import Path, fused_successors


@dataclass(frozen=True)
class Reduced:
    """A system, the smaller one that was made of it, and by which reductions that are of any use.

    ``canonical`` takes states of both systems: it gives the same for those that stand for each other. Both systems have
    the same endings and atoms.
    """

    whole: GuardedSystem
    system: GuardedSystem
    used: frozenset[Reduction] = frozenset()
    canonical: Callable[[State], State] = lambda state: state

    def steps(self, evaluator: Evaluator, state: State) -> list[tuple[Path, State]]:
        """The steps of the smaller system, each as the single steps it is made of, and where they lead."""
        if not evaluator.system.passing:
            return [([step], step[1]) for step in evaluator.successors(state)]
        return fused_successors(evaluator, state)

    @property
    def is_fused(self) -> bool:
        """Say whether states between steps are left out: traces may be longer than needed."""
        return Reduction.FUSE in self.used


class Follower:
    """Takes the steps of the smaller system in the larger one; ``state`` is where it is."""

    def __init__(self, reduced: Reduced, first: State) -> None:
        self._reduced = reduced
        self._whole, self._small = Evaluator(reduced.whole), Evaluator(reduced.system)
        wanted = reduced.canonical(first)
        openings = ((chosen, state) for chosen, state in self._whole.openings() if reduced.canonical(state) == wanted)
        self.chosen, self.state = next(openings)
        """What is chosen at the beginning of the run."""
        self.moved: set[tuple[str, int]] | None = None
        """The threads that have moved, where those that have not are to be preferred."""

    def follow(self, states: Sequence[State]) -> Path:
        """The steps that lead through states of the smaller system; a run that has ended repeats its last one."""
        path: Path = []
        for before, after in pairwise(states):
            for target in self._between(before, after):
                path.append(self._step(target))
        return path

    def follow_until_seen(self, states: Sequence[State]) -> Path:
        """The steps to where atoms have the values of the last state first: what is fused behind that is left out."""
        path = self.follow(states[:-1])
        for target in self._between(states[-2], states[-1])[:1] if len(states) > 1 else []:
            path.append(self._step(target))
        return path

    def _step(self, target: State) -> tuple[Transition, State]:
        """A step to a state for which another one stands."""
        canonical = self._reduced.canonical
        wanted = canonical(target)
        steps = ((taken, after) for taken, after in self._whole.successors(self.state) if canonical(after) == wanted)
        step = next(steps, None) if self.moved is None else self._attentive(list(steps), self.moved)
        require(step is not None, "every step of a reduced system should be one of the whole system")
        assert step is not None
        self.state = step[1]
        return step

    @staticmethod
    def _attentive(steps: Path, moved: set[tuple[str, int]]) -> tuple[Transition, State] | None:
        """A step of a thread that has not moved yet, if there is one."""
        choice = next((step for step in steps if (step[0].template, step[0].thread) not in moved), None)
        choice = choice or next(iter(steps), None)
        if choice is not None:
            moved.add((choice[0].template, choice[0].thread))
        return choice

    def _between(self, before: State, after: State) -> list[State]:
        """The states after single steps on the way from one stored state to the next."""
        for steps, target in self._reduced.steps(self._small, before):
            if target == after:
                return [state for _, state in steps]
        require(before == after, "native code should take the steps of the system")
        return []


class Visited(Protocol):
    """The states that a search visited, each with a state of the automaton of violations (0 where there is none)."""

    @property
    def count(self) -> int:
        """How many there are; their numbers begin with 1."""

    def node(self, number: int) -> tuple[tuple[int, ...], int]:
        """A state that was visited."""

    def rank(self, state: tuple[int, ...], place: int) -> int | None:
        """Nothing for a state that was not visited; else a number that no step makes larger."""


@dataclass(frozen=True, eq=False)
class Exploration:
    """What was searched, ``reduced`` from the flat form of a program, and what was visited.

    ``unmet`` are numbers of endings that no run came to.
    """

    goal: FlatGoal
    reduced: Reduced
    visited: Visited
    fair: bool = False
    unmet: frozenset[int] = frozenset()

    def __reduce__(self) -> tuple[type[None], tuple[()]]:
        """Only the process that searched knows what it visited."""
        return type(None), ()
