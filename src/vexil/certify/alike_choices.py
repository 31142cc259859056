"""Values that stand for others: those that were not tried lead nowhere where none of those that were tried leads.

Where a thread chooses among very many values, a search tries a few of them. Some of the others are drawn, those next to
the ones that were tried among them. The interpreter takes a random run behind each, and one of the values that were
tried must have the same run: the same moves are possible in each of its states, every thread is at the same place, and
it ends the same way. A run that is cut breaks no property, and needs no counterpart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from vexil.ir.interpreter import Choices, Cut, Machine, Move, Snapshot

MANY = 1 << 10
"""Of at most so many values every one has to be tried."""
DRAWN = 4
"""Values that are drawn at a choice."""
STEPS = 80
"""Steps that are taken behind a choice at most."""
_FAR = 1 << 62

Look = tuple[object, ...]
"""What does not depend on the values of variables in a state."""
Start = Callable[[int], None]
"""Brings the machine to where a value was chosen."""


@dataclass
class AlikeChoices:
    """Compares runs behind choices; ``broken`` says what a state is to the property, ``edges`` were taken so far."""

    machine: Machine
    broken: Callable[[Machine], str]
    random: Random
    edges: int = 0

    def is_compared(self, offered: Choices) -> bool:
        """Say whether there are so many values that a few may stand for all."""
        return offered.count is None or offered.count > MANY

    def left_out(self, here: Snapshot, thread: int, offered: Choices, tried: Sequence[int]) -> str:
        """Say what is wrong with the values that were tried at a state, if anything is."""

        def start(value: int) -> None:
            self.machine.restore(here)
            self.machine.step(thread, value)

        return self._left_out(start, offered, tried)

    def left_out_initially(self, position: int, offered: Choices, tried: Sequence[tuple[int, ...]]) -> str:
        """The same for a variable whose initial value is open, next to values of others with which runs begin."""
        by_others: dict[tuple[int, ...], list[int]] = {}
        for decisions in tried:
            by_others.setdefault((*decisions[:position], *decisions[position + 1 :]), []).append(decisions[position])
        others = self.random.choice(sorted(by_others))

        def start(value: int) -> None:
            self.machine.reset((*others[:position], value, *others[position:]))

        return self._left_out(start, offered, by_others[others])

    def _left_out(self, start: Start, offered: Choices, tried: Sequence[int]) -> str:
        if not tried or not all(_is_in(value, offered) for value in tried):
            return "a step was left out"
        for value in self._drawn(offered, tried):
            moves, looks = self._run(start, value)
            if looks is None:
                continue
            near = sorted(tried, key=lambda other: abs(other - value))
            if not any(self._has_run(start, other, moves, looks) for other in near):
                return f"a value that was not tried leads elsewhere: {value}"
        return ""

    def _drawn(self, offered: Choices, tried: Sequence[int]) -> list[int]:
        """Some values that were not tried."""
        low, high = _ends(offered)
        random = self.random
        found: set[int] = set()
        for _ in range(4 * DRAWN):
            near = random.choice(tried) + random.choice((-1, 1))
            far = random.choice((-1, 1)) * random.getrandbits(random.randrange(1, 64))
            value = random.choice((near, near, far, random.randint(low, high)))
            if low <= value <= high and value not in tried:
                found.add(value)
            if len(found) == DRAWN:
                break
        return sorted(found)

    def _run(self, start: Start, value: int) -> tuple[list[Move], list[Look] | None]:
        """A random run behind a value, and what its states look like; nothing if it is cut."""
        machine, random = self.machine, self.random
        start(value)
        moves: list[Move] = []
        looks = [self._look()]
        while len(moves) < STEPS and (able := machine.enabled()):
            thread = moves[-1].thread if moves and moves[-1].thread in able and random.random() < 0.7 else None
            thread = random.choice(able) if thread is None else thread
            move = Move(thread, drawn_decision(machine.choices(thread), random))
            moves.append(move)
            machine.step(move.thread, move.choice)
            looks.append(self._look())
        self.edges += len(moves) + 1
        return moves, None if isinstance(machine.ending, Cut) else looks

    def _has_run(self, start: Start, value: int, moves: Sequence[Move], looks: Sequence[Look]) -> bool:
        """Say whether the same moves lead through states that look the same."""
        machine = self.machine
        start(value)
        self.edges += 1
        if self._look() != looks[0]:
            return False
        for move, look in zip(moves, looks[1:], strict=True):
            offered = machine.choices(move.thread)
            if (move.choice is None) != (offered is None) or (offered and not _is_in(move.choice or 0, offered)):
                return False
            machine.step(move.thread, move.choice)
            self.edges += 1
            if self._look() != look:
                return False
        return True

    def _look(self) -> Look:
        machine = self.machine
        ending = machine.ending
        return (
            type(ending) if isinstance(ending, Cut) else ending,
            self.broken(machine),
            tuple(machine.enabled()),
            tuple(self._places()),
        )

    def _places(self) -> Iterator[object]:
        for number, thread in sorted(self.machine.threads.items()):
            yield number, thread.activity, tuple((frame.code.function.name, frame.location) for frame in thread.frames)


def drawn_decision(offered: Choices | None, random: Random) -> int | None:
    """One of the decisions that are offered, if any are; ranges may be wider than anything that has a length."""
    if offered is None:
        return None
    if offered.values is not None and not isinstance(offered.values, range):
        return random.choice(offered.values)
    low, high = _ends(offered)
    return random.choice((low, high, random.randint(low, high)))


def _ends(offered: Choices) -> tuple[int, int]:
    """The least and the greatest value of a range; where there is no end, one that is far away."""
    if offered.values is None:
        return -_FAR, _FAR
    assert isinstance(offered.values, range)
    return offered.values.start, offered.values.stop - 1


def _is_in(value: int, offered: Choices) -> bool:
    return offered.values is None or value in offered.values
