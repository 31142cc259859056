"""Which reductions keep the answer to which property, and which are refused.

Dead variables and the numbers of threads make classes of states that behave alike, which keeps everything that is not
about those numbers. A reduction that leaves out orders of independent steps, or the states between steps that nobody
sees, keeps deadlocks, violations, data races where every access is compared with those that are next, and what formulas
without a next-step operator say about visible steps (Peled 1994; Kurshan et al. 1998). Weak fairness is about single
threads: it knows their numbers and each of their steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from vexil.core.errors import UsageError
from vexil.model.search_options import ExplicitOptions, Reduction
from vexil.spec.property import Kind, Property


class Query(StrEnum):
    """What a search is asked, as far as it matters to reductions."""

    CHECKS = "assertions and other checks"
    DEADLOCK = "deadlock"
    EXCEPTION = "exceptions"
    RACE = "races"
    RUNS = "LTL without next, termination"
    NEXT = "LTL with next"
    FAIR = "fairness"
    CHOOSE_FREE = "choose-free search"
    BOUNDS = "bounds hit"


_ALIKE = frozenset({Reduction.DEAD, Reduction.SYMMETRY})
_ALL = frozenset(Reduction)

SOUND: Mapping[Query, frozenset[Reduction]] = {
    Query.CHECKS: _ALL,
    Query.DEADLOCK: _ALL,
    Query.EXCEPTION: _ALL,
    Query.RACE: _ALL,
    Query.RUNS: _ALL,
    Query.NEXT: _ALIKE,
    Query.FAIR: frozenset({Reduction.DEAD}),
    Query.CHOOSE_FREE: _ALL,
    Query.BOUNDS: _ALL,
}
"""For everything that may be asked the reductions that keep the answer; of several things all have to allow one."""

WHY: Mapping[Query, str] = {
    Query.NEXT: "it changes how many steps lie between two states",
    Query.FAIR: "fairness is about each thread and each of its steps",
}
"""Why the other reductions are refused."""


def queries_of(asked: Property, searching: ExplicitOptions) -> frozenset[Query]:
    """Everything that a search for a property is asked."""
    aspects = {_of_property(asked), Query.BOUNDS}
    if searching.fair:
        aspects.add(Query.FAIR)
    if searching.feasible:
        aspects.add(Query.CHOOSE_FREE)
    return frozenset(aspects)


def _of_property(asked: Property) -> Query:
    match asked.kind:
        case Kind.DEADLOCK:
            return Query.DEADLOCK
        case Kind.EXCEPTION:
            return Query.EXCEPTION
        case Kind.RACE:
            return Query.RACE
        case Kind.TERMINATION:
            return Query.RUNS
        case Kind.LTL | Kind.PATTERN | Kind.CTL | Kind.MU:
            from vexil.spec.ltl import is_next_free

            is_linear = asked.kind in (Kind.LTL, Kind.PATTERN)
            return Query.RUNS if is_linear and is_next_free(asked.linear_formula()) else Query.NEXT
        case _:
            return Query.CHECKS


def usable(asked: Property, searching: ExplicitOptions) -> frozenset[Reduction]:
    """The reductions to use; raises `UsageError` for one that somebody wants and that would not keep the answer."""
    reasons = sorted(queries_of(asked, searching))
    sound = frozenset.intersection(*(SOUND[reason] for reason in reasons))
    wanted = searching.reductions
    if wanted is None:
        return sound
    for reduction in sorted(wanted - sound):
        reason = next(reason for reason in reasons if reduction not in SOUND[reason])
        raise UsageError(
            f"the reduction {reduction.value} does not keep the answer about {reason.value}: {WHY[reason]}",
            hint="leave it out of --reduce, or use --reduce auto",
        )
    return wanted
