"""What is said of data races, when its evidence was checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from order_verdicts import Orders
from strategies.race_scripts import Threads, c_text, has_race, java_text, vir_text
from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.machine.engine import MachineEngine
from vexil.frontends.c import COptions
from vexil.frontends.c import load as load_c
from vexil.frontends.java.load import load as load_java
from vexil.ir.program import Program
from vexil.ir.text import load as load_vir
from vexil.languages.options import JavaOptions
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.model.protocols import Engine
from vexil.spec.property import parse_property

FREE, RACE = "free", "race"


def question_of(program: Program) -> Question:
    """Whether a program has a data race."""
    return Question(program, parse_property("race"))


def said(program: Program, engine: Engine, seconds: float = 60) -> str:
    """What an engine says, when its evidence was checked; else why not."""
    question = question_of(program)
    return judged(question, engine.check(question, Context(Limits(seconds))), seconds)


def judged(question: Question, answer: Answer, seconds: float = 60) -> str:
    """What an answer says, when its evidence was checked; else why not."""
    match answer.outcome:
        case Holds(evidence):
            word = FREE
        case Fails(evidence):
            word = RACE
        case GaveUp(reason):
            return f"unknown: {reason}"
        case outcome:
            return f"unknown: {outcome}"
    certificate = certify(question, evidence, Context(Limits(seconds)))
    return word if isinstance(certificate, Checked) else f"unchecked {word}: {certificate.reason}"


def read(language: str, text: str) -> Program:
    """The program of a text."""
    if language == "vir":
        return load_vir(SourceFile("races.vir", text.encode()))
    with TemporaryDirectory() as folder:
        path = Path(folder) / ("program.c" if language == "c" else "Program.java")
        path.write_text(text)
        if language == "c":
            return load_c([str(path)], COptions(), Context())
        return load_java([str(path)], JavaOptions(), Context())


TEXTS = {"vir": vir_text, "c": c_text, "java": java_text}


def program_of(language: str, threads: Threads) -> Program:
    """The program of a script."""
    return read(language, TEXTS[language](threads))


KINDS: Mapping[str, tuple[str, tuple[type[Engine], ...]]] = {
    "states": ("vir", (MachineEngine,)),
    "orders": ("vir", (Orders,)),
    "c": ("c", (MachineEngine, Orders)),
    "java": ("java", (MachineEngine, Orders)),
}
"""In which language a script is written, and who is asked."""


def compared(kind: str, threads: Threads) -> int:
    """Compare what engines say of a script with vector clocks, and say how many did; raises `AssertionError`."""
    language, engines = KINDS[kind]
    program = program_of(language, threads)
    expected = RACE if has_race(threads) else FREE
    for engine in engines:
        found = said(program, engine())
        assert found == expected, f"{engine.__name__} says {found}, and it is {expected}"
    return len(engines)
