"""Programs, algebras and random programs that several tests use."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from hypothesis import strategies as st

from vexil.core.source import SourceFile, read_source
from vexil.frontends.fcl.algebra import GuardedCoercion, MachineIntegers, TokenCoercion, basis
from vexil.frontends.fcl.parser import parse_expression, parse_program
from vexil.frontends.fcl.syntax import (
    Assign,
    Block,
    Constant,
    Expression,
    Goto,
    If,
    Operator,
    Parameter,
    Program,
    Return,
    Skip,
    Variable,
)
from vexil.frontends.fcl.tables import TokenType

EXAMPLES = Path(__file__).parents[4] / "examples"
BASIS = basis()


def source(text: str, name: str = "test.fcl") -> SourceFile:
    return SourceFile(name, text.encode())


def parse(text: str, signature=BASIS.signature) -> Program:
    return parse_program(source(text), signature)


def example(name: str) -> SourceFile:
    return read_source(EXAMPLES / f"{name}.fcl", name=f"{name}.fcl")


def guards(**texts: str) -> GuardedCoercion:
    return GuardedCoercion(tuple((t, parse_expression(text, BASIS.signature)) for t, text in texts.items()))


def parity(total: bool, *tokens: str) -> dict:
    """The table of + and - (*total*) or of * on even and odd."""

    def result(a: str, b: str) -> str:
        odd = (a == "odd") != (b == "odd") if total else a == b == "odd"
        return "odd" if odd else "even"

    return {pair: {result(*pair)} for pair in product(("even", "odd"), repeat=2)}


BOTH = {True, False}
EVEN_ODD = TokenType(
    name="EvenOdd",
    tokens=("even", "odd"),
    suffix="eo",
    operations={"+": parity(True), "-": parity(True), "*": parity(False)},
    tests={
        "=": {(a, b): BOTH if a == b else {False} for a, b in product(("even", "odd"), repeat=2)},
        "<": dict.fromkeys(product(("even", "odd"), repeat=2), BOTH),
    },
    coercions={"Int": guards(even="=(%(x, 2), 0)", odd="!=(%(x, 2), 0)")},
    default="even",
)
POINT = TokenType(
    name="Point",
    tokens=("unknown",),
    suffix="pt",
    operations={symbol: {("unknown", "unknown"): {"unknown"}} for symbol in "+-*"},
    tests={symbol: {("unknown", "unknown"): BOTH} for symbol in ("<", "=", ">")},
    coercions={
        "Int": guards(unknown="true"),
        "EvenOdd": TokenCoercion({t: frozenset({"unknown"}) for t in ("even", "odd")}),
    },
    default="unknown",
)

ABSTRACT_POWER = """
(m n)
(init)
init: result := odd;  goto test;
test: if <_pt(n, unknown) then end else loop;
loop: result := *_eo(result, m);  n := -_pt(n, unknown);  goto test;
end:  return;
"""

MIXED_POWER = """
(m n)
(init)
init: result := odd;  goto test;
test: if <(n, 1) then end else loop;
loop: result := *_eo(result, m);  n := -(n, 1);  goto test;
end:  return;
"""

SMALL = basis(MachineIntegers(8))


def _apply(symbols, operands):
    return st.builds(lambda o, a, b: (Operator(o), *a, *b), st.sampled_from(symbols), operands, operands)


def _integers() -> st.SearchStrategy:
    leaves = st.one_of(
        st.integers(-9, 99).map(lambda n: (Constant(str(n)),)),
        st.sampled_from("abcd").map(lambda name: (Variable(name),)),
    )
    return st.recursive(leaves, lambda inner: _apply(("+", "-", "*", "/", "%"), inner), max_leaves=6)


INTEGERS = _integers()
BOOLEANS = st.recursive(
    st.one_of(
        st.sampled_from(("true", "false")).map(lambda symbol: (Constant(symbol),)),
        st.sampled_from("pq").map(lambda name: (Variable(name),)),
        _apply(("<", "<=", ">", ">=", "=", "==", "!="), INTEGERS),
    ),
    lambda inner: _apply(("&&", "||"), inner),
    max_leaves=4,
)
EXPRESSIONS = st.one_of(INTEGERS, BOOLEANS).map(Expression)
_LABELS = ("one", "two", "three")
_ASSIGNMENTS = st.one_of(
    st.just(Skip()),
    st.builds(Assign, st.sampled_from("abcd"), INTEGERS.map(Expression)),
    st.builds(Assign, st.sampled_from("pq"), BOOLEANS.map(Expression)),
)
_JUMPS = st.one_of(
    st.builds(Goto, st.sampled_from(_LABELS)),
    st.builds(If, BOOLEANS.map(Expression), st.sampled_from(_LABELS), st.sampled_from(_LABELS)),
    st.just(Return()),
)


@st.composite
def programs(draw) -> Program:
    """A well-typed program with the integer variables a to d and the Boolean ones p and q."""
    blocks = tuple(Block(label, tuple(draw(st.lists(_ASSIGNMENTS, max_size=3))), draw(_JUMPS)) for label in _LABELS)
    names = draw(st.lists(st.sampled_from("abcd"), unique=True, max_size=3))
    return Program(tuple(map(Parameter, names)), draw(st.sampled_from(_LABELS)), blocks)
