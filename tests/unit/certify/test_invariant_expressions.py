"""A law: on random expressions the checker of invariants agrees with the reference interpreter."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from invariant_tools import check, contradicted, main, proved

from vexil.ir.interpreter import Machine, Undefined, Violated
from vexil.ir.program import Program

WIDTHS = ("i8", "u8", "i7", "u16", "i32", "u32", "i1", "int")
BINARY = ("+", "-", "*", "/", "%", "&", "|", "^")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
VALUES = {
    "i8": (-128, -1, 0, 1, 7, 127),
    "u8": (0, 1, 2, 128, 255),
    "i7": (-64, -1, 0, 5, 63),
    "u16": (0, 1, 255, 40000),
    "i32": (-(2**31), -1, 0, 3, 2**31 - 1),
    "u32": (0, 1, 2**31, 2**32 - 1),
    "i1": (-1, 0),
    "int": (-7, -1, 0, 2, 300),
}


Table = dict[tuple[int, int], int | None]


def spelled(value: int, kind: str) -> str:
    suffix = "" if kind == "int" else kind
    return f"{value}{suffix}" if value >= 0 else f"neg({-value}{suffix})" if kind == "int" else f"({value}{suffix})"


@st.composite
def numbers(draw: st.DrawFn, kind: str, depth: int) -> str:
    """An expression of a kind over x and y, which have a kind of their own."""
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        source = draw(st.sampled_from(("x", "y", "literal")))
        if source == "literal":
            return spelled(draw(st.sampled_from(VALUES[kind])), kind)
        return f"cast({source}, {kind})"
    shape = draw(st.sampled_from(("binary", "binary", "shift", "unary", "cast", "ite")))
    if shape == "cast":
        other = draw(st.sampled_from(WIDTHS))
        return f"cast({draw(numbers(other, depth - 1))}, {kind})"
    if shape == "ite":
        return f"ite({draw(truths(depth - 1))}, {draw(numbers(kind, depth - 1))}, {draw(numbers(kind, depth - 1))})"
    left = draw(numbers(kind, depth - 1))
    if kind == "int" and shape in ("shift", "unary"):
        return f"neg({left})"
    if shape == "unary":
        return f"{draw(st.sampled_from(('~', 'neg')))}({left})"
    if shape == "shift":
        amount = draw(st.sampled_from(("i8", "u32", "i7")))
        return f"({left} {draw(st.sampled_from(('<<', '>>')))} {draw(numbers(amount, depth - 1))})"
    operator = draw(st.sampled_from(BINARY[:5] if kind == "int" else BINARY))
    return f"({left} {operator} {draw(numbers(kind, depth - 1))})"


@st.composite
def truths(draw: st.DrawFn, depth: int) -> str:
    """A condition over x and y."""
    if depth and draw(st.integers(0, 3)) == 0:
        first, second = draw(truths(depth - 1)), draw(truths(depth - 1))
        return f"({first} {draw(st.sampled_from(('&&', '||', '==', '!=')))} !({second}))"
    kind = draw(st.sampled_from(WIDTHS))
    operator = draw(st.sampled_from(COMPARISONS))
    return f"({draw(numbers(kind, depth))} {operator} {draw(numbers(kind, depth))})"


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Choose x and y among a few values and claim something."""
    kinds = draw(st.sampled_from(("i8", "u8", "i7", "i1", "u16"))), draw(st.sampled_from(("i8", "u8", "i32")))
    edges = []
    for name, kind in zip("xy", kinds, strict=True):
        values = draw(st.lists(st.sampled_from(VALUES[kind]), min_size=1, max_size=4, unique=True))
        edges.append(f"{name} := choose among({', '.join(spelled(value, kind) for value in values)})")
    return main(*edges, f'check assert {draw(truths(2))} "claim"', variables=f"x: {kinds[0]}; y: {kinds[1]}")


def endings(program: Program) -> set[type]:
    """How the runs of a program end, by trying all of them."""
    machine = Machine(program)
    machine.reset()
    first = machine.choices(1)
    assert first is not None
    machine.step(1, 0)
    second = machine.choices(1)
    assert second is not None
    found = set()
    for choices in product(first.values or (), second.values or ()):
        machine.reset()
        for choice in choices:
            machine.step(1, choice)
        machine.step(1)
        found.add(type(machine.ending))
    return found


@settings(max_examples=40, deadline=None, derandomize=True)
@given(programs())
def test_the_checker_agrees_with_the_interpreter(program: Program) -> None:
    """Proved when every run is fine, a contradiction when one is violated and none undefined, else not proved."""
    found = endings(program)
    certificate = check(program)
    assert proved(certificate) is (found == {type(None)})
    if Undefined not in found:
        assert contradicted(certificate) is (Violated in found)


