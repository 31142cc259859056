"""How values are kept in words of 64 bits: slots of a type, links to objects, and how results are wrapped."""

from __future__ import annotations

from enum import IntEnum

from vexil.ir.types import (
    ArrayReferenceType,
    FloatType,
    IntegerType,
    LockType,
    MathType,
    PointerType,
    ReferenceType,
    ThreadType,
    Type,
    is_aggregate,
)


class Unsupported(Exception):  # noqa: N818 - an answer, not a mistake of ours
    """The machine has no form for something in a program, with the reason."""


class Link(IntEnum):
    """What a word refers to."""

    NONE = 0
    REFERENCE = 1
    POINTER = 2
    THREAD = 3


class Key(IntEnum):
    """What a lock is."""

    NONE = 0
    REFERENCE = 1
    POINTER = 2
    LOCK = 3


WIDEST = 128
"""Bits of the widest integers."""


def is_wide(kind: Type) -> bool:
    """Say whether an integer takes two words."""
    return isinstance(kind, IntegerType) and kind.width > 64


def slots_of(kind: Type) -> int:
    """How many words a value takes; an aggregate is passed by where it is."""
    if is_wide(kind):
        assert isinstance(kind, IntegerType)
        if kind.width > WIDEST:
            raise Unsupported(f"integers of {kind.width} bits")
        return 2
    return 2 if isinstance(kind, PointerType) or is_aggregate(kind) else 1


def link_of(kind: Type) -> Link:
    """What the first word of a value refers to."""
    match kind:
        case ReferenceType() | ArrayReferenceType():
            return Link.REFERENCE
        case PointerType():
            return Link.POINTER
        case ThreadType():
            return Link.THREAD
        case _:
            return Link.NONE


def wrap_of(kind: Type) -> int:
    """How a result is brought into the range of its type: the bits above it, and whether it has a sign."""
    match kind:
        case IntegerType(width, signed) if width <= 64:
            return 64 - width + 64 * signed
        case IntegerType(width, signed):
            return 128 - width + 128 * signed
        case MathType():
            return 64
        case _:
            return 0


def key_of(kind: Type) -> Key:
    """What kind of lock values of a type are."""
    match kind:
        case LockType():
            return Key.LOCK
        case PointerType():
            return Key.POINTER
        case _:
            return Key.REFERENCE


def is_unsigned_word(kind: Type) -> bool:
    """Say whether values of a type may have the highest bit of a word without being negative."""
    return isinstance(kind, IntegerType) and not kind.signed and kind.width == 64


def form_of(kind: Type) -> int:
    """How a number that a bound is about is kept: in two words (2), and without a sign where that matters (1)."""
    if is_wide(kind):
        assert isinstance(kind, IntegerType)
        return 2 + (not kind.signed)
    return int(is_unsigned_word(kind))


def is_float(kind: Type) -> bool:
    """Say whether a type is one of floats."""
    return isinstance(kind, FloatType)
