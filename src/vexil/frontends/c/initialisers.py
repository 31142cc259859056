"""Initialising locals and compound literals."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.frontends.c.calls import call_into
from vexil.frontends.c.constant_contents import constant_cells, packed_cells, static_initial
from vexil.frontends.c.conversions import convert, zero
from vexil.frontends.c.function import PLACES, VALUES, FunctionLowering, NotConstant, Spot, lowers
from vexil.frontends.c.initialiser_parts import CLEARED, Part, parts_of, unwrapped
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.places import advanced, copy_aggregate, pointer_type, read, variable_spot, write
from vexil.ir.expressions import AddressOf, Const, Expr
from vexil.ir.operations import Copy, Fill
from vexil.ir.program import Memory
from vexil.ir.types import I32, I64, PointerType

MANY_PARTS = 8


# --- local variables -------------------------------------------------------------------------------------


def initialise(fn: FunctionLowering, number: int, initialiser: int, node: int) -> None:
    """Initialise a local variable."""
    spot = variable_spot(fn, number, node)
    initialise_spot(fn, spot, initialiser, node)


def initialise_spot(fn: FunctionLowering, spot: Spot, initialiser: int, node: int) -> None:
    """Initialise an object."""
    if not fn.types.is_aggregate(spot.kind):
        parts = list(parts_of(fn, spot.kind, initialiser))
        kind = fn.types.ir(spot.kind)
        if parts and spot.variable is not None and call_into(fn, parts[0].node, spot.variable):
            return
        value = convert(fn, fn.source(parts[0].node), kind, parts[0].node) if parts else zero(kind)
        write(fn, spot, value, node)
        return
    inner = unwrapped(fn, initialiser)
    if fn.tree.kinds[inner] not in (Kind.INIT_LIST, Kind.STRING, Kind.LITERALS):
        copy_aggregate(fn, spot, fn.value(inner), node)
        return
    fn.order.initialising(inner, lambda: _initialise_parts(fn, spot, inner))


def _initialise_parts(fn: FunctionLowering, spot: Spot, node: int) -> None:
    assert spot.address is not None
    size = fn.types.size(spot.kind)
    cells = _image(fn, spot.kind, node)
    if cells is not None and (len(cells) > MANY_PARTS or fn.tree.kinds[node] == Kind.STRING):
        kind = fn.types.ir(spot.kind)
        name = fn.translation.made_up("initial")
        image = fn.translation.builder.global_variable(name, kind, Memory(cells), hidden=True)
        origin = fn.located(AddressOf(image, PointerType(kind)), node)
        fn.emit(Copy(spot.address, origin, Const(size, I64)))
        return
    if size:
        fn.emit(Fill(spot.address, Const(0, I32), Const(size, I64)))
    reached = 0
    whole: list[Part] = []
    for part in parts_of(fn, spot.kind, node):
        moved = advanced(spot.address, part.offset, pointer_type(fn, part.kind))
        for other in [other for other in whole if _is_inside(fn, part, other)]:
            _clear(fn, spot.address, other)  # as gcc does it: a part given anew forgets the rest of its whole
            whole.remove(other)
        if part.node == CLEARED:
            if part.offset < reached:
                fn.emit(Fill(moved, Const(0, I32), Const(fn.types.size(part.kind), I64)))
            continue
        reached = max(reached, part.offset + fn.types.size(part.kind))
        target = Spot(part.kind, None, moved, part.bits, True)
        if fn.types.is_aggregate(part.kind):
            whole.append(part)
            initialise_spot(fn, target, part.node, part.node)
        else:
            kind = fn.types.ir(part.kind)
            value: Expr = Const(part.number, kind) if part.number is not None else part.held or fn.source(part.node)
            write(fn, target, convert(fn, value, kind, part.node), part.node, named=False)


def _is_inside(fn: FunctionLowering, part: Part, whole: Part) -> bool:
    end = whole.offset + fn.types.size(whole.kind)
    return part is not whole and whole.offset <= part.offset and part.offset + fn.types.size(part.kind) <= end


def _clear(fn: FunctionLowering, address: Expr, part: Part) -> None:
    moved = advanced(address, part.offset, pointer_type(fn, part.kind))
    fn.emit(Fill(moved, Const(0, I32), Const(fn.types.size(part.kind), I64)))


def _image(fn: FunctionLowering, kind: int, node: int) -> Sequence[tuple[int, Expr]] | None:
    """The contents as constants, if they all are."""
    if fn.translation.has_effects(node):
        return None
    before, fn.is_constant = fn.is_constant, True
    try:
        return packed_cells(fn, kind, node) or constant_cells(fn, kind, node)
    except NotConstant:
        return None
    finally:
        fn.is_constant = before


# --- compound literals -----------------------------------------------------------------------------------


@lowers(PLACES, Kind.COMPOUND_LITERAL)
def _compound_literal(fn: FunctionLowering, node: int) -> Spot:
    """An unnamed object: of the block inside functions, static outside."""
    kind = fn.tree.types[node]
    inner = fn.tree.children(node)[-1]
    stored = fn.types.stored(kind)
    if fn.is_constant:
        if not fn.outside:
            raise NotConstant
        name = fn.translation.made_up("literal")
        initial = static_initial(fn, kind, inner, in_memory=True)
        variable = fn.translation.builder.global_variable(name, stored, initial, addressable=True, hidden=True)
        return Spot(kind, None, AddressOf(variable, PointerType(stored)), None, True)
    variable = fn.builder.local(fn.name("literal$1"), stored, addressable=True, hidden=True)
    fn.live_in(variable)
    spot = Spot(kind, None, AddressOf(variable, PointerType(stored)), None, True)
    initialise_spot(fn, spot, inner, node)
    return spot


@lowers(VALUES, Kind.COMPOUND_LITERAL)
def _compound_literal_value(fn: FunctionLowering, node: int) -> Expr:
    return read(fn, fn.place(node), node, held=True)


@lowers(VALUES, Kind.INIT_LIST)
def _braced_value(fn: FunctionLowering, node: int) -> Expr:
    """``{ value }`` for a scalar."""
    inner = fn.tree.children(node)
    return fn.value(inner[0]) if inner else zero(fn.kind(node))
