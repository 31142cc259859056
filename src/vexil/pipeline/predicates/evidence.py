"""What a proof by predicate abstraction rests on: an invariant for every loop, in the program's own terms."""

from __future__ import annotations

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.engines.bebop.reach import Reached
from vexil.engines.bounded.order import Order
from vexil.engines.diagrams.forms import shared_form
from vexil.ir.expressions import Apply, Const, Expr, Operator
from vexil.ir.types import BOOL
from vexil.logic.expressing import expression_of
from vexil.model.boolean_program import expressions as bpe
from vexil.model.evidence import Invariant, LoopRule


def invariant_of(abstractor: Abstractor, predicates: Predicates, reached: Reached) -> Invariant:
    """The rules of a proof: at the head of each loop one of the valuations that are reached there holds."""
    rules: list[LoopRule] = []
    space = abstractor.space
    for name in abstractor.functions:
        order = Order(space.program.functions[name])
        known = {item.name: expression_of(space, name, item.term) for item in predicates.seen_by(name)}
        for head in sorted(order.heads):
            if not reached.is_reached(name, head):
                continue
            fact = fact_of(reached, name, head, known)
            rules.append(LoopRule(name, head, 1, 0, () if fact is None else (fact,)))
    return Invariant(tuple(rules))


def fact_of(reached: Reached, function: str, location: int, known: dict[str, Expr | None]) -> Expr | None:
    """The valuations at a location as an expression of the program; predicates that have none are left out."""
    plain = reached.plain_names(function)
    shown = {name: item for name, item in plain.items() if known.get(item) is not None}
    states = reached.manager.exist(sorted(plain.keys() - shown.keys()), reached.states(function, location))
    # valuations without a state do not matter
    small = reached.manager.restricted(states, reached.edges.diagrams.invariant(function))
    found = shared_form(reached.manager, small, shown)
    if found == bpe.TRUE:
        return None
    return _expression(found, known)


def _expression(formula: bpe.Expr, known: dict[str, Expr | None]) -> Expr:
    made: dict[int, Expr] = {}
    for part in bpe.postorder(formula):
        match part:
            case bpe.Constant(value):
                made[id(part)] = Const(value, BOOL)
            case bpe.Var(name):
                expression = known[name]
                assert expression is not None
                made[id(part)] = expression
            case bpe.Not(operand):
                made[id(part)] = Apply(Operator.NOT, (made[id(operand)],), BOOL)
            case bpe.And(parts):
                made[id(part)] = _joined(Operator.AND, [made[id(item)] for item in parts], True)
            case bpe.Or(parts):
                made[id(part)] = _joined(Operator.OR, [made[id(item)] for item in parts], False)
            case bpe.Same(left, right):
                made[id(part)] = Apply(Operator.EQUAL, (made[id(left)], made[id(right)]), BOOL)
            case _:
                raise TypeError(f"{part} is unknown")
    return made[id(formula)]


def _joined(operator: Operator, parts: list[Expr], neutral: bool) -> Expr:
    """A balanced tree: long chains would be deep."""
    if not parts:
        return Const(neutral, BOOL)
    while len(parts) > 1:
        parts = [
            Apply(operator, (parts[place], parts[place + 1]), BOOL) if place + 1 < len(parts) else parts[place]
            for place in range(0, len(parts), 2)
        ]
    return parts[0]
