"""Lists that are guessed and not demanded: the engine proves what is not so, and the checker does not confirm it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from faults.fault import Fault, replaced
from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context, Limits
from vexil.core.source import SourceFile
from vexil.engines.bounded.engine import BoundedEngine
from vexil.engines.bounded.lists import Lists
from vexil.ir.text import load
from vexil.model.outcome import Holds, Question
from vexil.spec.property import parse_property

FEW = 21_000
"""So much work is done before lists have been tried."""
BUILT = """vir 1
struct node size 16 align 8
  member data: i32 at 0
  member next: ptr[struct[node]] at 8
function main()
  local head: ptr[struct[node]]
  local p: ptr[struct[node]]
  local t: ptr[struct[node]]
  local n: i32
  s -> s1: head := null(ptr[struct[node]])
  s1 -> h: n := choose type(i32)
  h -> b: assume n > 0i32
  h -> e: assume !(n > 0i32)
  b -> b1: t := new memory(16u64) site "node"
  b1 -> b2: deref(t, i32) := ite(n == 4000i32, STORED, 1i32)
  b2 -> b3: deref(pointer_add(t, 8i64, ptr[ptr[struct[node]]]), ptr[struct[node]]) := head
  b3 -> b4: head := t
  b4 -> h: n := n - 1i32
  e -> w: p := head
  w -> w1: assume p != null(ptr[struct[node]])
  w -> f: assume !(p != null(ptr[struct[node]]))
  w1 -> w2: check assert deref(p, i32) == 1i32 "claim"
  w2 -> w: p := deref(pointer_add(p, 8i64, ptr[ptr[struct[node]]]), ptr[struct[node]])
  f -> exit: return
"""


PUSHED_OLDER = """vir 1
struct node size 16 align 8
  member data: i32 at 0
  member next: ptr[struct[node]] at 8
function main()
  local head: ptr[struct[node]]
  local old: ptr[struct[node]]
  local p: ptr[struct[node]]
  local t: ptr[struct[node]]
  local n: i32
  s -> s1: head := null(ptr[struct[node]])
  s1 -> s2: old := new memory(16u64) site "node"
  s2 -> s3: deref(old, i32) := 1i32
  s3 -> s4: deref(pointer_add(old, 8i64, ptr[ptr[struct[node]]]), ptr[struct[node]]) := head
  s4 -> h: n := choose type(i32)
  h -> b: assume n > 0i32
  h -> e: assume !(n > 0i32)
  b -> b1: assume STORED
  b -> c: assume !(STORED)
  c -> b5: head := old
  b1 -> b2: t := new memory(16u64) site "node"
  b2 -> b3: deref(t, i32) := 1i32
  b3 -> b4: deref(pointer_add(t, 8i64, ptr[ptr[struct[node]]]), ptr[struct[node]]) := head
  b4 -> b5: head := t
  b5 -> h: n := n - 1i32
  e -> e1: deref(old, i32) := 2i32
  e1 -> w: p := head
  w -> w1: assume p != null(ptr[struct[node]])
  w -> f: assume !(p != null(ptr[struct[node]]))
  w1 -> w2: check assert deref(p, i32) == 1i32 "claim"
  w2 -> w: p := deref(pointer_add(p, 8i64, ptr[ptr[struct[node]]]), ptr[struct[node]])
  f -> exit: return
"""
"""An object that is older than the loop is the list when STORED is false, and is changed behind the loop."""


@dataclass(frozen=True)
class UnprovedList:
    """A program over a list that breaks its assertion behind thousands of iterations is not proved."""

    stored: str = "1i32"
    right: str = "1i32"
    text: str = BUILT

    def accept(self) -> None:
        """The right program is proved, the other one is not."""
        accept(_asked(self.text, self.right), _asked(self.text, self.stored))

    def notice(self) -> None:
        """What the engine proves now is refused."""
        notice(_asked(self.text, self.stored))


def accept(right: Question, wrong: Question) -> None:
    """Make sure that the right program is proved and checked, and the wrong one is not."""
    outcome = _outcome(right)
    assert isinstance(outcome, Holds)
    assert isinstance(certify(right, outcome.evidence, Context()), Checked)
    assert not isinstance(_outcome(wrong), Holds)


def notice(wrong: Question) -> None:
    """Make sure that the engine proves a program, and that the proof is refused."""
    outcome = _outcome(wrong)
    assert isinstance(outcome, Holds), outcome
    assert isinstance(certify(wrong, outcome.evidence, Context()), Rejected)


def _asked(text: str, stored: str) -> Question:
    source = SourceFile("list.vir", text.replace("STORED", stored).encode())
    return Question(load(source), parse_property("assert"))


def _outcome(question: Question) -> object:
    """What the bounded engine says within one turn and the tries behind it."""
    turns = BoundedEngine().turns(question, Context(Limits(cpu_seconds=20)))
    first = next(iter(turns))
    while isinstance(first, int) and first < FEW:
        first = next(turns)
    return first if isinstance(first, int) else first.outcome


def _nothing(_: Callable[..., object]) -> Callable[..., None]:
    return lambda *_given: None


def _never(_: Callable[..., object]) -> Callable[..., bool]:
    return lambda *_given: False


def _ageless(demand: Callable[..., None]) -> Callable[..., None]:
    """Forget which objects are older than an iteration."""
    return lambda self, state, plan, oblige, broken, _before=None: demand(self, state, plan, oblige, broken)


LIST_FAULTS = (
    Fault("lists that are not demanded of what comes back", replaced(Lists, "demand", _nothing), UnprovedList("2i32")),
    Fault("facts that are not demanded of nodes", replaced(Lists, "_facts", _nothing), UnprovedList("2i32")),
    Fault("starts that move and are taken to stay", replaced(Lists, "moves", _never), UnprovedList("2i32")),
    Fault(
        "an older object taken for a new node",
        replaced(Lists, "demand", _ageless),
        UnprovedList("n != 4000i32", "n != 0i32", PUSHED_OLDER),
    ),
)
"""Faults in what the engine demands of lists."""
