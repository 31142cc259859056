"""Lvalues: variables, members, elements, what pointers point to; reading and writing them."""

from __future__ import annotations

from collections.abc import Container
from functools import partial

from vexil.core.caveats import Effect
from vexil.core.source import Span
from vexil.frontends.c.array_bounds import check_element, check_target
from vexil.frontends.c.function import DISCARDS, PLACES, SOURCES, VALUES, FunctionLowering, Spot, lowers
from vexil.frontends.c.inputs import before_read
from vexil.frontends.c.kinds import Kind, Unary
from vexil.frontends.c.literals import string_bytes
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    CodeAddress,
    Const,
    Deref,
    Expr,
    Operator,
    Place,
    Variable,
    preorder,
)
from vexil.ir.fold import folded
from vexil.ir.operations import Copy
from vexil.ir.types import BOOL, I64, VOID_POINTER, BoolType, IntegerType, PointerType, StructType, Type
from vexil.ir.typing import apply, cast

MANY_SCALARS = 64

# --- addresses -------------------------------------------------------------------------------------------


def advanced(pointer: Expr, count: Expr | int, kind: Type, *, written: Container[object] = ()) -> Expr:
    """A pointer moved by bytes, as a pointer of type *kind*; moves that nobody wrote are added up."""
    if isinstance(count, int):
        count = Const(count, I64)
    if isinstance(count, Const) and isinstance(pointer, Apply) and pointer.operator is Operator.POINTER_ADD:
        before = pointer.operands[1]
        if isinstance(before, Const) and before not in written and pointer not in written:
            pointer, count = pointer.operands[0], Const(int(before.value) + int(count.value), I64)
    if isinstance(count, Const) and count.value == 0:
        return retyped(pointer, kind)
    return Apply(Operator.POINTER_ADD, (pointer, count), kind)


def retyped(pointer: Expr, kind: Type) -> Expr:
    """The same pointer with another type, where that costs nothing."""
    if pointer.type == kind:
        return pointer
    return folded(Operator.CAST, (pointer,), kind) or pointer


