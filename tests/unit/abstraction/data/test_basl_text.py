"""BASL files are read in both published forms, printed again, and refused with the place of what is wrong."""

from __future__ import annotations

import pytest
from basl_printer import print_units
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_library import basl, library, new_library

from vexil.core.errors import SourceError, UsageError
from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding
from vexil.ir.types import F64, I8, I32, I64, INT, U64
from vexil.model.tokens.basl.checks import check_names
from vexil.model.tokens.basl.parser import parse
from vexil.model.tokens.basl.tree import (
    Abstraction,
    AbstractionRule,
    ArrayAbstraction,
    Binary,
    ClassAbstraction,
    Conditional,
    Expression,
    Literal,
    Name,
    Parameter,
    Unary,
)

EVEN_ODD = """abstraction EvenOdd abstracts int
begin
  TOKENS = {EVEN, ODD};

  abstract(n)
  begin
    n % 2 == 0 -> {EVEN};
    n % 2 == 1 -> {ODD};
  end
  operator * mul
  begin
    (ODD, ODD) -> {ODD};
    (_, _) -> {EVEN};
  end
  operator > gt
  begin
    (_, _) -> {true, false}
  end
end
"""
COVERING = EVEN_ODD.replace("n % 2 == 1", "n % 2 != 0")
SIGNS = """abstraction Signs abstracts int
begin
 TOKENS = {NEG, ZERO, POS};
 abstract(n)
 begin
  n < 0   -> {NEG};
  n == 0  -> {ZERO};
  n > 0   -> {POS};
 end
 operator + add
 begin
  (NEG , NEG)   -> {NEG};
  (NEG , ZERO)  -> {NEG};
  (ZERO , NEG)  -> {NEG};
  (ZERO , ZERO) -> {ZERO};
  (ZERO , POS)  -> {POS};
  (POS , ZERO)  -> {POS};
  (POS , POS)   -> {POS};
  (_,_)         -> {NEG,ZERO,POS};
 end
end
"""
SHIPPED = """// as released
abstraction Range01 extends integral begin
  TOKENS = { LT0, R0, R1, GT1 };
  DEFAULT = R0;
  ONE2ONE = { R0, R1 };
  abstract(x) begin x < 0 -> LT0; x == 0 -> R0; x == 0x1 -> R1; _ -> GT1; end
  operator + add begin (R0, R0) -> R0; _ -> T; end
  operator / div begin (R0, R1) -> R0; (_, R0) -> {}; _ -> T; end
  operator - neg begin (R0) -> R0; (_) -> {LT0, R1, GT1}; end
  test < lt begin (LT0, R0) -> TRUE; _ -> {TRUE, FALSE}; end
end
abstraction RealSigns extends real begin
  TOKENS = { NEG, ZERO, POS };
  abstract(x) begin x < 0 -> NEG; x == 0 -> ZERO; x > 0.0d -> POS; end
end
"""


def one(text: str) -> Abstraction:
    """The only abstraction of a text."""
    (unit,) = parse(basl(text))
    assert isinstance(unit, Abstraction)
    return unit


def refused(text: str, mode: str = "machine") -> SourceError:
    """The error that a file is refused with."""
    with pytest.raises(SourceError) as caught:
        new_library("math" if mode == "math" else "machine").check(basl(text))
    return caught.value


def test_BAS_01_both_listings_are_read() -> None:
    """The two published listings have their tokens, rules and operators; the last semicolon may be missing."""
    unit = one(EVEN_ODD)
    assert [token.text for token in unit.tokens] == ["EVEN", "ODD"]
    assert [block.operator for block in unit.operators] == [Operator.MULTIPLY, Operator.GREATER]
    assert [rule.patterns is not None and len(rule.patterns) for rule in unit.operators[0].rules] == [2, 2]
    assert len(one(SIGNS).operators[0].rules) == 8


def test_BAS_01_the_shipped_form_is_read() -> None:
    """Groups of types, DEFAULT, ONE2ONE, results without braces, T, tests and unary operators are read."""
    units = parse(basl(SHIPPED))
    first = units[0]
    assert isinstance(first, Abstraction)
    assert (first.default, first.one_to_one) == (Name("R0"), (Name("R0"), Name("R1")))
    kinds = [block.operator for block in first.operators]
    assert kinds == [Operator.ADD, Operator.DIVIDE, Operator.NEGATE, Operator.LESS]
    assert first.operators[0].rules[1].results is None
    assert first.rules[3].condition is None


