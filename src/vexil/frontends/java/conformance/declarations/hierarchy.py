"""Checks of classes against their supertypes, reported as javac does (JLS 8.1, 8.4.8, 9.4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.conformance.declarations.abstract_methods import check_implemented, check_inherited_pairs
from vexil.frontends.java.conformance.declarations.annotations import check_annotations
from vexil.frontends.java.conformance.declarations.modifiers import check_modifiers
from vexil.frontends.java.conformance.declarations.overriding import check_overriding
from vexil.frontends.java.conformance.declarations.records import check_record
from vexil.frontends.java.symbols.messages import keyword_span, type_span
from vexil.frontends.java.symbols.shapes import direct_supertypes
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


def check_class(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Report what is wrong with the header and the members of a class; a symbol table has it done for each class."""
    check_modifiers(symbols, symbol)
    _check_file_name(symbols, symbol)
    _check_throwable(symbols, symbol)
    _check_sealing(symbols, symbol)
    _check_arguments(symbols, symbol)
    check_implemented(symbols, symbol)
    check_overriding(symbols, symbol)
    check_inherited_pairs(symbols, symbol)
    check_annotations(symbols, symbol)
    if symbol.kind is ClassKind.RECORD:
        check_record(symbols, symbol)


def _check_file_name(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    if symbol.outer is not None or "public" not in symbol.flags or symbol.unit is None or symbol.declaration is None:
        return
    file = symbol.unit.file.name.replace("\\", "/").rpartition("/")[2]
    if file.endswith(".java") and file != f"{symbol.name}.java":
        kind = "class" if symbol.kind is ClassKind.RECORD else symbol.kind.value.lstrip("@")
        text = f"{kind} {symbol.name} is public, should be declared in a file named {symbol.name}.java"
        symbols.diagnostics.report(keyword_span(symbol.declaration, symbol.unit), text)


def _check_throwable(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """A class with type parameters around it is no exception (JLS 8.1.2)."""
    generic = bool(symbol.all_parameters) or (isinstance(symbol.code, MethodSymbol) and symbol.code.type_parameters)
    if not generic or not symbols.types.is_subclass(symbol, symbols.throwable.symbol):
        return
    declaration, unit = symbol.declaration, symbol.unit
    if declaration is not None and unit is not None:
        named = declaration.superclass
        span = type_span(named, unit) if named is not None else keyword_span(declaration, unit)
        symbols.diagnostics.report(span, "a generic class may not extend java.lang.Throwable")


def _check_sealing(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """A direct subclass of a sealed class says how it is sealed itself (JLS 8.1.1.2)."""
    if symbol.declaration is None or symbol.unit is None or not symbol.name:
        return
    above_sealed = any("sealed" in s.symbol.flags for s in direct_supertypes(symbol))
    span = keyword_span(symbol.declaration, symbol.unit)
    if above_sealed and symbol.code is not None:
        symbols.diagnostics.report(span, "local classes must not extend sealed classes")
    elif above_sealed and symbol.kind is not ClassKind.ENUM and not symbol.flags & {"final", "sealed", "non-sealed"}:
        expected = "sealed or non-sealed" if symbol.is_interface else "sealed, non-sealed or final"
        symbols.diagnostics.report(span, f"{expected} modifiers expected")
    elif "non-sealed" in symbol.flags and not above_sealed:
        why = f"({symbol.kind.value} {symbol.display_name} does not have any sealed supertypes)"
        symbols.diagnostics.report(span, f"non-sealed modifier not allowed here\n    {why}")


def _check_arguments(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """No interface is inherited with different arguments (JLS 8.1.5)."""
    if symbol.declaration is None or symbol.unit is None:
        return
    inherited: dict[ClassSymbol, ClassType] = {}
    for direct in direct_supertypes(symbol):
        for owner in symbols.types.closure(direct.symbol):
            if not owner.all_parameters:
                continue
            supertype = symbols.types.as_super(direct, owner)
            other = inherited.setdefault(owner, supertype) if supertype is not None else None
            if supertype is None or other is None or symbols.types.is_same(supertype, other):
                continue
            if not (supertype.arguments and other.arguments):
                continue
            shown = [f"<{','.join(map(str, t.arguments))}>" for t in (supertype, other)]
            text = f"{owner.display_name} cannot be inherited with different arguments: {shown[0]} and {shown[1]}"
            symbols.diagnostics.report(keyword_span(symbol.declaration, symbol.unit), text)
            return
