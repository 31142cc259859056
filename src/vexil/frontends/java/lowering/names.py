"""How Java's classes, methods and types are called in the intermediate form."""

from __future__ import annotations

from vexil.core.errors import InternalError
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import (
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
from vexil.ir.types import BOOL, F32, F64, I8, I16, I32, I64, U16, ArrayReferenceType, ReferenceType, Type

OBJECT = "java.lang.Object"
PRIMITIVE: dict[str, Type] = {
    "boolean": BOOL, "byte": I8, "short": I16, "char": U16, "int": I32, "long": I64, "float": F32, "double": F64,
}  # fmt: skip


def lowered_type(kind: JavaType) -> Type:
    """The type of values in the intermediate form: generic types are erased (JLS 4.6)."""
    match kind:
        case PrimitiveType(name):
            return PRIMITIVE[name]
        case ClassType(symbol, _):
            return ReferenceType(symbol.binary_name)
        case ArrayType(element):
            return ArrayReferenceType(lowered_type(element))
        case TypeVariable():
            return lowered_type(kind.bounds[0]) if kind.bounds else ReferenceType(OBJECT)
        case IntersectionType(types):
            return lowered_type(types[0])
        case WildcardType(bound, upper):
            return lowered_type(bound) if bound is not None and upper else ReferenceType(OBJECT)
        case NullType():
            return ReferenceType(OBJECT)
        case ErrorType():
            raise InternalError("a program with type errors should not be lowered")


def erased_name(kind: JavaType) -> str:
    """The erased type as signatures spell it."""
    match kind:
        case PrimitiveType(name):
            return name
        case ClassType(symbol, _):
            return symbol.binary_name
        case ArrayType(element):
            return erased_name(element) + "[]"
        case TypeVariable():
            return erased_name(kind.bounds[0]) if kind.bounds else OBJECT
        case IntersectionType(types):
            return erased_name(types[0])
        case _:
            return OBJECT


def signature_of(method: MethodSymbol) -> str:
    """The erased signature by which virtual calls find a method."""
    return f"{method.name}({','.join(map(erased_name, method.parameters))})"


def function_name(method: MethodSymbol) -> str:
    """The name of the function of a method."""
    return f"{method.owner.binary_name}.{signature_of(method)}"


def initialiser_name(symbol: ClassSymbol) -> str:
    """The name of the function that initialises a class."""
    return f"{symbol.binary_name}.<clinit>"


_CODES = {
    "boolean": "Z", "byte": "B", "short": "S", "char": "C", "int": "I", "long": "J", "float": "F", "double": "D",
}  # fmt: skip


def class_name(kind: JavaType) -> str:
    """The name that `Class.getName` gives: ``int``, ``p.Outer$Inner``, ``[I``, ``[Ljava.lang.String;``."""
    return type_name(lowered_type(kind)) if kind != VOID else "void"


def type_name(kind: Type) -> str:
    """The name of the class of values of a type, as `Class.getName` gives it."""
    match kind:
        case ArrayReferenceType(element):
            inner = type_name(element)
            if isinstance(element, ArrayReferenceType):
                return f"[{inner}"
            return f"[{_CODES[inner]}" if inner in _CODES else f"[L{inner};"
        case ReferenceType(name):
            return name
        case _:
            return next(java for java, lowered in PRIMITIVE.items() if lowered == kind)
