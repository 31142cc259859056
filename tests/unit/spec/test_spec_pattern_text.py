"""Patterns as text: sentences, functional notation, refusals, and the page that documents them."""

from __future__ import annotations

import pytest
from spec_tables import DOCUMENT, with_tables

from linear_time import find_difference, stuttered
from vexil.core.errors import LimitReached, SourceError
from vexil.spec.lasso import holds
from vexil.spec.ltl import parse_ltl
from vexil.spec.pattern_sentences import parse_pattern
from vexil.spec.patterns import Pattern, PatternProperty, Scope


@pytest.mark.parametrize(
    ("text", "pattern", "scope", "arguments", "bound"),
    [
        ("{P} is absent globally", Pattern.ABSENCE, Scope.GLOBALLY, "P", 2),
        ("{P} is absent between {Q} and {R}", Pattern.ABSENCE, Scope.BETWEEN, "P Q 'R'", 2),
        ("response(F, G) between(Q, R)", Pattern.RESPONSE, Scope.BETWEEN, "'F' 'G' Q 'R'", 2),
        ("{P} exists before {a}", Pattern.EXISTENCE, Scope.BEFORE, "P a", 2),
        ("{P} is universal after {Q}", Pattern.UNIVERSALITY, Scope.AFTER, "P Q", 2),
        ("{P} occurs at most 1 time globally", Pattern.BOUNDED_EXISTENCE, Scope.GLOBALLY, "P", 1),
        ("{S} precedes {P} globally", Pattern.PRECEDENCE, Scope.GLOBALLY, "S P", 2),
        ("{S} responds to {P} after {Q} until {a}", Pattern.RESPONSE, Scope.AFTER_UNTIL, "P S Q a", 2),
        ("{S}, {T} precede {P} globally", Pattern.PRECEDENCE_CHAIN_2_1, Scope.GLOBALLY, "S T P", 2),
        ("{P} precedes {S}, {T} globally", Pattern.PRECEDENCE_CHAIN_1_2, Scope.GLOBALLY, "P S T", 2),
        ("{P} responds to {S}, {T} globally", Pattern.RESPONSE_CHAIN_2_1, Scope.GLOBALLY, "S T P", 2),
        ("{S}, {T} respond to {P} before {a}", Pattern.RESPONSE_CHAIN_1_2, Scope.BEFORE, "P S T a", 2),
        ("response(P, S) globally", Pattern.RESPONSE, Scope.GLOBALLY, "P S", 2),
        ("response(P, S) between(Q, a)", Pattern.RESPONSE, Scope.BETWEEN, "P S Q a", 2),
        ("response(P, S) after {Q} until {a}", Pattern.RESPONSE, Scope.AFTER_UNTIL, "P S Q a", 2),
        ("precedence(effect: S, cause: P) after_until(end: b, start: a)", Pattern.PRECEDENCE, Scope.AFTER_UNTIL,
         "P S a b", 2),
        ("bounded_existence(P, 4) globally", Pattern.BOUNDED_EXISTENCE, Scope.GLOBALLY, "P", 4),
        ("bounded_existence(P) before(a)", Pattern.BOUNDED_EXISTENCE, Scope.BEFORE, "P a", 2),
    ],
)  # fmt: skip
def test_PRP_08_sentences(text: str, pattern: Pattern, scope: Scope, arguments: str, bound: int) -> None:
    """A sentence and its functional form name pattern, scope and roles, and the sentence reads back."""
    asked = parse_pattern(text)
    assert (asked.pattern, asked.scope, asked.bound) == (pattern, scope, bound)
    assert [str(argument) for argument in asked.arguments] == arguments.split()
    assert parse_pattern(str(asked)) == asked


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("{P} is absent globally", "[]!P"),
        ("{P} exists globally", "<>P"),
        ("{P} is universal globally", "[]P"),
        ("{S} responds to {P} globally", "[](P => <>S)"),
        ("{P} precedes {S} globally", "[]!S || (!S U P)"),
        ("{P} is absent before {r}", "<>r => (!P U r)"),
        ("{P} exists before {r}", "!r W (P && !r)"),
        ("{P} exists between {q} and {r}", "[](q && !r => (!r W (P && !r)))"),
        ("{S} responds to {P} after {q}", "[](q => [](P => <>S))"),
    ],
)
def test_PRP_08_minimal_patterns(text: str, formula: str) -> None:
    """The patterns have the LTL meaning that is expected of them."""
    assert find_difference(parse_pattern(text).formula(), parse_ltl(formula)) is None


