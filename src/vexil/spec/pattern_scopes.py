"""Scopes: which segments of a run a pattern's monitor watches, and the automaton that this makes.

* globally: the whole run;
* before R: the states before the first R, if R ever holds;
* after Q: from the first Q on, Q's state included;
* between Q and R: for every state where Q holds and R does not, the states from there up to but without the
  next R, if R holds later;
* after Q until R: the same, and if R never holds later, the rest of the run.

A state where both Q and R hold opens no segment. Every Q opens one, also while another is open: between
``Q P Q`` and ``R`` there is no P after the second Q, so existence is violated.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from vexil.spec.pattern_monitors import Monitor, Pattern, monitor


class Scope(Enum):
    """The scopes; the value is the name used in the functional notation."""

    GLOBALLY = "globally"
    BEFORE = "before"
    AFTER = "after"
    BETWEEN = "between"
    AFTER_UNTIL = "after_until"

    @property
    def roles(self) -> tuple[str, ...]:
        """The propositions that delimit the segments."""
        match self:
            case Scope.GLOBALLY:
                return ()
            case Scope.BEFORE:
                return ("end",)
            case Scope.AFTER:
                return ("start",)
            case Scope.BETWEEN | Scope.AFTER_UNTIL:
                return ("start", "end")


_State: TypeAlias = str
"""A state of the monitor, or one of the two below, whose names no monitor uses."""
_OUTSIDE = "(outside)"
_FAILED = "(failed)"


@dataclass(frozen=True, slots=True)
class Deterministic:
    """A complete deterministic Büchi automaton over sets of roles; state 0 is initial."""

    roles: tuple[str, ...]
    names: tuple[str, ...]
    targets: tuple[tuple[int, ...], ...]
    """For every state, the next state for every letter; a letter is a bit mask over ``roles``."""
    accepting: frozenset[int]


def pattern_automaton(pattern: Pattern, scope: Scope, bound: int = 2) -> Deterministic:
    """The automaton that defines a pattern in a scope."""
    watcher = monitor(pattern, bound)
    roles = pattern.roles + scope.roles
    step = _stepper(watcher, scope)
    letters = [frozenset(role for bit, role in enumerate(roles) if mask >> bit & 1) for mask in range(1 << len(roles))]
    start = watcher.initial if scope in (Scope.GLOBALLY, Scope.BEFORE) else _OUTSIDE
    numbers = {start: 0}
    queue = [start]
    targets: list[tuple[int, ...]] = []
    for state in queue:
        row = []
        for letter in letters:
            target = step(state, letter)
            if target not in numbers:
                numbers[target] = len(queue)
                queue.append(target)
            row.append(numbers[target])
        targets.append(tuple(row))
    accepting = frozenset(numbers[state] for state in queue if _is_accepting(watcher, scope, state))
    return Deterministic(roles, tuple(queue), tuple(targets), accepting)


def _stepper(watcher: Monitor, scope: Scope) -> Callable[[_State, Set[str]], _State]:
    def step(state: _State, present: Set[str]) -> _State:
        opens = "start" in present and "end" not in present
        if state == _FAILED:
            return _FAILED
        if state == _OUTSIDE:
            return watcher.step(watcher.initial, present) if opens else _OUTSIDE
        if "end" in present:
            return _OUTSIDE if state in watcher.complete else _FAILED
        if opens and scope in (Scope.BETWEEN, Scope.AFTER_UNTIL):
            state = watcher.stricter(state, watcher.initial)
        return watcher.step(state, present)

    return step


def _is_accepting(watcher: Monitor, scope: Scope, state: _State) -> bool:
    """A segment that must be closed by R does not count while it is open."""
    if state in (_OUTSIDE, _FAILED):
        return state == _OUTSIDE
    return scope in (Scope.BEFORE, Scope.BETWEEN) or state in watcher.recurrent
