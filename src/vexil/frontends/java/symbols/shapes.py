"""The shapes of types: erasure, substitution, supertypes and members' types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import (
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


def map_types(types: tuple[JavaType, ...], mapping: Mapping[TypeVariable, JavaType]) -> tuple[JavaType, ...]:
    """Types with type variables replaced; the same tuple when nothing changes."""
    replaced = tuple(substitute(t, mapping) for t in types)
    return types if all(new is old for new, old in zip(replaced, types, strict=True)) else replaced


def substitute(t: JavaType, mapping: Mapping[TypeVariable, JavaType]) -> JavaType:
    """A type with type variables replaced; the same object when nothing changes."""
    match t:
        case TypeVariable():
            return mapping.get(t, t)
        case ClassType(symbol, arguments):
            if not arguments:
                return t
            replaced = map_types(arguments, mapping)
            return t if replaced is arguments else ClassType(symbol, replaced)
        case ArrayType(element):
            new = substitute(element, mapping)
            return t if new is element else ArrayType(new)
        case WildcardType(bound, upper):
            if bound is None:
                return t
            new = substitute(bound, mapping)
            if isinstance(new, WildcardType):
                return new if new.bound is None or new.upper == upper else WildcardType(None, True)
            return t if new is bound else WildcardType(new, upper)
        case IntersectionType(types):
            replaced = map_types(types, mapping)
            return t if replaced is types else IntersectionType(replaced)
        case PrimitiveType() | NullType() | ErrorType():
            return t


def arguments_of(t: ClassType) -> dict[TypeVariable, JavaType]:
    """What the type parameters of a class stand for in a type of it; empty for raw types."""
    return dict(zip(t.symbol.all_parameters, t.arguments, strict=True)) if t.arguments else {}


class Shapes:
    """Erasure, substitution and supertypes in a program."""

    def __init__(self, symbols: SymbolTable) -> None:
        self._symbols = symbols
        self._closures: dict[ClassSymbol, dict[ClassSymbol, ClassType]] = {}

    def erasure(self, t: JavaType) -> JavaType:
        """The type without type arguments and variables (JLS 4.6)."""
        match t:
            case ClassType(symbol, arguments):
                return ClassType(symbol) if arguments else t
            case ArrayType(element):
                return ArrayType(self.erasure(element))
            case TypeVariable():
                return self.erasure(t.bounds[0])
            case WildcardType(bound, upper):
                return self.erasure(bound) if bound is not None and upper else self._symbols.object
            case IntersectionType(types):
                return self.erasure(types[0])
            case PrimitiveType() | NullType() | ErrorType():
                return t

    def substitute(self, t: JavaType, mapping: Mapping[TypeVariable, JavaType]) -> JavaType:
        """The type with type variables replaced."""
        return substitute(t, mapping) if mapping else t

    def is_raw(self, t: JavaType) -> bool:
        """Whether it is a generic class without arguments (JLS 4.8)."""
        return isinstance(t, ClassType) and not t.arguments and bool(t.symbol.all_parameters)

    def is_reference(self, t: JavaType) -> bool:
        """Whether it is no primitive type (and not void); the error type is one."""
        return not isinstance(t, PrimitiveType)

    def is_reifiable(self, t: JavaType) -> bool:
        """Whether it is fully available at run time (JLS 4.7)."""
        match t:
            case ClassType(_, arguments):
                return all(isinstance(a, WildcardType) and a.bound is None for a in arguments)
            case ArrayType(element):
                return self.is_reifiable(element)
            case TypeVariable() | IntersectionType() | WildcardType():
                return False
            case PrimitiveType() | NullType() | ErrorType():
                return True

    def supertypes(self, t: JavaType) -> tuple[ClassType, ...]:
        """The direct supertypes that are classes or interfaces, the superclass first; erased for a raw type."""
        match t:
            case ClassType(symbol, arguments):
                direct = direct_supertypes(symbol) or ((self._symbols.object,) if symbol.is_interface else ())
                if self.is_raw(t):
                    return tuple(ClassType(s.symbol) for s in direct)
                mapping = arguments_of(t) if arguments else {}
                return tuple(_class(substitute(s, mapping)) for s in direct) if mapping else direct
            case TypeVariable():
                return tuple(s for bound in t.bounds for s in self._classes(bound))
            case IntersectionType(types):
                return tuple(s for part in types for s in self._classes(part))
            case WildcardType():
                return self._classes(self.upper_bound(t))
            case ArrayType():
                names = ("java.lang.Object", "java.lang.Cloneable", "java.io.Serializable")
                return tuple(self._symbols.well_known(name) for name in names)
            case PrimitiveType() | NullType() | ErrorType():
                return ()

    def _classes(self, t: JavaType) -> tuple[ClassType, ...]:
        return (t,) if isinstance(t, ClassType) else self.supertypes(t)

    def closure(self, symbol: ClassSymbol) -> dict[ClassSymbol, ClassType]:
        """All supertypes of a class by symbol, itself first, then its superclasses upwards, then interfaces.

        They are seen from the class: their arguments mention its type parameters.
        """
        cached = self._closures.get(symbol)
        if cached is not None:
            return cached
        supertypes: dict[ClassSymbol, ClassType] = {}
        current: ClassType | None = symbol.this_type
        interfaces: list[ClassType] = []
        while current is not None and current.symbol not in supertypes:
            supertypes[current.symbol] = current
            direct = self._supertypes_of(current)
            current = direct[0] if current.symbol.superclass is not None else None
            interfaces.extend(direct[1:] if current is not None else direct)
        position = 0
        while position < len(interfaces):
            interface = interfaces[position]
            position += 1
            if interface.symbol not in supertypes:
                supertypes[interface.symbol] = interface
                interfaces.extend(self._supertypes_of(interface))
        supertypes.setdefault(self._symbols.object.symbol, self._symbols.object)
        if not self._symbols.headers_in_progress:
            self._closures[symbol] = supertypes
        return supertypes

    def forget(self, symbol: ClassSymbol) -> None:
        """Compute the supertypes of a class again: its header was repaired."""
        self._closures.pop(symbol, None)

    def _supertypes_of(self, t: ClassType) -> tuple[ClassType, ...]:
        direct = direct_supertypes(t.symbol)
        if self.is_raw(t):
            return tuple(ClassType(s.symbol) for s in direct)
        mapping = arguments_of(t)
        return tuple(_class(substitute(s, mapping)) for s in direct) if mapping else direct

    def as_super(self, t: JavaType, symbol: ClassSymbol) -> ClassType | None:
        """The supertype of a type that is an instance of a class (JLS 8.1.4), ``None`` if there is none."""
        match t:
            case ClassType():
                if t.symbol is symbol:
                    return t
                supertype = self.closure(t.symbol).get(symbol)
                if supertype is None or not supertype.arguments:
                    return supertype
                if t.arguments:
                    return _class(substitute(supertype, arguments_of(t)))
                return ClassType(symbol) if t.symbol.all_parameters else supertype
            case TypeVariable():
                return self._first_super(tuple(t.bounds), symbol)
            case IntersectionType(types):
                return self._first_super(types, symbol)
            case WildcardType():
                return self.as_super(self.upper_bound(t), symbol)
            case ArrayType():
                return next((s for s in self.supertypes(t) if s.symbol is symbol), None)
            case PrimitiveType() | NullType() | ErrorType():
                return None

    def _first_super(self, types: tuple[JavaType, ...], symbol: ClassSymbol) -> ClassType | None:
        for t in types:
            supertype = self.as_super(t, symbol)
            if supertype is not None:
                return supertype
        return None

    def is_subclass(self, symbol: ClassSymbol, of: ClassSymbol) -> bool:
        """Whether a class is another one, or a subclass or implementation of it."""
        return symbol is of or of in self.closure(symbol)

    def member_type(self, site: JavaType, declared: JavaType, owner: ClassSymbol) -> JavaType:
        """A type in the declaration of a member of *owner*, seen as a member of *site*; erased when the site is raw.

        Types of static members are not changed: do not ask for them with a raw site.
        """
        if not owner.all_parameters:
            return declared
        base = self.as_super(site, owner)
        if base is None:
            return declared
        return substitute(declared, arguments_of(base)) if base.arguments else self.erasure(declared)

    def upper_bound(self, t: JavaType) -> JavaType:
        """The upper bound of a wildcard or type variable, an intersection of several; other types as they are."""
        while isinstance(t, (TypeVariable, WildcardType)):
            if isinstance(t, TypeVariable):
                t = t.bounds[0] if len(t.bounds) == 1 else IntersectionType(tuple(t.bounds))
            else:
                t = t.bound if t.bound is not None and t.upper else self._symbols.object
        return t


def direct_supertypes(symbol: ClassSymbol) -> tuple[ClassType, ...]:
    """The superclass, if there is one, and the interfaces, as they are declared."""
    return symbol.interfaces if symbol.superclass is None else (symbol.superclass, *symbol.interfaces)


def _class(t: JavaType) -> ClassType:
    assert isinstance(t, ClassType)
    return t
