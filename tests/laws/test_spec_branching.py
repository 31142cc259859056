"""Laws of CTL and the mu-calculus on random structures."""

from __future__ import annotations

from hypothesis import given
from test_spec_formulas import THRIFTY

from kripke import Kripke, single_path
from kripke_ctl import ctl_states
from kripke_mu import mu_states
from linear_time import linear_form
from mu_core import core_form
from strategies.formulas import LETTERS, ctl_formulas, lassos, mu_formulas, propositions
from strategies.structures import structures
from vexil.spec.ctl import parse_ctl
from vexil.spec.formulas import (
    And,
    Ctl,
    Diamond,
    Equivalent,
    Implies,
    Least,
    Mu,
    Not,
    Proposition,
    Variable,
)
from vexil.spec.lasso import Lasso, holds
from vexil.spec.mu import ctl_to_mu, parse_mu, positive_normal_form
from vexil.spec.nodes import postorder


@given(ctl_formulas(), structures(LETTERS))
@THRIFTY
def test_YAS_04_ctl_equals_its_translation(formula: Ctl, structure: Kripke) -> None:
    """Graph algorithms and the fixed points of the translation find the same states."""
    assert ctl_states(structure, formula) == mu_states(structure, ctl_to_mu(formula))


@given(ctl_formulas(), lassos())
@THRIFTY
def test_YAS_04_on_a_single_path_ctl_is_ltl(formula: Ctl, word: Lasso) -> None:
    """Where there is one path, quantifiers do not matter and CTL has the value of LTL."""
    assert (0 in ctl_states(single_path(word), formula)) == holds(linear_form(formula), word)


@given(ctl_formulas(propositions("p", "[n]", "x < 1", "'AG'", "'Z' == Z1")))
@THRIFTY
def test_YAS_04_text_reads_back(formula: Ctl) -> None:
    """Parsing the text of a CTL formula gives the same formula."""
    assert parse_ctl(str(formula)) == formula


@given(ctl_formulas(propositions("p", "'Z'", "Z1", "[n]")))
@THRIFTY
def test_YAS_04_translation_captures_no_name(formula: Ctl) -> None:
    """The translation is a closed formula of the mu-calculus whose text reads back as itself."""
    translated = ctl_to_mu(formula)
    assert parse_mu(str(translated)) == translated


@given(mu_formulas())
@THRIFTY
def test_YAS_03_text_reads_back(formula: Mu) -> None:
    """A monotone, closed formula is accepted, and parsing its text gives the same formula."""
    assert parse_mu(str(formula)) == formula


@given(mu_formulas(), structures(LETTERS))
@THRIFTY
def test_YAS_03_normal_forms_keep_the_meaning(formula: Mu, structure: Kripke) -> None:
    """Positive normal form, dual and core form find the same states as the formula."""
    expected = mu_states(structure, formula)
    assert mu_states(structure, positive_normal_form(formula)) == expected
    assert mu_states(structure, core_form(formula)) == expected
    opposite = positive_normal_form(Not(formula))
    assert mu_states(structure, opposite) == frozenset(range(len(structure.labels))) - expected


@given(mu_formulas())
@THRIFTY
def test_YAS_03_normal_forms_have_their_shape(formula: Mu) -> None:
    """Negations stand at atoms in positive normal form; the core has only ``!``, ``&&``, ``<>`` and ``mu``."""
    for part in postorder(positive_normal_form(formula)):
        assert not isinstance(part, Implies | Equivalent)
        assert not isinstance(part, Not) or isinstance(part.operand, Proposition)
    for part in postorder(core_form(formula)):
        assert isinstance(part, Not | And | Diamond | Least | Variable | Proposition)
