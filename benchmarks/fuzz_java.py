"""Compare the Java front end and the reference interpreter with a JVM on random programs, for as long as one likes.

    python benchmarks/fuzz_java.py [--programs N] [--seconds T] [--seed S] [--keep FOLDER] [--record FILE]

Every program runs three times: in the JVM, in the interpreter with its output watched, and in the interpreter as it is
checked, where each observation is an assertion of what the JVM printed; one observation is also made wrong, which must
fail. Stops after N programs or T seconds of wall clock and prints one line of JSON with the counts. Programs that did
not agree are stored in FOLDER, also made smaller. The exit status is 1 if a program disagreed, was refused or made
Vexil crash.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "differential" / "java"))

from java_comparison import compare, outputs_of_the_jvm
from soaking import record

from strategies.java import Generator, RandomProgram
from strategies.source import Seeded, shrunk

BATCH = 25


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=200, help="stop after so many programs")
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; seeds count up from here")
    parser.add_argument("--keep", type=Path, help="where to store the programs that did not agree")
    parser.add_argument("--record", type=Path, help="append a line about the run to this file")
    return parser.parse_args()


def keep(folder: Path, seed: int, program: RandomProgram, outcome: str) -> None:
    """Store a program with what went wrong, and a smaller one that goes wrong in the same way."""

    def fails(candidate: RandomProgram) -> bool:
        with tempfile.TemporaryDirectory() as place:
            printed = outputs_of_the_jvm({candidate.name: candidate}, Path(place))
            other = compare(candidate.name, candidate, printed[candidate.name], Path(place))
        return other.partition(":")[0] == outcome.partition(":")[0]

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{program.name}.java").write_text(program.program(None))
    (folder / f"{program.name}.why").write_text(f"{outcome}\n")
    smaller = shrunk(lambda random: Generator(random, program.name).program(), seed, fails)
    (folder / f"{program.name}-small.java").write_text(smaller.program(None))


def main() -> int:
    """Compare batches until the time is up."""
    options = arguments()
    started = time.monotonic()
    counts: Counter[str] = Counter()
    seed = options.seed
    while seed < options.seed + options.programs and time.monotonic() - started < options.seconds:
        seeds = range(seed, min(seed + BATCH, options.seed + options.programs))
        programs = {f"P{number}": Generator(Seeded(number), f"P{number}").program() for number in seeds}
        with tempfile.TemporaryDirectory() as folder:
            printed = outputs_of_the_jvm(programs, Path(folder))
            for number, (name, program) in zip(seeds, programs.items(), strict=True):
                if time.monotonic() - started > options.seconds:
                    break
                outcome = compare(name, program, printed[name], Path(folder))
                counts[outcome.split(":")[0]] += 1
                if outcome != "agreed" and options.keep is not None:
                    keep(options.keep, number, program, outcome)
        seed += BATCH
    seconds, failures = round(time.monotonic() - started), counts.total() - counts["agreed"]
    print(json.dumps({**counts, "seconds": seconds}))
    numbers = {"programs": counts.total(), "questions": 3 * counts.total(), "failures": failures, "seconds": seconds}
    record.append(options.record, "java", options.seed, **numbers)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
