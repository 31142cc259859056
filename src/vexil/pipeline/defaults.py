"""What is checked when nothing is asked, and what every verdict takes for granted."""

from __future__ import annotations

from vexil.core.caveats import Assumption
from vexil.ir.interpreter import Bounds
from vexil.ir.operations import Join, Lock, Start, Throw, Wait
from vexil.ir.program import Program
from vexil.model.goal import CHECK_KINDS, has_checks
from vexil.spec.property import Kind, Property, parse_property


def default_properties(program: Program) -> list[Property]:
    """The built-in properties that make sense for a program and are cheap to ask."""
    operations = [edge.operation for function in program.functions.values() for edge in function.edges]
    chosen = [kind for kind in (Kind.ASSERT, Kind.UNREACH) if has_checks(program, CHECK_KINDS[kind])]
    if any(isinstance(operation, Lock | Wait | Join | Start) for operation in operations):
        chosen.append(Kind.DEADLOCK)
    if any(isinstance(operation, Throw) for operation in operations):
        chosen.append(Kind.EXCEPTION)
    if not chosen:
        chosen.append(Kind.TERMINATION)
    return [parse_property(kind.value) for kind in chosen]


BUILT_IN = (
    Kind.ASSERT, Kind.UNREACH, Kind.DEADLOCK, Kind.EXCEPTION, Kind.RACE, Kind.OVERFLOW, Kind.DIVISION,
    Kind.MEMSAFETY, Kind.MEMTRACK, Kind.TERMINATION,
)  # fmt: skip


def not_checked(checked: list[Property]) -> list[str]:
    """The built-in properties that were not asked."""
    asked = {prop.kind for prop in checked}
    return [kind.value for kind in BUILT_IN if kind not in asked]


def assumptions_of(
    program: Program,
    bounds: Bounds,
    prover: str = "",
    abstraction: str = "",
    *,
    fair: bool = False,
    daemons: bool = False,
) -> tuple[Assumption, ...]:
    """Everything a verdict takes for granted, one entry per subject; the program's own entries come first."""
    own = {assumption.kind for assumption in program.assumptions}
    phrases = bounds.describe()
    general = [
        Assumption("arithmetic", _ARITHMETIC.get(program.language, _WRAPPING)),
        Assumption("bounds", "; ".join(phrases) if phrases else "none"),
        Assumption("atomicity", _ATOMICITY.get(program.language, "one edge of the program is one step")),
        Assumption("memory-model", "sequential consistency"),
        Assumption("environment", "the program is closed: nothing but its own choices is open"),
        Assumption("fairness", _FAIR if fair else _DAEMONS if daemons else "none: every schedule counts"),
        Assumption("abstraction", abstraction or "none: the program itself was checked"),
        Assumption("prover", prover or "none was used, so none timed out"),
    ]
    if prover and program.language == "c":
        general.append(
            Assumption(
                "unwritten", "memory that was never written holds any value in proofs; counterexamples do not read it"
            )
        )
    if any(isinstance(edge.operation, Wait) for f in program.functions.values() for edge in f.edges):
        general.append(Assumption("wake-ups", "a waiting thread is woken by notification, time-out or interrupt"))
    return (*program.assumptions, *(assumption for assumption in general if assumption.kind not in own))


_FAIR = "weak: only runs count in which a thread that can move on and on moves at last"
_DAEMONS = "none: every schedule counts, but one that lets only daemons move although another thread could"
_WRAPPING = "integers as the program's types say; machine integers wrap around"
_ARITHMETIC = {
    "bp": "none: every variable is Boolean",
    "c": "integers as the data model says; signed ones wrap around too, unless overflow is asked for",
}
_ATOMICITY = {
    "bp": "one statement is one step",
    "fcl": "one statement is one step",
    "c": "one access to shared memory is one step",
}
