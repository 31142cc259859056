"""Compare termination of random loops and calls over 8 bits with exhaustive search.

    python benchmarks/soak_termination.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                          [--record FILE]

Programs of the kind `loops` have loops, also in each other, over two integers that wrap around; those of the kind
`calls` have functions that call themselves or each other. The engine is asked for several pieces of evidence, once more
without lassos of the runs that it draws, and rankings, measures, recurrent sets and endless recursion are claimed at
random. Whatever the checker confirms has to agree with an exhaustive search that shares nothing with Vexil. A program
of which that is not so is made smaller and kept in FOLDER. The seed is new each time and printed; with `--seed` the
same programs are drawn again. Prints a line of JSON for each kind. The exit status is 1 if there was a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from soaking.drawing import Compared, Kind, Part, run

from strategies.ir.small_loops import SmallLoops, random_calls, random_loops
from termination_verdicts import TerminationComparison, compared_termination
from vexil.core.context import Limits
from vexil.core.errors import VexilError

LIMITS = Limits(cpu_seconds=1)
"""For the search of one program."""
CLAIMS = 3


def compared(loops: SmallLoops, seed: int) -> Compared:
    """What comes of a program; a mistake of ours is a difference, too."""
    try:
        outcome = compared_termination(loops, Random(seed), LIMITS, CLAIMS, again=True)
    except (VexilError, AssertionError, TypeError, ValueError, KeyError, IndexError) as broken:
        outcome = TerminationComparison("broken", f"{type(broken).__name__}: {broken}")
    enumerated = outcome.outcome != "large"
    counts = {"enumerated": enumerated, "questions": enumerated, "refused": outcome.refused, outcome.outcome: 1}
    return Compared(outcome.wrong, counts, {"confirmed": outcome.confirmed})


def _kind(make: Callable[[Random], SmallLoops]) -> Kind:
    return Kind(lambda random, _: make(random), compared, ending="vir")


PART = Part(
    "termination",
    {"loops": _kind(random_loops), "calls": _kind(random_calls)},
    ("enumerated", "questions", "refused", "proved", "refuted", "unknown"),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
