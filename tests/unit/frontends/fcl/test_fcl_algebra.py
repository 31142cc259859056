"""Signatures, the basis algebra, and token types given by tables."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fcl_samples import BASIS, EVEN_ODD, POINT, SMALL, guards
from hypothesis import given, settings
from hypothesis import strategies as st

from vexil.core.errors import LimitReached, UsageError
from vexil.frontends.fcl.algebra import MachineIntegers, MathematicalIntegers, TokenCoercion, basis, integer
from vexil.frontends.fcl.signature import Signature
from vexil.frontends.fcl.tables import NO_RESULT, TokenType, extend

BYTES = st.integers(-128, 127)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.sampled_from("+-*/%"), BYTES, BYTES)
def test_machine_operations_are_the_mathematical_ones_modulo_the_width(symbol: str, left: int, right: int) -> None:
    """An 8-bit result is in range and differs from the mathematical one by a multiple of 256."""
    exact = basis(MathematicalIntegers()).apply(symbol, left, right)
    machine = SMALL.apply(symbol, left, right)
    assert len(machine) == len(exact) == (0 if symbol in "/%" and right == 0 else 1)
    for value, other in zip(machine, exact, strict=True):
        assert -128 <= value <= 127
        assert (value - other) % 256 == 0


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.integers(-1000, 1000), st.integers(-1000, 1000).filter(bool))
def test_division_truncates_and_the_remainder_has_the_sign_of_the_dividend(left: int, right: int) -> None:
    """left = right * quotient + rest with |rest| < |right|, and rest is 0 or has left's sign."""
    (quotient,) = BASIS.apply("/", left, right)
    (rest,) = BASIS.apply("%", left, right)
    assert left == right * quotient + rest
    assert abs(rest) < abs(right)
    assert rest * left >= 0


def test_wrap_around_at_the_ends_of_the_type() -> None:
    """The greatest number plus one is the least one, and the least one divided by -1 is itself."""
    assert BASIS.apply("+", 2**31 - 1, 1) == {-(2**31)}
    assert BASIS.apply("/", -(2**31), -1) == {-(2**31)}
    assert basis(MachineIntegers(64)).apply("*", 2**62, 2) == {-(2**63)}


def test_constants_beyond_the_convertible_length_reach_a_limit() -> None:
    """A mathematical constant of ten thousand digits ends in a limit, with leading zeros not counted."""
    with pytest.raises(LimitReached, match="10000 digits"):
        integer("9" * 10_000)
    assert integer("-" + "0" * 10_000 + "7") == -7


def test_FCL_04_tables_give_sets_of_results() -> None:
    """Abstract operators, tests, coercions and constants have all their results."""
    algebra = extend(BASIS, EVEN_ODD, POINT)
    assert algebra.apply("*_eo", "odd", "even") == {"even"}
    assert algebra.apply("<_eo", "odd", "even") == {True, False}
    assert algebra.coerce("Int", "EvenOdd", -3) == {"odd"}
    assert algebra.coerce("EvenOdd", "Point", "odd") == {"unknown"}
    assert algebra.constant("odd") == {"odd"}
    assert algebra.default("EvenOdd") == "even"
    assert algebra.apply("+", 1, 2) == {3}


def test_overlapping_guards_relate_a_number_to_several_tokens() -> None:
    """With low for n <= 5 and high for n >= 5, the number 5 may be either."""
    overlapping = TokenType("LowHigh", ("low", "high"), "lh", coercions={"Int": guards(low="x <= 5", high="x >= 5")})
    assert extend(BASIS, overlapping).coerce("Int", "LowHigh", 5) == {"low", "high"}
    assert extend(BASIS, overlapping).coerce("Int", "LowHigh", 3) == {"low"}


def without(rows: dict, pair: tuple[str, str]) -> dict:
    return {key: value for key, value in rows.items() if key != pair}


