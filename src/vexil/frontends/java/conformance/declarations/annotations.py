"""Checks of annotations that mean something to the compiler, and that the others exist (JLS 9.6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.conformance.declarations.overriding import overridden
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.languages.java import tree as syntax
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable

_OF_THE_LANGUAGE = frozenset({"Override", "Deprecated", "SuppressWarnings", "SafeVarargs", "FunctionalInterface"})


def check_annotations(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Check the annotations of a class, its members and their parameters."""
    declaration = symbol.declaration
    if declaration is None:
        return
    inside = symbols.class_scope(symbol)
    around = inside.parent or inside
    for annotation in declaration.modifiers.annotations:
        _check_exists(symbols, annotation, around.of_header(symbol))
        if annotation.name == "FunctionalInterface":
            _check_functional(symbols, symbol, annotation)
        elif annotation.name in ("Override", "SafeVarargs"):
            symbols.diagnostics.report(annotation.span, "annotation type not applicable to this kind of declaration")
    for annotation in _of_members(declaration):
        _check_exists(symbols, annotation, inside)
    for member in declaration.members:
        if isinstance(member, syntax.FieldDeclaration):
            for annotation in member.modifiers.annotations:
                if annotation.name in ("Override", "FunctionalInterface"):
                    text = "annotation type not applicable to this kind of declaration"
                    symbols.diagnostics.report(annotation.span, text)
    for methods in symbol.methods.values():
        for method in methods:
            _check_override(symbols, method)


def _of_members(declaration: syntax.ClassDeclaration) -> Iterator[syntax.Annotation]:
    for member in declaration.members:
        if isinstance(member, (syntax.FieldDeclaration, syntax.MethodDeclaration)):
            yield from member.modifiers.annotations
        if isinstance(member, syntax.MethodDeclaration):
            for parameter in member.parameters:
                yield from parameter.modifiers.annotations
    for component in declaration.components:
        yield from component.modifiers.annotations


def _check_exists(symbols: SymbolTable, annotation: syntax.Annotation, scope: TypeScope) -> None:
    if annotation.name.removeprefix("java.lang.") in _OF_THE_LANGUAGE:
        return
    if annotation.name.startswith(("java.lang.annotation.", "jdk.")):
        return
    symbol = symbols.resolve_qualified(annotation.name, scope)
    if symbol is None:
        unmodelled = symbols.file_names(scope.unit).unmodelled(annotation.name)
        if unmodelled is None or not unmodelled.startswith("java.lang.annotation."):
            span = annotation.span
            symbols.report_missing_class(annotation.name, Span(span.file, span.start + 1, span.end), scope)
    elif symbol.kind is not ClassKind.ANNOTATION:
        span = annotation.span
        text = f"incompatible types: {symbol.display_name} cannot be converted to Annotation"
        symbols.diagnostics.report(Span(span.file, span.start + 1, span.end), text)


def _check_functional(symbols: SymbolTable, symbol: ClassSymbol, annotation: syntax.Annotation) -> None:
    if symbols.types.function_method(symbol) is not None:
        return
    text = f"Unexpected @FunctionalInterface annotation\n  {symbol.display_name} is not a functional interface"
    if symbol.is_interface:
        abstract = any(member.method.abstract for member in symbols.members.all_methods(symbol))
        why = "multiple non-overriding abstract methods found" if abstract else "no abstract method found"
        text = f"{text}\n    {why} in interface {symbol.display_name}"
    symbols.diagnostics.report(annotation.span, text)


def _check_override(symbols: SymbolTable, method: MethodSymbol) -> None:
    if method.declaration is None:
        return
    for annotation in method.declaration.modifiers.annotations:
        if annotation.name not in ("Override", "java.lang.Override"):
            continue
        if method.static:
            symbols.diagnostics.report(annotation.span, "static methods cannot be annotated with @Override")
        elif not _is_accessor(method) and not any(not other.static for other in overridden(symbols, method)):
            text = "method does not override or implement a method from a supertype"
            symbols.diagnostics.report(annotation.span, text)


def _is_accessor(method: MethodSymbol) -> bool:
    """Whether it is written instead of the accessor of a record component, which counts as overriding (JLS 9.6.4.4)."""
    declaration = method.owner.declaration
    if method.owner.kind is not ClassKind.RECORD or method.parameters or declaration is None:
        return False
    return any(component.name == method.name for component in declaration.components)
