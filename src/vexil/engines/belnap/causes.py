"""What a value that is *neither* depends on: steps that nobody knows enough about, and the search for them.

The search goes breadth first, from statements to those they rest on. Sets of valuations can become large on their way,
so a *narrow* search takes single ones, at most so many for each statement and location. Where a fixed point is
concerned it takes those that got their value first: from there the way to what decides the matter is short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from vexil.core.errors import require
from vexil.engines.belnap.check import Result
from vexil.engines.belnap.evidence import UnknownStep, Valuation
from vexil.engines.belnap.relation import SELF, Move, Relation
from vexil.engines.belnap.subformulas import Operator, Part
from vexil.engines.diagrams import Diagram, Step
from vexil.model.boolean_program import Check, Guard, Update

Spot: TypeAlias = tuple[int, int]
"""A part and a location."""


def undecided(relation: Relation, move: Move) -> Diagram:
    """The valuations for which nobody knows whether or where to a move leads."""
    valuations = ~move.condition.yes & ~move.condition.no
    for group in relation.groups[move.source]:
        if group.together and move in group.moves:
            # one of the group is taken; so there is nothing unknown where no other leads elsewhere
            others = relation.manager.false
            for other in group.moves:
                if other.target != move.target or other.step is not None:
                    others = others | relation.enabled(other, relation.consistent[other.target])
            valuations = valuations & others
    update = None if move.edge == SELF else relation.flat.edges[move.edge].operation
    if isinstance(update, Update) and move.step is not None:
        for name in update.targets:
            valuations = valuations | _open(relation, move.step, name)
        if update.chosen:
            several = relation.manager.false
            for name in update.chosen:
                several = several | _open(relation, move.step, name)
            unsure = relation.pair(update.possible).yes & ~relation.pair(update.definite).yes
            valuations = valuations | (several & relation.manager.exist([f"{name}'" for name in update.chosen], unsure))
    return valuations & relation.consistent[move.source]


def _open(relation: Relation, step: Step, name: str) -> Diagram:
    """The valuations from which a step may make a variable true, and may make it false."""
    variable = relation.manager.declare(name)
    return step.may_pre(variable) & step.may_pre(~variable)


def kinds_of_unknown(relation: Relation, move: Move, states: Diagram) -> Iterator[tuple[str, Diagram]]:
    """States by what is unknown there about a move: one of its targets, or (no name) anything else."""
    operation = relation.flat.edges[move.edge].operation
    rest = states
    if isinstance(operation, Update):
        for name, value in zip(operation.targets, operation.values, strict=True):
            pair = relation.pair(value)
            yield name, states & ~pair.yes & ~pair.no
            rest = rest & (pair.yes | pair.no)
    yield "", rest


def unknown_step(relation: Relation, move: Move, before: Valuation, after: Valuation) -> UnknownStep:
    """What is unknown about a step."""
    require(move.edge != SELF, "the repetition of a last state should be certain")
    operation = relation.flat.edges[move.edge].operation
    point = relation.point(before)
    targets: list[str] = []
    chosen: tuple[str, ...] = ()
    if isinstance(operation, Update):
        for name, value in zip(operation.targets, operation.values, strict=True):
            pair = relation.pair(value)
            if not point <= pair.yes | pair.no:
                targets.append(name)
        if operation.chosen:
            following = relation.manager.cube({f"{name}'": after[name] for name in operation.chosen})
            if not point & following <= relation.pair(operation.definite).yes:
                chosen = operation.chosen
    condition = isinstance(operation, Guard | Check)
    return UnknownStep(move.edge, move.source, move.target, before, after, condition, tuple(targets), chosen)


# --- the search ------------------------------------------------------------------------------------------


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
        cached = self._undecided.get(move)
        if cached is None:
            cached = self._undecided[move] = undecided(self._relation, move)
        return cached

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
