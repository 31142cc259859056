"""Square roots of floats: everybody who computes them gives the number that exact arithmetic rounds to."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest
from test_interpreter_expressions import by_code, compiled_over

from float_oracle import nearest
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.arithmetic import float_bits, float_from_bits
from vexil.ir.expressions import Const, Operator, Variable
from vexil.ir.fold import fold
from vexil.ir.text import load
from vexil.ir.types import FloatType
from vexil.ir.typing import apply
from vexil.logic import FloatSort, Terms
from vexil.logic.solvers import open_solver
from vexil.model.evidence import Invariant
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

SPECIAL = [0.0, -0.0, 1.0, 2.0, 2.25, 5e-324, 1e-45, 2.0**-126, 3.0, 1e30, -1.0, -5e-324, math.inf, -math.inf, math.nan]


def root(value: float, width: int) -> float:
    """The square root by integers, with more digits than any float has, and one that remembers the rest."""
    if value == 0 or math.isnan(value) or value == math.inf:
        return value
    if value < 0:
        return math.nan
    exact = Fraction(value) * 4**1200
    whole = math.isqrt(exact.numerator // exact.denominator)
    rest = whole * whole != exact
    return nearest(Fraction(2 * whole + rest, 2 * 2**1200), width)


def values(width: int, count: int) -> list[float]:
    """Floats of a width, the awkward ones first."""
    random = Random(width)
    special = [float_from_bits(float_bits(value, width), width) for value in SPECIAL]
    return special + [float_from_bits(random.getrandbits(width), width) for _ in range(count)]


@pytest.mark.parametrize("width", [32, 64])
def test_the_interpreter_and_constant_folding_round_correctly(width: int) -> None:
    """The interpreter's code, constants that are folded and terms of formulas have the nearest float."""
    kind, terms = FloatType(width), Terms()
    variable = Variable("x", kind, True)
    compiled = compiled_over([variable])
    for value in values(width, 60):
        expected = float_bits(root(value, width), width)
        found = by_code(compiled, apply(Operator.SQUARE_ROOT, variable), {"x": value})
        assert float_bits(float(found), width) == expected, value
        folded = fold(apply(Operator.SQUARE_ROOT, Const(value, kind)))
        assert isinstance(folded, Const)
        assert float_bits(float(folded.value), width) == expected, value
        assert terms.float_square_root(terms.float_constant(float_bits(value, width), width)).value == expected


@pytest.mark.parametrize("solver", ["bitwuzla", "z3", "cvc5"])
def test_solvers_round_correctly(solver: str) -> None:
    """The root of a symbol that has a value has the nearest float."""
    terms = Terms()
    x = terms.symbol("x", FloatSort(32))
    found = terms.float_square_root(x)
    with open_solver(solver) as port:
        for value in values(32, 4):
            given = terms.eq(x, terms.float_constant(float_bits(value, 32), 32))
            reply, (bits,) = port.check_and_read([given], [found])
            assert reply.is_sat
            assert bits == float_bits(root(value, 32), 32), value


def test_the_checker_of_invariants_knows_square_roots() -> None:
    """A claim about the root of an unknown number is confirmed, and a wrong one is not."""
    for bound, holds in (("2.0f32", True), ("1.9f32", False)):
        text = f"""vir 1
function main()
  local x: f32
  l0 -> l1: x := choose type(f32)
  l1 -> l2: assume x <= 4.0f32
  l1 -> l3: assume !(x <= 4.0f32)
  l2 -> l3: check assert !(sqrt(x) > {bound}) "small"
  l3 -> exit: return
"""
        question = Question(load(SourceFile("test.vir", text.encode())), parse_property("assert"))
        certificate = certify(question, Invariant((), 1), Context(Limits(cpu_seconds=20)))
        assert isinstance(certificate, Checked) is holds
