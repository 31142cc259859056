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

import argparse
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from soaking import record

from leap_verdicts import LeapComparison, compared_leaps
from strategies.ir.leaps import NARROW, TYPES, GivenLeaps, random_given_leaps, random_leaps
from strategies.source import Seeded, shrunk
from vexil.core.context import Limits
from vexil.core.errors import VexilError

KINDS: dict[str, Callable[[Random], GivenLeaps]] = {
    "narrow": lambda random: random_leaps(random, NARROW),
    "wide": lambda random: random_leaps(random, TYPES),
    "given": lambda random: random_given_leaps(random, NARROW),
}
STATES = 200_000
LIMITS = Limits(cpu_seconds=20)
"""For the search of one program: solvers take long for some wide ones."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the programs of another run again")
    parser.add_argument("--programs", type=int, help="stop after so many programs of a kind")
    parser.add_argument("--kind", action="append", choices=list(KINDS), help="these only; may be repeated")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where programs are stored")
    parser.add_argument("--record", type=Path, help="append a line about each kind to this file")
    return parser.parse_args()


def compared(given: GivenLeaps) -> LeapComparison:
    """What comes of leaps in a program; a mistake of ours is a difference, too."""
    try:
        return compared_leaps(given, STATES, LIMITS)
    except Exception as broken:
        if isinstance(broken, VexilError | AssertionError | TypeError | ValueError | KeyError):
            return LeapComparison("broken", f"{type(broken).__name__}: {broken}")
        raise


def keep(kind: str, seed: int, wrong: str, folder: Path) -> None:
    """Store the program of a seed and what is wrong with it, as it was drawn and made smaller."""
    place = folder / f"leaps-{kind}-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    make = KINDS[kind]
    (place / "difference.txt").write_text(wrong + "\n", encoding="utf-8")
    (place / "drawn.vir").write_text(str(make(Seeded(seed))), encoding="utf-8")
    smallest = shrunk(make, seed, lambda given: bool(compared(given).wrong))
    (place / "smallest.vir").write_text(str(smallest), encoding="utf-8")


def soak(kind: str, seed: int, seconds: float, options: argparse.Namespace) -> int:
    """Draw and compare programs of a kind, and print what came out; the number of differences."""
    begin, number, found = time.monotonic(), 0, 0
    outcomes: Counter[str] = Counter()
    chains: Counter[str] = Counter()
    while time.monotonic() - begin < seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        outcome = compared(KINDS[kind](Seeded(own)))
        outcomes[outcome.outcome] += 1
        chains.update(chains=outcome.chains, unchecked=outcome.unchecked)
        if outcome.wrong:
            found += 1
            print(json.dumps({"kind": kind, "seed": own, "wrong": outcome.wrong[:400]}), flush=True)
            keep(kind, own, outcome.wrong, options.keep)
    took = round(time.monotonic() - begin)
    enumerated = number - outcomes["large"] - outcomes["slow"]
    numbers = {"programs": number, "enumerated": enumerated, "questions": enumerated, "failures": found, **chains}
    print(json.dumps({"kind": kind, "seed": seed, **numbers, **dict(sorted(outcomes.items())), "seconds": took}))
    rare = {name: outcomes[name] for name in ("found", "missed")}
    record.append(options.record, "leaps", seed, kind=kind, **numbers, **rare, seconds=took)
    return found


def main() -> int:
    """Draw programs of each kind, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    kinds = options.kind or list(KINDS)
    found = [soak(kind, seed, options.seconds / len(kinds), options) for kind in kinds]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
