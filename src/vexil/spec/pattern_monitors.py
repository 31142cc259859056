"""The specification patterns of Dwyer, Avrunin and Corbett 1999, each defined by one small automaton.

A monitor watches one segment of a run, state by state, and says whether the pattern holds there: a finite
segment must end in a ``complete`` state, an infinite one must visit ``recurrent`` states again and again.
The states are listed from the one that allows least to the one that allows most, so that of two watchers
of overlapping segments only the stricter one need be remembered. Which propositions hold in a program
state, under the names of their roles, is all that a monitor sees; two roles may hold in the same state, and
then "followed by" and "preceded by" include that state.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from vexil.core.errors import LimitReached


class Pattern(Enum):
    """The patterns; the value is the name used in the functional notation."""

    ABSENCE = "absence"
    UNIVERSALITY = "universality"
    EXISTENCE = "existence"
    BOUNDED_EXISTENCE = "bounded_existence"
    PRECEDENCE = "precedence"
    RESPONSE = "response"
    PRECEDENCE_CHAIN_2_1 = "precedence_chain_2_1"
    PRECEDENCE_CHAIN_1_2 = "precedence_chain_1_2"
    RESPONSE_CHAIN_2_1 = "response_chain_2_1"
    RESPONSE_CHAIN_1_2 = "response_chain_1_2"

    @property
    def roles(self) -> tuple[str, ...]:
        """The propositions a pattern speaks about, in the order in which they happen."""
        return _ROLES[self]


_ROLES: Mapping[Pattern, tuple[str, ...]] = {
    Pattern.ABSENCE: ("event",),
    Pattern.UNIVERSALITY: ("event",),
    Pattern.EXISTENCE: ("event",),
    Pattern.BOUNDED_EXISTENCE: ("event",),
    Pattern.PRECEDENCE: ("cause", "effect"),
    Pattern.RESPONSE: ("stimulus", "response"),
    Pattern.PRECEDENCE_CHAIN_2_1: ("first", "second", "effect"),
    Pattern.PRECEDENCE_CHAIN_1_2: ("cause", "first", "second"),
    Pattern.RESPONSE_CHAIN_2_1: ("first", "second", "response"),
    Pattern.RESPONSE_CHAIN_1_2: ("stimulus", "first", "second"),
}

BOUND_LIMIT = 500
"""Bounded existence counts up to this number."""

Rule: TypeAlias = tuple[str, str]
"""A condition (roles that hold, and with ``!`` roles that do not) and the state it leads to."""


@dataclass(frozen=True, slots=True)
class Monitor:
    """A deterministic automaton over segments; the first rule that applies decides, otherwise it stays."""

    rules: Mapping[str, tuple[Rule, ...]]
    initial: str
    complete: frozenset[str]
    recurrent: frozenset[str]

    @property
    def states(self) -> tuple[str, ...]:
        """All states, the strictest first."""
        return tuple(self.rules)

    def step(self, state: str, present: Set[str]) -> str:
        """The state after a program state in which the roles *present* hold."""
        for condition, target in self.rules[state]:
            if all((role[1:] not in present) if role[0] == "!" else (role in present) for role in condition.split()):
                return target
        return state

    def stricter(self, first: str, second: str) -> str:
        """The one of two states that allows less."""
        return min(first, second, key=self.states.index)


def monitor(pattern: Pattern, bound: int = 2) -> Monitor:
    """The automaton that defines a pattern; *bound* is for bounded existence."""
    match pattern:
        case Pattern.ABSENCE:
            return _safety({"violated": (), "fine": (("event", "violated"),)}, "fine")
        case Pattern.UNIVERSALITY:
            return _safety({"violated": (), "fine": (("!event", "violated"),)}, "fine")
        case Pattern.EXISTENCE:
            rules: dict[str, tuple[Rule, ...]] = {"waiting": (("event", "found"),), "found": ()}
            return Monitor(rules, "waiting", frozenset({"found"}), frozenset({"found"}))
        case Pattern.BOUNDED_EXISTENCE:
            return _bounded_existence(bound)
        case Pattern.PRECEDENCE:
            rules = {"violated": (), "start": (("cause", "free"), ("effect", "violated")), "free": ()}
            return _safety(rules, "start")
        case Pattern.RESPONSE:
            rules = {"pending": (("response", "idle"),), "idle": (("stimulus !response", "pending"),)}
            return Monitor(rules, "idle", frozenset({"idle"}), frozenset({"idle"}))
        case Pattern.PRECEDENCE_CHAIN_2_1:
            rules = {
                "violated": (),
                "start": (("first second", "free"), ("effect", "violated"), ("first", "half")),
                "half": (("second", "free"), ("effect", "violated")),
                "free": (),
            }
            return _safety(rules, "start")
        case Pattern.PRECEDENCE_CHAIN_1_2:
            rules = {
                "violated": (),
                "armed": (("second", "violated"),),
                "start": (("cause", "free"), ("first second", "violated"), ("first", "armed")),
                "free": (),
            }
            return _safety(rules, "start")
        case Pattern.RESPONSE_CHAIN_2_1:
            rules = {
                "pending": (("response", "armed"),),
                "armed": (("second !response", "pending"),),
                "idle": (("first second !response", "pending"), ("first", "armed")),
            }
            return Monitor(rules, "idle", frozenset({"armed", "idle"}), frozenset({"armed", "idle"}))
        case Pattern.RESPONSE_CHAIN_1_2:
            return _response_chain_1_2()


def _safety(rules: Mapping[str, tuple[Rule, ...]], initial: str) -> Monitor:
    """A monitor that accepts unless it reaches its state ``violated``."""
    fine = frozenset(rules) - {"violated"}
    return Monitor(rules, initial, fine, fine)


def _bounded_existence(bound: int) -> Monitor:
    """Count maximal blocks of states in which the event holds."""
    check_bound(bound)
    rules: dict[str, tuple[Rule, ...]] = {"violated": ()}
    for count in range(bound, -1, -1):
        beyond = f"inside {count + 1}" if count < bound else "violated"
        rules[f"after {count}"] = (("event", beyond),)
        if count:
            rules[f"inside {count}"] = (("!event", f"after {count}"),)
    return _safety(rules, "after 0")


def check_bound(bound: int) -> None:
    """Raise `LimitReached` when bounded existence is asked to count too far."""
    if bound > BOUND_LIMIT:
        raise LimitReached(f"bounded existence counts up to {BOUND_LIMIT}, not {bound}")


def _response_chain_1_2() -> Monitor:
    """Follow the oldest stimuli; ``mixed`` remembers that newer ones still need the whole chain.

    ``again`` is ``need first`` at the moment when all older stimuli have been answered, so that a run in which
    every stimulus is answered, but never all of them at once, still visits recurrent states.
    """
    from_first: tuple[Rule, ...] = (("first second", "idle"), ("first", "need second"))
    rules: dict[str, tuple[Rule, ...]] = {
        "need first": from_first,
        "mixed": (*from_first, ("second", "again")),
        "again": (*from_first, ("", "need first")),
        "need second": (
            ("second stimulus !first", "again"),
            ("second", "idle"),
            ("stimulus !first", "mixed"),
        ),
        "idle": (
            ("stimulus first second", "idle"),
            ("stimulus first", "need second"),
            ("stimulus", "need first"),
        ),
    }
    return Monitor(rules, "idle", frozenset({"idle"}), frozenset({"again", "idle"}))
