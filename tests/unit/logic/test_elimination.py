"""Existential quantifiers without quantifiers: nothing is made up, and nothing is lost where it is said so."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given

from strategies.source import drawn
from vexil.logic import BOOL, INT, Terms, bits
from vexil.logic.elimination import eliminate, isolated
from vexil.logic.evaluate import evaluate
from vexil.logic.terms import Term

WIDTH = 3
KEPT, GONE = ("x", "y"), ("u", "v")


class _Maker:
    """Makes formulas over bit-vectors of few bits, or over integers."""

    def __init__(self, random: Random, *, is_math: bool) -> None:
        self.terms = Terms()
        self._random = random
        self._is_math = is_math
        sort = INT if is_math else bits(WIDTH)
        self.symbols = {name: self.terms.symbol(name, sort) for name in (*KEPT, *GONE)}

    def formula(self, depth: int) -> Term:
        """A formula: comparisons under conjunctions, disjunctions and negations."""
        random, terms = self._random, self.terms
        kind = random.choice(["compare", "equal", "and", "and", "or", "not"]) if depth else "equal"
        match kind:
            case "and":
                return terms.and_(self.formula(depth - 1), self.formula(depth - 1))
            case "or":
                return terms.or_(self.formula(depth - 1), self.formula(depth - 1))
            case "not":
                return terms.not_(self.formula(depth - 1))
            case "equal":
                return terms.eq(self._value(1), self._value(2))
        if self._is_math:
            return terms.int_compare(random.choice(["<", "<="]), self._value(1), self._value(1))
        compare = random.choice([terms.ult, terms.ule, terms.slt, terms.sle])
        return compare(self._value(1), self._value(1))

    def _value(self, depth: int) -> Term:
        random, terms = self._random, self.terms
        if not depth or random.random() < 0.4:
            if random.random() < 0.75:
                return self.symbols[random.choice((*KEPT, *GONE))]
            number = random.randrange(-3, 4)
            return terms.integer(number) if self._is_math else terms.bv(number, WIDTH)
        left, right = self._value(depth - 1), self._value(depth - 1)
        if self._is_math:
            return terms.int_binary(random.choice("+-"), left, right)
        name = random.choice(["bvadd", "bvsub", "bvmul", "bvxor", "bvand", "bvneg", "bvnot"])
        if name in ("bvneg", "bvnot"):
            return terms.neg(left) if name == "bvneg" else terms.bvnot(left)
        makers = {"bvadd": terms.add, "bvsub": terms.sub, "bvmul": terms.mul}
        return makers[name](left, right) if name in makers else terms.binary(name, left, right)


def _drawn(*, is_math: bool) -> object:
    def make(random: Random) -> tuple[_Maker, Term]:
        maker = _Maker(random, is_math=is_math)
        return maker, maker.formula(2)

    return drawn(make)


@given(_drawn(is_math=False))
def test_LLP_02_the_result_implies_that_there_are_values(case: tuple[_Maker, Term]) -> None:
    """LLP-02: for all values of the others, by enumeration; with the same states where it is said to be exact."""
    maker, formula = case
    symbols = maker.symbols
    found = eliminate(maker.terms, formula, [symbols[name] for name in GONE])
    assert not any(found.result.symbols & symbols[name].symbols for name in GONE)
    numbers, is_lost = range(1 << WIDTH), False
    for here in product(numbers, repeat=len(KEPT)):
        state = {symbols[name]: value for name, value in zip(KEPT, here, strict=True)}
        whole = [{**state, **_values(symbols, there)} for there in product(numbers, repeat=len(GONE))]
        some = next((values for values in whole if evaluate(formula, values)), None)
        result = evaluate(found.result, state)
        assert some is not None or not result, "something is made up"
        if some is not None and not result:
            is_lost = True
            assert evaluate(found.might_differ(maker.terms), some), "nobody can find out that something is lost"
    assert not (found.is_exact and is_lost)


def _values(symbols: dict[str, Term], numbers: tuple[int, ...]) -> dict[Term, int]:
    return {symbols[name]: value for name, value in zip(GONE, numbers, strict=True)}


@given(_drawn(is_math=True))
def test_LLP_02_the_same_over_the_integers(case: tuple[_Maker, Term]) -> None:
    """LLP-02: what holds without a symbol holds for some value of it, which is near what it is compared with."""
    maker, formula = case
    symbols = maker.symbols
    found = eliminate(maker.terms, formula, [symbols["u"]])
    assert not found.result.symbols & symbols["u"].symbols
    for here in product((-2, 0, 1, 3), repeat=3):
        state = {symbols[name]: value for name, value in zip(("x", "y", "v"), here, strict=True)}
        if evaluate(found.result, state):
            assert any(evaluate(formula, {**state, symbols["u"]: value}) for value in range(-60, 61))


def test_LLP_02_strongest_postcondition_of_the_paper() -> None:
    """LLP-02: SP(x := x + 2, n <= x < 2n) is n + 2 <= x < 2n + 2, exactly."""
    terms = Terms()
    n, x, before = (terms.symbol(name, INT) for name in ("n", "x", "x before"))
    two, double = terms.integer(2), terms.int_binary("*", terms.integer(2), n)
    inside = terms.and_(terms.int_compare("<=", n, before), terms.int_compare("<", before, double))
    found = eliminate(terms, terms.and_(inside, terms.eq(x, terms.int_binary("+", before, two))), [before])
    assert found.is_exact
    for values in product(range(-3, 9), range(-6, 20)):
        assert evaluate(found.result, dict(zip((n, x), values, strict=True))) is (
            values[0] + 2 <= values[1] < 2 * values[0] + 2
        )


@pytest.mark.parametrize("factor", range(8))
def test_only_odd_multiples_are_solved_for(factor: int) -> None:
    """Multiplication by an odd number has an inverse; by an even one there may be no value, or several."""
    terms = Terms()
    x, y = terms.symbol("x", bits(WIDTH)), terms.symbol("y", bits(WIDTH))
    product_of = terms.binary("bvmul", x, terms.bv(factor, WIDTH))
    if not product_of.symbols & x.symbols:
        return
    value = isolated(terms, product_of, y, x)
    assert (value is not None) == bool(factor % 2)
    for number in range(1 << WIDTH) if value is not None else ():
        assert evaluate(product_of, {x: evaluate(value, {y: number})}) == number  # type: ignore[arg-type]


def test_truth_values_are_tried_both() -> None:
    """A truth value that is no conjunct is true or false."""
    terms = Terms()
    b, c = terms.symbol("b", BOOL), terms.symbol("c", BOOL)
    found = eliminate(terms, terms.or_(terms.and_(b, c), terms.and_(terms.not_(b), terms.not_(c))), [b])
    assert [evaluate(found.result, {c: value}) for value in (0, 1)] == [True, True]
