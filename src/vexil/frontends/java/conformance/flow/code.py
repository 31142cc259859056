"""The code of a class as the flow checks see it: its bodies in the order in which they are checked."""

from __future__ import annotations

from typing import Protocol

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, MethodSymbol
from vexil.frontends.java.typing import tree
from vexil.languages.java.tree import ClassKind


class Bodies(Protocol):
    """Who knows the typed code of classes."""

    def body(self, method: MethodSymbol) -> tree.Body | None:
        """The code of a method or constructor, if it has any."""

    def static_initialisers(self, symbol: ClassSymbol) -> tree.Initialisers:
        """What runs when a class is initialised."""

    def instance_initialisers(self, symbol: ClassSymbol) -> tree.Initialisers:
        """What runs when an instance is initialised."""


def methods_of(symbol: ClassSymbol, bodies: Bodies) -> list[tuple[MethodSymbol, tree.Body]]:
    """The methods and constructors that are written, and default constructors, in the order of the source."""
    bodied = [
        (method, body)
        for methods in symbol.methods.values()
        for method in methods
        if (method.declaration is not None or method.constructor) and (body := bodies.body(method)) is not None
    ]
    return sorted(bodied, key=lambda pair: pair[0].span.start if pair[0].span is not None else -1)


def is_local(symbol: ClassSymbol | None) -> bool:
    """Whether a class is a local or anonymous one, or a member of one."""
    while symbol is not None:
        if symbol.code is not None or not symbol.name:
            return True
        symbol = symbol.outer
    return False


def members_of_local(symbol: ClassSymbol) -> list[ClassSymbol]:
    """The member classes that are checked with their class, because that is checked with the code around it."""
    return list(symbol.classes.values()) if is_local(symbol) else []


def delegates(method: MethodSymbol, body: tree.Body) -> bool:
    """Whether a constructor begins with a call of another constructor of its class."""
    call = constructor_call(body)
    return call is not None and call.method.owner is method.owner


def constructor_call(body: tree.Body) -> tree.Call | None:
    """The call of a constructor that a constructor begins with."""
    if body.block.statements:
        first = body.block.statements[0]
        if isinstance(first, tree.ExpressionStatement) and isinstance(first.expression, tree.Call):
            call = first.expression
            return call if call.method.constructor else None
    return None


def blank_finals(symbol: ClassSymbol, *, static: bool) -> list[FieldSymbol]:
    """The final fields without an initialiser, in order: they have to be assigned once (JLS 8.3.1.2)."""
    return [
        field
        for field in symbol.fields.values()
        if field.final and field.static == static and field.initialiser is None and field.enum_constant is None
        and field.span is not None
    ]  # fmt: skip


def assigns_components(symbol: ClassSymbol, method: MethodSymbol) -> bool:
    """Whether a constructor of a record assigns its components by itself (JLS 8.10.4)."""
    if symbol.kind is not ClassKind.RECORD:
        return False
    return method.declaration is None or method.declaration.compact


def called_at(call: tree.Call) -> Span:
    """Where messages about a call point: at its parenthesis; for an implicit call, at the brace of the constructor."""
    if call.method.constructor:
        start, end = call.name_span.start, call.name_span.end
        written = min(start + len("super"), end) if end - start > 1 else start
        return Span(call.span.file, written, end)
    return Span(call.name_span.file, call.name_span.end, call.span.end)


def declared_at(symbol: ClassSymbol) -> Span | None:
    """Where messages about a class as a whole point: at its keyword."""
    declaration = symbol.declaration
    if declaration is None or symbol.unit is None:
        return None
    name = declaration.name_span
    start = symbol.unit.file.content.rfind(b"class", declaration.span.start, name.start)
    return name if start < 0 else Span(name.file, start, name.end)


def is_reference(function: tree.Lambda) -> bool:
    """Whether a function object was written as a method reference."""
    return function.body.span == function.span
