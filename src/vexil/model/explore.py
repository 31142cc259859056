"""The state graph of a program as the reference interpreter gives it: initial states and successors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from vexil.core.errors import LimitReached
from vexil.ir.interpreter import Choices, Cut, Machine, Move, Snapshot, Undefined

CHOICE_LIMIT = 1 << 20
"""More alternatives than this at one point are not enumerated."""


@dataclass
class Losses:
    """What an enumeration left out, and where runs ended."""

    bounds: Counter[str] = field(default_factory=Counter)
    undefined: Counter[str] = field(default_factory=Counter)
    restricted: int = 0
    finished: int = 0


class Explorer:
    """Enumerates states; the machine is left in the state that was yielded last."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.losses = Losses()

    def initial(self) -> Iterator[tuple[tuple[int, ...], Snapshot]]:
        """Every initial state with the decisions that lead to it."""
        machine = self.machine
        offered = machine.initial_choices()
        total = 1
        for name, choices in offered:
            total *= choices.count or 0
            if choices.count is None or total > CHOICE_LIMIT:
                raise LimitReached(f"limit of {CHOICE_LIMIT} initial states: {name} is open over too many values")
            self.losses.bounds.update(choices.clipped)
        for decisions in product(*(choices.values or () for _, choices in offered)):
            machine.reset(decisions)
            if self._counts("in an initial value"):
                yield decisions, machine.snapshot()

    def successors(self, state: Snapshot) -> Iterator[tuple[Move, Snapshot]]:
        """Every step from a state; runs that are cut or undefined are counted and not yielded."""
        machine = self.machine
        machine.restore(state)
        threads = machine.enabled()
        if not threads:
            self.losses.finished += 1
            return
        fresh = True
        for thread in threads:
            if not fresh:
                machine.restore(state)
                fresh = True
            offered = machine.choices(thread)
            decisions = (None,) if offered is None else self._decisions(offered, thread)
            for decision in decisions:
                if not fresh:
                    machine.restore(state)
                fresh = False
                machine.step(thread, decision)
                if self._counts():
                    yield Move(thread, decision), machine.snapshot()

    def _decisions(self, offered: Choices, thread: int) -> Iterator[int]:
        self.losses.bounds.update(offered.clipped)
        count = offered.count
        if offered.values is None or count is None or count > CHOICE_LIMIT:
            raise LimitReached(
                f"limit of {CHOICE_LIMIT} alternatives: thread {thread} chooses among {count or 'all'} values"
            )
        return iter(offered.values)

    def _counts(self, place: str = "") -> bool:
        """Say whether the current state is one of a run; note why not."""
        machine, losses = self.machine, self.losses
        match machine.ending:
            case Cut(reason, True):
                losses.bounds[reason] += 1
            case Cut():
                losses.restricted += 1
            case Undefined(kind):
                losses.undefined[f"{kind} {place or 'at ' + machine.edge_id()}"] += 1
            case _:
                return True
        return False
