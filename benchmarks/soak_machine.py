"""Compare the reductions of the native machine with plain search, on random threads that share what they work on.

    python benchmarks/soak_machine.py [--seconds T] [--seed S] [--programs N] [--keep FOLDER] [--record FILE]

Every end of a run and every undefined operation has to be seen with each reduction, breadth-first and depth-first, and
verdicts on asserts, deadlocks and exceptions have to be those of the interpreter, with the same states where nothing is
reduced. A program of which that is not so is kept in FOLDER as text of the intermediate form. The seed is new each time
and printed; with `--seed` the same programs are drawn again. Prints a line of JSON at the end. The exit status is 1 if
there was a difference.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from soaking import record

from machine_verdicts import PROPERTIES, disagreement, lost_ends
from strategies.ir.sharing import random_sharing
from strategies.ir.threads import random_threads
from vexil.core.errors import LimitReached
from vexil.engines.machine.slots import Unsupported
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.ir.text import print_program

STATES = 2000
"""States of the programs whose ends are compared."""
FEW = 300
"""States of those that the interpreter searches, too."""
EVERY = 8
"""One of so many programs is drawn with all kinds of operations."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop after so many seconds")
    parser.add_argument("--seed", type=int, help="draw the programs of another run again")
    parser.add_argument("--programs", type=int, help="stop after so many programs")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where programs are stored")
    parser.add_argument("--record", type=Path, help="append a line about the run to this file")
    return parser.parse_args()


def drawn(seed: int) -> Program:
    """The program of a seed."""
    return random_threads(Random(seed)) if seed % EVERY == 0 else random_sharing(Random(seed))


def difference(program: Program, seed: int) -> str:
    """What a reduction sees otherwise; nothing when all see the same, or the machine has no form for the program."""
    with suppress(Unsupported, LimitReached):
        found = "" if seed % EVERY == 0 else lost_ends(CompiledProgram(program), STATES)
        return found or disagreement(program, PROPERTIES[seed % len(PROPERTIES)], FEW)
    return ""


def main() -> int:
    """Draw, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    begin, number, found = time.monotonic(), 0, 0
    while time.monotonic() - begin < options.seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        program = drawn(own)
        wrong = difference(program, own)
        if wrong:
            found += 1
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"machine-{own}.vir").write_text(f"// {wrong}\n{print_program(program)}")
            print(json.dumps({"seed": own, "wrong": wrong[:400]}), flush=True)
    seconds = round(time.monotonic() - begin)
    print(json.dumps({"seed": seed, "programs": number, "differences": found, "seconds": seconds}))
    record.append(
        options.record, "machine", seed, programs=number, questions=2 * number, failures=found, seconds=seconds
    )
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
