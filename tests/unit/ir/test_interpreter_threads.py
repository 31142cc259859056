"""Threads: monitors, wait sets, time-outs, interruption, joining, daemons, atomic sections and deadlock."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sketches import (
    Body,
    Sketch,
    add,
    address,
    boolean,
    equal,
    explore,
    finish,
    global_value,
    i32,
    lock,
    negated,
    null,
    outcome,
    started,
)
from vexil.ir.expressions import Expr, Operator, Variable
from vexil.ir.interpreter import Activity, Cut, Machine, Snapshot, Undefined
from vexil.ir.interpreter.machine import NOWHERE
from vexil.ir.operations import (
    Assign,
    BeginAtomic,
    EndAtomic,
    Interrupt,
    Join,
    Lock,
    Notify,
    Restrict,
    Unlock,
    Wait,
)
from vexil.ir.types import BOOL, I32, THREAD, PointerType, ReferenceType
from vexil.ir.typing import apply

L, M = lock(1), lock(2)
NOTIFIED, TIMED_OUT, INTERRUPTED = 0, 1, 2


def acquire(body: Body, key: Expr = L, *, reentrant: bool = True) -> None:
    body.do(Lock(key, "pair", reentrant))


def release(body: Body, key: Expr = L) -> None:
    body.do(Unlock(key, "pair"))


def wait(body: Body, key: Expr = L, *, timed: bool = False, result: Variable | None = None) -> None:
    body.do(Wait(key, key, timed, result))


def run_thread(machine: Machine, number: int) -> Machine:
    """Let one thread move as long as it can."""
    while number in machine.enabled():
        machine.step(number)
    return machine


def endings(machine: Machine) -> list[Machine]:
    """A machine for every reachable state in which nothing can move."""
    found = []
    for state in explore(machine):
        there = Machine(machine.compiled)
        there.restore(state)
        if not there.enabled():
            found.append(there)
    return found


def results(machine: Machine, *names: str) -> set[tuple[object, ...]]:
    """The values of globals in all states in which nothing can move."""
    return {tuple(global_value(end, name) for name in names) for end in endings(machine)}


# --- locks -----------------------------------------------------------------------------------------------


def test_locks_exclude_each_other() -> None:
    """Two threads that increment under one lock never lose an increment; without the lock they may."""
    for locked in (True, False):
        sketch = Sketch()
        x = sketch.variable("x", I32)
        with sketch.function("work") as work:
            t = work.local("t", I32)
            if locked:
                acquire(work)
            work.set(t, x)
            work.set(x, add(t, i32(1)))
            if locked:
                release(work)
        with sketch.function("main") as main:
            main.start("work")
            main.start("work")
        assert results(started(sketch.build()), "x") == ({(2,)} if locked else {(1,), (2,)})


def test_re_entrant_locks_count() -> None:
    """A lock acquired twice is free again after it was released twice, not earlier."""
    sketch = Sketch()
    with sketch.function("other") as other:
        acquire(other)
        release(other)
    with sketch.function("main") as main:
        acquire(main)
        acquire(main)
        main.start("other")
        release(main)
        release(main)
    machine = started(sketch.build())
    for _ in range(4):
        assert machine.enabled() == [1]
        machine.step(1)
    assert machine.locks[("lock", 1)] == (1, 1)
    assert machine.enabled() == [1]
    machine.step(1)
    assert machine.enabled() == [1, 2]


@pytest.mark.parametrize("reentrant", [True, False])
def test_a_thread_can_lock_itself_out(reentrant: bool) -> None:
    """A lock that is not re-entrant blocks its own owner: a deadlock of one thread."""
    sketch = Sketch()
    with sketch.function("main") as main:
        acquire(main, reentrant=reentrant)
        acquire(main, reentrant=reentrant)
    machine = outcome(sketch.build())
    assert machine.deadlocked() is not reentrant
    assert machine.wait_cycle() == ([] if reentrant else [1])


def two_lock_program(extra: bool) -> Machine:
    """Two threads that take two locks in opposite order; with *extra*, a third one that can always move."""
    sketch = Sketch()
    with sketch.function("forward") as forward:
        acquire(forward, L)
        acquire(forward, M)
        release(forward, M)
        release(forward, L)
    with sketch.function("backward") as backward:
        acquire(backward, M)
        acquire(backward, L)
        release(backward, L)
        release(backward, M)
    with sketch.function("main") as main:
        main.start("forward")
        main.start("backward")
        if extra:
            main.mark("spin")
            main.goto("spin")
    return started(sketch.build())


def test_opposite_orders_deadlock() -> None:
    """Taking two locks in opposite order can block both threads for ever, and no other ending is wrong."""
    stuck = [end for end in endings(two_lock_program(False)) if not end.finished()]
    assert len(stuck) == 1
    assert stuck[0].deadlocked()
    assert stuck[0].wait_cycle() == [2, 3]


def test_a_partial_deadlock_is_a_cycle() -> None:
    """While another thread goes on, two threads that wait for each other's lock are found as a cycle."""
    machine = two_lock_program(True)
    cycles = set()
    for state in explore(machine):
        machine.restore(state)
        assert not machine.deadlocked()
        cycles.add(tuple(machine.wait_cycle()))
    assert cycles == {(), (2, 3)}


