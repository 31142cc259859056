"""Waiting: a thread releases its lock, joins a wait set, and takes the lock back when it was woken.

It is woken by notifications, interruptions, and the ends of threads that it waits for.
"""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.interpreter.monitors import INTERRUPTED, NOTIFIED, TIMED_OUT
from vexil.ir.operations import Join, Notify, Wait
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import FALSE, TRUE, WORD, Expr, Local, apply, both, cast, either, equal, number
from vexil.model.guarded.system import Assign, For, Goto, If, Statement
from vexil.transform.flattening import keys, threads
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.cells import BYTE, Cell
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.locks import require_held
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.stores import store
from vexil.transform.flattening.translate import Translator


def _take_interruption(translator: Translator, otherwise: int, body: Body) -> Expr:
    """The reason for going on at once: an interruption, which is cleared, or the other one."""
    template = translator.template
    flag = translator.encoding.storage.mark(template, "interrupted")
    if flag is None:
        return number(otherwise, BYTE)
    interrupted = body.let("interrupted", flag.read())
    body.emit(flag.write(number(0, flag.kind)))
    return apply(Operator.IF, interrupted, number(INTERRUPTED, BYTE), number(otherwise, BYTE))


def deliver(translator: Translator, operation: Wait | Join, reason: Expr, target: int) -> None:
    """Write the reason for which a thread goes on, and go on."""
    body = translator.body
    if operation.result is not None:
        kind = translator.encoding.values.of(operation.result.type, where=translator.scope.edge_id)
        store(translator, operation.result, cast(reason, kind))
    body.emit(Goto(target))


def wait(translator: Translator, operation: Wait, edge: int, target: int) -> None:
    """Release the lock and join the wait set, unless an interruption is pending; or sleep."""
    body, encoding = translator.body, translator.encoding
    template, function = translator.template, translator.function
    if operation.lock is None and operation.condition is None:
        deliver(translator, operation, _take_interruption(translator, TIMED_OUT, body), target)
        return
    wanted, condition = operation.lock, operation.condition
    key = None if wanted is None else body.let("key", translator.key(wanted))
    awaited = None if condition is None else body.let("awaited", translator.key(condition))
    if key is not None and wanted is not None:
        require_held(translator, key, wanted)
    if awaited is not None and condition is not None:
        different = TRUE if key is None else apply(Operator.DIFFERENT, awaited, key)
        for wrong, kind in keys.not_a_lock(translator, condition):
            translator.undefined(both(different, wrong), kind)
    asleep = body.branch()
    if key is not None:
        _release(encoding, template, key, asleep)
    if awaited is not None:
        cell = mark_of(encoding, template, "waits on")
        asleep.emit(cell.write(apply(Operator.ADD, awaited, number(1))))
    suspended = encoding.storage.mark(template, "suspended")
    if suspended is not None:
        sections = mark_of(encoding, template, "atomic")
        asleep.emit(suspended.write(sections.read()), sections.write(number(0, BYTE)))
    asleep.emit(Goto(template.first_wait + template.waits.index((function.name, edge))))
    flag = encoding.storage.mark(template, "interrupted")
    if flag is None:
        body.emit(*asleep.block())
        return
    at_once = Translator(encoding, translator.scope, body.branch())
    at_once.body.emit(flag.write(number(0, flag.kind)))
    deliver(at_once, operation, number(INTERRUPTED, BYTE), target)
    body.cases([(flag.read(), at_once.body), (TRUE, asleep)])


def mark_of(encoding: Encoding, template: TemplatePlan, word: str, thread: Expr | None = None) -> Cell:
    """Something that is known of every thread of a template."""
    cell = encoding.storage.mark(template, word, thread)
    assert cell is not None
    return cell


