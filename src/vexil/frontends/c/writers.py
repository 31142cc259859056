"""Functions that write anything to the objects of a type, for a world outside that is seen by types alone."""

from __future__ import annotations

from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.program import Translation
from vexil.frontends.c.types import Member, UnsupportedType
from vexil.ir.builder import FunctionBuilder
from vexil.ir.expressions import Apply, Bits, Const, Deref, Expr, Operator, Place, Variable
from vexil.ir.operation_parts import Origin, StaticCallee, TypeDomain
from vexil.ir.operations import Assign, Call, Choose, Return, Skip
from vexil.ir.types import I8, I64, VOID_POINTER, BoolType, FloatType, IntegerType, PointerType
from vexil.ir.typing import apply

HOPS = 2
"""How many pointers a function without a body is taken to follow from its arguments."""


def followed(translation: Translation, kind: int) -> int | None:
    """The type a pointer lets a function without a body write to."""
    described = translation.types.describe(kind)
    if described[0] != "pointer" or described[2]:
        return None
    target = int(described[1])
    if translation.types.shape(target) in ("void", "function", "other") or not translation.types.is_complete(target):
        return None
    return target


def writer(translation: Translation, kind: int, hops: int) -> str:
    """The function that writes anything to the objects of a type from a pointer on; made once for each type."""
    key = (kind, hops)
    cached = translation.writers.get(key)
    if cached is not None:
        return cached
    shown = str(translation.types.stored(kind))
    name = translation.unique_function(
        f"environment writes {shown}" if hops == HOPS else f"environment writes {shown}, deeper"
    )
    translation.writers[key] = name
    builder = FunctionBuilder(name, None, external=True)
    fn = FunctionLowering(translation, builder)
    pointer = builder.parameter(fn.name("p"), PointerType(translation.types.pointed(kind)), hidden=True)
    size = max(1, translation.types.size(kind))
    head, again, body, end = fn.fresh(), fn.fresh(), fn.fresh(), fn.fresh()
    fn.go_to(head)
    here = Variable(pointer.name, pointer.type, False)
    fn.branch(apply(Operator.ACCESSIBLE, here, Const(size, I64)), again, end)
    fn.builder.edge(again, body, Skip(), None)
    fn.builder.edge(again, end, Skip(), None)
    fn.here = body
    _write_parts(fn, kind, 0, hops)
    fn.emit_to(Assign(here, Apply(Operator.POINTER_ADD, (here, Const(size, I64)), pointer.type)), head, end)
    fn.emit_to(Return(None), builder.exit, builder.exit)
    fn.finish()
    return name


def _write_parts(fn: FunctionLowering, kind: int, offset: int, hops: int) -> None:
    types = fn.types
    described = types.describe(kind)
    if described[0] == "array":
        if described[2] <= 64:
            for index in range(max(0, described[2])):
                _write_parts(fn, described[1], offset + index * types.size(described[1]), hops)
        else:
            _write_long_array(fn, described, offset, hops)
    elif described[0] == "record":
        for member in types.members(kind):
            _write_member(fn, member, offset, hops)
    else:
        _write_scalar(fn, Deref((_moved(fn, offset),), types.ir(kind)), kind, hops)


def _write_long_array(fn: FunctionLowering, described: tuple[object, ...], offset: int, hops: int) -> None:
    """A long array inside an object is written by the writer of its elements."""
    element = described[1]
    assert isinstance(element, int)
    fn.emit(Call(StaticCallee(writer(fn.translation, element, hops)), (_moved(fn, offset),), None))


def _write_member(fn: FunctionLowering, member: Member, offset: int, hops: int) -> None:
    try:
        kind = fn.types.ir(member.type)
    except UnsupportedType:
        return
    if member.is_bit_field:
        unit, byte, first = fn.types.unit_of(member)
        assert isinstance(kind, IntegerType | BoolType)
        _write_scalar(fn, Bits((_moved(fn, offset + byte),), unit, first, member.width, kind), member.type, 0)
    else:
        _write_parts(fn, member.type, offset + member.bit_offset // 8, hops)


def _moved(fn: FunctionLowering, offset: int) -> Expr:
    here = fn.builder.parameter_at(0)
    return Apply(Operator.POINTER_ADD, (here, Const(offset, I64)), VOID_POINTER) if offset else here


def _write_scalar(fn: FunctionLowering, place: Place, kind: int, hops: int) -> None:
    value = place.type
    if isinstance(value, PointerType):
        target = followed(fn.translation, kind)
        if target is not None and hops > 1 and isinstance(place, Deref):
            fn.emit(Call(StaticCallee(writer(fn.translation, target, hops - 1)), (fn.keep(place, "pointer"),), None))
        return
    if isinstance(value, IntegerType | BoolType | FloatType):
        fn.emit(Choose(place, TypeDomain(value), Origin.ENVIRONMENT))


# --- bytes -----------------------------------------------------------------------------------------------

BYTES = -1
"""Stands for the type of memory of which nothing is known."""


def byte_writer(translation: Translation) -> str:
    """The function that writes anything to bytes from a pointer on, at most as many as it is told."""
    cached = translation.writers.get((BYTES, 0))
    if cached is not None:
        return cached
    name = translation.writers[BYTES, 0] = translation.unique_function("environment writes bytes")
    fn = FunctionLowering(translation, FunctionBuilder(name, None, external=True))
    here = fn.builder.parameter(fn.name("p"), VOID_POINTER, hidden=True)
    left = fn.builder.parameter(fn.name("left"), I64, hidden=True)
    head, again, body, end = fn.fresh(), fn.fresh(), fn.fresh(), fn.fresh()
    fn.go_to(head)
    more = fn.fresh()
    fn.branch(apply(Operator.LESS, Const(0, I64), left), more, end)
    fn.here = more
    fn.branch(apply(Operator.ACCESSIBLE, here, Const(1, I64)), again, end)
    fn.builder.edge(again, body, Skip(), None)
    fn.builder.edge(again, end, Skip(), None)
    fn.here = body
    fn.emit(Choose(Deref((here,), I8), TypeDomain(I8), Origin.ENVIRONMENT))
    fn.assign(left, apply(Operator.SUBTRACT, left, Const(1, I64)))
    moved = Apply(Operator.POINTER_ADD, (here, Const(1, I64)), VOID_POINTER)
    fn.emit_to(Assign(here, moved), head, end)
    fn.emit_to(Return(None), fn.builder.exit, fn.builder.exit)
    fn.finish()
    return name
