"""Checks of modifiers and of which methods have bodies (JLS 8.1.1, 8.3.1, 8.4.3, 8.8.3, 9.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.messages import keyword_span
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.languages.java import tree as syntax
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable

_ORDER = (
    "public", "private", "protected", "static", "final", "synchronized", "volatile", "transient", "native", "interface",
    "abstract", "default", "strictfp", "sealed", "non-sealed",
)  # fmt: skip
_ACCESS = frozenset({"public", "private", "protected"})
_FIELD = _ACCESS | {"final", "static", "volatile", "transient"}
_METHOD = _ACCESS | {"abstract", "static", "native", "synchronized", "final", "strictfp"}
_INTERFACE_METHOD = frozenset({"abstract", "private", "static", "public", "strictfp", "default"})
_LOCAL_CLASS = frozenset({"final", "abstract", "strictfp", "static"})
_SEALING = frozenset({"sealed", "non-sealed"})
_EXCLUSIVE = (
    (frozenset({"static", "private"}), frozenset({"default"})),
    (frozenset({"abstract", "interface"}), frozenset({"final", "native", "synchronized"})),
    (frozenset({"public"}), frozenset({"private", "protected"})),
    (frozenset({"private"}), frozenset({"public", "protected"})),
    (frozenset({"final"}), frozenset({"volatile"})),
    (frozenset({"final"}), _SEALING),
    (frozenset({"sealed"}), frozenset({"final", "non-sealed"})),
)
_EXCLUSIVE_MEMBERS = (
    (frozenset({"abstract"}), frozenset({"private", "static", "default"})),
    *_EXCLUSIVE,
    (frozenset({"abstract", "native"}), frozenset({"strictfp"})),
)


def check_modifiers(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Check the modifiers of a class and of its fields and methods."""
    declaration, unit = symbol.declaration, symbol.unit
    if declaration is None or unit is None:
        return
    if declaration.name:
        _check_class(symbols, symbol, declaration, keyword_span(declaration, unit))
    for member in declaration.members:
        if isinstance(member, syntax.FieldDeclaration):
            allowed = frozenset({"public", "static", "final"}) if symbol.is_interface else _FIELD
            for declarator in member.declarators:
                _check(symbols, member.modifiers.words, allowed, _EXCLUSIVE_MEMBERS, declarator.name_span)
        elif isinstance(member, syntax.MethodDeclaration):
            words = member.modifiers.words
            if symbol.is_interface and "private" not in words:
                words |= {"public"}
            if _check(symbols, words, _allowed_for_method(symbol, member), _EXCLUSIVE_MEMBERS, member.name_span):
                _check_body(symbols, symbol, member)


def _check_class(symbols: SymbolTable, symbol: ClassSymbol, declaration: syntax.ClassDeclaration, span: Span) -> None:
    words = declaration.modifiers.words
    if symbol.code is not None:
        allowed = _LOCAL_CLASS
    elif symbol.outer is not None:
        allowed = _LOCAL_CLASS | _ACCESS | _SEALING
        if symbol.outer.is_interface:
            words |= {"public", "static"}
    else:
        allowed = frozenset({"final", "abstract", "strictfp", "public"}) | _SEALING
    if symbol.kind is ClassKind.ENUM:
        allowed -= {"abstract", "final"} | _SEALING
    elif symbol.kind is ClassKind.RECORD:
        allowed -= {"abstract"} | _SEALING
    if symbol.is_interface:
        words |= {"interface"}
        allowed |= {"interface"}
    _check(symbols, words, allowed, _EXCLUSIVE, span)


def _allowed_for_method(symbol: ClassSymbol, method: syntax.MethodDeclaration) -> frozenset[str]:
    if method.constructor:
        return frozenset({"private"}) if symbol.kind is ClassKind.ENUM else _ACCESS
    if symbol.is_interface:
        special = method.modifiers.words & {"default", "static", "private"}
        return _INTERFACE_METHOD if special else frozenset({"abstract", "public"})
    return _METHOD - {"native"} if symbol.kind is ClassKind.RECORD else _METHOD


def _check(
    symbols: SymbolTable,
    words: frozenset[str],
    allowed: frozenset[str],
    exclusive: tuple[tuple[frozenset[str], frozenset[str]], ...],
    span: Span,
) -> bool:
    illegal = words - allowed
    if illegal:
        shown = ",".join(sorted(illegal, key=_rank))
        symbols.diagnostics.report(span, f"modifier {shown} not allowed here")
        return False
    for some, others in exclusive:
        if words & some and words & others:
            first, second = min(words & some, key=_rank), min(words & others, key=_rank)
            symbols.diagnostics.report(span, f"illegal combination of modifiers: {first} and {second}")
            return False
    return True


def _rank(word: str) -> int:
    return _ORDER.index(word) if word in _ORDER else len(_ORDER)


def _check_body(symbols: SymbolTable, symbol: ClassSymbol, method: syntax.MethodDeclaration) -> None:
    words, span = method.modifiers.words, method.name_span
    if method.body is None:
        bodiless = words & {"abstract", "native"} or (
            symbol.is_interface and not words & {"default", "static", "private"}
        )
        if not bodiless:
            symbols.diagnostics.report(span, "missing method body, or declare abstract")
    elif symbol.is_interface and not words & {"default", "static", "private"}:
        symbols.diagnostics.report(method.body.span, "interface abstract methods cannot have body")
    elif "abstract" in words:
        symbols.diagnostics.report(span, "abstract methods cannot have a body")
    elif "native" in words:
        symbols.diagnostics.report(span, "native methods cannot have a body")
