"""Laws of CTL and the mu-calculus on random structures."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from test_spec_formulas import LETTERS, THRIFTY, lassos, propositions

from kripke import Kripke, single_path
from kripke_ctl import ctl_states
from kripke_mu import mu_states
from linear_time import linear_form
from mu_core import core_form
from vexil.spec.ctl import parse_ctl
from vexil.spec.formulas import (
    FALSE,
    TRUE,
    And,
    Box,
    Ctl,
    Diamond,
    Equivalent,
    Exists,
    Finally,
    ForAll,
    Globally,
    Greatest,
    Implies,
    Least,
    Mu,
    Next,
    Not,
    Or,
    Proposition,
    Release,
    Until,
    Variable,
    WeakUntil,
)
from vexil.spec.lasso import Lasso, holds
from vexil.spec.mu import ctl_to_mu, parse_mu, positive_normal_form
from vexil.spec.nodes import postorder


def ctl_formulas(leaves: list[Proposition] = LETTERS) -> st.SearchStrategy[Ctl]:
    """Random CTL formulas with every operator."""

    def extended(inner: st.SearchStrategy[Ctl]) -> st.SearchStrategy[Ctl]:
        pairs = st.tuples(inner, inner)
        paths = st.one_of(
            *(inner.map(operator) for operator in (Next, Globally, Finally)),
            *(pairs.map(lambda pair, operator=operator: operator(*pair)) for operator in (Until, WeakUntil, Release)),
        )
        return st.one_of(
            inner.map(Not),
            pairs.map(And),
            pairs.map(Or),
            pairs.map(lambda pair: Implies(*pair)),
            pairs.map(lambda pair: Equivalent(*pair)),
            paths.map(ForAll),
            paths.map(Exists),
        )

    return st.recursive(st.sampled_from([*leaves, TRUE, FALSE]), extended, max_leaves=6)


@st.composite
def mu_formulas(draw: st.DrawFn) -> Mu:
    """Random closed formulas in which variables stand under an even number of negations."""

    def formula(depth: int, positive: tuple[str, ...], negative: tuple[str, ...]) -> Mu:
        kinds = ["atom", "variable"] if depth == 0 else ["atom", "variable", "not", "and", "or", "implies"]
        kinds += ["diamond", "box", "least", "greatest"] if depth else []
        match draw(st.sampled_from(kinds)):
            case "variable" if positive:
                return Variable(draw(st.sampled_from(positive)))
            case "not":
                return Not(formula(depth - 1, negative, positive))
            case "and":
                return And((formula(depth - 1, positive, negative), formula(depth - 1, positive, negative)))
            case "or":
                return Or((formula(depth - 1, positive, negative), formula(depth - 1, positive, negative)))
            case "implies":
                return Implies(formula(depth - 1, negative, positive), formula(depth - 1, positive, negative))
            case "diamond":
                return Diamond(formula(depth - 1, positive, negative))
            case "box":
                return Box(formula(depth - 1, positive, negative))
            case ("least" | "greatest") as kind:
                name = draw(st.sampled_from(["Z", "Y", "Z1"]))
                body = formula(
                    depth - 1,
                    (*(other for other in positive if other != name), name),
                    tuple(other for other in negative if other != name),
                )
                return Least(name, body) if kind == "least" else Greatest(name, body)
            case _:
                return draw(st.sampled_from(LETTERS))

    return formula(draw(st.integers(1, 5)), (), ())


@st.composite
def structures(draw: st.DrawFn) -> Kripke:
    """Random structures of up to five states; some states have no successor of their own."""
    count = draw(st.integers(1, 5))
    label = st.frozensets(st.sampled_from([leaf.atom for leaf in LETTERS]))
    targets = st.lists(st.integers(0, count - 1), max_size=3, unique=True).map(tuple)
    labels = draw(st.lists(label, min_size=count, max_size=count))
    return Kripke(tuple(labels), tuple(draw(targets) for _ in range(count)))


@given(ctl_formulas(), structures())
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


@given(mu_formulas(), structures())
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
