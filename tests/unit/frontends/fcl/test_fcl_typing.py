"""Types of variables, and the messages for operands that do not fit."""

from __future__ import annotations

import pytest
from fcl_samples import ABSTRACT_POWER, BASIS, EVEN_ODD, MIXED_POWER, POINT, parse

from vexil.core.errors import SourceError
from vexil.frontends.fcl.tables import extend
from vexil.frontends.fcl.typing import infer_types

ABSTRACT = extend(BASIS, EVEN_ODD, POINT)


def types(text: str, algebra=BASIS) -> dict[str, str]:
    return dict(infer_types(parse(text, algebra.signature), algebra.signature).variables)


def refused(text: str, algebra=BASIS) -> SourceError:
    with pytest.raises(SourceError) as caught:
        types(text, algebra)
    return caught.value


def test_types_follow_use() -> None:
    """Operators, conditions, tests and constants determine the variables next to them."""
    text = "(u) (l) l: x := +(y, 1); b := <(x, y); c := true; if d then l else k; k: return;"
    assert types(text) == {"u": "Int", "x": "Int", "y": "Int", "b": "Bool", "c": "Bool", "d": "Bool"}


def test_copies_share_a_type_in_both_directions() -> None:
    """A chain of copies takes the type that its last member gets, however late."""
    text = "(a) (l) l: b := a; c := b; d := c; if d then l else k; k: e := a; return;"
    assert types(text) == dict.fromkeys("abcde", "Bool")


def test_FCL_01_abstract_types_are_found_in_both_versions_of_power() -> None:
    """In Fig. 9 n stays an integer; with the point abstraction it becomes a Point."""
    assert types(MIXED_POWER, ABSTRACT) == {"m": "EvenOdd", "n": "Int", "result": "EvenOdd"}
    assert types(ABSTRACT_POWER, ABSTRACT) == {"m": "EvenOdd", "n": "Point", "result": "EvenOdd"}


@pytest.mark.parametrize(
    ("statements", "message", "found"),
    [
        ("x := +(true, 1); return;", "first operand of '+' should have type Int, but 'true' has type Bool", "true"),
        (
            "x := +(1, <(x, 2)); return;",
            "second operand of '+' should have type Int, but '<(x, 2)' has type Bool",
            "<(x, 2)",
        ),
        ("x := &&(1, true); return;", "first operand of '&&' should have type Bool, but '1' has type Int", "1"),
        ("x := <(true, false); return;", "first operand of '<' should have type Int, but 'true' has type Bool", "true"),
        ("if +(x, 1) then l else l;", "condition of 'if' should have type Bool, but '+(x, 1)' has type Int", "+(x, 1)"),
        (
            "x := 1; if x then l else l;",
            "condition of 'if' should have type Bool, but 'x' has type Int (see line 2)",
            "x",
        ),
        (
            "x := 1; x := true; return;",
            "assigned to 'x' should have type Int (see line 2), but 'true' has type Bool",
            "true",
        ),
        (
            "x := 1; y := true; x := y; return;",
            "assigned to 'x' should have type Int (see line 2), but 'y' has type Bool (see",
            "y",
        ),
        ("y := x; b := true; z := b; y := 1; y := z; return;", "'z' has type Bool", "z"),
        ("x := +(b, 1); if b then l else l;", "but 'b' has type Int (see line 2)", "b"),
    ],
)
def test_FCL_01_ill_typed_programs_are_refused(statements: str, message: str, found: str) -> None:
    """The message names the operator, the operand, both types, and where a variable got its type."""
    error = refused(f"(x) (l)\nl: {statements}")
    assert message in error.message
    assert error.found == found
    assert error.line == 2
    assert error.expected.startswith("an expression of type")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("x := *_eo(n, odd);", "first operand of '*_eo' should have type EvenOdd, but 'n' has type Int"),
        ("x := *_eo(odd, 1);", "second operand of '*_eo' should have type EvenOdd, but '1' has type Int"),
        ("x := [EvenOdd << Point] n;", "the operand of [EvenOdd << Point] should have type EvenOdd, but 'n'"),
        ("n := [Int << Point] 3;", "assigned to 'n' should have type Int"),
    ],
)
def test_FCL_01_abstract_operands_must_be_coerced(statement: str, message: str) -> None:
    """An integer does not fit an abstract operator without a coercion."""
    assert message in refused(f"(n) (l) l: n := 1; {statement} return;", ABSTRACT).message


def test_deep_expressions_are_typed() -> None:
    """A type error below twenty thousand operators is found without recursion."""
    deep = "+(" * 20_000 + "true" + ", 1)" * 20_000
    assert "'true' has type Bool" in refused(f"() (l) l: x := {deep}; return;").message
