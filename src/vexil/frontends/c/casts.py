"""Conversions that are written or implied, and parentheses."""

from __future__ import annotations

from functools import partial

from vexil.frontends.c.conversions import convert, note_widened
from vexil.frontends.c.function import CONDITIONS, DISCARDS, PLACES, SOURCES, VALUES, FunctionLowering, lowers
from vexil.frontends.c.inputs import device_pointer
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.places import address_of, retyped
from vexil.ir.expressions import Const, Deref, Expr
from vexil.ir.types import I32


@lowers(VALUES, Kind.CAST, Kind.IMPLICIT_CAST)
def _cast(fn: FunctionLowering, node: int, *, direct: bool = False) -> Expr:
    operand = fn.tree.children(node)[-1]
    shape, target = fn.types.shape(fn.tree.types[operand]), fn.types.shape(fn.tree.types[node])
    if shape == "array" and target == "pointer":
        return _decayed(fn, node, operand)
    if shape == "function" or target == "function":
        return fn.value(operand)
    if target == "void":
        fn.discard(operand)
        return Const(0, I32)
    value = fn.source(operand) if direct else fn.value(operand)
    if target in ("record", "array"):
        return value
    note_widened(fn, fn.tree.types[node], value)
    device = device_pointer(fn.translation, value, fn.kind(node)) if target == "pointer" else None
    return fn.located(device, node) if device is not None else convert(fn, value, fn.kind(node), node)


def _decayed(fn: FunctionLowering, node: int, operand: int) -> Expr:
    operand = _inside(fn, operand)
    if fn.tree.kinds[operand] in PLACES:
        spot = fn.place(operand)
        address = address_of(fn, spot, operand)
    else:
        value = fn.value(operand)
        assert isinstance(value, Deref)
        address = value.operands[0]
    decayed = retyped(address, fn.kind(node))
    return fn.relocated(decayed, address) if address in fn.spans else fn.located(decayed, node)


lowers(SOURCES, Kind.CAST, Kind.IMPLICIT_CAST)(partial(_cast, direct=True))
lowers(DISCARDS, Kind.CAST, Kind.IMPLICIT_CAST)(lambda fn, node: fn.discard(fn.tree.children(node)[-1]))
lowers(VALUES, Kind.PAREN)(lambda fn, node: fn.value(_inside(fn, node)))
lowers(SOURCES, Kind.PAREN)(lambda fn, node: fn.source(_inside(fn, node)))
lowers(DISCARDS, Kind.PAREN)(lambda fn, node: fn.discard(_inside(fn, node)))
lowers(PLACES, Kind.PAREN, Kind.PREDEFINED)(lambda fn, node: fn.place(node + 1))
lowers(CONDITIONS, Kind.PAREN)(lambda fn, node, yes, no: fn.condition(_inside(fn, node), yes, no))


def _inside(fn: FunctionLowering, node: int) -> int:
    while fn.tree.kinds[node] == Kind.PAREN:
        node += 1
    return node