def test_a_thread_can_wait_for_itself_to_end() -> None:
    """Joining oneself is a deadlock of one thread."""
    sketch = Sketch()
    with sketch.function("main") as main:
        main.do(Join(apply(Operator.CURRENT_THREAD), False, None))
    machine = outcome(sketch.build())
    assert machine.deadlocked()
    assert machine.wait_cycle() == [1]


def test_a_join_that_can_be_interrupted_is_in_no_cycle() -> None:
    """In a program that interrupts threads a blocked join may still go on, so it makes no partial deadlock."""
    sketch = Sketch()
    with sketch.function("poke") as poke:
        t = poke.parameter("t", THREAD)
        poke.do(Interrupt(t, True))
    with sketch.function("main") as main:
        main.start("poke", apply(Operator.CURRENT_THREAD))
        main.do(Join(apply(Operator.CURRENT_THREAD), False, None))
    machine = started(sketch.build())
    for state in explore(machine):
        machine.restore(state)
        assert machine.wait_cycle() == []
        assert not machine.deadlocked()


def test_a_lock_held_by_an_ended_thread_stays_held() -> None:
    """A thread that ends without unlocking blocks the others, and no new thread inherits its locks."""
    sketch = Sketch()
    with sketch.function("careless") as careless:
        acquire(careless)
    with sketch.function("other") as other:
        release(other)
    with sketch.function("main") as main:
        main.start("careless")
        main.set(sketch.variable("x", I32), i32(1))
        main.start("other")
    machine = started(sketch.build())
    machine.step(1)
    run_thread(machine, 2)
    assert machine.threads[2].activity == Activity.ENDED
    machine.step(1)
    machine.step(1)
    assert 3 in machine.threads
    run_thread(machine, 3)
    assert machine.ending == Undefined("lock-not-held")


def test_waiting_for_a_thread_that_has_ended() -> None:
    """A thread that needs a lock whose owner has ended waits for ever, though there is no cycle."""
    sketch = Sketch()
    with sketch.function("careless") as careless:
        acquire(careless)
    with sketch.function("main") as main:
        main.start("careless")
        acquire(main)
    machine = started(sketch.build())
    machine.step(1)
    run_thread(machine, 2)
    assert machine.deadlocked()
    assert machine.wait_cycle() == []
    assert machine.waits_for_ended() == (1, 2)


def test_a_thread_can_end_itself_inside_a_call() -> None:
    """Ending a thread ends all its activations and their memory; its locks stay held and can be asked for.

    It is then at no exit, because the function it started in has no stop exit of its own.
    """
    sketch = Sketch()
    p, kept = sketch.variable("p", PointerType(I32)), sketch.variable("kept", THREAD)
    before, after = sketch.variable("before", BOOL), sketch.variable("after", BOOL)
    with sketch.function("inner") as inner:
        local = inner.local("local", I32, addressable=True)
        inner.set(p, address(local))
        inner.end_thread()
    with sketch.function("outer") as outer:
        outer.local("other", I32, addressable=True)
        acquire(outer)
        outer.call("inner")
    with sketch.function("main") as main:
        main.set(before, apply(Operator.LOCKED, L))
        main.start("outer", handle=kept)
        main.do(Join(kept, False, None))
        main.set(after, apply(Operator.LOCKED, L))
    machine = finish(started(sketch.build()))
    assert [global_value(machine, name) for name in ("before", "after")] == [False, True]
    assert machine.objects == {}
    number, frames, *_ = machine.snapshot()[3][1]
    assert number == 2
    assert frames == ((1, NOWHERE, -1, (), ()),)


