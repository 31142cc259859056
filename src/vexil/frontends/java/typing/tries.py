"""``try`` with resources, handlers and a finalizer (JLS 14.20)."""

from __future__ import annotations

from vexil.frontends.java.symbols.symbols import LocalSymbol
from vexil.frontends.java.symbols.types import ERROR, ErrorType, JavaType, NullType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.call_building import built_call
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.conversions import assigned
from vexil.frontends.java.typing.statements import block, is_var
from vexil.languages.java import tree as syntax


def try_statement(code: Code, node: syntax.Try) -> typed.Statement:
    """``try``."""
    mark = len(code.undo)
    resources = [resource for one in node.resources if (resource := _resource(code, one)) is not None]
    body = block(code, node.body)
    code.leave(mark)
    catches = tuple(_catch(code, clause) for clause in node.catches)
    finalizer = block(code, node.finalizer) if node.finalizer is not None else None
    assert isinstance(body, typed.Block)
    assert finalizer is None or isinstance(finalizer, typed.Block)
    return typed.Try(tuple(resources), body, catches, finalizer, node.span)


def _resource(code: Code, node: syntax.Resource) -> typed.Resource | None:
    if node.declaration is not None:
        one = node.declaration.declarators[0]
        if one.initialiser is None:
            return None
        local = LocalSymbol(one.name, ERROR, code.owner, one.name_span, True)
        if is_var(code, node.declaration.type):
            value = code.expression(one.initialiser)
            local.type = code.types.upward(value.type)
        else:
            local.type = code.resolve_type(node.declaration.type)
            value = assigned(code, one.initialiser, local.type)
        code.declare(local)
        code.shared.unassignable[local] = "auto-closeable resource"
        at = one.name_span
    else:
        assert node.expression is not None
        value = code.expression(node.expression)
        local = LocalSymbol("resource", value.type, code.owner, None, True)
        at = code.place(node.expression)
    if isinstance(local.type, ErrorType):
        return None
    closeable = code.symbols.well_known("java.lang.AutoCloseable")
    if isinstance(local.type, (PrimitiveType, NullType)) or not code.types.is_subtype(local.type, closeable):
        text = "incompatible types: try-with-resources not applicable to variable type"
        code.error(at, f"{text}\n    ({local.type} cannot be converted to AutoCloseable)")
        return None
    hole = typed.Hole(local.type, node.span)
    member = next(
        (
            one
            for one in code.members.find_methods(code.types.capture(local.type), "close")
            if not one.method.parameters
        ),
        None,
    )
    if member is None:
        code.error(at, f"method close() of {local.type} is not modelled")
        return None
    close = built_call(code, member, hole, False, [], member.method.result, node.span, node.span)
    return typed.Resource(local, value, hole, close, node.span)


def _catch(code: Code, node: syntax.CatchClause) -> typed.CatchClause:
    kinds: list[JavaType] = []
    spans = []
    for name in node.types:
        kind = code.resolve_type(name)
        if isinstance(kind, PrimitiveType) or (
            not isinstance(kind, ErrorType) and not code.types.is_subtype(kind, code.symbols.throwable)
        ):
            code.error(code.place(name), f"incompatible types: {kind} cannot be converted to Throwable")
            kind = ERROR
        kinds.append(kind)
        spans.append(name.span)
    _check_alternatives(code, node, kinds)
    good = [kind for kind in kinds if not isinstance(kind, ErrorType)]
    union: JavaType = ERROR if not good else good[0] if len(good) == 1 else code.types.lub(good)
    mark = len(code.undo)
    final = "final" in node.modifiers.words or len(kinds) > 1
    local = LocalSymbol(node.name, union, code.owner, node.name_span, final)
    code.declare(local)
    if len(kinds) > 1:
        code.shared.unassignable[local] = "multi-catch parameter"
    body = block(code, node.body)
    assert isinstance(body, typed.Block)
    code.leave(mark)
    return typed.CatchClause(local, tuple(kinds), tuple(spans), body, node.span)


def _check_alternatives(code: Code, node: syntax.CatchClause, kinds: list[JavaType]) -> None:
    for index, kind in enumerate(kinds):
        for other_index, other in enumerate(kinds):
            if index == other_index or isinstance(kind, ErrorType) or isinstance(other, ErrorType):
                continue
            if code.types.is_subtype(kind, other) and (kind != other or index > other_index):
                text = "Alternatives in a multi-catch statement cannot be related by subclassing"
                code.error(
                    code.place(node.types[index]),
                    f"{text}\n    Alternative {kind} is a subclass of alternative {other}",
                )
                return
