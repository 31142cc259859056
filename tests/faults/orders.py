"""Faults in the search of all orders and in its checker: litmus tests show each, and wrong proofs are not confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from faults.fault import Fault, Patch, Plant, replaced
from order_verdicts import PROVED, REFUTED, confirms, loaded, said
from race_verdicts import read
from vexil.certify.interleavings.accesses import Accesses as CheckedAccesses
from vexil.certify.interleavings.deadlocks import Deadlocks as CheckedDeadlocks
from vexil.certify.interleavings.edges import Edges
from vexil.certify.interleavings.explore import Exploration
from vexil.certify.interleavings.moments import Thread
from vexil.engines.bounded.orders.deadlocks import _Deadlocks
from vexil.engines.bounded.orders.execution import ThreadExecutor
from vexil.engines.bounded.orders.formula import Formula
from vexil.engines.bounded.orders.operations import ThreadOperations
from vexil.engines.bounded.orders.sharing import Accesses
from vexil.logic import Term
from vexil.transform.heap_as_memory.encoding import HeapEncoding


def _threads(before: str, after: str, condition: str, *, joins: str = "join") -> str:
    """Two threads that add to a variable between two operations, and what holds behind them."""
    adds = f"""
function adds()
  local i: i32
  n0 -> n1: {before}
  n1 -> n2: i := x
  n2 -> n3: x := i + v
  n3 -> n4: {after}
  n4 -> exit: return
"""
    return f"""
global v: i32
global x: i32
{adds}
function main()
  local s: thread
  local t: thread
  m0 -> m1: v := choose type(i32)
  m1 -> m2: s := start adds()
  m2 -> m3: t := start adds()
  m3 -> m4: {joins} s
  m4 -> m5: {joins} t
  m5 -> m6: check assert {condition} "total"
  m6 -> exit: return
"""


PLAIN = _threads("skip", "skip", "x == v + v")
LOCKED = _threads('lock literal(1, lock) pair "l"', 'unlock literal(1, lock) pair "l"', "x == v + v")
ATOMIC = _threads("begin atomic", "end atomic", "x == v + v")
CROSSED = """
function one()
  n0 -> n1: lock literal(1, lock)
  n1 -> n2: lock literal(2, lock)
  n2 -> n3: unlock literal(2, lock)
  n3 -> n4: unlock literal(1, lock)
  n4 -> exit: return
function main()
  local s: thread
  m0 -> m1: s := start one()
  m1 -> m2: lock literal(2, lock)
  m2 -> m3: lock literal(1, lock)
  m3 -> m4: unlock literal(1, lock)
  m4 -> m5: unlock literal(2, lock)
  m5 -> exit: return
"""
STRAIGHT = CROSSED.replace("m1 -> m2: lock literal(2", "m1 -> m2: lock literal(1").replace(
    "m2 -> m3: lock literal(1", "m2 -> m3: lock literal(2")  # fmt: skip
WAITING = """
global done: bool
function waits()
  n0 -> n1: lock literal(1, lock)
  n1 -> n2: assume done
  n1 -> n3: assume !done
  n3 -> n2: wait literal(1, lock) on literal(1, lock)
  n2 -> n4: unlock literal(1, lock)
  n4 -> exit: return
function main()
  local s: thread
  m0 -> m1: s := start waits()
  m1 -> m2: lock literal(1, lock)
  m2 -> m3: done := true
  m3 -> m4: notify literal(1, lock)
  m4 -> m5: unlock literal(1, lock)
  m5 -> exit: return
"""
ASKED = """
global x: i32
function sets()
  n0 -> n1: x := 1i32
  n1 -> exit: return
function main()
  local s: thread
  local i: i32
  local a: bool
  m0 -> m1: s := start sets()
  m1 -> m2: i := x
  m2 -> m3: a := alive(s)
  m3 -> m4: check assert !(a && i == 1i32) "over"
  m4 -> exit: return
"""
THROWN = """public class Program {
    static int v = org.sosy_lab.sv_benchmarks.Verifier.nondetInt(), seen;
    static void fails() { if (v > 3) throw new IllegalStateException(); }
    static void works() { if (v == 5) { try { fails(); seen++; } catch (IllegalStateException e) { } } }
    public static void main(String[] arguments) throws InterruptedException {
        Thread other = new Thread(Program::works);
        other.start();
        works();
        other.join();
        assert seen == 0;
    }
}
"""


@dataclass(frozen=True)
class OtherAnswer:
    """The engine's checked answer about a program, which a fault must change."""

    text: str
    expected: str
    about: str = "assert"
    language: str = "vir"

    def _said(self) -> str:
        program = loaded(self.text) if self.language == "vir" else read(self.language, self.text)
        return said(program, about=self.about)

    def accept(self) -> None:
        """The answer is the expected one."""
        assert self._said() == self.expected

    def notice(self) -> None:
        """The answer is another one, and no wrong one that the checker confirms."""
        assert self._said() not in (PROVED, REFUTED)


@dataclass(frozen=True)
class Confirmation:
    """What the checker says of a claim that threads meet at some edges only."""

    text: str
    meetings: frozenset[str]
    expected: bool
    about: str = "assert"

    def accept(self) -> None:
        """The claim is confirmed, or not."""
        assert confirms(loaded(self.text), self.meetings, about=self.about) is self.expected

    def notice(self) -> None:
        """The other answer."""
        assert confirms(loaded(self.text), self.meetings, about=self.about) is not self.expected


