"""Calls and starts: the frames of a thread are variables of its template, and a call sets those that it enters.

A thread that is started gets the least number of its template that is free.
"""

from __future__ import annotations

from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.expressions import Operator
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.operations import Call, Start
from vexil.ir.program import VariableDeclaration
from vexil.ir.types import is_aggregate, is_integer
from vexil.model.guarded.expressions import (
    BIT,
    FALSE,
    TRUE,
    Expr,
    Self,
    apply,
    both,
    cast,
    is_const,
    number,
    read,
)
from vexil.model.guarded.system import Assign, Goto
from vexil.transform.flattening import blocks, memory, octets, threads
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.callees import receiver_of, targets_of
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.initial import own_contents, own_values
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.stores import hold_to, store
from vexil.transform.flattening.translate import Translator


def call(translator: Translator, operation: Call, edge: int) -> None:
    """Enter the function that a call runs."""
    scope, body = translator.scope, translator.body
    wanted = None if operation.result is None else operation.result.type
    types = tuple(argument.type for argument in operation.arguments)
    receiver = receiver_of(translator, operation.callee, operation.arguments)
    cases = targets_of(translator, operation.callee, receiver, types, wanted)
    values = [passed(translator, argument) for argument in operation.arguments]
    branches = []
    for condition, name in cases:
        inner = Translator(translator.encoding, scope, body.branch())
        _enter(inner, translator.template, name, values, (translator.function.name, edge))
        branches.append((condition, inner.body))
    body.cases(branches)


def passed(translator: Translator, argument: IrExpr) -> Expr:
    """The value of an argument; of a structure or array, where it is."""
    return blocks.whole(translator, argument) if is_aggregate(argument.type) else translator.value(argument)


def _enter(
    translator: Translator, template: TemplatePlan, name: str, values: list[Expr], caller: tuple[str, int]
) -> None:
    encoding, body = translator.encoding, translator.body
    storage, limit = encoding.storage, encoding.bounds.recursion
    depth = storage.depths.get((template.root, name))
    if limit == 0:
        body.fail(TRUE, encoding.endings.over_bound(f"recursion depth of {name} <= {limit}"))
    elif depth is not None:
        most = template.depths[name]
        full = apply(Operator.GREATER_EQUAL, storage.depth_index(template, name, below=0), number(most))
        body.fail(full, encoding.endings.over_bound(f"recursion depth of {name} <= {most}"))
    pass_arguments(translator, template, name, values, None)
    site = storage.caller(template, name, below=0)
    assert site is not None
    position = storage.first_sites[template.root, name] + template.callers[name].index(caller) + 1
    body.emit(site.write(number(position, site.kind)))
    count_frame(encoding, template, name, body, 1)
    body.emit(Goto(template.places[name, encoding.program.functions[name].entry]))


def pass_arguments(
    translator: Translator, template: TemplatePlan, name: str, values: list[Expr], thread: Expr | None
) -> None:
    """Set the parameters of the next activation of a function."""
    encoding, body = translator.encoding, translator.body
    function = encoding.program.functions[name]
    for parameter, value in zip(function.parameters, values, strict=True):
        if is_integer(parameter.type):
            qualified = f"{name}::{parameter.name}"
            limits = encoding.bounds.range_of(qualified, hidden=parameter.hidden)
            hold_to(translator, value, None if limits is None else (qualified, *limits))
    given = dict(zip((parameter.name for parameter in function.parameters), values, strict=True))
    for variable in function.variables.values():
        if variable.addressable:
            _begin_local(translator, template, variable, name, given.get(variable.name), thread)
        elif variable.name in given:
            body.emit(
                encoding.storage.local(template, name, variable.name, thread, below=0).write(given[variable.name])
            )


