"""Compare answers about random loops with exhaustive search: what closed forms and facts about arrays say is true.

    python benchmarks/soak_loops.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                    [--record FILE]

Programs of the kind `numbers` change three numbers of eight bits in a loop; those of the kind `arrays` fill, copy and
change two arrays of 520 elements in up to three loops whose counters have eight bits; those of the kind `segments`
search, compare, bound and filter what a loop has stored; those of the kind `pointers` do this with pointers that
walk through arrays and strings; those of the kind `lists` build a linked list of any length and walk, change and free
it, half of them with a mistake. What the bounded engine proves or refutes, its evidence checked, must be what trying
all inputs says; of lists, no run over up to three nodes may break what is proved. A program of which that is not so is
kept in FOLDER. The seed is new each time and printed; with `--seed` the same programs are drawn again. Prints a line
of JSON for each kind. The exit status is 1 if there was a difference.
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

from loop_verdicts import Loops, compared
from strategies.array_loops import random_array_loops
from strategies.array_segments import random_array_segments
from strategies.ir.counting_loops import random_counting_loop
from strategies.list_programs import random_list_program
from strategies.pointer_loops import random_pointer_loops

KINDS: dict[str, Callable[[Random], Loops]] = {
    "numbers": random_counting_loop,
    "arrays": random_array_loops,
    "segments": random_array_segments,
    "lists": random_list_program,
    "pointers": random_pointer_loops,
}
LIMITS = {"numbers": 1.5, "arrays": 1.5, "segments": 6.0, "lists": 0.8, "pointers": 2.5}
"""CPU seconds for one program; most answers about numbers take less than one."""


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


def soak(kind: str, seed: int, seconds: float, options: argparse.Namespace) -> int:
    """Draw and compare programs of a kind, and print what came out; the number of differences."""
    begin, number, failures = time.monotonic(), 0, 0
    statuses: Counter[str] = Counter()
    while time.monotonic() - begin < seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        loops = KINDS[kind](Random(own))
        status, wrong = compared(loops, LIMITS[kind])
        statuses[status] += 1
        if wrong:
            failures += 1
            print(json.dumps({"kind": kind, "seed": own, "wrong": wrong}), flush=True)
            place = options.keep / f"loops-{kind}-{own}"
            place.mkdir(parents=True, exist_ok=True)
            (place / "drawn.txt").write_text(f"{wrong}\n{loops.text()}\n", encoding="utf-8")
    took = round(time.monotonic() - begin)
    numbers = {"programs": number, "questions": number, "failures": failures, **dict(sorted(statuses.items()))}
    print(json.dumps({"kind": kind, "seed": seed, **numbers, "seconds": took}))
    record.append(options.record, "loops", seed, kind=kind, **numbers, seconds=took)
    return failures


def main() -> int:
    """Draw programs of each kind, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    kinds = options.kind or list(KINDS)
    failures = [soak(kind, seed, options.seconds / len(kinds), options) for kind in kinds]
    return int(any(failures))


if __name__ == "__main__":
    sys.exit(main())
