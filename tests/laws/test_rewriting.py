"""Laws of the one rewriter of expressions, places, domains and operations, and of the walks under it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given, settings

from strategies.ir.anything import programs
from vexil.core.dag import bottom_up, postorder
from vexil.ir.compare import same_structure
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    TypeTest,
    Variable,
    preorder,
)
from vexil.ir.fold import fold
from vexil.ir.operation_parts import (
    Allocation,
    Callee,
    Domain,
    GuardedDomain,
    NewArray,
    NewMemory,
    Origin,
    PointerCallee,
    RangeDomain,
    RelationDomain,
    TypeDomain,
    domain_expressions,
)
from vexil.ir.operations import (
    PARTS,
    Allocate,
    Assign,
    BeginLifetime,
    Call,
    Check,
    Choose,
    Join,
    Operation,
    Start,
    Wait,
    expressions_of,
    written_places,
)
from vexil.ir.program import Program
from vexil.ir.rewriting import Renaming, Rewriter, rewrite
from vexil.ir.types import BOOL, I32, I64, THREAD, ArrayReferenceType, PointerType, ReferenceType

DEEP = 10_000
ONE, TWO, THREE = Const(1, I32), Const(2, I32), Const(3, I32)
SUM = Apply(Operator.ADD, (ONE, TWO), I32)
LOCAL = Variable("x", I32, False)
POINTER = PointerType(I32)


def operations(program: Program) -> Iterator[Operation]:
    return (edge.operation for function in program.functions.values() for edge in function.edges)


def local_names(operation: Operation) -> set[str]:
    """The names of all local variables that an operation mentions."""
    found = set()
    for expression in expressions_of(operation):
        for node in preorder(expression):
            named = node.variable if isinstance(node, AddressOf) else node
            if isinstance(named, Variable) and not named.is_global:
                found.add(named.name)
    return found


@settings(max_examples=25)
@given(programs())
def test_the_identity_gives_the_same_objects(program: Program) -> None:
    """Nothing is built where nothing changes."""
    for operation in operations(program):
        assert Rewriter().operation(operation) is operation
        assert Renaming({}).operation(operation) is operation
        for expression in expressions_of(operation):
            assert rewrite(expression, lambda node: node) is expression


@settings(max_examples=25)
@given(programs())
def test_renamings_reach_every_name_and_compose(program: Program) -> None:
    """Two renamings one after the other are one, no old name is left, and the way back leads to the same program."""
    for operation in operations(program):
        names = local_names(operation)
        first = {name: f"first {name}" for name in names}
        second = {f"first {name}": f"second {name}" for name in names}
        once = Renaming(first).operation(operation)
        twice = Renaming(second).operation(once)
        assert local_names(once) == set(first.values())
        assert same_structure(twice, Renaming({name: f"second {name}" for name in names}).operation(operation))
        back = Renaming({f"second {name}": name for name in names}).operation(twice)
        assert same_structure(back, operation)
        assert len(expressions_of(once)) == len(expressions_of(operation))
        assert [place in expressions_of(once) for place in written_places(once)] == [True] * len(
            written_places(operation)
        )


def test_every_field_with_an_expression_is_a_part() -> None:
    """The table of parts has every class, and every field that may hold an expression."""
    holding = ("Expr", "Place", "Variable", "Domain", "Callee", "Allocation")
    for kind in (*get_args(Operation), *get_args(Callee), *get_args(Allocation)):
        wanted = {field.name for field in fields(kind) if any(word in str(field.type) for word in holding)}
        assert {name for name, _ in PARTS[kind]} == wanted


REFERENCE = Variable("r", ReferenceType("C"), False)
ARRAY = Variable("a", ArrayReferenceType(I32), False)
POINTED = Variable("p", POINTER, False)
INSIDE = [
    Deref((Apply(Operator.POINTER_ADD, (POINTED, Apply(Operator.CAST, (SUM,), I64)), POINTER),), I32),
    Bits((Apply(Operator.CAST, (SUM,), POINTER),), I32, 0, 3, I32),
    Element((ARRAY, SUM), I32),
    Field((Element((ARRAY, SUM), ReferenceType("C")),), "C", "f", I32),
    TypeTest((Element((ARRAY, SUM), ReferenceType("C")),), ReferenceType("D"), BOOL),
    Apply(Operator.IF, (Apply(Operator.LESS, (LOCAL, SUM), BOOL), SUM, LOCAL), I32),
]  # fmt: skip


@pytest.mark.parametrize("expression", INSIDE, ids=lambda item: type(item).__name__)
def test_constants_are_folded_wherever_they_stand(expression: Expr) -> None:
    """Addresses and indices are computed like everything else."""
    found = fold(expression)
    assert type(found) is type(expression)
    assert not any(isinstance(node, Apply) and node.operator is Operator.ADD for node in preorder(found))


HIDDEN = [
    Assign(Deref((Variable("x", POINTER, False),), I32), ONE),
    Check("assert", Apply(Operator.EQUAL, (LOCAL, ONE), BOOL), ""),
    Call(PointerCallee(LOCAL, None), (ONE,), None),
    Call(PointerCallee(ONE, None), (LOCAL,), None),
    Start(PointerCallee(ONE, None), (), None, LOCAL, False),
    Join(ONE, False, LOCAL),
    Wait(ONE, LOCAL, False, None),
    Allocate(Variable("y", POINTER, True), NewMemory(LOCAL, False, False), "site"),
    Allocate(Variable("y", ARRAY.type, True), NewArray(I32, LOCAL), "site"),
    BeginLifetime(LOCAL),
    Assign(Variable("y", POINTER, True), AddressOf(LOCAL, POINTER)),
    Choose(Variable("y", I32, True), RangeDomain(ONE, LOCAL), Origin.ENVIRONMENT),
    Choose(Variable("y", I32, True), GuardedDomain(((None, ONE), (LOCAL, TWO))), Origin.ENVIRONMENT),
    Choose(
        Variable("y", I32, True),
        RelationDomain("r", (ONE, RelationDomain("s", (TypeDomain(I32), RangeDomain(LOCAL, TWO))))),
        Origin.ABSTRACTION,
    ),
]


@pytest.mark.parametrize("operation", HIDDEN, ids=lambda item: type(item).__name__)
def test_variables_are_replaced_wherever_they_stand(operation: Operation) -> None:
    """Callees, lifetimes, allocations, checks and all domains are reached."""
    assert local_names(operation) == {"x"}
    assert local_names(Renaming({"x": "z"}).operation(operation)) == {"z"}


def test_shared_parts_stay_shared_and_are_visited_once() -> None:
    """A graph of a hundred nodes with 2^100 paths is no trouble."""
    expression: Expr = LOCAL
    for _ in range(100):
        expression = Apply(Operator.ADD, (expression, expression), I32)
    made = Renaming({"x": "z"}).value(expression)
    assert sum(1 for _ in postorder(made)) == 101
    assert bottom_up(made, lambda _, sizes: 1 + sum(sizes)) == 2**101 - 1


def test_depth_is_no_limit() -> None:
    """Expressions and domains are rewritten without recursion."""
    expression: Expr = LOCAL
    domain: Domain = RangeDomain(ONE, LOCAL)
    for _ in range(DEEP):
        expression = Apply(Operator.ADD, (expression, ONE), I32)
        domain = RelationDomain("r", (domain,))
    operation = Choose(LOCAL, domain, Origin.ENVIRONMENT)
    assert local_names(Renaming({"x": "z"}).operation(operation)) == {"z"}
    assert sum(1 for _ in preorder(Renaming({"x": "z"}).value(expression))) == 2 * DEEP + 1
    known = fold(rewrite(expression, lambda node: ONE if node is LOCAL else node))
    assert isinstance(known, Const)
    assert known.value == DEEP + 1
    assert [*domain_expressions(domain)] == [ONE, LOCAL]


def test_parts_are_visited_in_the_order_that_numbers_occurrences() -> None:
    """A rewriter that counts positions sees them in the order of the text."""
    seen: list[Expr] = []

    class Noting(Rewriter):
        def value(self, expression: Expr) -> Expr:
            seen.append(expression)
            return expression

    handle = Variable("t", THREAD, False)
    for operation in (
        Start(PointerCallee(ONE, None), (TWO, THREE), handle, LOCAL, True),
        Wait(ONE, TWO, True, LOCAL),
        Choose(LOCAL, RelationDomain("r", (ONE, RelationDomain("s", (TWO,)), THREE)), Origin.ABSTRACTION),
    ):
        seen.clear()
        Noting().operation(operation)
        assert tuple(seen) == expressions_of(operation)
