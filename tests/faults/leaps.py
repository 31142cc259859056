"""A search for leaps that forgets a condition of a theorem: the checker rejects the chain that it finds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from faults.fault import Fault, Patch, Plant, replaced
from leap_chains import conditions_of, program_of
from leap_verdicts import CHECKS, is_violated
from vexil.certify import Rejected, certify
from vexil.core.context import Context
from vexil.engines.leap import chain, theorems
from vexil.engines.leap.evidence import evidence_of
from vexil.engines.leap.queries import HOLDS, Queries
from vexil.engines.leap.search import Asked, Attempt, attempts
from vexil.engines.leap.system import System
from vexil.model.outcome import Question
from vexil.spec.property import parse_property
from vexil.transform.inlining import descending

STATES = 100_000


@dataclass(frozen=True)
class RejectedChain:
    """A program whose assertion never fails, with an abstract state and ports of it, and perhaps one behind it."""

    text: str
    state: Mapping[str, str]
    ports: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    said: str = ""
    behind: Mapping[str, str] = field(default_factory=dict)

    def accept(self) -> None:
        """The assertion does not fail, and no chain is found."""
        assert is_violated(program_of(self.text), STATES) is False
        assert self._found() == []

    def notice(self) -> None:
        """A chain is found, and the checker, which shares nothing with the search, says what is wrong with it."""
        reasons = self._found()
        assert reasons, "the fault has no effect: no chain is found"
        assert all(self.said in reason for reason in reasons), reasons

    def _found(self) -> list[str]:
        """What the checker has against the chains that are found."""
        program = program_of(self.text)
        ports = {("a", name): conditions_of(program, port) for name, port in self.ports.items()}
        states = {"a": conditions_of(program, self.state)}
        if self.behind:
            states["b"] = conditions_of(program, self.behind)
        asked = Asked(descending(program).program, CHECKS, states, ports)
        return [
            _reason(Question(program, parse_property("assert")), attempt)
            for attempt in attempts(asked, ((),), Context())
            if isinstance(attempt, Attempt) and attempt.chain.is_reached
        ]


def _reason(question: Question, attempt: Attempt) -> str:
    certificate = certify(question, evidence_of(attempt.setting, attempt.rules, attempt.chain), Context())
    assert isinstance(certificate, Rejected), "the checker accepts a chain to what no run reaches"
    assert not certificate.unchecked, certificate.reason
    return certificate.reason


STUCK = """
global x: u8
function main()
  start -> loop: x := 0u8
  loop -> body: assume x < 2u8
  loop -> behind: assume !(x < 2u8)
  body -> loop: x := 1u8
  behind -> after: check assert false "wanted"
  after -> exit: return
"""
EVEN = """
global x: u4
function main()
  start -> loop: x := 0u4
  loop -> body: assume x != 3u4
  loop -> behind: assume !(x != 3u4)
  body -> loop: x := x + 2u4
  behind -> after: check assert false "wanted"
  after -> exit: return
"""
FORKED = """
global x: u8
function main()
  start -> loop: x := 0u8
  loop -> none: assume x == 0u8
  loop -> some: assume !(x == 0u8)
  none -> loop: skip
  some -> one: assume x == 1u8
  some -> two: assume !(x == 1u8)
  one -> loop: skip
  one -> loop: x := 2u8
  two -> after: check assert false "wanted"
  after -> exit: return
"""
ENDLESS = """
global x: int in range(0, 9)
global y: int
function main()
  start -> head: y := 1
  head -> zero: assume y == 0
  head -> again: assume !(y == 0)
  again -> head: y := 3 - y
  zero -> test: x := x - 1
  test -> head: check assert x >= 0 "wanted"
"""
RESTING = """
global x: u4 in range(0u4, 3u4)
global y: u4 in range(1u4, 3u4)
function main()
  start -> head: skip
  head -> zero: assume y == 0u4
  head -> again: assume !(y == 0u4)
  again -> head: skip
  zero -> test: x := x - 1u4
  test -> head: check assert x <= 3u4 "wanted"
