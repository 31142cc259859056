"""What is checked when nothing is asked."""

from __future__ import annotations

from vexil.ir.operations import Allocate, Check, Join, Lock, Start, Throw, Wait
from vexil.ir.program import Program
from vexil.model.goal import CHECK_KINDS
from vexil.spec.property import Kind, Property, parse_property

CHECKS = (Kind.ASSERT, Kind.UNREACH, Kind.MEMSAFETY, Kind.OVERFLOW, Kind.DIVISION)
"""Properties that are about checks in the program, from what its author wrote to what the language demands."""
BUILT_IN = (*CHECKS, Kind.DEADLOCK, Kind.EXCEPTION, Kind.RACE, Kind.MEMTRACK, Kind.TERMINATION)


def default_properties(program: Program) -> list[Property]:
    """The built-in properties that make sense for a program and are cheap to ask."""
    sensible = _sensible(program)
    chosen = [kind for kind in (*CHECKS, Kind.DEADLOCK, Kind.EXCEPTION) if kind in sensible]
    return [parse_property(kind.value) for kind in chosen or [Kind.TERMINATION]]


def not_checked(checked: list[Property], program: Program) -> list[str]:
    """The built-in properties that make sense for the program and were not asked."""
    asked = {prop.kind for prop in checked}
    sensible = _sensible(program)
    return [kind.value for kind in BUILT_IN if kind in sensible and kind not in asked]


def _sensible(program: Program) -> set[Kind]:
    """The built-in properties that the program could break at all."""
    operations = [edge.operation for function in program.functions.values() for edge in function.edges]
    checked = {operation.property for operation in operations if isinstance(operation, Check)}
    kinds = {type(operation) for operation in operations}
    found = {kind for kind in CHECKS if checked & CHECK_KINDS[kind]}
    if kinds & {Lock, Wait, Join, Start}:
        found.add(Kind.DEADLOCK)
    if Throw in kinds:
        found.add(Kind.EXCEPTION)
    if Start in kinds:
        found.add(Kind.RACE)
    if program.source.has_raw_memory and Allocate in kinds:
        found.add(Kind.MEMTRACK)
    return found | {Kind.TERMINATION}
