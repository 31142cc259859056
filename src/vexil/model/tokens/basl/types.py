"""The types that abstractions can be of, by the names that BASL, Java and the intermediate form have for them."""

from __future__ import annotations

from vexil.ir.types import F32, F64, I8, I16, I32, I64, INT, U8, U16, U32, U64, FloatType, IntegerType, MathType
from vexil.model.tokens.abstract_type import Concrete

JAVA_TYPES: dict[str, Concrete] = {
    "byte": I8, "short": I16, "char": U16, "int": I32, "long": I64, "float": F32, "double": F64,
}  # fmt: skip
_OTHERS: dict[str, Concrete] = {str(kind): kind for kind in (I8, I16, I32, I64, U8, U16, U32, U64, F32, F64)}
_GROUPS: dict[str, Concrete] = {"integral": I32, "real": F64}


def type_names() -> tuple[str, ...]:
    """All names of types."""
    return (*JAVA_TYPES, *_GROUPS, *_OTHERS)


def covers(name: str, concrete: Concrete) -> bool:
    """Say whether an abstraction of the named type is one for a concrete type.

    Mathematical integers stand for whatever integer type was named.
    """
    match name, concrete:
        case "integral", IntegerType() | MathType():
            return True
        case "real", FloatType():
            return True
        case _:
            named = {**JAVA_TYPES, **_OTHERS}.get(name)
            return named == concrete or (isinstance(named, IntegerType) and isinstance(concrete, MathType))


def representative(name: str, *, mathematical: bool) -> Concrete:
    """A type to check an abstraction for: the named one, and for a group its most usual member."""
    kind = {**JAVA_TYPES, **_OTHERS, **_GROUPS}[name]
    return INT if mathematical and isinstance(kind, IntegerType) else kind