MISTAKES = [
    ("n % 2 == 0 -> {EVEN}", "n % 2 == 0 -> {EVN}", (7, 20), "no token EVN"),
    ("(ODD, ODD) -> {ODD}", "(ODD, OD) -> {ODD}", (12, 11), "no token OD"),
    ("(ODD, ODD) -> {ODD}", "(ODD, ODD) -> {OD}", (12, 20), "no token OD"),
    ("{EVEN, ODD};", "{EVEN, EVEN};", (3, 19), "token EVEN is there twice"),
    ("{EVEN, ODD};", "{};", (3, 12), "at least one token"),
    ("(ODD, ODD)", "(ODD, ODD, ODD)", (12, 5), "has 2 operands, not 3"),
    ("{true, false}", "{EVEN}", (17, 16), "gives truth values, not EVEN"),
    ("(_, _) -> {EVEN}", "(_, _) -> {true}", (13, 16), "gives tokens, not true"),
    ("operator > gt", "operator * gt", (15, 3), "two tables for operator *"),
    ("operator > gt", "operator ? gt", (15, 12), "not an operator with a table"),
    ("n % 2 == 0", "m % 2 == 0", (7, 5), "m is no parameter"),
    ("n % 2 == 0", "even(n)", (7, 5), "neither calls nor quantifiers"),
    ("n % 2 == 0", "n % 2", (7, 5), "this is a number"),
    ("n % 2 == 0", "n / n == 1", (7, 5), "divides by zero for n = 0"),
    ("n % 2 == 0", "!n", (7, 5), "operator"),
    ("abstracts int", "abstracts boolean", (1, 31), "truth values are never abstracted"),
    ("abstracts int", "abstracts string", (1, 31), "no type string"),
    ("{EVEN, ODD};", "{EVEN, ODD}; DEFAULT = ODD;", (3, 35), "DEFAULT is the token of 0"),
    ("{EVEN, ODD};", "{EVEN, ODD}; ONE2ONE = {ODD};", (3, 36), "exactly one number"),
    ("(_, _) -> {EVEN};", "(EVEN, _) -> {EVEN};", (10, 3), "no rule for (ODD, EVEN)"),
    ("n % 2 == 0 -> {EVEN};", "n % 2 == 0 -> {EVEN}", (8, 5), "expected ';'"),
]


@pytest.mark.parametrize(("old", "new", "place", "words"), MISTAKES)
def test_BAS_01_mistakes_are_refused_with_their_place(old: str, new: str, place: tuple[int, int], words: str) -> None:
    """Every mistake is one error that names line, column and what is wrong."""
    assert old in COVERING or old in EVEN_ODD
    error = refused(COVERING.replace(old, new))
    assert words in error.message
    assert (error.file, error.line, error.column) == ("given.basl", *place)


def test_BAS_01_two_abstractions_of_one_name_are_refused() -> None:
    """A name is defined once, in one file and over several."""
    error = refused(COVERING + COVERING)
    assert error.line == 20
    loaded = new_library()
    loaded.load(basl(COVERING, "one.basl"))
    with pytest.raises(SourceError, match=r"EvenOdd in one\.basl already"):
        loaded.load(basl(COVERING, "two.basl"))


def test_BAS_01_rules_that_are_never_used_are_noted() -> None:
    """A rule below one that takes all its cases gives a note with its place, and changes nothing."""
    file = basl(COVERING.replace("(_, _) -> {EVEN};", "(_, _) -> {EVEN}; (ODD, EVEN) -> {ODD};"))
    (found,) = check_names(file, parse(file))
    assert (found.line, found.column) == (13, 23)
    assert "can never be used" in found.text


def test_BAS_01_deep_conditions_are_refused() -> None:
    """Ten thousand parentheses or operators end in a message."""
    for deep in ("(" * 10_000 + "n" + ")" * 10_000, "!" * 10_000 + "n", " || ".join(["n > 0"] * 10_000)):
        with pytest.raises(SourceError, match="operators in each other"):
            parse(basl(COVERING.replace("n % 2 == 0", deep)))


