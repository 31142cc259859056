"""Constructors of a class: no circle of calls, and those of records lead to the canonical one."""

from __future__ import annotations

from vexil.frontends.java.conformance.flow.code import Bodies, constructor_call
from vexil.frontends.java.symbols.symbol_table import SymbolTable
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.typing import tree as typed
from vexil.languages.java import tree as syntax


def check_constructors(symbols: SymbolTable, bodies: Bodies) -> None:
    """Report what is wrong with the calls of constructors by constructors, in all classes that are typed."""
    for cls in tuple(symbols.classes):
        _check_circles(symbols, cls, bodies)
        if cls.kind is syntax.ClassKind.RECORD:
            for method in cls.methods.get("<init>", ()):
                _check_canonical(symbols, method)


def _check_circles(symbols: SymbolTable, cls: ClassSymbol, bodies: Bodies) -> None:
    """Report constructors that call each other in a circle (JLS 8.8.7)."""
    calls: dict[MethodSymbol, typed.Call] = {}
    for constructor in cls.methods.get("<init>", ()):
        body = bodies.body(constructor) if constructor.declaration is not None else None
        call = constructor_call(body) if body is not None else None
        if call is not None and call.method.owner is cls:
            calls[constructor] = call
    done: set[MethodSymbol] = set()
    for start in calls:
        path: list[MethodSymbol] = []
        current = start
        while current in calls and current not in done and current not in path:
            path.append(current)
            current = calls[current].method
        if current in path:
            call = calls[current]
            at = current.span if call.method is current and current.span is not None else call.span
            symbols.diagnostics.report(at, "recursive constructor invocation")
        done.update(path)


def _check_canonical(symbols: SymbolTable, method: MethodSymbol) -> None:
    """A constructor of a record that is not the canonical one calls another (JLS 8.10.4)."""
    owner, declaration = method.owner, method.declaration
    if declaration is None or declaration.compact or declaration.body is None:
        return
    assert owner.declaration is not None
    erasure = symbols.types.erasure
    components = [owner.fields[one.name].type for one in owner.declaration.components if one.name in owner.fields]
    if list(map(erasure, method.parameters)) == list(map(erasure, components)):
        return
    statements = declaration.body.block().statements
    first = statements[0] if statements else None
    call = first.expression if isinstance(first, syntax.ExpressionStatement) else None
    if isinstance(call, syntax.ConstructorCall) and not call.to_super:
        return
    text = "constructor is not canonical, so its first statement must invoke another constructor of class"
    symbols.diagnostics.report(declaration.name_span, f"{text} {owner.display_name}")
