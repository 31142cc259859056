"""Method calls (JLS 15.12): where the method is looked for, which one it is, and the call."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.source import Span
from vexil.frontends.java.conformance.calls import missing_method, report_failure
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.members import MethodMember
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import (
    PENDING,
    Argument,
    PendingCall,
    PendingLambda,
    PendingNode,
    PendingReference,
    stripped,
)
from vexil.frontends.java.typing.call_building import built_call, call_of
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.instances import super_site
from vexil.frontends.java.typing.invocation import finish, one_passed
from vexil.frontends.java.typing.names import resolve_prefix
from vexil.frontends.java.typing.overloads import Ambiguity, Candidate, member_types, select
from vexil.frontends.java.typing.places import called_name_place
from vexil.languages.java import tree as syntax


def call_expression(code: Code, node: syntax.MethodCall, expected: JavaType | None) -> typed.Expression:
    """A method call."""
    call = method_call(code, node)
    return finish(code, call, expected) if type(call) is PendingCall else _expression(call)


def _expression(argument: Argument) -> typed.Expression:
    assert not isinstance(argument, PENDING)
    return argument


def argument(code: Code, node: syntax.Expression) -> Argument:
    """An expression typed as far as it can be without its target."""
    kind = type(node)
    if kind is syntax.Parenthesised:
        node = stripped(node)
        kind = type(node)
    match node:
        case syntax.Lambda():
            return PendingLambda(node)
        case syntax.MethodReference():
            return PendingReference(node)
        case syntax.MethodCall():
            return method_call(code, node)
        case syntax.New() if node.diamond and node.body is None:
            from vexil.frontends.java.typing.creation import new_instance

            return new_instance(code, node)
        case syntax.New() if node.diamond:
            return PendingNode(node)
        case syntax.Conditional() if _has_pending(code, node):
            return PendingNode(node)
        case _:
            return code.expression(node)


def _has_pending(code: Code, node: syntax.Conditional) -> bool:
    for part in (node.then, node.otherwise):
        match stripped(part):
            case syntax.Lambda() | syntax.MethodReference() | syntax.New(diamond=True):
                return True
            case syntax.Conditional() as inner if _has_pending(code, inner):
                return True
            case syntax.MethodCall() as call:
                with code.trial():
                    if type(method_call(code, call)) is PendingCall:
                        return True
            case _:
                pass
    return False


def type_arguments(code: Code, node: syntax.Expression) -> list[typed.Expression]:
    """Type arguments of a call that has a mistake, to find those in them."""
    match node:
        case syntax.MethodCall() | syntax.New():
            return [code.expression(one) for one in node.arguments if not _needs_target(one)]
        case _:
            return []


def given_arguments(code: Code, nodes: Sequence[syntax.Expression]) -> list[Argument]:
    """The arguments of a call, none of which may be void."""
    return [valued(code, code.argument(one), one) for one in nodes]


def valued(code: Code, value: Argument, node: syntax.Expression) -> Argument:
    """An argument, or the mistake that it has no value."""
    if not isinstance(value, PENDING) and value.type is java.VOID:
        return code.mistake(code.place(node), "'void' type not allowed here")
    return value


def _needs_target(node: syntax.Expression) -> bool:
    return isinstance(stripped(node), (syntax.Lambda, syntax.MethodReference))


def method_call(code: Code, node: syntax.MethodCall) -> Argument:
    """A method call; a pending one if its type depends on the context."""
    explicit = [code.resolve_type(one) for one in node.type_arguments] if node.type_arguments else ()
    target = node.target
    if target is None:
        return _unqualified(code, node, explicit)
    if type(target) is syntax.Super:
        return _super_call(code, node, target, explicit)
    prefix = resolve_prefix(code, target)
    if isinstance(prefix, ClassSymbol):
        return _static_call(code, node, prefix, explicit)
    if isinstance(prefix, str):
        type_arguments(code, node)
        code.symbols.report_missing_class(prefix, code.place(target), code.scope)
        return typed.Constant(None, java.ERROR, node.span)
    kind = prefix.type
    if isinstance(kind, java.ErrorType):
        type_arguments(code, node)
        return typed.Constant(None, java.ERROR, node.span)
    at = called_name_place(node, code.content)
    if isinstance(kind, (java.PrimitiveType, java.NullType)):
        type_arguments(code, node)
        return code.mistake(at, f"{kind} cannot be dereferenced")
    site = code.types.capture(kind)
    methods = code.members.find_methods(site, node.name)
    return _qualified(code, node, methods, kind, prefix, explicit, at)


def _qualified(
    code: Code,
    node: syntax.MethodCall,
    methods: Sequence[MethodMember],
    site: JavaType,
    receiver: typed.Expression,
    explicit: Sequence[JavaType],
    at: Span,
) -> Argument:
    members = code.members
    usable = [one for one in methods if members.is_accessible(one.method, code.cls, site)]
    if len(usable) == 1 and _simple(usable[0].method, node, explicit):
        return _direct(code, node, usable[0], receiver, False)
    arguments = given_arguments(code, node.arguments)
    if not usable:
        return missing_method(code, node, methods, arguments, site, receiver, at)
    selection = select(code, usable, arguments, explicit)
    if not isinstance(selection, Candidate):
        return report_failure(code, selection, node.name, arguments, node.arguments, at, node.span)
    return call_of(code, selection, receiver, False, arguments, node.arguments, node, node.name_span, node.span)


def _simple(method: MethodSymbol, node: syntax.MethodCall, explicit: Sequence[JavaType]) -> bool:
    return not (method.type_parameters or method.varargs or explicit or len(method.parameters) != len(node.arguments))


def _direct(
    code: Code, node: syntax.MethodCall, member: MethodMember, receiver: typed.Expression | None, to_super: bool
) -> typed.Expression:
    """The call of the only method there is: arguments are typed against its parameters."""
    parameters, result, _ = member_types(code, member)
    arguments: list[typed.Expression] = []
    for one, formal in zip(node.arguments, parameters, strict=True):
        value = code.expression(one, formal)
        if value.type is java.VOID:
            value = code.mistake(code.place(one), "'void' type not allowed here")
        arguments.append(value if value.type is formal else one_passed(code, value, formal, one, None))
    return built_call(code, member, receiver, to_super, arguments, result, node.name_span, node.span)


def _static_call(code: Code, node: syntax.MethodCall, symbol: ClassSymbol, explicit: Sequence[JavaType]) -> Argument:
    site = java.ClassType(symbol)
    methods = code.members.find_methods(site, node.name)
    at = called_name_place(node, code.content)
    usable = [one for one in methods if code.members.is_accessible(one.method, code.cls, site)]
    if len(usable) == 1 and usable[0].method.static and _simple(usable[0].method, node, explicit):
        return _direct(code, node, usable[0], None, False)
    arguments = given_arguments(code, node.arguments)
    if not usable:
        return missing_method(code, node, methods, arguments, site, None, at)
    selection = select(code, usable, arguments, explicit)
    if not isinstance(selection, Candidate):
        return report_failure(code, selection, node.name, arguments, node.arguments, at, node.span)
    method = selection.member.method
    if not method.static:
        shown = code.types.method_text(method)
        return code.mistake(at, f"non-static method {shown} cannot be referenced from a static context")
    return call_of(code, selection, None, False, arguments, node.arguments, node, node.name_span, node.span)


def _super_call(code: Code, node: syntax.MethodCall, target: syntax.Super, explicit: Sequence[JavaType]) -> Argument:
    site = super_site(code, target)
    if site is None:
        type_arguments(code, node)
        return typed.Constant(None, java.ERROR, node.span)
    at = called_name_place(node, code.content)
    methods = code.members.find_methods(site.type, node.name)
    usable = [one for one in methods if code.members.is_accessible(one.method, code.cls, None)]
    arguments = given_arguments(code, node.arguments)
    if not usable:
        return missing_method(code, node, methods, arguments, site.type, None, at)
    selection = select(code, usable, arguments, explicit)
    if not isinstance(selection, Candidate):
        return report_failure(code, selection, node.name, arguments, node.arguments, at, node.span)
    method = selection.member.method
    if method.abstract:
        shown = f"abstract method {code.types.method_text(method)} in {method.owner.display_name}"
        return code.mistake(at, f"{shown} cannot be accessed directly")
    return call_of(code, selection, site.receiver, True, arguments, node.arguments, node, node.name_span, node.span)


# --- calls without a target --------------------------------------------------------------------------------


def _unqualified(code: Code, node: syntax.MethodCall, explicit: Sequence[JavaType]) -> Argument:
    levels = _levels(code, node.name)
    at = node.name_span
    if len(levels) == 1:
        cls, static, methods = levels[0]
        if len(methods) == 1 and _simple(methods[0].method, node, explicit):
            receiver = _implicit_receiver(code, cls, static, methods[0].method, at)
            if isinstance(receiver, str):
                type_arguments(code, node)
                return code.mistake(at, receiver)
            return _direct(code, node, methods[0], receiver, False)
    arguments = given_arguments(code, node.arguments)
    first = None
    for cls, static, methods in levels:
        selection = select(code, methods, arguments, explicit)
        if isinstance(selection, Candidate):
            receiver = _implicit_receiver(code, cls, static, selection.member.method, at)
            if isinstance(receiver, str):
                return code.mistake(at, receiver)
            return call_of(code, selection, receiver, False, arguments, node.arguments, node, at, node.span)
        first = first if first is not None else selection
        if isinstance(selection, Ambiguity):
            break
    imported = _imported(code, node.name)
    if imported:
        selection = select(code, imported, arguments, explicit)
        if isinstance(selection, Candidate):
            return call_of(code, selection, None, False, arguments, node.arguments, node, at, node.span)
        first = first if first is not None else selection
    if first is None:
        return missing_method(code, node, (), arguments, code.shared.this_type(code.cls), None, at)
    return report_failure(code, first, node.name, arguments, node.arguments, at, node.span)


def _imported(code: Code, name: str) -> list[MethodMember]:
    unit = code.cls.unit
    if unit is None:
        return []
    return [
        MethodMember(one, java.ClassType(one.owner))
        for one in code.symbols.static_import_methods(unit, name)
        if code.members.is_accessible(one, code.cls, None)
    ]


def _levels(code: Code, name: str) -> list[tuple[ClassSymbol, bool, list[MethodMember]]]:
    """The classes around the code with methods of a name, whether their instance is out of reach, and the methods."""
    levels: list[tuple[ClassSymbol, bool, list[MethodMember]]] = []
    cls: ClassSymbol | None = code.cls
    static = code.static
    while cls is not None:
        methods = code.members.find_methods(code.shared.this_type(cls), name)
        if methods:
            usable = [
                one
                for one in methods
                if one.method.owner is cls or code.members.is_accessible(one.method, code.cls, None)
            ]
            if usable:
                levels.append((cls, static, usable))
        static = static or not cls.has_outer_instance
        cls = cls.outer
    return levels


def _implicit_receiver(
    code: Code, cls: ClassSymbol, static: bool, method: MethodSymbol, span: Span
) -> typed.Expression | str | None:
    """The object an unqualified call is made on, or the message of the mistake."""
    if method.static:
        return None
    if static:
        return f"non-static method {code.types.method_text(method)} cannot be referenced from a static context"
    if code.is_early(cls):
        return f"cannot reference {method.name} before supertype constructor has been called"
    return typed.This(cls, code.shared.this_type(cls), span)