def expressions() -> st.SearchStrategy[Expression]:
    """Random conditions, well typed or not."""
    leaves: st.SearchStrategy[Expression] = st.just(Parameter()) | st.sampled_from(
        ["0", "0x1F", "017", "5L", "2.5f"]
    ).map(Literal)
    symbols = ("||", "&&", "|", "^", "&", "==", "!=", "<", "<=", ">", ">=", "<<", ">>", ">>>", "+", "-", "*", "/", "%")
    return st.recursive(
        leaves,
        lambda inner: (
            st.builds(Unary, st.sampled_from("-+~!"), inner)
            | st.builds(Binary, st.sampled_from(symbols), inner, inner)
            | st.builds(Conditional, inner, inner, inner)
        ),
        max_leaves=12,
    )


@given(expressions())
@settings(max_examples=150, deadline=None)
def test_BAS_01_printed_conditions_read_back(condition: Expression) -> None:
    """Printing a condition and reading it again gives the same tree."""
    unit = one(COVERING)
    changed = Abstraction(
        unit.name, unit.concrete, unit.tokens, "n", (AbstractionRule(condition, unit.tokens),), unit.operators
    )
    assert parse(basl(print_units([changed]))) == (changed,)


def test_BAS_01_printed_files_read_back() -> None:
    """Printing the published and the shipped files and reading them again gives the same trees."""
    parts = "abstraction B abstracts class p.Buffer begin bound: Signs; head: range(0, 3); end\n"
    parts += "abstraction P abstracts int[] begin index: range(4,4); component: set{-3, 5}; end\n"
    for text in (EVEN_ODD, SIGNS, SHIPPED, parts):
        units = parse(basl(text))
        assert parse(basl(print_units(units))) == units


def test_BAS_03_the_published_even_odd_does_not_cover_java() -> None:
    """n % 2 == 1 misses -1 with Java's remainder, in both models; floor and Euclidean division are covered."""
    for mode in ("machine", "math"):
        error = refused(EVEN_ODD, mode)
        assert "n = -1 has no token" in error.message
    for division in ("floor", "euclid"):
        text = EVEN_ODD.replace("{EVEN, ODD};", f"{{EVEN, ODD}}; DIVISION = {division};")
        assert new_library().check(basl(text)) == ()
        assert new_library(rounding=Rounding(division)).check(basl(EVEN_ODD)) == ()
    either = EVEN_ODD.replace("n % 2 == 1", "n % 2 == 1 || n % 2 == -1")
    assert new_library().check(basl(either)) == ()


def test_BAS_03_a_hole_far_away_is_found() -> None:
    """A single number without a token is found by the solver and named."""
    text = COVERING.replace("n % 2 == 0", "n % 2 == 0 && n != 123456")
    assert "n = 123456 has no token" in refused(text).message
    assert (
        "n = 9007199254740994 has no token"
        in refused(
            COVERING.replace("int", "long").replace("n % 2 == 0", "n % 2 == 0 && n != 9007199254740994L")
        ).message
    )


def test_BAS_03_rules_may_overlap() -> None:
    """A number that two rules are about has both tokens."""
    rules = "n <= 5 -> LOW; n >= 5 -> HIGH;"
    text = f"abstraction LowHigh abstracts int begin TOKENS = {{LOW, HIGH}}; abstract(n) begin {rules} end end"
    loaded = new_library()
    loaded.load(basl(text))
    kind = loaded.abstract_type("LowHigh", I32)
    assert kind.tests[Operator.EQUAL].rows[0, 1] == (0, 1)
    assert kind.tests[Operator.LESS].rows[1, 0] == (0,)


def test_BAS_04_published_tables_are_safe_over_the_integers() -> None:
    """Signs' + and EvenOdd's * and > are accepted without a note, and equal to what is generated."""
    loaded = new_library("math")
    assert loaded.check(basl(SIGNS)) == ()
    generated = library("math").abstract_type("Signs", I32)
    assert loaded.abstract_type("Signs", I32).operations == generated.operations
    assert new_library().check(basl(COVERING)) == ()


