"""Where the scalars of a declared type lie."""

from __future__ import annotations

from vexil.ir.program import Program
from vexil.ir.types import BlockType, StructType, Type

MOST_SCALARS = 1 << 16


class Shapes:
    """Offsets of scalars by type and size; nothing is said of types with overlapping members."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._memo: dict[tuple[Type, int], frozenset[int] | None] = {}

    def offsets(self, kind: Type | None, size: int) -> frozenset[int] | None:
        """Where scalars of a size begin; nothing when the type does not say."""
        if kind is None:
            return None
        key = (kind, size)
        if key not in self._memo:
            self._memo[key] = self._offsets(kind, size)
        return self._memo[key]

    def _offsets(self, kind: Type, size: int) -> frozenset[int] | None:
        offsets: set[int] = set()
        pending: list[tuple[Type, int]] = [(kind, 0)]
        layout, structs = self._program.layout, self._program.structs
        count = 0
        while pending:
            current, start = pending.pop()
            count += 1
            if count > MOST_SCALARS:
                return None
            match current:
                case BlockType(_, None):
                    return None
                case BlockType(element, length):
                    step = layout.size_of(element, structs)
                    pending.extend((element, start + index * step) for index in range(length or 0))
                case StructType(name):
                    declaration = structs[name]
                    if declaration.union or any(member.bit_width is not None for member in declaration.members):
                        return None
                    pending.extend((member.type, start + member.offset) for member in declaration.members)
                case _:
                    if layout.size_of(current, structs) == size:
                        offsets.add(start)
        return frozenset(offsets)
