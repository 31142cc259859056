"""LTL: parsing, printing, normal forms, classification, and values on words."""

from __future__ import annotations

import pytest

from linear_time import find_difference, find_model, stuttered
from vexil.core.errors import SourceError
from vexil.spec.buchi_product import is_safety
from vexil.spec.formulas import Globally, Ltl, Not, Proposition, Release, Until
from vexil.spec.lasso import Lasso, holds, values
from vexil.spec.ltl import (
    is_assumption_form,
    is_next_free,
    is_syntactically_safe,
    negation_normal_form,
    parse_ltl,
)
from vexil.spec.ltl_simplify import simplified

POWER = "<>[end] => []([init] && =(%(m,2),1) => <>([end] && =(%(result,2),1)))"


def normal(text: str) -> str:
    """The text of the negation normal form."""
    return str(negation_normal_form(parse_ltl(text)))


def test_PRP_02_power_property() -> None:
    """The normal form of the power property is printed as published."""
    assert normal(POWER) == "[]![end] || [](![init] || !=(%(m,2),1) || <>([end] && =(%(result,2),1)))"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!!p", "p"),
        ("![]p", "<>!p"),
        ("!<>p", "[]!p"),
        ("!(p && q)", "!p || !q"),
        ("!(p || q)", "!p && !q"),
        ("p => q", "!p || q"),
        ("!(p => q)", "p && !q"),
        ("!(p U q)", "!p R !q"),
        ("!(p R q)", "!p U !q"),
        ("!(p W q)", "!q U (!p && !q)"),
        ("!X p", "X !p"),
        ("!(p <-> q)", "(p && !q) || (!p && q)"),
        ("!true", "false"),
    ],
)
def test_PRP_02_laws(text: str, expected: str) -> None:
    """Every operator has its law."""
    assert normal(text) == expected


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[]<>p", "[]<>p"),
        ("G F p", "[]<>p"),
        ("[] x < 1", "[](x < 1)"),
        ("p U q U r", "p U (q U r)"),
        ("p V q", "p R q"),
        ("p && q || r", "(p && q) || r"),
        ("p -> q -> r", "p => (q => r)"),
        ("p && q => r || s", "p && q => r || s"),
        ("a && (b && c) && d", "a && b && c && d"),
        ("X X p U q", "X X p U q"),
        ("X(p && q)", "X(p && q)"),
        ("[]!=(result,5)", "[]!=(result,5)"),
        ("!!=(x,1)", "!!=(x,1)"),
        ("!<(x,1) && !(x < 1)", "!<(x,1) && !(x < 1)"),
        ("&&(p, U(q, 'X'))", "p && (q U 'X')"),
        ("let full = n == b; let ok = !full; []ok", "[](n != b)"),
    ],
)
def test_PRP_01_printing(text: str, printed: str) -> None:
    """A formula is printed with few parentheses, and the text reads back."""
    assert str(parse_ltl(text)) == printed
    assert str(parse_ltl(printed)) == printed


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("[](p &&)", 1, 8, "expected an expression"),
        ("p q", 1, 3, "expected an operator or the end"),
        ("[]\n(p U", 2, 5, "expected an expression"),
        ("U(p)", 1, 1, "operator 'U' takes 2 operands, not 1"),
        ("p @ q", 1, 3, "unexpected character '@'"),
        ("let at = p; at", 1, 5, "'at' has a fixed meaning"),
        ("let a = p; let a = q; a", 1, 16, "'a' is already defined"),
        ("let a = []p; a", 1, 9, "'[]' is a temporal operator, and here a state is described"),
        ("let a = p; a + 1 < 2", 1, 12, "'a' is a proposition, not a value"),
    ],
)
def test_PRP_01_errors_have_a_place(text: str, line: int, column: int, message: str) -> None:
    """A wrong formula is refused with the place of the mistake in its text."""
    with pytest.raises(SourceError) as refused:
        parse_ltl(text)
    error = refused.value
    assert (error.file, error.line, error.column, error.message) == ("property", line, column, message)


def test_depth_is_no_problem() -> None:
    """Twenty thousand nested operators are parsed, printed, compared and normalised without recursion."""
    depth = 20_000
    text = "!" * depth + "p"
    formula = parse_ltl(text)
    assert formula == parse_ltl("!(" * depth + "p" + ")" * depth)
    assert str(formula) == text
    assert negation_normal_form(formula) == parse_ltl("p")
    assert holds(parse_ltl("X " * depth + "p"), stuttered([[]])) is False
    assert len(str(parse_ltl(" && ".join(["p"] * depth)))) == 5 * depth - 4


