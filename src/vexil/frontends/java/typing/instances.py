"""The objects that code belongs to, and the classes that it declares.

``this``, enclosing instances and ``super`` (JLS 15.8.3, 15.8.4, 15.11.2); local and anonymous classes (14.3, 15.9.5).
"""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ClassType, JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.code import Code, EnclosingScope
from vexil.languages.java import tree as syntax


def this_expression(code: Code, node: syntax.This, expected: JavaType | None) -> typed.Expression:
    """``this`` or ``Outer.this``."""
    if node.qualifier is None:
        if code.static:
            return code.mistake(node.span, "non-static variable this cannot be referenced from a static context")
        if code.prologue:
            return code.mistake(node.span, "cannot reference this before supertype constructor has been called")
        return typed.This(code.cls, code.shared.this_type(code.cls), node.span)
    kind = code.resolve_type(node.qualifier)
    if not isinstance(kind, ClassType):
        return typed.Constant(None, kind, node.span)
    return enclosing_instance(code, kind.symbol, code.place(node), node.span)


def enclosing_instance(code: Code, symbol: ClassSymbol, at: Span, span: Span) -> typed.Expression:
    """The innermost enclosing instance of exactly a class."""
    cls: ClassSymbol | None = code.cls
    static = code.static
    while cls is not None and cls is not symbol:
        static = static or not cls.has_outer_instance
        cls = cls.outer
    if cls is None:
        return code.mistake(at, f"not an enclosing class: {symbol.display_name}")
    if static:
        return code.mistake(at, "non-static variable this cannot be referenced from a static context")
    if code.is_early(cls):
        return code.mistake(at, "cannot reference this before supertype constructor has been called")
    return typed.This(cls, code.shared.this_type(cls), span)


@dataclass(slots=True)
class SuperSite:
    """The type whose members ``super`` gives, and the object."""

    type: ClassType
    receiver: typed.Expression


def super_site(code: Code, node: syntax.Super) -> SuperSite | None:
    """What ``super`` or ``Interface.super`` or ``Outer.super`` stands for; ``None`` after a mistake."""
    if code.static:
        code.error(node.span, "non-static variable super cannot be referenced from a static context")
        return None
    if code.prologue and node.qualifier is None:
        code.error(node.span, "cannot reference super before supertype constructor has been called")
        return None
    if node.qualifier is None:
        receiver: typed.Expression = typed.This(code.cls, code.shared.this_type(code.cls), node.span)
        above = code.cls.superclass
        return SuperSite(above if above is not None else code.symbols.object, receiver)
    kind = code.resolve_type(node.qualifier)
    if not isinstance(kind, ClassType):
        return None
    if kind.symbol.is_interface:
        direct = next((one for one in code.cls.interfaces if one.symbol is kind.symbol), None)
        if direct is not None:
            return SuperSite(direct, typed.This(code.cls, code.shared.this_type(code.cls), node.span))
        code.error(node.span, f"not an enclosing class: {kind.symbol.display_name}")
        return None
    receiver = enclosing_instance(code, kind.symbol, node.span, node.span)
    if not isinstance(receiver, typed.This):
        return None
    above = kind.symbol.superclass
    return SuperSite(above if above is not None else code.symbols.object, receiver)


def super_alone(code: Code, node: syntax.Super, expected: JavaType | None) -> typed.Expression:
    """``super`` where only a member of it could stand."""
    return code.mistake(node.span, "'.' expected")


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
    shared.enclosing_scopes[symbol] = EnclosingScope(dict(code.locals), code)
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
