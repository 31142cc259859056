"""Makes symbols of class declarations: names, flags and nesting; the rest follows on demand (JLS 8.1.1, 8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from vexil.frontends.java.symbols.completion import DeclaredCompletion
from vexil.frontends.java.symbols.messages import declared_text, keyword_span
from vexil.frontends.java.symbols.scopes import TypeScope
from vexil.frontends.java.symbols.shapes import direct_supertypes
from vexil.frontends.java.symbols.symbols import ClassSymbol, CodeOwner, LambdaOwner, MethodSymbol
from vexil.frontends.java.symbols.types import TypeVariable
from vexil.languages.java import tree as syntax
from vexil.languages.java.tree import ClassKind

if TYPE_CHECKING:
    from vexil.frontends.java.symbols.symbol_table import SymbolTable

_IMPLICITLY_STATIC = (ClassKind.INTERFACE, ClassKind.ENUM, ClassKind.RECORD, ClassKind.ANNOTATION)


def enter_unit(symbols: SymbolTable, unit: syntax.CompilationUnit, library: bool) -> list[ClassSymbol]:
    """Enter the classes of a file; gives all of them, members behind the classes they belong to."""
    entered: list[ClassSymbol] = []
    scope = TypeScope(unit)
    for declaration in unit.types:
        name = f"{unit.package}.{declaration.name}" if unit.package else declaration.name
        if not library and symbols.is_entered(name):
            symbols.diagnostics.report(keyword_span(declaration, unit), f"duplicate class: {name}")
            continue
        symbol = ClassSymbol(
            declaration.name, name, name, unit.package, declaration.kind, class_flags(declaration, None), None, None,
            declaration, unit, library,
        )  # fmt: skip
        prepare(symbols, symbol, scope)
        entered.append(symbol)
        symbols.add(symbol)
        entered.extend(enter_members(symbols, symbol))
    return entered


def prepare(symbols: SymbolTable, symbol: ClassSymbol, scope: TypeScope) -> DeclaredCompletion:
    """Give a symbol its completion; *scope* is where its declaration stands."""
    declaration = symbol.declaration
    parameters = declaration.type_parameters if declaration is not None else ()
    variables = tuple(TypeVariable(parameter.name, []) for parameter in parameters)
    completion = DeclaredCompletion(symbols, symbol, scope, variables)
    symbol.completion = completion
    for name in ("parameters", "superclass", "interfaces", "fields", "methods"):
        symbol.__dict__.pop(name, None)
    return completion


def enter_members(symbols: SymbolTable, symbol: ClassSymbol) -> list[ClassSymbol]:
    """Enter the member classes of a class and theirs, in textual order."""
    entered: list[ClassSymbol] = []
    work = [symbol]
    while work:
        outer = work.pop()
        if outer is not symbol:
            entered.append(outer)
        inner: list[ClassSymbol] = []
        for member in outer.declaration.members if outer.declaration is not None else ():
            if isinstance(member, syntax.ClassDeclaration):
                member_class = _enter_member(symbols, member, outer)
                if member_class is not None:
                    inner.append(member_class)
        work.extend(reversed(inner))
    return entered


def _enter_member(symbols: SymbolTable, declaration: syntax.ClassDeclaration, outer: ClassSymbol) -> ClassSymbol | None:
    assert outer.unit is not None
    name = declaration.name
    if name in outer.classes:
        namesake = outer.classes[name]
        message = f"{namesake.kind.value} {namesake.display_name} is already defined in {declared_text(outer)}"
        symbols.diagnostics.report(keyword_span(declaration, outer.unit), message)
        return None
    if has_name_of_enclosing(symbols, declaration, outer):
        return None
    flags = class_flags(declaration, outer)
    qualified = f"{outer.qualified_name}.{name}" if outer.qualified_name else name
    symbol = ClassSymbol(
        name, f"{outer.binary_name}${name}", qualified, outer.package, declaration.kind, flags, outer, None,
        declaration, outer.unit, outer.library, has_outer_instance="static" not in flags,
    )  # fmt: skip
    completion = outer.completion
    assert isinstance(completion, DeclaredCompletion)
    prepare(symbols, symbol, completion.body_scope())
    outer.classes[name] = symbol
    symbols.add(symbol)
    return symbol


def has_name_of_enclosing(symbols: SymbolTable, declaration: syntax.ClassDeclaration, outer: ClassSymbol) -> bool:
    """Whether a class has the name of one around it, which is reported (JLS 8.1)."""
    around: ClassSymbol | None = outer
    while around is not None and outer.unit is not None:
        if around.name == declaration.name and around.name:
            message = f"{declaration.kind.value} {declaration.name} is already defined in {_place_of(around)}"
            symbols.diagnostics.report(keyword_span(declaration, outer.unit), message)
            return True
        around = around.outer
    return False


def check_local_name(
    symbols: SymbolTable, declaration: syntax.ClassDeclaration, code: CodeOwner, scope: TypeScope
) -> None:
    """Report a local class with the name of another one in the same method (JLS 6.4)."""
    while isinstance(code, LambdaOwner):
        code = code.code
    level: TypeScope | None = scope
    while level is not None and level.members is None:
        namesake = level.names.get(declaration.name) if level.names is not None else None
        if isinstance(namesake, ClassSymbol) and namesake.declaration is not declaration:
            if isinstance(code, MethodSymbol):
                kind = "constructor" if code.constructor else "method"
                place = f"{kind} {symbols.types.method_text(code)}"
            else:
                place = declared_text(code.owner)
            text = f"{declaration.kind.value} {declaration.name} is already defined in {place}"
            symbols.diagnostics.report(keyword_span(declaration, scope.unit), text)
            return
        level = level.parent


def _place_of(symbol: ClassSymbol) -> str:
    if symbol.outer is not None:
        return declared_text(symbol.outer)
    return f"package {symbol.package}" if symbol.package else "package unnamed package"


def new_local(
    declaration: syntax.ClassDeclaration,
    binary_name: str,
    outer: ClassSymbol,
    code: CodeOwner | None,
    static_context: bool,
) -> ClassSymbol:
    """A symbol for a local or anonymous class, or an enum constant's body."""
    flags = class_flags(declaration, None)
    if static_context or declaration.kind in _IMPLICITLY_STATIC:
        flags |= {"static"}
    return ClassSymbol(
        declaration.name, binary_name, declaration.name, outer.package, declaration.kind, flags, outer, code,
        declaration, outer.unit, outer.library, has_outer_instance="static" not in flags,
    )  # fmt: skip


