"""Strays: instances that nothing reaches but that the program may choose, brought into a canonical order.

Strays and what lies behind them are told apart by what they are and by how they refer to each other, refined until
nothing more can be told apart (Weisfeiler and Leman 1968). Objects that are still alike then, such as the links of a
ring, are taken in order of creation, one at a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Stray:
    """An object without a number: what it is, apart from the objects without a number that it refers to."""

    form: object
    targets: list[int]
    referrers: list[tuple[int, int]] = field(default_factory=list)
    """Who refers to it, with the position of the reference."""


Look = Callable[[int], Stray]
"""Finds out what the object with an old number is."""


def next_strays(candidates: Collection[int], look: Look) -> list[int]:
    """The candidates that come next in canonical order: as many as are known to be alike or all apart."""
    strays = _gather(candidates, look)
    colours = _refine(strays)
    groups: dict[int, list[int]] = defaultdict(list)
    for number in sorted(candidates):
        groups[colours[number]].append(number)
    taken: list[int] = []
    for colour in sorted(groups):
        group = groups[colour]
        alone = all(not strays[number].targets and not strays[number].referrers for number in group)
        if len(group) > 1 and not alone:
            return taken or group[:1]
        taken += group
    return taken


def _gather(candidates: Collection[int], look: Look) -> dict[int, Stray]:
    strays: dict[int, Stray] = {}
    pending = sorted(candidates)
    while pending:
        number = pending.pop()
        if number not in strays:
            strays[number] = look(number)
            pending.extend(strays[number].targets)
    for number, stray in strays.items():
        for position, target in enumerate(stray.targets):
            strays[target].referrers.append((number, position))
    return strays


def _refine(strays: dict[int, Stray]) -> dict[int, int]:
    """A number for every stray, equal only for those that cannot be told apart."""
    colours = _ranked({number: repr(stray.form) for number, stray in strays.items()})
    count = len(set(colours.values()))
    while count < len(strays):
        signatures = {
            number: (
                colours[number],
                [colours[target] for target in stray.targets],
                sorted((colours[referrer], position) for referrer, position in stray.referrers),
            )
            for number, stray in strays.items()
        }
        colours = _ranked(signatures)
        before, count = count, len(set(colours.values()))
        if count == before:
            break
    return colours


def _ranked(keys: Mapping[int, object]) -> dict[int, int]:
    """The positions of keys in their order."""
    texts = {number: repr(key) for number, key in keys.items()}
    ranks = {text: rank for rank, text in enumerate(sorted(set(texts.values())))}
    return {number: ranks[text] for number, text in texts.items()}
