"""Witnesses and counterexamples as proof-like trees (Gurfinkel and Chechik 2003), for alternation-free formulas.

A true statement is proved and a false one refuted by the same rules with the roles exchanged: one conjunct refutes a
conjunction as one disjunct proves a disjunction. *Some* certain group of steps is enough for a true diamond and for a
false box; the others need *all* possible steps. Where the rounds of a fixed point count (true and least, false and
greatest), each unfolding rests on an earlier round.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from vexil.core.errors import InternalError, LimitReached, require
from vexil.engines.belnap.check import Result
from vexil.engines.belnap.evidence import Branch, Node, Tree, Valuation
from vexil.engines.belnap.relation import Move, Relation
from vexil.engines.belnap.subformulas import Operator, Part
from vexil.engines.belnap.values import Belnap
from vexil.engines.diagrams import Diagram
from vexil.model.boolean_program import Update

DEPTH = 100
"""How deep connectives may be nested between a fixed point and its variable."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """A part is certainly true or certainly false in a state; below ``bound`` is what rounds may be used."""

    part: int
    location: int
    valuation: tuple[tuple[str, bool], ...]
    positive: bool
    bound: int = -1


def witness(result: Result, valuation: Valuation | None = None, *, limit: int = 2_000, width: int = 32) -> Tree:
    """Show why the formula is true or false at the entry, for one valuation (the least with the answer's value)."""
    require(result.value.is_definite, "a witness should be asked for a definite value")
    chosen = result.relation.picked(result.initial(result.value)) if valuation is None else valuation
    prover = Prover(result, limit, width)
    if not prover.can_prove:
        raise LimitReached("no proofs for fixed points that depend on each other or look two steps ahead")
    prover.prove(result.evaluation.parts.root, result.relation.flat.entry, chosen)
    return prover.tree()


class Prover:
    """Grows a tree until every statement rests on others; at most *limit* nodes, at most *width* steps from one."""

    def __init__(self, result: Result, limit: int, width: int) -> None:
        self._result = result
        self._relation: Relation = result.relation
        self._parts = result.evaluation.parts
        self._limit, self._width = limit, width
        self._nodes: list[Node] = []
        self._numbers: dict[_Claim, int] = {}
        self._complete = True
        self._ranks: dict[int, Mapping[int, Sequence[tuple[int, Diagram]]]] = {}

    @property
    def can_prove(self) -> bool:
        """Say whether no fixed points depend on each other, none looks two steps ahead, and none is deep.

        So it is in all of CTL.
        """
        depths: list[int] = []
        for part in self._parts.items:
            inner = [self._parts[operand] for operand in part.operands]
            ahead = any(item.free and item.operator is not Operator.VARIABLE for item in inner)
            if (part.operator.is_modal and ahead) or (part.operator.binds and part.free):
                return False
            depths.append(1 + max((depths[operand] for operand in part.operands), default=0) if part.free else 0)
        return max(depths) <= DEPTH

    def tree(self) -> Tree:
        """What has grown."""
        return Tree(tuple(self._nodes), self._complete)

    def add(self, node: Node) -> int:
        """A node from outside."""
        self._nodes.append(node)
        return len(self._nodes) - 1

    def attach(self, node: int, branches: tuple[Branch, ...]) -> None:
        """Let a node rest on others."""
        old = self._nodes[node]
        self._nodes[node] = Node(old.location, old.valuation, old.formula, old.value, branches, old.rank)

    def prove(self, part: int, location: int, valuation: Valuation) -> int:
        """Show why a part has its definite value in a state; the result is the number of the node."""
        truth = self._result.evaluation.table(part)[location]
        value = truth.at(self._relation.manager, valuation)
        require(value.is_definite, "a definite value should be proved")
        claim = _Claim(part, location, tuple(valuation.items()), value is Belnap.TRUE)
        pending = deque([claim])
        root = self._entered(claim)
        while pending:
            current = pending.popleft()
            branches: list[Branch] = []
            for edge, needed in self._rests_on(current):
                if needed not in self._numbers:
                    if len(self._nodes) >= self._limit:
                        self._complete = False
                        continue
                    self._entered(needed)
                    pending.append(needed)
                branches.append(Branch(self._numbers[needed], edge))
            self.attach(self._numbers[current], tuple(branches))
        return root

    def _entered(self, claim: _Claim) -> int:
        if claim in self._numbers:
            return self._numbers[claim]
        part = self._parts[claim.part]
        rank = self._rank(claim) if part.operator.binds and self._counts(part, claim) else None
        value = Belnap.TRUE if claim.positive else Belnap.FALSE
        number = self.add(Node(claim.location, dict(claim.valuation), part.formula, value, (), rank))
        self._numbers[claim] = number
        return number

    # --- rules -------------------------------------------------------------------------------------------

    def _rests_on(self, claim: _Claim) -> Iterator[tuple[int | None, _Claim]]:
        part = self._parts[claim.part]
        operator = part.operator
        match operator:
            case Operator.AND | Operator.OR:
                if (operator is Operator.AND) == claim.positive:
                    yield from ((None, self._same(claim, operand)) for operand in part.operands)
                else:
                    yield None, self._same(claim, self._chosen_operand(part, claim))
            case Operator.LEAST | Operator.GREATEST:
                bound = self._rank(claim) if self._counts(part, claim) else -1
                # what was there at the start rests on an earlier check
                if bound != 0:
                    yield None, _Claim(part.operands[0], claim.location, claim.valuation, claim.positive, bound)
            case Operator.VARIABLE:
                yield None, _Claim(part.binder, claim.location, claim.valuation, claim.positive)
            case Operator.DIAMOND | Operator.BOX:
                yield from self._successors(part, claim)
            case Operator.TRUE | Operator.FALSE | Operator.ATOM | Operator.NEGATED_ATOM:
                pass

    def _same(self, claim: _Claim, operand: int) -> _Claim:
        """The claim about an operand; rounds matter only where the variable is."""
        bound = claim.bound if self._parts[operand].free else -1
        return _Claim(operand, claim.location, claim.valuation, claim.positive, bound)

    def _chosen_operand(self, part: Part, claim: _Claim) -> int:
        """An operand that suffices: one without the variable if possible."""
        point = self._relation.point(dict(claim.valuation))
        for operand in sorted(part.operands, key=lambda number: (bool(self._parts[number].free), number)):
            if self._suffices(operand, claim, point):
                return operand
        raise InternalError("some operand should suffice")

    def _suffices(self, number: int, claim: _Claim, point: Diagram) -> bool:
        """Say whether a part is certain in a state, with what earlier rounds know of the variable."""
        part = self._parts[number]
        if not part.free or claim.bound < 0:
            return point <= self._certain(number, claim.location, claim)
        if part.operator in (Operator.AND, Operator.OR):
            results = [self._suffices(operand, claim, point) for operand in part.operands]
            return all(results) if (part.operator is Operator.AND) == claim.positive else any(results)
        if not part.operator.is_modal:
            return point <= self._certain(number, claim.location, claim)
        if self._needs_group(part, claim):
            return next(self._groups(part, claim), None) is not None
        return all(
            after <= self._certain(part.operands[0], move.target, claim) for move, after in self._images(claim, point)
        )

    def _needs_group(self, part: Part, claim: _Claim) -> bool:
        return (part.operator is Operator.DIAMOND) == claim.positive

    def _certain(self, number: int, location: int, claim: _Claim) -> Diagram:
        """Where a part is certain, in the sense of a claim."""
        part = self._parts[number]
        if part.operator is Operator.VARIABLE and claim.bound >= 0:
            union = self._relation.manager.false
            for rank, states in self._ranks_of(part.binder).get(location, ()):
                union = union | states if rank < claim.bound else union
            return union
        truth = self._result.evaluation.table(number)[location]
        return truth.must if claim.positive else self._relation.outside(location, truth.may)

    def _counts(self, part: Part, claim: _Claim) -> bool:
        return (part.operator is Operator.LEAST) == claim.positive

    def _ranks_of(self, binder: int) -> Mapping[int, Sequence[tuple[int, Diagram]]]:
        if binder not in self._ranks:
            self._ranks[binder] = self._result.ranks(binder)
        return self._ranks[binder]

    def _rank(self, claim: _Claim) -> int:
        """The rank with which the fixed point of a claim was decided."""
        point = self._relation.point(dict(claim.valuation))
        for rank, states in self._ranks_of(claim.part).get(claim.location, ()):
            if point <= states:
                return rank
        raise InternalError("a decided state should have a rank")

    # --- steps -------------------------------------------------------------------------------------------

    def _successors(self, part: Part, claim: _Claim) -> Iterator[tuple[int | None, _Claim]]:
        operand = part.operands[0]
        point = self._relation.point(dict(claim.valuation))
        if self._needs_group(part, claim):
            group = next(self._groups(part, claim), None)
            require(group is not None, "a certain step should exist")
            ways: Iterable[tuple[Move, Diagram]] = group or ()
        else:
            ways = self._images(claim, point)
        for move, after in ways:
            for count, valuation in enumerate(self._relation.manager.valuations(after, self._relation.flat.names)):
                if count == self._width:
                    self._complete = False
                    break
                yield move.edge, _Claim(operand, move.target, tuple(valuation.items()), claim.positive)

    def _images(self, claim: _Claim, point: Diagram) -> list[tuple[Move, Diagram]]:
        return [(move, self._relation.image(move, point)) for move in self._relation.moves[claim.location]]

    def _groups(self, part: Part, claim: _Claim) -> Iterator[list[tuple[Move, Diagram]]]:
        """The groups that certainly lead to where the operand is certain, with all their possible successors."""
        operand = part.operands[0]
        point = self._relation.point(dict(claim.valuation))
        targets = {move.target for move in self._relation.moves[claim.location]}
        inside = {target: self._certain(operand, target, claim) for target in targets}
        for group in self._relation.groups[claim.location]:
            if point <= self._relation.certain(group, inside):
                ways = [(move, self._relation.image(move, point)) for move in group.moves]
                if not group.together:
                    ways = [(move, self._narrowed(move, claim, after, inside[move.target])) for move, after in ways]
                yield ways

    def _narrowed(self, move: Move, claim: _Claim, after: Diagram, inside: Diagram) -> Diagram:
        """Of what the environment can choose, one combination that certainly exists and stays inside."""
        update = None if move.edge < 0 else self._relation.flat.edges[move.edge].operation
        if not isinstance(update, Update) or not update.chosen:
            return after
        manager = self._relation.manager
        others = [name for name in self._relation.flat.names if name not in update.chosen]
        definite = self._relation.pair(update.definite).yes & self._relation.point(dict(claim.valuation))
        for combination in manager.valuations(manager.exist(others, after), update.chosen):
            chosen = manager.cube({f"{name}'": value for name, value in combination.items()})
            way = after & manager.cube(combination)
            if (definite & chosen) != manager.false and way <= inside:
                return way
        raise InternalError("some combination should certainly exist")
