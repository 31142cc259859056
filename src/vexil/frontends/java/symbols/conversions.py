"""Conversions between types: boxing, promotion, invocation contexts and casts (JLS 5)."""

from __future__ import annotations

from vexil.frontends.java.symbols.subtyping import Subtyping
from vexil.frontends.java.symbols.types import (
    BOOLEAN,
    BOXES,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    NUMERIC,
    VOID,
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

_UNBOXED = {name: primitive for primitive, name in BOXES.items()}
_DEEPEST = 8
"""How deep type arguments are looked at to prove them distinct."""


class Conversions(Subtyping):
    """Conversions in a program."""

    # --- primitive types -----------------------------------------------------------------------------------

    def boxed(self, t: JavaType) -> JavaType:
        """The class that a primitive type is boxed in; other types as they are."""
        return self._symbols.well_known(BOXES[t]) if isinstance(t, PrimitiveType) and t != VOID else t

    def unboxed(self, t: JavaType) -> PrimitiveType | None:
        """The primitive type that a type is unboxed to (primitive types are themselves), ``None`` if there is none."""
        match t:
            case PrimitiveType():
                return t
            case ClassType(symbol):
                return _UNBOXED.get(symbol.binary_name)
            case TypeVariable() | IntersectionType() | WildcardType():
                for bound in self.supertypes(t):
                    for name, primitive in _UNBOXED.items():
                        if bound.symbol.binary_name == name:
                            return primitive
                return None
            case NullType() | ErrorType() | ArrayType():
                return None

    def is_numeric(self, t: JavaType) -> bool:
        """Whether it is convertible to a numeric type (JLS 5.1.8)."""
        return self.unboxed(t) in NUMERIC

    def unary_promotion(self, t: JavaType) -> PrimitiveType | None:
        """Unary numeric promotion (JLS 5.6), ``None`` for what is not numeric."""
        primitive = self.unboxed(t)
        if primitive not in NUMERIC:
            return None
        return primitive if primitive in (LONG, FLOAT, DOUBLE) else INT

    def binary_promotion(self, s: JavaType, t: JavaType) -> PrimitiveType | None:
        """Binary numeric promotion (JLS 5.6), ``None`` unless both are numeric."""
        both = (self.unary_promotion(s), self.unary_promotion(t))
        if None in both:
            return None
        return next((wide for wide in (DOUBLE, FLOAT, LONG) if wide in both), INT)

    # --- invocation contexts -------------------------------------------------------------------------------

    def is_strictly_convertible(self, s: JavaType, t: JavaType) -> bool:
        """Whether *s* fits *t* in a strict invocation context (JLS 5.3): without boxing."""
        return s != VOID and self.is_subtype_unchecked(s, t)

    def is_loosely_convertible(self, s: JavaType, t: JavaType) -> bool:
        """Whether *s* fits *t* in a loose invocation context (JLS 5.3): with boxing; constants are not narrowed."""
        if self.is_strictly_convertible(s, t):
            return True
        if VOID in (s, t) or isinstance(s, PrimitiveType) == isinstance(t, PrimitiveType):
            return False
        if isinstance(s, PrimitiveType):
            return self.is_subtype(self.boxed(s), t)
        primitive = self.unboxed(s)
        return primitive is not None and self.is_subtype(primitive, t)

    # --- casts ---------------------------------------------------------------------------------------------

    def is_castable(self, s: JavaType, t: JavaType) -> bool:
        """Whether a cast from *s* to *t* is allowed (JLS 5.5)."""
        if isinstance(s, ErrorType) or isinstance(t, ErrorType):
            return True
        if isinstance(s, PrimitiveType) and isinstance(t, PrimitiveType):
            return s != VOID and (s == t or (BOOLEAN not in (s, t) and VOID not in (s, t)))
        if isinstance(s, PrimitiveType):
            return s != VOID and self.is_subtype(self.boxed(s), t)
        if isinstance(t, PrimitiveType):
            if t == VOID or isinstance(s, NullType):
                return False
            primitive = self.unboxed(s)
            if primitive is not None:
                return self.is_subtype(primitive, t)
            return self.is_subtype(self.boxed(t), self.upper_bound(s))
        return isinstance(s, NullType) or self._castable(s, t)

    def _castable(self, s: JavaType, t: JavaType) -> bool:
        if self.is_subtype(s, t):
            return True
        s, t = self.upper_bound(s), self.upper_bound(t)
        if isinstance(s, IntersectionType):
            return all(self._castable(part, t) for part in s.types)
        if isinstance(t, IntersectionType):
            return all(self._castable(s, part) for part in t.types)
        if isinstance(s, ArrayType) and isinstance(t, ArrayType):
            if isinstance(s.element, PrimitiveType) or isinstance(t.element, PrimitiveType):
                return s.element == t.element
            return self._castable(s.element, t.element)
        if isinstance(s, ArrayType) or isinstance(t, ArrayType):
            array, other = (s, t) if isinstance(s, ArrayType) else (t, s)
            return isinstance(other, ClassType) and self.as_super(array, other.symbol) is not None
        if isinstance(s, ClassType) and isinstance(t, ClassType):
            return self._castable_classes(s, t) and not self._distinct_parametrizations(s, t)
        return isinstance(s, ErrorType) or isinstance(t, ErrorType)

    def _castable_classes(self, s: ClassType, t: ClassType) -> bool:
        if self.is_subclass(s.symbol, t.symbol) or self.is_subclass(t.symbol, s.symbol):
            return True
        if not (s.symbol.is_interface or t.symbol.is_interface):
            return False
        return not any(
            not c.symbol.is_interface and ("final" in c.symbol.flags or c.symbol.kind.value == "record") for c in (s, t)
        )

    def _distinct_parametrizations(self, s: ClassType, t: ClassType) -> bool:
        """Whether the types have a supertype in common with arguments that are provably distinct (JLS 4.5)."""
        if self.is_raw(s) or self.is_raw(t):
            return False
        others = self.closure(t.symbol)
        for symbol in self.closure(s.symbol):
            if symbol in others and symbol.all_parameters:
                a, b = self.as_super(s, symbol), self.as_super(t, symbol)
                if a is None or b is None or not (a.arguments and b.arguments):
                    continue
                if any(self._distinct(x, y, 0) for x, y in zip(a.arguments, b.arguments, strict=True)):
                    return True
        return False

    def _distinct(self, a: JavaType, b: JavaType, depth: int) -> bool:
        """Whether two type arguments exclude each other; captured variables count as their wildcards."""
        a, b = _uncaptured(a), _uncaptured(b)
        if depth > _DEEPEST or self.is_same(a, b):
            return False
        if isinstance(b, WildcardType) and not isinstance(a, WildcardType):
            a, b = b, a
        if isinstance(a, WildcardType):
            return self._excludes(a, b)
        if isinstance(a, TypeVariable) or isinstance(b, TypeVariable):
            return self._hardly_below(a, b) or self._hardly_below(b, a)
        if isinstance(a, ClassType) and isinstance(b, ClassType) and a.symbol is b.symbol:
            if not (a.arguments and b.arguments):
                return True
            return any(self._distinct(x, y, depth + 1) for x, y in zip(a.arguments, b.arguments, strict=True))
        return True

    def _excludes(self, wildcard: WildcardType, other: JavaType) -> bool:
        if wildcard.bound is None:
            return False
        if not isinstance(other, WildcardType):
            if wildcard.upper:
                return self._hardly_below(other, wildcard.bound)
            return self._hardly_below(wildcard.bound, other)
        if other.bound is None or not (wildcard.upper or other.upper):
            return False
        if wildcard.upper and other.upper:
            return not self._castable(wildcard.bound, other.bound)
        lower, upper = (other.bound, wildcard.bound) if wildcard.upper else (wildcard.bound, other.bound)
        return self._hardly_below(lower, upper)

    def _hardly_below(self, s: JavaType, t: JavaType) -> bool:
        """Whether *s* is no subtype of *t* whatever type variables stand for."""
        bound = self.upper_bound(t)
        if isinstance(s, TypeVariable):
            return not self._castable(self.upper_bound(s), bound)
        return not self.is_subtype(s, self.erasure(bound) if isinstance(t, TypeVariable) else bound)

    def is_unchecked_cast(self, s: JavaType, t: JavaType) -> bool:
        """Whether a cast that is allowed cannot be fully checked at run time."""
        if isinstance(t, PrimitiveType) or self.is_subtype(s, t):
            return False
        return not self.is_reifiable(t)


def _uncaptured(t: JavaType) -> JavaType:
    return t.captured if isinstance(t, TypeVariable) and t.captured is not None else t
