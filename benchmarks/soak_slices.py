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

import argparse
import json
import secrets
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from soaking import record

from slice_programs import MAKERS, Sliceable, random_sliceable
from slice_verdicts import SliceComparison
from strategies.source import Seeded, shrunk
from vexil.core.errors import InternalError, VexilError

STATES = 1500
"""States of programs whose runs are compared; for states, twenty times as many."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the programs of another run again")
    parser.add_argument("--programs", type=int, help="stop after so many programs of a kind")
    parser.add_argument("--kind", action="append", choices=list(MAKERS), help="these only; may be repeated")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where programs are stored")
    parser.add_argument("--record", type=Path, help="append a line about each kind to this file")
    return parser.parse_args()


def compared(case: Sliceable) -> SliceComparison:
    """What comes of slicing a program; a mistake of ours is a difference, too."""
    try:
        return case.compared(STATES)
    except (AssertionError, InternalError, VexilError) as broken:
        return SliceComparison("broken", f"{type(broken).__name__}: {broken}")


def keep(kind: str, seed: int, wrong: str, folder: Path) -> None:
    """Store the program of a seed and what is wrong with it, as it was drawn and made smaller."""
    place = folder / f"slices-{kind.replace(' ', '-')}-{seed}"
    place.mkdir(parents=True, exist_ok=True)

    def make(random: Random) -> Sliceable:
        return random_sliceable(kind, random)

    (place / "difference.txt").write_text(wrong + "\n", encoding="utf-8")
    (place / "drawn.txt").write_text(str(make(Seeded(seed))), encoding="utf-8")
    smallest = shrunk(make, seed, lambda case: bool(compared(case).wrong))
    (place / "smallest.txt").write_text(f"// {compared(smallest).wrong}\n{smallest}", encoding="utf-8")


def soak(kind: str, seed: int, seconds: float, options: argparse.Namespace) -> int:
    """Draw and compare programs of a kind, and print what came out; the number of differences."""
    begin, number, smaller, found = time.monotonic(), 0, 0, 0
    outcomes: Counter[str] = Counter()
    while time.monotonic() - begin < seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        outcome = compared(random_sliceable(kind, Seeded(own)))
        outcomes[outcome.outcome] += 1
        smaller += outcome.is_compared and outcome.kept < outcome.edges
        if outcome.wrong:
            found += 1
            print(json.dumps({"kind": kind, "seed": own, "wrong": outcome.wrong[:400]}), flush=True)
            keep(kind, own, outcome.wrong, options.keep)
    took = round(time.monotonic() - begin)
    enumerated = sum(count for name, count in outcomes.items() if SliceComparison(name).is_compared)
    numbers = {"programs": number, "enumerated": enumerated, "questions": enumerated, "failures": found}
    print(json.dumps({"kind": kind, "seed": seed, **numbers, **dict(sorted(outcomes.items())), "seconds": took}))
    rare = {"smaller": smaller, **{name: outcomes[name] for name in ("spurious", "incomplete", "refused")}}
    record.append(options.record, "slices", seed, kind=kind, **numbers, **rare, seconds=took)
    return found


def main() -> int:
    """Draw programs of each kind, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    kinds = options.kind or list(MAKERS)
    found = [soak(kind, seed, options.seconds / len(kinds), options) for kind in kinds]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
