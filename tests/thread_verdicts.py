"""Verdicts of predicate abstraction on random programs with threads, beside those of a search of all states."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from order_verdicts import PROVED, REFUTED, UNKNOWN, asked, known
from strategies.c.shared_registers import random_program
from thread_claims import said
from vexil.core.context import Context, Limits
from vexil.frontends.c import COptions
from vexil.frontends.c import load as load_c
from vexil.ir.program import Program
from vexil.model.outcome import Fails, Holds
from vexil.pipeline.registry import EngineOptions, machine


def loaded_c(text: str) -> Program:
    """The program of a text in C."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "threads.c")
        path.write_text(text, encoding="utf-8")
        return load_c([str(path)], COptions(), Context())


def drawn_c(random: Random) -> Program:
    """A random program in C."""
    return loaded_c(random_program(random))


def searched(program: Program, seconds: float = 20, about: str = "assert") -> str:
    """What native search of all states says; nothing when it has not come to its end, or something was undefined."""
    answer = machine(EngineOptions()).check(asked(program, about), Context(Limits(seconds)))
    match answer.outcome:
        case Fails():
            return REFUTED
        case Holds() if not answer.undefined and not answer.bounds_hit:
            return PROVED
        case _:
            return ""


def disagreement(program: Program, seconds: float = 15) -> tuple[str, str]:
    """What is said of a program, and how another search contradicts it; nothing if it does not."""
    found = said(program, seconds)
    if found.startswith(UNKNOWN):
        return UNKNOWN, ""
    if found not in (PROVED, REFUTED, "vacuous"):
        return "unchecked", found
    expected = searched(program, seconds) if program.language == "c" else known(program, 6_000)
    is_same = expected in ("", found) or "vacuous" in (expected, found)
    return found, "" if is_same else f"{found}, but all states say {expected}"
