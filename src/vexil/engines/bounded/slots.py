"""What loops write, as variables and cells that facts can be about."""

from __future__ import annotations

from vexil.engines.bounded.cells import cell_of, heap_cells
from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.state import State
from vexil.ir.expressions import Expr
from vexil.ir.program import Function
from vexil.logic import Term

Slot = tuple[str, int, int, str]
"""Something a loop writes: a register, a global, a cell of an object with its storage, an object, or its life."""
MOST_CELLS = 10
"""Facts are about at most so many cells in memory."""


class Slots:
    """Names what is written; *globals_* are the global registers and the addresses of other globals."""

    def __init__(self, machine: Machine, globals_: list[Term]) -> None:
        self._machine = machine
        self._globals = globals_

    def names(self, function: int, slots: set[Slot]) -> frozenset[str]:
        """The variables a loop writes."""
        declared = self._machine.function_list[function]
        variables = (*declared.parameters, *declared.locals)
        names = {variables[number].name for kind, number, _, _ in slots if kind == "register"}
        shared = self._machine.program.globals
        names |= {shared[number].name for kind, number, _, _ in slots if kind == "global"}
        statics = self._statics()
        names |= {statics[number] for kind, number, _, _ in slots if kind == "cell" and number in statics}
        return frozenset(names)

    def _statics(self) -> dict[int, str]:
        """The globals in memory by the numbers of their objects."""
        machine = self._machine
        return {
            machine.pointers.split(address.value)[0]: machine.program.globals[index].name
            for index, address in enumerate(self._globals)
            if machine.program.globals[index].addressable
        }

    def cells(self, function: int, slots: set[Slot], heads: list[State], *, most: int = MOST_CELLS) -> list[Expr]:
        """The integers in memory of named variables that a loop writes, in the order of objects and offsets."""
        machine = self._machine
        declared = machine.function_list[function]
        owners: dict[int, tuple[Function | None, str]] = {
            number: (None, name) for number, name in self._statics().items()
        }
        variables = (*declared.parameters, *declared.locals)
        for state in heads:
            if state.frame.function == function:
                for index, address in state.frame.blocks.items():
                    if address.op == "const":
                        owners[machine.pointers.split(address.value)[0]] = (declared, variables[index].name)
        cells: list[Expr] = []
        for kind, number, offset, storage in sorted(slots):
            if kind == "cell" and storage[0] == "u" and number in owners and len(cells) < most:
                owner, name = owners[number]
                cell = cell_of(machine.program, owner, name, offset, int(storage[1:]))
                if cell is not None:
                    cells.append(cell)
        return cells

    def in_objects(
        self, head: tuple[int, int], slots: set[Slot], heads: list[State], *, most: int = MOST_CELLS
    ) -> tuple[list[Expr], list[Expr]]:
        """The cells of objects on the heap that a loop writes, and others of the same objects."""
        states = [state for state in heads if (state.frame.function, state.frame.location) == head]
        changed = {(number, offset) for kind, number, offset, _ in slots if kind == "cell"}
        objects = {number for number, _ in changed}
        cells = heap_cells(self._machine, states)
        written = [cell for place, cell in cells.items() if place in changed]
        others = [cell for place, cell in cells.items() if place not in changed and place[0] in objects]
        return written[:most], others[:most]
