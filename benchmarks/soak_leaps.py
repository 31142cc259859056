"""Compare leaps over loops of random programs with exhaustive search: what is said to be reached must be reached.

    python benchmarks/soak_leaps.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                    [--record FILE]

Programs of the kind `narrow` have integers of 4 and 5 bits, those of the kind `wide` up to 8; those of the kind `given`
are narrow, and come with abstract states and ports that somebody might have written. Every chain that is found
must lead to a check that fails, be accepted by the checker of chains, and a run along it be one of the program; a check
that fails must not be called unreachable. A program of which that is not so is made smaller and kept in FOLDER. The
seed is new each time and printed; with `--seed` the same programs are drawn again. Prints a line of JSON for each kind:
how many programs were drawn and `enumerated`, how many chains were found, how many the checker could not look at
(`unchecked`), and what came out. The exit status is 1 if there was a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from soaking.drawing import Compared, Kind, Part, run

from leap_verdicts import LeapComparison, compared_leaps
from strategies.ir.leaps import NARROW, TYPES, GivenLeaps, random_given_leaps, random_leaps
from vexil.core.context import Limits
from vexil.core.errors import VexilError

STATES = 200_000
LIMITS = Limits(cpu_seconds=20)
"""For the search of one program: solvers take long for some wide ones."""


def compared(given: GivenLeaps, _: int) -> Compared:
    """What comes of leaps in a program; a mistake of ours is a difference, too."""
    try:
        outcome = compared_leaps(given, STATES, LIMITS)
    except (VexilError, AssertionError, TypeError, ValueError, KeyError) as broken:
        outcome = LeapComparison("broken", f"{type(broken).__name__}: {broken}")
    enumerated = outcome.outcome not in ("large", "slow")
    counts = {"enumerated": enumerated, "questions": enumerated, outcome.outcome: 1}
    return Compared(outcome.wrong, {**counts, "chains": outcome.chains, "unchecked": outcome.unchecked})


def _kind(make: Callable[[Random], GivenLeaps]) -> Kind:
    return Kind(lambda random, _: make(random), compared, ending="vir")


PART = Part(
    "leaps",
    {
        "narrow": _kind(lambda random: random_leaps(random, NARROW)),
        "wide": _kind(lambda random: random_leaps(random, TYPES)),
        "given": _kind(lambda random: random_given_leaps(random, NARROW)),
    },
    ("enumerated", "questions", "chains", "unchecked", "found", "missed"),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
