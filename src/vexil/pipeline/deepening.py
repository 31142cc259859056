"""Bounded search that goes deeper and deeper: bounds are doubled until none of them is hit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from vexil.analysis.chosen_values import SAMPLED
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.ir.interpreter import Bounds
from vexil.model.outcome import Question
from vexil.model.verdict import Status, Verdict
from vexil.transform.flattening import Defaults

MOST_ROUNDS = 40
"""Rounds after which the bounds are wider than anything that could be searched."""

Ask = Callable[[Question, Defaults], Verdict]
"""Answers a question, with bounds for what the user did not bound."""


def deepened(question: Question, ask: Ask, context: Context) -> Verdict:
    """Ask with bounds twice as wide each time, until the answer is definite, no bound is hit, or a limit is reached."""
    defaults = Defaults()
    verdict = ask(question, defaults)
    rounds = 1
    while verdict.status is Status.UNKNOWN and verdict.bounds_hit and rounds < MOST_ROUNDS and not context.is_over:
        rounds += 1
        context.emit(
            "deepen", text=f"round {rounds} with doubled bounds, as the last one hit {_hits(verdict.bounds_hit)}"
        )
        defaults = doubled_defaults(defaults)
        bounds = doubled(question.bounds)
        if bounds.inputs is None and any(bound.startswith(SAMPLED) for bound in verdict.bounds_hit):
            bounds = replace(bounds, inputs=defaults.inputs)  # the native machine has no other defaults
        question = replace(question, bounds=bounds)
        before = verdict
        try:
            verdict = ask(question, defaults)
        except LimitReached as limit:
            return _ended(before, limit.reason, rounds)
        if verdict.status is Status.UNKNOWN and not verdict.bounds_hit:
            return _ended(before, verdict.reason, rounds)
    if rounds == 1:
        return verdict
    return replace(verdict, reason=f"{verdict.reason}; bounds were doubled {_times(rounds - 1)}")


def _ended(before: Verdict, reason: str, rounds: int) -> Verdict:
    """The answer of the last round that came to an end, with what stopped the next one."""
    earlier = f"bounds were doubled {_times(rounds - 1)}, and the round before had hit {_hits(before.bounds_hit)}"
    return replace(before, reason=f"{reason}; {earlier}")


def _hits(bounds: Mapping[str, int]) -> str:
    return ", ".join(f"{bound} ({count}×)" for bound, count in sorted(bounds.items()))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def doubled(bounds: Bounds) -> Bounds:
    """Bounds twice as wide as those that were given; ranges grow at both ends, and what was open stays so."""
    return Bounds(
        None if bounds.integers is None else _wider(bounds.integers),
        {name: _wider(limits) for name, limits in bounds.variables.items()},
        _more(bounds.array_length),
        _more(bounds.threads),
        _more(bounds.instances),
        {site: max(1, 2 * count) for site, count in bounds.sites.items()},
        _more(bounds.recursion),
        _more(bounds.inputs),
    )


def doubled_defaults(defaults: Defaults) -> Defaults:
    """Twice the bounds of what the user did not bound."""
    return Defaults(
        2 * defaults.threads,
        2 * defaults.recursion,
        2 * defaults.instances,
        2 * defaults.array_length,
        2 * defaults.memory,
        2 * defaults.inputs,
        2 * defaults.thrown,
    )


def _more(count: int | None) -> int | None:
    return None if count is None else max(1, 2 * count)


def _wider(limits: tuple[int, int]) -> tuple[int, int]:
    low, high = limits
    size = high - low + 1
    return low - size // 2, high + (size + 1) // 2
