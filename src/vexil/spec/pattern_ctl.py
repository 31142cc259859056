"""The CTL form of every pattern in every scope.

The CTL form is true in the states from which every path satisfies the LTL form. It lies in the deterministic
fragment of Maidl 2000: at every moment the propositions of the present state decide which operand of a
disjunction or of an until is to be followed. So whoever refutes the formula walks along a single path, and
that path violates the LTL formula that is left without the quantifiers; the tests check that the formula is
in the fragment, and that what is left is equivalent to the pattern. All forms are free of next operators.

Quantifying the operators of the LTL form one by one would not do: on a path that never comes to the end of a
scope nothing is asked, even where another path does come to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.spec.formulas import And, Boolean, Ctl, Finally, ForAll, Globally, Implies, Not, Or, Until, WeakUntil
from vexil.spec.pattern_monitors import Pattern, check_bound
from vexil.spec.pattern_scopes import Scope


@dataclass(frozen=True, slots=True)
class _Segment:
    """Universal operators for the segments from here up to but without the next ``end``.

    Without an end a segment is the rest of the path; ``must_end`` says that segments that no end closes do not count.
    """

    end: Boolean | None
    must_end: bool

    def observed(self, condition: Boolean) -> Ctl:
        """The condition holds here, or this is no segment that counts because the end is out of reach."""
        if self.end is None or not self.must_end:
            return condition
        return Or((condition, ForAll(Globally(Not(self.end)))))

    def always(self, formula: Ctl) -> Ctl:
        return ForAll(Globally(formula) if self.end is None else WeakUntil(formula, self.end))

    def unless(self, formula: Ctl, released: Ctl) -> Ctl:
        """The formula holds throughout, or up to a moment when *released* does."""
        return ForAll(WeakUntil(formula, released if self.end is None else Or((released, self.end))))

    def eventually(self, event: Boolean) -> Ctl:
        if self.end is None:
            return ForAll(Finally(event))
        return self._reach(Not(self.end), And((event, Not(self.end))))

    def first(self, event: Boolean, then: Ctl) -> Ctl:
        """The event happens, and *then* holds the first time it does."""
        if self.end is None:
            return self._reach(Not(event), And((event, then)))
        return self._reach(And((Not(event), Not(self.end))), And((event, Not(self.end), then)))

    def _reach(self, waiting: Boolean, goal: Ctl) -> Ctl:
        return ForAll(WeakUntil(waiting, goal) if self.must_end else Until(waiting, goal))


def pattern_ctl(pattern: Pattern, scope: Scope, arguments: Mapping[str, Boolean], bound: int = 2) -> Ctl:
    """The CTL form of a pattern in a scope, for the propositions that play the roles."""
    match scope:
        case Scope.GLOBALLY:
            return _within(pattern, arguments, bound, _Segment(None, must_end=False))
        case Scope.BEFORE:
            return _within(pattern, arguments, bound, _Segment(arguments["end"], must_end=True))
        case Scope.AFTER:
            start = arguments["start"]
            inside = _within(pattern, arguments, bound, _Segment(None, must_end=False))
            return ForAll(WeakUntil(Not(start), And((start, inside))))
        case Scope.BETWEEN | Scope.AFTER_UNTIL:
            start, end = arguments["start"], arguments["end"]
            inside = _within(pattern, arguments, bound, _Segment(end, must_end=scope is Scope.BETWEEN))
            return ForAll(Globally(Implies(And((start, Not(end))), inside)))


def _within(pattern: Pattern, arguments: Mapping[str, Boolean], bound: int, segment: _Segment) -> Ctl:
    """The pattern for the segments that start here."""
    roles = [arguments[role] for role in pattern.roles]
    always, eventually, unless, observed = segment.always, segment.eventually, segment.unless, segment.observed
    match pattern:
        case Pattern.ABSENCE:
            return always(observed(Not(roles[0])))
        case Pattern.UNIVERSALITY:
            return always(observed(roles[0]))
        case Pattern.EXISTENCE:
            return eventually(roles[0])
        case Pattern.BOUNDED_EXISTENCE:
            check_bound(bound)
            rest = always(observed(Not(roles[0])))
            for _ in range(bound):
                rest = always(Implies(roles[0], always(Implies(Not(roles[0]), rest))))
            return rest
        case Pattern.PRECEDENCE:
            cause, effect = roles
            return unless(observed(Not(effect)), cause)
        case Pattern.RESPONSE:
            stimulus, response = roles
            return always(Implies(stimulus, eventually(response)))
        case Pattern.PRECEDENCE_CHAIN_2_1:
            first, second, effect = roles
            absent = observed(Not(effect))
            return unless(And((absent, Not(first))), And((first, unless(absent, second))))
        case Pattern.PRECEDENCE_CHAIN_1_2:
            cause, first, second = roles
            return unless(Implies(first, always(observed(Not(second)))), cause)
        case Pattern.RESPONSE_CHAIN_2_1:
            first, second, response = roles
            return always(Implies(first, always(Implies(second, eventually(response)))))
        case Pattern.RESPONSE_CHAIN_1_2:
            stimulus, first, second = roles
            return always(Implies(stimulus, segment.first(first, eventually(second))))
