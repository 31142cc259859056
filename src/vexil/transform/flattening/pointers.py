"""Operations on pointers: an object's number and a byte offset in one word.

Where real memory would decide (the address of an object as a number, a pointer to an object that is dead), the run
ends undefined: no verdict rests on it.
"""

from __future__ import annotations

from vexil.analysis import ABSOLUTE, UNKNOWN, CodeObject
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Apply, Expr, Operator
from vexil.ir.interpreter.addresses import SMALLEST_ADDRESS
from vexil.ir.types import BoolType, IntegerType, PointerType
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import FALSE, TRUE, WORD, both, cast, either, equal, negated, number
from vexil.transform.flattening import references
from vexil.transform.flattening.encoding import Evaluation
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.memory_plan import OFFSET_BITS, POINTER
from vexil.transform.flattening.values import WIDE

MASK = (1 << OFFSET_BITS) - 1
FARTHEST = 1 << (OFFSET_BITS - 1)


def packed(item: int, offset: int) -> int:
    """The number that stands for a pointer."""
    return item << OFFSET_BITS | offset & MASK


def object_of(pointer: flat.Expr) -> flat.Expr:
    """The number of the object a pointer points into."""
    if isinstance(pointer, flat.Const):
        return number(pointer.value >> OFFSET_BITS)
    return cast(flat.apply(Operator.SHIFT_RIGHT, pointer, number(OFFSET_BITS, POINTER)), WORD)


def offset_of(pointer: flat.Expr) -> flat.Expr:
    """The byte offset of a pointer in its object, with its sign."""
    if isinstance(pointer, flat.Const):
        return number(wrap(pointer.value, OFFSET_BITS, True))
    return cast(cast(pointer, IntegerType(OFFSET_BITS, True)), WORD)


def is_dead(translator: Evaluation, pointer: flat.Expr) -> flat.Expr:
    """Whether a pointer is to an object that is no more."""
    memory = translator.encoding.memory
    if memory.last == memory.statics:
        return FALSE
    return equal(object_of(pointer), number(memory.dead))


def is_live(translator: Evaluation, item: flat.Expr) -> flat.Expr:
    """Whether an object, by its number, exists."""
    memory = translator.encoding.memory
    if isinstance(item, flat.Const):
        if item.value == 0 or item.value > memory.last:
            return FALSE
        if item.value <= memory.statics:
            return TRUE
        return translator.encoding.storage.at("live", number(item.value - memory.statics - 1)).read()
    inside = both(
        flat.apply(Operator.DIFFERENT, item, number(0)), flat.apply(Operator.LESS_EQUAL, item, number(memory.last))
    )
    if memory.last == memory.statics:
        return inside
    index = flat.apply(Operator.SUBTRACT, item, number(memory.statics + 1))
    bit = translator.encoding.storage.at("live", index).read()
    return both(inside, either(flat.apply(Operator.LESS_EQUAL, item, number(memory.statics)), bit))


def size_of(translator: Evaluation, item: flat.Expr) -> flat.Expr:
    """The size of an object that exists."""
    table = translator.encoding.memory.sizes
    if isinstance(item, flat.Const):
        return number(table.initial[item.value])
    memory = translator.encoding.memory
    if memory.last < memory.first_computed:
        return cast(flat.read(table, item), WORD)
    index = flat.apply(Operator.SUBTRACT, item, number(memory.first_computed))
    computed = both(
        flat.apply(Operator.GREATER_EQUAL, item, number(memory.first_computed)),
        flat.apply(Operator.LESS_EQUAL, item, number(memory.last)),
    )
    dynamic = cast(translator.encoding.storage.at("sizes", index).read(), WORD)
    return flat.apply(Operator.IF, computed, dynamic, cast(flat.read(table, item), WORD))


def is_accessible(translator: Evaluation, pointer: flat.Expr, size: flat.Expr) -> flat.Expr:
    """Whether so many bytes from there are in bounds of a live object."""
    item, offset = object_of(pointer), cast(offset_of(pointer), WIDE)
    length = cast(size, WIDE)
    least = either(flat.apply(Operator.LESS, length, number(0, WIDE)))
    end = flat.apply(Operator.ADD, offset, length)
    fits = both(
        flat.apply(Operator.GREATER_EQUAL, offset, number(0, WIDE)),
        negated(least),
        flat.apply(Operator.LESS_EQUAL, length, number(1 << 40, WIDE)),
        flat.apply(Operator.LESS_EQUAL, end, cast(size_of(translator, item), WIDE)),
    )
    return both(is_live(translator, item), fits)


