"""The two theorems about leaps (Ball, Kupferman and Sagiv 2007, section 3), condition by condition.

For an abstract state *a* with an entry port *e* and an exit port *x*, both inside of *a*:

* Theorem 1. If (1) *a* is finite, (2) every state of *a* outside of *x* has at most one successor in *a*, and
  (3) every state of *a* outside of *e* has a predecessor in *a* outside of *x*, then every state of *x* is reached from
  one of *e*.
* Theorem 2. If (1) *a* is finite, (2) every state of *a* outside of *e* has at most one predecessor in *a*, and
  (3) every state of *a* outside of *x* has a successor in *a* outside of *e*, then every state of *e* reaches one of
  *x*.

(2) is asked of states and not of statements: two statements that lead to the same state are one successor, and one
statement that is not injective gives a state several predecessors.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vexil.engines.leap.finiteness import finiteness
from vexil.engines.leap.queries import HOLDS, Finding, Queries, Status
from vexil.engines.leap.system import Transition
from vexil.engines.leap.zones import Zone, without
from vexil.logic.terms import Term


@dataclass(frozen=True, slots=True)
class Theorem:
    """What became of the conditions of a theorem."""

    number: int
    finite: Finding
    determinism: Finding
    progress: Finding

    @property
    def conditions(self) -> tuple[Finding, Finding, Finding]:
        """The three conditions in order."""
        return self.finite, self.determinism, self.progress

    @property
    def holds(self) -> bool:
        """Say whether the theorem applies."""
        return all(finding.holds for finding in self.conditions)


def backward(queries: Queries, state: Zone, entry: Zone, leaving: Zone) -> Theorem:
    """Theorem 1: every state of the exit port is reached from the entry port."""
    terms = queries.terms
    inside = without(terms, state, leaving)
    return Theorem(
        1,
        finiteness(queries, state),
        _one_successor(queries, state, inside),
        queries.must_minus(inside, without(terms, state, entry)),
    )


def forward(queries: Queries, state: Zone, entry: Zone, leaving: Zone) -> Theorem:
    """Theorem 2: every state of the entry port reaches the exit port."""
    terms = queries.terms
    rest = without(terms, state, entry)
    return Theorem(
        2,
        finiteness(queries, state),
        _one_predecessor(queries, state, rest),
        queries.must_plus(without(terms, state, leaving), rest),
    )


def _one_successor(queries: Queries, state: Zone, inside: Zone) -> Finding:
    """No state inside has two different successors in the abstract state."""
    terms, system = queries.terms, queries.system
    for place in inside:
        ways = [way for way in system.transitions(place) if way.target in state.parts]
        for number, one in enumerate(ways):
            for two in ways[number:]:
                renamed = {symbol: terms.symbol(f"{symbol.payload} other", symbol.sort) for symbol in two.inputs}
                if one is two and not one.inputs:
                    continue
                differ = terms.true if one.target != two.target else _differ(queries, one, two, renamed)
                found = _pair(
                    queries,
                    place,
                    inside.parts[place],
                    system.behind(one, state),
                    terms.substitute(system.behind(two, state), renamed),
                    differ,
                )
                if not found.holds:
                    return found
    return HOLDS


def _differ(queries: Queries, one: Transition, two: Transition, renamed: dict[Term, Term]) -> Term:
    """That two transitions from one state lead to different ones."""
    terms = queries.terms
    return terms.disjunction(
        terms.distinct(one.after.get(symbol, symbol), terms.substitute(two.after.get(symbol, symbol), renamed))
        for symbol in queries.system.tracked_at(one.target)
    )


def _pair(queries: Queries, place: int, *conjuncts: Term) -> Finding:
    answer = queries.satisfied(*conjuncts)
    if answer is False:
        return HOLDS
    if answer is None:
        return Finding(Status.UNKNOWN, "the solver gave up")
    return Finding(Status.FAILS, "two successors in the state", queries.witness(place))


def _one_predecessor(queries: Queries, state: Zone, rest: Zone) -> Finding:
    """No state of the rest has two different predecessors in the abstract state."""
    terms, system = queries.terms, queries.system
    for place in rest:
        ways = [way for way in system.into([place]) if way.source in state.parts]
        for number, one in enumerate(ways):
            for two in ways[number:]:
                renamed = system.copy(" other", two)
                same = [
                    terms.eq(one.after.get(symbol, symbol), terms.substitute(two.after.get(symbol, symbol), renamed))
                    for symbol in system.tracked_at(place)
                ]
                differ = (
                    terms.true
                    if one.source != two.source
                    else terms.disjunction(
                        terms.distinct(symbol, renamed[symbol]) for symbol in system.tracked_at(one.source)
                    )
                )
                answer = queries.satisfied(
                    state.parts[one.source],
                    system.behind(one, rest),
                    terms.substitute(terms.and_(state.parts[two.source], two.guard), renamed),
                    *same,
                    differ,
                )
                if answer is None:
                    return Finding(Status.UNKNOWN, "the solver gave up")
                if answer:
                    first, second = queries.witness(one.source), queries.witness(two.source, renamed)
                    return Finding(Status.FAILS, "two predecessors of one state", replace(first, other=second))
    return HOLDS
