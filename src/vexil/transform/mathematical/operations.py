"""Operations over mathematical integers."""

from __future__ import annotations

from vexil.core.errors import InternalError
from vexil.ir.expressions import Expr
from vexil.ir.operation_parts import (
    Allocation,
    Callee,
    Domain,
    GuardedDomain,
    NewArray,
    NewMemory,
    NewObject,
    PointerCallee,
    RangeDomain,
    RelationDomain,
    TypeDomain,
)
from vexil.ir.operations import (
    Allocate,
    Assign,
    Assume,
    BeginAtomic,
    BeginLifetime,
    Call,
    Case,
    Catch,
    Check,
    Choose,
    ChooseInstance,
    Copy,
    EndAtomic,
    EndLifetime,
    EndThread,
    Fill,
    Interrupt,
    Join,
    Lock,
    Notify,
    Operation,
    Release,
    Restrict,
    Return,
    Skip,
    Start,
    Stop,
    Throw,
    Unlock,
    Wait,
)
from vexil.ir.types import IntegerType, MathType, Type
from vexil.transform.mathematical.expressions import Rewriter
from vexil.transform.mathematical.numbers import number

OVERFLOW = "overflow"
"""The checks that are about machine integers."""


def rewritten(operation: Operation, rewriter: Rewriter, result: Type | None) -> Operation:
    """An operation that is no call, in a function with a result of a type."""
    value = rewriter.value
    match operation:
        case Skip() | BeginAtomic() | EndAtomic() | EndThread() | BeginLifetime() | EndLifetime():
            return operation
        case Check(kind, _, _) if kind == OVERFLOW:
            return Skip()
        case Assign(place, assigned):
            target = rewriter.place(place)
            return Assign(target, rewriter.stored(assigned, target.type))
        case Assume(condition):
            return Assume(value(condition))
        case Case(selector, values, otherwise):
            return Case(rewriter.selector(selector), values, otherwise)
        case Restrict(condition):
            return Restrict(value(condition))
        case Check(kind, condition, message):
            return Check(kind, value(condition), message)
        case Choose(place, domain, origin):
            target = rewriter.place(place)
            return Choose(target, chosen_from(domain, target.type, rewriter), origin)
        case ChooseInstance(place, class_name, nullable, origin):
            return ChooseInstance(rewriter.place(place), class_name, nullable, origin)
        case Catch(place):
            return operation if place is None else Catch(rewriter.place(place))
        case Return(returned):
            return Return(None if returned is None or result is None else rewriter.stored(returned, result))
        case Throw(thrown):
            return Throw(value(thrown))
        case Stop(status):
            return Stop(None if status is None else value(status))
        case Wait() | Join() | Interrupt() | Lock() | Unlock() | Notify():
            return _of_threads(operation, rewriter)
        case Allocate() | Release() | Copy() | Fill():
            return _of_memory(operation, rewriter)
        case Call() | Start():
            raise InternalError("a call should be rewritten with what it calls")


def callee(called: Callee, rewriter: Rewriter) -> Callee:
    """What is called; the pointer of a call may be computed."""
    return (
        PointerCallee(rewriter.value(called.pointer), called.targets) if isinstance(called, PointerCallee) else called
    )


def chosen_from(domain: Domain, kind: Type, rewriter: Rewriter) -> Domain:
    """A domain for a place of a type: numbers are chosen from the values of the machine's type."""
    match domain:
        case TypeDomain(IntegerType() as machine) if isinstance(kind, MathType):
            return RangeDomain(number(machine.low), number(machine.high))
        case TypeDomain():
            return domain
        case RangeDomain(low, high):
            return RangeDomain(rewriter.stored(low, kind), rewriter.stored(high, kind))
        case GuardedDomain(cases):
            return GuardedDomain(
                tuple(
                    (None if guard is None else rewriter.value(guard), rewriter.stored(value, kind))
                    for guard, value in cases
                )
            )
        case RelationDomain():
            raise InternalError("a relation should have no mathematical integers for results")


def _of_threads(operation: Wait | Join | Interrupt | Lock | Unlock | Notify, rewriter: Rewriter) -> Operation:
    value = rewriter.value

    def given(expression: Expr | None) -> Expr | None:
        return None if expression is None else value(expression)

    match operation:
        case Wait(lock, condition, timed, place):
            return Wait(given(lock), given(condition), timed, None if place is None else rewriter.place(place))
        case Join(thread, timed, place):
            return Join(value(thread), timed, None if place is None else rewriter.place(place))
        case Interrupt(thread, clear):
            return Interrupt(value(thread), clear)
        case Lock(lock, pair, reentrant):
            return Lock(value(lock), pair, reentrant)
        case Unlock(lock, pair):
            return Unlock(value(lock), pair)
        case Notify(condition, everybody):
            return Notify(value(condition), everybody)


def _of_memory(operation: Allocate | Release | Copy | Fill, rewriter: Rewriter) -> Operation:
    value = rewriter.value
    match operation:
        case Allocate(place, what, site):
            return Allocate(rewriter.place(place), _allocation(what, rewriter), site)
        case Release(pointer, on_stack):
            return Release(value(pointer), on_stack)
        case Copy(target, source, size):
            return Copy(value(target), value(source), value(size))
        case Fill(target, filled, size):
            return Fill(value(target), value(filled), value(size))


def _allocation(what: Allocation, rewriter: Rewriter) -> Allocation:
    match what:
        case NewObject():
            return what
        case NewArray(element, length):
            return NewArray(element, rewriter.value(length))
        case NewMemory(size, on_stack, zeroed):
            return NewMemory(rewriter.value(size), on_stack, zeroed)