TIMES = EVEN_ODD.operations["*"]
LESS = EVEN_ODD.tests["<"]
BAD_TYPES = [
    (replace(EVEN_ODD, operations={"*": without(TIMES, ("odd", "even"))}), r"'\*_eo' has no entry for \(odd, even\)"),
    (replace(EVEN_ODD, tests={"<": without(LESS, ("even", "odd"))}), r"'<_eo' has no entry for \(even, odd\)"),
    (replace(EVEN_ODD, tests={"<": {**LESS, ("even", "odd"): set()}}), r"no truth value for \(even, odd\)"),
    (replace(EVEN_ODD, tests={"<": {**LESS, ("even", "odd"): {"odd"}}}), r"no truth value for \(even, odd\)"),
    (replace(EVEN_ODD, operations={"*": {**TIMES, ("odd", "odd"): {"none"}}}), "'none', which is no token"),
    (replace(EVEN_ODD, operations={"*": {**TIMES, ("odd", "none"): {"odd"}}}), "'none', which is no token"),
    (replace(EVEN_ODD, operations={"?": TIMES}), r"'\?_eo' cannot be an operator"),
    (replace(EVEN_ODD, tokens=("even", "odd", "odd")), "'odd' of 'EvenOdd' is declared twice"),
    (replace(EVEN_ODD, tokens=(), operations={}, tests={}), "no token"),
    (replace(EVEN_ODD, name="Int"), "'Int' is declared twice"),
    (replace(EVEN_ODD, name="not a word"), "cannot"),
    (replace(EVEN_ODD, default="zero"), "'zero', which is no token"),
    (replace(EVEN_ODD, constants={"both": {"even", "none"}}), "'none', which is no token"),
    (replace(EVEN_ODD, constants={"none": ()}), "denotes no token"),
    (replace(EVEN_ODD, constants={"true": {"odd"}}), "already a constant of Bool"),
    (replace(EVEN_ODD, coercions={"Point": TokenCoercion({})}), "no token type"),
    (replace(EVEN_ODD, coercions={"Int": TokenCoercion({})}), "no token type"),
    (replace(EVEN_ODD, coercions={"Bool": guards(even="true")}), "only coercions from Int"),
    (replace(EVEN_ODD, coercions={"Int": guards(even="x + 1")}), "no Boolean expression"),
    (replace(EVEN_ODD, coercions={"Int": guards(even="x < true")}), "no Boolean expression"),
    (replace(EVEN_ODD, coercions={"Int": guards(none="true")}), "'none', which is no token"),
]


@pytest.mark.parametrize(("bad", "message"), BAD_TYPES, ids=[message for _, message in BAD_TYPES])
def test_tables_that_are_not_total_or_not_closed_are_refused(bad: TokenType, message: str) -> None:
    """The message names the missing pair, the unknown token or the symbol that is taken."""
    with pytest.raises(UsageError, match=message):
        extend(BASIS, bad)


def test_coercions_between_token_types_are_total() -> None:
    """A token without a counterpart is named, and so is one that does not exist."""
    partial = replace(POINT, coercions={"EvenOdd": TokenCoercion({"even": frozenset({"unknown"})})})
    with pytest.raises(UsageError, match=r"\[EvenOdd << Point\] has no entry for 'odd'"):
        extend(BASIS, replace(EVEN_ODD, coercions={}), partial)
    rows = {token: frozenset({"unknown"}) for token in ("even", "odd", "none")}
    with pytest.raises(UsageError, match="'none', which is no token of EvenOdd"):
        extend(BASIS, replace(EVEN_ODD, coercions={}), replace(POINT, coercions={"EvenOdd": TokenCoercion(rows)}))


def test_operations_may_declare_that_they_have_no_result() -> None:
    """NO_RESULT is an entry like any other for operations."""
    strict = replace(EVEN_ODD, operations={"*": {**TIMES, ("even", "even"): NO_RESULT}})
    assert extend(BASIS, strict).apply("*_eo", "even", "even") == frozenset()


def test_two_types_cannot_share_a_constant_or_a_suffix() -> None:
    """A clash names both types."""
    with pytest.raises(UsageError, match="'even' of Parity is already a constant of EvenOdd"):
        extend(BASIS, EVEN_ODD, replace(EVEN_ODD, name="Parity", suffix="p"))
    with pytest.raises(UsageError, match="already declared"):
        extend(BASIS, EVEN_ODD, replace(EVEN_ODD, name="Parity", constants={}))


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ({("A", "A")}, "not reflexive"),
        ({("A", "B"), ("B", "A")}, "cannot both hold"),
        ({("A", "B"), ("B", "C")}, "A << C is not"),
        ({("A", "X")}, "unknown type 'X'"),
        ({("A", "C"), ("A", "D"), ("B", "C"), ("B", "D")}, "A and B have no least common supertype among C, D"),
    ],
)
def test_the_coercion_order_is_an_upper_semi_lattice(order: set[tuple[str, str]], message: str) -> None:
    """Reflexive, cyclic, not transitive and not bounded orders are refused by name."""
    with pytest.raises(UsageError, match=message):
        Signature(frozenset({"Bool", "A", "B", "C", "D"}), frozenset(order), {}, {}, {})


def test_a_signature_has_booleans_and_known_types() -> None:
    """Bool is obligatory, operators have declared types, and no symbol is both operation and test."""
    with pytest.raises(UsageError, match="needs the type Bool"):
        Signature(frozenset({"A"}), frozenset(), {}, {}, {})
    with pytest.raises(UsageError, match=r"'\+' has the unknown type 'B'"):
        Signature(frozenset({"Bool"}), frozenset(), {"+": "B"}, {}, {})
    with pytest.raises(UsageError, match="both an operation and a test"):
        Signature(frozenset({"Bool"}), frozenset(), {"+": "Bool"}, {"+": "Bool"}, {})
