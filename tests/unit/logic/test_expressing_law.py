"""Terms of random expressions are expressed again: the expression is well typed and means the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logic_questions import program_of
from vexil.core.source import SourceFile
from vexil.ir.expressions import Const, Expr, Operator, Variable
from vexil.ir.text import parse_expression, scope_of
from vexil.ir.text.printer_expressions import ExpressionPrinter
from vexil.ir.types import (
    F32,
    I8,
    I16,
    I32,
    I64,
    INT,
    U8,
    U16,
    U32,
    VOID_POINTER,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    Type,
)
from vexil.ir.typing import address_of, apply, bit_field, cast, deref, element, field, literal
from vexil.ir.validator_expressions import ExpressionRules
from vexil.logic import Term, Terms
from vexil.logic.expressing import expression_of
from vexil.logic.folding import BINARY, COMPARISONS
from vexil.logic.partition import Access, MemoryPlace, Region
from vexil.logic.solvers import ProcessSolver, open_solver
from vexil.logic.space import Space
from vexil.logic.translate import Translator

PROGRAM = """
layout {}
class A
  field f: i8
  field next: ref[A]
tokens Colour {{ RED, GREEN, BLUE }}
struct S size 16 align 8
  member a: i16 at 0
  member next: ptr[struct[S]] at 8
global x: i8
global y: i8
global u: u8
global w: u16
global i: i32
global b: bool
global n: int
global m: int
global d: f32
global k: tokens[Colour]
global r: ref[A]
global a: array[i8]
global p: ptr[i8]
global q: ptr[struct[S]]
global v: i8 addressable
global flag: bool addressable
global slot: ptr[i8] addressable
global real: f32 addressable
global s: struct[S] addressable
global cells: block[i16][4] addressable
function main()
  local own: i8 addressable
  local c: i16
  s -> e: begin lifetime own
  e -> exit: return
