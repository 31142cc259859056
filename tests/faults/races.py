"""Faults in the search for data races and in its checkers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from faults.fault import Fault, Patch, replaced
from race_verdicts import FREE, RACE, question_of, read, said
from vexil.certify import Checked, certify
from vexil.certify.interleavings.races import Races as CheckedRaces
from vexil.core.context import Context, Limits
from vexil.engines.bounded.orders import OrdersEngine, races
from vexil.engines.bounded.orders.execution import ThreadExecutor
from vexil.engines.bounded.orders.operations import ThreadOperations
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.visibility import VisibilityWriter
from vexil.engines.reference import ReferenceEngine
from vexil.frontends.c import places
from vexil.frontends.java.lowering import synchronisation
from vexil.logic import Term
from vexil.model.accesses import Access, Accesses
from vexil.model.evidence import Unwound
from vexil.model.protocols import Engine


def _threads(before: str, after: str, mark: str = "") -> str:
    """Two threads that write to a variable between two operations."""
    return f"""vir 1
global x: i32
global y: i32
function writes()
  n0 -> n1: {before}
  n1 -> n2: y := 1i32 atomic
  n2 -> n3: x := 1i32{mark}
  n3 -> n4: {after}
  n4 -> exit: return
function main()
  local t: thread
  m0 -> m1: t := start writes()
  m1 -> m2: {before}
  m2 -> m3: x := 2i32{mark}
  m3 -> m4: {after}
  m4 -> m5: join t
  m5 -> m6: x := 3i32
  m6 -> exit: return
"""


PLAIN = _threads("skip", "skip")
LOCKED = _threads("lock literal(1, lock)", "unlock literal(1, lock)")
ATOMIC = _threads("skip", "skip", " atomic")
SECTION = """vir 1
global x: i32
global y: i32
function writes()
  n0 -> n1: begin atomic
  n1 -> n2: y := 1i32
  n2 -> n3: x := 1i32
  n3 -> n4: end atomic
  n4 -> exit: return
function main()
  local t: thread
  m0 -> m1: t := start writes()
  m1 -> m2: x := 2i32
  m2 -> exit: return
"""
VOLATILE = """#include <pthread.h>
volatile int x;
void *writes(void *unused) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, writes, 0); x = 2; pthread_join(t, 0); return 0; }
"""
PUBLISHED = """public class Program {
    static volatile int x;
    public static void main(String[] arguments) throws InterruptedException {
        Thread t = new Thread(() -> { x = 1; });
        t.start();
        x = 2;
        t.join();
    }
}
"""


@dataclass(frozen=True)
class OtherRaces:
    """An engine's checked answer about a program, which a fault must change."""

    text: str
    engine: type[Engine]
    expected: str
    language: str = "vir"

    def _said(self) -> str:
        return said(read(self.language, self.text), self.engine())

    def accept(self) -> None:
        """The answer is the expected one."""
        assert self._said() == self.expected

    def notice(self) -> None:
        """The answer is another one."""
        assert self._said() != self.expected


@dataclass(frozen=True)
class Unconfirmed:
    """A wrong claim that a program has no data race, which a fault lets pass."""

    text: str

    def _is_confirmed(self) -> bool:
        program = read("vir", self.text)
        edges = {f.edge_id(number) for f in program.functions.values() for number in range(len(f.edges))}
        return isinstance(certify(question_of(program), Unwound(frozenset(edges)), Context(Limits(60))), Checked)

    def accept(self) -> None:
        """The claim is rejected."""
        assert not self._is_confirmed()

    def notice(self) -> None:
        """The claim is confirmed."""
        assert self._is_confirmed()


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


def _no_join(_: Callable[..., Any]) -> Callable[..., Any]:
    """A join orders nothing."""
    return lambda self, state, target: None


def _every_access_is_data(conflicts: Callable[[Access, Access], bool]) -> Callable[[Access, Access], bool]:
    """Atomic accesses are taken for plain ones."""

    def conflict(one: Access, other: Access) -> bool:
        plain = Access(one.location, one.begin, one.end, one.is_write, False)
        return conflicts(plain, other)

    return conflict


def _only_able(next_of: Callable[..., Any]) -> Callable[..., Any]:
    """What a section of another thread keeps still is not about to do anything."""
    return lambda self, machine, thread: next_of(self, machine, thread) if thread.number in machine.enabled() else ()


def _every_access_is_atomic(begin: Callable[..., Any]) -> Callable[..., Any]:
    """Native code takes every access for an atomic one."""

    def began(self: VisibilityWriter, edge: int) -> int:
        place = begin(self, edge)
        self._is_atomic = True
        return int(place)

    return began


def _any_two(patch: Patch) -> None:
    """Two accesses race whatever comes before them."""

    def condition(formula: Any, first: Any, second: Any) -> Term:
        return formula.terms.and_(first.when, second.when)  # type: ignore[no-any-return]

    patch.setattr(races, "_condition", condition)


def _looks_at_nothing(_: Callable[..., Any]) -> Callable[..., Any]:
    """The checker compares no steps."""
    return lambda self, moment, acting: None


def _volatile_counts(patch: Patch) -> None:
    """In C every access is how threads synchronise."""
    patch.setattr(places, "is_synchronisation", lambda fn, spot: True)


def _volatile_is_ignored(patch: Patch) -> None:
    """In Java volatile variables are data."""
    patch.setattr(synchronisation, "_synchronises", lambda program, edge, is_for_threads: False)


RACE_FAULTS: tuple[Fault, ...] = (
    Fault("races: atomic accesses are plain", replaced(Access, "conflicts", _every_access_is_data),
          OtherRaces(ATOMIC, ReferenceEngine, FREE)),
    Fault("races: a section keeps others from their accesses", replaced(Accesses, "next_of", _only_able),
          OtherRaces(SECTION, ReferenceEngine, RACE)),
    Fault("native races: every access is atomic", replaced(VisibilityWriter, "_begin", _every_access_is_atomic),
          OtherRaces(PLAIN, MachineEngine, RACE)),
    Fault("races of threads: a lock is ignored", replaced(ThreadOperations, "_lock", _no_lock),
          OtherRaces(LOCKED, OrdersEngine, FREE)),
    Fault("races of threads: a join orders nothing", replaced(ThreadExecutor, "join", _no_join),
          OtherRaces(LOCKED, OrdersEngine, FREE)),
    Fault("races of threads: nothing comes before", _any_two, OtherRaces(LOCKED, OrdersEngine, FREE)),
    Fault("checker of races: nothing is compared", replaced(CheckedRaces, "look", _looks_at_nothing),
          Unconfirmed(PLAIN)),
    Fault("races in C: volatile counts", _volatile_counts, OtherRaces(VOLATILE, MachineEngine, RACE, "c")),
    Fault("races in Java: volatile is ignored", _volatile_is_ignored,
          OtherRaces(PUBLISHED, MachineEngine, FREE, "java")),
)  # fmt: skip
