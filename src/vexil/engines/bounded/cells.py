"""Cells of memory as expressions, which facts are about: those of named variables, and of objects that these reach."""

from __future__ import annotations

from collections.abc import Iterator

from vexil.engines.bounded.machine import Machine
from vexil.engines.bounded.state import State
from vexil.ir.expressions import AddressOf, Apply, Const, Deref, Expr, Operator, Variable
from vexil.ir.program import Function, Program
from vexil.ir.types import BlockType, BoolType, IntegerType, PointerType, StructType, Type
from vexil.logic import Term

MOST_OBJECTS = 24
"""So many objects get an expression."""


def cell_of(program: Program, function: Function | None, name: str, offset: int, size: int) -> Expr | None:
    """The integer at an offset of a variable in memory; nothing when the type has none there.

    *function* is ``None`` for a global.
    """
    declared = program.global_variables[name] if function is None else function.variables[name]
    kind = _integer_at(program, declared.type, offset, size)
    if kind is None:
        return None
    variable = Variable(name, declared.type, function is None)
    if offset == 0 and declared.type == kind:
        return variable
    word = IntegerType(program.layout.pointer_width, True)
    pointer = PointerType(kind)
    base = AddressOf(variable, pointer)
    place = Apply(Operator.POINTER_ADD, (base, Const(offset, word)), pointer) if offset else base
    return Deref((place,), kind)


def _integer_at(program: Program, kind: Type, offset: int, size: int) -> IntegerType | None:
    """The type of the integer of a size at an offset, arrays and structures taken apart."""
    while True:
        match kind:
            case IntegerType() if offset == 0 and program.layout.size_of(kind, program.structs) == size:
                return kind
            case BlockType(element, _):
                step = program.layout.size_of(element, program.structs)
                if step == 0:
                    return None
                kind, offset = element, offset % step
            case StructType(name) if not program.structs[name].union:
                inside = [
                    member
                    for member in program.structs[name].members
                    if member.bit_width is None and member.offset <= offset
                ]
                if not inside:
                    return None
                member = max(inside, key=lambda one: one.offset)
                kind, offset = member.type, offset - member.offset
            case _:
                return None


def heap_cells(machine: Machine, states: list[State]) -> dict[tuple[int, int], Expr]:
    """The numbers and truth values in objects on the heap, by object and offset, as expressions over variables.

    An object is found where a variable, or a cell of an object that was found, points to its start in all states.
    """
    if not states:
        return {}
    objects: dict[int, Expr] = {}
    pending = [(number, base) for number, base in _roots(machine, states)]
    cells: dict[tuple[int, int], Expr] = {}
    while pending and len(objects) < MOST_OBJECTS:
        number, base = pending.pop(0)
        block = states[0].memory.get(number)
        if number in objects or block is None or block.origin != "heap":
            continue
        objects[number] = base
        assert isinstance(base.type, PointerType)
        for offset in sorted(block.cells):
            kind = _kind_at(machine, base.type.target, offset)
            if kind is None:
                continue
            cell = Deref((_moved(base, offset, kind),), kind)
            if not isinstance(kind, PointerType):
                cells[number, offset] = cell
                continue
            values = [state.memory[number].cells.get(offset) if number in state.memory else None for state in states]
            target = _start(machine, [None if value is None else value[1] for value in values])
            if target is not None:
                pending.append((target, cell))
    return cells


def _roots(machine: Machine, states: list[State]) -> Iterator[tuple[int, Expr]]:
    declared = machine.function_list[states[0].frame.function]
    for index, variable in enumerate((*declared.parameters, *declared.locals)):
        if isinstance(variable.type, PointerType) and not variable.addressable:
            target = _start(machine, [state.frame.registers[index] for state in states])
            if target is not None:
                yield target, Variable(variable.name, variable.type, False)
    for index, variable in enumerate(machine.program.globals):
        if isinstance(variable.type, PointerType) and not variable.addressable:
            target = _start(machine, [state.globals[index] for state in states])
            if target is not None:
                yield target, Variable(variable.name, variable.type, True)


def _start(machine: Machine, pointers: list[Term | None]) -> int | None:
    """The object that pointers point to the start of, if it is one."""
    first = pointers[0]
    if first is None or first.op != "const" or any(pointer is not first for pointer in pointers):
        return None
    number, offset = machine.pointers.split(first.value)
    return number if number and not offset else None


def _kind_at(machine: Machine, target: Type | None, offset: int) -> Type | None:
    """The type of a scalar at an offset of what a pointer points to: a member of a structure, or an element."""
    match target:
        case StructType(name):
            members = machine.program.structs[name].members
            types = [member.type for member in members if member.offset == offset and member.bit_width is None]
            kind = types[0] if len(types) == 1 else None
        case IntegerType() | BoolType() | PointerType():
            kind = None if offset % machine.size_of(target) else target
        case _:
            kind = None
    return kind if isinstance(kind, IntegerType | BoolType | PointerType) else None


def _moved(base: Expr, offset: int, kind: Type) -> Expr:
    if not offset:
        return base
    word = IntegerType(64, True)
    return Apply(Operator.POINTER_ADD, (base, Const(offset, word)), PointerType(kind))
