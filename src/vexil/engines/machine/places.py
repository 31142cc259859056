"""Writing to places as code of the machine."""

from __future__ import annotations

from vexil.core.errors import InternalError
from vexil.engines.machine.expressions import IDENTITY_KINDS, ExpressionWriter
from vexil.engines.machine.slots import form_of, is_wide, link_of, slots_of
from vexil.ir.expressions import Bits, Deref, Element, Field, Place, Variable
from vexil.ir.types import (
    ArrayReferenceType,
    FloatType,
    IntegerType,
    PointerType,
    ReferenceType,
    ThreadType,
    Type,
    is_aggregate,
)


class PlaceWriter(ExpressionWriter):
    """Writes the code of expressions, and of what is stored."""

    def store(self, place: Place, slot: int) -> None:
        """Write words to a place, whose own operands are evaluated now."""
        asm, kind = self.asm, place.type
        bound = self.tables.bound(place, self.function)
        if bound is not None:
            asm.add("BOUND", 0, slot, form_of(kind), bound)
        match place:
            case Variable():
                self._store_variable(place, slot)
            case Deref((pointer,), _):
                self.store_memory(self.value(pointer), kind, slot)
            case Bits((pointer,), unit, offset, width, _):
                size = self.tables.unit_size(unit)
                asm.add("STORE_BITS", 0, self.value(pointer), slot, size | offset << 8 | width << 16)
            case Field((reference,), class_name, name, _):
                key = self.tables.field_slot(class_name, name)
                name = "SET_FIELD2" if slots_of(kind) == 2 else "SET_FIELD"
                asm.add(name, bool(link_of(kind)), self.value(reference), slot, key)
            case Element((array, index), _):
                family = self.tables.family(kind)
                name = "SET_ELEMENT2" if slots_of(kind) == 2 else "SET_ELEMENT"
                asm.add(name, slot, self.value(array), self.word(index), family)
            case _:
                raise InternalError("a place should have its operands")

    def _store_variable(self, variable: Variable, slot: int) -> None:
        asm, kind = self.asm, variable.type
        if not variable.is_global:
            register, in_memory = self.registers[variable.name]
            if in_memory:
                self.store_memory(self.address_of(variable), kind, slot)
            else:
                self.move(register, slot, slots_of(kind))
            return
        place = self.tables.global_place(variable.name)
        if place.in_memory:
            self.store_memory(self.address_of(variable), kind, slot)
            return
        for offset in range(slots_of(kind)):
            asm.add("SET_OWN" if place.is_own else "SET_GLOBAL", 0, slot + offset, 0, place.index + offset)

    def store_memory(self, pointer: int, kind: Type, slot: int) -> None:
        """Write a value of a type to memory."""
        asm, size = self.asm, self.tables.size_of(kind)
        if is_aggregate(kind):
            asm.add("COPY_BLOCK", 0, pointer, slot, size)
            return
        match kind:
            case FloatType(width):
                asm.add("STORE_FLOAT", 0, pointer, slot, width)
            case PointerType():
                asm.add("STORE_POINTER", 0, pointer, slot)
            case ReferenceType() | ArrayReferenceType() | ThreadType():
                asm.add("STORE_IDENTITY", 0, pointer, slot, size | IDENTITY_KINDS[link_of(kind)] << 8)
            case IntegerType() if is_wide(kind):
                asm.add("STORE_WIDE", 0, pointer, slot, size)
            case _:
                asm.add("STORE", 0, pointer, slot, size)
