"""Formulas about infinite runs only, for programs with restrictions: a run that a restriction cuts is no run.

A state is *live* if some infinite run starts there: ``nu Z. <>Z``. Some run from a state has a property only if it goes
on through live states, and states that are not live cannot violate anything. Without restrictions all states are live,
and nothing changes.
"""

from __future__ import annotations

from vexil.core.errors import LimitReached
from vexil.engines.belnap.subformulas import numbered
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import Guard
from vexil.spec.formulas import And, Box, Diamond, Greatest, Least, Mu, Or, Variable
from vexil.spec.mu import positive_normal_form
from vexil.spec.nodes import bottom_up, postorder, with_operands
from vexil.transform.predicate_inlining import FlatProgram

LIVE = Greatest("live", Diamond(Variable("live")))
DEAD = Least("dead", Box(Variable("dead")))


def has_restrictions(flat: FlatProgram) -> bool:
    """Say whether a run may be cut somewhere."""
    return any(
        isinstance(edge.operation, Guard) and flat.locations[edge.source].kind is not LocationKind.BRANCH
        for edge in flat.edges
    )


def on_infinite_runs(formula: Mu) -> Mu:
    """The formula of the mu-calculus that says the same of infinite runs, with everything true where there is none.

    Raises `LimitReached` if a variable of a fixed point stands under both modalities or under another fixed point, as
    in CTL none does.
    """
    normal = positive_normal_form(formula)
    if any(part.operator.binds and part.free for part in numbered(normal).items):
        raise LimitReached("fixed points that depend on each other, in a program with restrictions")
    return Or((DEAD, bottom_up(normal, _limited)))


def _limited(part: Mu, operands: tuple[Mu, ...]) -> Mu:
    match part:
        case Diamond(operand):
            return Diamond(operands[0]) if isinstance(operand, Variable) else Diamond(And((LIVE, operands[0])))
        case Box(operand):
            return Box(operands[0]) if isinstance(operand, Variable) else Box(Or((DEAD, operands[0])))
        case Least(name, body) | Greatest(name, body):
            return with_operands(part, (_guarded(name, body, operands[0]),))
        case _:
            return with_operands(part, operands)


def _guarded(name: str, body: Mu, limited: Mu) -> Mu:
    """A body in which the variable is false at dead states, or true if a box looks at it."""
    parts = postorder(body)
    variable = Variable(name)
    diamond, box = Diamond(variable) in parts, Box(variable) in parts
    modal = [item.operand for item in parts if isinstance(item, Diamond | Box) and item.operand != variable]
    deep = any(variable in postorder(operand) for operand in modal)
    if deep or (diamond and box):
        raise LimitReached("a fixed point with both modalities or two steps ahead, in a program with restrictions")
    if box:
        return Or((DEAD, limited))
    return And((LIVE, limited)) if diamond else limited
