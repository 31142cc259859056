"""Dependences that are forgotten, one clause at a time: the catalogue's programs show each."""

from __future__ import annotations

from dataclasses import dataclass

from dependence_programs import HANDSHAKE, STOPPING, TWICE, program, sliced, texts
from faults.fault import Fault, Patch, Plant
from vexil.analysis.dependence import DependenceGraph, Kind
from vexil.analysis.dependence.control import ControlDependences
from vexil.analysis.dependence.data import DataDependences
from vexil.analysis.dependence.locks import Locks, Section
from vexil.analysis.dependence.outcomes import Outcomes
from vexil.analysis.dependence.parallel import Parallel
from vexil.analysis.dependence.ready import ReadyDependences
from vexil.analysis.dependence.safe_locks import SafeLocks
from vexil.analysis.dependence.summaries import Summaries

OPPOSITE = """
global p: lock = literal(1, lock)
global q: lock = literal(2, lock)
function T()
  a1 -> a2: lock p pair "p" reentrant
  a2 -> a3: lock q pair "q" reentrant
  a3 -> a4: unlock q pair "q"
  a4 -> a5: unlock p pair "p"
  a5 -> exit: return
function main()
  m1 -> m2: start T()
  m2 -> m3: lock q pair "q" reentrant
  m3 -> m4: lock p pair "p" reentrant
  m4 -> m5: unlock p pair "p"
  m5 -> m6: unlock q pair "q"
  m6 -> exit: return
"""
SETTER = """
global g: i32
global h: i32
function set()
  s1 -> s2: g := 1i32
  s2 -> exit: return
function main()
  m1 -> m2: call set()
  m2 -> m3: h := g
  m3 -> exit: return
"""
MANY = """
global x: i32
function T()
  t1 -> t2: x := x + 1i32
  t2 -> exit: return
function main()
  m1 -> m2: start T() many
  m2 -> exit: return
"""


@dataclass(frozen=True)
class Edges:
    """Dependences that a program has; with ``kind`` left out, nodes that the slice of the first one has."""

    text: str
    expected: frozenset[str]
    kind: Kind | None = None
    of: str = ""
    trust: bool = True

    def _found(self) -> set[str]:
        graph = DependenceGraph(program(self.text), trust_safe_locks=self.trust)
        return sliced(graph, self.of) if self.kind is None else texts(graph, self.kind)

    def accept(self) -> None:
        """They are there."""
        assert self.expected <= self._found()

    def notice(self) -> None:
        """One of them is missing."""
        assert not self.expected <= self._found()


def _no_unlocks(patch: Patch) -> None:
    right = Locks.sections

    def sections(self: Locks, function: object) -> object:
        found = right(self, function)  # type: ignore[arg-type]
        found.sections[:] = [Section(item.lock, item.operation, set(), item.body) for item in found.sections]
        return found

    patch.setattr(Locks, "sections", sections)


def _greatest(patch: Patch) -> None:
    def safe(self: SafeLocks) -> int:
        candidates, nested = self._candidates()
        found = sum(1 << token for token in candidates)
        while bad := [token for token in candidates if found >> token & 1 and nested.get(token, 0) & ~found]:
            found &= ~sum(1 << token for token in bad)
        return found

    patch.setattr(SafeLocks, "safe", property(safe))


def _set(owner: type, name: str, value: object) -> Plant:
    return lambda patch: patch.setattr(owner, name, value)


def _handshake(kind: Kind, *expected: str, trust: bool = True) -> Edges:
    return Edges(HANDSHAKE, frozenset(expected), kind, trust=trust)


def _nothing(self: object, function: object) -> list[tuple[int, ...]]:
    return [()] * len(function.locations)  # type: ignore[attr-defined]


DEPENDENCE_FAULTS = (
    Fault(
        "writes of called functions forgotten",
        _set(DataDependences, "_called", lambda self, function: [0] * len(function.edges)),
        Edges(SETTER, frozenset({"m2->s1(g)"}), Kind.DATA),
    ),
    Fault(
        "decisions forgotten",
        _set(ControlDependences, "of", _nothing),
        _handshake(Kind.CONTROL, "b3->b2"),
    ),
    Fault(
        "calls that may not return forgotten",
        _set(Outcomes, "ending", lambda self, function, location: ""),
        Edges(STOPPING.replace("WHAT", "skip"), frozenset({"m3->m1"}), Kind.CONTROL),
    ),
    Fault(
        "loops forgotten",
        _set(Outcomes, "loop_decisions", lambda self, function: {}),
        _handshake(Kind.DIVERGENCE, "b6->b2"),
    ),
    Fault(
        "other threads of one site forgotten",
        _set(Parallel, "many", 0),
        Edges(MANY, frozenset({"t1->t1(x)"}), Kind.INTERFERENCE),
    ),
    Fault(
        "shared storage taken for private",
        _set(Parallel, "is_shared", lambda self, owner, name: False),
        _handshake(Kind.INTERFERENCE, "b2->a2(x)"),
    ),
    Fault("ends of critical sections forgotten", _no_unlocks, _handshake(Kind.SYNCHRONISATION, "a2->a4")),
    Fault(
        "clauses 1 and 3 of ready dependence forgotten",
        _set(ReadyDependences, "of", _nothing),
        _handshake(Kind.READY, "b4->b3", "b6->b1", trust=False),
    ),
    Fault(
        "clause 2 of ready dependence forgotten",
        _set(ReadyDependences, "_unlocks", ()),
        _handshake(Kind.READY, "a1->b5", trust=False),
    ),
    Fault(
        "clause 4 of ready dependence forgotten",
        _set(ReadyDependences, "_notifications", ()),
        _handshake(Kind.READY, "b3->a3"),
    ),
    Fault(
        "clause 5 of ready dependence forgotten",
        _set(ReadyDependences, "starts", lambda self, function: []),
        _handshake(Kind.READY, "a1->m1"),
    ),
    Fault(
        "the greatest fixed point of safe locks",
        _greatest,
        Edges(OPPOSITE, frozenset({"a2->a1", "m3->m2"}), Kind.READY),
    ),
    Fault(
        "summaries of calls forgotten",
        _set(Summaries, "of", lambda self, vertex: iter(())),
        Edges(TWICE, frozenset({"m1", "m3"}), of="m5"),
    ),
)
