"""Loading small programs and asking the checker of invariants about them."""

from __future__ import annotations

from vexil.certify import Certificate, Checked, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr, Variable
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.ir.types import Type
from vexil.ir.typing import apply, literal
from vexil.model.evidence import Invariant, LoopRule
from vexil.model.outcome import Question
from vexil.spec.property import parse_property

__all__ = ["apply", "literal"]


def vir(text: str) -> Program:
    """A program from its text, without the first line."""
    return load(SourceFile("test.vir", f"vir 1\n{text}".encode()))


def main(*edges: str, variables: str = "", globals: str = "") -> Program:  # noqa: A002 - the word of the text form
    """A program of one function whose edges follow each other; locations are l0, l1, …, exit."""
    lines = [f"  l{number} -> l{number + 1}: {edge}" for number, edge in enumerate(edges)]
    declared = [f"  local {variable}" for variable in variables.split(";") if variable.strip()]
    outer = [f"global {variable}" for variable in globals.split(";") if variable.strip()]
    last = f"  l{len(edges)} -> exit: return"
    return vir("\n".join([*outer, "function main()", *declared, *lines, last]))


def check(
    program: Program, *rules: LoopRule, prop: str = "assert", recursion: int = 1, seconds: float = 20
) -> Certificate:
    """What the checker says about hand-made evidence."""
    question = Question(program, parse_property(prop))
    return certify(question, Invariant(rules, recursion), Context(Limits(cpu_seconds=seconds)))


def rule(program: Program, head: str, induction: int = 0, iterations: int = 0, *facts: Expr) -> LoopRule:
    """A rule for a loop of the entry function, by the name of the head."""
    function = program.functions[program.entry]
    return LoopRule(program.entry, function.location_numbers[head], induction, iterations, facts)


def local(name: str, kind: Type) -> Variable:
    """A variable of the entry function."""
    return Variable(name, kind, False)


def proved(certificate: Certificate) -> bool:
    """Whether the evidence was confirmed."""
    return isinstance(certificate, Checked)


def contradicted(certificate: Certificate) -> bool:
    """Whether the evidence was shown to be wrong."""
    return isinstance(certificate, Rejected) and not certificate.unchecked


def unchecked(certificate: Certificate, *words: str) -> bool:
    """Whether the checker says nothing, for a reason with these words."""
    return (
        isinstance(certificate, Rejected)
        and certificate.unchecked
        and all(word in certificate.reason for word in words)
    )
