"""Expressions of the intermediate form as terms over a state.

A translation is a value and, by kind, the conditions under which the reference interpreter evaluates the expression
instead of stopping as undefined. Operands of a selection count only where they are selected.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vexil.core.dag import bottom_up
from vexil.ir import expressions as ir
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, PointerType, Type, is_aggregate, is_reference
from vexil.logic.factory import Terms
from vexil.logic.heap import Heap
from vexil.logic.integers import word_of_integer
from vexil.logic.memory import Memory
from vexil.logic.operators import Condition, PartialTerm
from vexil.logic.space import HEAP, REFERENCE_WIDTH, Space, State, Untranslatable
from vexil.logic.terms import Term

Conditions = Mapping[str, Term]
"""By kind of undefined operation the condition under which it does not happen."""

_NOTHING: Conditions = {}
_OF_THREADS = frozenset(
    {
        Operator.CURRENT_THREAD, Operator.ALIVE, Operator.INTERRUPTED, Operator.HOLDS_LOCK, Operator.LOCKED,
        Operator.LEAKED, Operator.STORABLE,
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Translated:
    """The value of an expression, and when it is defined."""

    value: Term
    conditions: Conditions

    def defined(self, terms: Terms) -> Term:
        """The condition under which nothing undefined happens."""
        return terms.conjunction(self.conditions.values())


def merged(terms: Terms, *parts: Conditions | Iterable[Condition]) -> Conditions:
    """All of several conditions."""
    result: dict[str, Term] = {}
    for part in parts:
        for kind, condition in part.items() if isinstance(part, Mapping) else part:
            if condition is not terms.true:
                before = result.get(kind)
                result[kind] = condition if before is None else terms.and_(before, condition)
    return result or _NOTHING


class Translator:
    """Translates expressions of one function."""

    def __init__(self, space: Space, function: str) -> None:
        self._space = space
        self._terms = space.terms
        self._function = function
        self.memory = Memory(space, function)
        self.heap = Heap(space)

    def translate(self, state: State, expression: Expr) -> Translated:
        """The value of an expression in a state; raises `Untranslatable`."""
        return bottom_up(expression, lambda node, operands: self._node(state, node, operands))

    def _node(self, state: State, node: Expr, operands: tuple[Translated, ...]) -> Translated:
        space = self._space
        below = merged(self._terms, *(operand.conditions for operand in operands)) if operands else _NOTHING
        values = tuple(operand.value for operand in operands)
        match node:
            case ir.Const(value, kind):
                return Translated(self._constant(value, kind), _NOTHING)
            case Variable(_, kind, _):
                register = space.register(self._function, node)
                if register is not None:
                    return Translated(state.read(register), _NOTHING)
                address = space.address(state, self._function, node)
                return self._checked(self.memory.load(state, node, address, self._scalar(kind)), below)
            case ir.Deref(_, kind):
                return self._checked(self.memory.load(state, node, values[0], self._scalar(kind)), below)
            case ir.Bits():
                return self._checked(self.bit_field(state, node, values[0]), below)
            case ir.Field(_, class_name, name, kind):
                return self._checked(self.heap.field(state, values[0], class_name, name, kind), below)
            case ir.Element(_, kind):
                index = self.word(values[1], node.operands[1].type)
                return self._checked(self.heap.element(state, values[0], index, kind), below)
            case ir.AddressOf(variable, _):
                return Translated(space.address(state, self._function, variable), _NOTHING)
            case ir.CodeAddress(function, _):
                return Translated(space.code(function), _NOTHING)
            case ir.TypeTest(_, tested, _):
                return Translated(self.heap.is_instance(state, values[0], tested), below)
            case ir.Apply(Operator.IF, _, _):
                return self._selection(operands)
            case ir.Apply():
                return self._checked(self._apply(state, node, values), below)

    def _checked(self, result: tuple[Term, Iterable[Condition]], below: Conditions) -> Translated:
        value, conditions = result
        return Translated(value, merged(self._terms, below, conditions))

    @staticmethod
    def _scalar(kind: Type) -> Type:
        if is_aggregate(kind):
            raise Untranslatable(f"a value of type {kind} is no scalar")
        return kind

    def _constant(self, value: int | float | bool, kind: Type) -> Term:
        if is_reference(kind):
            return self._terms.bv(int(value), REFERENCE_WIDTH)
        return self._space.operators.constant(value, kind)

    def _selection(self, operands: tuple[Translated, ...]) -> Translated:
        """A selection: what is not selected is not evaluated."""
        terms = self._terms
        condition, first, second = operands
        kinds = dict.fromkeys((*first.conditions, *second.conditions))
        chosen = [
            (kind, terms.ite(condition.value, *(side.conditions.get(kind, terms.true) for side in (first, second))))
            for kind in kinds
        ]
        value = terms.ite(condition.value, first.value, second.value)
        return Translated(value, merged(terms, condition.conditions, chosen))

    def word(self, value: Term, kind: Type) -> Term:
        """An integer as a machine integer of 64 bits or more that has the same value."""
        if isinstance(kind, MathType):
            return word_of_integer(self._terms, value, 64)
        if not isinstance(kind, IntegerType):
            raise Untranslatable(f"an index of type {kind}")
        return self._terms.extend(value, max(0, 64 - kind.width), kind.signed)

    def _apply(self, state: State, node: ir.Apply, values: tuple[Term, ...]) -> tuple[Term, Iterable[Condition]]:
        terms = self._terms
        operator, kind = node.operator, node.type
        types = tuple(operand.type for operand in node.operands)
        if operator in _OF_THREADS:
            raise Untranslatable(f"operator {operator.value!r} is about the whole machine")
        match operator:
            case Operator.OBJECT_SIZE:
                size = self.memory.object_size(state, values[0])
                alive = self.memory.is_alive(state, values[0])
                return terms.ite(alive, terms.zero_extend(size, 64 - size.width), terms.bv(0, 64)), ()
            case Operator.ACCESSIBLE:
                return self._accessible(state, values, types[1]), ()
            case Operator.HEAP_BASE:
                at_start = terms.eq(self._space.pointers.offset_of(values[0]), terms.bv(0, self._space.pointers.width))
                return terms.and_(terms.eq(self.memory.origin(state, values[0]), terms.bv(HEAP, 8)), at_start), ()
            case Operator.ARRAY_LENGTH:
                return self.heap.length(state, values[0])
            case Operator.CAST:
                return self._cast(values[0], types[0], kind)
            case Operator.POINTER_ADD if isinstance(types[1], MathType):
                count = word_of_integer(terms, values[1], self._space.pointers.width)
                return self._space.pointers.add(values[0], count), ()
            case _:
                return self._space.operators.apply(operator, values, types, kind)

    def _cast(self, value: Term, source: Type, target: Type) -> tuple[Term, Iterable[Condition]]:
        """A conversion."""
        match source, target:
            case (MathType(), FloatType()) | (FloatType(), MathType()):
                raise Untranslatable(f"a cast from {source} to {target}")
            case _ if is_reference(source):
                return value, ()
            case _:
                return self._space.operators.cast(value, source, target)

    def _accessible(self, state: State, values: tuple[Term, ...], kind: Type) -> Term:
        """Whether so many bytes, perhaps a negative number, are in bounds of a live object."""
        terms = self._terms
        pointer = values[0]
        count = self.word(values[1], kind)
        width = max(count.width, self._space.pointers.width) + 2
        is_signed = not isinstance(kind, IntegerType) or kind.signed
        wide = terms.extend(count, width - count.width, is_signed)
        offset = self._space.pointers.offset_of(pointer)
        start = terms.sign_extend(offset, width - offset.width)
        total = self.memory.object_size(state, pointer)
        size = terms.zero_extend(total, width - total.width)
        zero = terms.bv(0, width)
        return terms.and_(
            self.memory.is_alive(state, pointer),
            terms.sle(zero, start),
            terms.sle(zero, wide),
            terms.sle(terms.add(start, wide), size),
        )

    def bit_field(self, state: State, place: ir.Bits, pointer: Term) -> PartialTerm:
        """The value of a bit-field."""
        terms = self._terms
        unit, conditions = self.memory.load(state, place, pointer, place.unit)
        field = terms.extract(unit, place.offset + place.width - 1, place.offset)
        match place.type:
            case BoolType():
                return terms.distinct(field, terms.bv(0, field.width)), conditions
            case IntegerType(width, is_signed) if width >= place.width:
                return terms.extend(field, width - place.width, is_signed), conditions
            case kind:
                raise Untranslatable(f"a bit-field of type {kind}")


def address_of_place(translator: Translator, space: Space, state: State, function: str, place: Expr) -> Translated:
    """Where a place in memory is."""
    match place:
        case Variable():
            return Translated(space.address(state, function, place), _NOTHING)
        case ir.Deref((pointer,), _) | ir.Bits((pointer,), _, _, _, _) if isinstance(pointer.type, PointerType):
            return translator.translate(state, pointer)
        case _:
            raise Untranslatable("a place that is not in memory")
