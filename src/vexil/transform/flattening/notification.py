"""Waking: notifications, interruptions, and the ends of threads that others wait for."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.interpreter.monitors import INTERRUPTED, NOTIFIED, TIMED_OUT
from vexil.ir.operations import Join, Notify
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import FALSE, TRUE, WORD, Expr, Local, apply, both, cast, either, equal, number
from vexil.model.guarded.system import Assign, For, If, Statement
from vexil.transform.flattening import threads
from vexil.transform.flattening.cells import BYTE
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.translate import Translator
from vexil.transform.flattening.waiting import deliver, leave_wait_set, mark_of


def waits_for(encoding: Encoding, template: TemplatePlan, index: Expr, key: Expr) -> Expr:
    """Whether a thread is in the wait set of a key."""
    if not template.waits:
        return FALSE
    awaited = mark_of(encoding, template, "waits on", index).read()
    return both(threads.is_waiting(template, index), equal(cast(awaited, WORD), apply(Operator.ADD, key, number(1))))


def _notified(encoding: Encoding, template: TemplatePlan, index: Expr) -> tuple[Statement, ...]:
    counter = template.counter
    further = apply(Operator.ADD, flat.read(counter, thread=index), number(len(template.waits), counter.type))
    return (
        Assign(counter, number(0), further, index),
        *leave_wait_set(encoding, template, number(NOTIFIED, BYTE), index),
    )


def somebody_waits(encoding: Encoding, key: Expr) -> Expr:
    """Whether a wait set is not empty."""
    return either(
        *(
            waits_for(encoding, template, number(index), key)
            for template in encoding.plan.templates
            for index in range(template.count)
        )
    )


def is_waiter(encoding: Encoding, chosen: Expr, key: Expr) -> Expr:
    """Whether a thread, by its number from 0, is in a wait set."""
    thread = apply(Operator.ADD, chosen, number(1, chosen.type))
    return threads.of_each(encoding, thread, lambda template, index: waits_for(encoding, template, index, key))


def notify_one(translator: Translator, chosen: Expr) -> None:
    """Wake the thread that was chosen."""
    body, encoding = translator.body, translator.encoding
    thread = apply(Operator.ADD, chosen, number(1, chosen.type))
    cases = []
    for template in encoding.plan.templates:
        if template.waits:
            woken = body.branch()
            woken.emit(*_notified(encoding, template, threads.index_in(template, thread)))
            cases.append((threads.is_of(template, thread), woken))
    body.cases(cases)


def notify_all(translator: Translator, operation: Notify) -> None:
    """Wake every thread of a wait set."""
    body, encoding = translator.body, translator.encoding
    key = body.let("key", translator.key(operation.condition))
    translator.require_lock(operation.condition)
    for template in encoding.plan.templates:
        if template.waits:
            counter = body.names.fresh("k")
            index: Expr = Local(counter, WORD) if template.count > 1 else number(0)
            woken = If(waits_for(encoding, template, index, key), _notified(encoding, template, index))
            body.emit(For(counter, template.count, (woken,)) if template.count > 1 else woken)


def can_join(translator: Translator, operation: Join) -> Expr:
    """Whether a join can go on."""
    template, encoding = translator.template, translator.encoding
    target = translator.value(operation.thread)
    if operation.timed:
        return TRUE
    flag = encoding.storage.mark(template, "interrupted", translator.scope.thread)
    return either(FALSE if flag is None else flag.read(), flat.negated(threads.is_alive(encoding, target)))


def join(translator: Translator, operation: Join, target: int) -> None:
    """Go on with the reason for which a join can."""
    body, encoding = translator.body, translator.encoding
    template = translator.template
    thread = body.let("joined", translator.value(operation.thread))
    translator.undefined(equal(thread, number(0, thread.type)), "null-dereference")
    alive = body.let("alive", threads.is_alive(encoding, thread))
    flag = encoding.storage.mark(template, "interrupted")
    if flag is None:
        reason = apply(Operator.IF, alive, number(TIMED_OUT, BYTE), number(NOTIFIED, BYTE))
    else:
        interrupted = body.let("interrupted", both(alive, flag.read()))
        body.emit(If(interrupted, (flag.write(number(0, flag.kind)),)))
        late = apply(Operator.IF, interrupted, number(INTERRUPTED, BYTE), number(TIMED_OUT, BYTE))
        reason = apply(Operator.IF, alive, late, number(NOTIFIED, BYTE))
    deliver(translator, operation, body.let("reason", reason), target)


def interrupt(translator: Translator, thread: Expr, value: bool) -> None:
    """Set or clear the interrupt flag of a thread that has not ended."""
    body, encoding = translator.body, translator.encoding
    thread = body.let("thread", thread)
    translator.undefined(equal(thread, number(0, thread.type)), "null-dereference")
    cases = []
    for template in encoding.plan.templates:
        index = threads.index_in(template, thread)
        flag = encoding.storage.mark(template, "interrupted", index)
        if flag is None:
            continue
        branch = body.branch()
        branch.emit(flag.write(number(int(value), flag.kind)))
        cases.append((both(threads.is_of(template, thread), threads.is_running(template, index)), branch))
    body.cases(cases)
