"""The nodes of chosen calls: kinds of calls, casts of erased results, receivers of static methods (JLS 15.12.3)."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.source import Span
from vexil.frontends.java.stubs import WANTED
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.members import MethodMember
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import Argument, PendingCall
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.invocation import finish, passed
from vexil.frontends.java.typing.overloads import Candidate
from vexil.languages.java import tree as syntax


def call_of(
    code: Code,
    chosen: Candidate,
    receiver: typed.Expression | None,
    to_super: bool,
    arguments: list[Argument],
    nodes: Sequence[syntax.Expression],
    node: syntax.Expression | None,
    name_span: Span,
    span: Span,
) -> Argument:
    """The call of a chosen method; pending while its type arguments are open."""
    inference = chosen.inference
    if inference is None:
        converted = passed(code, chosen.variable, chosen.formals, chosen.parameters, arguments, nodes)
        _place_array(chosen, converted, span)
        return built_call(code, chosen.member, receiver, to_super, converted, chosen.result, name_span, span)

    def build(result: JavaType, converted: list[typed.Expression]) -> typed.Expression:
        return built_call(code, chosen.member, receiver, to_super, converted, result, name_span, span)

    call = PendingCall(node, chosen, arguments, nodes, inference, chosen.result, build)
    if not inference.mentions(chosen.result):
        return finish(code, call, None)
    return call


def _place_array(chosen: Candidate, converted: list[typed.Expression], span: Span) -> None:
    """An empty array of variable arguments is where the call ends."""
    if chosen.variable and type(converted[-1]) is typed.ArrayLiteral and not converted[-1].elements:
        converted[-1] = typed.ArrayLiteral(converted[-1].type, (), Span(span.file, span.end, span.end))


def built_call(
    code: Code,
    member: MethodMember,
    receiver: typed.Expression | None,
    to_super: bool,
    arguments: list[typed.Expression],
    result: JavaType,
    name_span: Span,
    span: Span,
) -> typed.Expression:
    """The call node, with the cast that an erased result type needs."""
    method = member.method
    before: typed.Expression | None = None
    if method.static:
        kind = typed.CallKind.STATIC
        if receiver is not None and method.owner.is_interface:
            text = f"the receiver expression should be replaced with the type qualifier '{method.owner.display_name}'"
            dot = max(code.content.rfind(b".", 0, name_span.start), 0)
            place = Span(span.file, dot, dot + 1)
            return code.mistake(place, f"illegal static interface method call\n  {text}")
        if receiver is not None and type(receiver) not in (typed.This, typed.LocalRead, typed.Constant):
            before = receiver
        receiver = None
    elif to_super or "private" in method.flags:
        kind = typed.CallKind.SPECIAL
    else:
        kind = typed.CallKind.VIRTUAL
    if receiver is not None and isinstance(receiver.type, (java.TypeVariable, java.IntersectionType)):
        receiver = _as_owner(code, receiver, method)
    if receiver is not None and method.owner.qualified_name == "java.lang.Object":
        result = _object_method_result(code, method, receiver, result)
    declared = method.result
    call: typed.Expression
    weak: JavaType | None = None
    is_stub = isinstance(declared, java.TypeVariable) and declared.name == WANTED  # it gives what is wanted
    if (
        not is_stub
        and type(result) is not java.PrimitiveType
        and (isinstance(declared, (java.TypeVariable, java.ArrayType)) or declared is not result)
    ):
        weak = code.types.erasure(declared)
        if weak == code.types.erasure(result):
            weak = None
    if weak is not None:
        call = typed.Call(kind, method, receiver, tuple(arguments), weak, name_span, span)
        call = typed.CheckCast(call, result, True, span)
    else:
        call = typed.Call(kind, method, receiver, tuple(arguments), result, name_span, span)
    return call if before is None else typed.Evaluated(before, call, call.type, span)


def _as_owner(code: Code, receiver: typed.Expression, method: MethodSymbol) -> typed.Expression:
    """A receiver with several bounds as an instance of the one that has the method."""
    owner = java.ClassType(method.owner)
    if code.types.is_subtype(code.types.erasure(receiver.type), owner):
        return receiver
    return typed.CheckCast(receiver, owner, False, receiver.span)


def _object_method_result(code: Code, method: MethodSymbol, receiver: typed.Expression, result: JavaType) -> JavaType:
    if method.name == "getClass" and not method.parameters and isinstance(result, java.ClassType):
        erased = code.types.erasure(receiver.type)
        return java.ClassType(result.symbol, (java.WildcardType(erased, True),)) if result.symbol.parameters else result
    if method.name == "clone" and isinstance(receiver.type, java.ArrayType):
        return receiver.type
    return result
