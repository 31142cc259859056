"""The mu-calculus: parsing, the monotonicity check, normal forms, evaluation."""

from __future__ import annotations

import pytest

from kripke import Kripke
from kripke_mu import mu_states
from mu_core import core_form
from vexil.core.errors import InternalError, SourceError
from vexil.spec.formulas import Least, Not, Proposition, Variable, atoms_of
from vexil.spec.mu import has_modality, parse_mu, positive_normal_form

ODD = "'Z' stands under an odd number of negations, so its fixed point need not exist"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("mu Z.p || <>Z", "mu Z. p || <>Z"),
        ("nu Z1. p && []Z1 && mu Y. Z1 || <>Y", "nu Z1. p && []Z1 && (mu Y. Z1 || <>Y)"),
        ("!mu Z. !(!Z || p)", "!(mu Z. !(!Z || p))"),
        ("<>x < 1", "<>(x < 1)"),
        ("mu Z. mu Z. Z", "mu Z. mu Z. Z"),
        ("'Z' && mu Z. Z || 'Z'", "'Z' && (mu Z. Z || 'Z')"),
        ("(!p => mu Z. q => Z)", "!p => (mu Z. q => Z)"),
    ],
)
def test_YAS_03_printing(text: str, printed: str) -> None:
    """A fixed point extends to the right as far as it can; the text reads back."""
    assert str(parse_mu(text)) == printed
    assert parse_mu(printed) == parse_mu(text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("mu Z. !Z", 8, ODD),
        ("nu Z. p && (Z => q)", 13, ODD),
        (
            "mu Z. !(p && !(q || !Z))",
            22,
            ODD,
        ),
        ("mu Z. nu Y. Z && !Y", 19, ODD.replace("Z", "Y")),
        ("mu Z. (Z <-> p)", 8, "'Z' stands under '<->', so its fixed point need not exist"),
        ("<>Z", 3, "variable 'Z' is used outside a fixed point that binds it"),
        ("(mu Z1. p || <>Z1) && Z1", 23, "variable 'Z1' is used outside a fixed point that binds it"),
        ("Z1 && mu Z1. Z1", 7, "variable 'Z1' is used outside a fixed point that binds it"),
        ("mu 1. p", 4, "expected a variable after 'mu'"),
        ("mu Z p", 6, "expected '.' after the variable of 'mu'"),
    ],
)
def test_YAS_03_refused(text: str, column: int, message: str) -> None:
    """Formulas that are not monotone or not closed are refused at the variable."""
    with pytest.raises(SourceError) as refused:
        parse_mu(text)
    error = refused.value
    assert (error.file, error.line, error.column, error.message) == ("property", 1, column, message)


@pytest.mark.parametrize("text", ["mu Z. !!Z", "mu Z. !(!Z && p)", "nu Z. !(Z => p) && Z", "(mu Z. Z) <-> p"])
def test_YAS_03_even_numbers_of_negations_are_accepted(text: str) -> None:
    """Negations are counted between a variable and its binder only."""
    assert str(parse_mu(text)) == str(parse_mu(str(parse_mu(text))))


def test_YAS_03_normal_forms() -> None:
    """Box and greatest fixed point are duals of diamond and least fixed point."""
    assert str(positive_normal_form(parse_mu("!nu Z. p && []Z"))) == "mu Z. !p || <>Z"
    assert str(positive_normal_form(parse_mu("!mu Z. !(!Z || p)"))) == "nu Z. Z || p"
    assert str(core_form(parse_mu("[]p"))) == "!<>!p"
    assert str(core_form(parse_mu("nu Z. p && []Z"))) == "!(mu Z. !(p && !<>Z))"
    assert str(core_form(parse_mu("p || q"))) == "!(!p && !q)"


def test_YAS_03_values_on_a_structure() -> None:
    """Least and greatest fixed points differ where only an endless path keeps a formula alive."""
    p = parse_mu("p")
    assert isinstance(p, Proposition)
    structure = Kripke((frozenset(), frozenset({p.atom}), frozenset()), ((0, 1), (2,), ()))
    expected = {
        "mu Z. Z": set(), "nu Z. Z": {0, 1, 2}, "mu Z. p || <>Z": {0, 1}, "mu Z. p || []Z": {1},
        "nu Z. !p && <>Z": {0, 2}, "nu Z. mu Y. (p && <>Z) || <>Y": set(),
        "nu Z. mu Y. (!p && <>Z) || <>Y": {0, 1, 2}, "<>p && !<>!p": set(),
    }  # fmt: skip
    for text, states in expected.items():
        assert mu_states(structure, parse_mu(text)) == states, text


def test_a_formula_that_is_not_monotone_is_our_mistake() -> None:
    """The evaluator does not loop on a formula that the parser would have refused."""
    with pytest.raises(InternalError, match="monotone"):
        mu_states(Kripke((frozenset(),), ((0,),)), Least("Z", Not(Variable("Z"))))


def test_shape_of_a_formula() -> None:
    """Atoms are found in order, and modalities are noticed."""
    assert [str(atom) for atom in atoms_of(parse_mu("mu Z. b && a || <>Z"))] == ["a", "b"]
    assert has_modality(parse_mu("mu Z. p || <>Z"))
    assert not has_modality(parse_mu("mu Z. p || Z"))


def test_depth_is_no_problem() -> None:
    """A formula with five thousand nested modalities and binders is parsed, normalised and evaluated."""
    depth = 5_000
    formula = parse_mu("mu Z. " * depth + "!" * (2 * depth) + "<>" * depth + "p")
    structure = Kripke((frozenset(),), ((0,),))
    assert mu_states(structure, positive_normal_form(formula)) == frozenset()