def test_PRP_08_power_is_a_response_under_an_assumption() -> None:
    """The power property is a global response, assuming that the program ends."""
    response = parse_pattern("{[end] && =(%(result,2),1)} responds to {[init] && =(%(m,2),1)} globally").formula()
    assert str(parse_ltl(f"<>[end] => {response}")) == (
        "<>[end] => []([init] && =(%(m,2),1) => <>([end] && =(%(result,2),1)))"
    )


def test_PRP_08_named_propositions() -> None:
    """Definitions name control points and data, and may build on each other."""
    asked = parse_pattern("let full = count == bound; let stuck = full && at(put); {stuck} is absent after {call(f)}")
    assert str(asked) == "{count == bound && at(put)} is absent after {call(f)}"


@pytest.mark.parametrize(
    ("text", "column", "message", "expected"),
    [
        ("{full(x)} exists globally", 2, "'full' is not a proposition", "at(l)"),
        ("{<>P} is absent globally", 2, "'<>' is a temporal operator, and here a state is described", "at(l)"),
        ("response(P) globally", 9, "response takes 2 propositions, not 1", "response(stimulus, response)"),
        ("response(P, S, T) globally", 9, "response takes 2 propositions, not 3", "response(stimulus, response)"),
        ("absence(P) between(Q)", 19, "between takes 2 propositions, not 1", "between(start, end)"),
        ("response(P, stimulus: Q) globally", 13, "response has no place for 'stimulus'", "stimulus, response"),
        ("respond(P, S) globally", 1, "there is no pattern 'respond'", "precedence_chain_1_2"),
        ("{P} is abset globally", 8, "this is no pattern", "{event} is absent"),
        ("{P} is", 7, "the sentence of the pattern is not complete", "{event} is universal"),
        ("{P} is absent", 14, "a pattern needs a scope", "globally or before {end}"),
        ("{P} is absent between {Q}", 26, "expected 'and'", "between {start} and {end}"),
        ("{P} is absent globally {Q}", 24, "the property goes on after its scope", "the end"),
        ("{P is absent globally", 4, "expected '}' after the proposition", "'}'"),
        ("[]P", 1, "a sentence consists of words and of propositions in braces", "{event} is absent"),
    ],
)
def test_PRP_08_refused(text: str, column: int, message: str, expected: str) -> None:
    """What is no pattern is refused at its place, and the message lists what there is."""
    with pytest.raises(SourceError) as refused:
        parse_pattern(text)
    error = refused.value
    assert (error.file, error.line, error.column, error.message) == ("property", 1, column, message)
    assert expected in error.expected


def test_a_pattern_as_a_sentence() -> None:
    """A program makes a pattern property from its propositions in the order of the roles."""
    asked = PatternProperty(Pattern.PRECEDENCE, Scope.GLOBALLY, parse_pattern("precedence(P, S) globally").arguments)
    assert str(asked) == "{P} precedes {S} globally"


def test_every_q_opens_a_segment() -> None:
    """A second Q while a segment is open asks again; Q and R together open none."""
    asked = parse_pattern("{p} exists between {q} and {r}").formula()
    letters = {str(atom.atom): atom.atom for atom in map(parse_ltl, "pqr")}  # type: ignore[union-attr]

    def verdict(word: str) -> bool:
        return holds(asked, stuttered([[letters[name] for name in state if name != "-"] for state in word.split()]))

    assert verdict("q p r")
    assert not verdict("q p q r")
    assert verdict("qr - r")
    assert verdict("q - -")
    assert not verdict("q pr")


def test_counting_is_limited() -> None:
    """Bounded existence beyond the limit ends with a reason, in automaton and formula alike."""
    asked = parse_pattern("{p} occurs at most 501 times globally")
    with pytest.raises(LimitReached, match="counts up to 500, not 501"):
        asked.definition()
    with pytest.raises(LimitReached, match="counts up to 500, not 501"):
        asked.formula()


def test_PRP_08_documented_tables_are_computed() -> None:
    """The tables of the documentation are what the code computes today."""
    page = DOCUMENT.read_text()
    assert page.count("<!-- end of ") == 3
    assert with_tables(page) == page
