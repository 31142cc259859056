"""Checks of what records may declare (JLS 8.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.languages.java import tree as syntax

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable

_ACCESS = ("private", "", "protected", "public")


def check_record(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Check the fields, accessors and canonical constructor of a record."""
    declaration = symbol.declaration
    if declaration is None:
        return
    for member in declaration.members:
        if isinstance(member, syntax.FieldDeclaration) and "static" not in member.modifiers.words:
            text = "field declaration must be static\n    (consider replacing field with record component)"
            symbols.diagnostics.report(member.declarators[0].name_span, text)
        elif isinstance(member, syntax.Initialiser) and not member.static:
            symbols.diagnostics.report(member.body.span, "instance initializers not allowed in records")
    names = [component.name for component in declaration.components]
    for name in names:
        for method in symbol.methods.get(name, ()):
            _check_accessor(symbols, symbol, method)
    components = tuple(symbol.fields[name].type for name in names)
    erased = tuple(symbols.types.erasure(t) for t in components)
    for method in symbol.methods.get("<init>", ()):
        if method.declaration is not None and symbols.types.erased_parameters(method) == erased:
            _check_canonical(symbols, symbol, method, names)


def _check_accessor(symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol) -> None:
    if method.span is None or method.parameters:
        return
    component = symbol.fields[method.name]
    why = None
    if not symbols.types.is_same(method.result, component.type):
        why = f"return type of accessor method {method.name}() must match the type of record component {method.name}"
    elif method.throws:
        why = "throws clause not allowed for accessor method"
    elif method.type_parameters:
        why = "accessor method must not be generic"
    elif "public" not in method.flags:
        why = "accessor method must be public"
    elif method.static:
        why = "accessor method must not be static"
    if why is not None:
        symbols.diagnostics.report(method.span, f"invalid accessor method in record {symbol.display_name}\n    ({why})")


def _check_canonical(symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol, names: list[str]) -> None:
    assert method.span is not None
    assert method.declaration is not None
    kind = "compact" if method.declaration.compact else "canonical"
    why = None
    if _ACCESS.index(_access(method.flags)) < _ACCESS.index(_access(symbol.flags)):
        why = f"attempting to assign stronger access privileges; was {_access(symbol.flags) or 'package'}"
    elif list(method.parameter_names) != names:
        why = "invalid parameter names in canonical constructor"
    elif method.throws:
        why = f"throws clause not allowed for {kind} constructor"
    elif method.type_parameters:
        why = f"{kind} constructor must not be generic"
    if why is not None:
        text = f"invalid canonical constructor in record {symbol.display_name}\n    ({why})"
        symbols.diagnostics.report(method.span, text)


def _access(flags: frozenset[str]) -> str:
    return next((word for word in ("private", "protected", "public") if word in flags), "")
