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

FEW = 20_000
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


@dataclass(frozen=True)
class UnprovedList:
    """A program over a list that breaks its assertion behind thousands of iterations is not proved."""

    stored: str = "1i32"

    def accept(self) -> None:
        """The right program is proved, the other one is not."""
        assert _checked("1i32")
        assert not isinstance(_outcome(self._question()), Holds)

    def notice(self) -> None:
        """What the engine proves now is refused."""
        question = self._question()
        outcome = _outcome(question)
        assert isinstance(outcome, Holds), outcome
        assert isinstance(certify(question, outcome.evidence, Context()), Rejected)

    def _question(self) -> Question:
        return _asked(self.stored)


def _asked(stored: str) -> Question:
    text = BUILT.replace("STORED", stored)
    return Question(load(SourceFile("list.vir", text.encode())), parse_property("assert"))


def _outcome(question: Question) -> object:
    """What the bounded engine says within one turn and the tries behind it."""
    turns = BoundedEngine().turns(question, Context(Limits(cpu_seconds=20)))
    first = next(iter(turns))
    while isinstance(first, int) and first < FEW:
        first = next(turns)
    return first if isinstance(first, int) else first.outcome


def _checked(stored: str) -> bool:
    question = _asked(stored)
    outcome = _outcome(question)
    return isinstance(outcome, Holds) and isinstance(certify(question, outcome.evidence, Context()), Checked)


def _nothing(_: Callable[..., object]) -> Callable[..., None]:
    return lambda *_given: None


def _never(_: Callable[..., object]) -> Callable[..., bool]:
    return lambda *_given: False


LIST_FAULTS = (
    Fault("lists that are not demanded of what comes back", replaced(Lists, "demand", _nothing), UnprovedList("2i32")),
    Fault("facts that are not demanded of nodes", replaced(Lists, "_facts", _nothing), UnprovedList("2i32")),
    Fault("starts that move and are taken to stay", replaced(Lists, "moves", _never), UnprovedList("2i32")),
)
"""Faults in what the engine demands of lists."""
