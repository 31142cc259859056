"""Atoms: recognised, normalised, compared by text, and refused with a reason."""

from __future__ import annotations

import pytest

from vexil.core.errors import SourceError
from vexil.spec.atoms import At, Atom, Call, Comparison, Count, Holds, Return, Style, sorted_atoms
from vexil.spec.formulas import And, Not, Proposition, atoms_of
from vexil.spec.ltl import parse_ltl


def atom(text: str) -> Atom:
    """The atom that a text consists of."""
    formula = parse_ltl(text)
    assert isinstance(formula, Proposition)
    return formula.atom


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at(l)", At("l")),
        ("at(1, CS)", At("CS", "1")),
        ("[init]", At("init", style=Style.BRACKET)),
        ("[loop.1]", At("loop.1", style=Style.BRACKET)),
        ("count(l) >= 2", Count("l", Comparison.AT_LEAST, 2)),
        ("2 > count(l)", Count("l", Comparison.LESS, 2)),
        (">=(count(l), 2)", Count("l", Comparison.AT_LEAST, 2)),
        ("call(reach_error())", Call("reach_error")),
        ("return(f)", Return("f")),
    ],
)
def test_PRP_01_atoms_of_places(text: str, expected: Atom) -> None:
    """Atoms about locations and functions keep the names as they were written."""
    assert atom(text) == expected


def test_PRP_01_brackets_and_words_name_the_same_place() -> None:
    """``[n]`` and ``at(n)`` are one atom, and each is printed as it was written."""
    assert atom("[n]") == atom("at(n)")
    assert (str(atom("[n]")), str(atom("at(n)"))) == ("[n]", "at(n)")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("=( % (m, 2) , 1)", "=(%(m,2),1)"),
        ("==(x,1)", "=(x,1)"),
        ("x=1", "x == 1"),
        ("(m%2)==(1)", "m % 2 == 1"),
        ("(a+b)*c<-d", "(a + b) * c < -d"),
        ("a-(b-c) > 0", "a - (b - c) > 0"),
        ("(a-b)-c > 0", "a - b - c > 0"),
        ("(*p).next == 0", "p->next == 0"),
        ("p->next.k[1] == 'S'", "p->next.k[1] == 'S'"),
        ("(*(p + 1)).next != 0", "(*(p + 1)).next != 0"),
        ("a [ i+1 ]", "a[i + 1]"),
        ("'R' > 0", "'R' > 0"),
        ("=(m % 2, 1)", "=(m % 2,1)"),
    ],
)
def test_PRP_01_text_is_normalised_and_style_kept(text: str, canonical: str) -> None:
    """White space and needless parentheses go, operators stay where they were written, the result is stable."""
    found = atom(text)
    assert isinstance(found, Holds)
    assert found.text == canonical
    assert atom(canonical) == found


def test_PRP_01_logical_operators_leave_the_atom() -> None:
    """Connectives in an expression become connectives of the formula."""
    formula = parse_ltl("&&(=(x,1), !(<(y,2)))")
    assert formula == And((Proposition(atom("=(x,1)")), Not(Proposition(atom("<(y,2)")))))


def test_different_is_not_equal() -> None:
    """A disequality is the negation of the equality's atom, in both styles and for counts."""
    assert parse_ltl("!=(x,5)") == parse_ltl("!(=(x,5))") == Not(Proposition(atom("=(x,5)")))
    assert parse_ltl("x != 5") == Not(Proposition(atom("x == 5")))
    assert parse_ltl("count(l) != 1") == Not(Proposition(Count("l", Comparison.EQUAL, 1)))


def test_atoms_have_an_order() -> None:
    """Atoms come out sorted and once, whatever order they occur in."""
    found = atoms_of(parse_ltl("x < 1 && b && at(l) && count(l) >= 10 && count(l) >= 9 && call(f) && [l] && a"))
    assert [str(a) for a in found] == ["at(l)", "call(f)", "count(l) >= 9", "count(l) >= 10", "a", "b", "x < 1"]
    assert sorted_atoms(reversed(found)) == found


@pytest.mark.parametrize("comparison", list(Comparison))
def test_comparisons_and_their_flips(comparison: Comparison) -> None:
    """A flipped comparison gives the same answer with its sides exchanged."""
    for left, right in ((1, 2), (2, 2), (3, 2)):
        expected = eval(f"{left} {comparison.value} {right}")
        assert comparison.holds(left, right) == comparison.flipped().holds(right, left) == expected


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("[](x + 1)", 3, "x + 1 is a value, not a proposition"),
        ("p && 1", 6, "1 is a value, not a proposition"),
        ("!x == 1", 1, "a formula stands where '==' needs a value"),
        ("p && (a || b) == c", 6, "a formula stands where '==' needs a value"),
        ("x < []p", 5, "a formula stands where '<' needs a value"),
        ("at(l) == 1", 1, "a formula stands where '==' needs a value"),
        ("p && full(x)", 6, "'full' is not a proposition"),
        ("at(a, b, c)", 1, "'at' does not take 3 arguments"),
        ("at(a + b)", 4, "a + b is not the name of a location"),
        ("count(l)", 1, "count(l) is a number, not a proposition"),
        ("count(l) > x", 1, "a count is compared with a number"),
    ],
)
def test_PRP_01_what_is_no_atom_is_refused(text: str, column: int, message: str) -> None:
    """A text that is no atom is refused at its place, with one sentence."""
    with pytest.raises(SourceError) as refused:
        parse_ltl(text)
    error = refused.value
    assert (error.file, error.line, error.column, error.message) == ("property", 1, column, message)
    assert error.expected
