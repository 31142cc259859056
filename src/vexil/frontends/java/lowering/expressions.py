"""Variables, fields, elements, assignments, casts and type tests."""

from __future__ import annotations

from vexil.frontends.java.lowering.evaluation import effect, lowers, value, values, writes_locals
from vexil.frontends.java.lowering.function import FunctionLowering, converted, null_of, truth
from vexil.frontends.java.lowering.names import OBJECT, PRIMITIVE, lowered_type
from vexil.frontends.java.lowering.places import (
    Item,
    Member,
    Register,
    Spot,
    array_length,
    check_spot,
    read,
    read_local,
    spot_of,
    write,
)
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.names import OUTER
from vexil.ir.operations import Assign
from vexil.ir.types import ArrayReferenceType, ReferenceType, Type
from vexil.ir.typing import apply, type_test
from vexil.ir.typing import field as field_place

CAST = "java.lang.ClassCastException"
ABOVE_ARRAYS = frozenset(("java.lang.Cloneable", "java.io.Serializable"))


@lowers(typed.LocalRead)
def local_read(f: FunctionLowering, node: typed.LocalRead) -> Expr:
    """A local variable, or one captured from around."""
    return read_local(f, node.local, node.span)


@lowers(typed.FieldRead)
def field_read(f: FunctionLowering, node: typed.FieldRead) -> Expr:
    """A field of an object or class; one that is a constant has its value at any time (JLS 4.12.4)."""
    spot = check_spot(f, spot_of(f, node))
    constant = node.field.constant() if node.field.final else None
    if constant is not None:
        return value(f, typed.Constant(constant, node.field.type, node.span))
    return read(f, spot, node.span)


@lowers(typed.ArrayRead)
def array_read(f: FunctionLowering, node: typed.ArrayRead) -> Expr:
    """An element."""
    return read(f, check_spot(f, spot_of(f, node)), node.span)


@lowers(typed.ArrayLength)
def length(f: FunctionLowering, node: typed.ArrayLength) -> Expr:
    """The length of an array."""
    return array_length(f, value(f, node.array))


@lowers(typed.Assign)
def assign(f: FunctionLowering, node: typed.Assign) -> Expr:
    """A plain assignment: the place is evaluated, then the value, then what may fail is checked (JLS 15.26.1)."""
    if _makes_unread_message(f, node):
        return null_of(lowered_type(node.type))
    if isinstance(node.target, typed.FieldRead) and node.target.target is None:
        result = f.register(value(f, node.value))
        write(f, spot_of(f, node.target), result, node.target.span)
        return result
    spot = spot_of(f, node.target)
    if not isinstance(spot, Register) and writes_locals(node.value):
        spot = _kept(f, spot)
    result = value(f, node.value)
    if not isinstance(spot, Register):
        result = f.register(result)
    write(f, check_spot(f, spot), result, node.target.span)
    return spot.variable if isinstance(spot, Register) else result


def _makes_unread_message(f: FunctionLowering, node: typed.Assign) -> bool:
    """Whether the library puts a message together that nobody reads: that of an exception's cause."""
    return (
        not f.visible
        and not f.program.texts.messages
        and isinstance(node.target, typed.FieldRead)
        and (node.target.field.owner.binary_name, node.target.field.name) == ("java.lang.Throwable", "message")
        and isinstance(node.value, typed.Conditional | typed.Call | typed.Concatenation)
    )


def _kept(f: FunctionLowering, spot: Spot) -> Spot:
    """The spot with its parts in registers of their own."""
    match spot:
        case Member(target, field):
            return Member(f.saved(target), field)
        case Item(array, index, kind):
            return Item(f.saved(array), f.saved(index), kind)
        case _:
            return spot


@lowers(typed.CompoundAssign)
def compound_assign(f: FunctionLowering, node: typed.CompoundAssign) -> Expr:
    """``op=``, ``++`` and ``--``: the old value is read once, before the right side is evaluated."""
    spot = check_spot(f, spot_of(f, node.target))
    if not isinstance(spot, Register) and writes_locals(node.update):
        spot = _kept(f, spot)
    old = read(f, spot, node.target.span)
    if isinstance(spot, Register) and (node.postfix or writes_locals(node.update)):
        old = f.saved(old)
    f.holes[node.hole] = old
    new = value(f, node.update)
    del f.holes[node.hole]
    if not isinstance(spot, Register):
        new = f.register(new)
    write(f, spot, new, node.target.span)
    if node.postfix:
        return old
    return spot.variable if isinstance(spot, Register) else new


