"""Threads: whether they live, how they start and end, and when an ended one is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vexil.ir.expressions import Operator
from vexil.ir.types import ThreadType
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import FALSE, TRUE, Expr, Self, apply, both, either, equal, is_const, number, read
from vexil.model.guarded.system import Assign, For, Goto, If, Statement
from vexil.transform.flattening import memory
from vexil.transform.flattening.body import Body
from vexil.transform.flattening.encoding import Encoding
from vexil.transform.flattening.plan import TemplatePlan

MOST_HOLDERS = 400
"""Where more places than this may know a thread, an ended one is never forgotten."""

# --- which thread a value means --------------------------------------------------------------------------


def of_each(encoding: Encoding, thread: Expr, what: Callable[[TemplatePlan, Expr], Expr]) -> Expr:
    """Something about the thread that a value stands for; false for none."""
    return either(
        *(
            both(is_of(template, thread), what(template, index_in(template, thread)))
            for template in encoding.plan.templates
        )
    )


def is_of(template: TemplatePlan, thread: Expr) -> Expr:
    """Whether a value stands for a thread of a template."""
    kind, first, last = thread.type, template.base + 1, template.base + template.count
    if template.count == 1:
        return equal(thread, number(first, kind))
    return both(
        apply(Operator.GREATER_EQUAL, thread, number(first, kind)),
        apply(Operator.LESS_EQUAL, thread, number(last, kind)),
    )


def index_in(template: TemplatePlan, thread: Expr) -> Expr:
    """The number of the thread in its template."""
    if template.count == 1:
        return number(0)
    return apply(Operator.SUBTRACT, flat.cast(thread, flat.WORD), number(template.base + 1))


def is_running(template: TemplatePlan, index: Expr | None) -> Expr:
    """Whether a thread of a template exists and has not ended."""
    counter = template.counter
    at = read(counter, thread=index)
    return both(
        apply(Operator.DIFFERENT, at, number(0, counter.type)),
        apply(Operator.LESS, at, number(template.first_end, counter.type)),
    )


def is_ended(template: TemplatePlan, index: Expr) -> Expr:
    """Whether a thread of a template has ended and is not forgotten."""
    counter = template.counter
    return apply(Operator.GREATER_EQUAL, read(counter, thread=index), number(template.first_end, counter.type))


def is_waiting(template: TemplatePlan, index: Expr) -> Expr:
    """Whether a thread of a template is in a wait set."""
    if not template.waits:
        return FALSE
    counter = template.counter
    at, first = read(counter, thread=index), template.first_wait
    if len(template.waits) == 1:
        return equal(at, number(first, counter.type))
    return both(
        apply(Operator.GREATER_EQUAL, at, number(first, counter.type)),
        apply(Operator.LESS, at, number(first + len(template.waits), counter.type)),
    )


def is_alive(encoding: Encoding, thread: Expr) -> Expr:
    """Whether a value stands for a thread that has not ended."""
    return of_each(encoding, thread, is_running)


def living(encoding: Encoding) -> Expr:
    """How many threads have not ended."""
    total: Expr = number(0)
    for template in encoding.plan.templates:
        for index in range(template.count):
            total = apply(Operator.ADD, total, flat.cast(is_running(template, number(index)), flat.WORD))
    return total


def is_interrupted(encoding: Encoding, thread: Expr) -> Expr:
    """Whether the interrupt flag of a thread is set."""

    def flag(template: TemplatePlan, index: Expr) -> Expr:
        cell = encoding.storage.mark(template, "interrupted", index)
        return FALSE if cell is None else cell.read()

    return of_each(encoding, thread, flag)


def keeps_alive(encoding: Encoding) -> Expr:
    """Whether some thread that is no daemon has not ended: the run is not over."""
    tests = []
    for template in encoding.plan.templates:
        for index in range(template.count):
            cell = encoding.storage.mark(template, "daemon", number(index))
            daemon = FALSE if cell is None else cell.read()
            tests.append(both(is_running(template, number(index)), flat.negated(daemon)))
    return either(*tests)


# --- the end ---------------------------------------------------------------------------------------------


def clear(variables: Iterable[flat.Variable], body: Body, index: Expr | None = None) -> None:
    """Set variables to zero: an element of each, or all of it."""
    for variable in variables:
        if variable.length == 1 or index is not None:
            at = number(0) if variable.length == 1 or index is None else index
            body.emit(Assign(variable, at, number(0, variable.type)))
        else:
            counter = body.names.fresh("k")
            body.emit(
                For(
                    counter,
                    variable.length,
                    (Assign(variable, flat.Local(counter, flat.WORD), number(0, variable.type)),),
                )
            )


def end(encoding: Encoding, template: TemplatePlan, at: int, body: Body) -> None:
    """The moving thread, whose registers are cleared, ends at one of its ends; forget it if nobody knows it."""
    storage = encoding.storage
    for word in ("atomic", "interrupted"):
        cell = storage.mark(template, word)
        if cell is not None:
            body.emit(cell.write(number(0, cell.kind)))
    for (root, _), item in encoding.memory.own.items():
        if root == template.root:
            memory.end(encoding, item, number(0) if item.copies == 1 else Self(), body)
    is_first = equal(Self(), number(0)) if template.base == 0 else FALSE
    if template.base == 0 and template.count == 1:
        is_first = TRUE
    own = [held.variable for (owner, _), held in storage.own.items() if owner == template.root]
    if own and not is_const(is_first, 1):
        cleared = body.branch()
        clear(own, cleared)
        body.cases([(flat.negated(is_first), cleared)])
    if is_const(is_first, 1) or at == template.exceptional:
        body.emit(Goto(at))
        return
    me: Expr = number(template.base + 1, encoding.values.thread)
    if template.count > 1:
        me = apply(Operator.ADD, flat.cast(Self(), encoding.values.thread), me)
    known = either(is_first, is_known(encoding, me))
    body.emit(If(known, (Goto(at),), _absent(encoding, template, None)))


def _absent(encoding: Encoding, template: TemplatePlan, index: Expr | None) -> tuple[Statement, ...]:
    """Statements after which an ended thread does not exist."""
    gone: list[Statement] = [Assign(template.counter, number(0), number(0, template.counter.type), index)]
    daemon = encoding.storage.mark(template, "daemon", index)
    if daemon is not None:
        gone.append(daemon.write(number(0, daemon.kind)))
    return tuple(gone)


def is_known(encoding: Encoding, thread: Expr) -> Expr:
    """Whether some variable holds the thread, or it holds a lock."""
    tests: list[Expr] = []
    for held in encoding.storage.holders(ThreadType):
        tests += [equal(flat.cast(element, thread.type), thread) for element in _elements(encoding, held.variable)]
    if "owner" in encoding.storage.shared:
        tests += [equal(element, thread) for element in _elements(encoding, encoding.storage.shared["owner"])]
    return TRUE if len(tests) > MOST_HOLDERS else either(*tests)


def _elements(encoding: Encoding, variable: flat.Variable) -> list[Expr]:
    count = 1 if variable.template is None else encoding.plan.of(variable.template).count
    threads = [None] if variable.template is None else [number(index) for index in range(count)]
    return [read(variable, number(index), thread=thread) for thread in threads for index in range(variable.length)]


def forget(encoding: Encoding, thread: Expr, body: Body) -> None:
    """Forget a thread if it has ended and nothing knows it any more."""
    if is_const(thread, 0):
        return
    cases = []
    for template in encoding.plan.templates:
        index = index_in(template, thread)
        forgettable = both(is_of(template, thread), is_ended(template, index), _may_go(template, index))
        if is_const(forgettable, 0):
            continue
        gone = body.branch()
        gone.emit(*_absent(encoding, template, index))
        cases.append((both(forgettable, flat.negated(is_known(encoding, thread))), gone))
    body.cases(cases)


def _may_go(template: TemplatePlan, index: Expr) -> Expr:
    """Whether an ended thread is neither the first of all nor one that ended with an exception."""
    not_first: Expr = TRUE
    if template.base == 0:
        not_first = FALSE if template.count == 1 else apply(Operator.DIFFERENT, index, number(0))
    if template.exceptional is None:
        return not_first
    counter = template.counter
    there = apply(Operator.DIFFERENT, read(counter, thread=index), number(template.exceptional, counter.type))
    return both(not_first, there)
