"""What a user is told about a property besides its verdict."""

from __future__ import annotations

from vexil.core.lexer import quote
from vexil.ir.program import Program
from vexil.spec.property import Property
from vexil.spec.property_warnings import LIVENESS, PropertyWarning, warnings_of


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
