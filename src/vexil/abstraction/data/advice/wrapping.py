"""Abstractions that know nothing about sums and products of machine integers, because these wrap around.

Only moduli that divide the size of the type survive: 2^32 leaves 1 modulo 3, so a sum of `modulo-3` can be anything.
"""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.tokens.abstract_type import AbstractType

ARITHMETIC = (Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY)


def wrap_warning(kind: AbstractType) -> str:
    """What wrap-around costs an abstraction; nothing if arithmetic is still worth something.

    An abstraction loses everything if each sum, difference and product of any two tokens may be every token.
    """
    if not isinstance(kind.concrete, IntegerType) or len(kind.tokens) < 2:
        return ""
    tables = [kind.operations[operator] for operator in ARITHMETIC if operator in kind.operations]
    whole = max((len(results) for table in tables for results in table.rows.values()), default=0)
    if not tables or whole < 2 or any(len(results) < whole for table in tables for results in table.rows.values()):
        return ""
    width = kind.concrete.width
    return (
        f"{kind.name} is not exact for machine integers: they wrap around at 2^{width}, so that every sum, difference"
        " and product of its tokens may be any token; only moduli that are powers of two keep them apart"
        " (mathematical integers, --integers math, never wrap around)"
    )
