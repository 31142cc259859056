"""Terms: interning, deep ones, and scripts of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from smtlib import script
from vexil.logic import BOOL, INT, Term, Terms, array, bits
from vexil.logic.solvers import Satisfiable, open_solver
from vexil.logic.terms import print_term

DEPTH = 100_000


def deep(terms: Terms, depth: int = DEPTH) -> Term:
    """Operators above each other, in a way that no rule takes apart."""
    x, y = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    term = x
    for number in range(depth // 2):
        term = terms.binary("bvxor", terms.mul(term, y), x if number % 2 else y)
    return term


def test_equal_terms_are_one_object() -> None:
    """What means the same by a rule is the same object, and a symbol keeps its sort."""
    terms = Terms()
    x, y = terms.symbol("x", bits(8)), terms.symbol("y", bits(8))
    assert terms.add(x, y) is terms.add(y, x)
    assert terms.not_(terms.ult(x, y)) is terms.ule(y, x)
    assert terms.eq(terms.add(x, terms.bv(3, 8)), terms.add(x, terms.bv(4, 8))) is terms.false
    assert terms.binary("bvurem", x, terms.bv(0, 8)) is x
    assert terms.binary("bvudiv", x, terms.bv(0, 8)) is terms.bv(255, 8)
    with pytest.raises(TypeError, match="symbol x has sort"):
        terms.symbol("x", bits(9))


def test_deep_selections_are_compared() -> None:
    """A choice that moves on in ten thousand steps is compared with a number, whatever rule takes it apart."""
    terms = Terms()
    x = terms.symbol("x", bits(32))
    for number in range(DEPTH // 10):
        x = terms.ite(terms.symbol(f"c{number}", BOOL), terms.bv(number, 32), terms.add(x, terms.bv(1, 32)))
    assert terms.eq(x, terms.bv(7, 32)).sort is BOOL


def test_deep_terms_are_walked_without_recursion() -> None:
    """Substitution, printing and scripts take a term that is 100,000 operators deep."""
    terms = Terms()
    term = deep(terms)
    x, y = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    assert terms.substitute(term, {x: terms.bv(0, 32), y: terms.bv(0, 32)}) is terms.bv(0, 32)
    assert len(print_term(term)) > DEPTH
    assert len(repr(term)) < 300
    longest = max(map(len, script([terms.eq(term, x)]).splitlines()))
    assert longest < 1_000


@pytest.mark.parametrize("name", ["bitwuzla", "z3", "cvc5"])
def test_deep_terms_are_sent(name: str) -> None:
    """A deep term reaches the solver, or its process dies of it: never an exception here."""
    terms = Terms()
    term = deep(terms, 10_000)
    x, y = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    with open_solver(name, seconds=1) as solver:
        reply = solver.check(terms.eq(x, terms.bv(0, 32)), terms.eq(y, x), terms.distinct(term, x))
        assert reply.is_unsat or reply.reason in ("limit", "killed")
        assert solver.check(terms.eq(x, y)).answer is Satisfiable.YES


def test_a_script_declares_and_shares() -> None:
    """A script names its logic, declares symbols under safe names, and defines what is used twice."""
    terms = Terms()
    x, odd = terms.symbol("x", bits(8)), terms.symbol("t|1", BOOL)
    product = terms.mul(x, x)
    text = script([terms.ult(product, terms.bv(9, 8)), terms.distinct(product, terms.bv(4, 8)), odd])
    assert text.splitlines() == [
        "(set-logic QF_BV)",
        "(declare-const |x| (_ BitVec 8))",
        f"(declare-const |t!1!{odd.number}| Bool)",
        f"(define-fun tt{product.number} () (_ BitVec 8) (bvmul |x| |x|))",
        f"(assert (bvult tt{product.number} (_ bv9 8)))",
        f"(assert (not (= tt{product.number} (_ bv4 8))))",
        f"(assert |t!1!{odd.number}|)",
        "(check-sat)",
    ]


def test_the_logic_of_a_script() -> None:
    """Arrays, bit-vectors and integers each show in the logic."""
    terms = Terms()
    element = terms.select(terms.symbol("m", array(bits(8), bits(8))), terms.symbol("i", bits(8)))
    assert script([terms.eq(element, terms.bv(1, 8))]).startswith("(set-logic QF_ABV)")
    assert script([terms.symbol("b", BOOL)]).startswith("(set-logic QF_UF)")
    assert script([terms.eq(terms.symbol("n", INT), terms.integer(1))]).startswith("(set-logic ALL)")


def test_the_server_imports_nothing_else_of_ours() -> None:
    """A solver's process loads only the modules of its own package, so that it starts at once."""
    import vexil.logic.solvers.child as package

    folder = Path(package.__file__).parent
    for module in sorted(folder.glob("*.py")):
        for line in module.read_text(encoding="utf-8").splitlines():
            if line.startswith(("import vexil", "from vexil")):
                assert line.startswith("from vexil.logic.solvers.child"), (module.name, line)


def test_equal_polynomials_are_equal() -> None:
    """(x + 1)(x + 1) is x * x + 2 * x + 1, whatever x is, and never one more; (x + y)(x - y) is what it is."""
    terms = Terms()
    x, y = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    one, two = terms.bv(1, 32), terms.bv(2, 32)
    square = terms.mul(terms.add(x, one), terms.add(x, one))
    sum_ = terms.add(terms.add(terms.mul(x, x), terms.mul(x, two)), one)
    assert terms.eq(square, sum_) is terms.true
    assert terms.eq(square, terms.add(sum_, one)) is terms.false
    difference = terms.sub(terms.mul(x, x), terms.mul(y, y))
    assert terms.eq(terms.mul(terms.add(x, y), terms.sub(x, y)), difference) is terms.true
    assert terms.eq(terms.mul(x, y), terms.mul(x, x)).op == "="
    assert terms.eq(terms.mul(terms.mul(x, y), terms.bv(1 << 31, 32)), terms.bv(0, 32)).op == "="


def test_remainders_of_remainders_are_compared() -> None:
    """The rounds of Euclid's algorithm give sums of products without a last form: each is compared with zero once."""
    terms = Terms()
    one, two = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    for _ in range(12):
        quotient = terms.binary("bvudiv", one, two)
        one, two = two, terms.sub(one, terms.mul(quotient, two))
        assert terms.eq(two, terms.bv(0, 32)).op == "="


def test_polynomials_wrap_around() -> None:
    """2**16 * x times 2**16 * y is zero in 32 bits."""
    terms = Terms()
    x, y = terms.symbol("x", bits(32)), terms.symbol("y", bits(32))
    half = terms.bv(1 << 16, 32)
    assert terms.eq(terms.mul(terms.mul(x, half), terms.mul(y, half)), terms.bv(0, 32)) is terms.true
