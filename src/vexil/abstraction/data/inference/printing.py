"""Entries and constraints as text: in the form of the paper, and as the user knows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.inference.entries import Constraint, IndexOf, Kind, Label, OperatorAt, System
from vexil.abstraction.data.inference.lattice import BOTTOM
from vexil.model.tokens.typing import CONCRETE, Slot
from vexil.model.trace.places import describe_span


class PaperForm:
    """Entries and constraints as Hatcliff et al. 2002 write them: ``C(result)=C(5)``, ``C(5)<=C(*,7)``."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._labels = {number: str(count) for count, number in enumerate(system.numbered, 1)}

    def entry(self, number: int) -> str:
        """An entry: the name of a slot, the number of a label, or an operator with the number of its label."""
        match self._system.entries[number]:
            case OperatorAt(symbol, address):
                return f"{symbol},{self._labels[self._system.numbers[Label(address)]]}"
            case Label():
                return self._labels[number]
            case IndexOf(array):
                return f"{array}#"
            case slot:
                return str(slot)

    def constraint(self, constraint: Constraint) -> str:
        """A constraint."""
        left = f"C({self.entry(constraint.left)})"
        match constraint.kind:
            case Kind.FREE:
                return f"{left}={BOTTOM}"
            case Kind.EQUAL:
                return f"{left}=C({self.entry(constraint.right)})"
            case Kind.BELOW:
                return f"{left}<=C({self.entry(constraint.right)})"
            case Kind.CONCRETE:
                return f"{left}<={CONCRETE}"

    def selections(self, selected: Mapping[int, str], slots: Iterable[int] = ()) -> Iterator[str]:
        """What the user selected, and that nothing is known about other slots."""
        yield from (f"C({self.entry(number)})={name}" for number, name in selected.items())
        yield from (f"{BOTTOM}<=C({self.entry(number)})" for number in slots if number not in selected)


class SourceForm:
    """Entries and places as the user knows them."""

    def __init__(self, declarations: Declarations, system: System) -> None:
        self._declarations = declarations
        self._program = declarations.program
        self._system = system

    def slot(self, slot: Slot) -> str:
        """A slot by the name that a user writes for it."""
        if slot.name.endswith("()") and slot.name[:-2] in self._program.functions:
            shown = slot.name if "(" not in slot.name[:-2] else f"{slot.name[:-2].partition('(')[0]}()"
        else:
            owner, separator, name = slot.name.rpartition("::")
            declared = self._declarations.all.get(slot.name)
            name = declared.labels[0] if declared is not None and declared.labels else name
            shown = (
                f"{owner}.{name}" if owner in self._program.classes else f"{owner.partition('(')[0]}{separator}{name}"
            )
        return shown + "[]" * slot.elements

    def entry(self, number: int) -> str:
        """An entry: a slot by its name, an occurrence by its text."""
        match self._system.entries[number]:
            case Slot() as slot:
                return self.slot(slot)
            case IndexOf(array):
                return f"the index of {self.slot(array)}"
            case Label(address) | OperatorAt(_, address):
                span = self._program.source_map.occurrence(*address)
                text = describe_span(self._program, span)[2]
                return f"`{text}`" if text else "a value"

    def is_written(self, number: int) -> bool:
        """Say whether an entry is something that the user wrote."""
        match self._system.entries[number]:
            case Label(address) | OperatorAt(_, address):
                return not self._program.files or self._program.source_map.occurrence(*address) is not None
            case IndexOf():
                return False
            case Slot(name):
                return name in self._declarations.all and self._declarations.all[name].visible

    def place(self, place: tuple[str, int] | None) -> str:
        """Where an edge is: file and line, and in FCL the name of the statement."""
        if place is None:
            return ""
        function = self._program.functions[place[0]]
        edge = function.edges[place[1]]
        file, line, _ = describe_span(self._program, edge.span)
        node = f"[{function.locations[edge.source].name}]" if self._program.language == "fcl" else ""
        where = f"{file}:{line}" if file and line else "" if node else function.edge_id(place[1])
        return " ".join(part for part in (where, node) if part)

    def statement(self, place: tuple[str, int]) -> str:
        """The text of an edge's statement."""
        return describe_span(self._program, self._program.functions[place[0]].edges[place[1]].span)[2]
