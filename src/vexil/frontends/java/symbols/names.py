"""How messages name classes."""

from __future__ import annotations

from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import ClassType
from vexil.languages.java.tree import ClassKind


def location_text(symbol: ClassSymbol, seen: ClassType | None = None) -> str:
    """A class as the location of what cannot be found; javac calls enums and records classes there."""
    kind = "class" if symbol.kind in (ClassKind.ENUM, ClassKind.RECORD) else symbol.kind.value
    return f"{kind} {seen or symbol.this_type}"


def symbol_text(symbol: ClassSymbol) -> str:
    """A class as messages about the class itself name it: an anonymous one by its binary name."""
    return symbol.display_name if symbol.name else f"<anonymous {symbol.binary_name}>"


def declared_text(symbol: ClassSymbol) -> str:
    """A class as the place of a declaration, with its kind."""
    return f"{symbol.kind.value} {symbol_text(symbol)}"
