"""What is checked when nothing is asked."""

from __future__ import annotations

from difflib import get_close_matches

from vexil.core.errors import UsageError
from vexil.ir.operations import Allocate, Check, Join, Lock, Start, Throw, Wait
from vexil.ir.program import Program
from vexil.model.goal import CHECK_KINDS, asked_class
from vexil.model.naming import simple_class
from vexil.spec.property import Kind, Property, parse_property


def check_subject(prop: Property, program: Program) -> None:
    """Raise `UsageError` for a class of exceptions that neither the program nor the library of its language has."""
    name = asked_class(prop, program)
    if name is None or name in program.classes or (program.source.has_classes and _is_of_the_jdk(name)):
        return
    if not program.classes:
        raise UsageError(f"{prop.text}: the program has no classes", hint="ask exception for every way to end with one")
    classes = {word: other for other in program.classes for word in (simple_class(other), other)}
    close = get_close_matches(name, classes, 1, 0.7)
    hint = f"did you mean {classes[close[0]]}?" if close else "name a class that the program throws, with its package"
    raise UsageError(f"{prop.text}: the program makes no objects of a class {name}", hint=hint)


def _is_of_the_jdk(name: str) -> bool:
    from vexil.frontends.java.symbols.jdk import classes_of

    package, _, last = name.rpartition(".")
    return last in (classes_of(package) or ())


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
    kinds = {prop.kind for prop in checked}
    sensible = _sensible(program)
    return [kind.value for kind in BUILT_IN if kind in sensible and kind not in kinds]


def _sensible(program: Program) -> set[Kind]:
    """The built-in properties that the program could break at all."""
    operations = [edge.operation for function in program.functions.values() for edge in function.edges]
    checked = {operation.property for operation in operations if isinstance(operation, Check)}
    kinds = {type(operation) for operation in operations}
    sensible = {kind for kind in CHECKS if checked & CHECK_KINDS[kind]}
    if kinds & {Lock, Wait, Join, Start}:
        sensible.add(Kind.DEADLOCK)
    if Throw in kinds:
        sensible.add(Kind.EXCEPTION)
    if Start in kinds:
        sensible.add(Kind.RACE)
    if program.source.has_raw_memory and Allocate in kinds:
        sensible.add(Kind.MEMTRACK)
    return sensible | {Kind.TERMINATION}
