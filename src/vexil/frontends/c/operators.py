"""Operators without control flow: arithmetic, comparison, assignment, increments, casts."""

from __future__ import annotations

from functools import partial

from vexil.frontends.c.calls import call_into
from vexil.frontends.c.conversions import (
    check_amount,
    check_arithmetic,
    check_negation,
    check_shift,
    convert,
    converted,
    note_extended,
    note_extended_literal,
)
from vexil.frontends.c.declarations import measured
from vexil.frontends.c.evaluation_order import place_before
from vexil.frontends.c.function import DISCARDS, SOURCES, VALUES, FunctionLowering, Spot, lowers, truth
from vexil.frontends.c.kinds import COMPUTATION, Binary, Kind, Unary
from vexil.frontends.c.places import (
    address_of,
    advanced,
    copy_aggregate,
    element_size,
    raw_place,
    read,
    retyped,
    scaled,
    write,
)
from vexil.ir.expressions import Apply, Const, Deref, Expr, Operator, Variable, preorder
from vexil.ir.fold import folded
from vexil.ir.operations import BeginAtomic, EndAtomic
from vexil.ir.types import BOOL, I32, I64, BoolType, FloatType, IntegerType, PointerType, Type
from vexil.ir.typing import apply, negation

ARITHMETIC = {
    Binary.MULTIPLY: Operator.MULTIPLY, Binary.DIVIDE: Operator.DIVIDE, Binary.REMAINDER: Operator.REMAINDER,
    Binary.ADD: Operator.ADD, Binary.SUBTRACT: Operator.SUBTRACT, Binary.SHIFT_LEFT: Operator.SHIFT_LEFT,
    Binary.SHIFT_RIGHT: Operator.SHIFT_RIGHT, Binary.BIT_AND: Operator.BIT_AND, Binary.BIT_XOR: Operator.BIT_XOR,
    Binary.BIT_OR: Operator.BIT_OR,
}  # fmt: skip
COMPARISONS = {
    Binary.LESS: Operator.LESS, Binary.GREATER: Operator.GREATER, Binary.LESS_EQUAL: Operator.LESS_EQUAL,
    Binary.GREATER_EQUAL: Operator.GREATER_EQUAL, Binary.EQUAL: Operator.EQUAL, Binary.DIFFERENT: Operator.DIFFERENT,
}  # fmt: skip
SMALL = 3
CHECKED = frozenset({Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.DIVIDE, Operator.REMAINDER})


# --- literals --------------------------------------------------------------------------------------------


@lowers(VALUES, Kind.INTEGER, Kind.FLOATING, Kind.CHARACTER, Kind.CONSTANT, Kind.SOURCE_LOCATION)
def _literal(fn: FunctionLowering, node: int) -> Expr:
    kind, value = fn.kind(node), fn.tree.extra.get(node)
    if value is None:
        raise fn.translation.refusal(node, "this constant")
    if isinstance(value, float):
        note_extended_literal(fn, node, value)
    return fn.located(constant(value, kind), node)


def constant(value: int | float, kind: Type) -> Const:
    """A literal of a type; numbers are wrapped and rounded."""
    source: Type = FloatType(64) if isinstance(value, float) else IntegerType(128, True)
    folded_value = folded(Operator.CAST, (Const(value, source),), kind)
    assert isinstance(folded_value, Const)
    return folded_value


