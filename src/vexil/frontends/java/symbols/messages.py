"""How messages name classes, and where javac puts their carets."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import ClassType
from vexil.languages.java import tree as syntax
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


_KEYWORDS = {syntax.ClassKind.ANNOTATION: b"interface"}


def keyword_span(declaration: syntax.ClassDeclaration, unit: syntax.CompilationUnit) -> Span:
    """The word ``class``, ``interface`` … of a declaration; the body of an anonymous class."""
    span = declaration.span
    if not declaration.name:
        return span
    word = _KEYWORDS.get(declaration.kind, declaration.kind.value.encode())
    start = unit.file.content.rfind(word, span.start, declaration.name_span.start)
    return Span(span.file, start, start + len(word)) if start >= 0 else span


def dot_span(part: syntax.TypePart, before: syntax.TypePart, unit: syntax.CompilationUnit) -> Span:
    """The dot in front of a part of a qualified name."""
    start = unit.file.content.rfind(b".", before.span.start, part.span.start)
    return Span(part.span.file, start, part.span.end) if start >= 0 else part.span


def arguments_span(part: syntax.TypePart, unit: syntax.CompilationUnit) -> Span:
    """The angle bracket that opens the type arguments of a part."""
    start = unit.file.content.find(b"<", part.span.start + len(part.name.encode()))
    return Span(part.span.file, start, start + 1) if start >= 0 else part.span


def type_span(name: syntax.TypeName, unit: syntax.CompilationUnit) -> Span:
    """Where a type is reported: the bracket of arguments, else the last dot, else its beginning."""
    match name:
        case syntax.ClassTypeName(parts):
            last = parts[-1]
            if last.arguments is not None:
                return arguments_span(last, unit)
            return dot_span(last, parts[-2], unit) if len(parts) > 1 else last.span
        case syntax.ArrayTypeName(element):
            start = unit.file.content.find(b"[", element.span.end)
            return Span(name.span.file, start, start + 1) if 0 <= start < name.span.end else name.span
        case syntax.PrimitiveTypeName() | syntax.WildcardTypeName():
            return name.span
