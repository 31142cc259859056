"""Runs of a slice as runs of the program: what was removed is executed in between.

Each thread of the program first takes the removed steps on its way to the next kept one, and then that, with the same
choice. A thread that cannot go on waits for others to take removed steps. Choices in removed steps are made somehow:
several ways are tried.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.interpreter import Activity, CompiledProgram, Content, Machine, Move
from vexil.ir.operations import ChooseInstance
from vexil.ir.program import LocationKind
from vexil.model.evidence import Lasso, Run
from vexil.model.slice import ProgramSlice

MOST_STEPS = 40_000
"""Removed steps that the first try takes at the most, besides some for each kept one; the others take half as many."""
FOR_EACH = 20
"""Removed steps that a try may take besides for each kept one."""
TRIES = 4
MOST_ROUNDS = 64
"""How often a loop is gone round until the whole program is in a state for the second time."""


class Incomplete(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """A run of the slice is none of the program, as far as anybody knows, with the reason."""


def complete(
    part: ProgramSlice, evidence: Run | Lasso, checks: frozenset[str], context: Context, *, blocks: bool = False
) -> Run | Lasso:
    """The run of the program that a run of the slice stands for; raises `Incomplete`.

    Where it ends because nobody can move (*blocks*), everybody takes the removed steps that remain.
    """
    reason = ""
    compiled = CompiledProgram(part.original), CompiledProgram(part.program)
    for attempt in range(TRIES):
        try:
            completion = _Completion(part, compiled, evidence.initial, checks, attempt, context)
            return completion.run(evidence, blocks) if isinstance(evidence, Run) else completion.lasso(evidence)
        except Incomplete as problem:
            reason = str(problem)
    raise Incomplete(reason)


class _Completion:
    """Two machines side by side."""

    def __init__(
        self,
        part: ProgramSlice,
        compiled: tuple[CompiledProgram, CompiledProgram],
        initial: Sequence[int],
        checks: frozenset[str],
        attempt: int,
        context: Context,
    ) -> None:
        self._part = part
        self._context = context
        self._whole, self._small = (Machine(item, checks=checks) for item in compiled)
        self._initial = self._opened(initial)
        self._whole.reset(self._initial)
        self._small.reset(initial)
        self._threads = {1: 1}
        self._depths = {1: [1]}
        """By thread of the program the numbers of frames at which a frame of the slice begins."""
        self._moves: list[Move] = []
        self._contents: tuple[Content, ...] = ()
        """What memory that the last kept step made was found to hold."""
        self._taken = 0
        self._allowed = MOST_STEPS >> attempt
        self._steps_of: Counter[int] = Counter()
        self._attempt = attempt
        self._random = random.Random(attempt)
        self._kept = {
            name: {part.original.functions[name].edges[number].source for number in edges}
            for name, edges in part.edges.items()
        }

    def _opened(self, initial: Sequence[int]) -> tuple[int, ...]:
        """Decisions for the open initial values of the program: those of the slice, and any for the others."""
        given = dict(zip((name for name, _ in self._small.initial_choices()), initial, strict=True))
        decisions: list[int] = []
        for name, choices in self._whole.initial_choices():
            if name not in given and not choices.values:
                raise Incomplete(f"nobody knows what {name} starts with")
            decisions.append(given[name] if name in given else (choices.values or [0])[0])
        return tuple(decisions)

    # --- runs --------------------------------------------------------------------------------------------

    def run(self, run: Run, blocks: bool) -> Run:
        """A finite run, to its end."""
        for index, move in enumerate(run.moves):
            if index == 0:
                self._contents = move.contents
            self._take(move)
            self._contents = run.moves[index + 1].contents if index + 1 < len(run.moves) else ()
        if blocks:
            self._drain()
        return Run(self._initial, tuple(self._moves))

    def lasso(self, lasso: Lasso) -> Lasso:
        """An infinite run: the loop as often as it takes until the program is in one state for the second time."""
        for move in lasso.stem:
            self._take(move)
        self._drain()
        if not lasso.loop:
            return Lasso(self._initial, tuple(self._moves), (), lasso.fair)
        states = {self._whole.snapshot(): len(self._moves)}
        for _ in range(MOST_ROUNDS):
            for move in lasso.loop:
                self._take(move)
            self._drain()
            state = self._whole.snapshot()
            if state in states:
                start = states[state]
                return Lasso(self._initial, tuple(self._moves[:start]), tuple(self._moves[start:]), lasso.fair)
            states[state] = len(self._moves)
        raise Incomplete("the program is in another state after every round of the loop")

    # --- kept steps --------------------------------------------------------------------------------------

    def _take(self, move: Move) -> None:
        """Take a step of the slice in both programs."""
        number = self._threads[move.thread]
        mine = self._small.threads[move.thread]
        if mine.activity is Activity.RUNNING:
            self._advance(number)
        self._wait_for(number)
        choice = self._choice(move)
        before = [*self._small.threads.values(), *self._whole.threads.values()]
        depth = len(self._whole.threads[number].frames)
        is_call = self._is_at_call(number)
        self._small.apply(move)
        self._allowed += FOR_EACH + 1
        self._step(number, choice)
        frames = len(self._whole.threads[number].frames)
        depths = self._depths[number]
        if is_call and frames > depth:
            depths.append(frames)
        while depths and depths[-1] > frames:
            depths.pop()
        small, whole = ([t.number for t in m.threads.values() if t not in before] for m in (self._small, self._whole))
        if len(small) != len(whole):
            raise Incomplete("a thread is started by one of the two only")
        self._threads |= dict(zip(small, whole, strict=True))
        self._depths |= {item: [1] for item in whole}

    def _is_at_call(self, number: int) -> bool:
        thread = self._whole.threads[number]
        frame = thread.frames[-1]
        return frame.code.function.locations[frame.location].kind is LocationKind.CALL

    def _choice(self, move: Move) -> int | None:
        """The same choice in the program; threads that wait are numbered in the same order."""
        if move.choice is None:
            return None
        frame = self._small.threads[move.thread].frames[-1]
        function = frame.code.function
        operations = [function.edges[number].operation for number in function.outgoing[frame.location]]
        if any(isinstance(operation, ChooseInstance) for operation in operations):
            raise Incomplete("an instance is chosen")
        return move.choice

    # --- removed steps -----------------------------------------------------------------------------------

    def _is_removed(self, number: int) -> bool:
        """Say whether the next step of a thread of the program is none of the slice."""
        thread = self._whole.threads[number]
        if thread.activity is Activity.ENDED:
            return False
        depths = self._depths.get(number)
        frame = thread.frames[-1]
        if depths is None or len(thread.frames) != depths[-1]:
            return True
        return frame.location not in self._kept.get(frame.code.function.name, ())

    def _advance(self, number: int) -> None:
        """Let a thread take removed steps up to a kept one."""
        while self._is_removed(number):
            self._wait_for(number)
            self._step(number, self._any_choice(number))
            if self._whole.ending is not None:
                raise Incomplete(f"a removed statement ends the run: {self._whole.ending}")

    def _wait_for(self, number: int) -> None:
        """Let others take removed steps until a thread can move."""
        while number not in (able := self._whole.enabled()):
            others = [other for other in able if self._is_removed(other)]
            if not others:
                raise Incomplete(f"thread {number} cannot move")
            other = self._random.choice(others)
            self._step(other, self._any_choice(other))

    def _drain(self) -> None:
        """Let all threads take the removed steps that they can."""
        while self._whole.ending is None:
            able = [number for number in self._whole.enabled() if self._is_removed(number)]
            if not able:
                return
            number = min(able, key=self._steps_of.__getitem__)  # one may go on for ever
            self._step(number, self._any_choice(number))

    def _any_choice(self, number: int) -> int | None:
        offered = self._whole.choices(number)
        if offered is None:
            return None
        values = offered.values
        if values is None:
            return 0
        match self._attempt:
            case 0:
                return 0 if 0 in values else values[0]
            case 1:
                return values[len(values) - 1]
            case _:
                return values[self._random.randrange(len(values))]

    def _step(self, number: int, choice: int | None) -> None:
        self._taken += 1
        self._steps_of[number] += 1
        if self._taken > self._allowed:
            raise Incomplete(f"it has more than {self._allowed:,} steps")
        if self._taken % 4096 == 0:
            self._context.check_limits("completing a run")
        move = Move(number, choice, self._contents)
        self._contents = ()
        try:
            self._whole.apply(move)
        except UsageError as problem:
            raise Incomplete(problem.message) from None
        self._moves.append(move)