def test_a_lock_nobody_can_name_is_forgotten() -> None:
    """A held lock whose object cannot be reached any more can neither block nor be released: the state is the same."""
    sketch = Sketch()
    node = sketch.declare("Node")
    with sketch.function("main") as main:
        n = main.local("n", node)
        main.mark("head")
        main.new(n, "Node")
        acquire(main, n)
        main.set(n, null(node))
        main.goto("head")
    machine = started(sketch.build())
    assert len(explore(machine)) == 5
    for _ in range(9):
        machine.step(1)
    assert len(machine.locks) == 2
    assert machine.snapshot()[4] == ()


def misuse_of_locks() -> dict[str, Callable[[Sketch, Body], None]]:
    """Operations on things that are no locks or not held."""
    return {
        "lock null": lambda s, b: acquire(b, null(ReferenceType("C"))),
        "lock null pointer": lambda s, b: acquire(b, null(PointerType(I32))),
        "unlock null": lambda s, b: release(b, null(ReferenceType("C"))),
        "wait on null": lambda s, b: wait(b, null(ReferenceType("C"))),
        "notify null": lambda s, b: b.do(Notify(null(ReferenceType("C")), True)),
        "join nobody": lambda s, b: b.do(Join(null(THREAD), False, None)),
        "interrupt nobody": lambda s, b: b.do(Interrupt(null(THREAD), True)),
        "unlock": lambda s, b: release(b),
        "wait": lambda s, b: wait(b),
        "end atomic": lambda s, b: b.do(EndAtomic()),
    }


@pytest.mark.parametrize("name", misuse_of_locks())
def test_misuse_of_locks_is_undefined(name: str) -> None:
    """Using null as a lock or thread, or a lock one does not hold, ends the run as undefined."""
    sketch = Sketch()
    sketch.declare("C")
    with sketch.function("main") as main:
        misuse_of_locks()[name](sketch, main)
    expected = {"unlock": "lock-not-held", "wait": "lock-not-held", "end atomic": "atomic-section"}
    assert outcome(sketch.build()).ending == Undefined(expected.get(name, "null-dereference"))


def test_a_lock_in_dead_memory_is_undefined() -> None:
    """A mutex in memory that was released cannot be locked."""
    from vexil.ir.operations import Release

    sketch = Sketch()
    with sketch.function("main") as main:
        p = main.local("p", PointerType(I32))
        main.malloc(p, 4)
        main.do(Release(p))
        acquire(main, p)
    assert outcome(sketch.build()).ending == Undefined("invalid-reference")


def test_who_holds_a_lock() -> None:
    """The query for a lock is about the running thread."""
    sketch = Sketch()
    before, inside, other = (sketch.variable(name, BOOL) for name in ("before", "inside", "other"))
    holds = apply(Operator.HOLDS_LOCK, L)
    with sketch.function("look") as look:
        look.set(other, holds)
    with sketch.function("main") as main:
        t = main.local("t", THREAD)
        main.set(before, holds)
        acquire(main)
        main.set(inside, holds)
        main.start("look", handle=t)
        main.do(Join(t, False, None))
    assert results(started(sketch.build()), "before", "inside", "other") == {(False, True, False)}


# --- wait sets -------------------------------------------------------------------------------------------


def waiting_program(waiters: int, wake: Callable[[Body], None], *, timed: bool = False) -> tuple[Sketch, Machine]:
    """Threads that wait for one lock and write down why they woke up, and a main thread that wakes."""
    sketch = Sketch()
    for index in range(waiters):
        reason = sketch.variable(f"reason{index}", I32, i32(-1))
        with sketch.function(f"waiter{index}") as body:
            acquire(body)
            wait(body, timed=timed, result=reason)
            release(body)
    with sketch.function("main") as main:
        for index in range(waiters):
            main.start(f"waiter{index}")
        wake(main)
    machine = started(sketch.build())
    for _ in range(waiters):
        machine.step(1)
    for index in range(waiters):
        machine.step(2 + index)
        machine.step(2 + index)
    return sketch, machine