def _release(encoding: Encoding, template: TemplatePlan, key: Expr, body: Body) -> None:
    """Release a lock however often it is held, and remember it."""
    storage = encoding.storage
    body.emit(mark_of(encoding, template, "releases").write(apply(Operator.ADD, key, number(1))))
    if encoding.synchronisation.reentrant:
        held = storage.at("held", key)
        body.emit(mark_of(encoding, template, "released").write(held.read()), held.write(number(0, BYTE)))
    owner = storage.at("owner", key)
    body.emit(owner.write(number(0, owner.kind)))


def can_end_by_itself(translator: Translator, operation: Wait) -> Expr:
    """Whether a thread may leave its wait set without being notified."""
    return TRUE if operation.timed else _is_interrupted(translator)


def end_by_itself(translator: Translator, woken: int) -> None:
    """Leave the wait set because of an interrupt, or else a time-out."""
    template, body, encoding = translator.template, translator.body, translator.encoding
    reason = apply(Operator.IF, _is_interrupted(translator), number(INTERRUPTED, BYTE), number(TIMED_OUT, BYTE))
    body.emit(*leave_wait_set(encoding, template, reason), Goto(woken))


def leave_wait_set(
    encoding: Encoding, template: TemplatePlan, reason: Expr, thread: Expr | None = None
) -> tuple[Statement, ...]:
    """Take a thread out of its wait set for a reason; the atomic sections that it waited in go on."""
    awaited, why = mark_of(encoding, template, "waits on", thread), mark_of(encoding, template, "reason", thread)
    statements: list[Statement] = [awaited.write(number(0, awaited.kind)), why.write(reason)]
    suspended = encoding.storage.mark(template, "suspended", thread)
    if suspended is not None:
        sections = mark_of(encoding, template, "atomic", thread)
        statements += [sections.write(suspended.read()), suspended.write(number(0, BYTE))]
    return tuple(statements)


def _is_interrupted(translator: Translator) -> Expr:
    """Whether the moving thread's interrupt flag is set."""
    flag = translator.encoding.storage.mark(translator.template, "interrupted")
    return FALSE if flag is None else flag.read()


def _saved_key(encoding: Encoding, template: TemplatePlan) -> Expr:
    """The lock to take back, from 1; 0 for none."""
    return cast(mark_of(encoding, template, "releases").read(), WORD)


def can_go_on(translator: Translator, operation: Wait) -> Expr:
    """Whether a woken thread can take its lock back."""
    template, encoding = translator.template, translator.encoding
    if operation.lock is None:
        return TRUE
    owner = translator.owner(apply(Operator.SUBTRACT, _saved_key(encoding, template), number(1)))
    return equal(owner, number(0, owner.type))


def go_on(translator: Translator, operation: Wait, target: int) -> None:
    """Take the lock back and write why the wait ended."""
    template, body, encoding = translator.template, translator.body, translator.encoding
    if operation.lock is not None:
        key = body.let("key", apply(Operator.SUBTRACT, _saved_key(encoding, template), number(1)))
        body.emit(encoding.storage.at("owner", key).write(translator.me()))
        if encoding.synchronisation.reentrant:
            count = mark_of(encoding, template, "released")
            body.emit(encoding.storage.at("held", key).write(count.read()), count.write(number(0, BYTE)))
        saved = mark_of(encoding, template, "releases")
        body.emit(saved.write(number(0, saved.kind)))
    cell = mark_of(encoding, template, "reason")
    reason = body.let("reason", cell.read())
    body.emit(cell.write(number(0, BYTE)))
    flag = encoding.storage.mark(template, "interrupted")
    if flag is not None:
        interrupted = body.let(
            "interrupted", both(flag.read(), apply(Operator.DIFFERENT, reason, number(NOTIFIED, BYTE)))
        )
        body.emit(If(interrupted, (flag.write(number(0, flag.kind)),)))
        reason = body.let("why", apply(Operator.IF, interrupted, number(INTERRUPTED, BYTE), reason))
    deliver(translator, operation, reason, target)


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
