"""Members of classes: those that are declared, and those that the compiler adds (JLS 8.3 to 8.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.messages import declared_text
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.symbols import ClassSymbol, ConstantValue, FieldSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.languages.java import tree as syntax
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable


def enter_declared_members(
    symbols: SymbolTable, symbol: ClassSymbol, scope: TypeScope, called: MethodSymbol | None
) -> None:
    """Enter the members of a class; *called* is the constructor that an anonymous class's passes its arguments to."""
    declaration = symbol.declaration
    if declaration is None:
        return
    static_scope = scope.in_static_code()
    for constant in declaration.constants:
        flags = frozenset({"public", "static", "final", "enum"})
        entered = FieldSymbol(constant.name, symbol.this_type, symbol, flags, constant.span, enum_constant=constant)
        add_field(symbols, symbol, entered)
    if symbol.kind is ClassKind.ENUM:
        enter_enum_methods(symbols, symbol)
    for component in declaration.components:
        component_type = parameter_type(symbols, component, scope)
        flags = frozenset({"private", "final"})
        add_field(symbols, symbol, FieldSymbol(component.name, component_type, symbol, flags, component.name_span))
    for member in declaration.members:
        if isinstance(member, syntax.FieldDeclaration):
            _enter_fields(symbols, symbol, member, scope, static_scope)
        elif isinstance(member, syntax.MethodDeclaration):
            add_method(symbols, symbol, _method(symbols, symbol, member, scope, static_scope))
    enter_implied_members(symbols, symbol, called)


# --- fields ----------------------------------------------------------------------------------------------


def _enter_fields(
    symbols: SymbolTable,
    symbol: ClassSymbol,
    declaration: syntax.FieldDeclaration,
    scope: TypeScope,
    static_scope: TypeScope,
) -> None:
    flags = declaration.modifiers.words
    if symbol.is_interface:
        flags |= {"public", "static", "final"}
    written = symbols.resolve_type(declaration.type, static_scope if "static" in flags else scope)
    for declarator in declaration.declarators:
        type_ = _with_rank(written, declarator.rank)
        entered = FieldSymbol(declarator.name, type_, symbol, flags, declarator.name_span, declarator.initialiser)
        if "final" in flags and declarator.initialiser is not None and _may_be_constant(type_):
            entered.constant = _Constant(symbols, entered).value
        add_field(symbols, symbol, entered)


def _with_rank(t: JavaType, rank: int) -> JavaType:
    for _ in range(rank):
        t = t if t == java.ERROR else java.ArrayType(t)
    return t


def _may_be_constant(t: JavaType) -> bool:
    return isinstance(t, java.PrimitiveType) or (
        isinstance(t, java.ClassType) and t.symbol.binary_name == "java.lang.String"
    )


class _Constant:
    """The value of a constant variable, computed once; a variable that depends on itself is none."""

    __slots__ = ("_done", "_field", "_symbols", "_value")

    def __init__(self, symbols: SymbolTable, field: FieldSymbol) -> None:
        self._symbols = symbols
        self._field = field
        self._done = False
        self._value: ConstantValue | None = None

    def value(self) -> ConstantValue | None:
        """The value, ``None`` if it is not constant."""
        if not self._done:
            self._done = True
            self._value = self._symbols.evaluate_constant(self._field)
        return self._value


def add_field(symbols: SymbolTable, symbol: ClassSymbol, entered: FieldSymbol) -> None:
    """Add a field to a class; a second one of the name is reported and left out."""
    if entered.name in symbol.fields:
        if entered.span is not None:
            place = declared_text(symbol)
            text = f"variable {entered.name} is already defined in {place}"
            if symbol.kind is ClassKind.RECORD and not entered.static:
                text = f"record component {entered.name} is already defined in {place}"
            symbols.diagnostics.report(entered.span, text)
    else:
        symbol.fields[entered.name] = entered


# --- methods ---------------------------------------------------------------------------------------------


def _method(
    symbols: SymbolTable,
    symbol: ClassSymbol,
    declaration: syntax.MethodDeclaration,
    scope: TypeScope,
    static_scope: TypeScope,
) -> MethodSymbol:
    from vexil.frontends.java.symbols.completion import enter_bounds

    flags = _method_flags(symbol, declaration)
    inside = static_scope if "static" in flags else scope
    variables = tuple(java.TypeVariable(parameter.name, [symbols.object]) for parameter in declaration.type_parameters)
    inside = inside.with_variables(variables)
    if variables:
        enter_bounds(symbols, declaration.type_parameters, variables, inside)
    declared = declaration.parameters
    if declaration.compact and symbol.declaration is not None:
        declared = symbol.declaration.components
    parameters = tuple(parameter_type(symbols, parameter, inside) for parameter in declared)
    result: JavaType = java.VOID
    if declaration.result is not None and not declaration.constructor:
        result = symbols.resolve_type(declaration.result, inside)
    throws = tuple(_thrown(symbols, name, inside) for name in declaration.throws)
    return MethodSymbol(
        "<init>" if declaration.constructor else declaration.name,
        symbol,
        variables,
        parameters,
        tuple(parameter.name for parameter in declared),
        bool(declared) and declared[-1].variable,
        result,
        tuple(t for t in throws if t is not None),
        flags,
        declaration.name_span,
        declaration,
    )


