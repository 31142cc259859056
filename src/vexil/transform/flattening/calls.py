"""Calls: the frames of a thread are variables of its template, and a call sets those of the function it enters."""

from __future__ import annotations

from vexil.ir.expressions import Expr as IrExpr
from vexil.ir.expressions import Operator
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.operations import Call
from vexil.ir.program import VariableDeclaration
from vexil.ir.types import is_aggregate, is_integer
from vexil.model.guarded.expressions import TRUE, Expr, Self, apply, number
from vexil.model.guarded.system import Goto
from vexil.transform.flattening import blocks, memory, octets
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.callees import receiver_of, targets_of
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.stores import hold_to
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
