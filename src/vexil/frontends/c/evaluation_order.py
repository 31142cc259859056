"""The place of an assignment before its value, where C leaves the order open (C11 6.5.16)."""

from __future__ import annotations

from dataclasses import replace

from vexil.frontends.c.function import FunctionLowering, Spot
from vexil.frontends.c.kinds import Binary, Kind, Unary
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Variable, preorder

_WRITING = frozenset({Kind.COMPOUND_ASSIGNMENT, Kind.STATEMENT_EXPR, Kind.VA_ARG, Kind.ATOMIC})


def place_before(fn: FunctionLowering, left: int, right: int) -> Spot:
    """The place that an assignment is to, found before its right side is evaluated, whatever that changes."""
    spot = fn.place(left)
    if spot.address is None or not fn.translation.has_effects(right) or not _may_change(fn, spot.address, right):
        return spot
    return replace(spot, address=fn.settle(spot.address, left))


def _may_change(fn: FunctionLowering, address: Expr, right: int) -> bool:
    """Say whether evaluating the right side may change what an address is computed from."""
    writes = _writes(fn, right)
    for part in preorder(address):
        match part:
            case Const() | AddressOf() | CodeAddress() | Apply():
                pass
            case Variable(name, _, is_global):
                if not fn.is_temporary(part) and (is_global or writes or name in fn.exposed):
                    return True
            case _:
                return True
    return False


def _writes(fn: FunctionLowering, node: int) -> bool:
    """Say whether an expression itself writes something, other than by calling functions."""
    tree = fn.tree
    for part in range(node, node + tree.sizes[node]):
        kind = tree.kinds[part]
        if kind in _WRITING or (kind == Kind.BINARY and tree.extra.get(part) == Binary.ASSIGN):
            return True
        if kind == Kind.UNARY and tree.extra.get(part, Unary.PRE_DECREMENT + 1) <= Unary.PRE_DECREMENT:
            return True
    return False
