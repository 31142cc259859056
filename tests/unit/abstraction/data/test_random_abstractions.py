"""Random abstractions of small integers: all pairs of numbers can be tried, and the tables must have what they give."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from shared_library import basl, new_library

from vexil.abstraction.data.values import SHIFTS, condition, function_of
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding
from vexil.ir.types import IntegerType
from vexil.model.tokens.abstract_type import TESTS, UNARY, AbstractType


def random_condition(random: Random, depth: int = 0) -> str:
    """A condition with comparisons, remainders, products, bits and connectives."""
    order = random.choice(["<", "<=", "==", "!=", ">", ">="])
    small = random.randrange(-3, 4)
    if depth < 2 and random.random() < 0.3:
        left, right = random_condition(random, depth + 1), random_condition(random, depth + 1)
        return f"({left} {random.choice(['&&', '||'])} {right})"
    number = random.choice(["n", "n", "n % 2", "n % 3", "n % 4", "n * 3 + 1", "(n & 3)", "n / 2", "n / -3"])
    return f"{number} {order} {small}"


def check_exact(kind: AbstractType, concrete: IntegerType, rounding: Rounding, operator: Operator) -> None:
    """Compare one table with what all numbers give."""
    members = [condition(member) for member in kind.members]
    numbers = range(concrete.low, concrete.high + 1)
    tokens = {number: [place for place, member in enumerate(members) if member(number)] for number in numbers}
    function, table = function_of(operator, concrete, rounding), kind.table(operator)
    seen: dict[tuple[int, ...], set[int]] = {row: set() for row in table.rows}
    partial = set()
    for chosen in product(numbers, repeat=1 if operator in UNARY else 2):
        rows = list(product(*(tokens[number] for number in chosen)))
        if operator in SHIFTS and not 0 <= chosen[1] < concrete.width:
            partial.update(rows)
        try:
            value = function(*chosen)
        except UndefinedValue:
            partial.update(rows)
            continue
        for row in rows:
            seen[row].update([int(value)] if operator in TESTS else tokens[value])
    assert partial == table.partial
    for row, found in table.rows.items():
        assert seen[row] <= set(found), "a result is missing"
        assert all((row, result) in table.doubtful for result in set(found) - seen[row]), "a result is superfluous"


@pytest.mark.parametrize("seed", range(4))
def test_OPG_09_random_abstractions_are_exact(seed: int) -> None:
    """The tables of random abstractions, overlapping or not, have exactly the results that numbers have, or doubts."""
    random = Random(seed)
    concrete = random.choice([IntegerType(5, True), IntegerType(4, False)])
    rounding = random.choice(list(Rounding))
    library = new_library(rounding=rounding)
    rules = " ".join(f"{random_condition(random)} -> {token};" for token in "AB")
    library.load(
        basl(f"abstraction X extends integral begin TOKENS = {{A, B, C}}; abstract(n) begin {rules} _ -> C; end end")
    )
    kind = library.abstract_type("X", concrete)
    for operator in (*kind.operations, *kind.tests):
        check_exact(kind, concrete, rounding, operator)
