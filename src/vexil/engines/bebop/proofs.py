"""What was reached as a proof: facts at the heads of loops, and contracts of the procedures that are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vexil.core.errors import LimitReached
from vexil.core.graphs import components
from vexil.engines.bebop.reach import Reached
from vexil.engines.bebop.signatures import callees
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.forms import decision_tree, irredundant_cubes
from vexil.engines.diagrams.program import ENTRY
from vexil.ir.expressions import Apply, Const, Operator, Variable
from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.types import BOOL
from vexil.ir.typing import negation
from vexil.model.boolean_program import Procedure
from vexil.model.boolean_program.embedding import embedded, shared_result
from vexil.model.evidence import Invariant, LoopRule, ProcedureRule, at_entry, result_of

MOST_CUBES = 200
"""A fact with more conjunctions than this is written as a decision tree with shared parts."""


def proof_of(reached: Reached) -> Invariant:
    """The evidence that no check fails; raises `LimitReached` when it gets too large."""
    return _Proof(reached).build()


class _Proof:
    def __init__(self, reached: Reached) -> None:
        self._reached = reached
        self._program = reached.program
        self._manager = reached.manager

    def build(self) -> Invariant:
        """A rule for every location that may be the head of a loop, and for every procedure that is called."""
        called = {name for procedure in self._program.procedures.values() for name in callees(procedure)}
        loops = []
        for name, procedure in self._program.procedures.items():
            for head in possible_heads(procedure):
                facts = self._fact(self._reached.path_edges(name, head), self._inside(name))
                loops.append(LoopRule(name, head, 1, facts=(facts,)))
        rules = [self._contract(name) for name in self._program.procedures if name in called]
        return Invariant(tuple(loops), 1, tuple(rules))

    def _inside(self, name: str) -> dict[str, Variable]:
        """The variables of path edges inside of a procedure."""
        signature = self._reached.edges.signature(name)
        plain = (variable.name for variable in self._program.globals)
        variables = {item: Variable(name, BOOL, True) for item, name in zip(signature.globals, plain, strict=True)}
        for diagram, own in self._reached.plain_names(name).items():
            variables[diagram] = embedded(self._program, name, own)
        return variables | {item + ENTRY: at_entry(variables[item]) for item in signature.remembered}

    def _contract(self, name: str) -> ProcedureRule:
        signature = self._reached.edges.signature(name)
        inside = self._inside(name)
        requires = self._fact(self._reached.entered.get(name, self._manager.false), inside)
        outside = {item: inside[item] for item in signature.globals}
        outside |= {item: at_entry(inside[item]) for item in signature.formals}
        outside |= {item + ENTRY: at_entry(inside[item]) for item in signature.remembered}
        for number, result in enumerate(signature.results):
            outside[result] = result_of(BOOL) if len(signature.results) == 1 else shared_result(name, number)
        exited = self._reached.path_edges(name, self._program.procedures[name].exit)
        return ProcedureRule(name, requires, self._fact(exited, outside))

    def _fact(self, function: Diagram, variables: Mapping[str, Variable]) -> IrExpr:
        try:
            cubes = irredundant_cubes(self._manager, function, variables, MOST_CUBES)
        except LimitReached:
            return self._tree(function, variables)
        literals = (
            _joined(Operator.AND, (variables[name] if value else negation(variables[name]) for name, value in cube))
            for cube in cubes
        )
        return _joined(Operator.OR, literals)

    def _tree(self, function: Diagram, variables: Mapping[str, Variable]) -> IrExpr:
        leaves: tuple[IrExpr, IrExpr] = (Const(False, BOOL), Const(True, BOOL))

        def decide(name: str, yes: IrExpr, no: IrExpr) -> IrExpr:
            return Apply(Operator.IF, (variables[name], yes, no), BOOL)

        return decision_tree(self._manager, function, list(variables), leaves, decide)


def _joined(operator: Operator, parts: Iterable[IrExpr]) -> IrExpr:
    """A conjunction or disjunction as a tree of little depth."""
    kept = list(parts) or [Const(operator is Operator.AND, BOOL)]
    while len(kept) > 1:
        pairs = [Apply(operator, (left, right), BOOL) for left, right in zip(kept[::2], kept[1::2], strict=False)]
        kept = [*pairs, *kept[len(kept) // 2 * 2 :]]
    return kept[0]


def possible_heads(procedure: Procedure) -> list[int]:
    """The locations that some order of the procedure may take for the heads of its loops.

    A head is entered from outside of its loop and from inside of it.
    """
    count = len(procedure.locations)
    following = [[procedure.edges[edge].target for edge in edges] for edges in procedure.outgoing]
    ways = [len(edges) for edges in procedure.incoming]
    ways[procedure.entry] += 1
    heads: list[int] = []
    for members in components(count, lambda place: following[place]):
        if len(members) > 1 or members[0] in following[members[0]]:
            heads += [place for place in members if ways[place] > 1]
    return sorted(heads)
