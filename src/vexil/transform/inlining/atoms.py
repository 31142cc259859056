"""What atoms of a formula say at the locations of the program without calls: whether they are true, or a condition."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.core.errors import SourceError, UsageError
from vexil.core.source import SourceFile
from vexil.ir.expressions import Expr
from vexil.ir.operations import EndThread, Stop
from vexil.ir.rewriting import Renaming
from vexil.model.presence import Presence, presence_of
from vexil.model.protocols import NotApplicable
from vexil.spec.atoms import At, Atom, Call, Count, Denied, Holds, Return
from vexil.spec.names import find_functions, find_locations
from vexil.spec.resolve import Resolved, Resolver
from vexil.transform.inlining import Inlining

Places = frozenset[tuple[str, int]]
NOWHERE = ("", -1)


class Unnamed(NotApplicable):
    """An atom says nothing that could be told at a location, with the reason."""


class PlacedAtoms:
    """What atoms of the asked property name: locations, and expressions; names are those of the program with calls."""

    def __init__(self, file: SourceFile, inlining: Inlining) -> None:
        self._program = inlining.original
        self._file = file
        self._inlining = inlining
        self._presence: dict[str, Presence] = {}
        self._sites = dict(_call_sites(inlining))
        self._places: dict[str, Places] = {}
        self._resolved: dict[str, Resolved] = {}
        self._renamed: dict[tuple[str, int], Expr] = {}
        self._stops = frozenset(self._stopping())
        self._ends_thread = any(isinstance(edge.operation, EndThread) for edge in inlining.entry.edges)

    def named(self, atom: Atom, location: int) -> bool | Expr:
        """What an atom says at a location: whether it is true, or a condition; raises `Unnamed`."""
        match atom:
            case At(name, thread):
                return self._is_thread(thread) and self._is_at(self._locations(name), location)
            case Count(name, comparison, number):
                return comparison.holds(int(self._is_at(self._locations(name), location)), number)
            case Call(function):
                return self._is_at(self._entries(function), location)
            case Return():
                raise Unnamed("atoms about returns")
            case Holds():
                return self._expression(atom, location)
            case Denied():
                raise Unnamed("conditions that may read uninitialised memory")

    # --- locations ---------------------------------------------------------------------------------------

    def _locations(self, name: str) -> Places:
        if name not in self._places:
            try:
                self._places[name] = frozenset(find_locations(self._program, name))
            except UsageError as problem:
                raise Unnamed(f"the location {name}") from problem
        return self._places[name]

    def _entries(self, function: str) -> Places:
        try:
            names = find_functions(self._program, function)
        except UsageError as problem:
            raise Unnamed(f"the function {function}") from problem
        return frozenset((name, self._program.functions[name].entry) for name in names)

    def _is_thread(self, thread: str | None) -> bool:
        if thread is not None and not thread.isdigit() and thread not in self._program.functions:
            raise Unnamed(f"the thread {thread}")
        return thread in (None, "1", self._program.entry)

    def _is_at(self, places: Places, location: int) -> bool:
        if location != self._inlining.entry.stop:
            return self._inlining.places[location] in places
        answers = {place in places for place in self._stops}
        if len(answers) > 1:
            raise Unnamed("locations where several functions stop")
        return answers == {True}

    def _stopping(self) -> list[tuple[str, int]]:
        """Where control can be when the program has stopped; the program without calls has one location for all."""
        main = self._program.functions[self._program.entry]
        stops = []
        for edge, origin in zip(self._inlining.entry.edges, self._inlining.origins, strict=True):
            match edge.operation:
                case Stop():
                    function = self._program.functions[origin.rpartition("#")[0]]
                    assert function.stop is not None
                    stops.append((function.name, function.stop))
                case EndThread():
                    stops.append(NOWHERE if main.stop is None else (main.name, main.stop))
                case _:
                    pass
        return stops

    # --- expressions -------------------------------------------------------------------------------------

    def _expression(self, atom: Holds, location: int) -> bool | Expr:
        resolved = self._resolved.get(atom.text)
        if resolved is None:
            try:
                resolved = self._resolved[atom.text] = Resolver(self._program, self._file).condition(atom.tree)
            except (SourceError, UsageError) as problem:
                raise Unnamed(f"the condition {atom.text}") from problem
        if resolved.function is None:
            return resolved.expression
        entry = self._inlining.entry
        if location == entry.stop and self._ends_thread:
            raise Unnamed(f"{atom.text} where {resolved.function} may be over")
        if location in (entry.exit, entry.exceptional_exit):
            return False
        copy = self._active(resolved.function, location)
        if copy is None or self._is_absent(atom, resolved, copy, location):
            return False
        key = (atom.text, copy)
        if key not in self._renamed:
            self._renamed[key] = Renaming(self._inlining.copies[copy].names).value(resolved.expression)
        return self._renamed[key]

    def _is_absent(self, atom: Holds, resolved: Resolved, copy: int, location: int) -> bool:
        """Whether variables of an atom are not there yet, where control is in a copy of its function."""
        presence = self._presence.get(atom.text)
        if presence is None:
            presence = self._presence[atom.text] = presence_of(self._program, resolved)
        if presence == Presence():
            return False
        if self._inlining.is_descending:
            raise Unnamed(f"{atom.text}, which is not there from the start, with recursion")
        if location == self._inlining.entry.stop:
            raise Unnamed(f"{atom.text}, which is not there from the start, where the program stops")
        inner = self._inlining.copy_of[location]
        while inner != copy:
            location = self._sites[inner]
            inner = self._inlining.copy_of[location]
        function, place = self._inlining.places[location]
        if function != resolved.function:
            raise Unnamed(f"{atom.text} at a place of {function}")
        if place in presence.unwritten:
            raise Unnamed(f"{atom.text}, which reads what nobody has written")
        return place in presence.absent

    def _active(self, function: str, location: int) -> int | None:
        """The innermost copy of a function that is active at a location."""
        if location == self._inlining.entry.stop and function != self._program.entry:
            raise Unnamed(f"variables of {function} where several functions stop")
        copy: int | None = self._inlining.copy_of[location]
        while copy is not None and self._inlining.copies[copy].function != function:
            copy = self._inlining.copies[copy].caller
        if copy == self._inlining.copy_of[location] and location in self._inlining.leaving:
            raise Unnamed(f"variables of {function} while it is left")
        return copy


def _call_sites(inlining: Inlining) -> Iterator[tuple[int, int]]:
    """For each copy a location of its caller from which it is entered: control counts as there until it returns."""
    for edge in inlining.entry.edges:
        inner = inlining.copy_of[edge.target]
        is_call = inner != inlining.copy_of[edge.source] == inlining.copies[inner].caller
        if is_call and inlining.places[edge.target] == (inlining.copies[inner].function, _entry(inlining, inner)):
            yield inner, edge.source


def _entry(inlining: Inlining, copy: int) -> int:
    return inlining.original.functions[inlining.copies[copy].function].entry