def class_flags(declaration: syntax.ClassDeclaration, outer: ClassSymbol | None) -> frozenset[str]:
    """The modifiers of a class, those that its kind or the class around it imply included."""
    flags = set(declaration.modifiers.words)
    kind = declaration.kind
    if outer is not None:
        if kind in _IMPLICITLY_STATIC:
            flags.add("static")
        if outer.is_interface:
            flags |= {"public", "static"}
    if kind in (ClassKind.INTERFACE, ClassKind.ANNOTATION):
        flags.add("abstract")
    elif kind is ClassKind.RECORD:
        flags.add("final")
    elif kind is ClassKind.ENUM:
        if not any(constant.body is not None for constant in declaration.constants):
            flags.add("final")
        elif any(
            isinstance(m, syntax.MethodDeclaration) and "abstract" in m.modifiers.words for m in declaration.members
        ):
            flags.add("abstract")
    return frozenset(flags)


def check_cycles(symbols: SymbolTable, classes: Sequence[ClassSymbol]) -> None:
    """Report classes that are their own supertypes, by inheritance or nesting, and cut their headers (JLS 8.1.4)."""
    done: set[ClassSymbol] = set()
    for symbol in classes:
        on_path: dict[ClassSymbol, None] = {}
        work: list[tuple[ClassSymbol, bool]] = [(symbol, False)]
        while work:
            current, leaving = work.pop()
            if leaving:
                on_path.pop(current)
                done.add(current)
                continue
            if current in on_path:
                _cut_cycle(symbols, symbol, current, on_path)
                continue
            if current in done or current.library:
                continue
            on_path[current] = None
            work.append((current, True))
            below = [s.symbol for s in direct_supertypes(current)]
            if current.outer is not None and current.code is None and current.name:
                below.append(current.outer)
            work.extend((each, False) for each in reversed(below))


def _cut_cycle(
    symbols: SymbolTable, started: ClassSymbol, reached: ClassSymbol, on_path: dict[ClassSymbol, None]
) -> None:
    path = list(on_path)
    cycle = path[path.index(reached) :]
    first = started if started in cycle else reached
    if first.declaration is not None and first.unit is not None:
        text = f"cyclic inheritance involving {first.display_name}"
        symbols.diagnostics.report(keyword_span(first.declaration, first.unit), text)
    for symbol in cycle:
        symbol.superclass = None if symbol.is_interface else symbols.object
        symbol.interfaces = ()
        symbols.types.forget(symbol)
