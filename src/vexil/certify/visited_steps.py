"""One visited state: what the interpreter does there against what native search says it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from vexil.certify.alike_choices import AlikeChoices
from vexil.certify.commutation import Commutation
from vexil.certify.counted_machine import EDGE, CountedMachine
from vexil.ir.interpreter import Cut, Move, Snapshot, Undefined
from vexil.model.goal import StateGoal
from vexil.model.visited import VisitedStates, VisitedStep

PART = 0.5
"""How often, where a thread moves alone, one of the steps behind the first one is tried in its place."""
STOPS = 4
"""Steps behind a first one that are tried at most."""
Early = tuple[Snapshot, Move]
"""A step that goes first where it is possible."""
Followers = list[tuple[int, Snapshot]]
Compare = Callable[[int, Snapshot], bool]
"""Says whether a state that a step has led to is the one with the number."""


class StepChecker:
    """Looks at states with all their steps; ``problem`` says what is wrong, once something is.

    Steps that go first are tried before and after runs of others, ``tries`` times in each state.
    """

    def __init__(
        self, visited: VisitedStates, goal: StateGoal, interpreter: CountedMachine, random: Random, is_same: Compare
    ) -> None:
        self._visited, self._goal, self._interpreter, self._random = visited, goal, interpreter, random
        self._is_same = is_same
        self.commutation = Commutation(interpreter, random)
        self.alike = AlikeChoices(interpreter.machine, goal.broken, random)
        self.losses: set[str] = set()
        self.states = self.steps = 0
        self.tries = 1
        self.longest: int | None = None
        """Of a step that is longer only so many edges are taken, and where it leads is not compared."""
        self.begun = 0
        """Steps of which only the beginning was looked at."""
        self.problem = ""

    def look(self, number: int, here: Snapshot) -> Followers:
        """Look at the state with a number, and at where its steps lead."""
        interpreter, machine = self._interpreter, self._interpreter.machine
        self.states += 1
        interpreter.go(here)
        broken = self._goal.broken(machine)
        if broken:
            return self._fail(f"a visited state breaks the property: {broken}")
        enabled = machine.enabled()
        visited = self._visited.steps(number)
        alone = visited.alone
        if alone is not None and alone not in enabled:
            return self._fail("a thread that moves alone cannot move")
        explored = [step.moves[0] for step in visited.steps]
        problem = self._left_out(here, enabled if alone is None else [alone], explored)
        if problem:
            return self._fail(problem)
        followers: Followers = []
        early = [] if alone is None else [(here, self._random.choice(explored))]
        longer = [index for index, step in enumerate(visited.steps) if len(step.moves) > 1]
        if self.tries == 1 and longer:
            longer = [] if early and self._random.random() < PART else [self._random.choice(longer)]
        for index, step in enumerate(visited.steps):
            early += self._step(here, step, followers, is_stopping=index in longer)
            if self.problem:
                return []
        if alone is not None and all(step.target is None or step.target <= number for step in visited.steps):
            return self._fail("a thread moves alone though it may go round in a circle")
        for _ in range(self.tries if early else 0):
            self.problem = self.problem or self.commutation.problem(*self._random.choice(early))
        return followers

    def _left_out(self, here: Snapshot, threads: Sequence[int], explored: Sequence[Move]) -> str:
        """Say what is wrong with the first steps that were explored of some threads, if anything is."""
        machine = self._interpreter.machine
        by_thread: dict[int, list[int | None]] = {thread: [] for thread in threads}
        for move in explored:
            if move.thread not in by_thread:
                return "a step was explored that the program does not have"
            by_thread[move.thread].append(move.choice)
        for thread, choices in by_thread.items():
            offered = machine.choices(thread)
            self.losses.update(() if offered is None else offered.clipped)
            if offered is not None and self.alike.is_compared(offered):
                before = self.alike.edges
                problem = self.alike.left_out(here, thread, offered, sorted(item or 0 for item in choices))
                self._interpreter.work += EDGE * (self.alike.edges - before)
                self._interpreter.go(here)
                if problem:
                    return problem
                continue
            decisions: set[int | None] = {None} if offered is None else set(offered.values or ())
            if not decisions.issubset(choices):
                return "a step was left out"
            if not decisions.issuperset(choices):
                return "a step was explored that the program does not have"
        return ""

    def _fail(self, problem: str) -> Followers:
        self.problem = problem
        return []

    def _step(self, here: Snapshot, step: VisitedStep, followers: Followers, *, is_stopping: bool) -> list[Early]:
        """Take a step with those behind it, and compare where it leads; some of those behind it are the answer."""
        interpreter, machine = self._interpreter, self._interpreter.machine
        interpreter.go(here)
        moves = step.moves[: self.longest]
        is_begun = len(moves) < len(step.moves)
        self.begun, self.steps = self.begun + is_begun, self.steps + (not is_begun)
        behind = range(1, len(moves))
        between = self._random.sample(behind, min(len(behind), self.tries, STOPS)) if is_stopping else []
        middle: list[Early] = []
        for index, move in enumerate(moves):
            if index in between:
                middle.append((interpreter.record(), move))
            if 0 < index == len(step.moves) - 1 and step.target is None and set(machine.enabled()) - {move.thread}:
                self._fail("a step that ends the run goes before those of others")
                return []
            is_taken = interpreter.take_next(move) if index else interpreter.take(move)
            if not is_taken or move.thread != step.moves[0].thread:
                self._fail("a step was explored that the program does not have")
                return []
            broken = self._goal.broken(machine)
            if broken:
                self._fail(f"a step breaks the property: {broken}")
                return []
        if is_begun:
            return middle
        if step.target is None:
            if not interpreter.is_lost:
                self._fail("a run was taken for ended that goes on")
            self._note_loss()
            return middle
        renaming = dict(step.renaming)
        if not interpreter.can_rename(renaming):
            self._fail("threads get numbers that are not theirs to exchange")
            return []
        after = interpreter.record(renaming)
        if self._is_same(step.target, after):
            followers.append((step.target, after))
        else:
            self._fail("a step leads to another state than the search says")
        return middle

    def _note_loss(self) -> None:
        machine = self._interpreter.machine
        match machine.ending:
            case Cut(reason, True) | Undefined(reason):
                self.losses.add(reason)
            case None:
                self.losses.add("an address is looked at")
            case _:
                pass
