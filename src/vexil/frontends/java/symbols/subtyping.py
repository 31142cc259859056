"""Subtyping and containment of type arguments (JLS 4.5.1, 4.10), and capture conversion (JLS 5.1.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.shapes import Shapes, substitute
from vexil.frontends.java.symbols.types import (
    BYTE,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
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
        known = self._subtypes.get(key)
        if known is not None:
            return known
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
