"""Branches as code of the machine: conditions, and switches over numbers."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from vexil.core.errors import InternalError, require
from vexil.engines.machine.assembler import Assembler, Label
from vexil.engines.machine.library import SwitchStructure
from vexil.engines.machine.places import PlaceWriter
from vexil.engines.machine.slots import is_wide
from vexil.engines.machine.tables import Tables
from vexil.ir import operations as ops
from vexil.ir.expressions import Const, Expr
from vexil.ir.program import Function


class BranchWriter:
    """Writes the code of branches of one function."""

    def __init__(self, tables: Tables, function: Function, assembler: Assembler, writer: PlaceWriter) -> None:
        self._tables, self._function, self._asm, self._expr = tables, function, assembler, writer

    def written(self, edges: Sequence[int]) -> int:
        """Where the code begins that takes one of the edges of a location."""
        function, asm = self._function, self._asm
        begin = self._expr.begin()
        operations = [function.edges[edge].operation for edge in edges]
        match operations[0]:
            case ops.Assume(condition):
                otherwise = Label()
                asm.add("JUMP_UNLESS", 0, self._expr.value(condition), 0, otherwise)
                self._edge(edges[0])
                asm.put(otherwise)
                self._edge(edges[1])
            case ops.Case(selector, _, _):
                if is_wide(selector.type):
                    self._wide_switch(selector, edges)
                    return begin
                slot = self._expr.value(selector)
                switch = SwitchStructure()
                asm.add("SWITCH", 0, slot, 0, self._tables.keep(switch))
                table: dict[int, int] = {}
                for edge, operation in zip(edges, operations, strict=True):
                    place = asm.here
                    self._edge(edge)
                    assert isinstance(operation, ops.Case)
                    if operation.otherwise:
                        switch.otherwise = place
                    else:
                        table |= dict.fromkeys((_signed(value) for value in operation.values), place)
                values = sorted(table)
                switch.count = len(values)
                switch.values = self._tables.keep((ctypes.c_int64 * max(len(values), 1))(*values))
                targets = (table[value] for value in values)
                switch.targets = self._tables.keep((ctypes.c_int32 * max(len(values), 1))(*targets))
            case _:
                raise InternalError("a branch should have conditions on its edges")
        return begin

    def _wide_switch(self, selector: Expr, edges: Sequence[int]) -> None:
        """Compare a number of two words with every value; few programs have such a switch."""
        asm, expr = self._asm, self._expr
        slot, otherwise = expr.value(selector), None
        for edge in edges:
            operation = self._function.edges[edge].operation
            assert isinstance(operation, ops.Case)
            if operation.otherwise:
                otherwise = edge
                continue
            taken, following = Label(), Label()
            for value in operation.values:
                is_equal = asm.temporary()
                asm.add("W_EQ", is_equal, slot, expr.value(Const(value, selector.type)))
                asm.add("JUMP_IF", 0, is_equal, 0, taken)
            asm.add("JUMP", k=following)
            asm.put(taken)
            self._edge(edge)
            asm.put(following)
        require(otherwise is not None, "a switch should have an edge for all other values")
        assert otherwise is not None
        self._edge(otherwise)

    def _edge(self, edge: int) -> None:
        self._asm.add("EDGE", k=edge | self._function.edges[edge].target << 32)


def _signed(value: int) -> int:
    """A value as the word that it is kept in."""
    return value - (1 << 64) if value >= 1 << 63 else value
