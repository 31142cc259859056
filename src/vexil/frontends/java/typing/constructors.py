"""Constructors (JLS 8.8.7): explicit and implicit calls of other constructors, and the hidden parameters of enums.

Constructors of enums have two more parameters than they declare: the name and the number of the constant, which they
hand on to `java.lang.Enum`.
"""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import INT, VOID, ClassType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import Argument, PendingCall
from vexil.frontends.java.typing.calls import given_arguments
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.creation import choose_constructor
from vexil.frontends.java.typing.instances import enclosing_for, use_local_class
from vexil.frontends.java.typing.invocation import finish, passed
from vexil.frontends.java.typing.overloads import Candidate
from vexil.languages.java import tree as syntax

NAME, ORDINAL = "$name", "$ordinal"


def is_enum_class(symbol: ClassSymbol) -> bool:
    """Whether a class is an enum, or the body of one of its constants."""
    if symbol.kind is syntax.ClassKind.ENUM:
        return True
    above = symbol.superclass
    return above is not None and above.symbol.kind is syntax.ClassKind.ENUM


def hidden_parameters(code: Code, method: MethodSymbol, span: Span | None) -> tuple[LocalSymbol, ...]:
    """The parameters that a constructor of an enum has in front of those that are written."""
    if not method.constructor or not is_enum_class(method.owner):
        return ()
    return (
        LocalSymbol(NAME, code.symbols.string, method, None, parameter=True),
        LocalSymbol(ORDINAL, INT, method, None, parameter=True),
    )


def hidden_arguments(hidden: Sequence[LocalSymbol], span: Span) -> list[typed.Expression]:
    """The hidden parameters, handed on."""
    return [typed.LocalRead(local, local.type, span) for local in hidden]


def explicit_call(code: Code, node: syntax.ConstructorCall, hidden: Sequence[LocalSymbol]) -> typed.Expression:
    """``this(…)`` or ``super(…)``."""
    at = node.span
    code.prologue = True
    outer = code.expression(node.outer) if node.outer is not None else None
    arguments: list[Argument] = given_arguments(code, node.arguments)
    call: typed.Expression
    if node.to_super:
        if is_enum_class(code.cls):
            call = code.mistake(at, "call to super not allowed in enum constructor")
        else:
            call = super_call(code, arguments, node.arguments, at, node.span, outer)
    else:
        kind = code.shared.this_type(code.cls)
        call = _call(code, kind, arguments, node.arguments, at, node.span, None, hidden)
    code.prologue = False
    return call


def super_call(
    code: Code,
    arguments: list[Argument],
    nodes: Sequence[syntax.Expression],
    at: Span,
    span: Span,
    outer: typed.Expression | None = None,
) -> typed.Expression:
    """The call of a constructor of the superclass."""
    above = code.cls.superclass if code.cls.superclass is not None else code.symbols.object
    before, code.prologue = code.prologue, True
    if above.symbol.has_outer_instance and outer is None:
        outer = enclosing_for(code, above.symbol, at, span)
    use_local_class(code, above.symbol)
    call = _call(code, above, arguments, nodes, at, span, outer, ())
    code.prologue = before
    return call


def _call(
    code: Code,
    kind: ClassType,
    arguments: list[Argument],
    nodes: Sequence[syntax.Expression],
    at: Span,
    span: Span,
    outer: typed.Expression | None,
    hidden: Sequence[LocalSymbol],
) -> typed.Expression:
    chosen = choose_constructor(code, kind, False, arguments, nodes, at, span)
    if not isinstance(chosen, Candidate):
        return chosen
    this = typed.This(code.cls, code.shared.this_type(code.cls), span)

    def build(_: object, converted: list[typed.Expression]) -> typed.Expression:
        operands = (*hidden_arguments(hidden, span), *converted)
        return typed.Call(typed.CallKind.SPECIAL, chosen.member.method, this, operands, VOID, span, span, outer)

    if chosen.inference is not None:
        return finish(code, PendingCall(None, chosen, arguments, nodes, chosen.inference, VOID, build), None)
    return build(None, passed(code, chosen.variable, chosen.formals, chosen.parameters, arguments, nodes))


def enum_super_call(code: Code, hidden: Sequence[LocalSymbol], span: Span) -> typed.Expression:
    """The call of the constructor of `java.lang.Enum`."""
    method = code.symbols.well_known("java.lang.Enum").symbol.methods["<init>"][0]
    this = typed.This(code.cls, code.shared.this_type(code.cls), span)
    operands = tuple(hidden_arguments(hidden, span))
    return typed.Call(typed.CallKind.SPECIAL, method, this, operands, VOID, span, span)


def implicit_call(code: Code, hidden: Sequence[LocalSymbol], at: Span) -> typed.Statement:
    """The call that a constructor begins with when none is written."""
    if code.cls.kind is syntax.ClassKind.ENUM:
        call = enum_super_call(code, hidden, at)
    else:
        call = super_call(code, [], (), at, at)
    return typed.ExpressionStatement(call, at)


def constructor_start(
    code: Code, statements: Sequence[syntax.Statement], hidden: Sequence[LocalSymbol], at: Span
) -> tuple[typed.Statement | None, Sequence[syntax.Statement]]:
    """The call at the beginning of a constructor, and the other statements; `Object` has none."""
    if statements:
        first = statements[0]
        if isinstance(first, syntax.ExpressionStatement) and isinstance(first.expression, syntax.ConstructorCall):
            call = explicit_call(code, first.expression, hidden)
            return typed.ExpressionStatement(call, first.span), statements[1:]
    if code.cls.qualified_name == "java.lang.Object":
        return None, statements
    return implicit_call(code, hidden, at), statements
