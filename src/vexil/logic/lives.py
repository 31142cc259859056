"""Lives of objects: allocation, release, and lifetimes of variables.

A new object gets the next number, which no object had before, so that pointers to dead objects stay dead.
"""

from __future__ import annotations

from dataclasses import replace

from vexil.ir.expressions import Deref, Expr, Place, Variable
from vexil.ir.operation_parts import NewMemory
from vexil.ir.types import IntegerType
from vexil.logic.pointers import OBJECT_WIDTH
from vexil.logic.space import DEAD, HEAP, STACK, Space, State
from vexil.logic.terms import Term
from vexil.logic.translate import Translated, Translator, merged
from vexil.logic.writing import Effect, Where, Writer


class Lives:
    """Begins and ends the lives of objects for one function."""

    def __init__(self, space: Space, function: str, translator: Translator, writer: Writer) -> None:
        self._space = space
        self._terms = space.terms
        self._function = function
        self._translator = translator
        self._writer = writer

    def new_object(self, state: State, target: Place, class_name: str, where: Where) -> Effect:
        """Create an instance."""
        number = state.read(self._space.next_object)
        changed = state.written(self._translator.heap.created(state, class_name))
        return self._writer.written(changed, target, Translated(number, {}), where)

    def begin(self, state: State, variable: Variable) -> Effect:
        """Give a variable fresh memory; its old one is dead."""
        space = self._space
        holder = space.object_variable(self._function, variable)
        if holder is None or space.register(self._function, variable) is not None:
            return Effect(state, {})
        ended = self._origin(state, state.read(holder), DEAD)
        length = self._terms.bv(space.size(variable.type), space.pointers.width)
        number = ended.read(space.next_object)
        return Effect(ended.written({**self._created(ended, length, STACK), holder.name: number}), {})

    def end(self, state: State, variable: Variable) -> Effect:
        """End the life of a variable's memory."""
        space = self._space
        if space.register(self._function, variable) is not None:
            return Effect(state, {})
        number = space.pointers.object_of(space.address(state, self._function, variable))
        return Effect(self._origin(state, number, DEAD), {})

    def release(self, state: State, pointer: Expr) -> Effect:
        """End the life of a heap object; null is allowed."""
        terms, space = self._terms, self._space
        found = self._translator.translate(state, pointer)
        absent = terms.eq(found.value, space.pointers.null)
        number = space.pointers.object_of(found.value)
        at_start = terms.eq(space.pointers.offset_of(found.value), terms.bv(0, space.pointers.width))
        on_heap = terms.eq(self._translator.memory.origin(state, found.value), terms.bv(HEAP, 8))
        valid = terms.or_(absent, terms.and_(on_heap, at_start))
        released = self._origin(state, number, DEAD).read(space.origins)
        kept = terms.ite(absent, state.read(space.origins), released)
        conditions = merged(terms, found.conditions, (("invalid-release", valid),))
        return Effect(state.written({space.origins.name: kept}), conditions)

    def new_memory(self, state: State, target: Place, what: NewMemory, where: Where) -> Effect:
        """Create memory; its contents are what nobody knows, or zero."""
        terms, space = self._terms, self._space
        width, kind = space.pointers.width, what.size.type
        size = self._translator.translate(state, what.size)
        wide = self._translator.word(size.value, kind)
        is_signed = not isinstance(kind, IntegerType) or kind.signed
        positive = terms.sle(terms.bv(0, wide.width), wide) if is_signed else terms.true
        fits = terms.ult(wide, terms.bv(1 << (width - 1), wide.width))
        pointer = space.pointers.make(state.read(space.next_object), terms.bv(0, width))
        kept = terms.extract(wide, width - 1, 0)
        changed = state.written(self._created(state, kept, STACK if what.on_stack else HEAP))
        if what.zeroed:
            content = Deref((target,), IntegerType(8, False))
            zero, count = terms.bv(0, 8), self._writer.fixed_size(state, what.size)
            changed = changed.written(self._translator.memory.fill(changed, content, pointer, zero, count))
        effect = self._writer.written(changed, target, Translated(pointer, size.conditions), where)
        limits = (("negative-size", positive), ("excessive-size", terms.implies(positive, fits)))
        return replace(effect, conditions=merged(terms, effect.conditions, limits))

    def _created(self, state: State, size: Term, origin: int) -> dict[str, Term]:
        """What changes when memory is created: it gets the next number."""
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
