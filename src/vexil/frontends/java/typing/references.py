"""Method references (JLS 15.13): lambdas that call the method."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vexil.core.source import Span
from vexil.frontends.java.conformance.calls import explanation
from vexil.frontends.java.conformance.messages import location
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.members import MethodMember
from vexil.frontends.java.symbols.relations import FunctionType
from vexil.frontends.java.symbols.symbols import LambdaOwner, LocalSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import Argument, PendingCall
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.conversions import convert, mismatch
from vexil.frontends.java.typing.lambdas import function_of
from vexil.frontends.java.typing.overloads import Ambiguity, Candidate, Inapplicable, select
from vexil.frontends.java.typing.reference_sites import Site, reference_site
from vexil.languages.java import tree as syntax


@dataclass(slots=True)
class ReferenceValue:
    """The call that a method reference stands for, with the variables it is made of."""

    value: Argument
    parameters: tuple[LocalSymbol, ...]
    bound: tuple[tuple[LocalSymbol, typed.Expression], ...]


def reference_expression(code: Code, node: syntax.MethodReference, expected: JavaType | None) -> typed.Expression:
    """A method reference in an assignment, cast or return."""
    return reference_of(code, node, expected)


def reference_of(code: Code, node: syntax.MethodReference, expected: JavaType | None) -> typed.Expression:
    """A method reference as an instance of *expected*."""
    from vexil.frontends.java.typing.invocation import finish

    function = function_of(code, node.span, expected, "reference")
    if function is None:
        return typed.Constant(None, java.ERROR, node.span)
    owner = LambdaOwner(code.owner, code.cls)
    kinds = [code.types.upward(kind) for kind in function.parameters]
    reference = reference_value(code, node, kinds, owner)
    if reference is None:
        return typed.Constant(None, java.ERROR, node.span)
    result = function.result
    value = reference.value
    if isinstance(value, PendingCall):
        value = finish(code, value, None if result is java.VOID else result)
    assert not isinstance(value, PendingCall)
    _check_thrown(code, node, value, function)
    span = node.span
    statement: typed.Statement
    if result is java.VOID:
        statement = typed.ExpressionStatement(_plain(value), span)
    else:
        assert isinstance(value, typed.Expression)
        converted = convert(code, value, result)
        if converted is None:
            if not isinstance(value.type, java.ErrorType) and not isinstance(result, java.ErrorType):
                message = f"incompatible types: bad return type in method reference\n    {mismatch(value.type, result)}"
                return code.mistake(span, message)
            converted = value
        statement = typed.Return(converted, span)
    block = typed.Block((statement,), span, Span(span.file, span.end, span.end))
    direct = _is_direct(code, value)
    kind = function.interface
    return typed.Lambda(kind, function.method, reference.parameters, reference.bound, block, owner, kind, span, direct)


def _is_direct(code: Code, value: Argument) -> bool:
    """Whether javac makes no lambda of a method reference.

    It makes one to gather arguments in an array, to make or copy an array, to make an object of a local class, and to
    call what only the class around it may call.
    """
    call = _called(value)
    if isinstance(call, typed.NewArray):
        return False
    if not isinstance(call, (typed.Call, typed.New)):
        return True
    if call.arguments and isinstance(call.arguments[-1], typed.ArrayLiteral):
        return False
    if isinstance(call, typed.New):
        return call.constructor.owner.code is None
    if _copies_array(call):
        return False
    return "protected" not in call.method.flags or call.method.owner.package == code.cls.package


def _copies_array(call: typed.Call | typed.New) -> bool:
    """Whether a call is that of an array's own ``clone``, which is public and throws nothing (JLS 10.7)."""
    if not isinstance(call, typed.Call) or call.receiver is None:
        return False
    return isinstance(call.receiver.type, java.ArrayType) and call.method.name == "clone"


def _called(value: Argument) -> Argument:
    """The call or creation that a method reference stands for, without what is done to its result."""
    while isinstance(value, (typed.CheckCast, typed.Evaluated)):
        value = value.operand if isinstance(value, typed.CheckCast) else value.then
    return value


def _check_thrown(code: Code, node: syntax.MethodReference, value: Argument, function: FunctionType) -> None:
    """The method may throw no checked exception that the function type does not (JLS 11.2.3)."""
    call = _called(value)
    if not isinstance(call, (typed.Call, typed.New)) or _copies_array(call):
        return
    method = call.method if isinstance(call, typed.Call) else call.constructor
    for kind in method.throws:
        if isinstance(kind, java.TypeVariable) or not code.types.is_checked_exception(kind):
            continue
        if not any(code.types.is_subtype(kind, allowed) for allowed in function.throws):
            code.error(node.span, f"incompatible thrown types {kind} in functional expression")


def _plain(value: Argument) -> typed.Expression:
    assert isinstance(value, typed.Expression)
    if isinstance(value, typed.CheckCast) and value.span is value.operand.span:
        return value.operand
    return value


