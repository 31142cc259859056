"""What the engine of orders says of programs with threads, and what all of their states say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from vexil.certify import Checked, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.reference import ReferenceEngine
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.evidence import Unwound
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question, last
from vexil.pipeline.engines import plan
from vexil.spec.property import parse_property

PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"


def loaded(text: str) -> Program:
    """The program of a text of the intermediate form."""
    return load(SourceFile("orders.vir", f"vir 1\n{text}".encode()))


class Orders:
    """The engine of orders, asked about the program without objects where there are some."""

    name = "orders"

    def check(self, question: Question, context: Context) -> Answer:
        """The engine's answer."""
        return last(plan(question, self.name).turning[0].turns(question, context))


def asked(program: Program, about: str = "assert") -> Question:
    """Whether an assertion fails, or something else is broken."""
    return Question(program, parse_property(about))


def said(program: Program, seconds: float = 60, about: str = "assert") -> str:
    """What the engine says, when its evidence was checked; else why not."""
    question = asked(program, about)
    answer = Orders().check(question, Context(Limits(seconds)))
    match answer.outcome:
        case Holds(evidence):
            word = "vacuous" if answer.vacuous else PROVED
        case Fails(evidence):
            word = REFUTED
        case GaveUp(reason):
            return f"{UNKNOWN}: {reason}"
        case outcome:
            return f"{UNKNOWN}: {outcome}"
    certificate = certify(question, evidence, Context(Limits(seconds)))
    return word if isinstance(certificate, Checked) else f"unchecked {word}: {certificate.reason}"


def known(program: Program, states: int = 20_000, about: str = "assert") -> str:
    """The verdict when all states were looked at, or nothing when they are too many or something was undefined."""
    answer = ReferenceEngine().check(asked(program, about), Context(Limits(states=states)))
    if isinstance(answer.outcome, Fails):
        return REFUTED
    if not isinstance(answer.outcome, Holds) or answer.undefined or answer.bounds_hit:
        return ""
    return "vacuous" if answer.vacuous else PROVED


def disagreement(program: Program, expected: Mapping[str, bool], seconds: float = 30) -> tuple[str, Counter[str]]:
    """Where an answer is not the one that is known (by properties: whether it is broken), and how often it is which."""
    counts: Counter[str] = Counter()
    for about, is_broken in expected.items():
        found = said(program, seconds, about)
        word = UNKNOWN if found.startswith((UNKNOWN, "unchecked")) else found
        counts[word] += 1
        if word not in (UNKNOWN, REFUTED if is_broken else PROVED):
            return f"{about} is {found}, and it is {'' if is_broken else 'not '}broken", counts
    return "", counts


def confirms(program: Program, meetings: frozenset[str], seconds: float = 60, about: str = "assert") -> bool:
    """Say whether the checker confirms that no assertion fails when threads meet at these edges only."""
    return isinstance(certify(asked(program, about), Unwound(meetings), Context(Limits(seconds))), Checked)


def every_edge(program: Program) -> frozenset[str]:
    """The identities of all edges."""
    return frozenset(
        function.edge_id(number) for function in program.functions.values() for number in range(len(function.edges))
    )
