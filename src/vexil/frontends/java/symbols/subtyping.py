"""Subtyping (JLS 4.5.1, 4.10), capture conversion (JLS 5.1.10), least upper and greatest lower bounds (JLS 4.10.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.shapes import Shapes, substitute
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import (
    BYTE,
    CHAR,
    DOUBLE,
    ERROR,
    FLOAT,
    INT,
    LONG,
    NULL,
    SHORT,
    ArrayType,
    ClassType,
    ErrorType,
    IntersectionType,
    JavaType,
    NullType,
    PrimitiveType,
    TypeVariable,
    WildcardType,
)

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


_WIDER: dict[PrimitiveType, tuple[PrimitiveType, ...]] = {
    BYTE: (SHORT, INT, LONG, FLOAT, DOUBLE),
    SHORT: (INT, LONG, FLOAT, DOUBLE),
    CHAR: (INT, LONG, FLOAT, DOUBLE),
    INT: (LONG, FLOAT, DOUBLE),
    LONG: (FLOAT, DOUBLE),
    FLOAT: (DOUBLE,),
}
_DEEPEST = 24
"""How deep type arguments are compared; only types with endless expansions get there."""
_DEEPEST_ARGUMENT = 1
"""How deep arguments of least upper bounds go; infinite ones (JLS 4.10.4) end in an unbounded wildcard."""


class Subtyping(Shapes):
    """Subtyping in a program; answers about class types are remembered."""

    def __init__(self, symbols: SymbolTable) -> None:
        super().__init__(symbols)
        self._subtypes: dict[tuple[ClassType, ClassType], bool] = {}
        self._depth = 0

    def is_same(self, s: JavaType, t: JavaType) -> bool:
        """Whether two types are the same."""
        if s is t or isinstance(s, ErrorType) or isinstance(t, ErrorType):
            return True
        match s, t:
            case IntersectionType(some), IntersectionType(others):
                return set(some) == set(others)
            case ClassType(symbol, arguments), ClassType(other, others):
                return symbol is other and len(arguments) == len(others) and all(map(self.is_same, arguments, others))
            case ArrayType(element), ArrayType(other_element):
                return self.is_same(element, other_element)
            case WildcardType(None), WildcardType(None):
                return True
            case WildcardType(bound, upper), WildcardType(other_bound, other_upper):
                if bound is None or other_bound is None:
                    return False
                return upper == other_upper and self.is_same(bound, other_bound)
            case _:
                return s == t

    def is_subtype(self, s: JavaType, t: JavaType) -> bool:
        """Whether *s* is a subtype of *t* (JLS 4.10), primitive types included; the error type fits everywhere."""
        if s is t or isinstance(s, ErrorType) or isinstance(t, ErrorType):
            return True
        if isinstance(s, PrimitiveType):
            return s == t or t in _WIDER.get(s, ())
        match t:
            case PrimitiveType() | NullType():
                return s == t
            case IntersectionType(types):
                return all(self.is_subtype(s, part) for part in types)
            case TypeVariable():
                if t.lower is not None and self.is_subtype(s, t.lower):
                    return True
                if isinstance(s, ClassType | ArrayType):
                    return False
            case WildcardType(bound, upper):
                return bound is not None and not upper and self.is_subtype(s, bound)
            case ClassType() | ArrayType():
                pass
        match s:
            case NullType():
                return True
            case TypeVariable():
                return any(self.is_subtype(bound, t) for bound in s.bounds)
            case IntersectionType(types):
                return any(self.is_subtype(part, t) for part in types)
            case WildcardType():
                return self.is_subtype(self.upper_bound(s), t)
            case ArrayType(element):
                if isinstance(t, ArrayType):
                    primitive = isinstance(element, PrimitiveType) or isinstance(t.element, PrimitiveType)
                    return element == t.element if primitive else self.is_subtype(element, t.element)
                return isinstance(t, ClassType) and self.as_super(s, t.symbol) is not None
            case ClassType():
                return isinstance(t, ClassType) and self._is_subclass_type(s, t)

    def _is_subclass_type(self, s: ClassType, t: ClassType) -> bool:
        key = (s, t)
        cached = self._subtypes.get(key)
        if cached is not None:
            return cached
        base = self.as_super(s, t.symbol)
        if base is None or not t.arguments:
            result = base is not None
        elif not base.arguments or self._depth > _DEEPEST:
            return False
        else:
            self._depth += 1
            try:
                result = all(map(self.contains, t.arguments, base.arguments))
                if not result and any(isinstance(a, WildcardType) for a in base.arguments):
                    captured = self.capture(base)
                    assert isinstance(captured, ClassType)
                    result = all(map(self.contains, t.arguments, captured.arguments))
            finally:
                self._depth -= 1
        self._subtypes[key] = result
        return result

    def contains(self, t: JavaType, s: JavaType) -> bool:
        """Whether type argument *t* contains type argument *s* (JLS 4.5.1)."""
        if not isinstance(t, WildcardType):
            return self.is_same(s, t)
        if t.bound is None:
            return True
        if t.upper:
            if isinstance(s, WildcardType):
                s = s.bound if s.bound is not None and s.upper else self._symbols.object
            return self.is_subtype(s, t.bound)
        if isinstance(s, WildcardType):
            return s.bound is not None and not s.upper and self.is_subtype(t.bound, s.bound)
        return self.is_subtype(t.bound, s)

    def is_subtype_unchecked(self, s: JavaType, t: JavaType) -> bool:
        """Whether *s* is a subtype of *t*, or becomes one by unchecked conversion (JLS 5.1.9)."""
        if self.is_subtype(s, t):
            return True
        if isinstance(s, ArrayType) and isinstance(t, ArrayType):
            references = self.is_reference(s.element) and self.is_reference(t.element)
            return references and self.is_subtype_unchecked(s.element, t.element)
        if isinstance(t, ClassType) and t.arguments:
            base = self.as_super(s, t.symbol)
            return base is not None and not base.arguments
        return False

    def capture(self, t: JavaType) -> JavaType:
        """Capture conversion: wildcards become fresh type variables (JLS 5.1.10)."""
        if not isinstance(t, ClassType) or not any(isinstance(a, WildcardType) for a in t.arguments):
            return t
        parameters = t.symbol.all_parameters
        fresh = tuple(
            TypeVariable(f"capture of {a}", [], None if a.upper else a.bound, a) if isinstance(a, WildcardType) else a
            for a in t.arguments
        )
        mapping = dict(zip(parameters, fresh, strict=True))
        for parameter, argument, variable in zip(parameters, t.arguments, fresh, strict=True):
            if isinstance(argument, WildcardType) and isinstance(variable, TypeVariable):
                declared = [substitute(bound, mapping) for bound in parameter.bounds]
                if argument.bound is not None and argument.upper:
                    variable.bounds.extend(self._without_redundant([argument.bound, *declared]))
                else:
                    variable.bounds.extend(declared)
        return ClassType(t.symbol, fresh)

    def _without_redundant(self, types: list[JavaType]) -> list[JavaType]:
        """The first type and those that are no supertypes of it, by erasure, so that this ends."""
        first = types[0]
        return [first, *(t for t in types[1:] if t != first and not self._is_erased_supertype(t, first))]

    def _is_erased_supertype(self, t: JavaType, s: JavaType) -> bool:
        return isinstance(t, ClassType) and self.as_super(s, t.symbol) is not None

    def upward(self, t: JavaType) -> JavaType:
        """The upward projection: a supertype that mentions no captured variables (JLS 4.10.5), as for ``var``."""
        return self._projected(t, 0)

    def _projected(self, t: JavaType, depth: int) -> JavaType:
        match t:
            case TypeVariable() if t.captured is not None:
                if len(t.bounds) == 1:
                    return self._projected(t.bounds[0], depth)
                return IntersectionType(tuple(self._projected(bound, depth) for bound in t.bounds))
            case ClassType(symbol, arguments) if arguments:
                projected = tuple(self._projected_argument(a, depth + 1) for a in arguments)
                return t if projected == arguments else ClassType(symbol, projected)
            case ArrayType(element):
                return ArrayType(self._projected(element, depth))
            case IntersectionType(types):
                return IntersectionType(tuple(self._projected(part, depth) for part in types))
            case _:
                return t

    def _projected_argument(self, t: JavaType, depth: int) -> JavaType:
        if depth > 3:
            return WildcardType(None, True)
        match t:
            case TypeVariable() if t.captured is not None:
                return self._projected_argument(t.captured, depth)
            case WildcardType(bound, upper) if bound is not None:
                return WildcardType(self._projected(bound, depth), upper)
            case ClassType() | ArrayType():
                projected = self._projected(t, depth)
                return t if projected == t else WildcardType(projected, True)
            case _:
                return t

    # --- bounds --------------------------------------------------------------------------------------------

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
        if depth >= _DEEPEST_ARGUMENT or any(
            isinstance(x, WildcardType) and (x.bound is None or not x.upper) for x in (a, b)
        ):
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
