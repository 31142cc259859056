"""Members that the compiler adds: default constructors, members of enums and records (JLS 8.8.9, 8.9.3, 8.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import BOOLEAN, INT, VOID, ArrayType, JavaType
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable

_ACCESS = frozenset({"public", "protected", "private"})


def enter_implied_members(symbols: SymbolTable, symbol: ClassSymbol, called: MethodSymbol | None) -> None:
    """Add what a class has without declaring it; these methods have no declaration."""
    match symbol.kind:
        case ClassKind.CLASS:
            if "<init>" not in symbol.methods:
                _add_default_constructor(symbols, symbol, called)
        case ClassKind.ENUM:
            if "<init>" not in symbol.methods:
                _add(symbol, "<init>", (), (), VOID, "private")
        case ClassKind.RECORD:
            _add_record_members(symbols, symbol)
        case ClassKind.INTERFACE | ClassKind.ANNOTATION:
            pass


def enter_enum_methods(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Add ``values`` and ``valueOf``; declarations of the same methods are mistakes."""
    _add(symbol, "values", (), (), ArrayType(symbol.this_type), "public", "static")
    _add(symbol, "valueOf", (symbols.string,), ("name",), symbol.this_type, "public", "static")


def _add(
    symbol: ClassSymbol,
    name: str,
    parameters: tuple[JavaType, ...],
    names: tuple[str, ...],
    result: JavaType,
    *flags: str,
    varargs: bool = False,
) -> MethodSymbol:
    method = MethodSymbol(name, symbol, (), parameters, names, varargs, result, (), frozenset(flags), None)
    symbol.methods.setdefault(name, []).append(method)
    return method


def _add_default_constructor(symbols: SymbolTable, symbol: ClassSymbol, called: MethodSymbol | None) -> None:
    access = tuple(sorted(symbol.flags & _ACCESS))
    if called is None or symbol.superclass is None:
        _add(symbol, "<init>", (), (), VOID, *access)
        return
    types, site = symbols.types, symbol.superclass
    parameters = tuple(types.member_type(site, t, called.owner) for t in called.parameters)
    method = _add(symbol, "<init>", parameters, called.parameter_names, VOID, varargs=called.varargs)
    method.throws = tuple(types.member_type(site, t, called.owner) for t in called.throws)


def _add_record_members(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    declaration = symbol.declaration
    assert declaration is not None
    components = [symbol.fields[c.name] for c in declaration.components if c.name in symbol.fields]
    types = tuple(component.type for component in components)
    if not any(_has_parameters(symbols, method, types) for method in symbol.methods.get("<init>", ())):
        access = tuple(sorted(symbol.flags & _ACCESS))
        names = tuple(component.name for component in components)
        variable = bool(declaration.components) and declaration.components[-1].variable
        _add(symbol, "<init>", types, names, VOID, *access, varargs=variable)
    for component in components:
        if not any(not method.parameters for method in symbol.methods.get(component.name, ())):
            _add(symbol, component.name, (), (), component.type, "public")
    implied: tuple[tuple[str, tuple[JavaType, ...], tuple[str, ...], JavaType], ...] = (
        ("toString", (), (), symbols.string),
        ("hashCode", (), (), INT),
        ("equals", (symbols.object,), ("other",), BOOLEAN),
    )
    for name, parameters, names, result in implied:
        if not any(_has_parameters(symbols, method, parameters) for method in symbol.methods.get(name, ())):
            _add(symbol, name, parameters, names, result, "public", "final")


def _has_parameters(symbols: SymbolTable, method: MethodSymbol, parameters: tuple[JavaType, ...]) -> bool:
    erased = tuple(symbols.types.erasure(t) for t in parameters)
    return symbols.types.erased_parameters(method) == erased
