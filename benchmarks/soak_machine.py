"""Compare the native machine and its reductions with the interpreter, on random threads that share what they work on.

    python benchmarks/soak_machine.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                      [--record FILE]

Programs of the kind `vir` are drawn in the intermediate form, those of `c` and `java` as source text. Every end of a
run and every undefined operation has to be seen with each reduction, breadth-first and depth-first; verdicts on
asserts, deadlocks, exceptions and memory have to be those of the interpreter, with the same states where nothing is
reduced; and properties of runs, with and without fairness, those of an enumeration. A program of which that is not so
is made smaller and kept in FOLDER. The seed is new each time and printed; with `--seed` the same programs are drawn
again. Prints a line of JSON for each kind, with the number of programs that were small enough for the interpreter to
visit all that there is. The exit status is 1 if there was a difference.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from soaking import record

import threaded_programs
from machine_verdicts import PROPERTIES, Comparison, comparison, lost_ends
from strategies.ir.sharing import random_sharing
from strategies.ir.threads import random_threads
from strategies.source import Seeded, shrunk
from vexil.core.errors import InternalError, LimitReached, VexilError
from vexil.engines.machine.slots import Unsupported
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.ir.text import print_program

STATES = 2000
"""States of the programs whose ends are compared, and of those in C and Java that the interpreter searches."""
FEW = 300
"""States of those in the intermediate form that the interpreter searches."""
EVERY = 8
"""One of so many programs in the intermediate form is drawn with all kinds of operations."""


@dataclass(frozen=True)
class Kind:
    """Programs of one kind: how they are drawn, compared and written down, and the share of the time they get."""

    name: str
    ending: str
    share: float
    make: Callable[[Random, int], Any]
    compare: Callable[[Any, int], Comparison]
    text: Callable[[Any], str]

    def compared(self, program: Any, seed: int) -> Comparison:
        """What is seen otherwise, or what should have been so and is not."""
        try:
            return self.compare(program, seed)
        except (AssertionError, InternalError, VexilError) as broken:
            return Comparison(f"{type(broken).__name__}: {broken}")


def drawn(random: Random, seed: int) -> Program:
    """The program of a seed in the intermediate form."""
    return random_threads(random) if seed % EVERY == 0 else random_sharing(random)


def compared(program: Program, seed: int) -> Comparison:
    """What a reduction sees otherwise; nothing when all see the same, or the machine has no form for the program."""
    with suppress(Unsupported, LimitReached):
        lost = "" if seed % EVERY == 0 else lost_ends(CompiledProgram(program), STATES)
        return Comparison(lost, questions=1) if lost else comparison(program, PROPERTIES[seed % len(PROPERTIES)], FEW)
    return Comparison()


def _in(language: threaded_programs.Language) -> Kind:
    return Kind(
        language.name,
        language.file,
        0.4,
        lambda random, _: threaded_programs.random_case(language, random),
        lambda case, _: threaded_programs.compared(case, STATES),
        str,
    )


KINDS = {
    "vir": Kind("vir", "program.vir", 0.2, drawn, compared, print_program),
    **{name: _in(language) for name, language in threaded_programs.LANGUAGES.items()},
}


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


def keep(kind: Kind, seed: int, wrong: str, folder: Path) -> None:
    """Store the program of a seed and what is wrong with it, as it was drawn and made smaller."""
    place = folder / f"machine-{kind.name}-{seed}"
    place.mkdir(parents=True, exist_ok=True)

    def make(random: Random) -> Any:
        return kind.make(random, seed)

    (place / "difference.txt").write_text(wrong + "\n", encoding="utf-8")
    (place / f"drawn_{kind.ending}").write_text(kind.text(make(Seeded(seed))), encoding="utf-8")
    smallest = shrunk(make, seed, lambda program: bool(kind.compared(program, seed).wrong))
    text = f"// {kind.compared(smallest, seed).wrong}\n{kind.text(smallest)}"
    (place / kind.ending).write_text(text, encoding="utf-8")


def soak(kind: Kind, seed: int, seconds: float, options: argparse.Namespace) -> int:
    """Draw and compare programs of a kind, and print what came out; the number of differences."""
    begin, number, enumerated, questions, found = time.monotonic(), 0, 0, 0, 0
    while time.monotonic() - begin < seconds and (options.programs is None or number < options.programs):
        own = seed + number
        number += 1
        outcome = kind.compared(kind.make(Seeded(own), own), own)
        enumerated += outcome.is_enumerated
        questions += outcome.questions
        if outcome.wrong:
            found += 1
            print(json.dumps({"kind": kind.name, "seed": own, "wrong": outcome.wrong[:400]}), flush=True)
            keep(kind, own, outcome.wrong, options.keep)
    took = round(time.monotonic() - begin)
    numbers = {"programs": number, "enumerated": enumerated, "questions": questions, "failures": found}
    print(json.dumps({"kind": kind.name, "seed": seed, **numbers, "seconds": took}), flush=True)
    record.append(options.record, "machine", seed, kind=kind.name, **numbers, seconds=took)
    return found


def main() -> int:
    """Draw programs of each kind, compare, and print what came out."""
    options = arguments()
    seed = secrets.randbelow(1 << 32) if options.seed is None else options.seed
    print(json.dumps({"seed": seed}), flush=True)
    kinds = [KINDS[name] for name in options.kind or KINDS]
    whole = sum(kind.share for kind in kinds)
    found = [soak(kind, seed, options.seconds * kind.share / whole, options) for kind in kinds]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
