"""The oracle: questions about conjunctions, with a memory."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from vexil.logic import INT, Terms, array, bits
from vexil.logic.evaluate import Evaluation
from vexil.logic.solvers import Oracle, Satisfiable, open_solver
from vexil.logic.solvers.oracle import KEPT_MODELS


@pytest.fixture
def terms() -> Terms:
    """A factory."""
    return Terms()


@pytest.fixture
def oracle(terms: Terms) -> Iterator[Oracle]:
    """An oracle over it."""
    with Oracle(open_solver("bitwuzla", preprocess=False), terms) as opened:
        yield opened


def test_the_same_question_is_asked_once(terms: Terms, oracle: Oracle) -> None:
    """The order and repetition of conjuncts do not matter, nor does what is true anyway."""
    x = terms.symbol("x", bits(8))
    low, high = terms.ult(x, terms.bv(10, 8)), terms.ult(terms.bv(20, 8), x)
    assert oracle.ask([low, high]).is_unsat
    assert oracle.ask([high, terms.true, low, high]).is_unsat
    assert oracle.ask([low]).is_sat
    value = oracle.model([x])[x]
    assert oracle.ask([low, low]).is_sat
    assert oracle.model([x])[x] == value
    assert (oracle.statistics.asked, oracle.statistics.cached, oracle.statistics.from_models) == (2, 2, 0)


def test_old_models_answer_new_questions(terms: Terms, oracle: Oracle) -> None:
    """A model that fits is used, its values are given, and symbols it did not know are 0."""
    x, y = terms.symbol("x", bits(8)), terms.symbol("y", bits(8))
    assert oracle.ask([terms.eq(x, terms.bv(7, 8))]).is_sat
    assert oracle.ask([terms.ult(x, terms.bv(9, 8)), terms.ult(y, x)]).is_sat
    assert oracle.model([x, y, terms.add(x, y)]) == {x: 7, y: 0, terms.add(x, y): 7}
    assert (oracle.statistics.asked, oracle.statistics.from_models) == (1, 1)


def test_without_a_model_none_is_given(terms: Terms, oracle: Oracle) -> None:
    """After an answer other than yes there is no model, even when there was one before."""
    x = terms.symbol("x", bits(8))
    assert oracle.ask([terms.eq(x, terms.bv(7, 8))]).is_sat
    assert oracle.ask([terms.false, terms.eq(x, terms.bv(7, 8))]).is_unsat
    with pytest.raises(ValueError, match="no model"):
        oracle.model([x])


def test_unknown_is_asked_again(terms: Terms) -> None:
    """An answer that a limit prevented is not remembered: with a higher limit there is another one."""
    p, q = terms.symbol("p", bits(32)), terms.symbol("q", bits(32))
    demands = [
        terms.eq(terms.mul(p, q), terms.bv(60_013 * 32_749, 32)),
        *(terms.ult(terms.bv(1, 32), part) for part in (p, q)),
        *(terms.ult(part, terms.bv(1 << 16, 32)) for part in (p, q)),
    ]
    with Oracle(open_solver("bitwuzla"), terms) as oracle:
        assert oracle.ask(demands, limit=5).answer is Satisfiable.UNKNOWN
        assert oracle.ask(demands).is_sat
        assert sorted(oracle.model([p, q]).values()) == [32_749, 60_013]


@pytest.mark.parametrize("name", ["bitwuzla", "z3", "cvc5"])
def test_models_with_arrays(name: str, terms: Terms) -> None:
    """Models of arrays are kept too, and answer further questions about them."""
    memory = terms.symbol("m", array(bits(8), bits(8)))
    i, j = terms.symbol("i", bits(8)), terms.symbol("j", bits(8))
    demands = [
        terms.eq(terms.select(memory, i), terms.bv(5, 8)),
        terms.eq(terms.select(memory, j), terms.bv(6, 8)),
    ]
    with Oracle(open_solver(name), terms) as oracle:
        assert oracle.ask(demands).is_sat
        assert oracle.model(demands) == dict.fromkeys(demands, True)
        assert oracle.ask([*demands, terms.distinct(i, j)]).is_sat
        assert oracle.model([terms.select(memory, i)]) == {terms.select(memory, i): 5}
        assert oracle.ask([*demands, terms.eq(i, j)]).is_unsat


def test_growing_questions_are_answered_rightly(terms: Terms, oracle: Oracle) -> None:
    """Along a path of decisions, every answer of the oracle is that of a solver without a memory."""
    random = Random(5)
    symbols = [terms.symbol(f"x{number}", bits(8)) for number in range(3)]
    truth = Evaluation({symbol: random.randrange(256) for symbol in symbols})
    path = []
    with open_solver("z3") as other:
        for _ in range(40):
            one, two = random.choice(symbols), random.choice(symbols)
            total = terms.add(terms.mul(one, two), terms.bv(random.randrange(256), 8))
            decision = terms.ult(total, random.choice([*symbols, terms.bv(random.randrange(256), 8)]))
            for side in (decision, terms.not_(decision)):
                reply = oracle.ask([*path, side])
                assert reply.answer is other.check(*path, side).answer
                if reply.is_sat:
                    assert all(oracle.model([*path, side]).values())
            path.append(decision if truth.holds(decision) else terms.not_(decision))
    assert oracle.statistics.from_models > 10
    assert len(oracle._models) <= KEPT_MODELS


def test_integers_with_another_solver(terms: Terms) -> None:
    """The oracle works over any solver, here one with integers."""
    n = terms.symbol("n", INT)
    with Oracle(open_solver("z3"), terms) as oracle:
        square = terms.int_binary("*", n, n)
        assert oracle.ask([terms.eq(square, terms.integer(49)), terms.int_compare("<", n, terms.integer(0))]).is_sat
        assert oracle.model([n]) == {n: -7}
