"""Faults in predicate abstraction of threads and in the checker of its claims."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from faults.fault import Fault, Patch, replaced
from faults.orders import LOCKED
from order_verdicts import PROVED, REFUTED, loaded
from thread_claims import claimed, confirmed, said
from thread_verdicts import disagreement, loaded_c
from vexil.abstraction.threads import ThreadAbstraction
from vexil.certify.threads.parts import ThreadEvaluator
from vexil.certify.threads.steps import Steps
from vexil.engines.views.explore import _Exploration
from vexil.ir.expressions import Const
from vexil.ir.operations import Assign, Assume, Lock
from vexil.ir.types import BOOL
from vexil.model.evidence import ThreadClaims
from vexil.transform.threads import readers
from vexil.transform.threads.facts import Facts
from vexil.transform.threads.ghosts import somebody_reads
from vexil.transform.threads.rewriting import Body
from vexil.transform.threads.transactions import Transactions

WRITERS = """
global x: i32
function writes()
  n0 -> n1: x := 1i32
  n1 -> n2: x := 0i32
  n2 -> exit: return
function main()
  local i: i32
  local j: i32
  m0 -> m1: start writes() many
  m1 -> m2: i := x
  m2 -> m3: j := x
  m3 -> m4: check assert i == j "nobody writes"
  m4 -> m0: skip
"""
"""What one thread reads twice others write in between: the assertion fails."""


@dataclass(frozen=True)
class OtherClaims:
    """The answer about a program, which a fault must change to none that is confirmed."""

    text: str
    expected: str

    def accept(self) -> None:
        """The answer is the expected one."""
        found = said(loaded(self.text))
        assert found == self.expected

    def notice(self) -> None:
        """No wrong claim is confirmed, and the right ones are not found."""
        found = said(loaded(self.text))
        assert found != self.expected
        assert found != PROVED
        if self.expected == REFUTED:
            assert found.startswith("unchecked")


@dataclass
class Confirmation:
    """Claims that a faulty engine makes, or the right one, and whether the checker confirms them."""

    text: str
    expected: bool
    plants: Callable[[Patch], None] | None = None
    claims: list[ThreadClaims] = field(default_factory=list)

    def accept(self) -> None:
        """The claims are confirmed, or not."""
        program = loaded(self.text)
        with Patch.context() as patch:
            if self.plants is not None:
                self.plants(patch)
            found = claimed(program)
        assert isinstance(found, ThreadClaims)
        self.claims[:] = [found]
        assert (not confirmed(program, found)) is self.expected

    def notice(self) -> None:
        """The other answer."""
        assert (not confirmed(loaded(self.text), self.claims[0])) is not self.expected


HEAD = "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n"
READERS = (
    HEAD
    + """
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left;
static void *reads(void *p) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  left = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&t, 0, reads, 0);
  assert(!left);
  pthread_rwlock_unlock(&lock);
}
"""
)
"""While one thread reads another one stops to."""
SEMAPHORE = (
    HEAD
    + """
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static sem_t go;
static int begun, left;
static void *waits(void *p) {
  __VERIFIER_atomic_begin();
  begun = 1;
  sem_wait(&go);
  __VERIFIER_atomic_end();
  left = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  if (begun) sem_post(&go);
  assert(!left);
}
"""
)
"""Who waits in a section lets others go on."""


@dataclass(frozen=True)
class SameAsAllStates:
    """What is said of a program in C, beside a search of all of its states: of faults that engine and checker share."""

    text: str

    def accept(self) -> None:
        """Both say the same."""
        assert disagreement(loaded_c(self.text)) == (REFUTED, "")

    def notice(self) -> None:
        """They contradict each other."""
        assert disagreement(loaded_c(self.text))[1]


def _nobody_told(_: Callable[..., Any]) -> Callable[..., Any]:
    """What a thread writes does not change what is known of others."""
    return lambda self, transaction, shared, active, other: None


def _nobody_else(_: Callable[..., Any]) -> Callable[..., Any]:
    """No thread moves but those of a view."""
    return lambda self, shared, threads: False


def _no_lock(step: Callable[..., Any]) -> Callable[..., Any]:
    """Locks are not taken."""

    def passed(self: Transactions, function: Any, number: int, path: Any, *others: Any) -> Any:
        edge = function.edges[number]
        if isinstance(edge.operation, Lock):
            return replace(path, location=edge.target, edges=(*path.edges, number))
        return step(self, function, number, path, *others)

    return passed


def _alone(companies: Callable[..., Any]) -> Callable[..., Any]:
    """Nobody else is there while a thread moves."""
    return lambda self, function, location: [one for one in companies(self, function, location) if not one]


def _nobodys(_: Callable[..., Any]) -> Callable[..., Any]:
    """Every lock is free."""
    return lambda self, lock: 0


def _closed(number: int) -> Assign:
    """Who stops to read says that nobody does any more."""
    return Assign(somebody_reads(number), Const(False, BOOL))


def _unwritten(_: Callable[..., Any]) -> Callable[..., Any]:
    """What is written to is taken to be constant."""
    return lambda self, place: None


def _for_ever(_: Callable[..., Any]) -> Callable[..., Any]:
    """Who waits in a section never goes on."""
    return lambda self, wait: [Assume(Const(False, BOOL))]


_TOLD = replaced(ThreadAbstraction, "_broadcast", _nobody_told)

THREAD_FAULTS: tuple[Fault, ...] = (
    Fault("claims: no broadcast", _TOLD, OtherClaims(WRITERS, REFUTED)),
    Fault("claims: a passive thread is forgotten", replaced(_Exploration, "_is_view", _nobody_else),
          OtherClaims(WRITERS, REFUTED)),
    Fault("claims: a lock is ignored", replaced(Transactions, "_step", _no_lock), OtherClaims(LOCKED, PROVED)),
    Fault("checker of claims: others are forgotten", replaced(Steps, "_companies", _alone),
          Confirmation(WRITERS, False, _TOLD)),
    Fault("checker of claims: a lock is ignored", replaced(ThreadEvaluator, "owner", _nobodys),
          Confirmation(LOCKED, True)),
    Fault("threads over registers: nobody reads any more", lambda patch: patch.setattr(readers, "left_open", _closed),
          SameAsAllStates(READERS)),
    Fault("threads over registers: writes are forgotten", replaced(Facts, "write", _unwritten),
          SameAsAllStates(SEMAPHORE)),
    Fault("threads over registers: who waits in a section is lost", replaced(Body, "_wait", _for_ever),
          SameAsAllStates(SEMAPHORE)),
)  # fmt: skip
