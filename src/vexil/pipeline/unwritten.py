"""Formulas whose atoms may read what nobody has written: asked for certain, and then for possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vexil.ir.program import Program
from vexil.model.outcome import Direction, GaveUp, Question
from vexil.model.presence import may_be_unwritten, presence_of
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.conclude import carried
from vexil.spec.atoms import Atom, Denied, Holds, expression_of
from vexil.spec.certainty import certain, possible
from vexil.spec.formulas import TRUE, Not, Proposition, atoms_of
from vexil.spec.ltl import negation_normal_form
from vexil.spec.mu_forms import positive_normal_form
from vexil.spec.nodes import Node, operands_of, postorder
from vexil.spec.property import Kind, Property
from vexil.spec.resolve import Resolver

HINT = "say in the property when the value counts, such as `written -> …`, or give it a value earlier"
OPPOSITES = {"<=": ">", ">=": "<", "==": "!=", "!=": "==", "<": ">=", ">": "<="}


def absence_warnings(prop: Property, program: Program) -> tuple[str, ...]:
    """What to know about a refuted property with atoms about variables of functions, which are not always there."""
    if not program.source.has_declarations:
        return ()
    resolver = Resolver(program, prop.file)
    warnings = []
    for atom in _wanted(prop):
        condition = resolver.condition(atom.tree)
        is_always_there = condition.function == program.entry and not presence_of(program, condition).absent
        if condition.function is not None and not is_always_there:
            warnings.append(_absence(str(atom)))
    return tuple(dict.fromkeys(warnings))


def _absence(atom: str) -> str:
    text = f"{atom} is false where its variables are not there: before they are declared, and outside of the function"
    for sign, opposite in OPPOSITES.items():
        if atom.count(f" {sign} ") == 1:
            return f"{text}; to ask only where they are, write !({atom.replace(f' {sign} ', f' {opposite} ')})"
    return text


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


def _wanted(prop: Property) -> list[Holds]:
    """The expressions that a formula wants to be true."""
    formula: Node = TRUE
    if prop.kind in (Kind.LTL, Kind.PATTERN):
        formula = negation_normal_form(prop.linear_formula())
    elif prop.kind in (Kind.CTL, Kind.MU):
        formula = positive_normal_form(prop.mu_formula())
    atoms: list[Holds] = []
    for part in postorder(formula, _outside_literals):
        match part:
            case Proposition(Holds() as atom) | Not(Proposition(Denied(atom))):
                atoms.append(atom)
            case _:
                pass
    return atoms


def _outside_literals(formula: Node) -> tuple[Node, ...]:
    return () if isinstance(formula, Not) else operands_of(formula)


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
