"""Writing to places: registers, memory, bit-fields, fields, elements, and ranges of memory."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.ir.expressions import Bits, Deref, Element, Expr, Field, Place, Variable
from vexil.ir.types import BoolType, IntegerType, Type, is_aggregate
from vexil.logic.inputs import Input
from vexil.logic.memory import Written
from vexil.logic.space import Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Conditions, Translated, Translator, address_of_place, merged


@dataclass(frozen=True, slots=True)
class Where:
    """Where a step is: its place for reports, and a name that no other step of the same formula has for its symbols."""

    place: str
    name: str


@dataclass(frozen=True, slots=True)
class Effect:
    """The state behind a write, when it is defined, and the inputs that it took."""

    after: State
    conditions: Conditions
    inputs: tuple[Input, ...] = ()


class Writer:
    """Writes for one function."""

    def __init__(self, space: Space, function: str, translator: Translator) -> None:
        self._space = space
        self._terms = space.terms
        self._function = function
        self._translator = translator

    def assign(self, state: State, place: Place, value: Expr, where: Where) -> Effect:
        """Write the value of an expression; an aggregate is copied."""
        if not is_aggregate(place.type):
            return self.written(state, place, self._translator.translate(state, value), where)
        if not isinstance(value, Variable | Deref) or not isinstance(place, Variable | Deref):
            raise Untranslatable(f"a value of type {value.type} that is in no place")
        size = self._space.size(place.type)
        return self.copied(state, (place, value), size)

    def copied(self, state: State, places: tuple[Variable | Deref, Variable | Deref], size: int) -> Effect:
        """Copy so many bytes to the first place from the second."""
        addresses = [self.address(state, place) for place in places]
        memory = self._translator.memory
        updates = memory.copy(state, places, addresses[0].value, addresses[1].value, size)
        conditions = merged(
            self._terms,
            *(address.conditions for address in addresses),
            memory.readable(state, addresses[1].value, size),
            memory.writable(state, addresses[0].value, size),
        )
        return Effect(state.written(updates), conditions)

    def address(self, state: State, place: Expr) -> Translated:
        """Where a place in memory is."""
        return address_of_place(self._translator, self._space, state, self._function, place)

    def written(
        self, state: State, place: Place, value: Translated, where: Where, inputs: tuple[Input, ...] = ()
    ) -> Effect:
        """Write a scalar."""
        terms = self._terms
        written, conditions = self._write(state, place, value.value, f"{where.name}.bits")
        fresh = tuple(
            Input(symbol, where.place, defining, is_determined=True)
            for symbol, defining in zip(written.fresh, written.defining, strict=True)
        )
        after = state.written(written.updates)
        return Effect(after, merged(terms, value.conditions, conditions), (*inputs, *fresh))

    def _write(self, state: State, place: Place, value: Term, name: str) -> tuple[Written, Conditions]:
        terms, space = self._terms, self._space
        memory, heap = self._translator.memory, self._translator.heap
        match place:
            case Variable():
                register = space.register(self._function, place)
                if register is not None:
                    return Written({register.name: value}), {}
                return self._store(state, place, value, name)
            case Deref():
                return self._store(state, place, value, name)
            case Bits(_, unit, offset, width, kind):
                address = self.address(state, place)
                whole, readable = memory.load(state, place, address.value, unit)
                content = _spliced(self._space, whole, offset, self._bits(value, kind, width))
                conditions = memory.writable(state, address.value, space.size(unit))
                written = memory.store(state, place, address.value, unit, content, name)
                return written, merged(terms, address.conditions, readable, conditions)
            case Field((reference,), class_name, field_name, kind):
                owner = self._translator.translate(state, reference)
                variable = heap.field_variable(class_name, field_name, kind)
                stored = terms.store(state.read(variable), owner.value, value)
                valid = heap.valid_instance(state, owner.value, class_name)
                return Written({variable.name: stored}), merged(terms, owner.conditions, valid)
            case Element((array, index), kind):
                return self._write_element(state, array, index, kind, value)
            case _:
                raise Untranslatable("a place without its operands")

    def _store(self, state: State, place: Variable | Deref, value: Term, name: str) -> tuple[Written, Conditions]:
        memory, address, kind = self._translator.memory, self.address(state, place), place.type
        conditions = memory.writable(state, address.value, self._space.size(kind))
        written = memory.store(state, place, address.value, kind, value, name)
        return written, merged(self._terms, address.conditions, conditions)

    def _write_element(
        self, state: State, array: Expr, index: Expr, kind: Type, value: Term
    ) -> tuple[Written, Conditions]:
        terms, heap = self._terms, self._translator.heap
        owner, position = self._translator.translate(state, array), self._translator.translate(state, index)
        word = self._translator.word(position.value, index.type)
        variable = heap.element_variable(kind)
        stored = terms.store(state.read(variable), heap.place(owner.value, word), value)
        valid = heap.valid_element(state, owner.value, word, kind)
        return Written({variable.name: stored}), merged(terms, owner.conditions, position.conditions, valid)

    def _bits(self, value: Term, kind: Type, width: int) -> Term:
        """The bits of a value that is written to a bit-field."""
        terms = self._terms
        match kind:
            case BoolType():
                return terms.of_boolean(value, width)
            case IntegerType(own, is_signed) if own < width:
                return terms.extend(value, width - own, is_signed)
            case _:
                return terms.extract(value, width - 1, 0)

    def fixed_size(self, state: State, size: Expr) -> int:
        """The size of a range, which must be a constant."""
        length = self._translator.translate(state, size).value
        if not length.is_const:
            raise Untranslatable("a range of memory of no fixed size")
        is_negative = isinstance(size.type, IntegerType) and size.type.signed and length.value >> (size.type.width - 1)
        if is_negative:
            raise Untranslatable("a range of memory of negative size")
        return length.value

    def filled(self, state: State, target: Expr, byte: Expr, size: int) -> Effect:
        """Set so many bytes from a pointer on."""
        terms = self._terms
        place = Deref((target,), IntegerType(8, False))
        address, value = self.address(state, place), self._translator.translate(state, byte)
        memory = self._translator.memory
        low = terms.extract(self._translator.word(value.value, byte.type), 7, 0)
        updates = memory.fill(state, place, address.value, low, size)
        writable = memory.writable(state, address.value, size)
        conditions = merged(terms, address.conditions, value.conditions, writable)
        return Effect(state.written(updates), conditions)


def _spliced(space: Space, whole: Term, offset: int, part: Term) -> Term:
    """A bit-vector with some of its bits replaced."""
    terms = space.terms
    result = part
    if offset:
        result = terms.concat(result, terms.extract(whole, offset - 1, 0))
    if result.width < whole.width:
        result = terms.concat(terms.extract(whole, whole.width - 1, result.width), result)
    return result
