"""The operators on pointers: case by case, for every pair of objects the operands may point into."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vexil.certify.invariant.blocks import ADDRESS, UNSUPPORTED, Block
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.memory import Memory
from vexil.certify.invariant.numbers import at_most, binary, less, limits, resize
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import BOOL, Number, Term, Terms, Truth
from vexil.certify.invariant.values import ANYWHERE, DEAD, ELSEWHERE, Pointers, Value, cases_of, pointer_of
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType, MathType, Type

MOST_OBJECTS = 64
"""Objects on the heap among which leaks are looked for."""


class PointerOperators:
    """Moves, measures and compares pointers."""

    def __init__(self, terms: Terms, memory: Memory, pointer_width: int) -> None:
        self._terms = terms
        self._memory = memory
        self._width = pointer_width
        self._signed = IntegerType(pointer_width, True)
        self._unsigned = IntegerType(pointer_width, False)

    def _kind(self, number: int) -> IntegerType:
        """Absolute addresses are unsigned, offsets in objects are signed."""
        return self._signed if number else self._unsigned

    def add(self, where: Where, pointer: Value, count: Number, kind: Type) -> Value:
        """Move a pointer by bytes."""
        moved = []
        for condition, number, offset in cases_of(pointer):
            step = self._count(count, kind)
            there = binary(self._terms, Operator.ADD, offset, step, self._kind(number), where.require)
            moved.append((condition, number, there))
        return pointer_of(self._terms, moved, self._width)

    def _count(self, count: Number, kind: Type) -> Number:
        if not isinstance(count, Term):
            return count
        if isinstance(kind, MathType):
            import z3.z3core as core  # type: ignore[import-untyped]

            return self._terms.call(core.Z3_mk_int2bv, self._width, self._width, count.ast)
        signed, width = limits(kind)
        return resize(self._terms, count, width, signed, self._width)

    def _result(self, value: Number, kind: Type) -> Number:
        """A signed number of a pointer's width as a value of the type."""
        signed, width = limits(kind)
        if not isinstance(value, Term):
            return wrap(value, width, signed)
        return resize(self._terms, value, self._width, True, width)

    def offset(self, pointer: Value, kind: Type) -> Number:
        """The signed byte offset in the object."""
        result: Number = 0
        for condition, _, offset in cases_of(pointer):
            value = offset if isinstance(offset, Term) else wrap(offset, self._width, True)
            result = self._terms.ite(condition, self._result(value, kind), result, limits(kind)[1])
        return result

    def difference(self, where: Where, left: Value, right: Value, kind: Type) -> Number:
        """The distance in bytes of two pointers into one object."""
        terms = self._terms
        result: Number = 0
        together: Truth = False
        for both, number, offset, other, there in self._pairs(where, left, right):
            if number == other:
                together = terms.either(together, both)
                distance = binary(terms, Operator.SUBTRACT, offset, there, self._signed, where.require)
                result = terms.ite(both, self._result(distance, kind), result, limits(kind)[1])
        where.require(together, "pointer-difference")
        return result

    def _pairs(self, where: Where, left: Value, right: Value) -> list[tuple[Truth, int, Number, int, Number]]:
        """Every pair of cases that can hold together; objects that share a number cannot be told apart."""
        pairs: list[tuple[Truth, int, Number, int, Number]] = []
        for condition, number, offset in cases_of(left):
            for other_condition, other, there in cases_of(right):
                both = self._terms.both(condition, other_condition)
                if both is False:
                    continue
                here = where.under(both)
                if number == other == DEAD:
                    here.require(False, UNSUPPORTED + "comparing pointers to memory that died in a loop")
                if not self._distinct(where.state, number, other):
                    here.seen(ELSEWHERE)
                pairs.append((both, number, offset, other, there))
        return pairs

    @staticmethod
    def _distinct(state: State, number: int, other: int) -> bool:
        """Whether it is known if two pointers point into one object."""
        if number > 0 and other > 0:
            if ANYWHERE in (number, other):
                return False
            if state.hidden and (number in state.hidden or other in state.hidden) and number != other:
                return False
        if ELSEWHERE not in (number, other):
            return True
        visible = other if number == ELSEWHERE else number
        return visible <= 0 or visible in state.objects

    def compare(self, where: Where, operator: Operator, left: Value, right: Value) -> Truth:
        """The order of two pointers; of pointers into different objects it is any, another one each time."""
        terms = self._terms
        result: Truth = False
        together: Truth = False
        if operator in (Operator.GREATER, Operator.GREATER_EQUAL):
            left, right = right, left
        or_equal = operator in (Operator.LESS_EQUAL, Operator.GREATER_EQUAL)
        for both, number, offset, other, there in self._pairs(where, left, right):
            if number == other:
                together = terms.either(together, both)
                ordered = less(terms, offset, there, self._kind(number), or_equal=or_equal)
                result = terms.either(result, terms.both(both, ordered))
        return self._in_any_layout(where, result, together, "pointer-comparison")

    def equal(self, where: Where, left: Value, right: Value, *, literal: bool) -> Truth:
        """Whether two pointers are equal: any answer, another one each time, where it depends on where objects lie."""
        terms = self._terms
        result: Truth = False
        certain: Truth = True
        for both, number, offset, other, there in self._pairs(where, left, right):
            if number == other:
                result = terms.either(result, terms.both(both, terms.equal(offset, there, self._width)))
            elif not literal and number > 0 and other > 0:
                apart = self._apart(where.under(both), number, offset, other, there)
                certain = terms.both(certain, terms.either(terms.no(both), apart))
        return self._in_any_layout(where, result, certain, ADDRESS)

    def _in_any_layout(self, where: Where, answer: Truth, certain: Truth, kind: str) -> Truth:
        """An answer about two pointers where it is certain, and any answer where the addresses of objects decide.

        Whatever addresses objects have, each comparison has one of the two answers. So what holds for both at each
        comparison holds for all addresses; that answers fit to each other is not used. Where a proof says that there
        are steps, or a fact is to have one value, it is required that the answer is certain.
        """
        if certain is True:
            return answer
        if self._memory.strict:
            where.require(certain, kind)
            return answer
        terms = self._terms
        where.state.exact = False  # the interpreter has one layout, or ends here
        anything = terms.fresh(BOOL, "layout")
        return terms.either(terms.both(certain, answer), terms.both(terms.no(certain), anything))

    def _apart(self, where: Where, number: int, offset: Number, other: int, there: Number) -> Truth:
        """When two objects are such that it does not matter where they lie."""
        terms = self._terms
        blocks = [where.state.objects.get(number), where.state.objects.get(other)]
        apart: Truth = True
        for block, which in zip(blocks, (number, other), strict=True):
            where.seen(which)
            apart = terms.both(apart, block.alive if block is not None else False)
        for block, at, beside in ((blocks[0], offset, there), (blocks[1], there, offset)):
            if block is not None and block.extent != 0:
                end = terms.equal(at, block.extent, self._width)
                start = terms.equal(beside, 0, self._width)
                apart = terms.both(apart, terms.no(terms.both(end, start)))
        return apart

    def same_object(self, where: Where, left: Value, right: Value) -> Truth:
        """Whether two pointers point into one object."""
        result: Truth = False
        for both, number, _, other, _ in self._pairs(where, left, right):
            if number == other:
                result = self._terms.either(result, both)
        return result

    # --- questions about objects -------------------------------------------------------------------------

    @staticmethod
    def _block(where: Where, condition: Truth, number: int) -> Block | None:
        """The object, if there is one; it is required that this is known."""
        where.under(condition).seen(number)
        return where.state.objects.get(number)

    def object_size(self, where: Where, pointer: Value, kind: Type) -> Number:
        """The size of the object, 0 when there is none."""
        result: Number = 0
        signed, width = limits(kind)
        for condition, number, _ in cases_of(pointer):
            block = self._block(where, condition, number)
            if block is not None:
                alive = self._terms.both(condition, block.alive)
                size = block.extent
                if isinstance(size, Term):
                    size = resize(self._terms, size, self._width, False, width)
                else:
                    size = wrap(size, width, signed)
                result = self._terms.ite(alive, size, result, width)
        return result

    def accessible(self, where: Where, pointer: Value, size: Number, kind: Type) -> Truth:
        """Whether so many bytes are in bounds of a live object."""
        result: Truth = False
        for condition, number, offset in cases_of(pointer):
            block = self._block(where, condition, number)
            if block is None:
                continue
            inside = self._terms.both(block.alive, self._inside(block, offset, size, kind))
            result = self._terms.either(result, self._terms.both(condition, inside))
        return result

    def _inside(self, block: Block, offset: Number, size: Number, kind: Type) -> Truth:
        terms = self._terms
        if not isinstance(size, Term):
            return size >= 0 and self._memory.inside(block, offset, size)
        if isinstance(kind, MathType):
            end = less(terms, size, block.size, kind, or_equal=True)
            wide = IntegerType(self._width + 2, True)
            count = self._count(size, kind)
            enough = terms.both(less(terms, 0, size, kind, or_equal=True), end)
        else:
            signed, width = limits(kind)
            wide = IntegerType(max(self._width, width) + 2, True)
            count = resize(terms, size, width, signed, wide.width)
            enough = at_most(terms, 0, count, wide.width, signed=True)
        if isinstance(kind, MathType):
            count = resize(terms, count, self._width, False, wide.width)
        start: Any = offset
        if isinstance(offset, Term):
            start = resize(terms, offset, self._width, True, wide.width)
        last = binary(terms, Operator.ADD, start, count, wide, lambda _condition, _kind: None)
        most = block.extent
        if isinstance(most, Term):
            most = resize(terms, most, self._width, False, wide.width)
        within = terms.both(
            at_most(terms, 0, start, wide.width, signed=True), at_most(terms, last, most, wide.width, signed=True)
        )
        return terms.both(enough, within)

    def heap_base(self, where: Where, pointer: Value) -> Truth:
        """Whether it is the start of a live heap object."""
        result: Truth = False
        for condition, number, offset in cases_of(pointer):
            block = self._block(where, condition, number)
            if block is not None and block.origin == "heap":
                start = self._terms.equal(offset, 0, self._width)
                is_base = self._terms.both(condition, self._terms.both(block.alive, start))
                result = self._terms.either(result, is_base)
        return result

    def is_null(self, pointer: Value) -> Truth:
        """Whether a pointer is null."""
        result: Truth = False
        for condition, number, offset in cases_of(pointer):
            if number == 0:
                zero = self._terms.equal(offset, 0, self._width)
                result = self._terms.either(result, self._terms.both(condition, zero))
        return result


