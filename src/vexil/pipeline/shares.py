"""Several questions within one limit: each has its share, and what one leaves is for the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from vexil.core.context import Context

Result = TypeVar("Result")
PART = "this property"


def in_shares(
    count: int,
    ask: Callable[[int], Result],
    is_open: Callable[[Result], bool],
    tell: Callable[[Result], None],
    context: Context,
) -> list[Result]:
    """The answers to so many questions, in their order, within the limits of the context.

    A question may use what is left, divided by the number of questions that have had no turn yet. One whose answer is
    open because its share was used up is asked again when the others have left it as much as it had. *tell* is called
    for each answer as soon as it is final.
    """
    results: dict[int, Result] = {}
    had: dict[int, float] = {}
    for number in range(count):
        with _share(context, count - number) as share:
            results[number] = ask(number)
        if share.was_used_up and is_open(results[number]):
            had[number] = share.seconds
        else:
            tell(results[number])
    for place, number in enumerate(had):
        left = context.remaining_cpu_seconds() or 0.0
        others = len(had) - place
        if left / others > had[number] and not context.interrupted:
            with _share(context, others):
                results[number] = ask(number)
        tell(results[number])
    return [results[number] for number in range(count)]


@dataclass
class _Share:
    """What one question had; ``was_used_up`` when that ended it."""

    seconds: float = 0.0
    was_used_up: bool = False


@contextmanager
def _share(context: Context, among: int) -> Iterator[_Share]:
    """Let one of so many questions use its part of the time that is left; the last one may use everything."""
    whole, share = context.limits, _Share()
    left = context.remaining_cpu_seconds()
    if among == 1 or left is None:
        yield share
        return
    share.seconds = left / among
    cpu = None if whole.cpu_seconds is None else min(whole.cpu_seconds, context.used_cpu_seconds() + share.seconds)
    wall = None if whole.wall_seconds is None else min(whole.wall_seconds, context.used_wall_seconds() + share.seconds)
    part = replace(whole, cpu_seconds=cpu, wall_seconds=wall, whole=whole.whole or whole, part=PART)
    try:
        with context.within(part):
            yield share
    finally:
        has_more = (context.remaining_cpu_seconds() or 0.0) > 0.0
        share.was_used_up = context.exhausted and has_more
        if has_more:
            context.exhausted = False
