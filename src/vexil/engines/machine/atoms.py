"""Atoms of properties on the machine: code that tells of a state which of them hold, as `vexil.model.observe` says."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from vexil.core.source import SourceFile
from vexil.core.surface import Surface
from vexil.engines.machine.assembler import Assembler, Instruction
from vexil.engines.machine.expressions import ExpressionWriter
from vexil.engines.machine.library import AtomsStructure, AtomStructure
from vexil.engines.machine.slots import Unsupported
from vexil.engines.machine.tables import Tables
from vexil.ir.program import Program
from vexil.model.presence import Presence, presence_of
from vexil.spec.atoms import At, Atom, Call, Comparison, Count, Denied, Holds, Return
from vexil.spec.names import find_functions, find_locations
from vexil.spec.resolve import Resolved, Resolver

MOST_ATOMS = 64
"""Atoms whose values are told in one word."""
_AT, _COUNT, _RETURN, _HOLDS, _FINISHED = range(5)
_NUMBER, _FUNCTION = 1, 2
_COMPARISONS = (Comparison.LESS, Comparison.AT_MOST, Comparison.EQUAL, Comparison.AT_LEAST, Comparison.MORE)
_ADDRESSES = ("P_TO_NUMBER", "P_FROM_NUMBER")


@dataclass(frozen=True)
class AtomQuery:
    """What is asked about each state: some atoms of a property; without any, whether the program has finished."""

    atoms: tuple[Atom, ...]
    file: SourceFile

    def name(self, number: int) -> str:
        """An atom as messages have it."""
        match self.atoms[number]:
            case Holds(text, _) | Denied(Holds(text, _)):
                return text
            case atom:
                return str(atom)

    def conditions(self, program: Program) -> list[Resolved]:
        """The conditions of the program that the atoms are."""
        return [Resolver(program, self.file).condition(_tree(atom)) for atom in self.atoms if _is_condition(atom)]


@dataclass(frozen=True)
class Condition:
    """A condition of an atom: what it means in the program, and where its variables have a value."""

    resolved: Resolved
    presence: Presence


class AtomWriter:
    """Writes the code of atoms; what they are about is listed for those who look at steps."""

    def __init__(self, tables: Tables, query: AtomQuery, operations: dict[str, int]) -> None:
        if len(query.atoms) > MOST_ATOMS:
            raise Unsupported(f"{len(query.atoms)} atoms of a property, more than {MOST_ATOMS}")
        self._tables, self._query, self._operations = tables, query, operations
        self.positions: list[frozenset[tuple[str, int]]] = []
        """For each atom about where threads are: the functions and locations."""
        self.returns: set[str] = set()
        """The functions whose returns are asked about."""
        self.conditions = {
            number: self._condition(atom) for number, atom in enumerate(query.atoms) if _is_condition(atom)
        }
        functions = [item.resolved.function for item in self.conditions.values() if item.resolved.function is not None]
        widths = [tables.registers(tables.program.functions[name])[""][0] for name in functions]
        self._asm = Assembler(operations, max(widths, default=0))
        items = [self._atom(number, atom) for number, atom in enumerate(query.atoms)]
        self._items = items or [AtomStructure(kind=_FINISHED)]

    @property
    def code(self) -> list[Instruction]:
        """The code of all conditions."""
        return self._asm.code()

    @property
    def structure(self) -> AtomsStructure:
        """What the runtime has to know; the code is that of the function behind the last one."""
        tables = self._tables
        atoms = tables.keep((AtomStructure * len(self._items))(*self._items))
        return AtomsStructure(
            atoms=atoms, count=len(self._items), code=len(tables.functions), slots=self._asm.slots, unused=0
        )

    def _condition(self, atom: Atom) -> Condition:
        resolved = Resolver(self._tables.program, self._query.file).condition(_tree(atom))
        return Condition(resolved, presence_of(self._tables.program, resolved))

    def _atom(self, number: int, atom: Atom) -> AtomStructure:
        program = self._tables.program
        match atom:
            case At(location, thread):
                item = self._at(_AT, find_locations(program, location))
                if thread is not None and thread.isdigit():
                    item.thread_test, item.thread = _NUMBER, int(thread)
                elif thread is not None:
                    item.thread_test, item.functions = _FUNCTION, self._functions(find_functions(program, thread))
                return item
            case Count(location, comparison, wanted):
                item = self._at(_COUNT, find_locations(program, location))
                item.comparison, item.number = _COMPARISONS.index(comparison), wanted
                return item
            case Call(name):
                names = find_functions(program, name)
                return self._at(_AT, [(name, program.functions[name].entry) for name in names])
            case Return(name):
                self.returns |= set(find_functions(program, name))
                return AtomStructure(kind=_RETURN, functions=self._functions(find_functions(program, name)))
            case Holds() | Denied():
                return self._holds(number, is_denied=isinstance(atom, Denied))

    def _at(self, kind: int, places: Sequence[tuple[str, int]]) -> AtomStructure:
        tables = self._tables
        self.positions.append(frozenset(places))
        by_function = (ctypes.c_void_p * max(len(tables.functions), 1))()
        for name in sorted({name for name, _ in places}):
            count = len(tables.program.functions[name].locations)
            flags = _flags(count, {location for owner, location in places if owner == name}.__contains__)
            by_function[tables.function_number(name)] = tables.keep(flags)
        return AtomStructure(kind=kind, places=tables.keep(by_function), function=-1)

    def _functions(self, names: Iterable[str]) -> int:
        numbers = {self._tables.function_number(name) for name in names}
        return self._tables.keep(_flags(len(self._tables.functions), numbers.__contains__))

    def _holds(self, number: int, *, is_denied: bool) -> AtomStructure:
        condition, tables = self.conditions[number], self._tables
        resolved, presence = condition.resolved, condition.presence
        function = None if resolved.function is None else tables.program.functions[resolved.function]
        writer = ExpressionWriter(tables, function, self._asm)
        begin = writer.begin()
        value = writer.value(resolved.expression)
        self._asm.add("END")
        if any(self._operations[name] == item[0] for item in self._asm.instructions[begin:] for name in _ADDRESSES):
            raise Unsupported(f"the atom {self._query.name(number)}, which looks at an address")
        item = AtomStructure(kind=_HOLDS, function=-1, pc=begin, value=value, is_denied=is_denied)
        item.is_own = resolved.per_thread
        if function is not None:
            item.function = tables.function_number(function.name)
            there = (ctypes.c_uint8 * len(function.locations))()
            for location in range(len(function.locations)):
                there[location] = 1 if location in presence.absent else 2 if location in presence.unwritten else 0
            item.presence = tables.keep(there)
        return item


def _is_condition(atom: Atom) -> bool:
    return isinstance(atom, Holds | Denied)


def _tree(atom: Atom) -> Surface:
    assert isinstance(atom, Holds | Denied)
    return atom.tree if isinstance(atom, Holds) else atom.expression.tree


def _flags(count: int, test: Callable[[int], bool]) -> ctypes.Array[ctypes.c_uint8]:
    return (ctypes.c_uint8 * max(count, 1))(*map(test, range(count)))