@lowers(VALUES, Kind.SIZE_OF)
def _size(fn: FunctionLowering, node: int) -> Expr:
    value = fn.tree.extra.get(node)
    if isinstance(value, tuple):
        parts = fn.tree.children(node)  # libclang lists the lengths twice
        size = measured(fn, value[1], parts[: len(parts) // 2], node)[0]
        return fn.located(converted(size, fn.kind(node)), node)
    if value is not None:
        return fn.located(constant(value, fn.kind(node)), node)
    for child in fn.tree.children(node):
        operand = child
        depth = 0
        while fn.tree.kinds[operand] in (Kind.PAREN, Kind.IMPLICIT_CAST, Kind.SUBSCRIPT, Kind.UNARY):
            depth += fn.tree.kinds[operand] in (Kind.SUBSCRIPT, Kind.UNARY)
            operand += 1
        declaration = fn.tree.extra.get(operand) if fn.tree.kinds[operand] == Kind.DECL_REF else None
        if declaration in fn.blocks:
            size = fn.blocks[declaration][1][depth]
            return fn.located(converted(size, fn.kind(node)), node)
    raise fn.translation.refusal(node, "the size of a type that is known at run time only")


# --- unary operators -------------------------------------------------------------------------------------


@lowers(VALUES, Kind.UNARY)
def _unary(fn: FunctionLowering, node: int) -> Expr:
    operator = Unary(fn.tree.extra[node])
    operand = node + 1
    match operator:
        case Unary.POST_INCREMENT | Unary.POST_DECREMENT | Unary.PRE_INCREMENT | Unary.PRE_DECREMENT:
            return _step(fn, node, needed=True)
        case Unary.ADDRESS:
            return _address(fn, node, operand)
        case Unary.DEREFERENCE:
            if fn.types.shape(fn.tree.types[node]) == "function":
                return fn.value(operand)
            return read(fn, fn.place(node), node, held=True)
        case Unary.PLUS | Unary.EXTENSION:
            return convert(fn, fn.value(operand), fn.kind(node), node)
        case Unary.NOT:
            value = fn.value(operand)
            return fn.located(converted(fn.located(negation(truth(value)), node), fn.kind(node)), node)
        case Unary.MINUS:
            value = convert(fn, fn.value(operand), fn.kind(node), operand)
            negated = folded(Operator.NEGATE, (value,), value.type)
            if negated is not None and value != negated:
                return fn.located(negated, node)
            check_negation(fn, value, node)
            note_extended(fn, fn.tree.types[node])
            return fn.located(apply(Operator.NEGATE, value), node)
        case Unary.COMPLEMENT:
            value = convert(fn, fn.value(operand), fn.kind(node), operand)
            return fn.located(apply(Operator.COMPLEMENT, value), node)
        case Unary.REAL | Unary.IMAGINARY:
            raise fn.translation.refusal(node, "complex numbers")


@lowers(SOURCES, Kind.UNARY)
def _unary_source(fn: FunctionLowering, node: int) -> Expr:
    if fn.tree.extra[node] == Unary.DEREFERENCE and fn.types.shape(fn.tree.types[node]) != "function":
        return read(fn, fn.place(node), node, held=False)
    return fn.value(node)


def _address(fn: FunctionLowering, node: int, operand: int) -> Expr:
    inner = operand
    while fn.tree.kinds[inner] == Kind.PAREN:
        inner += 1
    if fn.types.shape(fn.tree.types[inner]) == "function":
        return fn.value(inner)
    if fn.tree.kinds[inner] == Kind.UNARY and fn.tree.extra[inner] == Unary.DEREFERENCE:
        return fn.value(inner + 1)
    around, fn.addressed = fn.addressed, inner
    address = address_of(fn, fn.place(inner), node)
    fn.addressed = around
    if isinstance(address, Variable):
        return retyped(address, fn.kind(node))
    return fn.located(retyped(address, fn.kind(node)), node)


def _step(fn: FunctionLowering, node: int, *, needed: bool) -> Expr:
    """Increment or decrement; the value of the expression if it is needed."""
    operator = Unary(fn.tree.extra[node])
    operand = node + 1
    amount = 1 if operator in (Unary.POST_INCREMENT, Unary.PRE_INCREMENT) else -1
    post = operator in (Unary.POST_INCREMENT, Unary.POST_DECREMENT)
    spot = fn.place(operand)
    atomic = _begin_update(fn, spot)
    old = read(fn, spot, operand, held=needed or _is_checked(fn, spot))
    if needed and post and isinstance(old, Variable):
        old = fn.settle(old, operand)
    new = _stepped(fn, old, amount, spot, node)
    if needed and not post and not isinstance(new, Const):
        new = fn.located(fn.keep(new, fn.translation.text(node)), node)
    write(fn, spot, new, operand)
    if atomic:
        fn.emit(EndAtomic())
    if needed and not post and spot.bits is not None:
        return read(fn, spot, operand, held=True)
    return old if post else new


def _is_checked(fn: FunctionLowering, spot: Spot) -> bool:
    kind = fn.types.ir(spot.kind)
    return isinstance(kind, IntegerType) and kind.signed and kind.width >= 32


def _begin_update(fn: FunctionLowering, spot: Spot) -> bool:
    if fn.translation.threaded and fn.types.is_atomic(spot.kind):
        fn.emit(BeginAtomic())
        return True
    return False


def _stepped(fn: FunctionLowering, old: Expr, amount: int, spot: Spot, node: int) -> Expr:
    kind = old.type
    if isinstance(kind, PointerType):
        size = element_size(fn, fn.types.target(spot.kind), node + 1)
        if isinstance(size, int):
            return fn.located(advanced(old, amount * size, kind), node)
        return fn.located(advanced(old, apply(Operator.MULTIPLY, Const(amount, I64), size), kind), node)
    if isinstance(kind, BoolType):
        return fn.located(Const(True, BOOL) if amount == 1 else negation(old), node)
    if isinstance(kind, FloatType):
        return fn.located(apply(Operator.ADD, old, Const(float(amount), kind)), node)
    wide = fn.types.promoted(kind)
    value, one = converted(old, wide), Const(1, wide)
    step = Operator.ADD if amount == 1 else Operator.SUBTRACT
    check_arithmetic(fn, step, value, one, node)
    return fn.located(converted(fn.located(apply(step, value, one), node), kind), node)


@lowers(DISCARDS, Kind.UNARY)
def _discard_unary(fn: FunctionLowering, node: int) -> None:
    operator = fn.tree.extra[node]
    if operator <= Unary.PRE_DECREMENT:
        _step(fn, node, needed=False)
    elif operator == Unary.DEREFERENCE and fn.types.shape(fn.tree.types[node]) not in ("function", "void"):
        raw_place(fn, fn.place(node), node)
    else:
        fn.discard(node + 1)


# --- binary operators ------------------------------------------------------------------------------------


def operands(fn: FunctionLowering, left: int, right: int) -> tuple[Expr, Expr]:
    """Evaluate two operands from left to right; what the right one may change is read before."""
    first = fn.value(left)
    if fn.translation.has_effects(right):
        first = fn.settle(first, left)
    return first, fn.value(right)


@lowers(VALUES, Kind.BINARY)
def _binary(fn: FunctionLowering, node: int) -> Expr:
    operator = Binary(fn.tree.extra[node])
    left, right = fn.tree.children(node)
    match operator:
        case Binary.ASSIGN:
            return _assignment(fn, left, right, needed=True)
        case Binary.COMMA:
            fn.discard(left)
            return fn.value(right)
        case Binary.AND | Binary.OR:
            return _connective(fn, node)
        case _:
            pass
    if operator in COMPARISONS:
        first, second = operands(fn, left, right)
        return fn.located(converted(compared(fn, operator, first, second, node), fn.kind(node)), node)
    first, second = operands(fn, left, right)
    return combine(fn, operator, first, second, node, (left, right))


def compared(fn: FunctionLowering, operator: Binary, first: Expr, second: Expr, node: int) -> Expr:
    """The condition that a comparison is."""
    if first.type != second.type and not isinstance(first.type, PointerType):
        first, second = (
            converted(value, second.type if isinstance(value, Const) else value.type) for value in (first, second)
        )
    if isinstance(first.type, BoolType) and isinstance(second.type, BoolType):
        first, second = converted(first, I32), converted(second, I32)
    return fn.located(apply(COMPARISONS[operator], first, second), node)


def combine(
    fn: FunctionLowering, operator: Binary, first: Expr, second: Expr, node: int, parts: tuple[int, int]
) -> Expr:
    """An arithmetic operation, with the checks it needs; pointers step by the size of what they point to."""
    if isinstance(first.type, PointerType) or isinstance(second.type, PointerType):
        return _pointer_arithmetic(fn, operator, first, second, node, parts)
    chosen = ARITHMETIC[operator]
    kind = fn.kind(node)
    if chosen in (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT):
        return _shifted(fn, chosen, first, second, node)
    first, second = converted(first, kind), converted(second, kind)
    if chosen in CHECKED:
        first, second = _small(fn, first, parts[0]), _small(fn, second, parts[1])
        check_arithmetic(fn, chosen, first, second, node)
    note_extended(fn, fn.tree.types[node])
    return fn.located(apply(chosen, first, second), node)


def _shifted(fn: FunctionLowering, operator: Operator, value: Expr, amount: Expr, node: int) -> Expr:
    if not isinstance(amount, Const):
        amount = _small(fn, amount, node)
    check_amount(fn, value, amount, node)
    if operator is Operator.SHIFT_LEFT:
        value = _small(fn, value, node)
        check_shift(fn, value, amount, node)
    return fn.located(apply(operator, value, amount), node)


def _small(fn: FunctionLowering, value: Expr, node: int) -> Expr:
    """An operand that a check repeats: large ones are held, so that long chains stay short."""
    if isinstance(value.type, IntegerType) and value.type.signed:
        for count, _ in enumerate(preorder(value)):
            if count >= SMALL:
                return fn.located(fn.keep(value, fn.translation.text(node)), node)
    return value


def _pointer_arithmetic(
    fn: FunctionLowering, operator: Binary, first: Expr, second: Expr, node: int, parts: tuple[int, int]
) -> Expr:
    left, right = parts
    if isinstance(first.type, PointerType) and isinstance(second.type, PointerType):
        size = element_size(fn, fn.types.target(fn.tree.types[left]), left)
        distance: Expr = apply(Operator.POINTER_DIFFERENCE, first, second)
        if size not in (0, 1):
            factor = Const(size, I64) if isinstance(size, int) else size
            distance = apply(Operator.DIVIDE, distance, factor)
        return fn.located(converted(fn.located(distance, node), fn.kind(node)), node)
    if isinstance(second.type, PointerType):
        first, second, left = second, first, right
    size = element_size(fn, fn.types.target(fn.tree.types[left]), left)
    offset = scaled(fn, second, size, node)
    if operator is Binary.SUBTRACT:
        negated = folded(Operator.NEGATE, (offset,), I64)
        offset = negated or apply(Operator.NEGATE, offset)
    if isinstance(offset, Const):
        fn.relocated(offset, second)
    kind = fn.kind(node) if isinstance(fn.kind(node), PointerType) else first.type
    return fn.located(Apply(Operator.POINTER_ADD, (first, offset), kind), node)


def _connective(fn: FunctionLowering, node: int) -> Expr:
    """The value of ``&&`` and ``||``: both ways through the control flow set it."""
    kind = fn.kind(node)
    if fn.is_constant:
        sides = [truth(fn.value(part)) for part in fn.tree.children(node)]
        both = Operator.AND if fn.tree.extra[node] == Binary.AND else Operator.OR
        return converted(apply(both, *sides), kind)
    result = fn.temporary(kind, fn.translation.text(node))
    yes, no = fn.fresh(), fn.fresh()
    fn.condition(node, yes, no)
    ends = []
    for start, value in ((yes, 1), (no, 0)):
        fn.here = start
        fn.assign(Variable(result.name, kind, False), constant(value, kind))
        ends.append(fn.here)
    fn.join(*ends)
    return fn.located(Variable(result.name, kind, False), node)


@lowers(DISCARDS, Kind.BINARY)
def _discard_binary(fn: FunctionLowering, node: int) -> None:
    left, right = fn.tree.children(node)
    match Binary(fn.tree.extra[node]):
        case Binary.ASSIGN:
            _assignment(fn, left, right, needed=False)
        case Binary.AND | Binary.OR:
            yes, no = fn.fresh(), fn.fresh()
            fn.condition(node, yes, no)
            fn.join(yes, no)
        case Binary.COMMA:
            fn.discard(left)
            fn.discard(right)
        case _:
            fn.keep(fn.value(node), fn.translation.text(node))


# --- assignment ------------------------------------------------------------------------------------------


def _assignment(fn: FunctionLowering, left: int, right: int, *, needed: bool) -> Expr:
    kind = fn.tree.types[left]
    if fn.types.is_aggregate(kind):
        return _aggregate_assignment(fn, left, right)
    target = fn.types.ir(kind)
    if fn.translation.has_effects(right):
        if not needed and fn.tree.kinds[left] == Kind.DECL_REF:
            variable = fn.place(left).variable
            if variable is not None and call_into(fn, right, variable, left):
                return Const(0, I32)
        spot = place_before(fn, left, right)
        value = _right_side(fn, right, target, direct=False)
    else:
        spot = fn.place(left)
        value = _right_side(fn, right, target, direct=not needed and spot.bits is None)
    if needed and spot.bits is None:
        value = fn.settle(value, right) if not isinstance(value, Const) else value
    write(fn, spot, value, left)
    if needed and spot.bits is not None:
        return read(fn, spot, left, held=True)
    return value


def _right_side(fn: FunctionLowering, node: int, kind: Type, *, direct: bool) -> Expr:
    value = fn.source(node) if direct else fn.value(node)
    return convert(fn, value, kind, node)


def _aggregate_assignment(fn: FunctionLowering, left: int, right: int) -> Expr:
    spot = place_before(fn, left, right)
    copy_aggregate(fn, spot, fn.value(right), left)
    return Deref((address_of(fn, spot, left),), fn.types.ir(spot.kind))


@lowers(VALUES, Kind.COMPOUND_ASSIGNMENT)
def _compound(fn: FunctionLowering, node: int, *, needed: bool = True) -> Expr:
    left, right = fn.tree.children(node)
    operator = COMPUTATION[Binary(fn.tree.extra[node])]
    effects = fn.translation.has_effects(right)
    amount = fn.value(right) if effects else None
    spot = fn.place(left)
    kind = fn.types.ir(spot.kind)
    if amount is None:
        amount = fn.value(right)
    atomic = _begin_update(fn, spot)
    old = _promoted_field(spot, read(fn, spot, left, held=True))
    new = fn.located(converted(_computed(fn, operator, old, amount, node, (left, right)), kind), node)
    if needed and not isinstance(new, Const | Variable) and spot.bits is None:
        new = fn.located(fn.keep(new, fn.translation.text(node)), node)
    write(fn, spot, new, left)
    if atomic:
        fn.emit(EndAtomic())
    if needed and spot.bits is not None:
        return read(fn, spot, left, held=True)
    return new


def _promoted_field(spot: Spot, old: Expr) -> Expr:
    """A bit-field that fits becomes an ``int`` before anything is computed with it (C11 6.3.1.1)."""
    if spot.bits is None or not isinstance(old.type, IntegerType):
        return old
    width = spot.bits[2]
    return converted(old, I32) if width < I32.width or (width == I32.width and old.type.signed) else old


def _computed(
    fn: FunctionLowering, operator: Binary, old: Expr, amount: Expr, node: int, parts: tuple[int, int]
) -> Expr:
    if isinstance(old.type, PointerType):
        return _pointer_arithmetic(fn, operator, old, amount, node, parts)
    if operator in (Binary.SHIFT_LEFT, Binary.SHIFT_RIGHT):
        return _shifted(fn, ARITHMETIC[operator], converted(old, fn.types.promoted(old.type)), amount, node)
    kind = fn.types.common(old.type, amount.type)
    first, second = converted(old, kind), converted(amount, kind)
    chosen = ARITHMETIC[operator]
    if chosen in CHECKED:
        check_arithmetic(fn, chosen, first, second, node)
    note_extended(fn, fn.tree.types[node])
    return fn.located(apply(chosen, first, second), node)


lowers(DISCARDS, Kind.COMPOUND_ASSIGNMENT)(partial(_compound, needed=False))