def notify_once(body: Body) -> None:
    body.do(Notify(L, False))


def notify_everyone(body: Body) -> None:
    body.do(Notify(L, True))


@pytest.mark.parametrize("waiters", [1, 2, 3])
def test_notify_wakes_one_thread_of_the_wait_set(waiters: int) -> None:
    """Whom a notification wakes is chosen from outside among all that wait; with one waiter nothing is open."""
    names = [f"reason{index}" for index in range(waiters)]
    _, machine = waiting_program(waiters, notify_once)
    assert machine.enabled() == [1]
    offered = machine.choices(1)
    assert (
        (offered is None) if waiters == 1 else (offered is not None and list(offered.values or ()) == [*range(waiters)])
    )
    expected = {tuple(0 if index == woken else -1 for index in range(waiters)) for woken in range(waiters)}
    assert results(machine, *names) == expected


def test_notify_all_wakes_everyone() -> None:
    """A notification of all lets every waiting thread go on, one after the other."""
    _, machine = waiting_program(3, notify_everyone)
    assert machine.choices(1) is None
    machine.step(1)
    assert [machine.threads[number].activity for number in (2, 3, 4)] == [Activity.WOKEN] * 3
    assert results(machine, "reason0", "reason1", "reason2") == {(NOTIFIED,) * 3}


def test_a_notification_before_the_wait_is_lost() -> None:
    """Nobody remembers a notification: whoever waits later waits for ever."""
    sketch = Sketch()
    reason = sketch.variable("reason", I32, i32(-1))
    with sketch.function("waiter") as waiter:
        acquire(waiter)
        wait(waiter, result=reason)
        release(waiter)
    with sketch.function("main") as main:
        main.start("waiter")
        acquire(main)
        notify_everyone(main)
        release(main)
    machine = started(sketch.build())
    assert results(machine, "reason") == {(-1,), (0,)}
    assert {end.deadlocked() for end in endings(machine)} == {True, False}


def test_a_woken_thread_re_acquires_its_lock_as_often_as_it_held_it() -> None:
    """Waiting releases all acquisitions; after waking the lock is held as often as before, and only when free."""
    sketch = Sketch()
    with sketch.function("waiter") as waiter:
        acquire(waiter)
        acquire(waiter)
        wait(waiter)
        release(waiter)
        release(waiter)
    with sketch.function("main") as main:
        main.start("waiter")
        acquire(main)
        notify_everyone(main)
        release(main)
    machine = started(sketch.build())
    machine.step(1)
    for _ in range(3):
        machine.step(2)
    assert machine.locks == {}
    machine.step(1)
    machine.step(1)
    assert machine.enabled() == [1], "the woken thread should wait for the lock"
    machine.step(1)
    machine.step(2)
    assert machine.locks[("lock", 1)] == (2, 2)
    assert finish(machine).finished()


def test_two_conditions_of_one_lock() -> None:
    """A wait set belongs to a condition, not to the lock: other conditions' notifications do not wake it."""
    sketch = Sketch()
    with sketch.function("waiter") as waiter:
        acquire(waiter)
        waiter.do(Wait(L, lock(7), False, None))
        release(waiter)
    with sketch.function("main") as main:
        main.start("waiter")
        main.do(Notify(L, True))
        main.do(Notify(lock(7), True))
    machine = started(sketch.build())
    machine.step(1)
    machine.step(2)
    machine.step(2)
    machine.step(1)
    assert machine.threads[2].activity == Activity.WAITING
    machine.step(1)
    assert machine.threads[2].activity == Activity.WOKEN


def test_a_timed_wait_can_always_move() -> None:
    """A timed wait ends by notification or by itself, so it is never part of a deadlock."""
    _, machine = waiting_program(1, notify_once, timed=True)
    assert machine.enabled() == [1, 2]
    assert results(machine, "reason0") == {(NOTIFIED,), (TIMED_OUT,)}
    sketch = Sketch()
    with sketch.function("main") as main:
        acquire(main)
        wait(main, timed=True)
        release(main)
    assert all(not machine.deadlocked() for machine in endings(started(sketch.build())))


def test_how_a_thread_was_woken_is_forgotten() -> None:
    """A woken thread is in the same state whether its wait was timed or not."""
    states = []
    for timed in (True, False):
        _, machine = waiting_program(1, notify_once, timed=timed)
        machine.step(1)
        states.append(machine.snapshot()[2])
    assert states[0] == states[1]