"""
BYTES = PointerType(I8)
WORDS = (I8, U8, I16, U16, I32)
ORDERS = (Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL)


class ByStorage:
    """All memory as one typed region."""

    def access(self, function: str, place: MemoryPlace) -> Access:
        """The region."""
        del function, place
        return Access(Region("typed", None))

    def is_private(self, function: str, variable: Variable) -> bool:
        """No variable is."""
        del function, variable
        return False

    def regions(self) -> tuple[Region, ...]:
        """The region."""
        return (Region("typed", None),)


class Conditions:
    """Random conditions over the program above."""

    def __init__(self, random: Random, *, mathematical: bool) -> None:
        self.random = random
        self.mathematical = mathematical
        self.program = program_of(PROGRAM.format(random.choice(["LP64", "ILP32", "odd pointer 32 align 4 big"])))
        variables = [*self.program.globals, *self.program.functions["main"].variables.values()]
        self.named = {
            item.name: Variable(item.name, item.type, item.name in self.program.global_variables) for item in variables
        }

    def condition(self, depth: int) -> Expr:
        """A condition."""
        makers: list[Callable[[], Expr]] = [
            lambda: self.random.choice([self.named["b"], self.named["flag"], self._compared(depth - 1)])
        ]
        if depth > 0:
            deeper = partial(self.condition, depth - 1)
            makers += [
                lambda: apply(Operator.AND, deeper(), deeper()),
                lambda: apply(Operator.OR, deeper(), deeper()),
                lambda: apply(Operator.NOT, deeper()),
                lambda: apply(Operator.EQUAL, deeper(), deeper()),
                lambda: apply(Operator.IF, deeper(), deeper(), deeper()),
                *[lambda: self._compared(depth - 1)] * 5,
            ]
        return self.random.choice(makers)()

    def _compared(self, depth: int) -> Expr:
        random = self.random
        if self.mathematical:
            return apply(random.choice([*ORDERS, Operator.EQUAL]), self.value(INT, depth), self.value(INT, depth))
        kind: Type = random.choice(WORDS)
        same = random.choice([Operator.EQUAL, Operator.DIFFERENT])
        makers: list[Callable[[], Expr]] = [
            *[lambda: apply(random.choice(ORDERS), self.value(kind, depth), self.value(kind, depth))] * 8,
            *[lambda: apply(same, self.value(kind, depth), self.value(kind, depth))] * 6,
            lambda: apply(same, deref(self.pointer(depth), BYTES), self.pointer(0)),
            lambda: apply(random.choice([same, *ORDERS]), self.pointer(depth), self.pointer(depth)),
            lambda: apply(same, self.pointer(depth), Const(0, VOID_POINTER)),
            lambda: apply(Operator.SAME_OBJECT, self.pointer(depth), self.pointer(depth)),
            lambda: apply(Operator.ACCESSIBLE, self.pointer(depth), self.value(kind, min(depth, 0))),
            lambda: apply(Operator.HEAP_BASE, self.pointer(depth)),
            lambda: apply(random.choice(ORDERS), apply(Operator.OBJECT_SIZE, self.pointer(0)), literal(4, I64)),
            lambda: apply(random.choice(ORDERS), self.value(F32, depth), self.value(F32, depth)),
            lambda: apply(Operator.IS_NAN, self.value(F32, depth)),
            lambda: apply(same, self.named["k"], Const(random.randrange(3), self.named["k"].type)),
            lambda: apply(same, self.named["r"], self._reference()),
            lambda: apply(random.choice(ORDERS), apply(Operator.ARRAY_LENGTH, self.named["a"]), self.value(I32, depth)),
        ]
        return random.choice(makers)()

    def _reference(self) -> Expr:
        next_one = field(self.named["r"], "A", "next", self.named["r"].type)
        choices: list[Expr] = [next_one, Const(0, self.named["r"].type)]
        return self.random.choice(choices)

    def pointer(self, depth: int) -> Expr:
        """A pointer."""
        random = self.random
        named = [address_of(self.named[name]) for name in ("v", "s", "cells", "own", "slot")]
        leaves: list[Expr] = [self.named["p"], self.named["q"], self.named["slot"], random.choice(named)]
        leaf = cast(random.choice(leaves), BYTES)
        if depth <= 0 or random.random() < 0.4:
            return leaf
        makers: list[Callable[[], Expr]] = [
            lambda: apply(
                Operator.POINTER_ADD, self.pointer(depth - 1), self.value(random.choice([I8, U8]), depth - 1)
            ),
            lambda: apply(Operator.POINTER_ADD, self.pointer(depth - 1), literal(random.randrange(-8, 9), I64)),
            lambda: apply(Operator.IF, self.condition(depth - 1), self.pointer(depth - 1), self.pointer(depth - 1)),
            lambda: deref(self.pointer(depth - 1), BYTES),
        ]
        return random.choice(makers)()

    def value(self, kind: Type, depth: int) -> Expr:
        """A number."""
        random = self.random
        known = [item for item in self.named.values() if item.type == kind]
        if depth <= 0 or random.random() < 0.2:
            return random.choice(known) if known and random.random() < 0.7 else self._literal(kind)
        return random.choice(list(self._makers(kind, depth - 1)))()

    def _literal(self, kind: Type) -> Expr:
        match kind:
            case IntegerType():
                return literal(self.random.choice([0, 1, 3, kind.low, kind.high]), kind)
            case FloatType():
                return literal(self.random.choice([0.0, 1.5, -2.0]), kind)
            case _:
                return literal(self.random.randrange(-3, 9), kind)

    def _makers(self, kind: Type, depth: int) -> Iterator[Callable[[], Expr]]:
        random = self.random
        value = partial(self.value, kind, depth)
        arithmetic = [Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY]
        yield lambda: apply(random.choice(arithmetic), value(), value())
        yield lambda: apply(Operator.NEGATE, value())
        yield lambda: apply(Operator.IF, self.condition(depth), value(), value())
        match kind:
            case MathType():
                yield lambda: apply(random.choice([Operator.DIVIDE, Operator.REMAINDER]), value(), literal(3, kind))
                yield lambda: cast(random.choice([self.named["x"], self.named["u"]]), kind)
            case FloatType():
                yield lambda: deref(self.pointer(depth), kind)
                yield lambda: cast(self.value(I8, depth), kind)
            case IntegerType():
                yield from self._of_words(kind, depth)
            case _:
                pass

    def _of_words(self, kind: IntegerType, depth: int) -> Iterator[Callable[[], Expr]]:
        random = self.random
        value = partial(self.value, kind, depth)
        bitwise = [Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR]
        yield lambda: apply(random.choice(bitwise), value(), value())
        yield lambda: apply(random.choice([Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT]), value(), self.value(U8, depth))
        yield lambda: apply(Operator.COMPLEMENT, value())
        yield lambda: apply(random.choice([Operator.DIVIDE, Operator.REMAINDER]), value(), literal(4, kind))
        if kind.width <= 8:
            yield lambda: apply(random.choice([Operator.DIVIDE, Operator.REMAINDER]), value(), value())
        for _ in range(2):
            yield lambda: cast(self.value(random.choice(WORDS), depth), kind)
            yield lambda: deref(self.pointer(depth), kind)
        yield lambda: cast(self.condition(depth), kind)
        yield lambda: cast(apply(Operator.OFFSET, self.pointer(depth)), kind)
        if kind == I8:
            yield lambda: field(self.named["r"], "A", "f", I8)
            yield lambda: element(self.named["a"], self.value(random.choice([I8, U16, I32]), depth))
            yield lambda: bit_field(self.pointer(depth), U32, 3, 5, I8)


@pytest.fixture(scope="module")
def solvers() -> Iterator[dict[str, ProcessSolver]]:
    """A solver for words and one for integers."""
    made = {"bitwuzla": open_solver("bitwuzla", seconds=5), "z3": open_solver("z3", seconds=5)}
    yield made
    for solver in made.values():
        solver.close()


def check(solver: ProcessSolver, random: Random, partition: ByStorage | None, *, mathematical: bool) -> bool:
    """Express a random condition; say whether the solver was asked, and gave up."""
    made = Conditions(random, mathematical=mathematical)
    wanted = made.condition(random.randrange(1, 5))
    terms = Terms()
    space = Space(terms, made.program, partition)
    term = Translator(space, "main").translate(space.initial, wanted).value
    return agrees(solver, space, term)


def agrees(solver: ProcessSolver, space: Space, term: Term) -> bool:
    """Express a term and compare; say whether the solver was asked, and gave up."""
    found = expression_of(space, "main", term)
    assert found is not None, term
    rules = ExpressionRules(space.program)
    rules.enter(space.program.functions["main"])
    rules.condition(found)
    again = Translator(space, "main").translate(space.initial, found).value
    if again is term:
        return False
    solver.push()
    solver.add(space.terms.distinct(again, term))
    reply = solver.check()
    solver.pop()
    assert not reply.is_sat, (term, ExpressionPrinter().text(found))
    return not reply.is_unsat


seeds = st.integers(0, 2**32)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds)
def test_conditions_over_typed_cells_come_back(solvers: dict[str, ProcessSolver], seed: int) -> None:
    """The term of a condition over registers, heap objects and typed memory has an expression that means the same."""
    assert not check(solvers["bitwuzla"], Random(seed), ByStorage(), mathematical=False)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds)
def test_conditions_over_bytes_come_back(solvers: dict[str, ProcessSolver], seed: int) -> None:
    """The same where memory is kept as bytes, in both byte orders."""
    assert not check(solvers["bitwuzla"], Random(seed), None, mathematical=False)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds)
def test_conditions_over_mathematical_integers_come_back(solvers: dict[str, ProcessSolver], seed: int) -> None:
    """The same for integers without bounds and conversions from machine integers."""
    assert not check(solvers["z3"], Random(seed), None, mathematical=True)


def random_word(random: Random, terms: Terms, leaves: list[Term], depth: int) -> Term:
    """A bit-vector of any small width, by any operator."""
    if depth == 0:
        leaf = random.choice(leaves)
        return leaf if random.random() < 0.7 else terms.bv(random.choice([1, 5, -1, 1 << (leaf.width - 1)]), leaf.width)
    one, two = (random_word(random, terms, leaves, depth - 1) for _ in range(2))
    match random.randrange(7):
        case 0 if one.width + two.width <= 40:
            return terms.concat(one, two)
        case 1:
            high = random.randrange(one.width)
            return terms.extract(one, high, random.randrange(high + 1))
        case 2:
            return random.choice([terms.zero_extend, terms.sign_extend])(one, random.randrange(1, 9))
        case 3:
            return random.choice([terms.neg, terms.bvnot])(one)
        case 4:
            return terms.ite(random_comparison(random, terms, two, two), one, terms.bv(3, one.width))
        case _:
            hard = {"bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem"} if one.width > 8 else set[str]()
            return terms.binary(random.choice(sorted(BINARY.keys() - hard)), one, fitted(terms, two, one.width))


def fitted(terms: Terms, term: Term, width: int) -> Term:
    """A bit-vector in another width."""
    return terms.sign_extend(term, width - term.width) if term.width < width else terms.extract(term, width - 1, 0)


def random_comparison(random: Random, terms: Terms, one: Term, two: Term) -> Term:
    """A comparison of two bit-vectors, or of one with a literal."""
    other = fitted(terms, two, one.width) if random.random() < 0.6 else terms.bv(random.randrange(-2, 9), one.width)
    name = random.choice(["=", *sorted(COMPARISONS)])
    return terms.eq(one, other) if name == "=" else terms.compare(name, one, other)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds)
def test_words_of_any_operators_have_expressions(solvers: dict[str, ProcessSolver], seed: int) -> None:
    """Terms that no expression was translated to, with bits cut out and put together, have expressions too."""
    random = Random(seed)
    made = Conditions(random, mathematical=False)
    terms = Terms()
    space = Space(terms, made.program)
    translator = Translator(space, "main")
    leaves = [translator.translate(space.initial, made.named[name]).value for name in ("x", "u", "w", "c", "y")]
    one, two = (random_word(random, terms, leaves, random.randrange(4)) for _ in range(2))
    term = random_comparison(random, terms, one, two)
    assert not agrees(solvers["bitwuzla"], space, term)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds)
def test_parts_of_what_is_said_of_objects(solvers: dict[str, ProcessSolver], seed: int) -> None:
    """Some of the conditions of lives, bounds and the heap together, or one of them not, are expressed right or not at
    all; all of them together always have an expression."""
    random = Random(seed)
    made = Conditions(random, mathematical=False)
    terms = Terms()
    space = Space(terms, made.program)
    translator = Translator(space, "main")
    pointer, count = made.pointer(1), made.value(random.choice([I8, U8, I16]), random.randrange(2))
    whole = [
        translator.translate(space.initial, wanted).value
        for wanted in (
            apply(Operator.ACCESSIBLE, pointer, cast(count, random.choice([I8, IntegerType(64, False)]))),
            apply(Operator.HEAP_BASE, pointer),
        )
    ]
    for term in whole:
        assert not agrees(solvers["bitwuzla"], space, term)
    parts = sorted({atom for term in whole for atom in atoms(terms, term)}, key=lambda atom: atom.number)
    chosen = [atom if random.random() < 0.9 else terms.not_(atom) for atom in parts if random.random() < 0.8]
    for term in (terms.conjunction(chosen), terms.disjunction(map(terms.not_, chosen))):
        if expression_of(space, "main", term) is not None:
            assert not agrees(solvers["bitwuzla"], space, term)


def atoms(terms: Terms, term: Term) -> list[Term]:
    """The parts of a conjunction, those of negated disjunctions too."""
    if term.op == "and":
        return [atom for part in term.args for atom in atoms(terms, part)]
    if term.op == "not" and term.args[0].op == "or":
        return [terms.not_(part) for part in term.args[0].args]
    return [term]


@pytest.mark.parametrize("divisor", [1, 2, 3, -3])
@pytest.mark.parametrize("name", ["div", "mod"])
def test_division_that_rounds_down_has_an_expression(
    solvers: dict[str, ProcessSolver], name: str, divisor: int
) -> None:
    """Division of integers in formulas leaves no negative remainder; its expressions do neither."""
    made = Conditions(Random(0), mathematical=True)
    terms = Terms()
    space = Space(terms, made.program)
    n, m = (Translator(space, "main").translate(space.initial, made.named[name]).value for name in ("n", "m"))
    term = terms.int_compare("<", terms.int_binary(name, n, terms.integer(divisor)), m)
    assert not agrees(solvers["z3"], space, term)


@pytest.mark.parametrize("layout", ["LP64", "ILP32", "odd pointer 32 align 4 big"])
def test_equalities_of_bytes_are_joined(layout: str) -> None:
    """A scalar in bytes that equals a literal is one comparison, in every layout, also of a pointer or a part of it."""
    program = program_of(PROGRAM.format(layout))
    space = Space(Terms(), program)
    scope = scope_of(program, program.functions["main"])
    for text in (
        "deref(pointer_add(address(cells), 2i64), i16) == 258i16",
        "slot == address(v)",
        "slot != pointer_add(address(s), 8i64)",
        "deref(address(s), i16) != -2i16",
        "deref(p, i8) == 3i8",
        "!flag",
    ):
        wanted = parse_expression(SourceFile("expression", text.encode()), scope)
        term = Translator(space, "main").translate(space.initial, wanted).value
        found = expression_of(space, "main", term)
        assert found is not None
        assert ExpressionPrinter().text(found).replace(f"i{program.layout.pointer_width})", "i64)") == text
