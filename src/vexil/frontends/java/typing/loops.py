"""Loops (JLS 14.12 to 14.14)."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import LocalSymbol
from vexil.frontends.java.symbols.types import ERROR, ArrayType, ClassType, ErrorType, JavaType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import STATEMENT_EXPRESSIONS
from vexil.frontends.java.typing.bindings import when_true
from vexil.frontends.java.typing.call_building import built_call
from vexil.frontends.java.typing.code import Code, Jump
from vexil.frontends.java.typing.conversions import condition, fitted
from vexil.frontends.java.typing.statements import branch, discarded, is_var, local_variables
from vexil.languages.java import tree as syntax


def _body(code: Code, node: syntax.Statement, target: typed.Target, bindings: list[LocalSymbol]) -> typed.Statement:
    code.jumps.append(Jump(None, target, target))
    body = branch(code, node, bindings)
    code.jumps.pop()
    return body


def while_loop(code: Code, node: syntax.While) -> typed.Statement:
    """``while``."""
    target = typed.Target()
    test = condition(code, node.condition)
    body = _body(code, node.body, target, when_true(test) if code.binding_count else [])
    return typed.While(target, test, body, node.span)


def do_while(code: Code, node: syntax.DoWhile) -> typed.Statement:
    """``do … while``."""
    target = typed.Target()
    body = _body(code, node.body, target, [])
    return typed.DoWhile(target, body, condition(code, node.condition), node.span)


def for_loop(code: Code, node: syntax.For) -> typed.Statement:
    """A basic ``for``."""
    mark = len(code.undo)
    target = typed.Target()
    first: list[typed.Statement] = []
    for one in node.initialisers:
        if isinstance(one, syntax.LocalVariables):
            local_variables(code, one, first)
        else:
            first.append(code.statement(one))
    test = condition(code, node.condition) if node.condition is not None else None
    bindings = when_true(test) if test is not None and code.binding_count else []
    inner = len(code.undo)
    code.introduce(bindings)
    updates: list[typed.Expression] = []
    for update in node.updates:
        if not isinstance(update, STATEMENT_EXPRESSIONS):
            code.error(code.place(update), "not a statement")
        else:
            updates.append(discarded(code.expression(update)))
    code.leave(inner)
    body = _body(code, node.body, target, bindings)
    code.leave(mark)
    return typed.For(target, tuple(first), test, tuple(updates), body, node.span)


def for_each(code: Code, node: syntax.ForEach) -> typed.Statement:
    """The enhanced ``for``."""
    values = code.expression(node.values)
    kind = values.type
    mark = len(code.undo)
    target = typed.Target()
    inferred = is_var(code, node.type)
    declared: JavaType = ERROR if inferred else code.resolve_type(node.type)
    for _ in range(node.rank):
        declared = ArrayType(declared)
    local = LocalSymbol(node.name, declared, code.owner, node.name_span, "final" in node.modifiers.words)
    span = node.values.span
    if isinstance(kind, ArrayType):
        hole = typed.Hole(kind.element, span)
        element: typed.Expression = hole
        if inferred:
            local.type = kind.element
        else:
            element = fitted(code, hole, declared, node.values, narrowing=False)
        code.declare(local)
        body = _body(code, node.body, target, [])
        code.leave(mark)
        return typed.ForEachArray(target, local, values, hole, element, body, node.span)
    iteration = _iteration(code, values, span)
    if iteration is None:
        if not isinstance(kind, ErrorType):
            message = "for-each not applicable to expression type\n  required: array or java.lang.Iterable"
            code.error(code.place(node.values), f"{message}\n  found:    {kind}")
        code.declare(local)
        _body(code, node.body, target, [])
        code.leave(mark)
        return typed.Empty(node.span)
    iterator, hole, has_next, element = iteration
    if inferred:
        local.type = code.types.upward(element.type)
    else:
        element = fitted(code, element, declared, node.values, narrowing=False)
    code.declare(local)
    body = _body(code, node.body, target, [])
    code.leave(mark)
    return typed.ForEachIterable(target, local, iterator, hole, has_next, element, body, node.span)


def _iteration(
    code: Code, values: typed.Expression, span: Span
) -> tuple[typed.Expression, typed.Hole, typed.Expression, typed.Expression] | None:
    """The calls of ``iterator``, ``hasNext`` and ``next`` that walk an `Iterable`."""
    if isinstance(values.type, (PrimitiveType, ErrorType)):
        return None
    iterable = code.symbols.well_known("java.lang.Iterable").symbol
    above = code.types.as_super(values.type, iterable)
    if above is None:
        return None
    captured = code.types.capture(above)
    argument: JavaType | None = None
    if isinstance(captured, ClassType) and captured.arguments:
        argument = code.types.upward(captured.arguments[0])
    iterator_symbol = code.symbols.well_known("java.util.Iterator").symbol
    kind = ClassType(iterator_symbol, (argument,) if argument is not None else ())
    site = ClassType(iterable, (argument,) if argument is not None else ())
    own = code.members.find_methods(code.types.capture(values.type), "iterator")
    member = next((one for one in own if not one.method.parameters), None)
    if member is None:
        member = next(iter(code.members.find_methods(site, "iterator")))
    iterator = typed.Call(typed.CallKind.VIRTUAL, member.method, values, (), kind, span, span)
    hole = typed.Hole(kind, span)
    has_next = next(iter(code.members.find_methods(kind, "hasNext")))
    following = next(iter(code.members.find_methods(kind, "next")))
    test = typed.Call(typed.CallKind.VIRTUAL, has_next.method, hole, (), has_next.method.result, span, span)
    element = argument if argument is not None else code.symbols.object
    step = built_call(code, following, hole, False, [], element, span, span)
    return iterator, hole, test, step
