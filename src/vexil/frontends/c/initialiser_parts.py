"""Which part of an object gets which expression of an initialiser (C11 6.7.9).

libclang gives initialiser lists as they are written, so designators, left-out braces and what follows a designator
are worked out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from vexil.frontends.c.function import FunctionLowering
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.types import Member
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Const, Expr
from vexil.ir.fold import fold
from vexil.ir.types import IntegerType

CLEARED = -1
MEMBER_DESIGNATOR, RANGE_DESIGNATOR = 0, 2
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
    node = unwrapped(fn, node)
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
        yield Part(offset, kind, unwrapped(fn, items[0]))
        return
    yield Part(offset, kind, CLEARED)
    walk = _Walk(fn, kind, offset)
    for item in items:
        if tree.kinds[item] == Kind.DESIGNATED:
            yield from _designated(fn, walk, item)
        elif not walk.is_finished():
            yield from _item(fn, walk, item)


def unwrapped(fn: FunctionLowering, node: int) -> int:
    """An initialiser without parentheses, and without the conversions that libclang puts around lists and strings."""
    while fn.tree.kinds[node] in (Kind.PAREN,) or (
        fn.tree.kinds[node] == Kind.IMPLICIT_CAST and fn.tree.kinds[node + 1] in (Kind.INIT_LIST, Kind.STRING)
        and fn.types.shape(fn.tree.types[node]) == "array"
    ):  # fmt: skip
        node += 1
    return node


def _is_string_for(fn: FunctionLowering, kind: int, node: int) -> bool:
    described = fn.types.describe(kind)
    node = unwrapped(fn, node)
    return described[0] == "array" and fn.tree.kinds[node] == Kind.STRING and fn.types.shape(described[1]) == "int"


def _item(fn: FunctionLowering, walk: _Walk, node: int) -> Iterator[Part]:
    """Give one item to the current part, descending where braces are left out."""
    while True:
        kind, offset, member = walk.current()
        inner = unwrapped(fn, node)
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
    described = fn.types.describe(fn.tree.types[node])
    return described[0] == "record" and described == fn.types.describe(kind)


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
    value = fold(fn.value(node))
    if not isinstance(value, Const):
        raise fn.translation.refusal(node, "an expression that should be constant and is not")
    return int(value.value)


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
