"""Compare answers about random loops and formulas, by products with automata, with a search of all states.

    python benchmarks/soak_products.py [--seconds T] [--seed S] [--programs N] [--keep FOLDER] [--record FILE]

A difference is a verdict that the search contradicts, or evidence that the checker does not confirm. Each program with
one is made smaller and kept in FOLDER. The seed is new each time and printed; with `--seed` the same programs are drawn
again. Prints a line of JSON: how many programs were drawn, and how many `questions` both could answer. The exit status
is 1 if there was a difference.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections import Counter
from pathlib import Path

from soaking import record

from product_verdicts import compared_products
from strategies.ir.watched_loops import WatchedLoops, random_watched
from strategies.source import Seeded, shrunk
from vexil.core.context import Limits
from vexil.core.errors import VexilError

STATES = 20_000
LIMITS = Limits(cpu_seconds=5)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the programs of another run again")
    parser.add_argument("--programs", type=int, help="stop after so many programs")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where programs are stored")
    parser.add_argument("--record", type=Path, help="append a line about the run to this file")
    return parser.parse_args()


def compared(watched: WatchedLoops) -> tuple[str, str]:
    """What came out, and what is wrong; a mistake of ours is a difference, too."""
    try:
        outcome = compared_products(watched, LIMITS, STATES)
    except (VexilError, AssertionError, TypeError, ValueError, KeyError) as broken:
        return "broken", f"{type(broken).__name__}: {broken}"
    return outcome.found.status.value if outcome.is_decided else "undecided", outcome.wrong


def keep(seed: int, wrong: str, folder: Path) -> None:
    """Store the program of a seed and what is wrong with it, made smaller."""
    place = folder / f"products-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    (place / "difference.txt").write_text(wrong + "\n", encoding="utf-8")
    smallest = shrunk(random_watched, seed, lambda watched: bool(compared(watched)[1]))
    (place / "smallest.vir").write_text(str(smallest), encoding="utf-8")


def main() -> int:
    """Draw programs, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    begin, number, found = time.monotonic(), 0, 0
    outcomes: Counter[str] = Counter()
    while time.monotonic() - begin < options.seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        outcome, wrong = compared(random_watched(Seeded(own)))
        outcomes[outcome] += 1
        if wrong:
            found += 1
            print(json.dumps({"seed": own, "wrong": wrong[:400]}), flush=True)
            keep(own, wrong, options.keep)
    took = round(time.monotonic() - begin)
    numbers = {"programs": number, "questions": outcomes["proved"] + outcomes["refuted"], "failures": found}
    print(json.dumps({**numbers, **dict(sorted(outcomes.items())), "seconds": took}))
    record.append(options.record, "products", seed, **numbers, proved=outcomes["proved"], seconds=took)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
