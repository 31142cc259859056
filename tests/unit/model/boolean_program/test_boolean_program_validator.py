"""What predicate programs promise, whoever made them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings

from strategies.boolean.programs import Maker, random_predicate_program
from strategies.source import drawn, sources
from vexil.core.errors import LimitReached
from vexil.core.source import SourceFile
from vexil.ir.program import LocationKind
from vexil.model.boolean_program import Call, Edge, Location, Operation, PredicateProgram, Return, Update
from vexil.model.boolean_program.expressions import (
    TRUE,
    UNKNOWN,
    And,
    Choose,
    Expr,
    Next,
    Or,
    Same,
    Var,
    evaluated,
    negation,
)
from vexil.model.boolean_program.satisfiability import satisfying
from vexil.model.boolean_program.text import parse_program
from vexil.model.boolean_program.validator import validate

BASE = parse_program(
    SourceFile(
        "base.bp",
        b"bool a, b; bool f(bool x) { return x; } bool<2> twins() { return a, b; }"
        b" void main() { a = f(b); assert(a); skip; }",
    )
)


def with_operation(operation: Operation) -> PredicateProgram:
    """The program with another operation in the place of ``skip``."""
    main = BASE.procedures["main"]
    edges = tuple(replace(edge, operation=operation) if edge.operation == Update() else edge for edge in main.edges)
    return replace(BASE, procedures={**BASE.procedures, "main": replace(main, edges=edges)})


def test_validator_a_read_program_is_valid() -> None:
    """Nothing is wrong with what was read."""
    assert validate(BASE) == []


@settings(max_examples=80, deadline=None, derandomize=True)
@given(drawn(random_predicate_program))
def test_validator_accepts_what_is_built_by_the_rules(program: PredicateProgram) -> None:
    """Random programs break no rule, but for choices of which both parts are true."""
    assert all("both arguments" in problem.message for problem in validate(program))


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (Update(("a", "a"), (TRUE, TRUE)), "set twice"),
        (Update(("a",), (TRUE,), TRUE, ("a",), TRUE), "'a' is set twice"),
        (Update((), (), TRUE, ("a", "a"), TRUE), "'a' is set twice"),
        (Call("twins", (), ("a", "a")), "'a' is set twice"),
        (Update(("a",), ()), "0 values for 1 variables"),
        (Update(("z",), (TRUE,)), "'z' is not declared"),
        (Update(("a",), (Next("a"),)), "taken from next values"),
        (Update(("a",), (TRUE,), UNKNOWN), "has an unknown value"),
        (Update((), (), TRUE, ("a",), Next("b")), "not chosen"),
        (Update(("a",), (Choose(Var("a"), Var("b")),)), "both arguments of a choice"),
        (Update(("a",), (Choose(UNKNOWN, Var("b")),)), "an argument of a choice"),
        (Return(()), "leads to the exit just when it returns"),
    ],
)  # fmt: skip
def test_validator_names_the_edge_that_is_wrong(operation: Operation, message: str) -> None:
    """A wrong operation is found at its edge."""
    problems = validate(with_operation(operation))
    assert any(message in problem.message and problem.edge == 2 for problem in problems), list(map(str, problems))


def test_validator_looks_at_kinds_and_shapes() -> None:
    """Kinds of locations go with their edges; names are unique; ends exist."""
    main = BASE.procedures["main"]

    def messages(**changes: object) -> str:
        changed = replace(main, **changes)  # type: ignore[arg-type]
        return "; ".join(map(str, validate(replace(BASE, procedures={**BASE.procedures, "main": changed}))))

    wrong_kind = (replace(main.locations[1], kind=LocationKind.BRANCH), *main.locations[2:])
    assert "a branch has edges with guards only" in messages(locations=(main.locations[0], *wrong_kind))
    assert "does not exist" in messages(edges=(*main.edges, Edge(0, 99, Update())))
    assert "two locations are called" in messages(
        locations=(*main.locations[:-1], Location("n0", LocationKind.TERMINAL))
    )
    assert "the invariant has an unknown value" in messages(invariant=UNKNOWN)
    assert "begin with does not exist" in "; ".join(map(str, validate(replace(BASE, main="start"))))


def test_validator_rules_of_text_are_not_asked_of_abstractions() -> None:
    """An abstraction may have locations of one name, and ends without a return; names and arities count for it, too."""
    main = BASE.procedures["main"]
    named = (*main.locations[:-1], Location("n0", LocationKind.TERMINAL))
    ends = replace(main, locations=named, edges=(replace(main.edges[0], target=main.exit), *main.edges[1:]))
    program = replace(BASE, procedures={**BASE.procedures, "main": ends})
    assert len(validate(program)) >= 2
    assert validate(program, is_text=False) == []
    assert validate(with_operation(Update(("z",), (TRUE,))), is_text=False)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sources())
def test_satisfying_agrees_with_a_truth_table(random: Random) -> None:
    """A valuation is found just when the truth table has one, and it is one."""
    names = ["a", "b", "c", "d"]
    expression = Maker(random).expression(names, 4, partial=False)
    table = any(
        evaluated(expression, dict(zip(names, values, strict=True)))[0]
        for values in product((False, True), repeat=len(names))
    )
    found = satisfying(expression)
    assert (found is not None) == table
    if found is not None:
        assert evaluated(expression, {name: found.get(name, False) for name in names})[0]


def test_satisfying_stops_at_its_limits() -> None:
    """An expression with a huge diagram, or over very many variables, is no endless search."""
    count = 20
    first = [Var(f"x{number}") for number in range(count)]
    pairs = [And((one, Var(f"y{number}"))) for number, one in enumerate(first)]
    with pytest.raises(LimitReached, match="nodes"):
        satisfying(Or(tuple(first)), Or(tuple(pairs)))
    with pytest.raises(LimitReached, match="variables"):
        satisfying(Or(tuple(Var(f"z{number}") for number in range(1000))))


def test_satisfying_decides_large_disjoint_choices() -> None:
    """Parity of very many variables and its negation are never true together."""
    parity: Expr = Var("x0")
    for number in range(1, 290):
        parity = Same(parity, Var(f"x{number}"))
    assert satisfying(parity, negation(parity)) is None
