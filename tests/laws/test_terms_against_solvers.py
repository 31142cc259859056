"""Simplification keeps the meaning of terms, and three solvers agree on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
import z3
from hypothesis import given, settings
from term_oracle import WIDTHS, Cook, Recipe, cook, meaning, random_assignment, raw

from smtlib import script
from strategies.source import sources
from vexil.logic import BOOL, INT, ArraySort, FloatSort, Sort, Term, Terms, bits
from vexil.logic.evaluate import Evaluation, evaluate, value_of
from vexil.logic.solvers import ProcessSolver, Satisfiable, open_solver

SOLVERS = ("bitwuzla", "z3", "cvc5")


def _sort(random: Random) -> Sort:
    return random.choice((BOOL, INT, bits(random.choice(WIDTHS)), FloatSort(32), FloatSort(64)))


@settings(max_examples=600, deadline=None, derandomize=True)
@given(sources())
def test_simplified_terms_mean_what_was_written(random: Random) -> None:
    """A term built by the simplifying constructors has the value of the expression under every assignment tried."""
    kitchen = Cook(random)
    recipe = kitchen.recipe(_sort(random), random.randint(1, 5))
    terms = Terms()
    simplified, plain = cook(recipe, terms), raw(recipe, terms)
    for _ in range(4):
        values = random_assignment(random, kitchen.symbols)
        assignment = {terms.symbol(name, kitchen.symbols[name].sort): value for name, value in values.items()}
        expected = meaning(recipe, values)
        assert evaluate(plain, assignment) == expected, (plain, values)
        assert evaluate(simplified, assignment) == expected, (simplified, plain, values)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(sources())
def test_substitution_is_evaluation_in_steps(random: Random) -> None:
    """Replacing symbols by constants gives a constant: the value of the term, found by the rules alone."""
    kitchen = Cook(random, kinds=frozenset({"int", "float"}))
    recipe = kitchen.recipe(_sort(random), random.randint(1, 5))
    terms = Terms()
    term = cook(recipe, terms)
    values = random_assignment(random, kitchen.symbols)
    replacement = {
        terms.symbol(name, symbol.sort): terms.constant(values[name], symbol.sort)
        for name, symbol in kitchen.symbols.items()
    }
    found = terms.operand(terms.substitute(term, replacement))  # a NaN that keeps its representation is no constant
    assert found.is_const, found
    assert found.value == meaning(recipe, values)


def _kinds(solver: str, *kinds: str) -> frozenset[str]:
    return frozenset(kinds) - ({"int"} if solver == "bitwuzla" else set())


def _fixed(recipe: Recipe, values: dict[str, int], terms: Terms) -> Term:
    """The expression without rewriting, constants in place of its symbols."""
    done: dict[Recipe, Recipe] = {}

    def replaced(recipe: Recipe) -> Recipe:
        if recipe not in done:
            if recipe.op == "symbol":
                done[recipe] = Recipe("const", recipe.sort, data=(values[recipe.data[0]],))
            else:
                done[recipe] = Recipe(recipe.op, recipe.sort, tuple(map(replaced, recipe.args)), recipe.data)
        return done[recipe]

    return raw(replaced(recipe), terms)


@pytest.mark.parametrize("name", SOLVERS)
def test_solvers_give_every_operator_its_meaning(name: str) -> None:
    """What a solver computes for an expression of constants is what the definitions of SMT-LIB give."""
    terms = Terms()
    expected: dict[Term, int] = {}
    for seed in range(400):
        random = Random(seed)
        kitchen = Cook(random, kinds=_kinds(name, "int", "float"))
        sort = random.choice((BOOL, bits(random.choice(WIDTHS)), FloatSort(32), FloatSort(64)))
        recipe = kitchen.recipe(sort, random.randint(1, 3))
        values = random_assignment(random, kitchen.symbols)
        expected[_fixed(recipe, values, terms)] = meaning(recipe, values)
    with open_solver(name, seconds=20) as solver:
        assert solver.check().is_sat
        found = solver.model(expected)
    wrong = [(term, value, expected[term]) for term, value in found.items() if value != expected[term]]
    assert not wrong


SMALL = (1, 2, 3, 5, 8)
LIMITS = {"bitwuzla": 1_000, "z3": 300_000, "cvc5": 10_000}
"""Resource units, each solver's own, that stand for some tenths of a second."""
quickly = settings(max_examples=40, deadline=None, derandomize=True)


