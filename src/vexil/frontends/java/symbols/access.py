"""Who may use a class or member (JLS 6.6)."""

from __future__ import annotations

from vexil.frontends.java.symbols.relations import Types
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ArrayType, ClassType, JavaType, TypeVariable


def outermost(symbol: ClassSymbol) -> ClassSymbol:
    """The top-level class around a class."""
    while symbol.outer is not None:
        symbol = symbol.outer
    return symbol


def is_accessible(
    types: Types, symbol: ClassSymbol | FieldSymbol | MethodSymbol, from_class: ClassSymbol, site: JavaType | None
) -> bool:
    """Whether code in a class may use a class or member through *site* (``None``: by simple name or ``super``)."""
    if isinstance(symbol, ClassSymbol):
        return _class_accessible(types, symbol, from_class)
    owner, flags = symbol.owner, symbol.flags
    if isinstance(site, ArrayType):
        return True
    if "private" in flags:
        direct = site is None or not isinstance(site, (ClassType, TypeVariable)) or _symbol(site) is owner
        return direct and outermost(from_class) is outermost(owner)
    if isinstance(site, ClassType) and not _class_accessible(types, site.symbol, from_class):
        return False
    if "public" in flags or owner.package == from_class.package:
        return True
    return "protected" in flags and _protected(types, symbol, from_class, site)


def _symbol(site: ClassType | TypeVariable) -> ClassSymbol | None:
    return site.symbol if isinstance(site, ClassType) else None


def _class_accessible(types: Types, symbol: ClassSymbol, from_class: ClassSymbol) -> bool:
    current: ClassSymbol | None = symbol
    while current is not None and current.code is None and current.name:
        if "private" in current.flags:
            if outermost(from_class) is not outermost(current):
                return False
        elif "public" not in current.flags and current.package != from_class.package:
            if "protected" not in current.flags or current.outer is None:
                return False
            if not any(types.is_subclass(c, current.outer) for c in _around(from_class)):
                return False
        current = current.outer
    return True


def _around(symbol: ClassSymbol) -> list[ClassSymbol]:
    enclosing = []
    current: ClassSymbol | None = symbol
    while current is not None:
        enclosing.append(current)
        current = current.outer
    return enclosing


def _protected(
    types: Types, symbol: FieldSymbol | MethodSymbol, from_class: ClassSymbol, site: JavaType | None
) -> bool:
    """JLS 6.6.2: from subclasses, through instances of the subclass; constructors for subclasses only (no site)."""
    if isinstance(symbol, MethodSymbol) and symbol.constructor:
        return site is None
    for around in _around(from_class):
        if not types.is_subclass(around, symbol.owner):
            continue
        if site is None or symbol.static:
            return True
        if types.as_super(site, around) is not None:
            return True
    return False


def access_text(symbol: ClassSymbol) -> str:
    """Why a class cannot be used, as javac says it."""
    if "private" in symbol.flags and symbol.outer is not None:
        return f"{symbol.display_name} has private access in {symbol.outer.display_name}"
    if "protected" in symbol.flags and symbol.outer is not None:
        return f"{symbol.display_name} has protected access in {symbol.outer.display_name}"
    place = symbol.package if symbol.outer is None else symbol.outer.display_name
    return f"{symbol.display_name} is not public in {place}; cannot be accessed from outside package"
