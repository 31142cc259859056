"""Shorter runs: what is not needed is left out, and what a thread does at several times is done at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, groupby

from vexil.core.errors import UsageError
from vexil.engines.machine.taken_steps import TakenRun, TakenStep
from vexil.ir.interpreter import Machine, Move
from vexil.model.evidence import Run

MOST_TRIED = 100_000
"""Edges that the interpreter takes to trim a run."""

Part = tuple[TakenStep, ...]


class Shortening:
    """Shortens a run by attempts; *follow* says what is left of one, if it ends as the run does."""

    def __init__(
        self, run: TakenRun, follow: Callable[[TakenRun], TakenRun | None], goes_on: Callable[[], bool]
    ) -> None:
        self.run, self._follow, self._goes_on = run, follow, goes_on
        before = None
        while before != cost(self.run):
            before = cost(self.run)
            self._leave_out(_blocks)
            self._join()
            self._leave_out(_steps)

    def _improves(self, parts: Sequence[Part]) -> bool:
        """Follow these parts instead, and keep what comes of it if that is better."""
        if not self._goes_on():
            return False
        followed = self._follow(TakenRun(self.run.initial, tuple(chain.from_iterable(parts))))
        if followed is None or cost(followed) >= cost(self.run):
            return False
        self.run = followed
        return True

    def _leave_out(self, parts_of: Callable[[TakenRun], list[Part]]) -> None:
        """Leave out neighbouring parts: many at once, then fewer (delta debugging, Zeller and Hildebrandt 2002)."""
        size = len(parts_of(self.run)) // 2
        while size:
            at = 0
            while at < len(parts := parts_of(self.run)):
                if not self._improves(parts[:at] + parts[at + size :]):
                    at += size
            size //= 2

    def _join(self) -> None:
        """Move what a thread does next up to what it did last, or the other way round."""
        at = 0
        while at < len(parts := _blocks(self.run)):
            following = [index for index in range(at + 1, len(parts)) if parts[index][0].thread == parts[at][0].thread]
            if not following or not any(map(self._improves, _joined(parts, at, following[0]))):
                at += 1


def cost(run: TakenRun) -> tuple[int, int]:
    """What a reader wants little of: changes of threads, then steps."""
    return len(_blocks(run)), sum(step.edges for step in run.steps)


def _blocks(run: TakenRun) -> list[Part]:
    """What one thread does without another in between."""
    return [tuple(steps) for _, steps in groupby(run.steps, lambda step: step.thread)]


def _steps(run: TakenRun) -> list[Part]:
    return [(step,) for step in run.steps]


def _joined(parts: list[Part], first: int, second: int) -> list[list[Part]]:
    """Both ways to bring two parts together."""
    between = parts[first + 1 : second]
    pair = [parts[first], parts[second]]
    return [
        [*parts[:first], *pair, *between, *parts[second + 1 :]],
        [*parts[:first], *between, *pair, *parts[second + 1 :]],
    ]


def trimmed(run: Run, machine: Machine, broken: Callable[[Machine], str]) -> Run:
    """The run without what threads do at last that is not needed: steps that are taken at once are several edges."""
    budget = MOST_TRIED

    def reached(moves: Sequence[Move]) -> Sequence[Move] | None:
        """As much of some moves as leads to what is broken, if they do."""
        nonlocal budget
        machine.reset(run.initial)
        for number, move in enumerate(moves):
            if broken(machine):
                return moves[:number]
            try:
                machine.apply(move)
            except UsageError:
                return None
            budget -= 1
        return moves if broken(machine) else None

    moves: Sequence[Move] = run.moves
    for thread in sorted({move.thread for move in moves}):
        size = sum(move.thread == thread for move in moves)
        while size and budget > len(moves):
            taken = [number for number, move in enumerate(moves) if move.thread == thread]
            left_out = set(taken[-size:])
            fewer = reached([move for number, move in enumerate(moves) if number not in left_out])
            if fewer is not None and len(fewer) < len(moves):
                moves, size = fewer, min(size, len(taken) - size)
            else:
                size //= 2
    return Run(run.initial, tuple(moves))
