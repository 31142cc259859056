"""Compare what all orders at once say of random threads with narrow inputs with every interleaving, one by one.

    python benchmarks/soak_orders.py [--seconds T] [--seed S] [--programs N] [--kind KIND]… [--keep FOLDER]
                                     [--record FILE]

Scripts of two threads are written in C and in Java, and what their interleavings do is found out by going through all
of them. Programs of the kind `vir` are drawn in the intermediate form and searched by the reference engine, those of
the kind `objects` in Java, with everything that threads do there, and searched on the native machine. What is proved or
refuted about assertions, deadlocks or exceptions, one of them for each program, has to be so. A program of which that
is not so is made smaller and kept in FOLDER. The seed is new each time and printed; with `--seed` the same programs are
drawn again. A line of JSON is printed for each kind. The exit status is 1 if there was a difference.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TypeVar

from soaking.drawing import Compared, Kind, Part, run

from order_verdicts import PROVED, REFUTED, UNKNOWN, disagreement, known
from race_verdicts import read
from strategies.ir.orders import random_orders
from strategies.java.threads import random_threads
from strategies.thread_scripts import c_text, failing, java_text, random_input_script
from thread_verdicts import searched
from vexil.certify.interleavings import check_unwound  # noqa: F401 - the checker is imported once for all its processes
from vexil.core.errors import VexilError
from vexil.ir.program import Program
from vexil.ir.text import print_program

T = TypeVar("T")
STATES = 6_000
"""Programs with more states are not compared."""
THROWN = "exception: IllegalStateException"
"""Failing assertions throw, too."""
ABOUT = {
    "c": {"assert": "assert", "deadlock": "deadlock"},
    "java": {"assert": "assert", "deadlock": "deadlock", THROWN: "exception"},
}
"""What is asked, and what the interleavings call it."""
TEXTS: dict[str, Callable[[tuple[str, ...]], str]] = {"c": c_text, "java": java_text}
STATUSES = PROVED, REFUTED, UNKNOWN


def _of_script(language: str, units: tuple[str, ...], seed: int) -> Compared:
    """Compare what is said of a script with its interleavings; a mistake of ours is a difference, too."""
    fails = failing(units)
    about, name = _one_of(tuple(ABOUT[language].items()), seed)
    return _compared(lambda: read(language, TEXTS[language](units)), about, lambda _: name in fails)


def _of_states(program: Program, seed: int) -> Compared:
    """Compare what is said of a program with all of its states."""
    about = _one_of(("assert", "deadlock"), seed)
    return _compared(lambda: program, about, lambda loaded: _BROKEN.get(known(loaded, STATES, about)))


def _of_objects(text: str, seed: int) -> Compared:
    """Compare what is said of a program in Java with what the native machine says."""
    about = _one_of(("assert", "deadlock", "exception"), seed)
    return _compared(lambda: read("java", text), about, lambda loaded: _BROKEN.get(searched(loaded, about=about)))


_BROKEN = {PROVED: False, REFUTED: True}


def _one_of(listed: Sequence[T], seed: int) -> T:
    return listed[Random(seed).randrange(len(listed))]


def _compared(load: Callable[[], Program], about: str, truth: Callable[[Program], bool | None]) -> Compared:
    try:
        program = load()
        is_broken = truth(program)
        expected = {} if is_broken is None else {about: is_broken}
        wrong, counts = disagreement(program, expected)
    except (AssertionError, VexilError, TypeError, ValueError, KeyError) as broken:
        return Compared(f"{type(broken).__name__}: {broken}")
    return Compared(wrong, {"questions": len(expected), **counts})


def _drawn(language: str, random: Random, _: int) -> tuple[str, ...]:
    return random_input_script(random, throws=language == "java")


PART = Part(
    "orders",
    {
        **{
            language: Kind(partial(_drawn, language), partial(_of_script, language), text, language)
            for language, text in TEXTS.items()
        },
        "vir": Kind(lambda random, _: random_orders(random), _of_states, print_program, "vir", 0.5),
        "objects": Kind(lambda random, _: random_threads(random), _of_objects, str, "java"),
    },
    ("questions", *STATUSES),
)


if __name__ == "__main__":
    sys.exit(run(PART, __doc__))
