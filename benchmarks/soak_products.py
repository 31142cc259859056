"""Compare answers about random loops and formulas, by products with automata, with a search of all states.

    python benchmarks/soak_products.py [--seconds T] [--seed S] [--programs N] [--keep FOLDER] [--record FILE]

A difference is a verdict that the search contradicts, or evidence that the checker does not confirm. Each program with
one is made smaller and kept in FOLDER. The seed is new each time and printed; with `--seed` the same programs are drawn
again. Prints a line of JSON: how many programs were drawn, and how many `questions` both could answer. The exit status
is 1 if there was a difference.
"""

from __future__ import annotations

import sys

from soaking.drawing import Compared, Kind, Part, run

from product_verdicts import compared_products
from strategies.ir.watched_loops import WatchedLoops, random_watched
from vexil.core.context import Limits
from vexil.core.errors import VexilError

STATES = 20_000
LIMITS = Limits(cpu_seconds=5)


def compared(watched: WatchedLoops, _: int) -> Compared:
    """What came out, and what is wrong; a mistake of ours is a difference, too."""
    try:
        outcome = compared_products(watched, LIMITS, STATES)
    except (VexilError, AssertionError, TypeError, ValueError, KeyError) as broken:
        return Compared(f"{type(broken).__name__}: {broken}", {"broken": 1})
    found = outcome.found.status.value if outcome.is_decided else "undecided"
    return Compared(outcome.wrong, {found: 1, "questions": found in ("proved", "refuted")})


PART = Part(
    "products",
    {"loops": Kind(lambda random, _: random_watched(random), compared, ending="vir")},
    ("questions", "proved"),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
