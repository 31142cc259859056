"""A program cut at the heads of its loops: what leads from one arrival at a head to the next, as formulas.

Everything is executed once, with what a loop writes forgotten at its head (`Induction`). So every way between two cuts
is one formula, whatever branches there are between them (large blocks, Beyer et al. 2009).
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.context import Context
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.hypotheses import Hypothesis, NoProof
from vexil.engines.bounded.induction import MOST_TRIES, Head, Induction
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.queries import Queries
from vexil.engines.bounded.slots import Slot
from vexil.engines.bounded.state import State
from vexil.logic import Term


@dataclass(frozen=True, eq=False)
class Cut:
    """One visit of a loop: its state at the head, of which nothing is known that the loop writes.

    ``late`` is true where a run goes on from here; ``moment`` orders what happens on one run.
    """

    moment: int
    head: Head
    visit: tuple[int, ...]
    late: Term
    state: State
    guard: Term


@dataclass(frozen=True, eq=False)
class Arrival:
    """Control at the head of a loop: when the loop is entered, or behind an iteration."""

    moment: int
    head: Head
    visit: tuple[int, ...]
    state: State
    guard: Term


@dataclass(frozen=True, eq=False)
class Failure:
    """What must not happen; ``kind`` is empty for a check that fails, else there is a reason to give up."""

    formula: Term
    kind: str


class Regions(Induction):
    """Executes a program once, cut at its heads."""

    def __init__(
        self, machine: Machine, checks: frozenset[str], queries: Queries, context: Context, limit: int
    ) -> None:
        super().__init__(machine, checks, queries, context, None, 1, limit)
        self._label = "cut"
        self._moment = 0
        self.cuts: list[Cut] = []
        self.arrivals: list[Arrival] = []

    def gather(self) -> None:
        """Find the cuts and what leads to them; raises `NoProof`."""
        try:
            for _ in range(MOST_TRIES):
                self._execute()
                if not self._restart:
                    return
        except Unmodelled as refused:
            raise NoProof(refused.reason) from None
        finally:
            self.machine.has_forgotten = False
        raise NoProof("what the loops write does not settle")

    def failures(self) -> list[Failure]:
        """What must not happen."""
        terms = self.terms
        found = [Failure(one.formula(terms), one.kind) for one in self.executor.obligations]
        found += [Failure(guard.formula(terms), reason) for reason, _, guard in self.executor.unmodelled]
        return [one for one in found if one.formula is not terms.false]

    def written(self, head: Head) -> list[Slot]:
        """What a loop writes."""
        return sorted(self.loops[head].written)

    def _execute(self) -> None:
        self.cuts, self.arrivals = [], []
        super()._execute()

    def _forget(self, state: State, hypothesis: Hypothesis) -> State:
        late = state.guard.term
        assert late is not None
        forgotten = super()._forget(state, hypothesis)
        visit = self._activation(state)
        kept = self._heads[visit]
        self._moment += 1
        head = (state.frame.function, state.frame.location)
        self.cuts.append(Cut(self._moment, head, visit, late, kept, kept.guard.formula(self.terms)))
        return forgotten

    def _demand_facts(self, state: State, hypothesis: Hypothesis) -> None:
        self._moment += 1
        head = (state.frame.function, state.frame.location)
        guard = state.guard.formula(self.terms)
        if guard is not self.terms.false:
            self.arrivals.append(Arrival(self._moment, head, self._activation(state), state.fork(), guard))


def value_at(state: State, slot: Slot) -> Term | None:
    """What a slot holds in a state; nothing where that is no single value."""
    kind, number, offset, storage = slot
    match kind:
        case "register":
            return state.frame.registers[number]
        case "global":
            return state.globals[number]
        case "life" if number in state.memory:
            return state.memory[number].alive
        case "cell" | "unwritten" if number in state.memory and state.memory[number].elements is None:
            cell = state.memory[number].cells.get(offset)
            if cell is None or cell[0] != storage:
                return None
            return cell[1] if kind == "cell" else cell[2]
        case _:
            return None
