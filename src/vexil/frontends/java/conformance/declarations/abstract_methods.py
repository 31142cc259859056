"""Are all abstract methods implemented, and do inherited ones go together? (JLS 8.1.1.1, 8.4.8.3, 9.4.1.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.conformance.declarations.overriding import check_pair
from vexil.frontends.java.symbols.messages import keyword_span, symbol_text
from vexil.frontends.java.symbols.shapes import direct_supertypes
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.languages.java import tree as syntax
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


def class_span(symbol: ClassSymbol) -> Span:
    """Where a class is reported; the body of an enum constant at the constant."""
    declaration, outer = symbol.declaration, symbol.outer
    assert declaration is not None
    assert symbol.unit is not None
    if not declaration.name and outer is not None and symbol.code is None and outer.declaration is not None:
        for constant in outer.declaration.constants:
            if constant.body is declaration:
                return constant.span
    return keyword_span(declaration, symbol.unit)


def check_implemented(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Report the first abstract method that a class without ``abstract`` does not implement."""
    if symbol.kind is ClassKind.ENUM and _has_bodies(symbol):
        _check_constants(symbols, symbol)
        return
    if symbol.abstract or symbol.declaration is None or symbol.unit is None:
        return
    missing = first_missing(symbols, symbol)
    if missing is None:
        return
    parameters = ",".join(map(str, symbols.types.parameters_in(missing, symbol.this_type)))
    shown = f"{missing.name}({parameters}) in {missing.owner.display_name}"
    text = f"{symbol_text(symbol)} is not abstract and does not override abstract method {shown}"
    symbols.diagnostics.report(class_span(symbol), text)


def _has_bodies(symbol: ClassSymbol) -> bool:
    return symbol.declaration is not None and any(c.body is not None for c in symbol.declaration.constants)


def _check_constants(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """An enum that leaves methods to bodies of constants is abstract; then all have bodies (JLS 8.9.1)."""
    assert symbol.declaration is not None
    if first_missing(symbols, symbol) is None:
        return
    symbol.flags |= {"abstract"}
    for constant in symbol.declaration.constants:
        if constant.body is None:
            text = f"{symbol.display_name} is abstract; cannot be instantiated"
            symbols.diagnostics.report(constant.span, text)


def first_missing(symbols: SymbolTable, symbol: ClassSymbol) -> MethodSymbol | None:
    """The first abstract method without an implementation; as in javac, later members come first, then superclasses."""
    work, visited = [symbol], {symbol}
    while work:
        current = work.pop()
        if current is symbol or current.abstract:
            declared = [method for methods in current.methods.values() for method in methods]
            for method in sorted(declared, key=_position, reverse=True):
                if method.abstract and "private" not in method.flags and not _implemented(symbols, method, symbol):
                    return method
            for s in reversed(direct_supertypes(current)):
                if s.symbol not in visited:
                    visited.add(s.symbol)
                    work.append(s.symbol)
    return None


def _position(method: MethodSymbol) -> int:
    return method.span.start if method.span is not None else -1


def _implemented(symbols: SymbolTable, method: MethodSymbol, symbol: ClassSymbol) -> bool:
    types, site = symbols.types, symbol.this_type
    for owner in types.closure(symbol):
        for candidate in owner.methods.get(method.name, ()):
            if candidate.abstract or candidate.static or len(candidate.parameters) != len(method.parameters):
                continue
            if owner.is_interface and not types.is_subclass(owner, method.owner):
                continue
            if ("private" in candidate.flags and owner is not symbol) or not types.is_inherited(candidate, symbol):
                continue
            if types.subsignature(candidate, method, site) and types.is_return_substitutable(candidate, method, site):
                return True
    return False


def check_inherited_pairs(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Check methods that a class inherits from unrelated supertypes against each other."""
    if len(direct_supertypes(symbol)) < 2 or symbol.declaration is None or symbol.unit is None:
        return
    types, site = symbols.types, symbol.this_type
    by_name: dict[str, list[MethodSymbol]] = {}
    for owner in types.closure(symbol):
        if owner is symbols.object.symbol:
            continue
        for name, methods in owner.methods.items():
            if name != "<init>":
                by_name.setdefault(name, []).extend(
                    m for m in methods if not m.static and types.is_inherited(m, symbol)
                )
    for methods in by_name.values():
        if len(methods) < 2:
            continue
        for position, first in enumerate(methods):
            for second in methods[position + 1 :]:
                related = types.is_subclass(first.owner, second.owner) or types.is_subclass(second.owner, first.owner)
                if related or len(first.parameters) != len(second.parameters):
                    continue
                if types.override_equivalent(first, second, site) and _report_pair(
                    symbols, symbol, first, second, methods
                ):
                    return


def _report_pair(
    symbols: SymbolTable, symbol: ClassSymbol, first: MethodSymbol, second: MethodSymbol, methods: list[MethodSymbol]
) -> bool:
    """Report two inherited methods that do not go together; *first* comes from a class if one of them does."""
    types, site = symbols.types, symbol.this_type
    if any(_overrides_both(symbols, m, first, second, symbol) for m in methods):
        return False
    if not first.owner.is_interface and not first.abstract:
        return check_pair(symbols, symbol, first, second, class_span(symbol))
    shown = f"{first.name}({','.join(map(str, types.parameters_in(first, site)))})"
    unrelated = not (
        types.is_return_substitutable(first, second, site) or types.is_return_substitutable(second, first, site)
    )
    pair = f"types {second.owner.display_name} and {first.owner.display_name} are incompatible;"
    if unrelated:
        text = f"{pair}\n  both define {shown}, but with unrelated return types"
        symbols.diagnostics.report(class_span(symbol), text)
        return True
    if not first.owner.is_interface or (first.abstract and second.abstract):
        return False
    if symbol.declaration is not None and not symbol.abstract and (first.abstract or second.abstract):
        return False
    default, abstract = (first, second) if not first.abstract else (second, first)
    names = f"{default.owner.display_name} and {abstract.owner.display_name}"
    what = "abstract and default" if abstract.abstract else "unrelated defaults"
    kind = syntax.ClassKind.CLASS.value if not symbol.is_interface else symbol.kind.value
    inherits = f"{kind} {symbol.display_name} inherits {what} for {shown} from types {names}"
    text = f"types {names} are incompatible;\n  {inherits}"
    symbols.diagnostics.report(class_span(symbol), text)
    return True


def _overrides_both(
    symbols: SymbolTable, method: MethodSymbol, first: MethodSymbol, second: MethodSymbol, symbol: ClassSymbol
) -> bool:
    """Whether a method is more specific than both, so that the class has only it."""
    types, site = symbols.types, symbol.this_type
    if method is first or method is second:
        return False
    for other in (first, second):
        if not types.is_subclass(method.owner, other.owner) and (method.owner.is_interface or method.abstract):
            return False
    return types.override_equivalent(method, first, site) and types.override_equivalent(method, second, site)