def is_heap_base(translator: Evaluation, pointer: flat.Expr) -> flat.Expr:
    """Whether a pointer is the start of a live heap object."""
    item = object_of(pointer)
    spans = [(region.first, region.end) for region in translator.encoding.memory.objects if region.is_heap]
    return both(equal(offset_of(pointer), number(0)), references.within(item, spans), is_live(translator, item))


def add(translator: Evaluation, node: Apply, pointer: flat.Expr, count: flat.Expr) -> flat.Expr:
    """Move a pointer by bytes."""
    if flat.is_const(count, 0):
        return pointer
    if isinstance(pointer, flat.Const) and isinstance(count, flat.Const):
        item, offset = pointer.value >> OFFSET_BITS, wrap(pointer.value, OFFSET_BITS, True) + count.value
        if -FARTHEST <= offset < FARTHEST:
            return number(packed(item, offset), POINTER)
    encoding = translator.encoding
    if isinstance(count, flat.Const) and not -FARTHEST < count.value < FARTHEST:
        ending = encoding.endings.over_bound(f"pointer offset < {FARTHEST}")
        translator.end(TRUE, ending)
        return pointer
    there = flat.apply(Operator.ADD, cast(offset_of(pointer), WIDE), cast(count, WIDE))
    wide = number(2 * FARTHEST, WIDE)
    near = cast(count, WIDE)
    far = either(
        flat.apply(Operator.GREATER_EQUAL, near, wide),
        flat.apply(Operator.LESS_EQUAL, near, number(-2 * FARTHEST, WIDE)),
        flat.apply(Operator.GREATER_EQUAL, there, number(FARTHEST, WIDE)),
        flat.apply(Operator.LESS, there, number(-FARTHEST, WIDE)),
    )
    if isinstance(count, flat.Const):
        far = either(
            flat.apply(Operator.GREATER_EQUAL, there, number(FARTHEST, WIDE)),
            flat.apply(Operator.LESS, there, number(-FARTHEST, WIDE)),
        )
    translator.end(far, encoding.endings.over_bound(f"pointer offset < {FARTHEST}"))
    if _may_be_fixed(translator, node.operands[0]):
        fixed = flat.apply(Operator.GREATER_EQUAL, object_of(pointer), number(encoding.memory.code))
        translator.undefined(fixed, "moved-address")
    kept = flat.apply(Operator.BIT_AND, pointer, number(POINTER.high ^ MASK, POINTER))
    low = flat.apply(Operator.BIT_AND, cast(there, POINTER), number(MASK, POINTER))
    return flat.apply(Operator.BIT_OR, kept, low)


def _may_be_fixed(translator: Evaluation, pointer: Expr) -> bool:
    """Say whether a pointer may be the address of a function or an absolute one, which are numbered."""
    function = translator.scope.function
    targets = translator.encoding.analyses.points_to.targets_of(None if function is None else function.name, pointer)
    return any(isinstance(location.object, CodeObject) or location in (ABSOLUTE, UNKNOWN) for location in targets)


def same_object(translator: Evaluation, left: flat.Expr, right: flat.Expr) -> flat.Expr:
    """Whether two pointers point into one object; each function is an object."""
    code = translator.encoding.memory.code
    together = equal(object_of(left), object_of(right))
    return both(together, either(flat.apply(Operator.DIFFERENT, object_of(left), number(code)), equal(left, right)))


def _refuse_dead(translator: Evaluation, left: flat.Expr, right: flat.Expr) -> None:
    """Two pointers to dead objects may be to one or to two; absolute addresses are numbered without an order."""
    memory = translator.encoding.memory
    dead = both(is_dead(translator, left), is_dead(translator, right))
    translator.undefined(dead, "pointer-to-dead-object")
    if memory.addresses:
        for pointer in (left, right):
            translator.undefined(equal(object_of(pointer), number(memory.absolute)), "observed-address")


def are_equal(translator: Evaluation, node: Apply, left: flat.Expr, right: flat.Expr) -> flat.Expr:
    """Whether two pointers are equal; what depends on where objects lie ends the run."""
    from vexil.ir.expressions import Const

    if not any(isinstance(operand, Const) for operand in node.operands):
        apart = both(
            negated(same_object(translator, left, right)),
            flat.apply(Operator.DIFFERENT, object_of(left), number(0)),
            flat.apply(Operator.DIFFERENT, object_of(right), number(0)),
        )
        dead = both(apart, either(is_dead(translator, left), is_dead(translator, right)))
        translator.undefined(dead, "pointer-to-dead-object")
        both_dead = both(is_dead(translator, left), is_dead(translator, right))
        translator.undefined(both_dead, "pointer-to-dead-object")
        for one, other in ((left, right), (right, left)):
            end = both(
                apart,
                is_live(translator, object_of(one)),
                is_live(translator, object_of(other)),
                equal(offset_of(other), number(0)),
                equal(offset_of(one), size_of(translator, object_of(one))),
                flat.apply(Operator.DIFFERENT, offset_of(one), number(0)),
            )
            translator.undefined(end, "adjacent-objects")
    return equal(left, right)


