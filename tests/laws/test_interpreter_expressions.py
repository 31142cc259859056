"""Laws of expressions: generated code computes what the documented semantics says, whatever its size and shape."""

from __future__ import annotations

import math
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from expression_oracle import Number, Numbers, UndefinedResult, evaluate, some_kinds
from sketches import Sketch
from strategies.source import sources
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.interpreter.expression_code import ExpressionCode
from vexil.ir.types import BOOL, F64, INT
from vexil.ir.typing import apply

law = settings(max_examples=150, deadline=None, derandomize=True)


def compiled_over(variables: list[Variable]) -> CompiledProgram:
    """A program with these globals."""
    sketch = Sketch()
    for variable in variables:
        sketch.variable(variable.name, variable.type)
    with sketch.function("main"):
        pass
    return CompiledProgram(sketch.build())


def by_code(compiled: CompiledProgram, expression: Expr, values: dict[str, Number]) -> Number | str:
    """The value that the interpreter's code computes."""
    try:
        result = compiled.evaluator(expression)([], list(values.values()), None, None)
    except UndefinedValue:
        return "undefined"
    assert isinstance(result, int | float)
    return result


def by_definition(expression: Expr, values: dict[str, Number]) -> Number | str:
    """The value by the documented semantics."""
    try:
        return evaluate(expression, values)
    except UndefinedResult:
        return "undefined"


def same(left: Number | str, right: Number | str) -> bool:
    """Say whether two results are the same value of the same kind."""
    if type(left) is not type(right):
        return False
    if isinstance(left, float) and isinstance(right, float):
        return (math.isnan(left) and math.isnan(right)) or left.hex() == right.hex()
    return left == right


def check_expressions(random: Random, depth: int) -> None:
    """Compare code and definition on expressions of all types."""
    numbers = Numbers(random, some_kinds(random))
    compiled = compiled_over(numbers.all_variables())
    for kind in numbers.kinds:
        expression = numbers.expression(kind, depth)
        for _ in range(4):
            values = numbers.valuation()
            found, wanted = by_code(compiled, expression, values), by_definition(expression, values)
            assert same(found, wanted), (found, wanted, expression, values)


@law
@given(sources())
def test_code_computes_what_expressions_mean(random: Random) -> None:
    """Generated code and a direct evaluator agree on integers of 1 to 70 bits, floats, Booleans and selections."""
    check_expressions(random, 4)