# --- leaks -----------------------------------------------------------------------------------------------


def leaked(terms: Terms, state: State) -> Truth:
    """Whether heap memory is lost: live, and reached from no variable and no other memory that is reached.

    Where not every pointer is known it is any answer, but false where what is known reaches everything.
    """
    if state.lossy:
        raise Unsupported("leaks where memory may have been made that it has not seen")
    unfold_released(state)
    heap = [number for number, block in state.objects.items() if block.origin == "heap" and block.alive is not False]
    if not heap:
        return False
    if len(heap) > MOST_OBJECTS:
        raise Unsupported(f"leaks among more than {MOST_OBJECTS} objects")
    dynamic = set(heap)
    reached: dict[int, Truth] = dict.fromkeys(heap, False)
    for condition, number in _roots(terms, state):
        if number in dynamic:
            reached[number] = terms.either(reached[number], condition)
    links = {number: list(_links(terms, state.objects[number])) for number in heap}
    for _ in heap:
        for number in heap:
            for condition, target in links[number]:
                if target in dynamic and target != number:
                    alive = terms.both(reached[number], state.objects[number].alive)
                    reached[target] = terms.either(reached[target], terms.both(alive, condition))
        if not any(target in dynamic and target != number for number in heap for _, target in links[number]):
            break
    lost: Truth = False
    for number in heap:
        block = state.objects[number]
        lost = terms.either(lost, terms.all([block.exists, block.alive, terms.no(reached[number])]))
    if lost is not False and (state.partial or any(block.contents is not None for block in state.objects.values())):
        state.exact = False
        return terms.both(lost, terms.fresh(BOOL, "lost"))
    return lost


