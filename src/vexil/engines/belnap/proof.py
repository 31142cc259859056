"""Witnesses and counterexamples as proof-like trees (Gurfinkel and Chechik 2003), for alternation-free formulas.

A true statement is proved and a false one refuted by the same rules with the roles exchanged: one conjunct refutes a
conjunction as one disjunct proves a disjunction. *Some* certain group of steps is enough for a true diamond and for a
false box; the others need *all* possible steps. Where the rounds of a fixed point count (true and least, false and
greatest), each unfolding rests on an earlier round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from vexil.core.errors import InternalError, require
from vexil.engines.belnap.check import Result
from vexil.engines.belnap.evidence import Branch, Node, Tree, Valuation
from vexil.engines.belnap.relation import Move, Relation
from vexil.engines.belnap.subformulas import Operator, Part
from vexil.engines.belnap.values import Belnap
from vexil.engines.diagrams import Diagram
from vexil.model.boolean_program import Update


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
        self._known: dict[_Claim, int] = {}
        self._complete = True
        self._layers: dict[int, Sequence[dict[int, Diagram]]] = {}

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
        pending = [claim]
        root = self._entered(claim)
        while pending:
            current = pending.pop(0)
            branches: list[Branch] = []
            for edge, needed in self._rests_on(current):
                if needed not in self._known:
                    if len(self._nodes) >= self._limit:
                        self._complete = False
                        continue
                    self._entered(needed)
                    pending.append(needed)
                branches.append(Branch(self._known[needed], edge))
            self.attach(self._known[current], tuple(branches))
        return root

    def _entered(self, claim: _Claim) -> int:
        if claim in self._known:
            return self._known[claim]
        part = self._parts[claim.part]
        rank = self._rank(claim) if part.operator.binds and self._counts(part, claim) else None
        value = Belnap.TRUE if claim.positive else Belnap.FALSE
        number = self.add(Node(claim.location, dict(claim.valuation), part.formula, value, (), rank))
        self._known[claim] = number
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
        pending, part = [number], self._parts[number]
        if part.operator in (Operator.AND, Operator.OR) and part.free and claim.bound >= 0:
            results = [self._suffices(operand, claim, point) for operand in part.operands]
            return all(results) if (part.operator is Operator.AND) == claim.positive else any(results)
        if part.operator.is_modal and part.free and claim.bound >= 0:
            return bool(list(self._groups(part, claim))) or not self._needs_group(part, claim)
        return all(point <= self._certain(item, claim.location, claim) for item in pending)

    def _needs_group(self, part: Part, claim: _Claim) -> bool:
        return (part.operator is Operator.DIAMOND) == claim.positive

    def _certain(self, number: int, location: int, claim: _Claim) -> Diagram:
        """Where a part is certain, in the sense of a claim."""
        part = self._parts[number]
        if part.operator is Operator.VARIABLE and claim.bound >= 0:
            sets = self._layer_sets(part.binder)[: claim.bound]
            found = self._relation.manager.false
            for layer in sets:
                found = found | layer.get(location, found)
            return found
        truth = self._result.evaluation.table(number)[location]
        return truth.must if claim.positive else self._relation.outside(location, truth.may)

    def _counts(self, part: Part, claim: _Claim) -> bool:
        return (part.operator is Operator.LEAST) == claim.positive

    def _layer_sets(self, binder: int) -> Sequence[dict[int, Diagram]]:
        if binder not in self._layers:
            self._layers[binder] = self._result.layers(binder)
        return self._layers[binder]

    def _rank(self, claim: _Claim) -> int:
        """The round in which the fixed point of a claim was decided."""
        point = self._relation.point(dict(claim.valuation))
        for number, layer in enumerate(self._layer_sets(claim.part)):
            if claim.location in layer and point <= layer[claim.location]:
                return number
        raise InternalError("a decided state should have been decided in some round")

    # --- steps -------------------------------------------------------------------------------------------

    def _successors(self, part: Part, claim: _Claim) -> Iterator[tuple[int | None, _Claim]]:
        operand = part.operands[0]
        point = self._relation.point(dict(claim.valuation))
        if self._needs_group(part, claim):
            group = next(self._groups(part, claim), None)
            require(group is not None, "a certain step should exist")
            ways: Iterable[tuple[Move, Diagram]] = group or ()
        else:
            ways = [(move, self._relation.image(move, point)) for move in self._relation.moves[claim.location]]
        for move, after in ways:
            count = 0
            for valuation in self._relation.manager.valuations(after, self._relation.flat.names):
                count += 1
                if count > self._width:
                    self._complete = False
                    break
                bound = -1 if self._parts[operand].operator is Operator.VARIABLE else claim.bound
                yield move.edge, _Claim(operand, move.target, tuple(valuation.items()), claim.positive, bound)

    def _groups(self, part: Part, claim: _Claim) -> Iterator[list[tuple[Move, Diagram]]]:
        """The groups that certainly lead to where the operand is certain, with all their possible successors."""
        operand = part.operands[0]
        point = self._relation.point(dict(claim.valuation))
        targets = {move.target for move in self._relation.moves[claim.location]}
        inside = {target: self._certain(operand, target, claim) for target in targets}
        for group in self._relation.groups[claim.location]:
            if point <= self._relation.certain(group, inside):
                yield [
                    (move, self._narrowed(move, claim, self._relation.image(move, point), inside[move.target]))
                    for move in group
                ]

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
