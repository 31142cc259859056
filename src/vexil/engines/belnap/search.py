"""The search for what a value that is *neither* depends on: breadth first, from statements to those they rest on.

Sets of valuations can become large on their way, so a *narrow* search takes single ones, at most so many for each
statement and location. Where a fixed point is concerned it takes those that got their value first: from there the way
to what decides the matter is short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from vexil.engines.belnap.causes import undecided
from vexil.engines.belnap.check import Result
from vexil.engines.belnap.relation import Move
from vexil.engines.belnap.subformulas import Operator, Part
from vexil.engines.diagrams import Diagram

Spot: TypeAlias = tuple[int, int]
"""A part and a location."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a search ends: a move from here to a state in a set, or an atom (no move)."""

    spot: Spot
    states: Diagram
    move: Move | None = None
    into: Diagram | None = None


class Search:
    """Statements with the value *neither*, as sets of states for each part and location."""

    def __init__(self, result: Result, visits: int | None = None) -> None:
        self._result = result
        self._relation = result.relation
        self._manager = result.relation.manager
        self._parts = result.evaluation.parts
        self._visits = visits
        self._counts: dict[Spot, int] = {}
        self._ranks: dict[int, dict[int, list[Diagram]]] = {}
        self._undecided: dict[Move, Diagram] = {}
        self.seen: dict[Spot, Diagram] = {}
        """What was visited, in the order of the search."""

    def neither(self, part: int, location: int) -> Diagram:
        """The valuations for which a part is possibly and not certainly true."""
        truth = self._result.evaluation.table(part)[location]
        return truth.may & ~truth.must

    def undecided(self, move: Move) -> Diagram:
        """The valuations for which nobody knows whether or where to a move leads."""
        known = self._undecided.get(move)
        if known is None:
            known = self._undecided[move] = undecided(self._relation, move)
        return known

    def run(self, start: Diagram) -> Iterator[dict[Spot, Diagram]]:
        """What is new in each round, beginning with the formula at the entry."""
        front = {(self._parts.root, self._relation.flat.entry): start}
        self.seen = dict(front)
        while front:
            yield front
            successors: dict[Spot, Diagram] = {}
            for spot, states in front.items():
                for after, reached in self._rests_on(spot, states):
                    new = self._taken(after, reached & ~self.seen.get(after, self._manager.false))
                    if new != self._manager.false:
                        self.seen[after] = self.seen.get(after, self._manager.false) | new
                        successors[after] = successors.get(after, self._manager.false) | new
            front = dict(sorted(successors.items()))

    def _rests_on(self, spot: Spot, states: Diagram) -> Iterator[tuple[Spot, Diagram]]:
        number, location = spot
        part = self._parts[number]
        if part.operator.is_modal:
            operand = part.operands[0]
            for move in self._relation.moves[location]:
                reached = self._relation.image(move, states)
                yield (operand, move.target), reached & self.neither(operand, move.target)
        elif part.operator is Operator.VARIABLE:
            yield (part.binder, location), states
        else:
            for operand in part.operands:
                yield (operand, location), states & self.neither(operand, location)

    def _taken(self, spot: Spot, states: Diagram) -> Diagram:
        """All states, or one of them in a narrow search."""
        if self._visits is None or states == self._manager.false:
            return states
        count = self._counts.get(spot, 0)
        if count >= self._visits:
            return self._manager.false
        self._counts[spot] = count + 1
        part = self._parts[spot[0]]
        if part.operator is Operator.VARIABLE:
            for early in self._early(part.binder, spot[1]):
                if (states & early) != self._manager.false:
                    states = states & early
                    break
        return self._relation.point(self._relation.picked(states))

    def _early(self, binder: int, location: int) -> Sequence[Diagram]:
        """What a fixed point says not for certain at a location, in the order in which it came to be open."""
        if binder not in self._ranks:
            history = self._result.evaluation.history[binder]
            least = self._parts[binder].operator is Operator.LEAST
            layers: dict[int, list[Diagram]] = {}
            for place, truth in [*enumerate(history.start), *history.changes]:
                now = truth.may if least else self._relation.outside(place, truth.must)
                sets = layers.setdefault(place, [])
                if not sets or sets[-1] != now:
                    sets.append(now)
            self._ranks[binder] = layers
        return self._ranks[binder].get(location, [])

    # --- goals -------------------------------------------------------------------------------------------

    def goals(self, spot: Spot, states: Diagram, *, deciding: bool) -> Iterator[Goal]:
        """Unknown steps that matter: to where the operand is definite and decides it all, or to where it is open."""
        number, location = spot
        part = self._parts[number]
        if part.operator in (Operator.ATOM, Operator.NEGATED_ATOM):
            if deciding:
                yield Goal(spot, states)
        elif part.operator.is_modal:
            for move in self._relation.moves[location]:
                into = self._deciding(part, move.target) if deciding else self.neither(part.operands[0], move.target)
                before = states & self._relation.enabled(move, into) & self.undecided(move)
                if before != self._manager.false:
                    yield Goal(spot, before, move, into)

    def _deciding(self, part: Part, location: int) -> Diagram:
        """Where the operand of a modality is definite in the way that decides it: true (diamond) or false (box)."""
        truth = self._result.evaluation.table(part.operands[0])[location]
        if part.operator is Operator.DIAMOND:
            return truth.must
        return self._relation.outside(location, truth.may)

    def first_goal(self, front: dict[Spot, Diagram], *, deciding: bool) -> Goal | None:
        """A goal among what is new in a round."""
        for spot, states in front.items():
            for goal in self.goals(spot, states, deciding=deciding):
                return goal
        return None
