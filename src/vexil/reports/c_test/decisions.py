"""Values of a run as integers."""

from __future__ import annotations

from struct import pack, unpack

from vexil.ir.expressions import Const
from vexil.ir.interpreter import Move
from vexil.ir.operation_parts import Domain, GuardedDomain
from vexil.ir.types import FloatType, Type


def decided(domain: Domain, move: Move) -> int:
    """The value that a decision stands for; the choices of C that list their values have no conditions."""
    choice = move.choice or 0
    if isinstance(domain, GuardedDomain):
        value = domain.cases[choice][1]
        return int(value.value) if isinstance(value, Const) else 0
    return choice


def as_integer(value: object, kind: Type) -> int:
    """The bits of a float, the address of a pointer to nothing, and what other values are."""
    if isinstance(value, tuple):
        return int(value[1]) if value[0] == 0 else 0
    if isinstance(kind, FloatType) and isinstance(value, float):
        formats = ("<d", "<Q") if kind.width == 64 else ("<f", "<I")
        return int(unpack(formats[1], pack(formats[0], value))[0])
    assert isinstance(value, int)
    return int(value)
