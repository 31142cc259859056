"""The LTL form of every pattern in every scope.

A pattern is written once, with operators that are relative to the segment a scope selects: *always*,
*eventually*, *unless* and *then* within the segment. All forms are free of next operators, so that repeating a
state never changes the answer. The tests prove each of them equal to the automaton that defines it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.spec.formulas import And, Boolean, Finally, Globally, Implies, Ltl, Not, Or, Until, WeakUntil
from vexil.spec.pattern_monitors import Pattern, check_bound
from vexil.spec.pattern_scopes import Scope


@dataclass(frozen=True, slots=True)
class _Segment:
    """Temporal operators for the segment from here up to but without the next ``end``.

    Without an end the segment is the rest of the word; ``must_end`` says that an end is known to come.
    """

    end: Boolean | None
    must_end: bool

    def always(self, formula: Ltl) -> Ltl:
        if self.end is None:
            return Globally(formula)
        return Until(formula, self.end) if self.must_end else WeakUntil(formula, self.end)

    def then(self, formula: Ltl, rest: Ltl) -> Ltl:
        """The formula holds up to a moment from which *rest*, itself about the segment, describes what follows."""
        return Until(formula, rest) if self.must_end else WeakUntil(formula, rest)

    def unless(self, formula: Ltl, released: Ltl) -> Ltl:
        """The formula holds throughout, or up to a moment when *released* does."""
        return self.then(formula, released if self.end is None else Or((released, self.end)))

    def eventually(self, formula: Ltl) -> Ltl:
        if self.end is None:
            return Finally(formula)
        return Until(Not(self.end), And((formula, Not(self.end))))


def pattern_formula(pattern: Pattern, scope: Scope, arguments: Mapping[str, Boolean], bound: int = 2) -> Ltl:
    """The LTL form of a pattern in a scope, for the propositions that play the roles."""
    match scope:
        case Scope.GLOBALLY:
            return _within(pattern, arguments, bound, _Segment(None, must_end=False))
        case Scope.BEFORE:
            end = arguments["end"]
            return Implies(Finally(end), _within(pattern, arguments, bound, _Segment(end, must_end=True)))
        case Scope.AFTER:
            start = arguments["start"]
            inside = _within(pattern, arguments, bound, _Segment(None, must_end=False))
            return WeakUntil(Not(start), And((start, inside)))
        case Scope.BETWEEN:
            start, end = arguments["start"], arguments["end"]
            inside = _within(pattern, arguments, bound, _Segment(end, must_end=True))
            return Globally(Implies(And((start, Not(end), Finally(end))), inside))
        case Scope.AFTER_UNTIL:
            start, end = arguments["start"], arguments["end"]
            inside = _within(pattern, arguments, bound, _Segment(end, must_end=False))
            return Globally(Implies(And((start, Not(end))), inside))


def _within(pattern: Pattern, arguments: Mapping[str, Boolean], bound: int, segment: _Segment) -> Ltl:
    """The pattern for the segment that starts here."""
    roles = [arguments[role] for role in pattern.roles]
    always, eventually, then, unless = segment.always, segment.eventually, segment.then, segment.unless
    match pattern:
        case Pattern.ABSENCE:
            return always(Not(roles[0]))
        case Pattern.UNIVERSALITY:
            return always(roles[0])
        case Pattern.EXISTENCE:
            return eventually(roles[0])
        case Pattern.BOUNDED_EXISTENCE:
            check_bound(bound)
            rest = always(Not(roles[0]))
            for _ in range(bound):
                rest = then(Not(roles[0]), then(roles[0], rest))
            return rest
        case Pattern.PRECEDENCE:
            cause, effect = roles
            return unless(Not(effect), cause)
        case Pattern.RESPONSE:
            stimulus, response = roles
            return always(Implies(stimulus, eventually(response)))
        case Pattern.PRECEDENCE_CHAIN_2_1:
            first, second, effect = roles
            return unless(Not(effect), And((first, unless(Not(effect), second))))
        case Pattern.PRECEDENCE_CHAIN_1_2:
            cause, first, second = roles
            return then(Not(first), Or((cause, always(Not(second)))))
        case Pattern.RESPONSE_CHAIN_2_1:
            first, second, response = roles
            return always(Implies(first, always(Implies(second, eventually(response)))))
        case Pattern.RESPONSE_CHAIN_1_2:
            stimulus, first, second = roles
            return always(Implies(stimulus, eventually(And((first, eventually(second))))))
