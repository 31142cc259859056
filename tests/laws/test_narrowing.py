"""The low bits of terms, taken of their parts, are the low bits."""

from __future__ import annotations

from random import Random

import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.narrowing import narrowed
from vexil.certify.invariant.numbers import binary, resize
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.terms import Number, Term, Terms
from vexil.core.context import Context
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType

OPERATORS = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE)


def drawn(random: Random, terms: Terms, width: int, depth: int) -> Number:
    """A number of a width: a known one, an unknown one, one that was made wider or narrower, or a result."""
    kind = random.choice(("known", "unknown", "wide", "narrow", "result", "result")) if depth else "unknown"
    match kind:
        case "known":
            return random.randrange(1 << width)
        case "wide" if width > 1:
            inner = random.randrange(1, width)
            return resize(terms, drawn(random, terms, inner, depth - 1), inner, random.random() < 0.5, width)
        case "narrow":
            return resize(terms, drawn(random, terms, width + 2, depth - 1), width + 2, False, width)
        case "result":
            left, right = (drawn(random, terms, width, depth - 1) for _ in range(2))
            operator = random.choice(OPERATORS)
            if not isinstance(left, Term) and not isinstance(right, Term):
                return left
            unsigned = IntegerType(width, False)
            result: Number = binary(terms, operator, left, right, unsigned, lambda *_: None)
            return result
        case _:
            return terms.fresh(width)


def test_what_is_cut_off_makes_no_difference() -> None:
    """The three low bits of random numbers of six bits are those of the narrowed term."""
    for seed in range(150):
        random, terms = Random(seed), Terms()
        wide = drawn(random, terms, 6, 3)
        if isinstance(wide, Term):
            low = terms.call(core.Z3_mk_extract, 3, 2, 0, wide.ast)
            assert Solver(terms, Context()).model(terms.no(terms.equal(narrowed(terms, wide.ast, 3), low, 3))) is None
