"""What the atoms of a property mean at the locations of a flat predicate program."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from vexil.core.errors import UsageError
from vexil.engines.belnap.fixpoints import Meaning
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr, Var
from vexil.spec.atoms import At, Atom, Call, Holds
from vexil.transform.predicate_inlining import FlatProgram


def meaning_of_atoms(flat: FlatProgram, expressions: Mapping[str, Expr] | None = None) -> Meaning:
    """Read ``at(l)``, ``call(f)``, and conditions by their text; variables of the program need no entry.

    A location has its labels, its name in the main procedure, and ``f.name`` everywhere. Raises `UsageError`, when the
    meaning is asked for, for what no location and no expression is known by.
    """
    known: dict[str, Expr] = {name: Var(name) for name in flat.names}
    known.update(expressions or {})
    places: dict[str, set[int]] = {}
    entries: dict[str, set[int]] = {}
    for number, (location, place) in enumerate(zip(flat.locations, flat.places, strict=True)):
        names = {*location.labels, f"{place.procedure}.{location.name}"}
        if not place.calls:
            names.add(location.name)
        for name in names:
            places.setdefault(name, set()).add(number)
    for number in _entries(flat):
        entries.setdefault(flat.places[number].procedure, set()).add(number)

    def meaning(atom: Atom, location: int) -> Expr:
        match atom:
            case At(name, None):
                return TRUE if location in _found(places, name, "location") else FALSE
            case Call(function):
                return TRUE if location in _found(entries, function, "function") else FALSE
            case Holds(text):
                if text not in known:
                    raise UsageError(f"no predicate of the program is known as {text!r}")
                return known[text]
            case _:
                raise UsageError(f"{atom} has no meaning in a predicate program with one thread")

    return meaning


def _entries(flat: FlatProgram) -> list[int]:
    """The entry of the program and those of all copies: where control comes from the edge of a call."""
    found = [flat.entry]
    for edge in flat.edges:
        here, there = flat.places[edge.source], flat.places[edge.target]
        if len(there.calls) > len(here.calls):
            found.append(edge.target)
    return found


def _found(table: Mapping[str, set[int]], name: str, what: str) -> set[int]:
    found = table.get(name)
    if found is None:
        close = get_close_matches(name, sorted(table), 1)
        raise UsageError(f"there is no {what} {name!r}", hint=f"did you mean {close[0]!r}?" if close else "")
    return found