def _begin_local(
    translator: Translator,
    template: TemplatePlan,
    variable: VariableDeclaration,
    name: str,
    value: Expr | None,
    thread: Expr | None,
) -> None:
    """Give a variable of the next activation its memory."""
    encoding, body = translator.encoding, translator.body
    item = encoding.memory.locals[template.root, name, variable.name]
    index: Expr = number(0)
    if template.count > 1:
        index = Self() if thread is None else thread
    if name in template.depths:
        level = encoding.storage.depth_index(template, name, thread, 0)
        index = apply(Operator.ADD, apply(Operator.MULTIPLY, index, number(template.depths[name])), level)
    memory.begin(encoding, item, index, body)
    if value is not None:
        if is_aggregate(variable.type):
            blocks.copy_structure(translator, variable.type, memory.pointer_to(item, index), value)
            return
        storage = storage_of(variable.type, encoding.program.layout.pointer_width // 8)
        kept = octets.OCTETS if item.name in encoding.memory.octets else storage
        step = apply(Operator.MULTIPLY, index, number(len(item.cells[kept])))
        start = apply(Operator.ADD, number(item.firsts[kept]), step)
        word = f"b{storage[1:]}" if kept == octets.OCTETS else storage
        body.emit(*memory.written(translator.encoding, word, start, value))


def count_frame(
    encoding: Encoding, template: TemplatePlan, name: str, body: Body, change: int, thread: Expr | None = None
) -> None:
    """Count an activation of a recursive function."""
    from vexil.transform.flattening.cells import Cell

    depth = encoding.storage.depths.get((template.root, name))
    if depth is not None:
        cell = Cell(depth, depth.type, number(0), thread)
        operator = Operator.ADD if change > 0 else Operator.SUBTRACT
        body.emit(cell.write(apply(operator, cell.read(), number(1, depth.type))))


def start(translator: Translator, operation: Start, target: int) -> None:
    """Start a thread in the function that a callee runs, and go on."""
    scope, body = translator.scope, translator.body
    types = tuple(argument.type for argument in operation.arguments)
    receiver = receiver_of(translator, operation.callee, operation.arguments)
    cases = targets_of(translator, operation.callee, receiver, types, None)
    values = [body.let("a", passed(translator, argument)) for argument in operation.arguments]
    daemon = FALSE if operation.daemon is None else body.let("daemon", translator.value(operation.daemon))
    branches = []
    for condition, name in cases:
        inner = Translator(translator.encoding, scope, body.branch())
        _begin(inner, translator.encoding.plan.of(name), values, daemon, operation)
        inner.body.emit(Goto(target))
        branches.append((condition, inner.body))
    body.cases(branches)


def _begin(translator: Translator, template: TemplatePlan, values: list[Expr], daemon: Expr, operation: Start) -> None:
    encoding, body = translator.encoding, translator.body
    limit = encoding.bounds.threads
    if limit is not None and limit <= encoding.plan.threads:
        enough = apply(Operator.GREATER_EQUAL, threads.living(encoding), number(limit))
        body.fail(enough, encoding.endings.over_bound(f"threads <= {limit}"))
    full = both(*(_is_taken(template, number(index)) for index in range(template.count)))
    body.fail(full, encoding.endings.over_bound(f"threads of {template.root} <= {template.count}"))
    slot: Expr = number(template.count - 1)
    for index in reversed(range(template.count - 1)):
        slot = apply(Operator.IF, _is_taken(template, number(index)), slot, number(index))
    slot = body.let("slot", slot)
    pass_arguments(translator, template, template.root, values, slot)
    count_frame(encoding, template, template.root, body, 1, slot)
    for cell, value in own_values(encoding, template, slot):
        body.emit(cell.write(value))
    own_contents(encoding, template, slot, body)
    flag = encoding.storage.mark(template, "daemon", slot)
    if flag is not None and not is_const(daemon, 0):
        body.emit(flag.write(cast(daemon, BIT)))
    entry = template.places[template.root, encoding.program.functions[template.root].entry]
    body.emit(Assign(template.counter, number(0), number(entry, template.counter.type), slot))
    if operation.handle is not None:
        kind = encoding.values.thread
        store(translator, operation.handle, apply(Operator.ADD, cast(slot, kind), number(template.base + 1, kind)))


def _is_taken(template: TemplatePlan, index: Expr) -> Expr:
    at = read(template.counter, thread=index)
    return apply(Operator.DIFFERENT, at, number(0, at.type))
