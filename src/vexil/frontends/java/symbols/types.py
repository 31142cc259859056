"""The types of Java: primitive types, classes with type arguments, arrays, type variables, wildcards.

A class type has an argument for each of its symbol's ``all_parameters``, those of enclosing classes first, or none
at all when it is raw or not generic. Types are compared with ``==``; symbols by identity.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbols import ClassSymbol


@dataclass(frozen=True, slots=True)
class PrimitiveType:
    """``boolean``, the numeric types, and ``void``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class NullType:
    """The type of ``null``."""

    def __str__(self) -> str:
        return "<null>"


@dataclass(frozen=True, slots=True)
class ErrorType:
    """The type of what was reported already: it fits everywhere, so that one mistake is one message."""

    def __str__(self) -> str:
        return "<any>"


@dataclass(frozen=True, slots=True)
class ClassType:
    """A class or interface with type arguments."""

    symbol: ClassSymbol
    arguments: tuple[JavaType, ...] = ()

    def __str__(self) -> str:
        symbol = self.symbol
        split = max(0, len(self.arguments) - len(symbol.parameters))
        own = self.arguments[split:]
        shown = f"<{','.join(map(str, own))}>" if own else ""
        if symbol.is_inner_member and symbol.outer is not None:
            return f"{ClassType(symbol.outer, self.arguments[:split])}.{symbol.name}{shown}"
        return f"{symbol.display_name}{shown}"


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An array."""

    element: JavaType

    def __str__(self) -> str:
        return f"{self.element}[]"


@dataclass(frozen=True, slots=True, eq=False)
class TypeVariable:
    """A type parameter of a class or method; bounds are filled in once, when the declaration is entered."""

    name: str
    bounds: list[JavaType]
    """The upper bounds, the first one gives the erasure; never empty after entering."""
    lower: JavaType | None = None
    """The lower bound of a variable made by capture conversion (JLS 5.1.10)."""
    captured: WildcardType | None = None
    """The wildcard that a variable made by capture conversion stands for."""

    def __str__(self) -> str:
        return self.name if self.captured is None else "CAP#1"


@dataclass(frozen=True, slots=True)
class WildcardType:
    """``?``, ``? extends bound`` (``upper``) or ``? super bound``; only as a type argument."""

    bound: JavaType | None
    upper: bool

    def __str__(self) -> str:
        return "?" if self.bound is None else f"? {'extends' if self.upper else 'super'} {self.bound}"


@dataclass(frozen=True, slots=True)
class IntersectionType:
    """Several types at once: of a cast, of a type variable's bounds, or as a least upper bound."""

    types: tuple[JavaType, ...]

    def __str__(self) -> str:
        return "&".join(map(str, self.types))


JavaType = PrimitiveType | NullType | ErrorType | ClassType | ArrayType | TypeVariable | WildcardType | IntersectionType

BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE, VOID = (
    PrimitiveType(name) for name in ("boolean", "byte", "short", "char", "int", "long", "float", "double", "void")
)
NULL = NullType()
ERROR = ErrorType()
PRIMITIVES = {kind.name: kind for kind in (BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE, VOID)}
NUMERIC = (BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE)
BOXES = {
    BOOLEAN: "java.lang.Boolean", BYTE: "java.lang.Byte", SHORT: "java.lang.Short", CHAR: "java.lang.Character",
    INT: "java.lang.Integer", LONG: "java.lang.Long", FLOAT: "java.lang.Float", DOUBLE: "java.lang.Double",
}  # fmt: skip
"""The class that each primitive type is boxed in."""
