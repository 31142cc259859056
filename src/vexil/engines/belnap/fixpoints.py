"""Four-valued values of a formula at every state, by iteration over the locations that can have changed.

A table has for every location where a part is certainly and where it is possibly true. A fixed point is computed in
rounds from its bottom or top, or from a start that is known to be on the right side of it. A round goes against the
flow of control over those locations whose value can have changed, and uses what it has just found. Fixed points that
depend on each other or look two steps ahead, as CTL has none, are computed with all locations at once, and inner ones
again in every round of outer ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached
from vexil.engines.belnap.grants import Grant, Grants
from vexil.engines.belnap.relation import Relation
from vexil.engines.belnap.subformulas import Operator, Part, Parts
from vexil.engines.belnap.values import Truth
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.program import PairMemo
from vexil.model.boolean_program.expressions import Expr
from vexil.spec.atoms import Atom
from vexil.spec.formulas import Mu, Not
from vexil.spec.mu import positive_normal_form

Table: TypeAlias = list[Truth]
Meaning: TypeAlias = Callable[[Atom, int], Expr]
"""What an atom says at a location, as an expression over the variables there."""

NESTING = 100
"""How many fixed points may depend on each other, each inside the one before."""


class History(NamedTuple):
    """How a fixed point came about; ``grants`` are the changes, by their numbers from 1, that others showed."""

    start: list[Truth]
    changes: list[tuple[int, Truth]]
    grants: dict[int, Grant]


class Evaluation:
    """The tables of all parts of one formula.

    ``history`` has for every fixed point its start and then, in order, every change of its value at a location: what
    changes rests on what was there before. ``start`` maps closed fixed points to tables that are below a least and
    above a greatest one wherever there is a concrete state (Gurfinkel and Chechik 2006, section 5).
    """

    def __init__(
        self,
        relation: Relation,
        parts: Parts,
        meaning: Meaning,
        start: Mapping[Mu, Sequence[Truth]] | None = None,
        context: Context | None = None,
        grants: Grants | None = None,
    ) -> None:
        self.relation = relation
        self.parts = parts
        self.rounds = 0
        self.history: dict[int, History] = {}
        self._meaning = meaning
        self._pairs: PairMemo = {}
        self._start = {} if start is None else start
        self._grants = {} if grants is None else grants
        self._context = Context() if context is None else context
        self._locations = range(len(relation.consistent))
        nothing, everything = relation.manager.false, relation.consistent
        self._bottom = [Truth(nothing, nothing) for _ in self._locations]
        self._top = [Truth(item, item) for item in everything]
        self._tables: list[Table] = [list(self._bottom) for _ in parts.items]
        self._members: dict[int, list[int]] = {}
        self._variables: dict[int, int] = {}
        for number, part in enumerate(parts.items):
            self._members.setdefault(part.owner, []).append(number)
            if part.operator is Operator.VARIABLE:
                self._variables[part.binder] = number
        self._recompute(-1, None, depth=0)

    def table(self, number: int) -> Sequence[Truth]:
        """The values of a part."""
        return self._tables[number]

    def _recompute(self, owner: int, changed: set[int] | None, depth: int) -> dict[int, set[int]]:
        """Bring all parts up to date that depend on one variable; the result says where each has changed."""
        dirty: dict[int, set[int]] = {}
        for number in self._members.get(owner, ()):
            part = self.parts[number]
            if part.operator is Operator.VARIABLE:
                dirty[number] = set(self._locations) if changed is None else changed
            elif part.operator.binds:
                before = list(self._tables[number])
                self._solve(number, depth + 1)
                dirty[number] = {
                    place
                    for place in self._locations
                    if changed is None or before[place] != self._tables[number][place]
                }
            else:
                places = set(self._locations) if changed is None else self._affected(part, dirty)
                dirty[number] = self._update(number, places, keep=changed is None)
        return dirty

    def _affected(self, part: Part, dirty: Mapping[int, set[int]]) -> set[int]:
        places: set[int] = set()
        for operand in part.operands:
            places |= dirty.get(operand, set())
        if part.operator.is_modal:
            return {before for place in places for before in self.relation.predecessors[place]}
        return places

    def _update(self, number: int, places: Iterable[int], *, keep: bool) -> set[int]:
        """Compute values again; the result has the places where they are new (all of them with *keep*)."""
        table, part = self._tables[number], self.parts[number]
        fresh: set[int] = set()
        for place in places:
            value = self._value(part, place)
            if keep or value != table[place]:
                table[place] = value
                fresh.add(place)
        return fresh

    def _solve(self, number: int, depth: int) -> None:
        """Iterate a fixed point to its end."""
        if depth > NESTING:
            raise LimitReached(f"more than {NESTING} fixed points that depend on each other")
        part = self.parts[number]
        table = list(self._bottom if part.operator is Operator.LEAST else self._top)
        if not part.free and part.formula in self._start:
            table = [self._within(place, item) for place, item in enumerate(self._start[part.formula])]
        self._tables[number] = table
        variable = self._variables.get(number)
        if variable is not None:
            self._tables[variable] = table
        self.history[number] = History(list(table), [], {})
        is_local = self._is_local(part)
        while True:
            if is_local:
                self._sweep(number)
            else:
                self._iterate(number, depth)
            if not self._grant(number):
                return

    def decided(self, number: int, place: int) -> Diagram:
        """What a least fixed point certainly has at a location, or a greatest one certainly has not."""
        truth = self._tables[number][place]
        if self.parts[number].operator is Operator.LEAST:
            return truth.must
        return self.relation.outside(place, truth.may)

    def _grant(self, number: int) -> bool:
        """Add states that others showed, once their targets are there; say whether there are any."""
        part, table, history = self.parts[number], self._tables[number], self.history[number]
        if part.free or not self._grants:
            return False
        least = part.operator is Operator.LEAST
        consistent = self.relation.consistent
        for grant in self._grants.get(part.formula if least else positive_normal_form(Not(part.formula)), ()):
            place = grant.place
            new = grant.states & consistent[place] & ~self.decided(number, place)
            if new == self.relation.manager.false:
                continue
            if all(states & consistent[at] <= self.decided(number, at) for at, states in grant.targets.items()):
                old = table[place]
                table[place] = Truth(old.must | new, old.may | new) if least else Truth(old.must & ~new, old.may & ~new)
                history.changes.append((place, table[place]))
                history.grants[len(history.changes)] = grant
                return True
        return False

    def _is_local(self, part: Part) -> bool:
        """Say whether the value at a location depends on the variable there and at its successors only."""
        for number in self._members.get(part.serial, ()):
            member = self.parts[number]
            inner = [self.parts[operand] for operand in member.operands]
            if member.operator.binds or (
                member.operator.is_modal and any(item.operator is not Operator.VARIABLE for item in inner)
            ):
                return False
        return True

    def _sweep(self, number: int) -> None:
        """Go over the locations against the flow of control until nothing changes."""
        part = self.parts[number]
        members = [item for item in self._members.get(part.serial, ()) if self._variables.get(number) != item]
        order = self.relation.order
        again = sorted((order[place], place) for place in self._locations)
        while again:
            self._context.check_limits("evaluating a fixed point")
            self.rounds += 1
            current, waiting, later = again, {place for _, place in again}, set[int]()
            while current:
                position, place = heappop(current)
                waiting.discard(place)
                for member in members:
                    self._tables[member][place] = self._value(self.parts[member], place)
                if not self._join(number, place):
                    continue
                for before in (place, *self.relation.predecessors[place]):
                    if order[before] > position and before not in waiting:
                        waiting.add(before)
                        heappush(current, (order[before], before))
                    elif order[before] <= position:
                        later.add(before)
            again = sorted((order[place], place) for place in later)

    def _join(self, number: int, place: int) -> bool:
        """Add what the body of a fixed point says at a location; say whether that is new."""
        part, table = self.parts[number], self._tables[number]
        value = self._tables[part.operands[0]][place]
        least = part.operator is Operator.LEAST
        joined = value.disjoined(table[place]) if least else value.conjoined(table[place])
        if joined == table[place]:
            return False
        table[place] = joined
        self.history[number].changes.append((place, joined))
        return True

    def _iterate(self, number: int, depth: int) -> None:
        """Compute the body at all locations again and again until nothing changes."""
        part = self.parts[number]
        changed: set[int] | None = None
        while changed is None or changed:
            self._context.check_limits("evaluating a fixed point")
            self.rounds += 1
            dirty = self._recompute(part.serial, changed, depth)
            places = self._locations if changed is None else sorted(dirty.get(part.operands[0], ()))
            changed = {place for place in places if self._join(number, place)}

    def _within(self, place: int, value: Truth) -> Truth:
        consistent = self.relation.consistent[place]
        return Truth(value.must & consistent, value.may & consistent)

    def _value(self, part: Part, place: int) -> Truth:
        consistent = self.relation.consistent[place]
        operands = [self._tables[operand] for operand in part.operands]
        match part.operator:
            case Operator.TRUE:
                return self._top[place]
            case Operator.FALSE:
                return self._bottom[place]
            case Operator.ATOM | Operator.NEGATED_ATOM:
                assert part.atom is not None
                yes, no = self.relation.pair(self._meaning(part.atom, place), self._pairs)
                if part.operator is Operator.NEGATED_ATOM:
                    yes, no = no, yes
                return Truth(yes & consistent, consistent & ~no)
            case Operator.AND:
                value = self._top[place]
                for table in operands:
                    value = value.conjoined(table[place])
                return value
            case Operator.OR:
                value = self._bottom[place]
                for table in operands:
                    value = value.disjoined(table[place])
                return value
            case Operator.DIAMOND:
                return self._some_successor(place, operands[0])
            case Operator.BOX:
                return self._every_successor(place, operands[0])
            case Operator.LEAST | Operator.GREATEST | Operator.VARIABLE:
                raise InternalError("fixed points and variables should be handled by the iteration")

    def _some_successor(self, place: int, table: Table) -> Truth:
        relation = self.relation
        targets = {move.target for move in relation.moves[place]}
        must = {target: table[target].must for target in targets}
        may = {target: table[target].may for target in targets}
        return Truth(relation.must_pre(place, must), relation.may_pre(place, may))

    def _every_successor(self, place: int, table: Table) -> Truth:
        """Some successor satisfies the opposite, negated."""
        relation = self.relation
        targets = {move.target for move in relation.moves[place]}
        not_must = {target: relation.outside(target, table[target].must) for target in targets}
        not_may = {target: relation.outside(target, table[target].may) for target in targets}
        return Truth(
            relation.outside(place, relation.may_pre(place, not_must)),
            relation.outside(place, relation.must_pre(place, not_may)),
        )