# --- interruption ----------------------------------------------------------------------------------------


def test_interrupting_a_waiting_thread() -> None:
    """An interrupted wait ends with its reason, re-acquires the lock and leaves no flag."""
    sketch = Sketch()
    reason, flag = sketch.variable("reason", I32, i32(-1)), sketch.variable("flag", BOOL)
    with sketch.function("waiter") as waiter:
        acquire(waiter)
        wait(waiter, result=reason)
        waiter.set(flag, apply(Operator.INTERRUPTED, apply(Operator.CURRENT_THREAD)))
        release(waiter)
    with sketch.function("main") as main:
        t = main.local("t", THREAD)
        main.start("waiter", handle=t)
        main.do(Interrupt(t, True))
    machine = started(sketch.build())
    assert results(machine, "reason", "flag") == {(INTERRUPTED, False)}


def test_a_pending_interruption_prevents_waiting() -> None:
    """A thread that is interrupted before it waits goes on at once and keeps its lock the whole time."""
    sketch = Sketch()
    reason = sketch.variable("reason", I32, i32(-1))
    with sketch.function("main") as main:
        acquire(main)
        main.do(Interrupt(apply(Operator.CURRENT_THREAD), True))
        wait(main, result=reason)
    machine = started(sketch.build())
    machine.step(1)
    machine.step(1)
    machine.step(1)
    assert global_value(machine, "reason") == INTERRUPTED
    assert machine.locks == {("lock", 1): (1, 1)}
    assert not machine.threads[1].interrupted


def test_interrupting_a_running_thread_sets_a_flag() -> None:
    """The flag of a running thread is set, can be asked for and cleared, and ends a sleep."""
    sketch = Sketch()
    set_, cleared = sketch.variable("set", BOOL), sketch.variable("cleared", BOOL)
    first, second = sketch.variable("first", I32), sketch.variable("second", I32)
    me = apply(Operator.CURRENT_THREAD)
    with sketch.function("main") as main:
        main.do(Interrupt(me, True))
        main.set(set_, apply(Operator.INTERRUPTED, me))
        main.do(Interrupt(me, False))
        main.set(cleared, apply(Operator.INTERRUPTED, me))
        main.do(Interrupt(me, True))
        main.do(Wait(None, None, True, first))
        main.do(Wait(None, None, True, second))
    machine = outcome(sketch.build())
    names = ("set", "cleared", "first", "second")
    assert [global_value(machine, name) for name in names] == [True, False, INTERRUPTED, TIMED_OUT]


def test_interrupting_a_joining_thread() -> None:
    """A join ends because the thread ended or because of an interruption; then the flag is clear."""
    sketch = Sketch()
    reason, flag = sketch.variable("reason", I32, i32(-1)), sketch.variable("flag", BOOL)
    with sketch.function("forever") as forever:
        acquire(forever, M)
    with sketch.function("poke") as poke:
        t = poke.parameter("t", THREAD)
        poke.do(Interrupt(t, True))
    with sketch.function("main") as main:
        t = main.local("t", THREAD)
        acquire(main, M)
        main.start("forever", handle=t)
        main.start("poke", apply(Operator.CURRENT_THREAD))
        main.do(Join(t, False, reason))
        main.set(flag, apply(Operator.INTERRUPTED, apply(Operator.CURRENT_THREAD)))
    assert results(started(sketch.build()), "reason", "flag") == {(INTERRUPTED, False)}


def test_interrupting_after_a_notification_leaves_the_flag() -> None:
    """A thread that was notified first returns normally, with the interruption still pending."""
    sketch = Sketch()
    reason, flag = sketch.variable("reason", I32, i32(-1)), sketch.variable("flag", BOOL)
    with sketch.function("waiter") as waiter:
        acquire(waiter)
        wait(waiter, result=reason)
        waiter.set(flag, apply(Operator.INTERRUPTED, apply(Operator.CURRENT_THREAD)))
    with sketch.function("main") as main:
        t = main.local("t", THREAD)
        main.start("waiter", handle=t)
        notify_everyone(main)
        main.do(Interrupt(t, True))
    machine = started(sketch.build())
    machine.step(1)
    machine.step(2)
    machine.step(2)
    machine.step(1)
    machine.step(1)
    assert [(global_value(finish(machine), name)) for name in ("reason", "flag")] == [NOTIFIED, True]