@law
@given(sources(), st.integers(1, 12))
def test_cutting_an_expression_does_not_change_it(random: Random, limit: int) -> None:
    """Expressions cut into pieces of any size have the same values and are undefined in the same cases."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ExpressionCode, "limit", limit)
        check_expressions(random, 5)


DEPTH = 30_000
X = Variable("x", INT, True)
Y = Variable("y", INT, True)


def number(value: int) -> Const:
    """A literal."""
    return Const(value, INT)


def values_of(expression: Expr, *pairs: tuple[int, int]) -> list[Number | str]:
    """The values of an expression for pairs of x and y."""
    compiled = compiled_over([X, Y])
    return [by_code(compiled, expression, {"x": x, "y": y}) for x, y in pairs]


def test_deep_chains_of_operators() -> None:
    """Thirty thousand nested operators are no problem for the stack, whichever operand is the deep one."""
    left: Expr = X
    right: Expr = X
    for _ in range(DEPTH // 2):
        left = apply(Operator.ADD, left, Y)
        right = apply(Operator.SUBTRACT, Y, right)
    for _ in range(DEPTH // 2):
        left = apply(Operator.NEGATE, left)
    assert values_of(left, (5, 7)) == [5 + 7 * DEPTH // 2]
    assert values_of(right, (5, 7)) == [5]


def test_deep_chains_of_selections_evaluate_what_is_selected() -> None:
    """In thirty thousand nested selections nothing but the selected operand is evaluated: others divide by zero."""
    bad = apply(Operator.DIVIDE, Y, number(0))
    good = apply(Operator.MULTIPLY, X, Y)
    chain: Expr = number(-1)
    for index in reversed(range(DEPTH)):
        chain = apply(Operator.IF, apply(Operator.EQUAL, X, number(index)), good if index == DEPTH - 10 else bad, chain)
    assert values_of(chain, (DEPTH - 10, 3), (DEPTH, 3), (7, 3)) == [3 * (DEPTH - 10), -1, "undefined"]


@pytest.mark.parametrize("selecting", [True, False])
def test_sharing_costs_nothing(selecting: bool) -> None:
    """An expression with 2^2000 occurrences of few nodes is evaluated node by node, selections included."""
    shared: Expr = X
    for index in range(2000):
        if selecting:
            condition = apply(Operator.EQUAL, Y, number(index))
            shared = apply(Operator.IF, condition, shared, apply(Operator.ADD, shared, number(1)))
        else:
            shared = apply(Operator.ADD, shared, shared)
    assert values_of(shared, (1, 17)) == [2000 if selecting else 2**2000]


def test_a_shared_operand_is_evaluated_where_it_is_selected() -> None:
    """One division used in two branches of a nested selection is evaluated only if one of them is taken."""
    quotient: Expr = apply(Operator.DIVIDE, number(12), X)
    for _ in range(80):
        quotient = apply(Operator.ADD, quotient, number(0))
    inner = apply(Operator.IF, apply(Operator.LESS, number(0), X), quotient, number(-1))
    other = apply(Operator.IF, apply(Operator.EQUAL, Y, number(1)), quotient, number(-2))
    outer = apply(Operator.IF, apply(Operator.EQUAL, Y, number(0)), inner, other)
    assert values_of(outer, (3, 0), (0, 0), (3, 1), (0, 2), (0, 1)) == [4, -1, 4, -2, "undefined"]


def test_a_large_condition_is_evaluated_when_it_is_reached() -> None:
    """The condition of an inner selection is not evaluated when the outer one selects something else."""
    quotient: Expr = apply(Operator.DIVIDE, number(12), X)
    for _ in range(80):
        quotient = apply(Operator.ADD, quotient, number(0))
    inner = apply(Operator.IF, apply(Operator.EQUAL, quotient, number(4)), number(1), number(2))
    outer = apply(Operator.IF, apply(Operator.EQUAL, X, number(0)), number(3), inner)
    assert values_of(outer, (0, 0), (3, 0), (4, 0)) == [3, 1, 2]


def test_connectives_are_strict() -> None:
    """Both operands of && and || are evaluated: a guard must be a branch or a selection."""
    bad = apply(Operator.EQUAL, apply(Operator.DIVIDE, Y, X), Y)
    for operator, decided in ((Operator.AND, False), (Operator.OR, True)):
        assert values_of(apply(operator, Const(decided, BOOL), bad), (0, 0)) == ["undefined"]
        assert values_of(apply(Operator.IF, Const(True, BOOL), Const(decided, BOOL), bad), (0, 0)) == [decided]


def test_long_numbers_are_literals_too() -> None:
    """Literals may have more digits than Python converts to decimal text."""
    long = 10 ** (sys.get_int_max_str_digits() + 10)
    compiled = compiled_over([X, Y])
    for value in (long, -long):
        sum_ = apply(Operator.ADD, Const(value, INT), Const(1, INT))
        assert by_code(compiled, sum_, {"x": 0, "y": 0}) == value + 1


@pytest.mark.parametrize("value", [-0.0, math.inf, -math.inf, math.nan, 5e-324, -1e308])
def test_special_floats_are_literals_too(value: float) -> None:
    """Signed zeros, infinities and NaN can be written in expressions and negated."""
    compiled = compiled_over([X, Y])
    literal = Const(value, F64)
    assert same(by_code(compiled, literal, {"x": 0, "y": 0}), value)
    assert same(by_code(compiled, Apply(Operator.NEGATE, (literal,), F64), {"x": 0, "y": 0}), -value)