@st.composite
def computations(draw: st.DrawFn) -> tuple[tuple[str, str], tuple[list[int], list[int]], str, str]:
    """The kinds of x and y, the values they are chosen among, the kind of a result and an expression for it."""
    kinds = draw(st.sampled_from(WIDTHS[:6])), draw(st.sampled_from(WIDTHS))
    values = [draw(st.lists(st.sampled_from(VALUES[kind]), min_size=2, max_size=3, unique=True)) for kind in kinds]
    result = draw(st.sampled_from(WIDTHS))
    return kinds, (values[0], values[1]), result, draw(numbers(result, draw(st.sampled_from((1, 1, 2)))))


def choosing(kinds: tuple[str, str], values: tuple[list[int], list[int]], result: str, *edges: str) -> Program:
    """Choose x and y, then take the edges."""
    chosen = [
        f"{name} := choose among({', '.join(spelled(value, kind) for value in listed)})"
        for name, kind, listed in zip("xy", kinds, values, strict=True)
    ]
    return main(*chosen, *edges, variables=f"x: {kinds[0]}; y: {kinds[1]}; r: {result}")


def computed(program: Program, values: tuple[list[int], list[int]]) -> Table:
    """What the interpreter computes for r, by x and y; nothing where it is undefined."""
    machine = Machine(program)
    table: Table = {}
    for first, second in product(range(len(values[0])), range(len(values[1]))):
        machine.reset()
        machine.step(1, first)
        machine.step(1, second)
        machine.step(1)
        value = None if machine.ending else machine.threads[1].frames[-1].registers[2]
        assert value is None or isinstance(value, int)
        table[values[0][first], values[1][second]] = value
    return table


def assert_agreement(kinds: tuple[str, str], values: tuple[list[int], list[int]], result: str, expression: str) -> None:
    """Check that the checker computes what the interpreter computes, and nothing else."""
    step = f"r := {expression}"
    table = computed(choosing(kinds, values, result, step, 'check assert true "fine"'), values)
    at = {pair: f"(x == {spelled(pair[0], kinds[0])} && y == {spelled(pair[1], kinds[1])})" for pair in table}
    undefined = [f"restrict !{at[pair]}" for pair, value in table.items() if value is None]
    known = {pair: value for pair, value in table.items() if value is not None}

    def claim(expected: dict[tuple[int, int], int]) -> str:
        text = "r"
        for pair, value in expected.items():
            text = f"ite({at[pair]}, {spelled(value, result)}, {text})"
        return f'check assert r == {text} "table"'

    assert proved(check(choosing(kinds, values, result, *undefined, step, claim(known))))
    if undefined:
        assert not proved(check(choosing(kinds, values, result, step, claim(known))))
    if known:
        pair, value = next(iter(known.items()))
        wrong = {pair: -1 - value if result[0] == "i" else value ^ 1}
        assert contradicted(check(choosing(kinds, values, result, *undefined, step, claim(wrong))))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(computations())
def test_the_checker_computes_what_the_interpreter_computes(
    computation: tuple[tuple[str, str], tuple[list[int], list[int]], str, str],
) -> None:
    """The table of results is proved, a table with one wrong entry is a contradiction, an undefined entry is seen."""
    assert_agreement(*computation)


@pytest.mark.parametrize(
    ("operator", "kind"),
    [
        (operator, kind)
        for operator in (*BINARY, "<<", ">>", "<", "<=", "==")
        for kind in ("i8", "u8", "int")
        if kind != "int" or operator not in ("&", "|", "^", "<<", ">>")
    ],
)
def test_each_operator(operator: str, kind: str) -> None:
    """Every operator agrees with the interpreter on the corners of signed, unsigned and mathematical integers."""
    values = [value for value in VALUES[kind] if value not in (2, 5)]
    expression = f"x {operator} y"
    if operator in COMPARISONS:
        expression = f"cast({expression}, {kind})"
    other, amounts = ("i4", [-8, 0, 3, 7]) if operator in ("<<", ">>") else (kind, values)
    assert_agreement((kind, other), (values, amounts), kind, expression)


@pytest.mark.parametrize("target", ["i8", "u8", "i7", "u16", "i32", "int"])
@pytest.mark.parametrize("source", ["i8", "u8", "i7", "i1", "i32"])
def test_each_conversion(source: str, target: str) -> None:
    """Every conversion wraps and extends as the interpreter does; the sign is the source's."""
    assert_agreement((source, "u8"), (list(VALUES[source]), [0]), target, f"cast(x, {target})")


@pytest.mark.parametrize("value", ["true", "(x < 3i8)"])
def test_the_only_value_of_one_signed_bit_is_negative(value: str) -> None:
    """A true value becomes minus one in a signed integer of one bit, whether it is known or not."""
    assert_agreement(("i8", "u8"), ([-1, 7], [0]), "i8", f"ite(cast({value}, i1) < cast(false, i1), 1i8, 2i8)")


def test_a_negative_shift_amount_is_undefined_however_few_bits_it_has() -> None:
    """Minus eight of four bits is no shift by eight, although its bits say so."""
    assert_agreement(("i32", "i4"), ([-1, 3], [-8, -1, 0, 7]), "i32", "x << y")