def test_an_interruption_counts_until_the_lock_is_back() -> None:
    """Whoever was not notified takes an interruption that comes while it needs its lock; till then its flag is set."""
    sketch = Sketch()
    reason, flag = sketch.variable("reason", I32, i32(-1)), sketch.variable("flag", BOOL)
    with sketch.function("waiter") as waiter:
        acquire(waiter)
        wait(waiter, timed=True, result=reason)
    with sketch.function("main") as main:
        t = main.local("t", THREAD)
        main.start("waiter", handle=t)
        acquire(main)
        main.do(Interrupt(t, True))
        main.set(flag, apply(Operator.INTERRUPTED, t))
        release(main)
    machine = started(sketch.build())
    for thread in (1, 2, 2, 2, 1, 1, 1, 1):  # the third step of the waiter is its time-out
        machine.step(thread)
    assert [global_value(finish(machine), name) for name in ("reason", "flag")] == [INTERRUPTED, True]
    assert not machine.threads[2].interrupted


def test_an_ended_thread_cannot_be_interrupted() -> None:
    """Interrupting an ended thread has no effect."""
    sketch = Sketch()
    flag, alive = sketch.variable("flag", BOOL), sketch.variable("alive", BOOL)
    with sketch.function("nothing"):
        pass
    with sketch.function("main") as main:
        t = main.local("t", THREAD)
        main.start("nothing", handle=t)
        main.do(Join(t, False, None))
        main.do(Interrupt(t, True))
        main.set(flag, apply(Operator.INTERRUPTED, t))
        main.set(alive, apply(Operator.ALIVE, t))
    assert results(started(sketch.build()), "flag", "alive") == {(False, False)}


# --- joining, daemons, numbers ---------------------------------------------------------------------------


def test_joining_waits_for_the_end() -> None:
    """What a thread did before it ended has happened after the join; a timed join may give up earlier."""
    for timed in (False, True):
        sketch = Sketch()
        x, seen, reason = (sketch.variable(name, I32, i32(-1)) for name in ("x", "seen", "reason"))
        with sketch.function("work") as work:
            work.set(x, i32(1))
        with sketch.function("main") as main:
            t = main.local("t", THREAD)
            main.start("work", handle=t)
            main.do(Join(t, timed, reason))
            main.set(seen, x)
        expected = {(1, NOTIFIED)}
        if timed:
            expected |= {(-1, TIMED_OUT), (1, TIMED_OUT)}
        assert results(started(sketch.build()), "seen", "reason") == expected


def test_daemons_do_not_keep_the_program_alive() -> None:
    """When only daemon threads are left the program has ended, wherever they are, and that is no deadlock."""
    sketch = Sketch()
    with sketch.function("serve") as serve:
        serve.do(BeginAtomic())
        acquire(serve)
        wait(serve)
    with sketch.function("main") as main:
        main.start("serve", daemon=boolean(True))
    machine = started(sketch.build())
    machine.step(1)
    machine.step(1)
    assert machine.enabled() == []
    assert machine.finished()
    assert not machine.deadlocked()
    assert all(end.finished() for end in endings(started(sketch.build())))


def test_a_blocked_thread_that_is_no_daemon_is_a_deadlock() -> None:
    """The end of the main thread does not end the others."""
    sketch = Sketch()
    with sketch.function("serve") as serve:
        acquire(serve)
        wait(serve)
    with sketch.function("main") as main:
        main.start("serve")
    ends = endings(started(sketch.build()))
    assert [end.deadlocked() for end in ends] == [True]


def restarting_program() -> Machine:
    """A main thread that starts and joins a worker three times, remembering only some of them."""
    sketch = Sketch()
    first, last = sketch.variable("first", THREAD), sketch.variable("last", THREAD)
    with sketch.function("nothing"):
        pass
    with sketch.function("main") as main:
        main.start("nothing", handle=first)
        for _ in range(2):
            main.start("nothing", handle=last)
            main.do(Join(last, False, None))
    return started(sketch.build())


