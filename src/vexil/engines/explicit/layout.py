"""Where everything is in a native state: bytes for the way the run has ended, the shared variables, then the threads.

Elements take the fewest bytes (1, 2, 4 or 8) that hold them, without gaps; threads of one template have the same
distance from each other, so that one function per template serves them all. The whole is filled up with zeros to a
multiple of 8 bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from operator import and_

from vexil.ir.types import IntegerType
from vexil.model.guarded import EndKind, GuardedSystem
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import Variable

_CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


def bytes_of(kind: IntegerType) -> int:
    """The bytes that an element takes."""
    return next(size for size in _CODES if kind.width <= 8 * size)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a variable begins, the bytes of an element, and how far it is from one thread to the next."""

    offset: int
    size: int
    stride: int = 0


class Layout:
    """The bytes of the states of one system; ``extra`` bytes before the filling are left to the search.

    Variables that are 0 between steps are no part of them.
    """

    def __init__(self, system: GuardedSystem, extra: int = 0) -> None:
        self._system = system
        self.places: Mapping[tuple[str | None, str], Place]
        places: dict[tuple[str | None, str], Place] = {}
        elements: list[IntegerType] = []
        offset = 0
        self._gaps: list[tuple[int, int]] = []
        """Where in a state elements are left out, which are all 0, and how many."""
        self.scratch: dict[str, int] = {}
        """Where each variable that is no part of states is among those that are not."""
        self.scratch_size = 0
        """The bytes that these take."""
        self.ends = any(ending.kind is not EndKind.CUT for ending in system.endings)
        """Whether runs may end in a way that is kept; else nothing is stored about it."""
        for variable in (*[system.ending][: self.ends], *system.variables):
            if variable.scratch:
                self._gaps.append((len(elements) + int(not self.ends), variable.length))
                self.scratch[variable.name] = self.scratch_size
                self.scratch_size += bytes_of(variable.type) * variable.length
            elif not variable.constant:
                size = bytes_of(variable.type)
                places[None, variable.name] = Place(offset, size)
                offset += size * variable.length
                elements += [variable.type] * variable.length
        for template in system.templates:
            variables = (template.counter, *template.variables)
            stride = sum(bytes_of(variable.type) * variable.length for variable in variables)
            inner = offset
            for variable in variables:
                size = bytes_of(variable.type)
                places[template.name, variable.name] = Place(inner, size, stride)
                inner += size * variable.length
            offset += stride * template.count
            elements += [kind for item in variables for kind in [item.type] * item.length] * template.count
        self.places = places
        self.used = offset
        """The bytes that hold the system's own values."""
        self.width = (offset + extra + 7) // 8 * 8
        """The bytes of a state."""
        self._masks = [(1 << kind.width) - 1 for kind in elements]
        self._signed = [(place, 1 << (kind.width - 1)) for place, kind in enumerate(elements) if kind.signed]
        self._format = struct.Struct("<" + "".join(_CODES[bytes_of(kind)] for kind in elements))

    def place(self, variable: Variable) -> Place:
        """Where a variable is."""
        return self.places[variable.template, variable.name]

    def has(self, variable: Variable) -> bool:
        """Say whether a variable is stored: how runs end is not when there is one way only."""
        return (variable.template, variable.name) in self.places

    def encode(self, state: State) -> bytes:
        """The bytes of a state."""
        numbers = list(state)
        for place, length in self._gaps:
            del numbers[place : place + length]
        kept = numbers if self.ends else numbers[1:]
        return self._format.pack(*map(and_, kept, self._masks)).ljust(self.width, b"\0")

    def decode(self, data: bytes) -> State:
        """The state that bytes stand for."""
        kept = list(self._format.unpack_from(data))
        for place, half in self._signed:
            kept[place] = (kept[place] ^ half) - half
        numbers = kept if self.ends else [0, *kept]
        for place, length in reversed(self._gaps):
            numbers[place:place] = [0] * length
        return tuple(numbers)

    @property
    def blank(self) -> bytes:
        """The state of initial values, in which the first command is executed."""
        return self.encode(Evaluator(self._system).blank)
