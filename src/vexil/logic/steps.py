"""One edge as a step between states: when it is taken, what it changes, what is decided, when it is defined.

Weakest preconditions, strongest postconditions, relations of regions and path formulas are all made of this.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vexil.ir.expressions import Bits, Deref, Element, Expr, Field, Place, Variable
from vexil.ir.operation_parts import NewMemory, NewObject
from vexil.ir.operations import (
    Allocate,
    Assign,
    Assume,
    BeginAtomic,
    BeginLifetime,
    Case,
    Check,
    Choose,
    ChooseInstance,
    Copy,
    EndAtomic,
    EndLifetime,
    Fill,
    Operation,
    Release,
    Restrict,
    Return,
    Skip,
    Stop,
    Throw,
)
from vexil.ir.types import BoolType, IntegerType, Type, is_aggregate
from vexil.logic.inputs import Chooser, Input
from vexil.logic.memory import Written
from vexil.logic.pointers import OBJECT_WIDTH
from vexil.logic.space import DEAD, HEAP, STACK, Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Conditions, Translated, Translator, address_of_place, merged


@dataclass(frozen=True, slots=True)
class Demand:
    """What a check asks for."""

    property: str
    message: str
    condition: Term


@dataclass(frozen=True, slots=True)
class Step:
    """What an edge does in a state.

    It is taken when ``guard`` holds; then it is defined when all ``conditions`` hold. A run goes on if the inputs are
    in their domains, ``allowed`` holds, and so does ``demand`` where checks of its kind are asked for.
    """

    guard: Term
    after: State
    conditions: Conditions
    allowed: Term
    inputs: tuple[Input, ...] = ()
    demand: Demand | None = None


class Steps:
    """Makes the steps of one function."""

    def __init__(self, space: Space, function: str) -> None:
        self._space = space
        self._terms = space.terms
        self.function = function
        self._translator = Translator(space, function)
        self._chooser = Chooser(space, self._translator)

    def translate(self, state: State, expression: Expr) -> Translated:
        """The value of an expression of the function."""
        return self._translator.translate(state, expression)

    def step(self, state: State, number: int, suffix: str = "") -> Step:
        """The step of an edge; *suffix* tells the inputs of several steps of one edge apart."""
        function = self._space.program.functions[self.function]
        identity = function.edge_id(number)
        return self.operation(state, function.edges[number].operation, identity, f"?{identity}{suffix}")

    def operation(self, state: State, operation: Operation, place: str, name: str) -> Step:
        """The step of an operation; raises `Untranslatable` with the place."""
        try:
            return self._operation(state, operation, place, name)
        except Untranslatable as problem:
            raise Untranslatable(problem.reason, problem.edge or place) from None

    def _operation(self, state: State, operation: Operation, place: str, name: str) -> Step:
        terms = self._terms
        plain = Step(terms.true, state, {}, terms.true)
        match operation:
            case Skip() | BeginAtomic() | EndAtomic():
                return plain
            case Assign(target, value):
                return self._assign(state, target, value, place)
            case Assume(condition):
                found = self.translate(state, condition)
                return replace(plain, guard=found.value, conditions=found.conditions)
            case Case(selector, values, otherwise):
                found = self.translate(state, selector)
                literals = (terms.constant(value, found.value.sort) for value in values)
                among = terms.disjunction(terms.eq(found.value, literal) for literal in literals)
                return replace(plain, guard=terms.not_(among) if otherwise else among, conditions=found.conditions)
            case Restrict(condition):
                found = self.translate(state, condition)
                return replace(plain, allowed=found.value, conditions=found.conditions)
            case Check(kind, condition, message):
                found = self.translate(state, condition)
                return replace(plain, conditions=found.conditions, demand=Demand(kind, message, found.value))
            case Choose(target, domain, _):
                chosen = self._chooser.choose(state, domain, target.type, place, name)
                return self._written(state, target, Translated(chosen.value, chosen.conditions), place, chosen.inputs)
            case ChooseInstance(target, _, _, _):
                chosen = self._chooser.instance(state, operation, place, name)
                return self._written(state, target, Translated(chosen.value, chosen.conditions), place, chosen.inputs)
            case Return(value) | Stop(value):
                word = "status" if isinstance(operation, Stop) else "result"
                return plain if value is None else self._left(state, word, value)
            case Throw(value):
                return self._left(state, "exception", value)
            case _:
                return self._memory_operation(state, operation, place)

    def _left(self, state: State, word: str, value: Expr) -> Step:
        """Leave the function with a value."""
        if is_aggregate(value.type):
            raise Untranslatable(f"a result of type {value.type}")
        found = self.translate(state, value)
        variable = self._space.result(self.function, word, value.type)
        after = state.written({variable.name: found.value})
        return Step(self._terms.true, after, found.conditions, self._terms.true)

    # --- writing -----------------------------------------------------------------------------------------

    def _assign(self, state: State, place: Place, value: Expr, name: str) -> Step:
        if not is_aggregate(place.type):
            return self._written(state, place, self.translate(state, value), name)
        if not isinstance(value, Variable | Deref) or not isinstance(place, Variable | Deref):
            raise Untranslatable(f"a value of type {value.type} that is in no place")
        size = self._space.size(place.type)
        return self._copied(state, (place, value), size)

    def _copied(self, state: State, places: tuple[Variable | Deref, Variable | Deref], size: int) -> Step:
        addresses = [self._address(state, place) for place in places]
        memory = self._translator.memory
        updates = memory.copy(state, places, addresses[0].value, addresses[1].value, size)
        conditions = merged(
            self._terms,
            *(address.conditions for address in addresses),
            memory.readable(state, addresses[1].value, size),
            memory.writable(state, addresses[0].value, size),
        )
        return Step(self._terms.true, state.written(updates), conditions, self._terms.true)

    def _address(self, state: State, place: Expr) -> Translated:
        return address_of_place(self._translator, self._space, state, self.function, place)

    def _written(
        self, state: State, place: Place, value: Translated, name: str, inputs: tuple[Input, ...] = ()
    ) -> Step:
        """Write a scalar."""
        terms = self._terms
        written, conditions = self._write(state, place, value.value)
        fresh = tuple(
            Input(symbol, name, defining, is_determined=True)
            for symbol, defining in zip(written.fresh, written.defining, strict=True)
        )
        after = state.written(written.updates)
        return Step(terms.true, after, merged(terms, value.conditions, conditions), terms.true, (*inputs, *fresh))

    def _write(self, state: State, place: Place, value: Term) -> tuple[Written, Conditions]:
        terms, space = self._terms, self._space
        memory, heap = self._translator.memory, self._translator.heap
        match place:
            case Variable():
                register = space.register(self.function, place)
                if register is not None:
                    return Written({register.name: value}), {}
                address = self._address(state, place)
                conditions = memory.writable(state, address.value, space.size(place.type))
                return memory.store(state, place, address.value, place.type, value), merged(terms, conditions)
            case Deref(_, kind):
                address = self._address(state, place)
                conditions = memory.writable(state, address.value, space.size(kind))
                written = memory.store(state, place, address.value, kind, value)
                return written, merged(terms, address.conditions, conditions)
            case Bits(_, unit, offset, width, kind):
                address = self._address(state, place)
                whole, readable = memory.load(state, place, address.value, unit)
                content = _spliced(self._space, whole, offset, self._bits(value, kind, width))
                conditions = memory.writable(state, address.value, space.size(unit))
                written = memory.store(state, place, address.value, unit, content)
                return written, merged(terms, address.conditions, readable, conditions)
            case Field((reference,), class_name, field_name, kind):
                found = self.translate(state, reference)
                variable = heap.field_variable(class_name, field_name, kind)
                stored = terms.store(state.read(variable), found.value, value)
                valid = heap.valid_instance(state, found.value, class_name)
                return Written({variable.name: stored}), merged(terms, found.conditions, valid)
            case Element((array, index), kind):
                return self._write_element(state, array, index, kind, value)
            case _:
                raise Untranslatable("a place without its operands")

    def _write_element(
        self, state: State, array: Expr, index: Expr, kind: Type, value: Term
    ) -> tuple[Written, Conditions]:
        terms, heap = self._terms, self._translator.heap
        found, position = self.translate(state, array), self.translate(state, index)
        word = self._translator.word(position.value, index.type)
        variable = heap.element_variable(kind)
        stored = terms.store(state.read(variable), heap.place(found.value, word), value)
        valid = heap.valid_element(state, found.value, word, kind)
        return Written({variable.name: stored}), merged(terms, found.conditions, position.conditions, valid)

    def _bits(self, value: Term, kind: Type, width: int) -> Term:
        """The bits of a value that is written to a bit-field."""
        terms = self._terms
        match kind:
            case BoolType():
                return terms.of_boolean(value, width)
            case IntegerType(own, is_signed) if own < width:
                return (terms.sign_extend if is_signed else terms.zero_extend)(value, width - own)
            case _:
                return terms.extract(value, width - 1, 0)

    # --- memory ------------------------------------------------------------------------------------------

    def _memory_operation(self, state: State, operation: Operation, place: str) -> Step:
        terms, space = self._terms, self._space
        memory = self._translator.memory
        match operation:
            case Allocate(target, NewObject(class_name), _):
                number = state.read(space.next_object)
                changed = state.written(self._translator.heap.created(state, class_name))
                return self._written(changed, target, Translated(number, {}), place)
            case Allocate(target, NewMemory() as what, _):
                return self._new_memory(state, target, what, place)
            case BeginLifetime(variable):
                holder = space.object_variable(self.function, variable)
                if holder is None or space.register(self.function, variable) is not None:
                    return Step(terms.true, state, {}, terms.true)
                ended = self._origin(state, state.read(holder), DEAD)
                length = terms.bv(space.size(variable.type), space.pointers.width)
                updates = self._created(ended, length, STACK)
                number = ended.read(space.next_object)
                return Step(terms.true, ended.written({**updates, holder.name: number}), {}, terms.true)
            case EndLifetime(variable):
                if space.register(self.function, variable) is not None:
                    return Step(terms.true, state, {}, terms.true)
                number = space.pointers.object_of(space.address(state, self.function, variable))
                return Step(terms.true, self._origin(state, number, DEAD), {}, terms.true)
            case Release(pointer, False):
                found = self.translate(state, pointer)
                absent = terms.eq(found.value, space.pointers.null)
                number = space.pointers.object_of(found.value)
                at_start = terms.eq(space.pointers.offset_of(found.value), terms.bv(0, space.pointers.width))
                on_heap = terms.eq(memory.origin(state, found.value), terms.bv(HEAP, 8))
                valid = terms.or_(absent, terms.and_(on_heap, at_start))
                released = self._origin(state, number, DEAD).read(space.origins)
                kept = terms.ite(absent, state.read(space.origins), released)
                conditions = merged(terms, found.conditions, (("invalid-release", valid),))
                return Step(terms.true, state.written({space.origins.name: kept}), conditions, terms.true)
            case Copy(target, source, size):
                places = (Deref((target,), IntegerType(8, False)), Deref((source,), IntegerType(8, False)))
                return self._copied(state, places, self._fixed(state, size))
            case Fill(target, byte, size):
                return self._filled(state, target, byte, self._fixed(state, size))
            case _:
                words = "".join(f" {part.lower()}" if part.isupper() else part for part in type(operation).__name__)
                raise Untranslatable(f"the operation{words} is not part of a region")

    def _fixed(self, state: State, size: Expr) -> int:
        found = self.translate(state, size).value
        if not found.is_const:
            raise Untranslatable("a range of memory of no fixed size")
        is_negative = isinstance(size.type, IntegerType) and size.type.signed and found.value >> (size.type.width - 1)
        if is_negative:
            raise Untranslatable("a range of memory of negative size")
        return found.value

    def _filled(self, state: State, target: Expr, byte: Expr, size: int) -> Step:
        terms = self._terms
        place = Deref((target,), IntegerType(8, False))
        address, value = self._address(state, place), self.translate(state, byte)
        memory = self._translator.memory
        low = terms.extract(self._translator.word(value.value, byte.type), 7, 0)
        updates = memory.fill(state, place, address.value, low, size)
        writable = memory.writable(state, address.value, size)
        conditions = merged(terms, address.conditions, value.conditions, writable)
        return Step(terms.true, state.written(updates), conditions, terms.true)

    def _new_memory(self, state: State, target: Place, what: NewMemory, place: str) -> Step:
        terms, space = self._terms, self._space
        width, kind = space.pointers.width, what.size.type
        size = self.translate(state, what.size)
        wide = self._translator.word(size.value, kind)
        is_signed = not isinstance(kind, IntegerType) or kind.signed
        positive = terms.sle(terms.bv(0, wide.width), wide) if is_signed else terms.true
        fits = terms.ult(wide, terms.bv(1 << (width - 1), wide.width))
        pointer = space.pointers.make(state.read(space.next_object), terms.bv(0, width))
        kept = terms.extract(wide, width - 1, 0)
        changed = state.written(self._created(state, kept, STACK if what.on_stack else HEAP))
        if what.zeroed:
            content = Deref((target,), IntegerType(8, False))
            zero, count = terms.bv(0, 8), self._fixed(state, what.size)
            changed = changed.written(self._translator.memory.fill(changed, content, pointer, zero, count))
        step = self._written(changed, target, Translated(pointer, size.conditions), place)
        limits = (("negative-size", positive), ("excessive-size", terms.implies(positive, fits)))
        return replace(step, conditions=merged(terms, step.conditions, limits))

    def _created(self, state: State, size: Term, origin: int) -> dict[str, Term]:
        """What changes when memory is created: it gets the next number; its contents are what nobody knows."""
        terms, space = self._terms, self._space
        number = state.read(space.next_object)
        return {
            space.sizes.name: terms.store(state.read(space.sizes), number, size),
            space.origins.name: terms.store(state.read(space.origins), number, terms.bv(origin, 8)),
            space.next_object.name: terms.add(number, terms.bv(1, OBJECT_WIDTH)),
        }

    def _origin(self, state: State, number: Term, origin: int) -> State:
        space = self._space
        origins = self._terms.store(state.read(space.origins), number, self._terms.bv(origin, 8))
        return state.written({space.origins.name: origins})


def _spliced(space: Space, whole: Term, offset: int, part: Term) -> Term:
    """A bit-vector with some of its bits replaced."""
    terms = space.terms
    result = part
    if offset:
        result = terms.concat(result, terms.extract(whole, offset - 1, 0))
    if result.width < whole.width:
        result = terms.concat(terms.extract(whole, whole.width - 1, result.width), result)
    return result