def test_thread_numbers_are_used_again() -> None:
    """The number of an ended thread is free as soon as nobody knows it, and not before."""
    live = finish(restarting_program())
    assert global_value(live, "first") == 2
    assert global_value(live, "last") == 4, "3 is in use while its successor is started"
    again = restarting_program()
    while again.enabled():
        again.restore(again.snapshot())
        again.step(again.enabled()[0])
    assert again.snapshot() == live.snapshot()


def test_starting_in_a_loop_has_few_states() -> None:
    """A program that starts and joins threads for ever has finitely many states."""
    sketch = Sketch()
    t = sketch.variable("t", THREAD)
    with sketch.function("nothing"):
        pass
    with sketch.function("main") as main:
        main.mark("head")
        main.start("nothing", handle=t)
        main.do(Join(t, False, None))
        main.goto("head")
    assert len(explore(started(sketch.build()))) < 30


# --- atomic sections -------------------------------------------------------------------------------------


def test_atomic_sections_are_not_interrupted() -> None:
    """Inside an atomic section no other thread moves: increments by two steps are never lost."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("work") as work:
        t = work.local("t", I32)
        work.do(BeginAtomic())
        work.do(BeginAtomic())
        work.set(t, x)
        work.do(EndAtomic())
        work.set(x, add(t, i32(1)))
        work.do(EndAtomic())
    with sketch.function("main") as main:
        main.start("work")
        main.start("work")
    assert results(started(sketch.build()), "x") == {(2,)}


def test_a_thread_that_ends_leaves_its_atomic_sections() -> None:
    """An atomic section that is never closed ends with its thread, and leaves no trace."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("main") as main:
        main.start("work")
        main.set(x, i32(1))
    with sketch.function("work") as work:
        work.do(BeginAtomic())
    machine = started(sketch.build())
    machine.step(1)
    machine.step(2)
    assert machine.enabled() == [2]
    machine.step(2)
    assert machine.enabled() == [1]
    assert machine.threads[2].atomic == 0


def test_an_atomic_section_that_blocks_lets_others_move() -> None:
    """While the thread inside an atomic section is blocked, others move until it can go on."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("work") as work:
        work.do(BeginAtomic())
        acquire(work)
        work.set(x, i32(1))
        work.do(EndAtomic())
    with sketch.function("main") as main:
        acquire(main)
        main.start("work")
        release(main)
        main.set(x, i32(2))
    machine = started(sketch.build())
    machine.step(1)
    machine.step(1)
    machine.step(2)
    assert machine.enabled() == [1], "the atomic section is blocked"
    machine.step(1)
    assert machine.enabled() == [2], "the atomic section goes on first"


def test_two_atomic_sections_that_were_blocked_compete() -> None:
    """Threads that both stand inside atomic sections and can both move are both enabled; others wait."""
    sketch = Sketch()
    with sketch.function("work") as work:
        work.do(BeginAtomic())
        acquire(work)
        release(work)
        work.do(EndAtomic())
    with sketch.function("main") as main:
        acquire(main)
        main.start("work")
        main.start("work")
        release(main)
        main.set(sketch.variable("x", I32), i32(1))
    machine = started(sketch.build())
    for thread in (1, 1, 1, 2, 3):
        machine.step(thread)
    assert machine.enabled() == [1]
    machine.step(1)
    assert machine.enabled() == [2, 3]


# --- what is no deadlock ---------------------------------------------------------------------------------


def test_a_restricted_run_is_no_deadlock() -> None:
    """A run that violates a user's assumption ends, and is neither finished nor stuck."""
    sketch = Sketch()
    with sketch.function("main") as main:
        acquire(main)
        main.do(Restrict(boolean(False)))
    machine = outcome(sketch.build())
    assert machine.ending == Cut("restriction", False)
    assert not machine.deadlocked()
    assert machine.enabled() == []


def test_a_finished_program_is_no_deadlock() -> None:
    """A program whose threads have all ended has finished, even if locks are still held."""
    sketch = Sketch()
    with sketch.function("main") as main:
        acquire(main)
    machine = outcome(sketch.build())
    assert machine.finished()
    assert not machine.deadlocked()


