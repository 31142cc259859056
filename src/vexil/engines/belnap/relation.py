"""The steps of a flat predicate program between valuations: where one may be, and where one certainly is.

States are pairs of a location and a consistent valuation. A concrete state belongs to exactly one of them, so a
statement about a state is certain when it is true of all concrete states that belong there, and impossible when it is
true of none. Certain steps are in hyper form. A *group* of moves is total together: from every concrete state there is
a step along one of them. So if every possible successor of the group is certainly in a set, and there is one, some
concrete successor is in it. Groups are: an update, for each combination that the environment certainly can choose, and
for all possible ones together; all arms of a branch (the improvement for conditionals of Gurfinkel and Chechik 2006,
section 5); a single arm where its guard is certainly true; each alternative of a choice. That all alternatives of a
choice lead into a set would say nothing more, since then each of them does. A restriction whose condition fails leaves
no successor.

This is at least as precise as their exact semantics over tri-vectors. A tri-vector *b* that an update certainly leads
to from *a* fixes what is decided at *a* and perhaps less; all possible successors of *a* belong to *b*, so what is
certain of *b* is certain of all of them. And a step that is possible here is possible there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from vexil.core.errors import LimitReached
from vexil.core.graphs import components
from vexil.engines.diagrams import Diagram, Diagrams, Manager, Pair, Step
from vexil.engines.diagrams.program import PairMemo
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import Check, Guard, PredicateProgram, Procedure, Update
from vexil.model.boolean_program.expressions import Expr
from vexil.transform.predicate_inlining import FlatProgram

SELF = -1
"""The number of the step that repeats the last state of a run that has ended."""


@dataclass(frozen=True, slots=True)
class Options:
    """How steps are read.

    Without ``conditional`` an arm of a branch is certain only when its guard is. A failing check ends the run, unless
    its property is one of ``passing``.
    """

    conditional: bool = True
    passing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Move:
    """One edge, or the repetition of a last state: under a condition, with an effect."""

    edge: int
    source: int
    target: int
    condition: Pair
    step: Step | None = field(repr=False)
    """What changes; nothing for guards and checks."""


@dataclass(frozen=True, slots=True)
class Group:
    """Moves of which one is certainly taken: one where its condition certainly holds, or several *together*."""

    moves: tuple[Move, ...]
    together: bool = False


Sets: TypeAlias = Mapping[int, Diagram]
"""For the locations in question a set of consistent valuations."""


class Relation:
    """Images and pre-images along the edges of a flat program."""

    def __init__(self, flat: FlatProgram, options: Options | None = None, manager: Manager | None = None) -> None:
        self.flat = flat
        self.options = Options() if options is None else options
        self.diagrams = Diagrams(_as_program(flat), manager)
        self.manager = self.diagrams.manager
        done: PairMemo = {}
        self.consistent: tuple[Diagram, ...] = tuple(self.diagrams.definite("", item, done) for item in flat.invariants)
        """For every location its consistent valuations."""
        self._always = Pair(self.manager.true, self.manager.false)
        self.moves: tuple[tuple[Move, ...], ...] = tuple(
            tuple(self._moves(location)) for location in range(len(flat.locations))
        )
        self.groups: tuple[tuple[Group, ...], ...] = tuple(map(self._groups, range(len(flat.locations))))
        """For every location what is total together."""
        predecessors: list[set[int]] = [set() for _ in flat.locations]
        for moves in self.moves:
            for move in moves:
                predecessors[move.target].add(move.source)
        self.predecessors: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(items)) for items in predecessors)
        self.order: tuple[int, ...] = self._against_flow()
        """For every location its position in an order in which most successors come first."""

    def _against_flow(self) -> tuple[int, ...]:
        order = components(len(self.moves), lambda place: [move.target for move in self.moves[place]])
        position = [0] * len(self.moves)
        for number, place in enumerate(place for members in order for place in sorted(members, reverse=True)):
            position[place] = number
        return tuple(position)

    def pair(self, expression: Expr, done: PairMemo | None = None) -> Pair:
        """Where an expression over the variables is certainly true, and where it is certainly false."""
        return self.diagrams.pair("", expression, done)

    # --- steps -------------------------------------------------------------------------------------------

    def _moves(self, location: int) -> list[Move]:
        moves: list[Move] = []
        outgoing = self.flat.outgoing[location]
        branching = self.flat.locations[location].kind is LocationKind.BRANCH and len(outgoing) > 1
        # an arm without a guard is taken nobody knows when
        always = Pair(self.manager.false, self.manager.false) if branching else self._always
        for number in outgoing:
            edge = self.flat.edges[number]
            match edge.operation:
                case Update() as update:
                    step = self.diagrams.step_of("", update, self._kept(location, edge.target, update))
                    moves.append(Move(number, location, edge.target, always, step))
                case Guard(condition):
                    moves.append(Move(number, location, edge.target, self.pair(condition), None))
                case Check(condition, kind):
                    if kind in self.options.passing:
                        moves.append(Move(number, location, edge.target, always, None))
                        continue
                    pair = self.pair(condition)
                    moves.append(Move(number, location, edge.target, pair, None))
                    moves.append(Move(number, location, location, pair.negated(), None))
                case operation:
                    raise LimitReached(f"a {type(operation).__name__.lower()} among the steps of a flat program")
        return moves or [Move(SELF, location, location, self._always, None)]

    def _kept(self, source: int, target: int, update: Update) -> Diagram:
        """What has to be said of the successors: nothing, if the update does not touch what holds already."""
        after = self.consistent[target]
        touched = self.manager.support(after) & {*update.targets, *update.chosen}
        return after if touched or after != self.consistent[source] else self.manager.true

    def _groups(self, location: int) -> tuple[Group, ...]:
        moves = self.moves[location]
        groups = [Group((move,)) for move in moves]
        if self.flat.locations[location].kind is not LocationKind.BRANCH:
            # the environment can choose something, even if nobody knows what
            groups += [Group((move,), together=True) for move in moves if self._chooses(move)]
        if self.options.conditional:
            if self.flat.locations[location].kind is LocationKind.BRANCH:
                groups.append(Group(moves, together=True))
            for edge in dict.fromkeys(move.edge for move in moves):
                outcomes = tuple(move for move in moves if move.edge == edge)
                if len(outcomes) > 1:
                    groups.append(Group(outcomes, together=True))
        return tuple(groups)

    def _chooses(self, move: Move) -> bool:
        operation = None if move.edge == SELF else self.flat.edges[move.edge].operation
        return isinstance(operation, Update) and bool(operation.chosen)

    def enabled(self, move: Move, inside: Diagram) -> Diagram:
        """The valuations from which a step along a move may lead to a valuation in *inside*, consistent ones."""
        before = move.step.may_pre(inside) if move.step is not None else inside
        return before & ~move.condition.no & self.consistent[move.source]

    def may_pre(self, location: int, inside: Sets) -> Diagram:
        """The valuations from which some possible step leads into a set."""
        result = self.manager.false
        for move in self.moves[location]:
            result = result | self.enabled(move, inside[move.target])
        return result

    def must_pre(self, location: int, inside: Sets) -> Diagram:
        """The valuations from which the concrete program certainly has a step into a set."""
        result = self.manager.false
        for group in self.groups[location]:
            result = result | self.certain(group, inside)
        return result

    def certain(self, group: Group, inside: Sets) -> Diagram:
        """The valuations from which a group certainly leads into a set."""
        if not group.together:
            (move,) = group.moves
            into = inside[move.target]
            before = move.step.must_pre(into) if move.step is not None else into
            return before & move.condition.yes & self.consistent[move.source]
        some = escapes = self.manager.false
        for move in group.moves:
            some = some | self.enabled(move, self.consistent[move.target])
            escapes = escapes | self.enabled(move, self.outside(move.target, inside[move.target]))
        return some & ~escapes

    def outside(self, location: int, inside: Diagram) -> Diagram:
        """The consistent valuations that are not in a set."""
        return self.consistent[location] & ~inside

    def image(self, move: Move, source: Diagram) -> Diagram:
        """The consistent valuations that a move may lead to."""
        before = source & ~move.condition.no
        after = move.step.image(before) if move.step is not None else before
        return after & self.consistent[move.target]

    # --- single valuations -------------------------------------------------------------------------------

    def point(self, valuation: Mapping[str, bool]) -> Diagram:
        """The set of one valuation of all variables."""
        return self.manager.cube(valuation)

    def picked(self, values: Diagram) -> dict[str, bool]:
        """The least valuation of a set that is not empty."""
        return self.manager.pick(values, self.flat.names)


def _as_program(flat: FlatProgram) -> PredicateProgram:
    """The variables of a flat program as globals, so that they keep their names."""
    body = Procedure("", (), (), 0, flat.locations, flat.edges, flat.entry, flat.exit)
    return PredicateProgram({"": body}, flat.variables, main="")
