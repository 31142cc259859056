"""Checks of methods against those that they override or hide (JLS 8.4.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.messages import declared_text, symbol_text
from vexil.frontends.java.symbols.shapes import arguments_of, map_types
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable

_ACCESS = ("private", "", "protected", "public")


def check_overriding(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Check the methods that a class declares against those of its supertypes."""
    erased: dict[str, tuple[MethodSymbol, MethodSymbol]] = {}
    for name, methods in symbol.methods.items():
        if name == "<init>":
            continue
        for method in methods:
            if method.span is not None:
                others = _check_method(symbols, symbol, method)
                _check_bridges(symbols, symbol, method, others, erased)


def overridden(symbols: SymbolTable, method: MethodSymbol) -> list[MethodSymbol]:
    """The methods of supertypes that a method overrides or hides, whether it may or not."""
    types, owner = symbols.types, method.owner
    methods: list[MethodSymbol] = []
    for above in types.closure(owner):
        if above is owner or (owner.is_interface and not above.is_interface and above is not symbols.object.symbol):
            continue
        methods.extend(
            other
            for other in above.methods.get(method.name, ())
            if _is_overridable(other, owner) and types.subsignature(method, other, owner.this_type)
        )
    return methods


def _is_overridable(method: MethodSymbol, in_class: ClassSymbol) -> bool:
    if "private" in method.flags:
        return False
    if "public" in method.flags:
        return not (method.owner.is_interface and method.static)
    if "protected" in method.flags:
        return not in_class.is_interface
    return method.owner.package == in_class.package and not in_class.is_interface


def _check_method(symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol) -> list[MethodSymbol]:
    assert method.span is not None
    others = overridden(symbols, method)
    text = _special(symbols, symbol, method, others)
    if text is not None:
        symbols.diagnostics.report(method.span, text)
        return []
    for other in others:
        if check_pair(symbols, symbol, method, other, method.span):
            return []
    _check_erasures(symbols, symbol, method, others)
    return others


def _check_bridges(
    symbols: SymbolTable,
    symbol: ClassSymbol,
    method: MethodSymbol,
    others: list[MethodSymbol],
    erased: dict[str, tuple[MethodSymbol, MethodSymbol]],
) -> None:
    """No two methods override methods of the same erasure (JLS 8.4.8.3)."""
    types, site = symbols.types, symbol.this_type
    for other in others:
        if other.static or not other.parameters:
            continue
        known, first = erased.setdefault(types.erased_signature(other), (method, other))
        if known is method or method.span is None or symbol.library:
            continue
        shown = [
            f"{m.name}({','.join(map(str, types.parameters_in(m, site)))}) in {m.owner.display_name}"
            for m in (other, first)
        ]
        clash = "has two methods with the same erasure, yet neither overrides the other"
        text = (
            f"name clash: {declared_text(symbol)} {clash}\n    first method:  {shown[0]}\n    second method: {shown[1]}"
        )
        symbols.diagnostics.report(method.span, text)
        return


def _special(symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol, others: list[MethodSymbol]) -> str | None:
    """What interfaces and enums may not override (JLS 9.4.1.2, 8.9.2)."""
    of_object = any(other.owner is symbols.object.symbol and "public" in other.flags for other in others)
    if symbol.is_interface and "default" in method.flags and of_object:
        where = f"in interface {symbol.display_name}"
        return f"default method {method.name} {where} overrides a member of java.lang.Object"
    if symbol.kind is ClassKind.ENUM and method.name == "finalize" and not method.parameters:
        return "enums cannot have finalize methods"
    return None


def _check_erasures(
    symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol, others: list[MethodSymbol]
) -> None:
    """No method has the erasure of one that it does not override (JLS 8.4.8.3)."""
    types = symbols.types
    assert method.span is not None
    for above in types.closure(symbol):
        if above is symbol:
            continue
        for other in above.methods.get(method.name, ()):
            if other in others or not _is_overridable(other, symbol):
                continue
            if types.erased_parameters(method) != types.erased_parameters(other):
                continue
            mine = f"{method.name}({','.join(map(str, method.parameters))}) in {symbol_text(symbol)}"
            parameters = types.parameters_in(other, symbol.this_type)
            theirs = f"{other.name}({','.join(map(str, parameters))}) in {above.display_name}"
            text = f"name clash: {mine} and {theirs} have the same erasure, yet neither overrides the other"
            symbols.diagnostics.report(method.span, text)
            return


def check_pair(
    symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol, other: MethodSymbol, span: Span
) -> bool:
    """Report why *method* may not override *other* as members of a class; gives whether there was something."""
    if symbol.library:
        return False
    reason = _why_not(symbols, symbol, method, other)
    if reason is None:
        return False
    verb, why = reason
    if verb is None:
        both = not other.owner.is_interface
        verb = "cannot override" if both else "cannot implement" if not method.owner.is_interface else "clashes with"
    types = symbols.types
    mine = f"{types.method_text(method)} in {symbol_text(method.owner)}"
    theirs = f"{types.method_text(other)} in {other.owner.display_name}"
    symbols.diagnostics.report(span, f"{mine} {verb} {theirs}\n  {why}")
    return True


def _why_not(
    symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol, other: MethodSymbol
) -> tuple[str | None, str] | None:
    types, site = symbols.types, symbol.this_type
    if method.static and not other.static:
        return None, "overriding method is static"
    if "final" in other.flags or (other.static and not method.static):
        words = [word for word in ("static", "final") if word in other.flags]
        return None, f"overridden method is {' '.join(words)}"
    if not symbol.is_interface and _ACCESS.index(_access(method)) < _ACCESS.index(_access(other)):
        return None, f"attempting to assign weaker access privileges; was {_access(other) or 'package'}"
    if not types.is_return_substitutable(method, other, site):
        verb = "cannot hide" if method.static and other.static else None
        theirs = types.result_in(other, site)
        renamed = types.adapted(method, other)
        shown = types.substitute(theirs, renamed) if renamed else theirs
        return verb, f"return type {types.result_in(method, site)} is not compatible with {shown}"
    unhandled = _unhandled(symbols, symbol, method, other)
    if unhandled is not None:
        return None, f"overridden method does not throw {unhandled}"
    return None


def _access(method: MethodSymbol) -> str:
    return next((word for word in ("private", "protected", "public") if word in method.flags), "")


def _unhandled(symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol, other: MethodSymbol) -> JavaType | None:
    if not method.throws:
        return None
    types = symbols.types
    base = types.as_super(symbol.this_type, other.owner)
    allowed = other.throws
    if base is not None and base.arguments:
        allowed = map_types(allowed, arguments_of(base))
    allowed = map_types(allowed, types.adapted(method, other) or {})
    for thrown in reversed(method.throws):
        if types.is_checked_exception(thrown) and not any(
            types.is_subtype(types.erasure(thrown), types.erasure(t)) for t in allowed
        ):
            return thrown
    return None
