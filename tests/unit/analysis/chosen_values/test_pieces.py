"""Values as pieces of one chosen number: what is said of an expression is its value for every number."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.analysis.chosen_values.pieces import Dependency, ValuesDiffer, evaluate, identity
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.fold import fold
from vexil.ir.types import BOOL, IntegerType

I8, U8, I4 = IntegerType(8, True), IntegerType(8, False), IntegerType(4, True)


def constants(kind: IntegerType) -> st.SearchStrategy[Expr]:
    return st.integers(kind.low, kind.high).map(lambda value: Const(value, kind))


def numbers(kind: IntegerType, inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    arithmetic = st.sampled_from([Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.BIT_AND])
    return st.builds(lambda op, left, right: Apply(op, (left, right), kind), arithmetic, inner, inner)


X = Variable("x", I8, False)
SIGNED = st.recursive(
    st.just(X) | constants(I8),
    lambda inner: (
        numbers(I8, inner)
        | st.builds(lambda part: Apply(Operator.CAST, (Apply(Operator.CAST, (part,), U8),), I8), inner)
        | st.builds(lambda part: Apply(Operator.CAST, (Apply(Operator.CAST, (part,), I4),), I8), inner)
        | st.builds(lambda part: Apply(Operator.REMAINDER, (part, Const(3, I8)), I8), inner)
    ),
    max_leaves=4,
)
TESTS = st.builds(
    lambda op, left, right: Apply(op, (left, right), BOOL),
    st.sampled_from([Operator.EQUAL, Operator.DIFFERENT, Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER]),
    SIGNED,
    SIGNED,
)
CONDITIONS = st.recursive(
    TESTS,
    lambda inner: (
        st.builds(lambda part: Apply(Operator.NOT, (part,), BOOL), inner)
        | st.builds(lambda left, right: Apply(Operator.AND, (left, right), BOOL), inner, inner)
        | st.builds(lambda left, right: Apply(Operator.OR, (left, right), BOOL), inner, inner)
    ),
    max_leaves=3,
)


def with_value(expression: Expr, value: int) -> Expr:
    """The expression for one value of x."""
    if expression == X:
        return Const(value, I8)
    if isinstance(expression, Apply):
        parts = tuple(with_value(part, value) for part in expression.operands)
        return Apply(expression.operator, parts, expression.type)
    return expression


@settings(max_examples=80, deadline=None, derandomize=True)
@given(SIGNED | CONDITIONS, st.integers(-128, 127), st.integers(-128, 127))
def test_pieces_are_values(expression: Expr, first: int, last: int) -> None:
    """What is said of an expression by pieces is its value for every number; only constants are unrelated."""
    low, high = min(first, last), max(first, last)
    try:
        found = evaluate(expression, {"x": identity(-128, 127)}, ((low, high),))
    except ValuesDiffer:
        pytest.fail("operations on integers should have a value")
    expected = {}
    for number in range(low, high + 1):
        literal = fold(with_value(expression, number))
        assert isinstance(literal, Const)
        expected[number] = int(literal.value)
    if found is Dependency.UNRELATED:
        assert len(set(expected.values())) == 1
    elif not isinstance(found, Dependency):
        assert {
            number: piece.offset + number * piece.moves
            for piece in found
            for number in range(piece.low, piece.high + 1)
        } == expected
