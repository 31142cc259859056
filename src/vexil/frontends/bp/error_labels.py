"""Labels that must not be reached, as checks at the locations that have them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vexil.core.errors import UsageError
from vexil.ir.program import LocationKind
from vexil.model.boolean_program.expressions import FALSE
from vexil.model.boolean_program.program import Check, Edge, Location, PredicateProgram, Procedure

PROPERTY = "unreach"


def with_error_labels(program: PredicateProgram, labels: Iterable[str]) -> PredicateProgram:
    """The program with a check that fails at each location called so; raises `UsageError` when there is none.

    Locations and edges keep their numbers; what happened at such a location happens at a new one behind the check.
    """
    for label in labels:
        procedures = {name: _checked(item, label) for name, item in program.procedures.items()}
        if all(procedures[name] is item for name, item in program.procedures.items()):
            known = [
                name
                for procedure in program.procedures.values()
                for location in procedure.locations
                for name in (location.name, *location.labels)
            ]
            raise UsageError(f"no statement has the label {label!r}", hint=f"labels are {', '.join(known[:12])}")
        program = replace(program, procedures=procedures)
    return program


def _checked(procedure: Procedure, label: str) -> Procedure:
    locations, edges = list(procedure.locations), list(procedure.edges)
    taken = {name for location in locations for name in (location.name, *location.labels)}
    has_label = False
    for number, location in enumerate(procedure.locations):
        if label not in (location.name, *location.labels):
            continue
        if number == procedure.exit:
            raise UsageError(f"{label!r} is the exit of {procedure.name}", hint="name the label of a statement")
        has_label = True
        behind = len(locations)
        name = f"{location.name}.checked"
        while name in taken:
            name += "_"
        taken.add(name)
        locations.append(Location(name, location.kind))
        locations[number] = replace(location, kind=LocationKind.STEP)
        span = next((edge.span for edge in edges if edge.source == number), None)
        edges = [replace(edge, source=behind) if edge.source == number else edge for edge in edges]
        edges.append(Edge(number, behind, Check(FALSE, PROPERTY, f"the label {label} is reached"), (), span))
    return replace(procedure, locations=tuple(locations), edges=tuple(edges)) if has_label else procedure
