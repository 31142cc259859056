"""Formulas whose atoms may read what nobody has written: asked for certain, and then for possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vexil.ir.program import Program
from vexil.model.outcome import Direction, GaveUp, Question
from vexil.model.presence import may_be_unwritten
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.conclude import carried
from vexil.spec.atoms import Atom, Holds, expression_of
from vexil.spec.certainty import certain, possible
from vexil.spec.formulas import atoms_of
from vexil.spec.property import Kind, Property
from vexil.spec.resolve import Resolver

HINT = "say in the property when the value counts, such as `written -> …`, or give it a value earlier"


def unwritten_atoms(prop: Property, program: Program) -> tuple[Holds, ...]:
    """The expressions of a property that may read what nobody has written; raises `SourceError` about its names."""
    resolver = Resolver(program, prop.file)
    atoms = [expression_of(atom) for atom in _atoms(prop)]
    return tuple(
        atom for atom in atoms if atom is not None and may_be_unwritten(program, resolver.condition(atom.tree))
    )


def certain_question(question: Question) -> Question:
    """What has to hold for a proof."""
    atoms = unwritten_atoms(question.property, question.program)
    return replace(question, property=certain(question.property, lambda atom: atom in atoms)) if atoms else question


def possible_question(question: Question) -> Question:
    """What has to fail for a refutation."""
    atoms = unwritten_atoms(question.property, question.program)
    return replace(question, property=possible(question.property, lambda atom: atom in atoms)) if atoms else question


def ask_both(question: Question, ask: Callable[[Question], Verdict]) -> Verdict:
    """The verdict on a property that holds, or fails, whatever is read that nobody has written; else unknown."""
    atoms = unwritten_atoms(question.property, question.program)
    if not atoms:
        return ask(question)
    first = ask(certain_question(question))
    if first.status is Status.PROVED:
        return carried(question, first, Direction.OVER)
    second = ask(possible_question(question))
    if second.status is Status.REFUTED:
        return carried(question, second, Direction.UNDER)
    if Status.UNKNOWN in (first.status, second.status):
        return carried(question, first if first.status is Status.UNKNOWN else second, Direction.EXACT)
    return carried(question, second, Direction.EXACT, _depends(atoms))


def unless_unwritten(verdict: Verdict, question: Question) -> Verdict:
    """A verdict in which unwritten memory had some value: no proof where a property may read any."""
    atoms = unwritten_atoms(question.property, question.program) if verdict.status is Status.PROVED else ()
    return carried(question, verdict, Direction.EXACT, _depends(atoms)) if atoms else verdict


def _depends(atoms: tuple[Holds, ...]) -> GaveUp:
    names = ", ".join(str(atom) for atom in atoms)
    reason = f"{names}: the answer depends on uninitialised memory, or on a variable without a value yet"
    return GaveUp(reason, HINT)


def _atoms(prop: Property) -> tuple[Atom, ...]:
    match prop.kind:
        case Kind.LTL | Kind.PATTERN:
            return atoms_of(prop.linear_formula())
        case Kind.CTL | Kind.MU:
            return atoms_of(prop.mu_formula())
        case _:
            return ()