def _no_lock(_: Callable[..., Any]) -> Callable[..., Any]:
    """No lock is taken; it is only counted."""

    def lock(self: ThreadOperations, lock: Any, reentrant: bool) -> Any:
        evaluate, machine = self.value(lock), self.machine

        def take(state: Any) -> None:
            for _, _, key, _ in machine.locks(state, evaluate(state), lock.type):
                state.held[key] = machine.terms.bv(1, 8)

        del reentrant
        return take

    return lock


def _own_writes(read: Callable[..., Any]) -> Callable[..., Any]:
    """A read sees what its own thread wrote, or the first one did before it started the others."""
    return lambda self, event, writes: read(
        self, event, [one for one in writes if one[0].node.thread in (event.node.thread, 1)]
    )


def _any_time(patch: Patch) -> None:
    """What comes later in the program may be earlier: a read may see a later write."""

    def before(self: Formula, one: Any, two: Any) -> Term:
        return self.terms.false if one is two else self.terms.ult(self.clocks[one.number], self.clocks[two.number])

    patch.setattr(Formula, "before", before)
    patch.setattr(Formula, "_program_order", lambda _: iter(()))


def _no_join(_: Callable[..., Any]) -> Callable[..., Any]:
    """A join orders nothing."""
    return lambda self, state, target: None


def _no_section(_: Callable[..., Any]) -> Callable[..., Any]:
    """An atomic section keeps nobody still."""
    return lambda self, state: None


def _nothing_shared(_: Callable[..., Any]) -> Callable[..., Any]:
    """No accesses of different threads are noticed."""
    return lambda self, shared: False


def _ready(_: Callable[..., Any]) -> Callable[..., Any]:
    """Every lock is free, and every thread has ended."""
    return lambda self, moment, thread, operation: True


def _outside(patch: Patch) -> None:
    """The checker lets others move in the middle of a section."""
    patch.setattr(Thread, "is_inside", property(lambda self: False))


def _no_problem(_: Callable[..., Any]) -> Callable[..., Any]:
    """Threads meet nowhere else."""
    return lambda self: ""


def _never_for_good(_: Callable[..., Any]) -> Callable[..., Any]:
    """Whoever has to stop anywhere is stuck for good."""
    return lambda self, blocked: ()


def _nobody_stuck(_: Callable[..., Any]) -> Callable[..., Any]:
    """The checker finds nobody stuck."""
    return lambda self, moment, able: None


def _unnoticed(_: Callable[..., Any]) -> Callable[..., Any]:
    """Threads end without notice."""
    return lambda self: False


def _one_exception(patch: Patch) -> None:
    """The exception on its way is that of all threads."""
    made = HeapEncoding.globals
    patch.setattr(HeapEncoding, "globals", lambda self: tuple(replace(one, per_thread=False) for one in made(self)))


def _fault(name: str, plant: Plant, check: OtherAnswer | Confirmation) -> Fault:
    return Fault(name, plant, check)


EVERYWHERE = frozenset(f"adds#{edge}" for edge in range(5))
NOWHERE: frozenset[str] = frozenset()

ORDER_FAULTS: tuple[Fault, ...] = (
    _fault("threads: a lock is ignored", replaced(ThreadOperations, "_lock", _no_lock), OtherAnswer(LOCKED, PROVED)),
    _fault("threads: a read sees a later write", _any_time,
           OtherAnswer(ATOMIC, PROVED)),
    _fault("threads: a read sees no other thread", replaced(Formula, "_read", _own_writes),
           OtherAnswer(PLAIN, REFUTED)),
    _fault("threads: a join orders nothing", replaced(ThreadExecutor, "join", _no_join), OtherAnswer(ATOMIC, PROVED)),
    _fault("threads: a section keeps nobody still", replaced(ThreadOperations, "_begin_section", _no_section),
           OtherAnswer(ATOMIC, PROVED)),
    _fault("threads: nothing is shared", replaced(Accesses, "learn", _nothing_shared), OtherAnswer(PLAIN, REFUTED)),
    _fault("checker of threads: a lock is ignored", replaced(Exploration, "_is_ready", _ready),
           Confirmation(LOCKED, EVERYWHERE, True)),
    _fault("checker of threads: a section keeps nobody still", _outside, Confirmation(ATOMIC, EVERYWHERE, True)),
    _fault("checker of threads: meetings are believed", replaced(CheckedAccesses, "problem", _no_problem),
           Confirmation(PLAIN, NOWHERE, False)),
    _fault("deadlocks: a thread that stops is stuck", replaced(_Deadlocks, "_for_good", _never_for_good),
           OtherAnswer(STRAIGHT, PROVED, "deadlock")),
    _fault("deadlocks: a notification wakes nobody", replaced(_Deadlocks, "_unwoken", _never_for_good),
           OtherAnswer(WAITING, PROVED, "deadlock")),
    _fault("checker of deadlocks: nobody is stuck", replaced(CheckedDeadlocks, "look", _nobody_stuck),
           Confirmation(CROSSED, NOWHERE, False, "deadlock")),
    _fault("checker of threads: nobody notices an end", replaced(Edges, "are_ends_noticed", _unnoticed),
           Confirmation(ASKED, frozenset({"sets#0", "main#1"}), False)),
    _fault("threads with objects: an exception is everybody's", _one_exception,
           OtherAnswer(THROWN, PROVED, language="java")),
)  # fmt: skip