def test_BAS_04_unsafe_tables_are_refused_with_a_witness() -> None:
    """A result that is missing is shown by numbers: 1 * 1 is odd, and the greatest number plus 1 wraps around."""
    error = refused(COVERING.replace("(ODD, ODD) -> {ODD}", "(ODD, ODD) -> {EVEN}"))
    assert "(ODD, ODD) must give ODD, too (1 * 1 = 1 is ODD)" in error.message
    assert error.line == 12
    wrapped = refused(SIGNS)
    assert "-2147483648 + (-2147483648) = 0 is ZERO" in wrapped.message
    positive = refused(SIGNS.replace("(NEG , NEG)   -> {NEG}", "(NEG , NEG)   -> {NEG, ZERO, POS}"))
    assert "(1 + 2147483647 = -2147483648 is NEG)" in positive.message
    test = refused(COVERING.replace("{true, false}", "{true}"))
    assert "must give false, too (0 > 0 is false)" in test.message


def test_BAS_04_superfluous_results_are_noted() -> None:
    """A table with more than what is needed is used as it is written, and a note lists what is superfluous."""
    loaded = new_library()
    (found,) = loaded.check(basl(COVERING.replace("(ODD, ODD) -> {ODD}", "(ODD, ODD) -> {EVEN, ODD}")))
    assert found.text == "operator * is not most precise: (ODD, ODD) never gives EVEN"
    assert loaded.abstract_type("EvenOdd", I32).operations[Operator.MULTIPLY].rows[1, 1] == (0, 1)


def test_the_shipped_file_is_usable_in_both_models() -> None:
    """Range01 has its default and single tokens; division by R0 needs no results; NaN is in every token of reals."""
    loaded = new_library("math")
    texts = [found.text for found in loaded.check(basl(SHIPPED))]
    assert sum("not most precise" in text for text in texts) == 4
    assert any("NaN" in text for text in texts)
    kind = loaded.abstract_type("Range01", I64)
    assert (kind.concrete, kind.tokens[kind.default], dict(kind.single)) == (INT, "R0", {1: 0, 2: 1})
    assert kind.operations[Operator.DIVIDE].rows[2, 1] == ()
    floats = loaded.abstract_type("RealSigns", F64)
    assert floats.tests[Operator.EQUAL].rows[0, 0] == (0, 1)
    with pytest.raises(UsageError, match="abstraction of real, not of int"):
        loaded.abstract_type("RealSigns", I32)


def test_conditions_mean_what_they_say_for_every_type() -> None:
    """Narrow types are promoted, types without sign are compared as numbers, and shifts take amounts as Java does."""
    text = """abstraction Half extends integral begin TOKENS = {A, B}; abstract(n) begin
      n * 2 > 128 || n + -1 < -100 || (n >>> 33) < -1000 -> A; _ -> B; end end"""
    loaded = new_library()
    loaded.load(basl(text))
    from vexil.abstraction.data.values import condition

    for concrete, inside, outside in ((I8, 100, 64), (I8, -100, -99), (U64, 2**63, 5)):
        member = condition(loaded.abstract_type("Half", concrete).members[0])
        assert member(inside)
        assert not member(outside)


def test_BAS_05_class_abstractions_name_fields() -> None:
    """A class abstraction lists fields with abstractions that exist; a field twice or an unknown name is refused."""
    (unit,) = parse(basl("abstraction B abstracts class BoundedBuffer begin bound: Signs; end"))
    assert isinstance(unit, ClassAbstraction)
    assert [(each.slot.text, each.abstraction.text) for each in unit.bindings] == [("bound", "Signs")]
    header = "abstraction B abstracts class BoundedBuffer begin "
    assert "field bound is there twice" in refused(header + "bound: Signs; bound: Point; end").message
    assert "there is no abstraction Sings" in refused(header + "bound: Sings; end").message
    assert "3 is greater than 1" in refused(header + "bound: range(3,1); end").message


def test_BAS_06_array_abstractions_name_index_and_component() -> None:
    """Index and component are abstractions of int and of the element's type; others are refused."""
    (unit,) = parse(basl("abstraction P abstracts int[] begin index: range(4, 4); component: Signs; end"))
    assert isinstance(unit, ArrayAbstraction)
    assert (unit.index, unit.component) == (Name("range(4,4)"), Name("Signs"))
    header = "abstraction P abstracts double[] begin "
    assert "not of f64" in refused(header + "component: EvenOdd; end").message
    real = "abstraction R extends real begin TOKENS = {A}; abstract(n) begin _ -> A; end end "
    assert "which the index has" in refused(real + header + "index: R; end").message
    assert "no part" in refused(header + "size: Signs; end").message
    assert "an index or a component" in refused(header + "end").message
