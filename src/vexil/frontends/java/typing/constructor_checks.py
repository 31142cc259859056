"""Checks of the constructors of a class: no circle of calls, and those of records lead to the canonical one."""

from __future__ import annotations

from collections.abc import Callable

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.code import Code
from vexil.languages.java import tree as syntax


def called_constructor(body: typed.Body) -> typed.Call | None:
    """The constructor that a constructor calls first."""
    if not body.block.statements:
        return None
    first = body.block.statements[0]
    if isinstance(first, typed.ExpressionStatement) and isinstance(first.expression, typed.Call):
        return first.expression if first.expression.method.constructor else None
    return None


def check_circles(
    cls: ClassSymbol, body: Callable[[MethodSymbol], typed.Body | None], error: Callable[[Span, str], None]
) -> None:
    """Report constructors that call each other in a circle (JLS 8.8.7)."""
    calls: dict[MethodSymbol, typed.Call] = {}
    for constructor in cls.methods.get("<init>", ()):
        code = body(constructor) if constructor.declaration is not None else None
        call = called_constructor(code) if code is not None else None
        if call is not None and call.method.owner is cls:
            calls[constructor] = call
    done: set[MethodSymbol] = set()
    for start in calls:
        seen: list[MethodSymbol] = []
        current = start
        while current in calls and current not in done and current not in seen:
            seen.append(current)
            current = calls[current].method
        if current in seen:
            call = calls[current]
            at = current.span if call.method is current and current.span is not None else call.span
            error(at, "recursive constructor invocation")
        done.update(seen)


def check_record_constructor(code: Code, method: MethodSymbol, statements: tuple[syntax.Statement, ...]) -> None:
    """A constructor of a record that is not the canonical one calls another (JLS 8.10.4)."""
    owner, declaration = method.owner, method.declaration
    if owner.kind is not syntax.ClassKind.RECORD or declaration is None or declaration.compact:
        return
    assert owner.declaration is not None
    components = [owner.fields[one.name].type for one in owner.declaration.components if one.name in owner.fields]
    if [code.types.erasure(kind) for kind in method.parameters] == [code.types.erasure(kind) for kind in components]:
        return
    first = statements[0] if statements else None
    call = first.expression if isinstance(first, syntax.ExpressionStatement) else None
    if isinstance(call, syntax.ConstructorCall) and not call.to_super:
        return
    text = "constructor is not canonical, so its first statement must invoke another constructor of class"
    code.error(declaration.name_span, f"{text} {owner.display_name}")
