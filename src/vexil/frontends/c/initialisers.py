"""Initialisers: which part of an object gets which expression (C11 6.7.9), and how locals and statics get it.

libclang gives initialiser lists as they are written, so designators, left-out braces and what follows a designator
are worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat

from vexil.core.errors import Unsupported
from vexil.frontends.c.calls import call_into
from vexil.frontends.c.conversions import convert, converted, zero
from vexil.frontends.c.function import PLACES, VALUES, FunctionLowering, NotConstant, Spot, lowers
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.places import (
    advanced,
    copy_aggregate,
    pointer_type,
    read,
    string_elements,
    variable_spot,
    write,
)
from vexil.frontends.c.program import MANY_CELLS, cells_of
from vexil.frontends.c.types import Member
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator
from vexil.ir.fold import fold
from vexil.ir.operations import Copy, Fill
from vexil.ir.packed import PackedCells, can_pack
from vexil.ir.program import Memory
from vexil.ir.types import I32, I64, U8, IntegerType, PointerType

MANY_PARTS = 8
CLEARED = -1
MEMBER_DESIGNATOR, RANGE_DESIGNATOR = 0, 2
_OCTAL = re.compile(rb"(?<![0-9a-fA-FxX])0[0-9]")
_NUMBER = re.compile(rb"([+-]?)[ \t\r\n]*(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*|([{}])")


@dataclass(frozen=True, slots=True)
class Part:
    """One initialised part: where it is in the object, its type, and the expression (or a number) for it.

    A part without an expression (``node`` is `CLEARED`) is initialised anew: what came before is forgotten.
    """

    offset: int
    kind: int
    node: int
    bits: tuple[IntegerType, int, int] | None = None
    number: int | None = None
    held: Expr | None = None


@dataclass
class _Frame:
    kind: int
    offset: int
    index: int = 0


class _Walk:
    """Walks an initialiser list along the parts of an object."""

    def __init__(self, fn: FunctionLowering, kind: int, offset: int) -> None:
        self.fn, self.types, self.tree = fn, fn.types, fn.tree
        self.stack = [_Frame(kind, offset)]

    def count(self, frame: _Frame) -> int:
        described = self.types.describe(frame.kind)
        if described[0] == "array":
            return int(described[2]) if described[2] >= 0 else 1 << 62
        if described[0] != "record":
            return 1
        members = self.types.members(frame.kind)
        return min(1, len(members)) if self.types.is_union(frame.kind) else len(members)

    def current(self) -> tuple[int, int, Member | None]:
        """Type and byte offset of the current part, and the member it is."""
        frame = self.stack[-1]
        described = self.types.describe(frame.kind)
        if described[0] == "array":
            return described[1], frame.offset + frame.index * self.types.size(described[1]), None
        if described[0] != "record":
            return frame.kind, frame.offset, None
        member = self.types.members(frame.kind)[frame.index]
        return member.type, frame.offset + member.bit_offset // 8, member

    def is_finished(self) -> bool:
        return self.stack[-1].index >= self.count(self.stack[-1])

    def descend(self) -> None:
        kind, offset, _ = self.current()
        self.stack.append(_Frame(kind, offset))

    def advance(self) -> None:
        self.stack[-1].index += 1
        while len(self.stack) > 1 and self.is_finished():
            self.stack.pop()
            self.stack[-1].index += 1
        if self.types.shape(self.stack[-1].kind) == "record" and self.types.is_union(self.stack[-1].kind):
            self.stack[-1].index = max(self.stack[-1].index, 1 << 30)

    def designate(self, steps: list[int | str]) -> None:
        """Go to the part that designators name, from the object of the list on."""
        del self.stack[1:]
        for position, step in enumerate(steps):
            if position:
                self.descend()
            if isinstance(step, int):
                self.stack[-1].index = step
            else:
                self._to_member(step)

    def _to_member(self, name: str) -> None:
        path = self._path(self.stack[-1].kind, name)
        for position, index in enumerate(path):
            if position:
                self.descend()
            self.stack[-1].index = index

    def _path(self, kind: int, name: str) -> list[int]:
        for index, member in enumerate(self.types.members(kind)):
            if member.name == name:
                return [index]
            if not member.name and self.types.shape(member.type) == "record":
                inner = self._path(member.type, name)
                if inner:
                    return [index, *inner]
        return []


def parts_of(fn: FunctionLowering, kind: int, node: int, offset: int = 0) -> Iterator[Part]:
    """The parts that an initialiser gives to an object, in order; a later one for the same place wins."""
    tree, types = fn.tree, fn.types
    node = _unwrapped(fn, node)
    if tree.kinds[node] == Kind.LITERALS:
        yield from _plain_parts(fn, kind, node, offset)
        return
    if tree.kinds[node] != Kind.INIT_LIST or not types.is_aggregate(kind):
        if tree.kinds[node] == Kind.INIT_LIST:
            inner = tree.children(node)
            if not inner:
                return
            node = inner[0]
        yield Part(offset, kind, node)
        return
    items = tree.children(node)
    if len(items) == 1 and _is_string_for(fn, kind, items[0]):
        yield Part(offset, kind, _unwrapped(fn, items[0]))
        return
    yield Part(offset, kind, CLEARED)
    walk = _Walk(fn, kind, offset)
    for item in items:
        if tree.kinds[item] == Kind.DESIGNATED:
            yield from _designated(fn, walk, item)
        elif not walk.is_finished():
            yield from _item(fn, walk, item)


def _unwrapped(fn: FunctionLowering, node: int) -> int:
    while fn.tree.kinds[node] in (Kind.PAREN,) or (
        fn.tree.kinds[node] == Kind.IMPLICIT_CAST and fn.tree.kinds[node + 1] in (Kind.INIT_LIST, Kind.STRING)
        and fn.types.shape(fn.tree.types[node]) == "array"
    ):  # fmt: skip
        node += 1
    return node


def _is_string_for(fn: FunctionLowering, kind: int, node: int) -> bool:
    described = fn.types.describe(kind)
    node = _unwrapped(fn, node)
    return described[0] == "array" and fn.tree.kinds[node] == Kind.STRING and fn.types.shape(described[1]) == "int"


def _item(fn: FunctionLowering, walk: _Walk, node: int) -> Iterator[Part]:
    """Give one item to the current part, descending where braces are left out."""
    while True:
        kind, offset, member = walk.current()
        inner = _unwrapped(fn, node)
        if fn.types.is_aggregate(kind) and not _fits_whole(fn, kind, inner):
            if walk.count(_Frame(kind, offset)) == 0:
                walk.advance()
                if walk.is_finished():
                    return
                continue
            walk.descend()
            continue
        if member is not None and member.is_bit_field:
            unit, byte, first = fn.types.unit_of(member)
            base = offset - member.bit_offset // 8
            yield Part(base + byte, kind, _scalar(fn, inner), (unit, first, member.width))
        else:
            yield from parts_of(fn, kind, inner, offset)
        walk.advance()
        return


def _scalar(fn: FunctionLowering, node: int) -> int:
    while fn.tree.kinds[node] == Kind.INIT_LIST:
        node = fn.tree.only(node)
    return node


def _fits_whole(fn: FunctionLowering, kind: int, node: int) -> bool:
    if fn.tree.kinds[node] in (Kind.INIT_LIST, Kind.LITERALS) or _is_string_for(fn, kind, node):
        return True
    given = fn.types.describe(fn.tree.types[node])
    return given[0] == "record" and given == fn.types.describe(kind)


def _designated(fn: FunctionLowering, walk: _Walk, node: int) -> Iterator[Part]:
    *designators, value = fn.tree.children(node)
    choices: list[list[int | str]] = [[]]
    parts = iter(designators)
    for kind in fn.tree.extra[node]:
        current = next(parts)
        if kind == MEMBER_DESIGNATOR:
            if fn.tree.extra[current]:
                choices = [[*choice, fn.tree.extra[current]] for choice in choices]
            continue
        low = constant_number(fn, current)
        high = constant_number(fn, next(parts)) if kind == RANGE_DESIGNATOR else low
        choices = [[*choice, index] for choice in choices for index in range(low, high + 1)]
    held: Expr | None = None
    if len(choices) > 1 and fn.translation.has_effects(value) and not fn.types.is_aggregate(fn.tree.types[value]):
        held = fn.settle(fn.value(value), value)
    for choice in choices:
        walk.designate(choice)
        for part in _item(fn, walk, value):
            yield part if held is None else replace(part, held=held)


def constant_number(fn: FunctionLowering, node: int) -> int:
    """The value of an integer constant expression."""
    known = fold(fn.value(node))
    if not isinstance(known, Const):
        raise fn.translation.refusal(node, "an expression that should be constant and is not")
    return int(known.value)


def _plain_parts(fn: FunctionLowering, kind: int, node: int, offset: int) -> Iterator[Part]:
    """The numbers of a large list that consists of nothing but numbers and braces."""
    sizes, inner = [], kind
    while fn.types.shape(inner) == "array":
        inner = fn.types.target(inner)
        sizes.append(fn.types.size(inner))
    scalar = fn.types.ir(inner)
    assert isinstance(scalar, IntegerType)
    file = fn.translation.files[fn.tree.file_numbers[node]]
    depth, size, starts = 0, sizes[-1], [offset]
    position = offset
    for sign, digits, brace in _NUMBER.findall(file.content, fn.tree.starts[node], fn.tree.ends[node]):
        if brace == b"{":
            depth += 1
            starts.append(position)
        elif brace:
            begun = starts.pop()
            if depth > 1:
                position = begun + sizes[depth - 2]
            depth -= 1
        else:
            base = 16 if digits[:2] in (b"0x", b"0X") else 8 if digits[0] == 48 and len(digits) > 1 else 10
            value = int(digits, base) * (-1 if sign == b"-" else 1)
            yield Part(position, inner, node, None, wrap(value, scalar.width, scalar.signed))
            position += size


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
    inner = _unwrapped(fn, initialiser)
    if fn.tree.kinds[inner] not in (Kind.INIT_LIST, Kind.STRING, Kind.LITERALS):
        copy_aggregate(fn, spot, fn.value(inner), node)
        return
    _initialise_parts(fn, spot, inner)


def _initialise_parts(fn: FunctionLowering, spot: Spot, node: int) -> None:
    assert spot.address is not None
    size = fn.types.size(spot.kind)
    cells = _image(fn, spot.kind, node)
    if cells is not None and (len(cells) > MANY_PARTS or fn.tree.kinds[node] == Kind.STRING):
        kind = fn.types.ir(spot.kind)
        name = fn.translation.unique(f"initial${len(fn.translation.taken_names)}")
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
            write(fn, target, convert(fn, value, kind, part.node), part.node)


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


# --- static variables ------------------------------------------------------------------------------------


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
    node = _unwrapped(fn, node)
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
            value = Const(part.number, fn.types.ir(part.kind)) if part.number is not None else constant_value(fn, part)
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
        name = fn.translation.unique(f"literal${len(fn.translation.taken_names)}")
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