def test_where_threads_are() -> None:
    """The first thread stays at its exit; the others are nowhere once they have ended, in any copy of the state."""
    sketch = Sketch()
    kept = sketch.variable("kept", THREAD)
    with sketch.function("work") as work:
        work.set(sketch.variable("x", I32), i32(1), to="inside")
    with sketch.function("main") as main:
        main.start("work", handle=kept)
    machine = started(sketch.build())

    def places() -> list[str]:
        return [frame.code.function.locations[frame.location].name for _, frame in machine.positions()]

    machine.step(1)
    machine.step(2)
    assert places()[1] == "inside"
    finish(machine)
    assert places() == ["exit"]
    machine.restore(machine.snapshot())
    assert places() == ["exit"]


# --- the event program -----------------------------------------------------------------------------------


def event_program() -> Machine:
    """Two tasks that wait for each other's events (Hatcliff, Dwyer, Pasareanu and Robby 2003)."""
    sketch = Sketch()
    event = sketch.declare("Event", count=I32)
    one, two = sketch.variable("event1", event), sketch.variable("event2", event)

    def wait_for(body: Body, which: Variable) -> None:
        acquire(body, which)
        wait(body, which)
        release(body, which)

    def signal(body: Body, which: Variable) -> None:
        acquire(body, which)
        body.set(sketch.of(which, "count"), add(sketch.of(which, "count"), i32(1)))
        body.do(Notify(which, True))
        release(body, which)

    with sketch.function("first") as first:
        count = first.local("count", I32)
        first.set(count, sketch.of(one, "count"))
        first.mark("head")
        with first.when(equal(count, sketch.of(one, "count"))):
            wait_for(first, one)
        first.set(count, sketch.of(one, "count"))
        signal(first, two)
        first.goto("head")
    with sketch.function("second") as second:
        count = second.local("count", I32)
        second.set(count, sketch.of(two, "count"))
        second.mark("head")
        signal(second, one)
        with second.when(equal(count, sketch.of(two, "count"))):
            wait_for(second, two)
        second.set(count, sketch.of(two, "count"))
        second.goto("head")
    with sketch.function("main") as main:
        main.new(one, "Event")
        main.new(two, "Event")
        main.start("first")
        main.start("second")
    return started(sketch.build())


def shortest_deadlock(machine: Machine) -> list[str]:
    """The events on a shortest way to a deadlock: copies, tests, signals and waits."""
    from collections import deque

    first = machine.snapshot()
    parents: dict[Snapshot, tuple[Snapshot | None, str]] = {first: (None, "")}
    pending = deque([first])
    while pending:
        state = pending.popleft()
        machine.restore(state)
        if machine.deadlocked():
            trace = []
            while state is not None:
                state, event = parents[state]
                trace.append(event)
            return [event for event in reversed(trace) if event]
        for thread in machine.enabled():
            machine.restore(state)
            machine.step(thread)
            assert len(parents) < 20_000, "the deadlock should be near"
            following = machine.snapshot()
            if following not in parents:
                parents[following] = (state, event_of(machine))
                pending.append(following)
    return []


def event_of(machine: Machine) -> str:
    """What the last step did, if it is an event of the published trace."""
    name = {"first": "T1", "second": "T2"}.get(machine.compiled.functions[machine.edge_function].name)
    operation = machine.last_edge().operation
    match operation:
        case Assign(Variable("count"), _) if name:
            return f"{name} copies"
        case Notify() if name:
            return f"{name} signals"
        case Wait() if name:
            return f"{name} waits"
        case _ if name and type(operation).__name__ == "Assume":
            return f"{name} tests"
        case _:
            return ""


def test_the_event_program_loses_a_wake_up_PAB_07() -> None:
    """The shortest deadlock of the event program has the seven published steps: a wake-up is lost."""
    trace = shortest_deadlock(event_program())
    assert len(trace) == 7
    assert [event for event in trace if event.startswith("T1")] == ["T1 copies", "T1 tests", "T1 waits"]
    assert [event for event in trace if event.startswith("T2")] == ["T2 copies", "T2 signals", "T2 tests", "T2 waits"]
    assert trace.index("T2 signals") < trace.index("T1 waits"), "the signal comes too early"
    assert trace.index("T1 tests") < trace.index("T2 signals"), "and the test even before that"


def test_conditions_are_negated() -> None:
    """A branch on a negated query takes the other edge."""
    sketch = Sketch()
    x = sketch.variable("x", I32)
    with sketch.function("main") as main, main.when(negated(apply(Operator.HOLDS_LOCK, L))):
        main.set(x, i32(1))
    assert global_value(outcome(sketch.build()), "x") == 1