@lowers(typed.CheckCast)
def check_cast(f: FunctionLowering, node: typed.CheckCast) -> Expr:
    """A cast between reference types: null passes."""
    target = lowered_type(node.type)
    operand = value(f, node.operand)
    if not node.checked or isinstance(operand, Const) or _fits(operand.type, target):
        return converted(operand, target)
    operand = f.register(operand)
    f.program.mention(target)
    f.unless(apply(Operator.OR, apply(Operator.EQUAL, operand, null_of(operand.type)), _is(operand, target)), CAST)
    return converted(operand, target)


def _fits(source: Type, target: Type) -> bool:
    return source == target or target == ReferenceType("java.lang.Object")


def _is(operand: Expr, tested: Type) -> Expr:
    """A type test; every array is an instance of two interfaces (JLS 10.8)."""
    test: Expr = type_test(operand, tested)
    if isinstance(tested, ReferenceType) and tested.class_name in ABOVE_ARRAYS:
        for element in (*PRIMITIVE.values(), ReferenceType(OBJECT)):
            test = apply(Operator.OR, test, type_test(operand, ArrayReferenceType(element)))
    return test


@lowers(typed.InstanceOf)
def instance_of(f: FunctionLowering, node: typed.InstanceOf) -> Expr:
    """A type test, and the pattern variable."""
    operand = value(f, node.operand)
    tested = lowered_type(node.tested)
    if isinstance(operand, Const):
        return truth(False)
    f.program.mention(tested)
    if node.binding is None:
        return _is(operand, tested)
    operand = f.register(operand)
    result = f.temporary(truth(True).type)
    f.assign(result, _is(operand, tested))
    matches, end = f.fresh(), f.fresh()
    f.branch(result, matches, end)
    f.place(matches)
    f.leave(Assign(f.declare(node.binding), converted(operand, tested)), end)
    f.place(end)
    return result


@lowers(typed.This)
def this(f: FunctionLowering, node: typed.This) -> Expr:
    """The current object, or one around it."""
    return enclosing_instance(f, node.symbol)


def enclosing_instance(f: FunctionLowering, symbol: ClassSymbol) -> Expr:
    """The instance of a class that the code is in, found through the inner classes in between."""
    assert f.this is not None
    assert f.owner is not None
    instance: Expr = f.this
    current = f.owner
    while current is not symbol:
        outer = current.outer
        assert outer is not None, f"{symbol} should be around {f.owner}"
        place = field_place(instance, current.binary_name, OUTER, ReferenceType(outer.binary_name))
        f.program.use_outer(current)
        kept = f.temporary(place.type)
        f.emit(Assign(kept, place))
        f.not_null.add(kept.name)
        instance, current = kept, outer
    return instance


@lowers(typed.Evaluated)
def evaluated(f: FunctionLowering, node: typed.Evaluated) -> Expr:
    """A receiver of a static member is evaluated for its effect."""
    effect(f, node.first)
    return value(f, node.then)


@lowers(typed.ClassLiteral)
def class_literal(f: FunctionLowering, node: typed.ClassLiteral) -> Expr:
    """``T.class``: one object for each type."""
    return f.program.class_object(node.named)


@lowers(typed.NewArray)
def new_array(f: FunctionLowering, node: typed.NewArray) -> Expr:
    """A new array; all lengths are evaluated, then checked from left to right, then arrays are made."""
    lengths = [f.register(length) for length in values(f, node.dimensions)]
    kind = lowered_type(node.type)
    return f.program.arrays.create(f, kind, lengths, node.span)


@lowers(typed.ArrayLiteral)
def array_literal(f: FunctionLowering, node: typed.ArrayLiteral) -> Expr:
    """A new array with its elements."""
    kind = lowered_type(node.type)
    assert isinstance(kind, ArrayReferenceType)
    array = f.program.arrays.allocate(f, kind, len(node.elements), node.span)
    for position, element in enumerate(node.elements):
        item = value(f, element)
        f.program.arrays.store(f, array, position, item, element.span)
    return array
