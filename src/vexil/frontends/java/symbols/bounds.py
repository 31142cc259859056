"""Least upper and greatest lower bounds of types (JLS 4.10.4, 5.1.10)."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.frontends.java.symbols.subtyping import Subtyping
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import (
    ERROR,
    NULL,
    ArrayType,
    ClassType,
    ErrorType,
    IntersectionType,
    JavaType,
    NullType,
    PrimitiveType,
    WildcardType,
)

_DEEPEST = 1
"""How deep arguments of least upper bounds go; infinite ones (JLS 4.10.4) end in an unbounded wildcard."""


class Bounds(Subtyping):
    """Bounds of several types."""

    def lub(self, types: Sequence[JavaType]) -> JavaType:
        """The least upper bound of reference types (JLS 4.10.4)."""
        return self._lub(types, 0)

    def _lub(self, types: Sequence[JavaType], depth: int) -> JavaType:
        if any(isinstance(t, ErrorType) for t in types):
            return ERROR
        distinct: list[JavaType] = [t for t in dict.fromkeys(types) if not isinstance(t, NullType)]
        if not distinct:
            return NULL
        for t in distinct:
            if all(self.is_subtype(s, t) for s in distinct):
                return t
        if all(isinstance(t, ArrayType) for t in distinct):
            elements = [t.element for t in distinct if isinstance(t, ArrayType)]
            if not any(isinstance(e, PrimitiveType) for e in elements):
                return ArrayType(self._lub(elements, depth))
        candidates = self._minimal_candidates(distinct)
        return self.glb([self._candidate(symbol, distinct, depth) for symbol in candidates])

    def _minimal_candidates(self, types: list[JavaType]) -> list[ClassSymbol]:
        """The erased candidates that have no other candidate below them, classes first."""
        first, *others = [self._super_symbols(t) for t in types]
        common = [symbol for symbol in first if all(symbol in other for other in others)]
        minimal = [s for s in common if not any(other is not s and self.is_subclass(other, s) for other in common)]
        return sorted(minimal, key=lambda symbol: symbol.is_interface)

    def _super_symbols(self, t: JavaType) -> dict[ClassSymbol, None]:
        if isinstance(t, ClassType):
            return dict.fromkeys(self.closure(t.symbol))
        return {symbol: None for s in self.supertypes(t) for symbol in self.closure(s.symbol)}

    def _candidate(self, symbol: ClassSymbol, types: list[JavaType], depth: int) -> JavaType:
        bases = [base for t in types if (base := self.as_super(t, symbol)) is not None]
        if not all(base.arguments for base in bases):
            return ClassType(symbol)
        merged = bases[0].arguments
        for base in bases[1:]:
            merged = tuple(self._merged(a, b, depth) for a, b in zip(merged, base.arguments, strict=True))
        return ClassType(symbol, merged)

    def _merged(self, a: JavaType, b: JavaType, depth: int) -> JavaType:
        """The least containing type argument."""
        if self.is_same(a, b):
            return a
        if isinstance(a, WildcardType) and isinstance(b, WildcardType) and not a.upper and not b.upper:
            return self._lower(a.bound, b.bound)
        if depth >= _DEEPEST or any(isinstance(x, WildcardType) and (x.bound is None or not x.upper) for x in (a, b)):
            return WildcardType(None, True)
        bounds = [x.bound if isinstance(x, WildcardType) and x.bound is not None else x for x in (a, b)]
        joined = self._lub(bounds, depth + 1)
        return WildcardType(None if joined == self._symbols.object else joined, True)

    def _lower(self, a: JavaType | None, b: JavaType | None) -> JavaType:
        if a is None or b is None:
            return WildcardType(None, True)
        return WildcardType(self.glb([a, b]), False)

    def glb(self, types: Sequence[JavaType]) -> JavaType:
        """The greatest lower bound: the intersection without redundant parts (JLS 5.1.10)."""
        parts = list(dict.fromkeys(p for t in types for p in (t.types if isinstance(t, IntersectionType) else (t,))))
        kept = [
            p
            for index, p in enumerate(parts)
            if not any(
                other is not p and self.is_subtype(other, p) and not (position > index and self.is_subtype(p, other))
                for position, other in enumerate(parts)
            )
        ]
        if not kept:
            return self._symbols.object
        return kept[0] if len(kept) == 1 else IntersectionType(tuple(sorted(kept, key=_interfaces_last)))


def _interfaces_last(t: JavaType) -> bool:
    return isinstance(t, ClassType) and t.symbol.is_interface
