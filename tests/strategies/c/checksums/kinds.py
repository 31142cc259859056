"""C's arithmetic types in a data model, and how they are promoted and converted (C11 6.3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Kind:
    """An integer type: how it is spelled, its width, its sign and its conversion rank."""

    name: str
    bits: int
    signed: bool
    rank: int

    @property
    def low(self) -> int:
        """The least value."""
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """The greatest value."""
        return (1 << (self.bits - int(self.signed))) - 1

    @property
    def size(self) -> int:
        """What sizeof gives."""
        return max(1, self.bits // 8)

    def wrap(self, value: int) -> int:
        """What the value becomes when it is converted to this type."""
        if self.name == "_Bool":
            return int(value != 0)
        value &= (1 << self.bits) - 1
        return value - (1 << self.bits) if self.signed and value > self.high else value

    def holds(self, low: int, high: int) -> bool:
        """Whether all values from low to high are values of this type."""
        return self.low <= low and high <= self.high


@dataclass(frozen=True)
class Model:
    """A data model: the integer types by name, narrowest first."""

    name: str
    long_bits: int

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """All integer types; int is the first, as the simplest."""
        long = self.long_bits
        return (
            Kind("int", 32, True, 3),
            Kind("unsigned", 32, False, 3),
            Kind("char", 8, True, 1),
            Kind("signed char", 8, True, 1),
            Kind("unsigned char", 8, False, 1),
            Kind("short", 16, True, 2),
            Kind("unsigned short", 16, False, 2),
            Kind("long", long, True, 4),
            Kind("unsigned long", long, False, 4),
            Kind("long long", 64, True, 5),
            Kind("unsigned long long", 64, False, 5),
            Kind("_Bool", 1, False, 0),
        )

    @cached_property
    def by_name(self) -> dict[str, Kind]:
        """The integer types by their spelling."""
        return {kind.name: kind for kind in self.kinds}

    @property
    def int(self) -> Kind:
        """The type int."""
        return self.kinds[0]

    @property
    def size(self) -> Kind:
        """The type size_t."""
        return self.by_name["unsigned long" if self.long_bits == 64 else "unsigned"]

    def promoted(self, kind: Kind) -> Kind:
        """The type after the integer promotions."""
        return self.int if kind.rank < self.int.rank else kind

    def unsigned(self, kind: Kind) -> Kind:
        """The unsigned type that corresponds."""
        return self.by_name["unsigned" if kind.name == "int" else "unsigned " + kind.name] if kind.signed else kind

    def common(self, left: Kind, right: Kind) -> Kind:
        """The type of the usual arithmetic conversions."""
        left, right = self.promoted(left), self.promoted(right)
        if left.signed == right.signed:
            return left if left.rank >= right.rank else right
        signed, unsigned = (left, right) if left.signed else (right, left)
        if unsigned.rank >= signed.rank:
            return unsigned
        return signed if signed.bits > unsigned.bits else self.unsigned(signed)


LP64 = Model("LP64", 64)
ILP32 = Model("ILP32", 32)