def _thrown(symbols: SymbolTable, name: syntax.TypeName, scope: TypeScope) -> JavaType | None:
    kind = symbols.resolve_type(name, scope)
    if kind == java.ERROR:
        return None
    span: Span = name.span
    if not symbols.types.is_subtype(kind, symbols.throwable):
        text = f"incompatible types: {kind} cannot be converted to Throwable"
        symbols.check_when_complete(lambda: symbols.diagnostics.report(span, text))
        return None
    return kind


def parameter_type(symbols: SymbolTable, parameter: syntax.Parameter, scope: TypeScope) -> JavaType:
    """The type of a parameter or record component; an array for a variable number of arguments."""
    kind = symbols.resolve_type(parameter.type, scope)
    if kind == java.VOID:
        symbols.diagnostics.report(parameter.type.span, "'void' type not allowed here")
        return java.ERROR
    return java.ArrayType(kind) if parameter.variable and kind != java.ERROR else kind


def _method_flags(symbol: ClassSymbol, declaration: syntax.MethodDeclaration) -> frozenset[str]:
    flags = set(declaration.modifiers.words)
    if symbol.is_interface:
        if "private" not in flags:
            flags.add("public")
        if not flags & {"default", "static", "private"}:
            flags.add("abstract")
    if declaration.constructor and symbol.kind is ClassKind.ENUM:
        flags.add("private")
    return frozenset(flags)


def add_method(symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol) -> None:
    """Add a method to a class; one with the signature or erasure of another is reported and left out (JLS 8.4.2)."""
    others = symbol.methods.setdefault(method.name, [])
    for other in others:
        if len(other.parameters) == len(method.parameters) and _clash(symbols, symbol, method, other):
            return
    others.append(method)


def _clash(symbols: SymbolTable, symbol: ClassSymbol, method: MethodSymbol, other: MethodSymbol) -> bool:
    types = symbols.types
    if java.ERROR in method.parameters or types.erased_parameters(method) != types.erased_parameters(other):
        return False
    if method.span is None:
        return True
    shown, shown_other = types.method_text(method), types.method_text(other)
    kind = "constructor" if method.constructor else "method"
    place = declared_text(symbol)
    if types.same_parameters(method, other, symbol.this_type):
        if method.varargs != other.varargs:
            text = f"cannot declare both {shown} and {shown_other} in {symbol.display_name}"
        else:
            text = f"{kind} {shown} is already defined in {place}"
    else:
        text = f"name clash: {shown} and {shown_other} have the same erasure"
    symbols.diagnostics.report(method.span, text)
    return True


_ACCESS = frozenset({"public", "protected", "private"})


def enter_implied_members(symbols: SymbolTable, symbol: ClassSymbol, called: MethodSymbol | None) -> None:
    """Add what a class has without declaring it; these methods have no declaration."""
    match symbol.kind:
        case ClassKind.CLASS:
            if "<init>" not in symbol.methods:
                _add_default_constructor(symbols, symbol, called)
        case ClassKind.ENUM:
            if "<init>" not in symbol.methods:
                _add(symbol, "<init>", (), (), java.VOID, "private")
        case ClassKind.RECORD:
            _add_record_members(symbols, symbol)
        case ClassKind.INTERFACE | ClassKind.ANNOTATION:
            pass


def enter_enum_methods(symbols: SymbolTable, symbol: ClassSymbol) -> None:
    """Add ``values`` and ``valueOf``; declarations of the same methods are mistakes."""
    _add(symbol, "values", (), (), java.ArrayType(symbol.this_type), "public", "static")
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
        _add(symbol, "<init>", (), (), java.VOID, *access)
        return
    types, site = symbols.types, symbol.superclass
    parameters = tuple(types.member_type(site, t, called.owner) for t in called.parameters)
    method = _add(symbol, "<init>", parameters, called.parameter_names, java.VOID, varargs=called.varargs)
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
        _add(symbol, "<init>", types, names, java.VOID, *access, varargs=variable)
    for component in components:
        if not any(not method.parameters for method in symbol.methods.get(component.name, ())):
            _add(symbol, component.name, (), (), component.type, "public")
    implied: tuple[tuple[str, tuple[JavaType, ...], tuple[str, ...], JavaType], ...] = (
        ("toString", (), (), symbols.string),
        ("hashCode", (), (), java.INT),
        ("equals", (symbols.object,), ("other",), java.BOOLEAN),
    )
    for name, parameters, names, result in implied:
        if not any(_has_parameters(symbols, method, parameters) for method in symbol.methods.get(name, ())):
            _add(symbol, name, parameters, names, result, "public", "final")


def _has_parameters(symbols: SymbolTable, method: MethodSymbol, parameters: tuple[JavaType, ...]) -> bool:
    erased = tuple(symbols.types.erasure(t) for t in parameters)
    return symbols.types.erased_parameters(method) == erased
