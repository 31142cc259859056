"""Waiting: a thread releases its lock, joins a wait set, and takes the lock back when it was woken."""

from __future__ import annotations

from vexil.ir.expressions import Operator
from vexil.ir.interpreter.monitors import INTERRUPTED, NOTIFIED, TIMED_OUT
from vexil.ir.operations import Join, Wait
from vexil.model.guarded.expressions import FALSE, TRUE, WORD, Expr, apply, both, cast, equal, number
from vexil.model.guarded.system import Goto, If, Statement
from vexil.transform.flattening import keys
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
