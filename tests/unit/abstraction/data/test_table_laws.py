"""Laws of generated tables."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from shared_library import library, machine, mathematical

from vexil.abstraction.data.elimination import Elimination
from vexil.abstraction.data.queries import Queries, Statistics
from vexil.abstraction.data.sampling import Members
from vexil.abstraction.data.table_builder import definition_of
from vexil.abstraction.data.values import Number, condition, function_of
from vexil.core.context import Context
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Const, Operator
from vexil.ir.fold import folded
from vexil.ir.types import BOOL, F32, F64, I8, I32, U16, IntegerType
from vexil.model.tokens.abstract_type import TESTS, UNARY, AbstractType, Concrete

MACHINE: tuple[tuple[str, IntegerType], ...] = (
    ("Signs", I32), ("EvenOdd", I8), ("range(-1,2)", I8), ("set{3,5}", U16), ("modulo-3", I8), ("Point", I32),
)  # fmt: skip
MATHEMATICAL = ("Signs", "EvenOdd", "range(0,1)", "set{3,5}", "modulo-3", "modulo-4")


def tokens_of(kind: AbstractType, number: Number) -> list[int]:
    """The tokens of a number, one condition at a time."""
    return [token for token, member in enumerate(kind.members) if condition(member)(number)]


def check_definition_1(kind: AbstractType, operator: Operator, left: Number, right: Number) -> None:
    """Whatever the operator makes of two numbers is among the results of their tokens."""
    table = kind.table(operator)
    numbers = (left,) if operator in UNARY else (left, right)
    rows = [
        (one,) if len(numbers) == 1 else (one, two) for one in tokens_of(kind, left) for two in tokens_of(kind, right)
    ]
    try:
        value = function_of(operator, kind.concrete)(*numbers)
    except UndefinedValue:
        assert all(row in table.partial for row in rows)
        return
    found = [int(value)] if operator in TESTS else tokens_of(kind, value)
    assert found
    assert all(result in table.rows[row] for row in rows for result in found), (operator, numbers, value)


def integers(concrete: Concrete) -> st.SearchStrategy[int]:
    """Numbers of a type, small ones and extremes among them."""
    if isinstance(concrete, IntegerType):
        return st.integers(concrete.low, concrete.high) | st.integers(max(concrete.low, -6), 6)
    return st.integers(-(2**70), 2**70) | st.integers(-6, 6)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_OPG_09_results_of_machine_integers_are_in_the_tables(data: st.DataObject) -> None:
    """Definition 1 holds for all operators and all families on machine integers."""
    name, concrete = data.draw(st.sampled_from(MACHINE))
    kind = machine(name, concrete)
    left, right = data.draw(integers(concrete)), data.draw(integers(concrete))
    for operator in (*kind.operations, *kind.tests):
        check_definition_1(kind, operator, left, right)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_OPG_09_results_of_mathematical_integers_are_in_the_tables(data: st.DataObject) -> None:
    """Definition 1 holds for all operators and all families on mathematical integers."""
    kind = mathematical(data.draw(st.sampled_from(MATHEMATICAL)))
    left, right = data.draw(integers(kind.concrete)), data.draw(integers(kind.concrete))
    for operator in (*kind.operations, *kind.tests):
        if operator not in (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT) or right < 100:
            check_definition_1(kind, operator, left, right)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_OPG_09_results_of_floats_are_in_the_tables(data: st.DataObject) -> None:
    """Definition 1 holds for the signs of floats, infinities, both zeros and NaN among them."""
    concrete = data.draw(st.sampled_from((F32, F64)))
    numbers = st.floats(width=32 if concrete == F32 else 64) | st.sampled_from((0.0, -0.0, 1.0, -1.0))
    kind = machine("Signs", concrete)
    left, right = data.draw(numbers), data.draw(numbers)
    for operator in (*kind.operations, *kind.tests):
        check_definition_1(kind, operator, left, right)


@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_operators_on_numbers_are_those_of_the_intermediate_form(data: st.DataObject) -> None:
    """The functions that tables are made with give what constant folding gives, wherever that is defined."""
    concrete = data.draw(st.sampled_from((I8, I32, U16)))
    numbers = data.draw(st.tuples(integers(concrete), integers(concrete)))
    kind = machine("Point", concrete)
    for operator in (*kind.operations, *kind.tests):
        chosen = numbers[:1] if operator in UNARY else numbers
        result = BOOL if operator in TESTS else concrete
        expected = folded(operator, tuple(Const(number, concrete) for number in chosen), result)
        if isinstance(expected, Const):
            assert function_of(operator, concrete)(*chosen) == expected.value


def test_OPG_09_tables_of_bytes_are_exact() -> None:
    """For bytes all pairs can be tried, and a table has exactly the results that occur."""
    kind = machine("range(-1,2)", I8)
    mask = Members(definition_of(kind)).mask
    numbers = [(number, mask(number).bit_length() - 1) for number in range(-128, 128)]
    for operator in (Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER, Operator.BIT_XOR):
        function = function_of(operator, I8)
        seen: dict[tuple[int, ...], set[int]] = {row: set() for row in kind.table(operator).rows}
        for left, one in numbers:
            for right, two in numbers:
                if right or operator not in (Operator.DIVIDE, Operator.REMAINDER):
                    seen[one, two].add(mask(function(left, right)).bit_length() - 1)
        assert {row: tuple(sorted(found)) for row, found in seen.items()} == dict(kind.table(operator).rows), operator


def test_OPG_09_every_result_has_a_witness() -> None:
    """Numbers can be named for every result of a table without doubts, and the operator gives the result for them."""
    kind = definition_of(machine("range(0,1)"))
    with Queries(I32, Context(), Statistics()) as questions:
        elimination = Elimination(kind, questions)
        members = Members(kind)
        for operator in (Operator.SUBTRACT, Operator.MULTIPLY, Operator.LESS):
            for row, found in machine("range(0,1)").table(operator).rows.items():
                for result in found:
                    shown = elimination.witness(operator, row, result)
                    assert shown is not None
                    numbers, value = shown
                    assert all(members.mask(number) >> token & 1 for number, token in zip(numbers, row, strict=True))
                    assert function_of(operator, I32)(*numbers) == value
                    assert value == result if operator in TESTS else members.mask(value) >> result & 1


@given(st.lists(st.integers(0, 2)), st.lists(st.integers(0, 2)))
def test_BAS_02_operators_on_sets_are_unions(left: list[int], right: list[int]) -> None:
    """An operator on sets of tokens gives the union over their members, and nothing for an empty set."""
    table = library("math").abstract_type("Signs", I32).table(Operator.ADD)
    expected = {result for one in left for two in right for result in table.rows[one, two]}
    assert table.of_sets(left, right) == tuple(sorted(expected))
