"""Two engines on one question: what each says, and whether the two can both be right."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.engines.bounded import BoundedEngine
from vexil.engines.reference import ReferenceEngine
from vexil.frontends.c import COptions, load
from vexil.ir.program import Program
from vexil.model.outcome import Fails, Holds, Question
from vexil.spec.property import parse_property


@dataclass(frozen=True)
class Said:
    """What an engine answered: proved, refuted, no run at all, or nothing; and why."""

    word: str
    reason: str = ""


def loaded(text: str, folder: Path) -> Program:
    """A program from its text."""
    path = folder / "program.c"
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


def bounded(question: Question, seconds: float = 2.5) -> Said:
    """The answer of the bounded engine, with the certificate of its evidence."""
    found = BoundedEngine().check(question, Context(Limits(seconds)))
    match found.outcome:
        case Holds(evidence):
            if found.vacuous:
                return Said("vacuous", found.vacuous)
            word = "proved"
        case Fails(evidence):
            word = "refuted"
        case outcome:
            return Said("unknown", str(outcome))
    try:
        certificate = certify(question, evidence, Context(Limits(seconds)))
    except LimitReached as limit:
        return Said("unknown", limit.reason)
    if isinstance(certificate, Checked):
        return Said(word)
    if certificate.unchecked and word == "proved":
        return Said(word, f"unchecked: {certificate.reason}")
    return Said("rejected", f"{word}: {certificate.reason}")


def reference(question: Question, states: int = 8_000) -> Said:
    """The answer of the reference engine; it only means something when it could enumerate everything."""
    found = ReferenceEngine().check(question, Context(Limits(1.5, states=states)))
    match found.outcome:
        case Holds():
            if found.undefined:
                return Said("undefined", ", ".join(found.undefined))
            return Said("vacuous", found.vacuous) if found.vacuous else Said("proved")
        case Fails():
            return Said("refuted")
        case outcome:
            return Said("unknown", str(outcome))


_LEFT_OPEN = {
    "proved": ("uninitialised-read", "pointer-comparison"),
    "refuted": ("uninitialised-read",),
    "vacuous": (),
}
"""What is undefined to the reference engine, and any value to an answer of the bounded engine."""


def disagreement(program: Program, prop: str) -> tuple[str, Said, Said]:
    """Why the engines cannot both be right (empty when they can), and what they said."""
    question = Question(program, parse_property(prop))
    one, other = bounded(question), reference(question)
    if one.word == "rejected":
        return f"the certificate is wrong: {one.reason}", one, other
    if one.word == "unknown" or other.word in ("unknown", one.word):
        return "", one, other
    if other.word == "undefined" and all(kind.startswith(_LEFT_OPEN[one.word]) for kind in other.reason.split(", ")):
        return "", one, other
    return f"{prop}: bounded says {one.word}, the reference {other.word} ({other.reason})", one, other
