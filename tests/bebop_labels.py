"""Locations of predicate programs by what a test calls them."""

from __future__ import annotations

from vexil.engines.bebop.reach import Place
from vexil.model.boolean_program import PredicateProgram


def locations_called(program: PredicateProgram, label: str) -> tuple[Place, ...]:
    """The locations with a name or label, also as ``procedure::label``."""
    owner, separator, plain = label.rpartition("::")
    return tuple(
        (name, number)
        for name, procedure in program.procedures.items()
        for number, location in enumerate(procedure.locations)
        if label in (location.name, *location.labels)
        or (separator and name == owner and plain in (location.name, *location.labels))
    )
