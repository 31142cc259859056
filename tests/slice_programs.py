"""Random programs to slice, in the intermediate form, in C and in Java, with noise, and a question about each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import strategies.c.threads as c_threads
import strategies.java.threads as java_threads
from slice_verdicts import SliceComparison, compared, random_question
from strategies import threaded
from strategies.c.blocks import random_blocks
from strategies.c.calls import random_calls
from strategies.c.inputs import random_input_program as random_c_inputs
from strategies.c.loops import random_loops
from strategies.c.memory import random_memory_program
from strategies.c.procedures import random_procedures
from strategies.ir.classes import random_class_program
from strategies.ir.endless import random_endless
from strategies.ir.endless import random_question as question_of_endless
from strategies.ir.locks import random_thread_program
from strategies.ir.noise import noisy
from strategies.ir.objects import random_object_program
from strategies.ir.pointers import random_pointers
from strategies.ir.regions import random_regions
from strategies.ir.sharing import random_sharing
from strategies.ir.threads import random_threads
from strategies.java.inputs import MAIN
from strategies.java.inputs import random_input_program as random_java_inputs
from threaded_programs import LANGUAGES, Case, Language
from vexil.core.errors import SourceError
from vexil.ir.program import Program
from vexil.ir.text import print_program

C_INPUT = ("extern int __VERIFIER_nondet_int(void);", "__VERIFIER_nondet_int()")
JAVA_INPUT = "org.sosy_lab.sv_benchmarks.Verifier.nondetInt()"


@dataclass(frozen=True)
class Sliceable:
    """A program with a question, and its source text if it has one."""

    program: Program
    asked: str
    source: str = ""

    def compared(self, most: int) -> SliceComparison:
        """What comes of slicing it."""
        return compared(self.program, self.asked, most)

    def __str__(self) -> str:
        return f"// {self.asked}\n{self.source}\n{print_program(self.program)}"


Maker = Callable[[Random], Sliceable]


def _intermediate(make: Callable[[Random], Program]) -> Maker:
    def drawn(random: Random) -> Sliceable:
        program = noisy(random, make(random))
        is_endless = make is random_endless and random.random() < 0.7
        asked = question_of_endless(random, program) if is_endless else random_question(random, program)
        return Sliceable(program, asked)

    return drawn


def _source(language: Language, make: Callable[[Random], str], atoms: Mapping[str, str] | None = None) -> Maker:
    """Programs of a language; with *atoms*, they are asked about runs."""

    def drawn(random: Random) -> Sliceable:
        text, program = _loaded(language, make, random)
        program = noisy(random, program, 3, quiet=random.random() < 0.5)
        asked = threaded.random_question(random, text, atoms) if atoms is not None else random_question(random, program)
        return Sliceable(program, asked, text)

    return drawn


def _loaded(language: Language, make: Callable[[Random], str], random: Random) -> tuple[str, Program]:
    """A program; some that are written are none."""
    while True:
        text = make(random)
        with suppress(SourceError):
            return text, Case(language, text, "", is_about_runs=False).load()


def _few_c_inputs(random: Random) -> str:
    declared, used = C_INPUT
    text = random_c_inputs(random).replace(declared, "extern _Bool __VERIFIER_nondet_bool(void);")
    return text.replace(used, "(__VERIFIER_nondet_bool() ? 2 : 0)")


def _few_java_inputs(random: Random) -> str:
    few = "(org.sosy_lab.sv_benchmarks.Verifier.nondetBoolean() ? 2 : 0)"
    return random_java_inputs(random).replace(MAIN, MAIN.replace(JAVA_INPUT, few))


def _careful_classes(random: Random) -> Program:
    return random_class_program(random, careful=True)


C, JAVA = LANGUAGES["c"], LANGUAGES["java"]
MAKERS: Mapping[str, tuple[Maker, ...]] = {
    "vir": tuple(
        _intermediate(make)
        for make in (
            random_sharing,
            random_thread_program,
            random_object_program,
            _careful_classes,
            random_threads,
            random_endless,
            random_regions,
            random_pointers,
        )
    ),
    "c": (
        _source(C, random_calls),
        _source(C, random_loops),
        _source(C, random_procedures),
        _source(C, random_blocks),
        _source(C, random_memory_program),
        _source(C, _few_c_inputs),
    ),
    "c threads": (
        _source(C, c_threads.random_threads),
        _source(C, c_threads.random_threads),
        _source(C, c_threads.random_endless, C.atoms),
    ),
    "java": (_source(JAVA, _few_java_inputs),),
    "java threads": (
        _source(JAVA, java_threads.random_threads),
        _source(JAVA, java_threads.random_threads),
        _source(JAVA, java_threads.random_endless, JAVA.atoms),
    ),
}
"""By kind the generators of programs of that kind."""


def random_sliceable(kind: str, random: Random) -> Sliceable:
    """A program of a kind, and a question about it."""
    return random.choice(MAKERS[kind])(random)