def unfold_released(state: State) -> None:
    """Let nodes of lists that may have been released show their contents: what is behind them may be alive."""
    for number, block in sorted(state.objects.items()):
        if block.folded is not None and block.alive is not True:
            state.opened(number)


def _roots(terms: Terms, state: State) -> Iterator[tuple[Truth, int]]:
    """What variables and memory that is not on the heap refer to, which is reached for as long as it lives."""
    for value in state.globals.values():
        yield from _targets(value)
    for frame in state.frames:
        for name, value in frame.registers.items():
            if name in frame.function.variables:  # others are names of a proof
                yield from _targets(value)
    stacks = {number for frame in state.frames for number in frame.stack}
    if stacks:
        raise Unsupported("leaks where memory is allocated on the stack")
    for block in state.objects.values():
        if block.origin != "heap":
            for condition, number in _links(terms, block):
                if block.alive is not True:
                    raise Unsupported("leaks where a variable may have died")
                yield condition, number


def _links(terms: Terms, block: Block) -> Iterator[tuple[Truth, int]]:
    if block.folded is not None:
        for condition, number in _targets(block.folded.nodes.end):
            yield condition, number
    for _, value, written in block.cells.values():
        for condition, number in _targets(value):
            yield terms.both(condition, written), number


def _targets(value: Value) -> Iterator[tuple[Truth, int]]:
    if isinstance(value, tuple | Pointers):
        for condition, number, _ in cases_of(value):
            yield condition, number
