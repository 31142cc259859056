"""Which steps change what atoms of a property say, so that none of them is left out or taken together with others."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator

from vexil.engines.machine.atoms import AtomQuery, AtomWriter
from vexil.engines.machine.tables import Tables
from vexil.engines.machine.visibility import Access
from vexil.ir import operations as ops
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    Variable,
    preorder,
)
from vexil.ir.operation_parts import NewArray, StaticCallee, VirtualCallee
from vexil.ir.program import Function
from vexil.ir.types import PointerType

CELLS, LIVENESS = 256, 255
"""Kinds of variables at each site of memory, and the one of them that says whether it is alive."""
OBSERVED, WATCHED, LEAVES, UNLOCKS = 2, 16, 32, 64
"""What a step may do: change what an atom says for certain or by what it writes, leave a function, release a lock."""
_UNSEEN = frozenset({Operator.LEAKED, Operator.ALIVE, Operator.INTERRUPTED, Operator.LOCKED, Operator.HOLDS_LOCK})
"""What an atom may ask that no table of variables tells."""


class Observation:
    """What the atoms of a property are about, by function, location and kind of variable."""

    def __init__(self, tables: Tables, query: AtomQuery, operations: dict[str, int], written: frozenset[str]) -> None:
        self._tables, self._written = tables, written
        self.query = query
        self.atoms = AtomWriter(tables, query, operations)
        self._entries = {
            name
            for places in self.atoms.positions
            for name, location in places
            if location == tables.program.functions[name].entry
        }
        self._variables: dict[str, set[str]] = {}
        self._own: set[str] = set()
        self.is_reducible = True
        """Whether all that atoms ask is told by places and variables."""
        count = len(tables.global_links) + tables.fields + (len(tables.statics) + 1 + len(tables.sites) + 1) * CELLS
        self.watched = (ctypes.c_uint8 * count)()
        self._watches_memory = False
        for condition in self.atoms.conditions.values():
            self._collect(condition.resolved.expression, condition.resolved.function)
        self._functions = set(self._variables) | {
            item.resolved.function for item in self.atoms.conditions.values() if item.resolved.function is not None
        }

    # --- variables ---------------------------------------------------------------------------------------

    def _collect(self, expression: Expr, owner: str | None) -> None:
        tables = self._tables
        for node in preorder(expression):
            match node:
                case Variable(name, _, True):
                    place = tables.global_place(name)
                    if place.is_own:
                        self._own.add(name)
                        self._watch_memory(None if place.in_memory else ())
                    elif place.in_memory:
                        self._watch_memory((place.number,))
                    else:
                        self.watched[place.index] = 1
                case Variable(name, _, False):
                    assert owner is not None
                    self._variables.setdefault(owner, set()).add(name)
                    self._watch_local(owner, name)
                case Field(_, class_name, name, _):
                    self.watched[tables.field_key(class_name, name)] = 1
                case Element(_, kind):
                    family = tables.family(kind)
                    self._watch_memory(self._array_sites(family))
                case Deref((pointer,), _) | Bits((pointer,), _, _, _, _):
                    self._watch_behind(pointer, owner)
                case Apply(operator, _, _) if operator in _UNSEEN:
                    self.is_reducible = False
                case Apply(_, operands, _) if isinstance(operands[0].type, PointerType):
                    if not any(isinstance(item, Const) for item in operands):  # what they point to has to be alive
                        self._watch_memory(None, (LIVENESS,))
                case _:
                    pass

    def _watch_behind(self, pointer: Expr, owner: str | None) -> None:
        while isinstance(pointer, Apply) and pointer.operator in (Operator.POINTER_ADD, Operator.CAST):
            pointer = pointer.operands[0]
        match pointer:
            case AddressOf(Variable(name, _, True), _) if not self._tables.global_place(name).is_own:
                self._watch_memory((self._tables.global_place(name).number,))
            case AddressOf(Variable(name, _, False), _) if owner is not None:
                self._watch_local(owner, name)
            case _:
                self._watch_memory(None)

    def _watch_local(self, owner: str, name: str) -> None:
        function = self._tables.program.functions[owner]
        if function.variables[name].addressable:
            self._watch_memory((self._site(self._tables.variable_site(function, name)),))

    def _site(self, number: int) -> int:
        return len(self._tables.statics) + 1 + number

    def _array_sites(self, family: int) -> Iterator[int]:
        tables = self._tables
        for function in tables.functions:
            for edge in function.edges:
                operation = edge.operation
                if not isinstance(operation, ops.Allocate) or not isinstance(operation.what, NewArray):
                    continue
                if tables.family(operation.what.element) == family:
                    yield self._site(tables.sites[operation.site])

    def _watch_memory(self, sites: Iterable[int] | None, cells: Iterable[int] = range(CELLS)) -> None:
        """Watch memory of some sites, or all there is."""
        tables = self._tables
        first = len(tables.global_links) + tables.fields
        chosen = range(len(tables.statics) + 1 + len(tables.sites) + 1) if sites is None else sites
        for site in chosen:
            self._watches_memory = True
            for cell in cells:
                self.watched[first + site * CELLS + cell] = 1

    # --- steps -------------------------------------------------------------------------------------------

    def flags(self, function: Function, location: int, accesses: Iterable[Access]) -> int:
        """What the step of a location may do that matters to the property."""
        flags = 0
        for number in function.outgoing[location]:
            operation = function.edges[number].operation
            if self._changes(function, number):
                flags |= OBSERVED
            if isinstance(operation, ops.Return | ops.Throw):
                flags |= LEAVES | WATCHED * any(self.watched)
            elif isinstance(operation, ops.Unlock):
                flags |= UNLOCKS
        for access in accesses:
            if not access.is_write:
                continue
            if access.kind in ("LOOK_GLOBAL", "LOOK_FIELD"):
                flags |= OBSERVED * self.watched[access.key]
            elif self._watches_memory:
                flags |= WATCHED
        return flags

    def _changes(self, function: Function, number: int) -> bool:
        """Say whether taking an edge may change what an atom says, by where it leads and what it is."""
        edge, name = function.edges[number], function.name
        operation = edge.operation
        source, target = (name, edge.source), (name, edge.target)
        match operation:
            case ops.Start() | ops.EndThread() | ops.Stop():
                return True
            case ops.Call(callee, _, _):
                targets: Iterable[str] = self._tables.program.functions
                if isinstance(callee, StaticCallee):
                    targets = (callee.function,)
                elif isinstance(callee, VirtualCallee):
                    targets = self._overriders(callee.signature)
                is_entered = any(item in self._entries or item in self._functions for item in targets)
                return is_entered or any(source in places for places in self.atoms.positions)
            case ops.Return() | ops.Throw():
                is_asked = name in self._functions or name in self.atoms.returns
                return is_asked or any(source in places for places in self.atoms.positions)
            case _:
                is_moved = any((source in places) != (target in places) for places in self.atoms.positions)
                return is_moved or self._is_own_write(function, number)

    def delivers(self, function: Function, number: int) -> bool:
        """Say whether coming back to an edge from a call may change what an atom says."""
        target = (function.name, function.edges[number].target)
        return any(target in places for places in self.atoms.positions) or self._is_own_write(function, number)

    def _overriders(self, signature: str) -> Iterator[str]:
        program = self._tables.program
        for name in program.classes:
            target = program.lookup_method(name, signature)
            if target is not None:
                yield target

    def _is_own_write(self, function: Function, number: int) -> bool:
        """Say whether an edge changes a variable of a call or thread that an atom reads, or whether it is there."""
        edge = function.edges[number]
        read = self._variables.get(function.name, set())
        for place in ops.written_places(edge.operation):
            if isinstance(place, Variable) and place.name in (self._own if place.is_global else read):
                return True
        for item in self.atoms.conditions.values():
            if item.resolved.function == function.name:
                absent, unwritten = item.presence.absent, item.presence.unwritten
                if (edge.source in absent) != (edge.target in absent):
                    return True
                if (edge.source in unwritten) != (edge.target in unwritten):
                    return True
        return False

    # --- the machine -------------------------------------------------------------------------------------

    @property
    def returns(self) -> ctypes.Array[ctypes.c_uint8]:
        """For each function whether its returns are asked about."""
        functions = self._tables.functions
        return (ctypes.c_uint8 * max(len(functions), 1))(*(item.name in self.atoms.returns for item in functions))

    def has_steady_locks(self) -> bool:
        """Say whether a thread that waits for a lock waits for the same one until it has it, whatever others do."""
        return not any(
            isinstance(edge.operation, ops.Lock) and self._may_change(function, edge.operation.lock)
            for function in self._tables.functions
            for edge in function.edges
        )

    def _may_change(self, function: Function, expression: Expr) -> bool:
        """Say whether others may change what an expression of a function means."""
        for node in preorder(expression):
            match node:
                case Variable(name, _, True):
                    place = self._tables.global_place(name)
                    if place.in_memory or name in self._written:
                        return True
                case Variable(name, _, False):
                    if function.variables[name].addressable:
                        return True
                case Field() | Element() | Deref() | Bits():
                    return True
                case _:
                    pass
        return False
