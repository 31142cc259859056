"""Bit-fields: some bits of an unsigned unit in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3.z3core as core  # type: ignore[import-untyped]

from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.terms import Term
from vexil.certify.invariant.values import Value

if TYPE_CHECKING:
    from vexil.certify.invariant.expressions import Evaluator


def load_bits(evaluator: Evaluator, where: Where, pointer: Value, size: int, shift: int, width: int) -> Any:
    """Read ``width`` bits from bit ``shift`` of the unit at a pointer, in the low bits of a unit."""
    unit = evaluator.memory.load(where, pointer, f"u{size}")
    mask = (1 << width) - 1
    if not isinstance(unit, Term):
        return unit >> shift & mask
    terms, bits = evaluator.terms, 8 * size
    moved = terms.call(core.Z3_mk_bvlshr, bits, unit.ast, terms.node(shift, bits))
    return terms.call(core.Z3_mk_bvand, bits, moved.ast, terms.node(mask, bits))


def store_bits(
    evaluator: Evaluator, where: Where, pointer: Value, size: int, shift: int, width: int, value: Any
) -> None:
    """Write ``width`` bits, given in the low bits of a unit, and leave the others as they are."""
    terms, bits = evaluator.terms, 8 * size
    mask = (1 << width) - 1
    unit = evaluator.memory.load(where, pointer, f"u{size}")
    if not isinstance(unit, Term) and not isinstance(value, Term):
        new: Any = (unit & ~(mask << shift)) | (value & mask) << shift
    else:
        kept = terms.call(core.Z3_mk_bvand, bits, terms.node(unit, bits), terms.node(~(mask << shift), bits))
        low = terms.call(core.Z3_mk_bvand, bits, terms.node(value, bits), terms.node(mask, bits))
        moved = terms.call(core.Z3_mk_bvshl, bits, low.ast, terms.node(shift, bits))
        new = terms.call(core.Z3_mk_bvor, bits, kept.ast, moved.ast)
    evaluator.memory.store(where, pointer, f"u{size}", new)
