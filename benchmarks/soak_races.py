"""Compare what is said of data races in random scripts of threads with vector clocks over every interleaving.

    python benchmarks/soak_races.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                    [--record FILE]

What the native machine says of scripts in the intermediate form (the kind `states`), in C and in Java must be what the
clocks say, and so must be what the engine of orders says of scripts in the intermediate form (`orders`) and in C. What
fails is made smaller and kept in FOLDER. The seed is new each time and printed; with `--seed` the same scripts are
drawn again. Prints a line of JSON for each kind. The exit status is 1 if there was a difference.
"""

from __future__ import annotations

import sys
from functools import partial
from random import Random

from soaking.drawing import Compared, Kind, Part, run

from race_verdicts import KINDS, TEXTS, compared
from strategies.race_scripts import Threads, random_script
from vexil.core.errors import VexilError


def _compared(kind: str, subject: Threads, _: int) -> Compared:
    """What is wrong with the verdicts on a script; a mistake of ours is a difference, too."""
    try:
        return Compared(counts={"questions": compared(kind, subject)})
    except (AssertionError, VexilError, TypeError, ValueError, KeyError) as broken:
        return Compared(f"{type(broken).__name__}: {broken}")


def _drawn(random: Random, _: int) -> Threads:
    return random_script(random)


PART = Part(
    "races",
    {kind: Kind(_drawn, partial(_compared, kind), TEXTS[language]) for kind, (language, _) in KINDS.items()},
    ("questions",),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
