"""Statements: declarations, conditions, loops and jumps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vexil.frontends.java.lowering.calls import allocate, construct
from vexil.frontends.java.lowering.evaluation import branch_on, effect, value
from vexil.frontends.java.lowering.function import Context, FunctionLowering, converted, null_of
from vexil.frontends.java.lowering.names import erased_name
from vexil.frontends.java.lowering.output import discard
from vexil.frontends.java.lowering.stubs import unused
from vexil.frontends.java.symbols.types import PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.tree.walking import children
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.operations import Assign, Check
from vexil.ir.operations import Return as ReturnOperation
from vexil.ir.types import BOOL, I32, is_reference
from vexil.ir.typing import apply, element, zero
from vexil.languages.options import Granularity

Lower = Callable[[FunctionLowering, Any], None]
STATEMENTS: dict[type, Lower] = {}


def lowers_statement(kind: type) -> Callable[[Lower], Lower]:
    """Enter a function for a kind of statement."""

    def enter(function: Lower) -> Lower:
        STATEMENTS[kind] = function
        return function

    return enter


def execute(f: FunctionLowering, statement: typed.Statement) -> None:
    """Lower a statement."""
    STATEMENTS[type(statement)](f, statement)


def whole(f: FunctionLowering, emit: Callable[[], None], *parts: typed.Expression | None) -> None:
    """Emit a statement, as one step if that was asked for and the statement calls nothing."""
    if f.program.options.granularity == Granularity.STATEMENT and f.visible and not any(_calls(part) for part in parts):
        f.atomically(emit)
    else:
        emit()


def _calls(expression: typed.Expression | None) -> bool:
    pending = [expression] if expression is not None else []
    while pending:
        node = pending.pop()
        if isinstance(node, typed.Call | typed.New):
            return True
        pending.extend(children(node))
    return False


@lowers_statement(typed.Block)
def block(f: FunctionLowering, node: typed.Block) -> None:
    """Statements in order."""
    for statement in node.statements:
        execute(f, statement)


@lowers_statement(typed.LocalDeclaration)
def local_declaration(f: FunctionLowering, node: typed.LocalDeclaration) -> None:
    """A local variable and its first value; without one the register forgets what it held before."""
    f.at(node.span)
    variable = f.declare(node.local)
    if node.initialiser is None:
        return
    initialiser = node.initialiser

    def emit() -> None:
        first = value(f, initialiser)
        f.located(variable, node.local.span or node.span)
        f.assign(variable, converted(first, variable.type) if is_reference(first.type) else first)

    whole(f, emit, initialiser)


@lowers_statement(typed.LocalClass)
def local_class(f: FunctionLowering, node: typed.LocalClass) -> None:
    """Nothing happens."""


@lowers_statement(typed.Empty)
def empty(f: FunctionLowering, node: typed.Empty) -> None:
    """Nothing happens."""


@lowers_statement(typed.ExpressionStatement)
def expression_statement(f: FunctionLowering, node: typed.ExpressionStatement) -> None:
    """An expression for its effect."""
    f.at(node.span)
    whole(f, lambda: effect(f, unused(node.expression)), node.expression)


def test(f: FunctionLowering, condition: typed.Expression, when_true: int, when_false: int) -> None:
    """Evaluate a condition as a statement of its own and go on at one of two locations."""
    f.at(condition.span)
    if f.program.options.granularity != Granularity.STATEMENT or not f.visible or _calls(condition):
        branch_on(f, condition, when_true, when_false)
        return
    from vexil.ir.operations import BeginAtomic, EndAtomic

    f.emit(BeginAtomic())
    yes, no = f.fresh(), f.fresh()
    f.ending_atomic(lambda: branch_on(f, condition, yes, no))
    for inside, outside in ((yes, when_true), (no, when_false)):
        f.place(inside)
        f.leave(EndAtomic(), outside)


@lowers_statement(typed.If)
def if_(f: FunctionLowering, node: typed.If) -> None:
    """A condition."""
    then, otherwise, end = f.fresh(), f.fresh(), f.fresh()
    test(f, node.condition, then, otherwise)
    f.place(then)
    execute(f, node.then)
    f.go(end)
    f.place(otherwise)
    if node.otherwise is not None:
        execute(f, node.otherwise)
    f.go(end)
    f.place(end)


def _loop_body(f: FunctionLowering, target: typed.Target, body: typed.Statement, again: int, end: int) -> None:
    f.contexts.append(Context(target=target, break_to=end, continue_to=again))
    execute(f, body)
    f.contexts.pop()
    f.go(again)


@lowers_statement(typed.While)
def while_(f: FunctionLowering, node: typed.While) -> None:
    """A loop with its condition in front."""
    head, body, end = f.fresh(), f.fresh(), f.fresh()
    f.go(head)
    f.place(head)
    test(f, node.condition, body, end)
    f.place(body)
    _loop_body(f, node.target, node.body, head, end)
    f.place(end)


@lowers_statement(typed.DoWhile)
def do_while(f: FunctionLowering, node: typed.DoWhile) -> None:
    """A loop with its condition behind."""
    head, again, end = f.fresh(), f.fresh(), f.fresh()
    f.go(head)
    f.place(head)
    _loop_body(f, node.target, node.body, again, end)
    f.place(again)
    test(f, node.condition, head, end)
    f.place(end)


@lowers_statement(typed.For)
def for_(f: FunctionLowering, node: typed.For) -> None:
    """A loop with initialisers, condition and updates."""
    for statement in node.initialisers:
        execute(f, statement)
    head, body, again, end = f.fresh(), f.fresh(), f.fresh(), f.fresh()
    f.go(head)
    f.place(head)
    if node.condition is not None:
        test(f, node.condition, body, end)
    else:
        f.go(body)
    f.place(body)
    _loop_body(f, node.target, node.body, again, end)
    f.place(again)
    for update in node.updates:
        f.at(update.span)
        whole(f, lambda update=update: effect(f, update), update)  # type: ignore[misc]
    f.go(head)
    f.place(end)


@lowers_statement(typed.ForEachArray)
def for_each_array(f: FunctionLowering, node: typed.ForEachArray) -> None:
    """A loop over the elements of an array, which is evaluated once (JLS 14.14.2)."""
    f.at(node.array.span)
    array = f.saved(f.require_object(value(f, node.array)))
    index = f.temporary(I32)
    f.assign(index, Const(0, I32))
    head, body, again, end = f.fresh(), f.fresh(), f.fresh(), f.fresh()
    f.go(head)
    f.place(head)
    f.at(node.array.span)
    f.branch(apply(Operator.LESS, index, apply(Operator.ARRAY_LENGTH, array)), body, end)
    f.place(body)
    place = element(array, index)
    item = f.temporary(place.type)
    f.emit(Assign(item, place))
    _bind(f, node.local, node.hole, item, node.element)
    _loop_body(f, node.target, node.body, again, end)
    f.place(again)
    f.leave(Assign(index, apply(Operator.ADD, index, Const(1, I32))), head)
    f.place(end)


def _bind(f: FunctionLowering, local: Any, hole: typed.Hole, item: Expr, converted_item: typed.Expression) -> None:
    f.holes[hole] = item
    variable = f.declare(local)
    element = value(f, converted_item)
    f.assign(variable, converted(element, variable.type) if is_reference(element.type) else element)
    del f.holes[hole]


@lowers_statement(typed.ForEachIterable)
def for_each_iterable(f: FunctionLowering, node: typed.ForEachIterable) -> None:
    """A loop over what an iterator gives."""
    f.at(node.iterator.span)
    iterator = f.saved(value(f, node.iterator))
    f.holes[node.hole] = iterator
    head, body, end = f.fresh(), f.fresh(), f.fresh()
    f.go(head)
    f.place(head)
    f.at(node.iterator.span)
    f.branch(value(f, node.has_next), body, end)
    f.place(body)
    variable = f.declare(node.local)
    item = value(f, node.element)
    f.assign(variable, converted(item, variable.type) if is_reference(item.type) else item)
    _loop_body(f, node.target, node.body, head, end)
    f.place(end)
    del f.holes[node.hole]


@lowers_statement(typed.Labelled)
def labelled(f: FunctionLowering, node: typed.Labelled) -> None:
    """A statement with a name, which properties may use."""
    start = f.fresh(labels=(node.label,) if f.visible else ())
    end = f.fresh()
    f.go(start)
    f.place(start)
    f.contexts.append(Context(target=node.target, break_to=end))
    execute(f, node.body)
    f.contexts.pop()
    f.go(end)
    f.place(end)


@lowers_statement(typed.Break)
def break_(f: FunctionLowering, node: typed.Break) -> None:
    """Leave a statement."""
    f.at(node.span)
    depth, context = f.context_of(node.target)
    f.unwind(depth)
    f.go(context.break_to)


@lowers_statement(typed.Continue)
def continue_(f: FunctionLowering, node: typed.Continue) -> None:
    """Go on with a loop."""
    f.at(node.span)
    depth, context = f.context_of(node.target)
    f.unwind(depth)
    f.go(context.continue_to)


@lowers_statement(typed.Yield)
def yield_(f: FunctionLowering, node: typed.Yield) -> None:
    """Give the value of a switch expression."""
    f.at(node.span)
    depth, context = f.context_of(node.target)
    assert context.result is not None
    f.assign(context.result, value(f, node.value))
    f.unwind(depth)
    f.go(context.break_to)


@lowers_statement(typed.Return)
def return_(f: FunctionLowering, node: typed.Return) -> None:
    """Leave the method; clean-ups run after the value is evaluated (JLS 14.17)."""
    f.at(node.span)
    result: Expr | None = None
    if node.value is not None:
        expression = node.value

        def emit() -> None:
            nonlocal result
            result = value(f, expression)

        whole(f, emit, expression)
        if result is not None and f.result is not None and any(context.cleanup for context in f.contexts):
            result = f.located(f.saved(result), expression.span)
    f.unwind(0)
    finish(f, result)


def finish(f: FunctionLowering, result: Expr | None) -> None:
    """Return a value that fits the function."""
    if f.result is None:
        f.leave(ReturnOperation(None), f.builder.exit)
        return
    if result is None:
        result = zero(f.result)
    if is_reference(f.result):
        result = converted(result, f.result) if not isinstance(result, Const) else null_of(f.result)
    f.leave(ReturnOperation(result), f.builder.exit)


@lowers_statement(typed.Assert)
def assert_(f: FunctionLowering, node: typed.Assert) -> None:
    """An assertion: a check, and an `AssertionError` where the check is not asked for."""
    f.at(node.span)
    if f.owner is not None and not f.owner.is_interface:
        f.program.initialisation.trigger(f, f.owner)  # a static field says whether assertions are switched on
    if isinstance(node.condition, typed.Constant) and node.condition.value is True:
        f.emit(Check("assert", Const(True, BOOL), f.program.text_of(node.condition.span)))
        return
    holds, fails, end = f.fresh(), f.fresh(), f.fresh()
    branch_on(f, node.condition, holds, fails)
    f.place(fails)
    f.emit(Check("assert", Const(False, BOOL), f.program.text_of(node.condition.span)))
    if node.message is not None:
        _throw_assertion(f, node.message)
    else:
        f.raise_new("java.lang.AssertionError")
    f.place(holds)
    f.go(end)
    f.place(end)


def _throw_assertion(f: FunctionLowering, message: typed.Expression) -> None:
    """Throw an `AssertionError` with a message."""
    if not f.program.texts.messages:
        discard(f, message)
        f.raise_new("java.lang.AssertionError")
        return
    symbol = f.program.class_named("java.lang.AssertionError")
    detail = f.register(value(f, message))
    name = erased_name(message.type) if isinstance(message.type, PrimitiveType) else "java.lang.Object"
    name = "int" if name in ("byte", "short") else name
    constructor = next(m for m in symbol.methods["<init>"] if [erased_name(p) for p in m.parameters] == [name])
    error = allocate(f, symbol, message.span)
    construct(f, constructor, error, [detail], None)
    f.raise_value(error)
