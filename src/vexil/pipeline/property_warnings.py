"""Warnings about a property besides its verdict: what it may not mean, and where its variables are not there."""

from __future__ import annotations

from vexil.core.lexer import quote
from vexil.ir.program import Program
from vexil.model.evidence import Run
from vexil.model.outcome import Answer, Fails
from vexil.model.presence import presence_of
from vexil.spec.atoms import Denied, Holds
from vexil.spec.formulas import TRUE, Not, Proposition
from vexil.spec.ltl import negation_normal_form
from vexil.spec.mu import positive_normal_form
from vexil.spec.nodes import Node, operands_of, postorder
from vexil.spec.property import Kind, Property
from vexil.spec.property_warnings import LIVENESS, PropertyWarning, warnings_of
from vexil.spec.resolve import Resolver

OPPOSITES = {"<=": ">", ">=": "<", "==": "!=", "!=": "==", "<": ">=", ">": "<="}


def warnings_about(prop: Property, program: Program, *, abstract: bool) -> tuple[str, ...]:
    """Warnings with their suggestions; what only abstractions do to properties is left out where there is none."""
    return tuple(_sentence(warning, program) for warning in warnings_of(prop) if abstract or warning.code != LIVENESS)


def _sentence(warning: PropertyWarning, program: Program) -> str:
    """The warning with its suggestion, which names the program's own end where it has no location ``end``."""
    function = program.functions[program.entry]
    names = {name for location in function.locations for name in (location.name, *location.labels)}
    suggestion = warning.suggestion
    if "end" not in names:
        suggestion = suggestion.replace("[end]", f"[{quote(function.locations[function.exit].name)}]")
    return warning.message + (f"; consider {suggestion}" if suggestion else "")


def absence_warnings(prop: Property, program: Program) -> tuple[str, ...]:
    """What to know about a refuted property with atoms about variables of functions, which are not always there."""
    if not program.source.has_declarations:
        return ()
    resolver = Resolver(program, prop.file)
    warnings = []
    for atom in _positive_atoms(prop):
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


def _positive_atoms(prop: Property) -> list[Holds]:
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


def unwritten_warnings(answer: Answer) -> tuple[str, ...]:
    """What to know about a counterexample that reads memory which was never written."""
    run = answer.outcome.evidence if isinstance(answer.outcome, Fails) else None
    if not isinstance(run, Run) or not any(move.contents for move in run.moves):
        return ()
    return (
        "the run reads memory that was never written, and the trace says what it held: C leaves that value open, "
        "and reading it may be undefined by itself (C11 6.3.2.1, 6.2.6.1)",
    )
