"""The bits of floats as terms: SMT-LIB has one NaN, while memory keeps the bits of those that are only copied."""

from __future__ import annotations

from vexil.logic.factory import Terms
from vexil.logic.sorts import FloatSort
from vexil.logic.terms import Term

DEEPEST = 24
"""How many choices between floats are looked through."""


def known_bits(terms: Terms, value: Term, depth: int = DEEPEST) -> tuple[Term, Term] | None:
    """The bits of a float, and the condition under which they are the bits that memory has.

    Nothing for the results of operators, of which a NaN has any bits.
    """
    assert isinstance(value.sort, FloatSort)
    width = value.sort.width
    if value.op == "const":
        return terms.bv(value.value, width), terms.not_(terms.float_is_nan(value))
    if value.op == "fp.of_bits":
        return value.args[0], terms.true
    if value.op != "ite" or not depth:
        return None
    condition, *ways = value.args
    branches = [known_bits(terms, way, depth - 1) for way in ways]
    if branches[0] is None or branches[1] is None:
        return None
    (yes, yes_known), (no, no_known) = branches[0], branches[1]
    return terms.ite(condition, yes, no), terms.ite(condition, yes_known, no_known)
