"""Local and anonymous classes (JLS 14.3, 15.9.5): entering them, what they capture, and enclosing instances."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.code import Code, Surroundings
from vexil.languages.java import tree as syntax


def enclosing_for(code: Code, symbol: ClassSymbol, at: Span, span: Span) -> typed.Expression:
    """The enclosing instance that a new instance of an inner class gets (JLS 15.9.2)."""
    wanted = symbol.outer
    assert wanted is not None
    cls: ClassSymbol | None = code.cls
    static = code.static
    while cls is not None:
        encloses = cls is wanted
        if not encloses and symbol.code is None:
            encloses = code.types.as_super(code.shared.this_type(cls), wanted) is not None
        if encloses:
            if static:
                return code.mistake(at, "non-static variable this cannot be referenced from a static context")
            if symbol.code is None and code.is_early(cls):
                return code.mistake(at, "cannot reference this before supertype constructor has been called")
            return typed.This(cls, code.shared.this_type(cls), span)
        static = static or not cls.has_outer_instance
        cls = cls.outer
    return code.mistake(at, f"an enclosing instance that contains {symbol.qualified_name} is required")


def enter_anonymous_class(
    code: Code, declaration: syntax.ClassDeclaration, supertype: ClassType, constructor: MethodSymbol | None
) -> ClassSymbol:
    """Enter an anonymous class and type its bodies."""
    code.touched += 1
    symbol = code.symbols.enter_anonymous(
        declaration, supertype, constructor, code.cls, code.owner, code.scope, code.gives_no_instance
    )
    _type_inside(code, symbol)
    use_local_class(code, supertype.symbol)
    return symbol


def local_class(code: Code, node: syntax.LocalClass) -> typed.Statement:
    """A class declared in a block."""
    code.touched += 1
    symbol = code.symbols.enter_local(node.declaration, code.cls, code.owner, code.scope, code.gives_no_instance)
    code.scope = code.scope.with_class(symbol)
    _type_inside(code, symbol)
    above = symbol.superclass
    if above is not None:
        use_local_class(code, above.symbol)
    return typed.LocalClass(symbol, node.span)


def _type_inside(code: Code, symbol: ClassSymbol) -> None:
    shared = code.shared
    shared.surroundings[symbol] = Surroundings(dict(code.locals), code)
    shared.unfinished[symbol] = []
    shared.check_local_class(symbol)
    for chain in shared.unfinished.pop(symbol):
        for inside in chain:
            for local in symbol.captures:
                inside.captures[local] = None


def use_local_class(code: Code, symbol: ClassSymbol) -> None:
    """Whoever creates (or extends) a local class captures what it captures."""
    if symbol.code is None:
        return
    chain: list[ClassSymbol] = []
    cls: ClassSymbol | None = code.cls
    while cls is not None and cls is not symbol and cls is not symbol.outer:
        chain.append(cls)
        cls = cls.outer
    waiting = code.shared.unfinished.get(symbol)
    if waiting is not None:
        waiting.append(chain)
        return
    for local in symbol.captures:
        if local.owner is not code.owner:
            local.captured = True
        for inside in chain:
            inside.captures[local] = None