def scaled(fn: FunctionLowering, index: Expr, size: Expr | int, node: int) -> Expr:
    """An index as a number of bytes; one so large that the product wraps around is no position in any object."""
    if isinstance(index, Const) and isinstance(size, int):
        exact = int(index.value) * size
        if exact != wrap(exact, 64, True):
            fn.check("memsafety", Const(False, BOOL), f"valid position: {fn.translation.text(node)}")
        return Const(wrap(exact, 64, True), I64)
    wide = cast(index, I64)
    if size == 1:
        return wide
    factor = Const(size, I64) if isinstance(size, int) else size
    if isinstance(index.type, IntegerType) and index.type.width >= I64.width:
        kept = _between(index, -(-I64.low // size), I64.high // size) if isinstance(size, int) and size else None
        if kept is None:
            exact_type = IntegerType(2 * I64.width, True)
            product = apply(Operator.MULTIPLY, cast(index, exact_type), cast(factor, exact_type))
            kept = _between(product, I64.low, I64.high)
        fn.check("memsafety", kept, f"valid position: {fn.translation.text(node)}")
    return apply(Operator.MULTIPLY, wide, factor)


def _between(value: Expr, low: int, high: int) -> Expr:
    """Whether an integer is in a range, of which its type has the end and the start unless it has no sign."""
    kind = value.type
    assert isinstance(kind, IntegerType)
    fits = apply(Operator.LESS_EQUAL, value, Const(high, kind))
    return apply(Operator.AND, apply(Operator.GREATER_EQUAL, value, Const(low, kind)), fits) if kind.signed else fits


def pointer_type(fn: FunctionLowering, kind: int) -> Type:
    """The type of pointers to a C type."""
    return PointerType(fn.types.pointed(kind))


def address_of(fn: FunctionLowering, spot: Spot, node: int) -> Expr:
    """The address of what an lvalue designates."""
    if spot.variable is not None:
        return AddressOf(spot.variable, PointerType(spot.variable.type))
    if spot.bits is not None:
        raise fn.translation.refusal(node, "the address of a bit-field")
    assert spot.address is not None
    return spot.address


# --- reading and writing ---------------------------------------------------------------------------------


def raw_place(fn: FunctionLowering, spot: Spot, node: int) -> Place:
    """The place of an lvalue; memory is checked to be accessible."""
    if spot.variable is not None:
        return spot.variable
    assert spot.address is not None
    kind = fn.translation.kind(spot.kind, node)
    if spot.bits is not None:
        unit, offset, width = spot.bits
        guard(fn, spot, unit.width // 8, node)
        typed = kind if isinstance(kind, BoolType | IntegerType) else BOOL
        return Bits((spot.address,), unit, offset, width, typed)
    guard(fn, spot, fn.types.size(spot.kind), node)
    return Deref((spot.address,), kind)


def guard(fn: FunctionLowering, spot: Spot, size: int, node: int) -> None:
    """Check that memory may be accessed, unless it is part of a variable in scope."""
    if not spot.sure and size:
        assert spot.address is not None
        check_access(fn, spot.address, Const(size, I64), node)


def check_access(fn: FunctionLowering, address: Expr, size: Expr, node: int) -> None:
    """Check that so many bytes at an address may be accessed."""
    text = fn.translation.text(node)
    fn.check("memsafety", apply(Operator.ACCESSIBLE, address, size), f"valid access: {text}")


def accesses(fn: FunctionLowering, expression: Expr) -> bool:
    """Whether evaluating the expression reads memory or shared data."""
    for part in preorder(expression):
        if isinstance(part, Deref | Bits) or (isinstance(part, Variable) and fn.is_shared(part)):
            return True
    return False


def read(fn: FunctionLowering, spot: Spot, node: int, *, held: bool) -> Expr:
    """The value of an lvalue; if ``held``, memory and shared variables are read into a temporary."""
    place = raw_place(fn, spot, node)
    before_read(fn, place, node)
    value: Expr = Variable(place.name, place.type, place.is_global) if isinstance(place, Variable) else place
    fn.located(value, node)
    atomic = is_synchronisation(fn, spot)
    if fn.types.is_aggregate(spot.kind) or not (held or atomic) or not accesses(fn, value):
        return value
    with fn.synchronising(when=atomic):
        return fn.located(fn.keep(value, fn.translation.text(node)), node)


def is_synchronisation(fn: FunctionLowering, spot: Spot) -> bool:
    """Whether accesses to an lvalue are atomic by its type."""
    return fn.translation.threaded and fn.types.is_atomic(spot.kind)


def write(fn: FunctionLowering, spot: Spot, value: Expr, node: int, *, named: bool = True) -> None:
    """Assign to an lvalue, whose name is at the node if it is ``named``; an access in the value comes before."""
    place = raw_place(fn, spot, node)
    if isinstance(place, Variable):
        place = Variable(place.name, place.type, place.is_global)
    if named:
        fn.located_at(place, _written_name(fn, node))
    if accesses(fn, place) and accesses(fn, value):
        value = fn.keep(value, "value")
    if isinstance(place, Bits) and fn.translation.threaded:
        fn.translation.coarse.add("bit-fields are written")
    # an initialisation is none of the atomic operations (C11 7.17.2)
    with fn.synchronising(when=is_synchronisation(fn, spot) and fn.tree.kinds[node] != Kind.VAR_DECL):
        fn.assign(place, value)


def _written_name(fn: FunctionLowering, node: int) -> Span | None:
    """Where a written place is named: the name in a declaration, else the whole expression."""
    if fn.tree.kinds[node] == Kind.VAR_DECL:
        return fn.translation.name_span(fn.tree.declarations[fn.tree.extra[node]])
    return fn.translation.span(node)


def copy_aggregate(fn: FunctionLowering, target: Spot, source: Expr, node: int) -> None:
    """Assign a structure, union or array as a whole; parts that were never written stay so."""
    size = fn.types.size(target.kind)
    to = address_of(fn, target, node)
    guard(fn, Spot(target.kind, None, to, None, target.sure or target.variable is not None), size, node)
    origin = aggregate_address(source)
    if size:
        copy_memory(fn, to, origin, target.kind, size)


def copy_memory(fn: FunctionLowering, to: Expr, origin: Expr, kind: int, size: int) -> None:
    """Copy an object; where threads may watch, scalar by scalar through a private copy."""
    watched = [pointer for pointer in (to, origin) if not fn.is_private(pointer)]
    parts = fn.types.scalars(kind) if fn.translation.threaded and watched else []
    if len(parts) > MANY_SCALARS:
        fn.translation.coarse.add("large structures are copied")
    if not 1 < len(parts) <= MANY_SCALARS:
        if len(parts) == 1 and len(watched) == 2:
            parts = [(0, size)]
        else:
            fn.emit(Copy(to, origin, Const(size, I64)))
            return
    middle = origin
    if len(watched) == 2:
        held = fn.builder.local(fn.name("copy$1"), fn.types.ir(kind), addressable=True, hidden=True)
        fn.private.add(held.name)
        middle = AddressOf(held, PointerType(held.type))
        for offset, count in parts:
            fn.emit(Copy(_part(fn, middle, offset), _part(fn, origin, offset), Const(count, I64)))
    for offset, count in parts:
        fn.emit(Copy(_part(fn, to, offset), _part(fn, middle, offset), Const(count, I64)))


def _part(fn: FunctionLowering, address: Expr, offset: int) -> Expr:
    moved = advanced(address, offset, VOID_POINTER)
    return moved if offset else fn.relocated(moved, address)


def private_copy(fn: FunctionLowering, value: Expr, kind: int) -> Expr:
    """A copy of an aggregate that no other thread sees."""
    held = fn.temporary(fn.types.ir(kind), "copy")
    copy_memory(fn, AddressOf(held, PointerType(held.type)), aggregate_address(value), kind, fn.types.size(kind))
    return Variable(held.name, held.type, False)


def aggregate_address(value: Expr) -> Expr:
    """Where an aggregate value is."""
    if isinstance(value, Variable):
        return AddressOf(value, PointerType(value.type))
    assert isinstance(value, Deref)
    return value.operands[0]


# --- the kinds of lvalues --------------------------------------------------------------------------------


def variable_spot(fn: FunctionLowering, declaration: int, node: int) -> Spot:
    """A variable by its declaration."""
    declared = fn.tree.declarations[declaration]
    variable = fn.locals.get(declaration) or fn.translation.globals.get(declaration)
    if variable is None:
        block = fn.blocks.get(declaration)
        if block is None:
            raise fn.translation.refusal(node, f"the variable {declared.name}, which is not declared where it is used,")
        pointer = block[0]
        return Spot(declared.type, None, Variable(pointer.name, pointer.type, False))
    if fn.types.is_aggregate(declared.type) or isinstance(variable.type, StructType):
        address = AddressOf(variable, PointerType(variable.type))
        fn.located_at(address, _written_name(fn, node))
        return Spot(declared.type, None, address, None, fn.types.is_complete(declared.type))
    return Spot(declared.type, variable)


@lowers(PLACES, Kind.DECL_REF)
def _reference(fn: FunctionLowering, node: int) -> Spot:
    return variable_spot(fn, fn.tree.extra[node], node)


@lowers(PLACES, Kind.MEMBER)
def _member(fn: FunctionLowering, node: int) -> Spot:
    base = node + 1
    while fn.tree.kinds[base] == Kind.MEMBER and not fn.tree.extra[base]:
        base += 1  # members of unnamed members are found in the record itself
    kind = fn.tree.types[base]
    if fn.types.shape(kind) == "pointer":
        address, sure = fn.value(base), False
        kind = fn.types.target(kind)
    else:
        spot = _aggregate_spot(fn, base)
        address, sure = address_of(fn, spot, base), spot.sure or spot.variable is not None
    return member_spot(fn, address, kind, fn.tree.extra[node], node, sure=sure)


def member_spot(fn: FunctionLowering, address: Expr, record: int, name: str, node: int, *, sure: bool) -> Spot:
    """A member of the record at an address."""
    member = fn.types.find_member(record, name)
    if member is None:
        raise fn.translation.refusal(node, f"the member {name}")
    if member.is_bit_field:
        threaded = fn.translation.threaded
        unit, offset, inner = fn.types.shared_unit_of(record, member) if threaded else fn.types.unit_of(member)
        return Spot(
            member.type,
            None,
            advanced(address, offset, address.type, written=fn.spans),
            (unit, inner, member.width),
            sure,
        )
    kind, offset = pointer_type(fn, member.type), member.bit_offset // 8
    if fn.types.is_aggregate(member.type):
        moved = fn.located(Apply(Operator.POINTER_ADD, (address, Const(offset, I64)), kind), node)
    elif offset:
        moved = fn.located(advanced(address, offset, kind, written=fn.spans), node)
    else:
        moved = fn.relocated(retyped(address, kind), address)
    return Spot(member.type, None, moved, None, sure)


def _aggregate_spot(fn: FunctionLowering, node: int) -> Spot:
    """The place of a record, also of one that is only a value (the result of a call)."""
    while fn.tree.kinds[node] == Kind.PAREN:
        node += 1
    if fn.tree.kinds[node] in PLACES:
        return fn.place(node)
    value = fn.value(node)
    return Spot(fn.tree.types[node], None, aggregate_address(value), None, True)


@lowers(PLACES, Kind.SUBSCRIPT)
def _element(fn: FunctionLowering, node: int) -> Spot:
    left, right = fn.tree.children(node)
    base, index = (left, right) if fn.types.shape(fn.tree.types[left]) == "pointer" else (right, left)
    pointer = fn.value(base)
    if fn.translation.has_effects(index):
        pointer = fn.settle(pointer, base)
    kind = fn.tree.types[node]
    position = fn.value(index)
    count = scaled(fn, position, element_size(fn, kind, base), node)
    if isinstance(count, Const):
        fn.located(count, index)
    is_checked = check_element(fn, node, base, pointer, position) and _is_inside(fn, pointer, kind)
    moved = fn.located(Apply(Operator.POINTER_ADD, (pointer, count), pointer_type(fn, kind)), node)
    return Spot(kind, None, moved, None, is_checked or _is_inside(fn, moved, kind))


def element_size(fn: FunctionLowering, kind: int, node: int) -> Expr | int:
    """The size of what a pointer steps over; rows of variable-length arrays are measured at run time."""
    if not fn.types.has_variable_size(kind):
        return fn.types.size(kind)
    depth = 0
    while fn.tree.kinds[node] in (Kind.PAREN, Kind.IMPLICIT_CAST, Kind.SUBSCRIPT):
        depth += fn.tree.kinds[node] == Kind.SUBSCRIPT
        node = node + 1
    declaration = fn.tree.extra.get(node) if fn.tree.kinds[node] == Kind.DECL_REF else None
    if declaration in fn.blocks:
        return fn.blocks[declaration][1][depth + 1]
    raise fn.translation.refusal(node, "a pointer to an array whose length is known at run time only")


def _is_inside(fn: FunctionLowering, address: Expr, kind: int) -> bool:
    """Whether an address is a constant position inside a variable in scope."""
    offset = 0
    while isinstance(address, Apply) and address.operator is Operator.POINTER_ADD:
        if not isinstance(address.operands[1], Const):
            return False
        offset, address = offset + int(address.operands[1].value), address.operands[0]
    if not isinstance(address, AddressOf):
        return False
    whole = fn.translation.builder.layout.size_of(address.variable.type, fn.translation.builder.structs)
    return offset >= 0 and offset + fn.types.size(kind) <= whole


@lowers(PLACES, Kind.UNARY)
def _dereference(fn: FunctionLowering, node: int) -> Spot:
    operator = fn.tree.extra[node]
    if operator == Unary.EXTENSION:
        return fn.place(node + 1)
    if operator != Unary.DEREFERENCE:
        raise fn.translation.refusal(node, "this lvalue")
    pointer = fn.value(node + 1)
    kind = fn.tree.types[node]
    check_target(fn, node, node + 1, pointer)
    address = fn.relocated(retyped(pointer, pointer_type(fn, kind)), pointer)
    return Spot(kind, None, address, None, _is_inside_or_code(fn, pointer, kind))


def _is_inside_or_code(fn: FunctionLowering, pointer: Expr, kind: int) -> bool:
    return fn.types.shape(kind) not in ("function", "void") and _is_inside(fn, pointer, kind)


@lowers(PLACES, Kind.STRING)
def _string(fn: FunctionLowering, node: int) -> Spot:
    return Spot(fn.tree.types[node], None, string_address(fn, node), None, True)


def string_address(fn: FunctionLowering, node: int) -> Expr:
    """The address of a string literal's characters."""
    values, element = string_elements(fn, node)
    return fn.located(fn.translation.string_address(values, element), node)


def string_elements(fn: FunctionLowering, node: int) -> tuple[bytes, IntegerType]:
    """The bytes of a string literal, terminator included, and the type of its characters."""
    _, element, length = fn.types.describe(fn.tree.types[node])
    kind = fn.types.ir(element)
    assert isinstance(kind, IntegerType)
    return string_bytes(fn.tree.extra[node], kind.width, length), kind


# --- values of lvalues -----------------------------------------------------------------------------------


@lowers(VALUES, Kind.MEMBER, Kind.SUBSCRIPT, Kind.STRING, Kind.PREDEFINED)
def _value(fn: FunctionLowering, node: int, *, held: bool = True) -> Expr:
    return read(fn, fn.place(node), node, held=held)


lowers(SOURCES, Kind.MEMBER, Kind.SUBSCRIPT)(partial(_value, held=False))


@lowers(DISCARDS, Kind.MEMBER, Kind.SUBSCRIPT)
def _discard(fn: FunctionLowering, node: int) -> None:
    spot = fn.place(node)
    if not fn.types.is_aggregate(spot.kind):
        raw_place(fn, spot, node)


@lowers(VALUES, Kind.DECL_REF)
def _read_declared(fn: FunctionLowering, node: int, *, held: bool = True) -> Expr:
    declaration = fn.tree.declarations[fn.tree.extra[node]]
    if declaration.kind == Kind.ENUM_CONSTANT:
        kind = fn.kind(node)
        assert isinstance(kind, IntegerType)
        assert declaration.value is not None
        return fn.located(Const(wrap(declaration.value, kind.width, kind.signed), kind), node)
    if declaration.kind == Kind.FUNCTION_DECL:
        return fn.located(code_address(fn, fn.tree.extra[node], node), node)
    return read(fn, fn.place(node), node, held=held)


lowers(SOURCES, Kind.DECL_REF)(partial(_read_declared, held=False))


def code_address(fn: FunctionLowering, declaration: int, node: int) -> Expr:
    """The address of a function; one that is an operation has none unless a model gives it a body."""
    declared = fn.tree.declarations[declaration]
    if not declared.defined and fn.translation.is_operation(declared.name):
        raise fn.translation.refusal(node, f"the address of {declared.name}")
    name = fn.translation.reference(declaration)
    fn.translation.result_needed.add(declaration)
    address = CodeAddress(name, PointerType(fn.translation.code_type(declaration)))
    return _weak_address(fn, address) if declaration in fn.tree.weak else address


def _weak_address(fn: FunctionLowering, address: CodeAddress) -> Expr:
    """The address of a function that no unit defines, or null if nobody else does."""
    if fn.is_constant:
        fn.approximate(Effect.DROPS, f"{address.function} is weak and defined nowhere, and taken to be there")
        return address
    present = fn.translation.presence(address.function)
    chosen = fn.named_temporary(address.type, address.function)
    there, missing = fn.fresh(), fn.fresh()
    fn.branch(present, there, missing)
    fn.here = there
    fn.assign(chosen, address)
    there, fn.here = fn.here, missing
    fn.assign(chosen, Const(0, address.type))
    fn.join(there, fn.here)
    return chosen
