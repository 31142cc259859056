"""Operator tables are those that the definitions give, in every model of arithmetic."""

from __future__ import annotations

import pytest
from shared_library import grid, library, machine, mathematical, results

from vexil.abstraction.data.elimination import Elimination
from vexil.abstraction.data.queries import Queries, Statistics
from vexil.abstraction.data.table_builder import definition_of
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding
from vexil.ir.types import F64, I8, I32, I64, INT, U32
from vexil.model.tokens.abstract_type import OPERATIONS, TESTS

ADD, SUB, MUL = Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY
DIV, REM, NEG = Operator.DIVIDE, Operator.REMAINDER, Operator.NEGATE
EQ, NE, LT = Operator.EQUAL, Operator.DIFFERENT, Operator.LESS
LE, GT, GE = Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL

SIGNS = {
    ADD: ["N N NZP", "N Z P", "NZP P P"],
    SUB: ["NZP N N", "P Z N", "P P NZP"],
    MUL: ["P Z N", "Z Z Z", "N Z P"],
    DIV: ["ZP ! NZ", "Z ! Z", "NZ ! ZP"],
    REM: ["NZ ! NZ", "Z ! Z", "ZP ! ZP"],
    NEG: ["P", "Z", "N"],
}
WRAPPED = {
    ADD: ["NZP N NZP", "N Z P", "NZP P NP"],
    SUB: ["NZP N NP", "NP Z N", "NP P NZP"],
    MUL: ["NZP Z NZP", "Z Z Z", "NZP Z NZP"],
    DIV: ["NZP ! NZ", "Z ! Z", "NZ ! ZP"],
    REM: SIGNS[REM],
    NEG: ["NP", "Z", "N"],
}
COMPARISONS = {
    LT: ["TF T T", "F F T", "F F TF"],
    LE: ["TF T T", "F T T", "F F TF"],
    EQ: ["TF F F", "F T F", "F F TF"],
    NE: ["TF T T", "T F T", "T T TF"],
    GT: ["TF F F", "T F F", "T T TF"],
    GE: ["TF F F", "T T F", "T T TF"],
}


def test_OPG_01_thirteen_of_27_tuples_stay() -> None:
    """Of the 27 tuples of Signs and +, 13 are left over the integers, and no doubt is among them."""
    table = mathematical("Signs").table(ADD)
    assert sum(map(len, table.rows.values())) == 13
    assert not table.doubtful


def test_OPG_01_what_cannot_be_excluded_stays() -> None:
    """An operator that no solver is asked about keeps all its results, and those nobody has shown are doubtful."""
    table = machine("Signs", F64).table(REM)
    assert all(len(found) == 4 for found in table.rows.values())
    positive, nan = (2, 2), 3
    assert (positive, 2) not in table.doubtful
    assert ((nan, nan), 0) in table.doubtful


