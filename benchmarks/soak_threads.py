"""Compare predicate abstraction of threads with searches of all states, on random threads with narrow inputs.

    python benchmarks/soak_threads.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                      [--record FILE]

Programs of the kind `vir` are drawn in the intermediate form, those of `c` as source text. What is proved or refuted
has to be so when all states are looked at, and no evidence may be rejected. Of the kind `printed` abstractions are
printed as Boolean programs, read again, and searched: they have to say the same. A program of which that is not so is
kept in FOLDER. The seed is new each time and printed; with `--seed` the same programs are drawn again. A line of JSON
is printed for each kind. The exit status is 1 if there was a difference.
"""

from __future__ import annotations

import sys
from random import Random

from soaking.drawing import Compared, Kind, Part, run

from abstract_threads import abstraction, searched
from order_verdicts import PROVED, REFUTED, UNKNOWN
from strategies.c.shared_registers import random_program
from strategies.ir.orders import random_orders
from thread_claims import said
from thread_verdicts import disagreement, loaded_c
from vexil.ir.program import Program
from vexil.ir.text import print_program

SECONDS = 15.0
"""CPU seconds for one answer."""
STATUSES = PROVED, REFUTED, UNKNOWN


def _printed(program: Program) -> Compared:
    status = said(program, SECONDS).partition(":")[0]
    made = abstraction(program, SECONDS) if status in (PROVED, REFUTED) else None
    found = "" if made is None else searched(made, SECONDS)
    is_same = found in ("", status) or (status, found) == (PROVED, "vacuous")
    answer = status if found else UNKNOWN
    wrong = "" if is_same else f"{status}, but the printed abstraction says {found}"
    return Compared(wrong, {"questions": 1, **{name: int(name == answer) for name in STATUSES}})


def _compared(program: Program) -> Compared:
    status, wrong = disagreement(program, SECONDS)
    return Compared(wrong, {"questions": 1, **{name: int(name == status) for name in STATUSES}})


PART = Part(
    "threads",
    {
        "vir": Kind(
            lambda random, _: random_orders(random), lambda program, _: _compared(program), print_program, "vir", 0.5
        ),
        "c": Kind(
            lambda random, _: random_program(Random(random.randrange(1 << 32))),
            lambda text, _: _compared(loaded_c(text)),
            str,
            "c",
            0.5,
        ),
        "printed": Kind(
            lambda random, _: random_orders(random), lambda program, _: _printed(program), print_program, "vir", 0.2
        ),
    },
    ("questions", *STATUSES),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
