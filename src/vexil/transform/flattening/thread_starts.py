"""Starting threads: the least number of the template that is free."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.operations import Start
from vexil.model.guarded.expressions import BIT, FALSE, WORD, Expr, apply, both, cast, is_const, number, read
from vexil.model.guarded.system import Assign, Goto
from vexil.transform.flattening import threads
from vexil.transform.flattening.callees import receiver_of, targets_of
from vexil.transform.flattening.calls import count_frame, pass_arguments, passed
from vexil.transform.flattening.contents import own_contents
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.initial import own_values
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator


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
        enough = apply(Operator.GREATER_EQUAL, living(encoding), number(limit))
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


def living(encoding: Encoding) -> Expr:
    """How many threads have not ended."""
    total: Expr = number(0)
    for template in encoding.plan.templates:
        for index in range(template.count):
            total = apply(Operator.ADD, total, cast(threads.is_running(template, number(index)), WORD))
    return total
