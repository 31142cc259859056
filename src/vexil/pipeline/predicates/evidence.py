"""What a proof by predicate abstraction rests on, in the program's own terms.

At the head of each loop one of the valuations that are reached there holds. A recursive function has a contract: it is
called with valuations that are reached at its entry, and leaves with those of its summary.
"""

from __future__ import annotations

from collections.abc import Mapping

from vexil.abstraction.body import Signature
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstractor
from vexil.analysis.weak_order import Order
from vexil.engines.bebop.reach import Reached
from vexil.engines.diagrams import Diagram
from vexil.engines.diagrams.program import ENTRY
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Variable, postorder
from vexil.ir.rewriting import rewrite
from vexil.ir.types import BOOL
from vexil.logic.expressing import expression_of
from vexil.logic.space import result_name
from vexil.logic.terms import Term
from vexil.model.evidence import Invariant, LoopRule, ProcedureRule, at_entry, result_of
from vexil.pipeline.predicates.facts import fact_of


def invariant_of(
    abstractor: Abstractor, predicates: Predicates, reached: Reached, recursive: frozenset[str]
) -> Invariant:
    """The rules of a proof."""
    return _Proof(abstractor, predicates, reached, recursive).invariant()


class _Proof:
    def __init__(
        self, abstractor: Abstractor, predicates: Predicates, reached: Reached, recursive: frozenset[str]
    ) -> None:
        self._abstractor = abstractor
        self._space = abstractor.space
        self._predicates = predicates
        self._reached = reached
        self._recursive = recursive

    def invariant(self) -> Invariant:
        loops: list[LoopRule] = []
        contracts: list[ProcedureRule] = []
        for name in self._abstractor.functions:
            if name not in self._reached.entered:
                continue
            inside = self._inside(name)
            for head in sorted(Order(self._space.program.functions[name]).heads):
                if self._reached.is_reached(name, head):
                    fact = self._fact(self._reached.path_edges(name, head), inside)
                    loops.append(LoopRule(name, head, 1, 0, () if fact is None else (fact,)))
            if name in self._recursive:
                contracts.append(self._contract(name, inside))
        return Invariant(tuple(loops), 1, tuple(contracts))

    def _inside(self, function: str) -> dict[str, Expr]:
        """The predicates that have an expression, by their names in diagrams; in a recursive function also at entry."""
        space = self._space
        body = space.program.functions[function]
        given: dict[Term, Variable] = {}
        if function in self._recursive:
            for parameter in body.parameters:
                symbol = space.symbol(self._abstractor.frames.entry_value(function, parameter))
                given[symbol] = at_entry(Variable(parameter.name, parameter.type, False))
        expressions: dict[str, Expr] = {}
        plain = self._reached.plain_names(function)
        by_name = {item.name: item for item in self._predicates.visible_in(function)}
        for diagram, name in plain.items():
            if name in by_name:
                expression = expression_of(space, function, by_name[name].term, given)
                if expression is not None:
                    expressions[diagram] = expression
                    earlier = self._at_entry(function, by_name[name], given, expression)
                    if earlier is not None:
                        expressions[diagram + ENTRY] = earlier
        return expressions

    def _at_entry(
        self, function: str, item: Predicate, given: Mapping[Term, Variable], expression: Expr
    ) -> Expr | None:
        """A predicate of a recursive function as it was at the entry, where that can be said."""
        if function not in self._recursive or given.keys() & set(self._space.terms.symbols_of(item.term)):
            return None
        return old(expression)

    def _contract(self, function: str, inside: Mapping[str, Expr]) -> ProcedureRule:
        signature = self._reached.edges.signature(function)
        shared = {name: inside[name] for name in signature.globals if name in inside}
        # at the entry, what a parameter was given is what it is
        formals = {name: inside[name] for name in signature.formals if name in inside and name + ENTRY in inside}
        requires = self._fact(self._reached.entered[function], {**shared, **formals})
        outside = {**shared}
        for name in signature.formals:
            if name + ENTRY in inside:
                outside[signature.value_at_entry(name)] = inside[name + ENTRY]
        for name in signature.remembered:
            if name + ENTRY in inside:
                outside[name + ENTRY] = inside[name + ENTRY]
        for name, item in zip(
            signature.results, Signature(self._abstractor.frames, self._predicates, function).results, strict=True
        ):
            expression = self._result(function, item)
            if expression is not None:
                outside[name] = expression
        body = self._reached.program.procedures[function]
        ensures = self._fact(self._reached.path_edges(function, body.exit), outside)
        true = Const(True, BOOL)
        return ProcedureRule(function, requires or true, ensures or true)

    def _result(self, function: str, item: Predicate) -> Expr | None:
        """A predicate about what a function leaves behind, over its result and what it was given."""
        space = self._space
        body = space.program.functions[function]
        given: dict[Term, Variable] = {}
        for parameter in body.parameters:
            variable = Variable(parameter.name, parameter.type, False)
            given[space.symbol(self._abstractor.frames.entry_value(function, parameter))] = at_entry(variable)
            register = space.register(function, variable)
            if register is not None:
                given[space.symbol(register)] = at_entry(variable)
        if body.result is not None and result_name(function) in space.variables:
            given[space.symbol(space.variables[result_name(function)])] = result_of(body.result)
        return expression_of(space, function, item.term, given)

    def _fact(self, function: Diagram, expressions: Mapping[str, Expr]) -> Expr | None:
        """The valuations in a set as an expression; predicates that have none are left out."""
        manager = self._reached.manager
        hidden = sorted(manager.support(function) - expressions.keys())
        states = manager.exist(hidden, function)
        return None if states == manager.true else fact_of(self._space.program, manager, states, expressions)


def old(expression: Expr) -> Expr | None:
    """An expression over values at the entry of a function; memory is not kept, so nothing that reads it has one."""
    if not all(isinstance(node, Variable | Const | AddressOf | CodeAddress | Apply) for node in postorder(expression)):
        return None
    return rewrite(expression, lambda node: at_entry(node) if isinstance(node, Variable) else node)
