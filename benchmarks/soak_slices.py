"""Compare slices of random programs with the programs: what is asked about both must have the same answer.

    python benchmarks/soak_slices.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                     [--record FILE]

Programs of the kind `vir` are drawn in the intermediate form, the others as source text, all with statements that do
not matter. A slice must be accepted by its checker, have every violation and every undefined end of the program, and no
violation that the program has not: none at all where runs are kept or there are no loops. What is found in the slice is
completed to a run of the program. A program of which that is not so is made smaller and kept in FOLDER. The seed is new
each time and printed; with `--seed` the same programs are drawn again. Prints a line of JSON for each kind: how many
programs were drawn and `enumerated` (both they and their slices), how many slices are smaller, and what came out. The
exit status is 1 if there was a difference.
"""

from __future__ import annotations

import sys
from random import Random

from soaking.drawing import Compared, Kind, Part, run

from slice_programs import MAKERS, Sliceable, random_sliceable
from slice_verdicts import SliceComparison
from vexil.core.errors import InternalError, VexilError

STATES = 1500
"""States of programs whose runs are compared; for states, twenty times as many."""


def compared(case: Sliceable, _: int) -> Compared:
    """What comes of slicing a program; a mistake of ours is a difference, too."""
    try:
        outcome = case.compared(STATES)
    except (AssertionError, InternalError, VexilError) as broken:
        outcome = SliceComparison("broken", f"{type(broken).__name__}: {broken}")
    both = outcome.is_compared
    smaller = both and outcome.kept < outcome.edges
    counts = {"enumerated": both, "questions": both, "smaller": smaller, outcome.outcome: 1}
    return Compared(outcome.wrong, counts)


def _kind(name: str) -> Kind:
    def make(random: Random, _: int) -> Sliceable:
        return random_sliceable(name, random)

    return Kind(make, compared)


PART = Part(
    "slices",
    {name: _kind(name) for name in MAKERS},
    ("enumerated", "questions", "smaller", "spurious", "incomplete", "refused"),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