def compared(translator: Evaluation, operator: Operator, left: flat.Expr, right: flat.Expr) -> flat.Expr:
    """The order of two pointers into one object."""
    _refuse_dead(translator, left, right)
    translator.undefined(negated(same_object(translator, left, right)), "pointer-comparison")
    absolute = equal(object_of(left), number(0))
    signed = flat.apply(operator, offset_of(left), offset_of(right))
    plain = IntegerType(32, False)
    unsigned = flat.apply(operator, cast(offset_of(left), plain), cast(offset_of(right), plain))
    return flat.apply(Operator.IF, absolute, unsigned, signed)


def difference(translator: Evaluation, left: flat.Expr, right: flat.Expr) -> flat.Expr:
    """The distance in bytes of two pointers into one object."""
    _refuse_dead(translator, left, right)
    translator.undefined(negated(same_object(translator, left, right)), "pointer-difference")
    return cast(flat.apply(Operator.SUBTRACT, offset_of(left), offset_of(right)), WIDE)


def converted(translator: Evaluation, node: Apply, value: flat.Expr) -> flat.Expr:
    """A cast from or to a pointer."""
    source, target = node.operands[0].type, node.type
    match source, target:
        case PointerType(), PointerType():
            return value
        case PointerType(), BoolType():
            return flat.apply(Operator.DIFFERENT, value, number(0, POINTER))
        case PointerType(), IntegerType():
            translator.undefined(flat.apply(Operator.DIFFERENT, object_of(value), number(0)), "observed-address")
            return cast(offset_of(value), target)
        case IntegerType(), PointerType():
            wide = cast(value, WIDE)
            far = either(
                flat.apply(Operator.GREATER_EQUAL, wide, number(SMALLEST_ADDRESS, WIDE)),
                flat.apply(Operator.LESS, wide, number(-SMALLEST_ADDRESS, WIDE)),
            )
            if isinstance(value, flat.Const):
                far = FALSE if -SMALLEST_ADDRESS <= value.value < SMALLEST_ADDRESS else TRUE
            translator.undefined(far, "observed-address")
            if isinstance(value, flat.Const):
                return number(value.value & MASK, POINTER)
            return flat.apply(Operator.BIT_AND, cast(value, POINTER), number(MASK, POINTER))
        case _:
            raise NotFlat(f"a cast from {source} to {target}", "it is not modelled", where=translator.scope.edge_id)


def applied(translator: Evaluation, node: Apply, values: list[flat.Expr]) -> flat.Expr | None:
    """An operator on pointers; nothing when it is none."""
    match node.operator:
        case Operator.CAST:
            return converted(translator, node, values[0])
        case Operator.EQUAL:
            return are_equal(translator, node, values[0], values[1])
        case Operator.DIFFERENT:
            return negated(are_equal(translator, node, values[0], values[1]))
        case Operator.LESS | Operator.LESS_EQUAL | Operator.GREATER | Operator.GREATER_EQUAL as operator:
            return compared(translator, operator, values[0], values[1])
        case Operator.POINTER_ADD:
            return add(translator, node, values[0], values[1])
        case Operator.POINTER_DIFFERENCE:
            return difference(translator, values[0], values[1])
        case Operator.OFFSET:
            _refuse_code(translator, values[0])
            return cast(offset_of(values[0]), WIDE)
        case Operator.OBJECT_SIZE:
            item = object_of(values[0])
            zero = number(0)
            return cast(flat.apply(Operator.IF, is_live(translator, item), size_of(translator, item), zero), WIDE)
        case Operator.SAME_OBJECT:
            _refuse_dead(translator, values[0], values[1])
            return same_object(translator, values[0], values[1])
        case Operator.ACCESSIBLE:
            return is_accessible(translator, values[0], values[1])
        case Operator.HEAP_BASE:
            return is_heap_base(translator, values[0])
        case _:
            return None


def _refuse_code(translator: Evaluation, pointer: flat.Expr) -> None:
    fixed = flat.apply(Operator.GREATER_EQUAL, object_of(pointer), number(translator.encoding.memory.code))
    translator.undefined(fixed, "observed-address")
