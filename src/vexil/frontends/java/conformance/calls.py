"""What is wrong with a call: no method of the name, none that fits, or more than one (JLS 15.12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.source import Span
from vexil.frontends.java.conformance.messages import (
    argument_types,
    full_method_text,
    method_kind,
    method_name,
    owner_kind,
    owner_text,
    parameter_text,
)
from vexil.frontends.java.symbols.members import MethodMember
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.frontends.java.symbols.types import ERROR, ClassType, ErrorType, JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import PENDING, Argument, PendingLambda, PendingReference, type_text
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.conversions import mismatch
from vexil.frontends.java.typing.inference import Bounds
from vexil.frontends.java.typing.names import access_text
from vexil.frontends.java.typing.overloads import Ambiguity, Candidate, Diamond, Inapplicable, select
from vexil.languages.java import tree as syntax

ARITY = "actual and formal argument lists differ in length"


def missing_method(
    code: Code,
    node: syntax.MethodCall,
    hidden: Sequence[MethodMember],
    arguments: Sequence[Argument],
    site: JavaType,
    receiver: typed.Expression | None,
    at: Span,
) -> typed.Expression:
    """There is no method of the name that may be used."""
    if _has_errors(arguments):
        return typed.Constant(None, ERROR, node.span)
    if hidden:
        selection = select(code, hidden, arguments, ())
        if isinstance(selection, Candidate):
            method = selection.member.method
            return code.mistake(at, f"{code.types.method_text(method)} {access_text(method.flags, method.owner)}")
        return report_failure(code, selection, node.name, arguments, node.arguments, at, node.span)
    shown = f"{node.name}({argument_types(code, arguments)})"
    if isinstance(site, ClassType) and site.symbol.library and site != code.symbols.object and not code.cls.library:
        return code.mistake(at, f"method {shown} of {site.symbol.qualified_name} is not modelled")
    if isinstance(node.target, (syntax.This, syntax.Super)):
        return code.mistake(at, f"cannot find symbol\n  symbol: method {shown}")
    where = owner_kind(site, receiver)
    return code.mistake(at, f"cannot find symbol\n  symbol:   method {shown}\n  location: {where}")


def _has_errors(arguments: Sequence[Argument]) -> bool:
    return any(not isinstance(one, PENDING) and isinstance(one.type, ErrorType) for one in arguments)


def report_failure(
    code: Code,
    selection: Ambiguity | Inapplicable,
    name: str,
    arguments: Sequence[Argument],
    nodes: Sequence[syntax.Expression],
    at: Span,
    span: Span,
) -> typed.Expression:
    """No method fits, or none is the most specific one."""
    if _has_errors(arguments):
        return typed.Constant(None, ERROR, span)
    if isinstance(selection, Ambiguity):
        return _ambiguous(code, selection, name, at, span)
    message, place = explanation(code, selection, name, arguments, nodes)
    return code.mistake(place if place is not None else at, message)


def explanation(
    code: Code,
    selection: Inapplicable,
    name: str,
    arguments: Sequence[Argument],
    nodes: Sequence[syntax.Expression],
) -> tuple[str, Span | None]:
    """Why no method fits, and the argument that is to blame if there is one."""
    tried, wrong = selection.tried, selection.wrong_arity
    if len(tried) == 1:
        message, place = _single_mismatch(code, tried[0], arguments, nodes)
        return message if place is not None else _cannot_apply(tried[0].member, code, arguments, message), place
    if not tried and len(wrong) == 1:
        return _cannot_apply(wrong[0], code, arguments, ARITY), None
    first = (tried[0].member if tried else wrong[0]).method
    kind = method_kind(first)
    shown = argument_types(code, arguments) or "no arguments"
    lines = [f"no suitable {kind} found for {method_name(first) if first.constructor else name}({shown})"]
    for one in tried:
        what = "varargs" if one.variable else "argument"
        lines.append(f"    {kind} {full_method_text(code, one.member.method)} is not applicable")
        lines.append(f"      ({what} mismatch; {_argument_mismatch(code, one, arguments)})")
    if not tried:
        for member in wrong:
            lines.append(f"    {kind} {full_method_text(code, member.method)} is not applicable")
            lines.append(f"      ({ARITY})")
    return "\n".join(lines), None


def _ambiguous(code: Code, selection: Ambiguity, name: str, at: Span, span: Span) -> typed.Expression:
    first, second = selection.first.member.method, selection.second.member.method
    if second.owner is first.owner and first.span and second.span and first.span.start > second.span.start:
        first, second = second, first
    parts = [
        f"{method_kind(one)} {_variables(one)}{method_name(one)}({parameter_text(code, one)})"
        f" in {one.owner.display_name}"
        for one in (first, second)
    ]
    shown = method_name(first) if first.constructor else name
    code.error(at, f"reference to {shown} is ambiguous\n  both {parts[0]} and {parts[1]} match")
    return typed.Constant(None, ERROR, span)


def _variables(method: MethodSymbol) -> str:
    variables = method.type_parameters
    return f"<{','.join(variable.name for variable in variables)}>" if variables else ""


def _single_mismatch(
    code: Code, attempt: Candidate, arguments: Sequence[Argument], nodes: Sequence[syntax.Expression]
) -> tuple[str, Span | None]:
    """The message, and the argument it is about when the message is short (as javac shortens it)."""
    index = attempt.mismatch
    if index < 0 or index >= len(arguments):
        return ARITY, None
    text = _argument_mismatch(code, attempt, arguments)
    if attempt.inference is not None and attempt.inference.failed is not None:
        own = attempt.inference.bounds[attempt.inference.failed]
        return bounds_text(own, "      "), None
    if attempt.variable:
        return f"varargs mismatch; {text}", None
    if not nodes:
        return f"argument mismatch; {text}", None
    return f"incompatible types: {text}", code.place(nodes[index])


def _argument_mismatch(code: Code, attempt: Candidate, arguments: Sequence[Argument]) -> str:
    index = max(attempt.mismatch, 0)
    one = arguments[index]
    formal = attempt.formals[index]
    if isinstance(one, (PendingLambda, PendingReference)):
        function = code.types.function_type(formal)
        if function is None:
            return f"{formal} is not a functional interface"
        if isinstance(one, PendingLambda) and len(one.node.parameters) != len(function.parameters):
            return "incompatible parameter types in lambda expression"
        what = "lambda expression" if isinstance(one, PendingLambda) else "method reference"
        return f"bad return type in {what}"
    if isinstance(one, PENDING):
        return f"{type_text(code, one)} cannot be converted to {formal}"
    return mismatch(one.type, formal)


def bounds_text(own: Bounds, indent: str) -> str:
    """How messages say that the bounds of an inference variable contradict each other."""
    lines = [f"inference variable {own.declared.name} has incompatible bounds"]
    above = dict.fromkeys(reversed(own.upper))
    first = ("equality constraints", own.equal) if own.equal else ("lower bounds", above)
    for title, kinds in (first, ("lower bounds", own.lower)):
        if kinds:
            lines.append(f"{indent}{title}: {','.join(map(str, kinds))}")
    return "\n".join(lines)


def _cannot_apply(member: MethodMember, code: Code, arguments: Sequence[Argument], reason: str) -> str:
    method = member.method
    if type(member) is Diamond:
        if reason == ARITY:
            names = ",".join(variable.name for variable in method.owner.all_parameters)
            reason = f"cannot infer type-variable(s) {names}\n      ({ARITY})"
        return f"cannot infer type arguments for {method_name(method)}<>\n  reason: {reason}"
    required = ",".join(map(str, method.parameters)) or "no arguments"
    actual = argument_types(code, arguments) or "no arguments"
    kind = method_kind(method)
    return (
        f"{kind} {method_name(method)} in {owner_text(method.owner)} cannot be applied to given types;\n"
        f"  required: {required}\n  found:    {actual}\n  reason: {reason}"
    )
