"""Random threaded programs in C and Java, loaded and held to the reference interpreter, question by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import strategies.c.threads as c_threads
import strategies.java.threads as java_threads
from linear_oracle import LinearOracle, TooManyStatesError
from machine_verdicts import Comparison, comparison, lost_ends
from strategies.c.thread_declarations import ATOMS as C_ATOMS
from strategies.threaded import random_question
from vexil.certify import certify
from vexil.core.context import Context
from vexil.core.errors import LimitReached, SourceError, UsageError
from vexil.engines.machine.runs import NativeRunSearch, RunQuery, reduction_for
from vexil.engines.machine.search import Reason, Reduction
from vexil.engines.machine.slots import Unsupported
from vexil.frontends.c import COptions
from vexil.frontends.c import load as load_c
from vexil.frontends.java.load import load as load_java
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.languages.options import JavaOptions
from vexil.model.certificate import Checked
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

ENDLESS = 4
"""One of so many programs goes round for ever, and is asked about its runs."""


@dataclass(frozen=True)
class Language:
    """How programs of a language are drawn and read, and what is asked about them."""

    name: str
    file: str
    ending: Callable[[Random], str]
    endless: Callable[[Random], str]
    atoms: Mapping[str, str]
    properties: tuple[str, ...]
    read: Callable[[str], Program]


LANGUAGES = {
    "c": Language(
        "c",
        "program.c",
        c_threads.random_threads,
        c_threads.random_endless,
        C_ATOMS,
        ("assert", "deadlock", "memsafety"),
        lambda path: load_c([path], COptions(), Context()),
    ),
    "java": Language(
        "java",
        "Program.java",
        java_threads.random_threads,
        java_threads.random_endless,
        java_threads.ATOMS,
        ("assert", "deadlock", "exception"),
        lambda path: load_java([path], JavaOptions(), Context()),
    ),
}


@dataclass(frozen=True)
class Case:
    """A program, and what is asked about it: a property of states, or one of runs."""

    language: Language
    text: str
    asked: str
    is_about_runs: bool

    def load(self) -> Program:
        """Read the program."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / self.language.file
            path.write_text(self.text, encoding="utf-8")
            return self.language.read(str(path))

    def __str__(self) -> str:
        return f"// {self.asked}\n{self.text}"


def random_case(language: Language, random: Random) -> Case:
    """A program of a language, and a question about it."""
    if random.randrange(ENDLESS) == ENDLESS - 1:
        text = language.endless(random)
        return Case(language, text, random_question(random, text, language.atoms), is_about_runs=True)
    return Case(language, language.ending(random), random.choice(language.properties), is_about_runs=False)


def compared(case: Case, states: int) -> Comparison:
    """Compare what the machine sees with what the interpreter sees, and reductions with a plain search.

    Nothing is compared when the machine has no form for the program, and runs only where all states can be enumerated;
    plain searches for states take up to some times *states*.
    """
    program = case.load()
    with suppress(Unsupported, LimitReached):
        if case.is_about_runs:
            return compared_runs(program, case.asked, states)
        lost = lost_ends(CompiledProgram(program), states)
        return Comparison(lost, questions=1) if lost else comparison(program, case.asked, states)
    return Comparison()


def compared_runs(program: Program, text: str, most: int) -> Comparison:
    """Compare searches for runs, with and without fairness and reductions, with an enumeration."""
    asked = parse_property(text)
    try:
        oracle = LinearOracle(program, asked, most)
    except (TooManyStatesError, UndefinedAtom):
        return Comparison()
    except (SourceError, UsageError):
        return Comparison()  # the atom is about what only occurs where nobody comes, which is not loaded
    for fair in (False, True):
        query = RunQuery(oracle.goal, asked, program, fair=fair)
        right = Reason.FOUND if oracle.is_violated(query) else Reason.EXHAUSTED
        for reduction in sorted({Reduction.NONE, reduction_for(asked)}):
            wrong = _wrong_answer(Question(program, asked), oracle.compiled, query, reduction, right)
            if wrong:
                return Comparison(f"{text}, fair {fair}, {reduction.name}: {wrong}", is_enumerated=True, questions=2)
    return Comparison("", is_enumerated=True, questions=2)


def _wrong_answer(
    question: Question, compiled: CompiledProgram, query: RunQuery, reduction: Reduction, right: Reason
) -> str:
    """How a search ends otherwise than it should, or finds a run that is none or violates nothing."""
    search = NativeRunSearch(compiled, query, reduction, Context())
    try:
        if (reason := search.run()) is not right:
            return f"ends with {reason.name}, right is {right.name}"
        if reason is Reason.FOUND:
            certificate = certify(question, search.violation(), Context())
            return "" if isinstance(certificate, Checked) else str(certificate)
        return ""
    finally:
        search.close()


def ended(compiled: CompiledProgram, query: RunQuery, reduction: Reduction) -> Reason:
    """Why a search for a run ends: it has found one, or everything was visited."""
    search = NativeRunSearch(compiled, query, reduction, Context())
    try:
        return search.run()
    finally:
        search.close()
