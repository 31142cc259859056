"""The places of Horn clauses: locations in contexts of calls, with the slots that matter there."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.analysis import Analyses
from vexil.ir.program import Program
from vexil.logic.space import result_name
from vexil.refinement.candidates.horn import Place
from vexil.refinement.candidates.slots import Slot

Frame = tuple[str, int]
"""A caller and the number of the edge that calls."""
Frames = tuple[Frame, ...]


class Places:
    """Numbers places as they are asked for."""

    def __init__(self, program: Program, analyses: Analyses, slots: Mapping[str, Slot]) -> None:
        self._program = program
        self._analyses = analyses
        self._slots = slots
        self._numbers: dict[tuple[Frames, str, int], int] = {}
        self.all: list[Place] = []

    def known(self, frames: Frames, function: str, location: int) -> int | None:
        """The number of a place that was asked for before."""
        return self._numbers.get((frames, function, location))

    def number(self, frames: Frames, function: str, location: int) -> int:
        """The number of a place."""
        key = (frames, function, location)
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.all)
            live = self._live(function, location)
            for caller, number in frames:
                live |= self._live(caller, self._program.functions[caller].edges[number].target)
            kept = tuple(name for name, slot in self._slots.items() if name in live or not slot.owner)
            calls = tuple(self._program.functions[caller].edge_id(number) for caller, number in frames)
            self.all.append(Place(calls, function, location, kept))
        return found

    def _live(self, function: str, location: int) -> set[str]:
        """The slots of a function that may be read from a location on."""
        body = self._program.functions[function]
        if location == body.exit:
            return {result_name(function)}
        names = set(self._analyses.liveness(function).live(location))
        names.update(name for name, variable in body.variables.items() if variable.addressable)
        return {f"{function}::{name}" for name in names}