@pytest.fixture(scope="module")
def solvers() -> Iterator[dict[str, ProcessSolver]]:
    """Each solver, one process for all examples."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(open_solver(name, seconds=10)) for name in SOLVERS}


@pytest.fixture(scope="module")
def terms() -> Terms:
    """One factory for all examples, as the solvers' processes outlive them."""
    return Terms()


@pytest.mark.parametrize("name", SOLVERS)
def test_simplified_terms_equal_raw_ones(name: str, solvers: dict[str, ProcessSolver], terms: Terms) -> None:
    """No solver finds values under which a simplified term differs from the one that was written."""

    @quickly
    @given(sources())
    def law(random: Random) -> None:
        kitchen = Cook(random, widths=SMALL, kinds=frozenset({"array"}), plain_arrays=name == "cvc5")
        recipe = kitchen.recipe(random.choice((BOOL, bits(random.choice(SMALL)))), 4)
        same = terms._node("=", (cook(recipe, terms), raw(recipe, terms)), None, BOOL)
        assert solvers[name].check(terms._node("not", (same,), None, BOOL)).is_unsat, same

    law()


@pytest.mark.parametrize("kinds", [("array",), ("int",), ("float",)])
def test_solvers_agree_and_models_hold(kinds: tuple[str, ...], solvers: dict[str, ProcessSolver], terms: Terms) -> None:
    """All solvers that know the sorts answer alike, and the values they give make the formula true."""
    asked = [name for name in SOLVERS if not (name == "bitwuzla" and "int" in kinds)]
    answers: Counter[str] = Counter()

    @settings(quickly, max_examples=10 if "float" in kinds else 30)
    @given(sources())
    def law(random: Random) -> None:
        kitchen = Cook(random, widths=SMALL, kinds=frozenset(kinds), plain_arrays=True)
        parts = [cook(kitchen.recipe(BOOL, 2 if "float" in kinds else 3), terms) for _ in range(random.randint(2, 4))]
        symbols = terms.symbols_in(terms.conjunction(parts).symbols)
        replies = {}
        for name in asked:
            reply, values = solvers[name].check_and_read(parts, symbols, limit=LIMITS[name])
            if reply.answer is not Satisfiable.UNKNOWN:
                replies[name] = reply.answer
            if reply.is_sat and None not in values:
                pairs = zip(symbols, values, strict=True)
                model = Evaluation({symbol: value_of(value, symbol.sort) for symbol, value in pairs})
                assert all(model.holds(part) for part in parts), (name, parts, values)
                assert solvers[name].model(parts) == dict.fromkeys(parts, 1)
        assert len(set(replies.values())) <= 1, (parts, replies)
        answers.update(answer.value for answer in replies.values())

    law()
    assert answers["sat"] >= 8
    assert answers["unsat"] >= 4


@quickly
@given(sources())
def test_scripts_are_read_as_the_same_formula(random: Random) -> None:
    """Another reader of SMT-LIB proves that the script says what the terms say."""
    kitchen = Cook(random)
    recipe = kitchen.recipe(BOOL, 3)
    terms = Terms()
    formula = raw(recipe, terms)
    values = random_assignment(random, {k: v for k, v in kitchen.symbols.items() if not isinstance(v.sort, ArraySort)})
    fixed = [
        terms._node(
            "=",
            (terms.symbol(name, kitchen.symbols[name].sort), terms.constant(value, kitchen.symbols[name].sort)),
            None,
            BOOL,
        )
        for name, value in values.items()
    ]
    demands = [formula, *fixed]
    reader = z3.Solver()
    reader.set("timeout", 5000)
    reader.from_string(script(demands))
    arrays = any(isinstance(symbol.sort, ArraySort) for symbol in kitchen.symbols.values())
    found = str(reader.check())
    if not arrays:
        assert found == ("sat" if meaning(recipe, values) else "unsat"), script(demands)
    else:
        with open_solver("z3") as solver:
            assert found == solver.check(*demands).answer.value
