"""Classes of exceptions that properties name: one that does not exist is a mistake, not a proof."""

from __future__ import annotations

from difflib import get_close_matches

from vexil.core.errors import UsageError
from vexil.ir.program import Program
from vexil.model.exceptions import asked_class
from vexil.model.words import simple_class
from vexil.spec.property import Property


def check_subject(asked: Property, program: Program) -> None:
    """Raise `UsageError` for a class of exceptions that neither the program nor the library of its language has."""
    name = asked_class(asked, program)
    if name is None or name in program.classes or (program.source.has_classes and _is_of_the_jdk(name)):
        return
    if not program.classes:
        raise UsageError(
            f"{asked.text}: the program has no classes", hint="ask exception for every way to end with one"
        )
    known = {word: other for other in program.classes for word in (simple_class(other), other)}
    close = get_close_matches(name, known, 1, 0.7)
    hint = f"did you mean {known[close[0]]}?" if close else "name a class that the program throws, with its package"
    raise UsageError(f"{asked.text}: the program makes no objects of a class {name}", hint=hint)


def _is_of_the_jdk(name: str) -> bool:
    from vexil.frontends.java.symbols.jdk import classes_of

    package, _, last = name.rpartition(".")
    return last in (classes_of(package) or ())
