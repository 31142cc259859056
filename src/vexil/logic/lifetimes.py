"""Lives of objects: allocation, release, and lifetimes of variables.

A new object gets the next number, which no object had before, so that pointers to dead objects stay dead.
"""

from __future__ import annotations

from dataclasses import replace

from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Place, Variable
from vexil.ir.operation_parts import NewMemory
from vexil.ir.types import I64, IntegerType, PointerType, is_aggregate
from vexil.logic.pointers import OBJECT_WIDTH
from vexil.logic.space import DEAD, HEAP, STACK, NeverAccessed, Space, State, Untranslatable
from vexil.logic.terms import Term
from vexil.logic.translate import Translated, Translator, merged
from vexil.logic.writing import Effect, Where, Writer

MOST_CLEARED = 64
"""So many scalars of a new object are set to zero one by one."""


class Lifetimes:
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
        translated = self._translator.translate(state, pointer)
        absent = terms.eq(translated.value, space.pointers.null)
        number = space.pointers.object_of(translated.value)
        at_start = terms.eq(space.pointers.offset_of(translated.value), terms.bv(0, space.pointers.width))
        on_heap = terms.eq(self._translator.memory.origin(state, translated.value), terms.bv(HEAP, 8))
        valid = terms.or_(absent, terms.and_(on_heap, at_start))
        released = self._origin(state, number, DEAD).read(space.origins)
        kept = terms.ite(absent, state.read(space.origins), released)
        conditions = merged(terms, translated.conditions, (("invalid-release", valid),))
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
            changed = self._cleared(changed, target, pointer, self._writer.fixed_size(state, what.size))
        effect = self._writer.written(changed, target, Translated(pointer, size.conditions), where)
        limits = (("negative-size", positive), ("excessive-size", terms.implies(positive, fits)))
        return replace(effect, conditions=merged(terms, effect.conditions, limits))

    def _cleared(self, state: State, target: Place, pointer: Term, size: int) -> State:
        """The state with an object full of zeros: its bytes, or the scalars that a pointer to it says there are."""
        terms, memory = self._terms, self._translator.memory
        byte = IntegerType(8, False)
        try:
            return state.written(memory.fill(state, Deref((target,), byte), pointer, terms.bv(0, 8), size))
        except Untranslatable:
            kind = target.type.target if isinstance(target.type, PointerType) else None
            step = 0 if kind is None or is_aggregate(kind) else self._space.size(kind)
            if kind is None or not step or size % step or size > MOST_CLEARED * step:
                raise
        zero = terms.constant(0, self._space.sort(kind))
        for offset in range(0, size, step):
            here = Apply(Operator.POINTER_ADD, (target, Const(offset, I64)), target.type)
            moved = self._space.pointers.add(pointer, terms.bv(offset, self._space.pointers.width))
            try:
                stored = memory.store(state, Deref((here,), kind), moved, kind, zero, "")
            except NeverAccessed:  # so nobody knows what is there
                continue
            state = state.written(stored.updates)
        return state

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