"""
APART = """
global x: u4
function main()
  start -> loop: x := 0u4
  loop -> body: assume x < 5u4
  loop -> behind: assume !(x < 5u4)
  body -> loop: x := x + 1u4
  behind -> after: check assert x < 7u4 "wanted"
  after -> exit: return
"""
ASIDE = """
global x: u4
function main()
  start -> loop: x := 0u4
  loop -> body: assume x < 5u4
  loop -> behind: assume !(x < 5u4)
  body -> two: assume x == 2u4
  body -> other: assume !(x == 2u4)
  two -> loop: x := 9u4
  other -> loop: x := x + 1u4
  behind -> after: check assert x != 5u4 "wanted"
  after -> exit: return
"""


def _with(name: str, **parts: Any) -> Plant:
    """Let parts of a theorem hold always."""

    def plant(patch: Patch) -> None:
        right: Callable[..., theorems.Theorem] = getattr(theorems, name)

        def found(*given: Any) -> theorems.Theorem:
            return replace(right(*given), **parts)

        patch.setattr(chain, name, found)

    return plant


def _always(name: str) -> Plant:
    return lambda patch: patch.setattr(theorems, name, lambda *_: HOLDS)


def _as_given(patch: Patch) -> None:
    """Take ports as they are given, though the state has become smaller."""
    right = chain.met
    patch.setattr(chain, "met", lambda terms, one, other, name="": one if one.name == "a" else right(terms, one, other))


ODD = RejectedChain(EVEN, {"loop": "x != 3u4"}, said="condition (3) of Theorem")
LEAP_FAULTS = (
    Fault(
        "two predecessors of one state forgotten",
        _always("_one_predecessor"),
        RejectedChain(
            STUCK,
            {"loop": "x <= 2u8"},
            {"entry": {"loop": "x == 0u8"}, "exit": {"loop": "x == 2u8"}},
            "condition (2) of Theorem 2",
        ),
    ),
    Fault(
        "two successors of one state forgotten",
        _always("_one_successor"),
        RejectedChain(FORKED, {"loop": "x <= 2u8"}, said="condition (2) of Theorem 1"),
    ),
    Fault("states that do not go on forgotten", _with("forward", progress=HOLDS), ODD),
    Fault("states that come from nowhere forgotten", _with("backward", progress=HOLDS), ODD),
    Fault(
        "states without bounds forgotten",
        lambda patch: patch.setattr(theorems, "finiteness", lambda *_: HOLDS),
        RejectedChain(
            ENDLESS,
            {"head": "x >= 0 && y >= 0 && y <= 2"},
            {"entry": {"head": "x >= 0 && x <= 9 && y == 1"}, "exit": {"head": "x == 0 && y == 0"}},
            "condition (1)",
        ),
    ),
    Fault(
        "ports outside of what is known of a state",
        _as_given,
        RejectedChain(
            RESTING,
            {"head": "x <= 3u4 && y <= 3u4"},
            {"entry": {"head": "x <= 3u4 && y > 0u4 && y <= 3u4"}, "exit": {"head": "x == 0u4 && y == 0u4"}},
            "an exit port outside of its abstract state",
        ),
    ),
    Fault(
        "must+ steps that some states do not take",
        replaced(Queries, "must_plus", lambda _: lambda *__: HOLDS),
        RejectedChain(
            ASIDE,
            {"loop": "x < 5u4"},
            said="condition (3) of Theorem 2",
            behind={"loop": "x == 5u4"},
        ),
    ),
    Fault(
        "variables that decide something not tracked",
        replaced(System, "track", lambda _: lambda *__: None),
        RejectedChain(APART, {"loop": "x < 5u4"}, said="not tracked"),
    ),
)
"""Faults in the search for leaps."""
