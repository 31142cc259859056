"""Initial values: constants where they are, of variables with static storage always, and code for all others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import repeat

from vexil.core.errors import Unsupported
from vexil.frontends.c.calls import call_into
from vexil.frontends.c.conversions import convert, converted
from vexil.frontends.c.function import PLACES, VALUES, FunctionLowering, NotConstant, Spot, lowers
from vexil.frontends.c.initialiser_parts import CLEARED, Part, parts_of, unwrapped
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.places import advanced, copy_aggregate, pointer_type, read, string_elements, variable_spot, write
from vexil.frontends.c.program import MANY_CELLS, cells_of
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator
from vexil.ir.fold import fold
from vexil.ir.operations import Copy, Fill
from vexil.ir.packed import PackedCells, can_pack
from vexil.ir.program import Memory
from vexil.ir.types import I32, I64, U8, IntegerType, PointerType
from vexil.ir.typing import zero

_OCTAL = re.compile(rb"(?<![0-9a-fA-FxX])0[0-9]")


def static_initial(fn: FunctionLowering, kind: int, node: int, *, in_memory: bool) -> Expr | Memory | None:
    """The initial value of a variable with static storage; *fn* only evaluates constants."""
    cells = packed_cells(fn, kind, node) or constant_cells(fn, kind, node)
    if in_memory or fn.types.is_aggregate(kind):
        return Memory(cells) if cells else None
    return cells[0][1] if cells else None


def packed_cells(fn: FunctionLowering, kind: int, node: int) -> PackedCells | None:
    """The contents of a large array that is written as a string, or as nothing but numbers."""
    described = fn.types.describe(kind)
    element = fn.types.ir(described[1]) if described[0] == "array" and fn.types.shape(described[1]) == "int" else None
    if not isinstance(element, IntegerType) or not can_pack(element):
        return None
    node = unwrapped(fn, node)
    if fn.tree.kinds[node] == Kind.STRING and described[2] > MANY_CELLS:
        raw, _ = string_elements(fn, node)
        return PackedCells(element, raw[: described[2] * element.width // 8])
    if fn.tree.kinds[node] != Kind.LITERALS:
        return None
    content = fn.translation.files[fn.tree.file_numbers[node]].content
    text = content[fn.tree.starts[node] : fn.tree.ends[node]].translate(None, b"uUlL \t\r\n\v\f")
    if text.count(b"{") != 1 or _OCTAL.search(text) or len(text) < 3:
        return None
    items = text[1:-1].removesuffix(b",").split(b",")
    numbers = map(int, items, repeat(0))
    try:
        return PackedCells(element, list(numbers))
    except OverflowError:
        return PackedCells(element, [wrap(int(item, 0), element.width, element.signed) for item in items])


def constant_cells(fn: FunctionLowering, kind: int, node: int) -> tuple[tuple[int, Expr], ...]:
    """Scalars at byte offsets; zeros are left out."""
    cells: dict[int, Expr] = {}
    sizes: dict[int, int] = {}
    bits: dict[int, int] = {}
    values: dict[tuple[int, int], Expr] = {}
    reached, whole = 0, max(fn.types.size(kind), 1)
    for part in parts_of(fn, kind, node):
        size = fn.types.size(part.kind)
        if part.offset < reached and not part.bits:
            _forget(cells, sizes, bits, part.offset, size)
        if part.node == CLEARED:
            continue
        reached = max(reached, part.offset + size)
        if part.offset + size > whole and part.bits is None:
            raise _too_long(fn, part)
        if fn.types.is_aggregate(part.kind):
            for offset, value in _aggregate_cells(fn, part):
                if part.offset + offset >= whole:
                    raise _too_long(fn, part)
                cells[part.offset + offset] = value
        elif part.bits is not None:
            _set_bits(fn, part, bits)
        else:
            if part.number is not None:
                value = Const(part.number, fn.types.ir(part.kind))
            else:
                key = (part.node, part.kind)  # a range gives one expression to many parts
                value = values[key] = values.get(key) or constant_value(fn, part)
            cells[part.offset] = value
            sizes[part.offset] = size
    for byte, number in bits.items():
        cells[byte] = Const(number, U8)
    return tuple((offset, value) for offset, value in sorted(cells.items()) if not _is_zero(value))


def _too_long(fn: FunctionLowering, part: Part) -> Unsupported:
    return fn.translation.refusal(part.node, "an initial value for an array of no fixed length in a structure")


def _forget(cells: dict[int, Expr], sizes: dict[int, int], bits: dict[int, int], offset: int, size: int) -> None:
    """Drop what an earlier initialiser gave to bytes that are given again."""
    for other in [o for o in cells if o < offset + size and offset < o + sizes.get(o, 1)]:
        del cells[other]
    for byte in [b for b in bits if offset <= b < offset + size]:
        del bits[byte]


def _is_zero(value: Expr) -> bool:
    return isinstance(value, Const) and value.value == 0 and str(value.value) != "-0.0"


def constant_value(fn: FunctionLowering, part: Part) -> Expr:
    """The constant that initialises a scalar part."""
    kind = fn.types.ir(part.kind)
    value = fold(converted(fold(fn.value(part.node)), kind))
    if _is_address_constant(value):
        return value
    raise NotConstant


def _is_address_constant(value: Expr) -> bool:
    match value:
        case Const() | CodeAddress():
            return True
        case AddressOf(variable, _):
            return variable.is_global
        case Apply(Operator.POINTER_ADD, (pointer, Const()), _):
            return _is_address_constant(pointer)
        case _:
            return False


def _aggregate_cells(fn: FunctionLowering, part: Part) -> Iterator[tuple[int, Expr]]:
    if fn.tree.kinds[part.node] == Kind.STRING:
        raw, element = string_elements(fn, part.node)
        length = fn.types.describe(part.kind)[2]
        yield from cells_of(raw[: length * element.width // 8] if length >= 0 else raw, element)
        return
    if fn.tree.kinds[part.node] == Kind.COMPOUND_LITERAL:
        inner = fn.tree.children(part.node)[-1]
        yield from constant_cells(fn, part.kind, inner)
        return
    raise NotConstant


def _set_bits(fn: FunctionLowering, part: Part, bits: dict[int, int]) -> None:
    assert part.bits is not None
    value = constant_value(fn, part)
    if not isinstance(value, Const):
        raise NotConstant
    _, first, width = part.bits
    raw = (int(value.value) & ((1 << width) - 1)) << first
    mask = ((1 << width) - 1) << first
    byte = part.offset
    while mask:
        bits[byte] = bits.get(byte, 0) & ~(mask & 255) | (raw & 255)
        raw, mask, byte = raw >> 8, mask >> 8, byte + 1


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
