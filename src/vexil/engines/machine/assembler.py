"""Code of one function as it is written: instructions, places to jump to, and temporaries."""

from __future__ import annotations

from vexil.engines.machine.slots import Unsupported

MOST_SLOTS = 60_000
"""Slots that an instruction can name."""

Instruction = tuple[int, int, int, int, int]
"""Operation, target, two operands, and a constant."""


class Label:
    """A place in the code that is known later."""

    __slots__ = ("place",)

    def __init__(self) -> None:
        self.place: int | None = None


class Assembler:
    """Writes instructions; temporaries begin behind the registers of the function."""

    def __init__(self, operations: dict[str, int], registers: int) -> None:
        self._operations = operations
        self.registers = registers
        self.memory = registers
        """The temporary that holds the memory of a variable while it is initialised."""
        self.value = registers + 1
        """The two temporaries that results are delivered in."""
        self._first = self._next = registers + 3
        self.slots = self._next
        self.instructions: list[tuple[int, int, int, int, int | Label]] = []

    @property
    def here(self) -> int:
        """Where the next instruction will be."""
        return len(self.instructions)

    def begin(self) -> int:
        """Begin code of its own; all temporaries are free."""
        self._next = self._first
        return self.here

    def temporary(self, count: int = 1) -> int:
        """Words that nobody uses."""
        place = self._next
        self._next += count
        self.slots = max(self.slots, self._next)
        if self._next > MOST_SLOTS:
            raise Unsupported(f"an expression with more than {MOST_SLOTS} parts")
        return place

    def add(self, name: str, d: int = 0, a: int = 0, b: int = 0, k: int | Label = 0) -> int:
        """Add an instruction; its number is the answer."""
        self.instructions.append((self._operations[name], d, a, b, k))
        return len(self.instructions) - 1

    def put(self, label: Label) -> None:
        """Let a label stand for this place."""
        label.place = self.here

    def code(self) -> list[Instruction]:
        """All instructions, with labels as numbers."""
        code = []
        for operation, d, a, b, k in self.instructions:
            if isinstance(k, Label):
                assert k.place is not None
                k = k.place
            code.append((operation, d, a, b, k if k < 1 << 63 else k - (1 << 64)))
        return code
