"""Laws of the patterns: automaton, LTL form and a definition by quantifiers over positions say the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_spec_formulas import THRIFTY

from strategies.formulas import lassos, propositions
from vexil.spec.buchi_product import find_word, is_safety
from vexil.spec.buchi_translate import to_buchi
from vexil.spec.formulas import And, Not, Or, Proposition
from vexil.spec.lasso import Lasso, Letter, holds
from vexil.spec.ltl import is_next_free
from vexil.spec.pattern_automata import satisfying, violating
from vexil.spec.pattern_monitors import monitor
from vexil.spec.pattern_scopes import Deterministic
from vexil.spec.patterns import Pattern, PatternProperty, Scope

NAMES = propositions("p", "q", "r", "s", "t")
P, Q, R, S, T = NAMES
CASES = [(pattern, scope) for pattern in Pattern for scope in Scope]
BOUNDS = {Pattern.BOUNDED_EXISTENCE: (0, 1, 2, 3)}


def instance(pattern: Pattern, scope: Scope, bound: int = 2) -> PatternProperty:
    """The pattern with one letter for each role: p, s, t for the pattern and q, r for the scope."""
    delimiters = {"start": Q, "end": R}
    roles = ([P, S, T][: len(pattern.roles)], [delimiters[role] for role in scope.roles])
    return PatternProperty(pattern, scope, (*roles[0], *roles[1]), bound)


@pytest.mark.parametrize(("pattern", "scope"), CASES)
def test_PRP_08_formula_equals_automaton(pattern: Pattern, scope: Scope) -> None:
    """No word is accepted by the defining automaton and not by the LTL form, or the other way round."""
    for bound in BOUNDS.get(pattern, (2,)):
        asked = instance(pattern, scope, bound)
        formula = asked.formula()
        assert find_word([asked.automaton(), to_buchi(Not(formula))]) is None
        assert find_word([asked.violations(), to_buchi(formula)]) is None
        assert find_word([asked.automaton(), asked.violations()]) is None


@pytest.mark.parametrize(("pattern", "scope"), CASES)
def test_PRP_08_forms_are_next_free(pattern: Pattern, scope: Scope) -> None:
    """No pattern counts steps."""
    assert is_next_free(instance(pattern, scope).formula())


@dataclass(frozen=True)
class Segment:
    """Positions of a segment; an endless one has a loop of positions at its end."""

    letters: tuple[Letter, ...]
    loop: tuple[Letter, ...] = ()

    def where(self, event: Proposition) -> list[int]:
        return [i for i, letter in enumerate(self.letters + self.loop) if event.atom in letter]

    def no_earlier(self, first: int, second: int) -> bool:
        """Say whether some visit of *second* is at or after one of *first*."""
        return second >= first or (second >= len(self.letters) and bool(self.loop))

    def blocks(self, event: Proposition, enough: int) -> int:
        """How many maximal blocks the event has, counted up to *enough*."""
        holding = [event.atom in letter for letter in self.letters + self.loop * (enough + 2)]
        return sum(now and not before for before, now in zip([False, *holding], holding, strict=False))


def segments(scope: Scope, word: Lasso) -> list[Segment]:
    """The segments that a scope selects."""
    letters = word.letters

    def suffix(start: int) -> Segment:
        turn = max(0, start - len(word.stem))
        return Segment(word.stem[start:], word.loop[turn:] + word.loop[:turn])

    def closed(start: int) -> Segment | None:
        found, position = [], start
        for _ in range(2 * len(letters)):
            if R.atom in letters[position]:
                return Segment(tuple(found))
            found.append(letters[position])
            position = word.following(position)
        return None

    if scope is Scope.GLOBALLY:
        return [suffix(0)]
    if scope is Scope.BEFORE:
        return [segment for segment in [closed(0)] if segment is not None]
    starts = [i for i, letter in enumerate(letters) if Q.atom in letter]
    if scope is Scope.AFTER:
        return [suffix(start) for start in starts[:1]]
    opened = [(start, closed(start)) for start in starts if R.atom not in letters[start]]
    if scope is Scope.BETWEEN:
        return [segment for _, segment in opened if segment is not None]
    return [suffix(start) if segment is None else segment for start, segment in opened]


def _response_chain_1_2(x: Segment) -> bool:
    return all(
        any(x.no_earlier(i, j) and x.no_earlier(j, k) for j in x.where(S) for k in x.where(T)) for i in x.where(P)
    )


# Positions in a loop are visited again and again; "before" is about first visits, "after" about any visit.
DEFINITIONS: dict[Pattern, Callable[[Segment], bool]] = {
    Pattern.ABSENCE: lambda x: not x.where(P),
    Pattern.UNIVERSALITY: lambda x: len(x.where(P)) == len(x.letters + x.loop),
    Pattern.EXISTENCE: lambda x: bool(x.where(P)),
    Pattern.BOUNDED_EXISTENCE: lambda x: x.blocks(P, 2) <= 2,
    Pattern.PRECEDENCE: lambda x: all(any(i <= k for i in x.where(P)) for k in x.where(S)),
    Pattern.RESPONSE: lambda x: all(any(x.no_earlier(i, k) for k in x.where(S)) for i in x.where(P)),
    Pattern.PRECEDENCE_CHAIN_2_1: lambda x: all(
        any(i <= j <= k for i in x.where(P) for j in x.where(S)) for k in x.where(T)
    ),
    Pattern.PRECEDENCE_CHAIN_1_2: lambda x: all(
        any(i <= j for i in x.where(P)) for j in x.where(S) if any(x.no_earlier(j, k) for k in x.where(T))
    ),
    Pattern.RESPONSE_CHAIN_2_1: lambda x: all(
        any(x.no_earlier(j, k) for k in x.where(T)) for i in x.where(P) for j in x.where(S) if x.no_earlier(i, j)
    ),
    Pattern.RESPONSE_CHAIN_1_2: _response_chain_1_2,
}


@given(st.sampled_from(CASES), lassos(NAMES))
@settings(max_examples=800, deadline=None, derandomize=True)
def test_PRP_08_formula_equals_definition(case: tuple[Pattern, Scope], word: Lasso) -> None:
    """The LTL form is true of a word when every segment of the scope satisfies the definition."""
    pattern, scope = case
    expected = all(DEFINITIONS[pattern](segment) for segment in segments(scope, word))
    assert holds(instance(pattern, scope).formula(), word) == expected


@given(st.sampled_from(CASES), lassos(NAMES))
@THRIFTY
def test_PRP_08_automata_of_composed_propositions(case: tuple[Pattern, Scope], word: Lasso) -> None:
    """With combinations of atoms in the roles, automaton and violations still split all words."""
    pattern, scope = case
    roles = [Or((P, And((Q, Not(S))))), Not(And((P, T))), And((R, S))][: len(pattern.roles)]
    delimiters = {"start": Or((Q, T)), "end": And((R, Not(P)))}
    asked = PatternProperty(pattern, scope, (*roles, *(delimiters[role] for role in scope.roles)))
    expected = holds(asked.formula(), word)
    assert asked.automaton().accepts(word) == expected
    assert asked.violations().accepts(word) != expected


@pytest.mark.parametrize("pattern", list(Pattern))
def test_monitor_states_are_ordered(pattern: Pattern) -> None:
    """What an earlier state of a monitor still allows is allowed by every later one."""
    watcher = monitor(pattern)
    arguments = dict(zip(pattern.roles, NAMES, strict=False))
    letters = [
        frozenset(r for b, r in enumerate(pattern.roles) if mask >> b & 1) for mask in range(1 << len(pattern.roles))
    ]

    def from_state(start: str) -> Deterministic:
        order = [start, *(state for state in watcher.states if state != start)]
        table = tuple(tuple(order.index(watcher.step(s, letter)) for letter in letters) for s in order)
        accepting = frozenset(order.index(state) for state in watcher.recurrent)
        return Deterministic(pattern.roles, tuple(order), table, accepting)

    for stricter, laxer in zip(watcher.states, watcher.states[1:], strict=False):
        both = [satisfying(from_state(stricter), arguments), violating(from_state(laxer), arguments)]
        assert find_word(both) is None
        pairs = [(stricter, laxer)]
        for first, second in pairs:
            assert first not in watcher.complete or second in watcher.complete
            after = [(watcher.step(first, letter), watcher.step(second, letter)) for letter in letters]
            pairs.extend(pair for pair in dict.fromkeys(after) if pair not in pairs)


def test_PRP_07_safety_of_patterns() -> None:
    """Existence and response patterns in endless scopes are live; every other pattern is a safety property."""
    live = {Pattern.EXISTENCE, Pattern.RESPONSE, Pattern.RESPONSE_CHAIN_1_2, Pattern.RESPONSE_CHAIN_2_1}
    endless = {Scope.GLOBALLY, Scope.AFTER, Scope.AFTER_UNTIL}
    for pattern, scope in CASES:
        assert is_safety(instance(pattern, scope).formula()) != (pattern in live and scope in endless)
