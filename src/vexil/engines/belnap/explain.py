"""Why a value is *neither*: the unknown steps that it depends on (Gurfinkel and Chechik 2006, section 4.2).

The search goes from a statement with the value *neither* to those it rests on that have that value too. It ends at an
unknown step to a state where the operand is definite in the way that would decide the matter, at an atom of unknown
value, or else at any unknown step. One of these is found: if all steps that matter were known, then among the
statements that were visited what is possible would be certain, and each would be true or false.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from vexil.core.errors import InternalError, require
from vexil.engines.belnap.causes import Goal, Search, Spot, kinds_of_unknown, unknown_step
from vexil.engines.belnap.check import Result
from vexil.engines.belnap.evidence import Branch, Cause, Explanation, Node, UnknownAtom, UnknownStep, Valuation
from vexil.engines.belnap.proof import Prover
from vexil.engines.belnap.relation import Move
from vexil.engines.belnap.values import Belnap
from vexil.engines.diagrams import Diagram

FEW, MANY = 2, 16
"""How many valuations a narrow search takes for each statement and location: for one cause, and for all."""


@dataclass(frozen=True, slots=True)
class _Visit:
    """A statement on the path: a part in a state, and the move that led there."""

    part: int
    location: int
    valuation: Valuation
    via: Move | None


def explain(result: Result, valuation: Valuation | None = None, *, limit: int = 2_000, width: int = 32) -> Explanation:
    """A path to a cause, for one valuation at the entry (the least with the value *neither*)."""
    return _Explainer(result).path(valuation, limit, width)


def all_causes(result: Result, valuation: Valuation | None = None) -> tuple[Cause, ...]:
    """What the value for one valuation may depend on, nearest first: one for each move and unknown target of it.

    The search looks at no more than some valuations of each statement and location.
    """
    return tuple(_Explainer(result).everything(valuation))


class _Explainer:
    def __init__(self, result: Result) -> None:
        self._result = result
        self._relation = result.relation
        self._manager = result.relation.manager
        self._parts = result.evaluation.parts
        self._search = Search(result, FEW)

    def _chosen(self, valuation: Valuation | None) -> Diagram:
        """One valuation at the entry as a set."""
        neither = self._result.initial(Belnap.NEITHER)
        require(neither != self._manager.false, "an explanation should be asked for a value that is neither")
        point = self._relation.point(self._relation.picked(neither) if valuation is None else valuation)
        require(point <= neither, "an explanation should be asked for a value that is neither")
        return point

    # --- all causes --------------------------------------------------------------------------------------

    def everything(self, valuation: Valuation | None) -> Iterator[Cause]:
        """Search to the end; then one cause for each move and unknown target, in the order of the search."""
        reported: set[tuple[int, int, str]] = set()
        for visits in (MANY, None):
            search = Search(self._result, visits)
            for _ in search.run(self._chosen(valuation)):
                pass
            for spot, states in search.seen.items():
                for deciding in (True, False):
                    for goal in search.goals(spot, states, deciding=deciding):
                        yield from self._distinct(goal, reported)
            if reported:
                return

    def _distinct(self, goal: Goal, reported: set[tuple[int, int, str]]) -> Iterator[Cause]:
        if goal.move is None:
            key = (-2, goal.spot[1], str(self._parts[goal.spot[0]].atom))
            if key not in reported:
                reported.add(key)
                yield self._cause(goal, self._relation.picked(goal.states))
            return
        for label, states in kinds_of_unknown(self._relation, goal.move, goal.states):
            key = (goal.move.edge, goal.move.target, label)
            if key not in reported and states != self._manager.false:
                reported.add(key)
                yield self._cause(goal, self._relation.picked(states))

    # --- path --------------------------------------------------------------------------------------------

    def path(self, valuation: Valuation | None, limit: int, width: int) -> Explanation:
        """A path to a cause, and what its end rests on."""
        fronts, goal = self._search_path(self._chosen(valuation))
        visits = self._visits(fronts, goal)
        passed = (self._passed(visit, after) for visit, after in pairwise(visits))
        causes: list[Cause] = [cause for cause in passed if cause is not None]
        causes.append(self._cause(goal, visits[-1].valuation))
        return self._explanation(visits, causes, goal, limit, width)

    def _search_path(self, start: Diagram) -> tuple[list[dict[Spot, Diagram]], Goal]:
        """The rounds of a search up to the one with a goal: a narrow search first, then one with all valuations."""
        for visits in (FEW, None):
            self._search = search = Search(self._result, visits)
            fronts: list[dict[Spot, Diagram]] = []
            for front in search.run(start):
                fronts.append(front)
                goal = search.first_goal(front, deciding=True)
                if goal is not None:
                    return fronts, goal
        for number, front in enumerate(fronts):
            goal = search.first_goal(front, deciding=False)
            if goal is not None:
                return fronts[: number + 1], goal
        raise InternalError("a value that is neither should depend on something unknown")

    def _visits(self, fronts: list[dict[Spot, Diagram]], goal: Goal) -> list[_Visit]:
        """Walk back from the goal through the rounds of the search."""
        part, location = goal.spot
        valuation: Valuation = self._relation.picked(goal.states)
        backwards: list[_Visit] = []
        for front in reversed(fronts[:-1]):
            before, move, earlier = self._predecessor(front, (part, location), valuation)
            backwards.append(_Visit(part, location, valuation, move))
            (part, location), valuation = before, earlier
        backwards.append(_Visit(part, location, valuation, None))
        return backwards[::-1]

    def _predecessor(
        self, front: dict[Spot, Diagram], spot: Spot, valuation: Valuation
    ) -> tuple[Spot, Move | None, Valuation]:
        number, location = spot
        point = self._relation.point(valuation)
        for (before, place), states in front.items():
            part = self._parts[before]
            if part.operator.is_modal and part.operands[0] == number:
                for move in self._relation.moves[place]:
                    if move.target == location:
                        sources = states & self._relation.enabled(move, point)
                        if sources != self._manager.false:
                            return (before, place), move, self._relation.picked(sources)
            elif place == location and number in (*part.operands, part.binder) and point <= states:
                return (before, place), None, valuation
        raise InternalError("what was found should have been reached")

    # --- what is shown -----------------------------------------------------------------------------------

    def _passed(self, visit: _Visit, after: _Visit) -> UnknownStep | None:
        if after.via is None or not self._relation.point(visit.valuation) <= self._search.undecided(after.via):
            return None
        return unknown_step(self._relation, after.via, visit.valuation, after.valuation)

    def _cause(self, goal: Goal, before: Valuation) -> Cause:
        if goal.move is None or goal.into is None:
            atom = self._parts[goal.spot[0]].atom
            assert atom is not None
            return UnknownAtom(goal.spot[1], before, atom)
        after = self._relation.image(goal.move, self._relation.point(before)) & goal.into
        return unknown_step(self._relation, goal.move, before, self._relation.picked(after))

    def _explanation(
        self, visits: list[_Visit], causes: list[Cause], goal: Goal, limit: int, width: int
    ) -> Explanation:
        prover = Prover(self._result, limit + len(visits), width)
        numbers = [
            prover.add(Node(visit.location, visit.valuation, self._parts[visit.part].formula, Belnap.NEITHER))
            for visit in visits
        ]
        for number, visit in zip(numbers[1:], visits[1:], strict=True):
            edge = None if visit.via is None else visit.via.edge
            prover.attach(number - 1, (Branch(number, edge),))
        last = causes[-1]
        if isinstance(last, UnknownStep) and goal.move is not None:
            operand = self._parts[goal.spot[0]].operands[0]
            value = self._result.evaluation.table(operand)[last.target].at(self._manager, last.after)
            if value.is_definite and prover.can_prove:
                shown = prover.prove(operand, last.target, last.after)
                prover.attach(numbers[-1], (Branch(shown, last.edge),))
        return Explanation(prover.tree(), tuple(causes), tuple(numbers))
