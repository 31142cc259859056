"""``throw``, ``try`` and ``synchronized``: code that runs on every way out of a block."""

from __future__ import annotations

from collections.abc import Callable

from vexil.core.source import Span
from vexil.frontends.java.lowering.evaluation import effect, value
from vexil.frontends.java.lowering.function import THROWABLE, Context, FunctionLowering, Handler, converted, null_of
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.lowering.statements import execute, lowers_statement
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.operations import Lock, Unlock
from vexil.ir.typing import apply, type_test


@lowers_statement(typed.Throw)
def throw(f: FunctionLowering, node: typed.Throw) -> None:
    """Throw an exception; null throws a `NullPointerException` (JLS 14.18)."""
    f.at(node.span)
    f.raise_value(f.require_object(value(f, node.value)))


@lowers_statement(typed.Synchronized)
def synchronized(f: FunctionLowering, node: typed.Synchronized) -> None:
    """Hold the monitor of an object during a block."""
    f.at(node.lock.span)
    monitor = f.saved(f.require_object(value(f, node.lock)))
    holding(f, monitor, lambda: execute(f, node.body))


def holding(f: FunctionLowering, monitor: Expr, body: Callable[[], None]) -> None:
    """Emit code that runs with a monitor held; it is released on every way out."""
    pair = f.program.new_pair(f)
    f.emit(Lock(monitor, pair, True))
    guarded(f, body, lambda: _release(f, monitor, pair))


def _release(f: FunctionLowering, monitor: Expr, pair: str) -> None:
    f.emit(Unlock(monitor, pair))


def guarded(f: FunctionLowering, body: Callable[[], object], cleanup: Callable[[], None]) -> None:
    """Emit code behind which a clean-up runs, however it is left."""
    handler = f.new_handler()
    end = f.fresh()
    f.contexts.append(Context(handler=handler, cleanup=cleanup))
    body()
    f.contexts.pop()
    cleanup()
    f.go(end)
    _on_exception(f, handler, cleanup)
    f.place(end)


def _on_exception(f: FunctionLowering, handler: Handler, cleanup: Callable[[], None]) -> None:
    f.place(handler.location)
    f.not_null.add(handler.exception.name)
    if handler.used:
        cleanup()
        f.raise_value(handler.exception)


@lowers_statement(typed.Try)
def try_(f: FunctionLowering, node: typed.Try) -> None:
    """Resources, handlers and a finalizer, from the inside out (JLS 14.20)."""
    finalizer = node.finalizer
    if finalizer is not None:
        guarded(f, lambda: _with_catches(f, node), lambda: execute(f, finalizer))
    else:
        _with_catches(f, node)


def _with_catches(f: FunctionLowering, node: typed.Try) -> None:
    if not node.catches:
        _with_resources(f, node, 0)
        return
    handler = f.new_handler()
    end = f.fresh()
    f.contexts.append(Context(handler=handler))
    _with_resources(f, node, 0)
    f.contexts.pop()
    f.go(end)
    f.place(handler.location)
    for clause in node.catches:
        f.at(_header(clause))
        matches, other = f.fresh(), f.fresh()
        f.branch(_is_any(f, handler.exception, clause), matches, other)
        f.place(matches)
        variable = f.declare(clause.local)
        f.not_null.add(handler.exception.name)
        f.assign(variable, converted(handler.exception, variable.type))
        execute(f, clause.body)
        f.go(end)
        f.place(other)
    f.span = None
    f.not_null.add(handler.exception.name)
    f.raise_value(handler.exception)
    f.place(end)


def _header(clause: typed.CatchClause) -> Span:
    """The place of ``catch (…)`` without its body."""
    return Span(clause.span.file, clause.span.start, max(clause.span.start + 1, clause.body.span.start))


def _is_any(f: FunctionLowering, exception: Variable, clause: typed.CatchClause) -> Expr:
    tests = []
    for kind in clause.types:
        tested = lowered_type(kind)
        if tested == THROWABLE:
            return apply(Operator.DIFFERENT, exception, null_of(exception.type))
        f.program.mention(tested)
        tests.append(type_test(exception, tested))
    condition: Expr = tests[0]
    for another in tests[1:]:
        condition = apply(Operator.OR, condition, another)
    return condition


def _with_resources(f: FunctionLowering, node: typed.Try, position: int) -> None:
    """The body with the resources from a position on, each closed behind what it is used in (JLS 14.20.3.1)."""
    if position == len(node.resources):
        execute(f, node.body)
        return
    resource = node.resources[position]
    f.at(resource.span)
    variable = f.declare(resource.local)
    f.assign(variable, converted(value(f, resource.value), variable.type))
    handler = f.new_handler()
    end = f.fresh()

    def close() -> None:
        f.at(resource.span)
        there, skipped = f.fresh(), f.fresh()
        f.branch(apply(Operator.DIFFERENT, variable, null_of(variable.type)), there, skipped)
        f.place(there)
        f.not_null.add(variable.name)
        f.holes[resource.hole] = variable
        effect(f, resource.close)
        f.go(skipped)
        f.place(skipped)

    f.contexts.append(Context(handler=handler, cleanup=close))
    _with_resources(f, node, position + 1)
    f.contexts.pop()
    close()
    f.go(end)
    f.place(handler.location)
    if handler.used:
        _close_after(f, handler, close)
    f.place(end)


def _close_after(f: FunctionLowering, handler: Handler, close: Callable[[], None]) -> None:
    """Close after an exception: what closing throws is added to it as suppressed."""
    closing = f.new_handler()
    f.contexts.append(Context(handler=closing))
    close()
    f.contexts.pop()
    f.not_null.add(handler.exception.name)
    f.raise_value(handler.exception)
    f.place(closing.location)
    if closing.used:
        f.program.call_library(f, "java.lang.Throwable", "addSuppressed", (handler.exception, closing.exception))
        f.not_null.add(handler.exception.name)
        f.raise_value(handler.exception)
