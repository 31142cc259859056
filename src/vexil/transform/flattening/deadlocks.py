"""Conditions on whole states: the run is finished, a thread ended with an exception, some threads are stuck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from vexil.ir.expressions import Operator
from vexil.ir.operations import Interrupt, Join, Lock, Wait
from vexil.ir.types import ReferenceType
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import BIT, WORD, Expr, apply, both, cast, either, equal, negated, number, read
from vexil.transform.flattening import references, threads
from vexil.transform.flattening.encoding import Encoding, Scope
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.plan import TemplatePlan
from vexil.transform.flattening.translate import Translator

MOST_THREADS = 9
"""Cycles of more waiting threads than this are not looked for."""

Numbered = tuple[TemplatePlan, int]


def _threads(encoding: Encoding) -> list[Numbered]:
    return [(template, index) for template in encoding.plan.templates for index in range(template.count)]


def _identity(thread: Numbered) -> int:
    return thread[0].base + thread[1] + 1


def uncaught(encoding: Encoding, class_name: str | None = None) -> Expr:
    """Whether a thread has ended with an exception, of a class if one is given."""
    if class_name is not None and class_name not in encoding.program.classes:
        return flat.FALSE
    tests = []
    for template, index in _threads(encoding):
        if template.exceptional is not None:
            at = read(template.counter, thread=number(index))
            ended = equal(at, number(template.exceptional, at.type))
            if class_name is not None:
                cell = encoding.storage.mark(template, "exception", number(index))
                assert cell is not None
                spans = encoding.objects.of_type(ReferenceType(class_name))
                ended = both(ended, references.within(cell.read(), spans))
            tests.append(ended)
    return either(*tests)


def partial_deadlock(encoding: Encoding) -> Expr:
    """Whether threads wait for each other in a cycle, or one for a lock that an ended thread holds for ever.

    It does not count once the run is over. A state where nobody can move is a deadlock of its own. A thread waits for
    one other at a time, so there is a cycle where each thread of some set waits for one of the set.
    """
    everyone = _threads(encoding)
    waiting = [_waiting(encoding, thread) for thread in everyone]
    tests: list[Expr] = []
    for one, thread in enumerate(everyone):
        for_ever = [item for item in waiting[one] if not item.until_end]
        for template, index in everyone:
            held = _waits_for(for_ever, thread, 1 << _identity((template, index)))
            if (template, index) != thread and not flat.is_const(held, 0):
                tests.append(both(held, negated(threads.is_running(template, number(index)))))
    for members in _sets(len(everyone)):
        mask = sum(1 << _identity(everyone[member]) for member in members)
        tests.append(both(*(_waits_for(waiting[member], everyone[member], mask) for member in members)))
    return both(threads.keeps_alive(encoding), either(*tests))


def _sets(count: int) -> Iterator[tuple[int, ...]]:
    if count > MOST_THREADS:
        raise NotFlat("a partial deadlock", f"{count} threads may wait for each other", option="--bound threads=N")
    for length in range(1, count + 1):
        yield from combinations(range(count), length)


@dataclass(frozen=True, slots=True)
class _Waiting:
    """That a thread cannot move where a condition holds, because of the thread with a number if that is one."""

    condition: Expr
    other: Expr
    itself: bool
    """Whether it may be stopped by itself."""
    until_end: bool = False
    """Whether it waits for the end of the other one."""


def _waits_for(waiting: list[_Waiting], thread: Numbered, mask: int) -> Expr:
    """Whether a thread that has not ended cannot move because of one of some threads, which are bits of a number."""
    tests: list[Expr] = []
    for item in waiting:
        others = mask if item.itself else mask & ~(1 << _identity(thread))
        if others:
            bits = apply(Operator.SHIFT_RIGHT, number(others), cast(item.other, WORD))
            tests.append(both(item.condition, cast(apply(Operator.BIT_AND, bits, number(1)), BIT)))
    return either(*tests)


def _waiting(encoding: Encoding, thread: Numbered) -> list[_Waiting]:
    """Where a thread waits for another one, and for which."""
    template, index = thread[0], number(thread[1])
    at = read(template.counter, thread=index)
    waits: list[_Waiting] = []
    for (name, location), counter in template.places.items():
        function = encoding.program.functions[name]
        if not function.outgoing[location]:
            continue
        edge = function.outgoing[location][0]
        translator = Translator(encoding, Scope(template, function, f"at {function.edge_id(edge)}", index))
        match function.edges[edge].operation:
            case Lock(lock, _, reentrant):
                other, itself, until_end = translator.owner(translator.key(lock)), not reentrant, False
            case Join(target, False, _) if not _can_interrupt(encoding):
                other, itself, until_end = translator.value(target), True, True
            case _:
                continue
        defined = both(*(negated(item.condition) for item in translator.fails))
        waits.append(_Waiting(both(equal(at, number(counter, at.type)), defined), other, itself, until_end))
    for position, (name, edge) in enumerate(template.waits):
        operation = encoding.program.functions[name].edges[edge].operation
        if isinstance(operation, Wait) and operation.lock is not None:
            woken = template.first_wait + len(template.waits) + position
            saved = encoding.storage.mark(template, "releases", index)
            assert saved is not None
            key = apply(Operator.SUBTRACT, cast(saved.read(), WORD), number(1))
            owner = encoding.storage.at("owner", key).read()
            waits.append(_Waiting(equal(at, number(woken, at.type)), owner, True))
    return waits


def _can_interrupt(encoding: Encoding) -> bool:
    return any(
        isinstance(edge.operation, Interrupt) and edge.operation.value
        for function in encoding.program.functions.values()
        for edge in function.edges
    )