def test_equality_is_by_structure() -> None:
    """Formulas are equal when their structure is, and so are their hashes."""
    first, second = parse_ltl("[](p U q)"), parse_ltl("G (p U q)")
    assert first == second
    assert hash(first) == hash(second)
    assert first != parse_ltl("[](q U p)")
    assert first != "[](p U q)"


@pytest.mark.parametrize(
    ("text", "next_free", "syntactic", "semantic"),
    [
        ("[]p", True, True, True),
        ("p W q", True, True, True),
        ("[](p => X q)", False, True, True),
        ("<>p", True, False, False),
        ("[](p => <>q)", True, False, False),
        ("<>r => !p U r", True, False, True),
        ("!(p U q)", True, True, True),
        ("!<>p", True, True, True),
        ("<>p || []!p", True, False, True),
    ],
)
def test_PRP_07_classes(text: str, next_free: bool, syntactic: bool, semantic: bool) -> None:
    """The shape decides next-freeness and syntactic safety; automata decide safety."""
    formula = parse_ltl(text)
    assert (is_next_free(formula), is_syntactically_safe(formula), is_safety(formula)) == (
        next_free, syntactic, semantic,
    )  # fmt: skip


def test_PRP_07_assumption_form() -> None:
    """An implication from an eventuality is an assumption form; one from a state is not."""
    assert is_assumption_form(parse_ltl(POWER))
    assert not is_assumption_form(parse_ltl("[end] => <>p"))


def test_values_on_a_word() -> None:
    """A formula has a value at every position of stem and loop."""
    a, b = parse_ltl("a"), parse_ltl("b")
    assert isinstance(a, Proposition)
    assert isinstance(b, Proposition)
    word = Lasso((frozenset(), frozenset({a.atom})), (frozenset({a.atom, b.atom}), frozenset()))
    assert str(word) == "{} {a} ( {a, b} {} )*"
    assert values(parse_ltl("a"), word) == (False, True, True, False)
    assert values(parse_ltl("a U b"), word) == (False, True, True, False)
    assert values(parse_ltl("<>[]a"), word) == (False,) * 4
    assert values(parse_ltl("[]<>b"), word) == (True,) * 4
    assert values(parse_ltl("b R a"), word) == (False, True, True, False)
    assert values(parse_ltl("X b"), word) == (False, True, False, True)


def test_FCL_05_finite_traces() -> None:
    """Of a trace that ends, ``[]`` speaks about its states and ``<>[]`` about its last one."""
    p = parse_ltl("p")
    assert isinstance(p, Proposition)
    trace = stuttered([[], [p.atom]])
    assert holds(parse_ltl("<>[]p"), trace)
    assert holds(parse_ltl("X X X p"), trace)
    assert not holds(parse_ltl("[]p"), trace)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<><>p", "<>p"),
        ("[]<>[]p", "<>[]p"),
        ("<>[]<>p", "[]<>p"),
        ("X []<>p", "[]<>p"),
        ("true U p", "<>p"),
        ("p U <>q", "<>q"),
        ("false R p", "[]p"),
        ("p && []p", "[]p"),
        ("p && (p || q)", "p"),
        ("p && !p", "false"),
        ("<>p || <>q", "<>(p || q)"),
        ("[]<>p || []<>q", "[]<>(p || q)"),
        ("<>[]p && <>[]q", "<>([]p && []q)"),
        ("p W false", "[]p"),
        ("[](p R q)", "[]q"),
        ("<>(p U q)", "<>q"),
    ],
)
def test_simplification(text: str, expected: str) -> None:
    """Simple equivalences make formulas smaller."""
    assert str(simplified(parse_ltl(text))) == expected


def test_models_and_differences() -> None:
    """Satisfiability and equivalence are decided, with a word as evidence."""
    assert find_model(parse_ltl("p && []!p")) is None
    assert find_model(parse_ltl("<>p && []<>!p")) is not None
    assert find_difference(parse_ltl("!s W p"), parse_ltl("[]!s || (!s U p)")) is None
    word = find_difference(parse_ltl("p U q"), parse_ltl("p W q"))
    assert word is not None
    assert not holds(parse_ltl("p U q"), word)


def test_negated_until_is_a_release() -> None:
    """The normal form of a negated until uses release, which the parser knows."""
    p, q = parse_ltl("p"), parse_ltl("q")
    expected: Ltl = Release(Not(p), Not(q))
    assert negation_normal_form(Not(Until(p, q))) == expected == parse_ltl("!p R !q")
    assert negation_normal_form(Globally(Not(Until(p, q)))) == parse_ltl("[](!p V !q)")