def reference_value(
    code: Code, node: syntax.MethodReference, kinds: Sequence[JavaType], owner: LambdaOwner
) -> ReferenceValue | None:
    """The call of a method reference whose function type has parameters of *kinds*; ``None`` after a mistake."""
    site = reference_site(code, node)
    if site is None:
        return None
    span = node.span
    parameters = tuple(LocalSymbol(f"p{index}", kind, owner, None, parameter=True) for index, kind in enumerate(kinds))
    reads: list[typed.Expression] = [typed.LocalRead(local, local.type, span) for local in parameters]
    if site.array:
        assert isinstance(site.type, java.ArrayType)
        size = convert(code, reads[0], java.INT) if len(reads) == 1 else None
        if size is None:
            _invalid(code, node, kinds, site)
            return None
        return ReferenceValue(typed.NewArray(site.type, (size,), span), parameters, ())
    if node.name == "new":
        return _constructor(code, node, site, parameters, reads)
    bound: tuple[tuple[LocalSymbol, typed.Expression], ...] = ()
    receiver = site.receiver
    if receiver is not None and not isinstance(receiver, typed.This):
        local = LocalSymbol("receiver", receiver.type, owner, None)
        bound = ((local, receiver),)
        receiver = typed.LocalRead(local, local.type, span)
    value = _method(code, node, site, receiver, reads)
    return ReferenceValue(value, parameters, bound) if value is not None else None


def _constructor(
    code: Code,
    node: syntax.MethodReference,
    site: Site,
    parameters: tuple[LocalSymbol, ...],
    reads: Sequence[typed.Expression],
) -> ReferenceValue | None:
    from vexil.frontends.java.typing.creation import choose_constructor, instance_of

    kind = site.type
    if not isinstance(kind, java.ClassType):
        _invalid(code, node, [read.type for read in reads], site)
        return None
    if kind.symbol.abstract:
        code.error(node.span, f"{kind.symbol.display_name} is abstract; cannot be instantiated")
        return None
    diamond = not kind.arguments and bool(kind.symbol.all_parameters)
    with code.trial() as mistakes:
        choose_constructor(code, kind, diamond, list(reads), (), node.span, node.span, kind)
    if mistakes.by_place:
        _report(code, node, mistakes.in_order()[0].message.replace("given types;", "given types"))
        return None
    value = instance_of(code, kind, diamond, list(reads), (), node.span, node.span, None, None)
    return ReferenceValue(value, parameters, ())


def _method(
    code: Code,
    node: syntax.MethodReference,
    site: Site,
    receiver: typed.Expression | None,
    reads: list[typed.Expression],
) -> Argument | None:
    from vexil.frontends.java.typing.call_building import call_of

    explicit = [code.resolve_type(one) for one in node.type_arguments]
    methods = [one for one in site.methods if code.members.is_accessible(one.method, code.cls, site.type)]
    selection = select(code, methods, reads, explicit)
    if receiver is not None:
        if isinstance(selection, Candidate):
            return call_of(code, selection, receiver, site.to_super, list(reads), (), None, node.span, node.span)
        _failed(code, node, selection, reads, site)
        return None
    second = _unbound(code, node, site, reads, explicit)
    if isinstance(selection, Candidate) and selection.member.method.static:
        if isinstance(second, Candidate) and not second.member.method.static:
            _failed(code, node, Ambiguity(selection, second), reads, site)
            return None
        return call_of(code, selection, None, False, list(reads), (), None, node.span, node.span)
    if isinstance(second, Candidate) and not second.member.method.static:
        target: typed.Expression = reads[0]
        return call_of(code, second, target, False, list(reads[1:]), (), None, node.span, node.span)
    if isinstance(selection, Candidate):
        shown = code.types.method_text(selection.member.method)
        _report(code, node, f"unexpected instance method {shown} found in unbound lookup")
        return None
    _failed(code, node, selection, reads, site)
    return None


def _unbound(
    code: Code,
    node: syntax.MethodReference,
    site: Site,
    reads: list[typed.Expression],
    explicit: Sequence[JavaType],
) -> Candidate | Ambiguity | Inapplicable | None:
    """The search for a method of the first parameter (JLS 15.13.1)."""
    if not reads:
        return None
    kind = site.type
    first = reads[0].type
    if isinstance(kind, java.ClassType) and not kind.arguments and kind.symbol.all_parameters:
        above = code.types.as_super(first, kind.symbol)
        if above is None:
            return None
        kind = above
    elif not code.types.is_subtype(first, kind):
        return None
    members: Sequence[MethodMember] = code.members.find_methods(code.types.capture(kind), node.name)
    members = [one for one in members if code.members.is_accessible(one.method, code.cls, kind)]
    return select(code, members, reads[1:], explicit)


def _failed(
    code: Code,
    node: syntax.MethodReference,
    selection: Candidate | Ambiguity | Inapplicable,
    reads: Sequence[typed.Expression],
    site: Site,
) -> None:
    if isinstance(selection, Ambiguity):
        _report(code, node, f"reference to {node.name} is ambiguous")
    elif isinstance(selection, Inapplicable) and site.methods:
        text, _ = explanation(code, selection, node.name, reads, ())
        if len(selection.tried) == 1:
            one = selection.tried[0]
            reason = mismatch(reads[one.mismatch].type, one.formals[one.mismatch]) if one.mismatch >= 0 else text
            text = f"incompatible types: {reason}"
        _report(code, node, text.replace("given types;", "given types"))
    else:
        _invalid(code, node, [read.type for read in reads], site)


def _report(code: Code, node: syntax.MethodReference, detail: str) -> None:
    what = "constructor" if node.name == "new" else "method"
    indented = detail.replace("\n", "\n    ")
    code.error(node.span, f"incompatible types: invalid {what} reference\n    {indented}")


def _invalid(code: Code, node: syntax.MethodReference, kinds: Sequence[JavaType], site: Site) -> None:
    shown = ",".join(map(str, kinds))
    code.error(
        node.span,
        f"invalid method reference\n  cannot find symbol\n    symbol:   method {node.name}({shown})\n"
        f"    location: {location(site.type)}",
    )
