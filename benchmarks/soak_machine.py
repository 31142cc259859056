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

import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from soaking.drawing import Compared, Kind, Part, run

import threaded_programs
from machine_verdicts import PROPERTIES, Comparison, comparison, lost_ends
from strategies.ir.sharing import random_sharing
from strategies.ir.threads import random_threads
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


def drawn(random: Random, seed: int) -> Program:
    """The program of a seed in the intermediate form."""
    return random_threads(random) if seed % EVERY == 0 else random_sharing(random)


def compared(program: Program, seed: int) -> Comparison:
    """What a reduction sees otherwise; nothing when all see the same, or the machine has no form for the program."""
    with suppress(Unsupported, LimitReached):
        lost = "" if seed % EVERY == 0 else lost_ends(CompiledProgram(program), STATES)
        return Comparison(lost, questions=1) if lost else comparison(program, PROPERTIES[seed % len(PROPERTIES)], FEW)
    return Comparison()


def counted(compare: Callable[[Any, int], Comparison]) -> Callable[[Any, int], Compared]:
    """What is seen otherwise, or what should have been so and is not; a mistake of ours is a difference, too."""

    def look(program: Any, seed: int) -> Compared:
        try:
            found = compare(program, seed)
        except (AssertionError, InternalError, VexilError) as broken:
            found = Comparison(f"{type(broken).__name__}: {broken}")
        return Compared(found.wrong, {"enumerated": found.is_enumerated, "questions": found.questions})

    return look


def _in(language: threaded_programs.Language) -> Kind:
    return Kind(
        lambda random, _: threaded_programs.random_case(language, random),
        counted(lambda case, _: threaded_programs.compared(case, STATES)),
        ending=language.file.rpartition(".")[2],
        share=0.4,
    )


PART = Part(
    "machine",
    {
        "vir": Kind(drawn, counted(compared), print_program, "vir", 0.2),
        **{name: _in(language) for name, language in threaded_programs.LANGUAGES.items()},
    },
    ("enumerated", "questions"),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
