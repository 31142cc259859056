"""Variables, fields and elements: evaluating which one is meant, reading and writing it."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.source import Span
from vexil.frontends.java.lowering.evaluation import values
from vexil.frontends.java.lowering.function import FunctionLowering, converted
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.symbols.symbols import FieldSymbol, LocalSymbol
from vexil.frontends.java.symbols.types import ArrayType, ClassType, JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Const, Element, Expr, Field, Operator, Variable
from vexil.ir.operations import Assign
from vexil.ir.types import I32, is_reference
from vexil.ir.typing import apply, element
from vexil.ir.typing import field as field_place

BOUNDS = "java.lang.ArrayIndexOutOfBoundsException"
STORE = "java.lang.ArrayStoreException"


@dataclass(eq=False, slots=True)
class Register:
    """A local variable of the function."""

    variable: Variable


@dataclass(eq=False, slots=True)
class Static:
    """A static field."""

    variable: Variable


@dataclass(eq=False, slots=True)
class Member:
    """A field of an object; the target may still be null."""

    target: Expr
    field: FieldSymbol


@dataclass(eq=False, slots=True)
class Item:
    """An element of an array; array and index are not checked yet."""

    array: Expr
    index: Expr
    kind: JavaType


Spot = Register | Static | Member | Item


def spot_of(f: FunctionLowering, place: typed.PlaceRead) -> Spot:
    """Evaluate which variable, field or element is meant; nothing is checked or read."""
    match place:
        case typed.LocalRead(local=local):
            return Register(f.locals[local] if local in f.locals else f.declare(local))
        case typed.FieldRead(target=None, field=field):
            f.program.initialisation.trigger(f, field.owner)
            return Static(f.program.static_field(field))
        case typed.FieldRead(target=target, field=field):
            assert target is not None
            (value,) = values(f, (target,))
            return Member(f.register(value), field)
        case typed.ArrayRead(array=array, index=index):
            first, second = values(f, (array, index))
            return Item(f.register(first), f.register(second), array.type)


def check_spot(f: FunctionLowering, spot: Spot) -> Spot:
    """Throw what an access throws: for null and an index out of bounds."""
    match spot:
        case Member(target, field):
            return Member(f.require_object(target), field)
        case Item(array, index, kind):
            array = f.require_object(array)
            length = apply(Operator.ARRAY_LENGTH, array)
            inside = apply(
                Operator.AND,
                apply(Operator.GREATER_EQUAL, index, Const(0, I32)),
                apply(Operator.LESS, index, length),
            )
            f.unless(inside, BOUNDS, (index, length))
            return Item(array, index, kind)
        case _:
            return spot


def place_of(f: FunctionLowering, spot: Spot) -> Variable | Field | Element:
    """The place in the intermediate form."""
    match spot:
        case Register(variable) | Static(variable):
            return variable
        case Member(target, field):
            return f.program.member(target, field)
        case Item(array, index, _):
            return element(array, index)


def read(f: FunctionLowering, spot: Spot, span: Span) -> Expr:
    """The value of a checked spot: a register itself, anything else read on an edge of its own."""
    if isinstance(spot, Register):
        return spot.variable
    place = place_of(f, spot)
    f.located(place, span)
    kept = f.temporary(place.type)
    f.emit(Assign(kept, place))
    if isinstance(spot, Static) and spot.variable.name in f.program.never_null:
        f.not_null.add(kept.name)
    return kept


def write(f: FunctionLowering, spot: Spot, value: Expr, span: Span) -> None:
    """Write a checked spot."""
    if isinstance(spot, Register):
        f.located(spot.variable, span)
        f.assign(spot.variable, converted(value, spot.variable.type) if is_reference(value.type) else value)
        return
    if isinstance(spot, Item) and is_reference(value.type) and not isinstance(value, Const):
        value = f.register(value)
        if _may_refuse(f, spot.kind):
            stored = value
            f.unless(apply(Operator.STORABLE, spot.array, value), STORE, lambda: _class_name(f, stored))
    place = place_of(f, spot)
    f.located(place, span)
    f.emit(Assign(place, value))


def _class_name(f: FunctionLowering, item: Expr) -> tuple[Expr, ...]:
    """The name of an object's class, where somebody may read it."""
    if not f.program.texts.messages:
        return ()
    class_object = f.program.intrinsics.class_of(f, item)
    return (f.program.call_library(f, "java.lang.Class", "getName", (class_object,)),)


def _may_refuse(f: FunctionLowering, kind: JavaType) -> bool:
    """Whether an array of the static type may have been made for a narrower element type."""
    return not (
        isinstance(kind, ArrayType)
        and isinstance(kind.element, ClassType)
        and f.program.has_no_subclass(kind.element.symbol)
    )


def read_local(f: FunctionLowering, local: LocalSymbol, span: Span) -> Expr:
    """The value of a local variable, of this code or captured from around it."""
    variable = f.locals.get(local)
    if variable is not None:
        return f.located(Variable(variable.name, variable.type, False), span)
    if f.owner is not None and f.this is not None and f.program.captures.has(f.owner, local):
        place = field_place(
            f.this, f.owner.binary_name, f.program.captures.field_of(f.owner, local), lowered_type(local.type)
        )
        kept = f.temporary(place.type)
        f.located(place, span)
        f.emit(Assign(kept, place))
        return kept
    return f.declare(local)


def array_length(f: FunctionLowering, array: Expr) -> Expr:
    """The length of an array that may be null."""
    return apply(Operator.ARRAY_LENGTH, f.require_object(array))
