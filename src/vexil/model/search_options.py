"""How the states of a program are searched: the order, what is kept of them, and what need not be visited."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from vexil.core.errors import UsageError
from vexil.core.options import Group, option
from vexil.core.wording import did_you_mean


class Order(StrEnum):
    """How states are searched and kept; the unsafe ones keep so little of a state that they may miss some."""

    BREADTH = "breadth"
    DEPTH = "depth"
    TREE = "tree"
    """Breadth-first; parts that states have in common are stored once."""
    PARALLEL = "parallel"
    HASHES = "unsafe-hashes"
    BITS = "unsafe-bits"

    @property
    def is_unsafe(self) -> bool:
        """Say whether states may be missed, so that finding nothing shows nothing."""
        return self in (Order.HASHES, Order.BITS)


class Reduction(StrEnum):
    """Ways to visit fewer states without losing an answer."""

    DEAD = "dead"
    """Variables that nobody reads before they are written have no value."""
    SYMMETRY = "symmetry"
    """The numbers of threads that nobody tells apart do not matter."""
    ORDER = "order"
    """Of steps that are independent of all others only one order is followed."""
    FUSE = "fuse"
    """Steps that nobody else can see or disturb make one step with the next."""


_NO_CHOICE = {
    "heap": "numbers of objects never matter to the native machine, and always to the flat form",
}
"""Reductions of the literature that cannot be asked for, and why."""


def parse_reductions(text: str) -> frozenset[Reduction] | None:
    """Read ``--reduce``: ``auto`` (nothing is said), ``none``, or a list of reductions with commas."""
    if text == "auto":
        return None
    words = [] if text == "none" else [word.strip() for word in text.split(",")]
    for word in words:
        if word in ("auto", "none"):
            raise UsageError(
                f"--reduce {word} stands alone, and here it is in {text!r:.60}", hint="leave the others out"
            )
        if word in _NO_CHOICE:
            raise UsageError(f"--reduce has no reduction {word!r}: {_NO_CHOICE[word]}", hint="leave it out")
        if word not in tuple(Reduction):
            raise UsageError(
                f"--reduce has no reduction {word!r:.40}",
                hint=did_you_mean(
                    word, Reduction, f"it is auto, none, or some of {','.join(Reduction)} with commas between them"
                ),
            )
    return frozenset(map(Reduction, words))


ALL = "all"
"""As many states as there are."""


def read_recheck(text: str) -> int | str:
    """Read a word for ``--recheck``: a number, or ``all``."""
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else text


def parse_recheck(written: int | str | None) -> int | str | None:
    """Refuse what is no number of states."""
    if isinstance(written, str) and written != ALL:
        raise UsageError(f"--recheck cannot be {written!r:.40}", hint="it is a number of states, or all")
    if isinstance(written, int) and written < 0:
        raise UsageError(f"--recheck cannot be {written}", hint="give a number of at least 0")
    return written


_option = partial(option, group=Group.SEARCH)


@dataclass(frozen=True, slots=True)
class ExplicitOptions:
    """The options of explicit-state search; without ``workers`` there are two."""

    order: Order = _option(
        "--order",
        default=Order.BREADTH,
        help="How states are visited and kept; the unsafe ones may miss some, and prove nothing.",
    )
    workers: int | None = _option(
        "--workers", kind=int, metavar="N", minimum=1, maximum=64, help="Processors of --order parallel; default: 2."
    )
    reductions: frozenset[Reduction] | None = _option(
        "--reduce",
        key="reduce",
        written="auto",
        metavar="LIST",
        parse=parse_reductions,
        help="Visit fewer states: auto, none, or some of dead,symmetry,order,fuse.",
    )
    """Those to be used; ``None`` uses every one that keeps the answer to the property."""
    fair: bool = _option(
        "--fair", default=False, help="Only runs count in which a thread that can always move does move."
    )
    """Weak fairness: every thread that can move on and on does move."""
    feasible: bool = _option(
        "--choose-free",
        key="choose_free",
        default=False,
        help="Take no step that chooses for an abstraction: finds real runs.",
    )
    deepen: bool = _option(
        "--deepen", default=False, everyday=True, help="Double the bounds until none of them is hit."
    )
    recheck: int | str | None = _option(
        "--recheck",
        metavar="N|all",
        word=read_recheck,
        parse=parse_recheck,
        help="Enumerate up to N states again with the interpreter, or all; default: at most 20000.",
    )
    """State spaces of at most so many states are enumerated again by the interpreter; larger ones in samples.

    ``None`` stands for at most 20,000 states, and fewer the more there is in a state. Where it is all of them, the
    native machine searches them again by itself, without reductions.
    """

    @property
    def processors(self) -> int:
        """How many of them search in parallel."""
        return 2 if self.workers is None else self.workers

    def rechecked(self, width: int = 0) -> int:
        """The most states that are enumerated again, where a state has so many bytes."""
        if isinstance(self.recheck, int):
            return self.recheck
        if self.recheck == ALL:
            return sys.maxsize
        return min(MOST_RECHECKED, MOST_BYTES_RECHECKED // max(width, 1))


MOST_RECHECKED = 20_000
MOST_BYTES_RECHECKED = 600_000
"""Of states with many bytes fewer are enumerated again: the interpreter takes time for each of them."""
