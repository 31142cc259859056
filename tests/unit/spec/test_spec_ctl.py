"""CTL: parsing, refusal of path formulas, translation to the mu-calculus, evaluation."""

from __future__ import annotations

import pytest

from kripke import Kripke
from kripke_ctl import ctl_states
from linear_time import linear_form
from vexil.core.errors import SourceError
from vexil.spec.ctl import has_next, parse_ctl
from vexil.spec.formulas import Proposition, atoms_of
from vexil.spec.mu import ctl_to_mu


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("EX p", "<>p"),
        ("AX p", "[]p"),
        ("EF p", "mu Z. p || <>Z"),
        ("AG p", "nu Z. p && []Z"),
        ("AF p", "mu Z. p || []Z"),
        ("EG p", "nu Z. p && <>Z"),
        ("E[p U q]", "mu Z. q || (p && <>Z)"),
        ("A[p U q]", "mu Z. q || (p && []Z)"),
        ("E[p W q]", "nu Z. q || (p && <>Z)"),
        ("A[p R q]", "nu Z. q && (p || []Z)"),
        ("AG(p -> AF q)", "nu Z1. (p => (mu Z. q || []Z)) && []Z1"),
        ("!EF p && EX EF q", "!(mu Z. p || <>Z) && <>(mu Z. q || <>Z)"),
        ("EF 'Z'", "mu Z1. 'Z' || <>Z1"),
    ],
)
def test_YAS_04_translation(text: str, expected: str) -> None:
    """Every operator has its fixed point; nested ones get variables of their own."""
    assert str(ctl_to_mu(parse_ctl(text))) == expected


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("AG(at(LOCK) -> AF at(UNLOCK))", "AG(at(LOCK) => AF at(UNLOCK))"),
        ("A[ p U q ] && E[p V q]", "A[p U q] && E[p R q]"),
        ("AG x < 1", "AG(x < 1)"),
        ("A[G p] || E[<>q]", "AG p || EF q"),
        ("!EX !p", "!EX !p"),
        ("A[x < 1 U EG [n]]", "A[(x < 1) U EG [n]]"),
        ("E[a[i] == 1 W p]", "E[(a[i] == 1) W p]"),
    ],
)
def test_YAS_04_printing(text: str, printed: str) -> None:
    """A formula is printed in one way, and the text reads back."""
    assert str(parse_ctl(text)) == printed
    assert parse_ctl(printed) == parse_ctl(text)


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("AG (p U q)", 4, "'U' makes a path formula, and here a state formula is needed", "A[p U q] or E[p U q]"),
        ("<>p", 1, "'<>' makes a path formula, and here a state formula is needed", "AF or EF"),
        ("EF []p", 4, "'[]' makes a path formula, and here a state formula is needed", "AG or EG"),
        ("p && X q", 6, "'X' makes a path formula, and here a state formula is needed", "AX or EX"),
        ("A[p]", 3, "A[…] needs a path formula", "A[p U q]"),
        ("E[p U q && r W s]", 3, "E[…] needs a path formula", "E[p U q]"),
        ("A[(p U q) U r]", 3, "'U' makes a path formula, and here a state formula is needed", "A[p U q]"),
    ],
)
def test_YAS_04_path_formulas_are_refused(text: str, column: int, message: str, hint: str) -> None:
    """Where a state formula is needed, a path formula is refused with the quantified forms."""
    with pytest.raises(SourceError) as refused:
        parse_ctl(text)
    error = refused.value
    assert (error.line, error.column, error.message) == (1, column, message)
    assert hint in error.hint


def test_YAS_04_values_on_a_structure() -> None:
    """On a small structure the operators find the states that one sees by hand."""
    p, q = parse_ctl("p"), parse_ctl("q")
    assert isinstance(p, Proposition)
    assert isinstance(q, Proposition)
    only_p, only_q = frozenset({p.atom}), frozenset({q.atom})
    # 0 -> 1 -> 2 and 0 -> 0; state 2 ends and so repeats itself.
    structure = Kripke((only_p, only_p, only_q), ((1, 0), (2,), ()))
    expected = {
        "EX q": {1, 2}, "AX q": {1, 2}, "EF q": {0, 1, 2}, "AF q": {1, 2}, "EG p": {0}, "AG q": {2},
        "A[p U q]": {1, 2}, "E[p U q]": {0, 1, 2}, "A[p W q]": {0, 1, 2}, "E[q R p]": {0}, "A[q R q]": {2},
        "AG EF q": {0, 1, 2}, "p && !q": {0, 1}, "p <-> q": set(), "EX q => EG p": {0},
    }  # fmt: skip
    for text, states in expected.items():
        assert ctl_states(structure, parse_ctl(text)) == states, text


def test_shape_of_a_formula() -> None:
    """Atoms are found in order, next operators are noticed, and quantifiers can be dropped."""
    formula = parse_ctl("AG(b -> EX E[a U at(l)])")
    assert [str(atom) for atom in atoms_of(formula)] == ["at(l)", "a", "b"]
    assert has_next(formula)
    assert not has_next(parse_ctl("AG EF p"))
    assert str(linear_form(formula)) == "[](b => X(a U at(l)))"