def test_OPG_01_an_impatient_solver_leaves_every_unseen_tuple(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that never answers excludes nothing: every result that no number shows is doubtful."""
    from vexil.logic.solvers import Oracle, Reply, Satisfiable

    monkeypatch.setattr(Oracle, "ask", lambda *_, **__: Reply(Satisfiable.UNKNOWN, "limit"))
    kind = definition_of(mathematical("Signs"))
    with Queries(kind.concrete, Context(), Statistics()) as questions:
        table = Elimination(kind, questions).table(ADD)
    assert sum(map(len, table.rows.values())) == 27
    assert len(table.doubtful) == 14


@pytest.mark.parametrize("operator", SIGNS)
def test_OPG_02_signs_over_the_integers(operator: Operator) -> None:
    """Signs over the integers has the published tables, with truncating division."""
    assert grid(mathematical("Signs"), operator) == SIGNS[operator]


def test_OPG_02_roundings_differ_as_they_should() -> None:
    """Floor and Euclidean division have their own rows; zero as a dividend and a divisor are as ever."""
    expected = {
        Rounding.FLOOR: (["ZP ! N", "Z ! Z", "N ! ZP"], ["NZ ! ZP", "Z ! Z", "NZ ! ZP"]),
        Rounding.EUCLID: (["P ! N", "Z ! Z", "NZ ! ZP"], ["ZP ! ZP", "Z ! Z", "ZP ! ZP"]),
    }
    for rounding, (quotients, rests) in expected.items():
        kind = library("math", rounding).abstract_type("Signs", I32)
        assert grid(kind, DIV) == quotients
        assert grid(kind, REM) == rests


def test_OPG_02_tables_are_safe_for_java() -> None:
    """-1 / -5 is 0 and -1 % 2 is -1 in Java, so truncating tables have ZERO and NEG there, in both models."""
    for kind in (mathematical("Signs"), machine("Signs")):
        assert "ZERO" in results(kind, DIV, "NEG", "NEG")
        assert "NEG" in results(kind, REM, "NEG", "POS")


@pytest.mark.parametrize("operator", WRAPPED)
def test_OPG_03_signs_of_machine_integers(operator: Operator) -> None:
    """With wrap-around exactly the published cells change."""
    assert grid(machine("Signs"), operator) == WRAPPED[operator]
    assert grid(machine("Signs", I64), operator) == WRAPPED[operator]


def test_OPG_04_signs_comparisons_are_the_same_in_both_models() -> None:
    """Comparisons know nothing of arithmetic."""
    for operator, expected in COMPARISONS.items():
        assert grid(mathematical("Signs"), operator) == expected
        assert grid(machine("Signs"), operator) == expected


def test_OPG_05_even_and_odd_in_both_models() -> None:
    """Parity survives wrap-around; an even divisor may be 0, and the rest by it has the parity of the dividend."""
    for kind in (mathematical("EvenOdd"), machine("EvenOdd"), machine("EvenOdd", I64)):
        assert grid(kind, ADD) == grid(kind, SUB) == ["E O", "O E"]
        assert grid(kind, MUL) == ["E E", "E O"]
        assert grid(kind, DIV) == ["EO! EO", "EO! EO"]
        assert grid(kind, REM) == ["E! EO", "O! EO"]
        assert grid(kind, EQ) == ["TF F", "F TF"]
        assert grid(kind, NE) == ["TF T", "T TF"]
        assert all(grid(kind, operator) == ["TF TF", "TF TF"] for operator in (LT, LE, GT, GE))
        assert grid(kind, NEG) == ["E", "O"]


def test_OPG_05_parity_does_not_depend_on_the_rounding() -> None:
    """Quotients and rests of parities are the same for floor and Euclidean division."""
    for rounding in (Rounding.FLOOR, Rounding.EUCLID):
        kind = library("math", rounding).abstract_type("EvenOdd", I32)
        assert grid(kind, DIV) == ["EO! EO", "EO! EO"]
        assert grid(kind, REM) == ["E! EO", "O! EO"]


def test_OPG_06_modulo_three_survives_over_the_integers_only() -> None:
    """Sums and products modulo 3 are exact over the integers, and know nothing where 2^32 is wrapped around."""
    kind = mathematical("modulo-3")
    assert grid(kind, ADD) == ["0 1 2", "1 2 0", "2 0 1"]
    assert grid(kind, SUB) == ["0 2 1", "1 0 2", "2 1 0"]
    assert grid(kind, MUL) == ["0 0 0", "0 1 2", "0 2 1"]
    assert grid(kind, EQ) == ["TF F F", "F TF F", "F F TF"]
    assert grid(kind, LT) == ["TF TF TF"] * 3
    for operator in (ADD, SUB, MUL):
        assert grid(machine("modulo-3"), operator) == ["012 012 012"] * 3
    assert grid(machine("modulo-4"), ADD) == ["0 1 2 3", "1 2 3 0", "2 3 0 1", "3 0 1 2"]


RANGE_CELLS = [
    (ADD, "BELOW0", "ONE", {"BELOW0", "ZERO"}),
    (ADD, "ONE", "ONE", {"ABOVE1"}),
    (SUB, "ABOVE1", "ONE", {"ONE", "ABOVE1"}),
    (MUL, "BELOW0", "BELOW0", {"ONE", "ABOVE1"}),
    (DIV, "ONE", "ABOVE1", {"ZERO"}),
    (DIV, "BELOW0", "ONE", {"BELOW0"}),
    (REM, "ONE", "ABOVE1", {"ONE"}),
    (LT, "ABOVE1", "ABOVE1", {"true", "false"}),
    (LT, "ONE", "ABOVE1", {"true"}),
    (EQ, "ONE", "ABOVE1", {"false"}),
]
SET_CELLS = [
    (EQ, "THREE", "THREE", {"true"}),
    (EQ, "THREE", "FIVE", {"false"}),
    (EQ, "THREE", "OTHER", {"false"}),
    (EQ, "OTHER", "OTHER", {"true", "false"}),
    (LT, "THREE", "FIVE", {"true"}),
    (LT, "THREE", "OTHER", {"true", "false"}),
    (ADD, "THREE", "FIVE", {"OTHER"}),
    (MUL, "THREE", "OTHER", {"THREE", "OTHER"}),
    (ADD, "OTHER", "OTHER", {"THREE", "FIVE", "OTHER"}),
    (REM, "THREE", "FIVE", {"THREE"}),
    (REM, "OTHER", "FIVE", {"THREE", "OTHER"}),
]


def test_OPG_07_ranges_and_sets_over_the_integers() -> None:
    """Single cells of range(0,1) and set{3,5} are the published ones."""
    for name, cells in (("range(0,1)", RANGE_CELLS), ("set{3,5}", SET_CELLS)):
        for operator, left, right, expected in cells:
            assert results(mathematical(name), operator, left, right) == expected, (operator, left, right)


def coerced(source: str, target: str) -> dict[str, set[str]]:
    """A coercion over the integers by names of tokens."""
    found = library("math").coercion(mathematical(source), mathematical(target))
    return {
        found.source.tokens[token]: {found.target.tokens[each] for each in row}
        for (token,), row in found.table.rows.items()
    }


def test_OPG_08_coercions_relate_tokens_of_the_same_numbers() -> None:
    """Coercions between families are the published ones, and everything is unknown to Point."""
    anything = {"NEG", "ZERO", "POS"}
    both = {"EVEN", "ODD"}
    assert coerced("Signs", "EvenOdd") == {"NEG": both, "ZERO": {"EVEN"}, "POS": both}
    assert coerced("EvenOdd", "Signs") == {"EVEN": anything, "ODD": {"NEG", "POS"}}
    to_signs = {"BELOW0": {"NEG"}, "ZERO": {"ZERO"}, "ONE": {"POS"}, "ABOVE1": {"POS"}}
    assert coerced("range(0,1)", "Signs") == to_signs
    assert coerced("Signs", "range(0,1)")["POS"] == {"ONE", "ABOVE1"}
    assert coerced("modulo-4", "EvenOdd") == {"M0": {"EVEN"}, "M1": {"ODD"}, "M2": {"EVEN"}, "M3": {"ODD"}}
    assert coerced("Signs", "Point") == {token: {"UNKNOWN"} for token in anything}


def test_OPG_08_coercions_between_types_convert_numbers() -> None:
    """A wider type keeps the sign; a narrower one loses it, because numbers wrap around."""
    int32, int8 = machine("Signs"), machine("Signs", I8)
    wider = library().coercion(int8, int32)
    assert wider.table.rows == {(0,): (0,), (1,): (1,), (2,): (2,)}
    narrower = library().coercion(int32, int8)
    assert narrower.table.rows == {(0,): (0, 1, 2), (1,): (1,), (2,): (0, 1, 2)}


def test_OPG_10_truth_values_are_never_abstracted() -> None:
    """No abstraction has a table for a connective, so these stay exact."""
    kind = machine("Signs")
    assert not {Operator.AND, Operator.OR, Operator.NOT} & {*kind.operations, *kind.tests}


def test_all_operators_of_a_type_have_tables() -> None:
    """Integers have a table for every operator, floats for those that they have, and all rows are there."""
    for kind in (machine("Signs"), machine("Signs", U32), mathematical("Signs")):
        assert set(kind.operations) == set(OPERATIONS)
        assert set(kind.tests) == set(TESTS)
        assert len(kind.table(ADD).rows) == 9
    floats = machine("Signs", F64)
    assert Operator.BIT_AND not in floats.operations
    assert results(floats, SUB, "POS", "POS") == {"NEG", "ZERO", "POS", "NAN"}
    assert results(floats, LT, "NAN", "POS") == {"false"}


def test_a_type_without_sign_has_nothing_below_zero() -> None:
    """NEG is empty for numbers without sign: its rows have no results, and nothing leads to it."""
    kind = machine("Signs", U32)
    assert grid(kind, ADD) == ["  ", " Z P", " P ZP"]


def test_shifts_hold_for_java_too() -> None:
    """Amounts count modulo the width, so 1 << 32 is 1; rows with amounts outside of the width are partial as well."""
    kind = machine("range(0,1)")
    assert results(kind, Operator.SHIFT_LEFT, "ONE", "ABOVE1") == {"BELOW0", "ONE", "ABOVE1"}
    assert (2, 3) in kind.table(Operator.SHIFT_LEFT).partial
    assert (2, 2) not in kind.table(Operator.SHIFT_LEFT).partial


def test_OPG_08_machine_integers_become_mathematical_ones() -> None:
    """The sign of a machine integer is that of the number, and a number that is cut to 8 bits may have any sign."""
    up = library().coercion(machine("Signs", I8), library().abstract_type("Signs", INT))
    assert up.table.rows == {(0,): (0,), (1,): (1,), (2,): (2,)}
    assert not up.table.doubtful
    down = library().coercion(library().abstract_type("Signs", INT), machine("Signs", I8))
    assert down.table.rows == {(0,): (0, 1, 2), (1,): (1,), (2,): (0, 1, 2)}
    with pytest.raises(UsageError, match="not converted"):
        library().coercion(machine("Signs", F64), mathematical("Signs"))
