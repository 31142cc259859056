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

from strategies.ir.small_loops import SmallLoops, random_calls, random_loops
from strategies.source import Seeded, shrunk
from termination_verdicts import TerminationComparison, compared_termination
from vexil.core.context import Limits
from vexil.core.errors import VexilError

KINDS: dict[str, Callable[[Random], SmallLoops]] = {"loops": random_loops, "calls": random_calls}
LIMITS = Limits(cpu_seconds=1)
"""For the search of one program."""
CLAIMS = 3


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


def compared(loops: SmallLoops, seed: int) -> TerminationComparison:
    """What comes of a program; a mistake of ours is a difference, too."""
    try:
        return compared_termination(loops, Random(seed), LIMITS, CLAIMS, again=True)
    except Exception as broken:
        if isinstance(broken, VexilError | AssertionError | TypeError | ValueError | KeyError | IndexError):
            return TerminationComparison("broken", f"{type(broken).__name__}: {broken}")
        raise


def keep(kind: str, seed: int, wrong: str, folder: Path) -> None:
    """Store the program of a seed and what is wrong with it, as it was drawn and made smaller."""
    place = folder / f"termination-{kind}-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    make = KINDS[kind]
    (place / "difference.txt").write_text(wrong + "\n", encoding="utf-8")
    (place / "drawn.vir").write_text(str(make(Seeded(seed))), encoding="utf-8")
    smallest = shrunk(make, seed, lambda loops: bool(compared(loops, seed).wrong))
    (place / "smallest.vir").write_text(str(smallest), encoding="utf-8")


def soak(kind: str, seed: int, seconds: float, options: argparse.Namespace) -> int:
    """Draw and compare programs of a kind, and print what came out; the number of differences."""
    begin, number, found, refused = time.monotonic(), 0, 0, 0
    outcomes: Counter[str] = Counter()
    confirmed: Counter[str] = Counter()
    while time.monotonic() - begin < seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        outcome = compared(KINDS[kind](Seeded(own)), own)
        outcomes[outcome.outcome] += 1
        confirmed += outcome.confirmed
        refused += outcome.refused
        if outcome.wrong:
            found += 1
            print(json.dumps({"kind": kind, "seed": own, "wrong": outcome.wrong[:400]}), flush=True)
            keep(kind, own, outcome.wrong, options.keep)
    took = round(time.monotonic() - begin)
    enumerated = number - outcomes["large"]
    numbers = {"programs": number, "enumerated": enumerated, "questions": enumerated, "failures": found}
    rest = {"confirmed": dict(sorted(confirmed.items())), "refused": refused}
    rest |= {name: outcomes[name] for name in ("proved", "refuted", "unknown")}
    print(json.dumps({"kind": kind, "seed": seed, **numbers, **rest, "seconds": took}))
    record.append(options.record, "termination", seed, kind=kind, **numbers, **rest, seconds=took)
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
