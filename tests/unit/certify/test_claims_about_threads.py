"""Claims about any number of threads: what the checker confirms, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from order_verdicts import PROVED, REFUTED, loaded
from thread_claims import claimed, confirmed, said
from vexil.ir.expressions import Const
from vexil.ir.program import Program
from vexil.ir.types import BOOL
from vexil.model.evidence import ThreadClaims

COUNTER = """
global x: i32
global y: i32
function work()
  local a: i32
  local b: i32
  n0 -> n1: lock literal(1, lock) pair "l"
  n1 -> n2: a := x
  n2 -> n3: x := a + 1i32
  n3 -> n4: b := y
  n4 -> n5: y := b + 1i32
  n5 -> n6: unlock literal(1, lock) pair "l"
  n6 -> exit: return
function main()
  local a: i32
  local b: i32
  m0 -> m1: start work() many
  m1 -> m2: lock literal(1, lock) pair "l"
  m2 -> m3: a := x
  m3 -> m4: b := y
  m4 -> m5: check assert a == b "in step"
  m5 -> m6: unlock literal(1, lock) pair "l"
  m6 -> m0: skip
"""


@pytest.fixture(scope="module")
def program() -> Program:
    """Threads without end that keep two counters in step."""
    return loaded(COUNTER)


@pytest.fixture(scope="module")
def claims(program: Program) -> ThreadClaims:
    """The claims that prove it."""
    found = claimed(program)
    assert isinstance(found, ThreadClaims)
    return found


def test_claims_are_confirmed(program: Program, claims: ThreadClaims) -> None:
    """What the engine claims of any number of threads holds."""
    assert claims.width == 1
    assert confirmed(program, claims) == ""


@pytest.mark.parametrize("missing", range(0, 12, 3))
def test_a_view_that_is_left_out_is_missed(program: Program, claims: ThreadClaims, missing: int) -> None:
    """Without one of the views the claims are too strong: a step leads out of them."""
    views = claims.views[:missing] + claims.views[missing + 1 :]
    assert "does not follow" in confirmed(program, replace(claims, views=views))


def test_claims_that_say_too_little(program: Program, claims: ThreadClaims) -> None:
    """Where nothing is known of the counters, the assertion does not follow."""
    facts = tuple((template, Const(True, BOOL)) for template, _ in claims.facts)
    views = tuple(
        replace(view, shared=(), threads=tuple(replace(one, facts=()) for one in view.threads)) for view in claims.views
    )
    assert "assert check" in confirmed(program, replace(claims, facts=facts, views=views)) or "undefined" in confirmed(
        program, replace(claims, facts=facts, views=views)
    )


def test_claims_need_points_where_threads_notice_each_other(program: Program, claims: ThreadClaims) -> None:
    """Between two steps that others notice there has to be a claim."""
    points = tuple((name, places[:1]) for name, places in claims.points)
    kept = dict(points)
    views = tuple(view for view in claims.views if all(one.location in kept[one.template] for one in view.threads))
    assert "no claim between two steps" in confirmed(program, replace(claims, points=points, views=views))


def test_claims_about_nothing(program: Program, claims: ThreadClaims) -> None:
    """The first thread has to be somewhere."""
    assert confirmed(program, replace(claims, views=())) != ""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("", True),
        ("unlocked", False),
        ("other lock", False),
    ],
)
def test_only_what_holds_is_proved(change: str, expected: bool) -> None:
    """A lock that one side does not take, or another one, protects nothing."""
    text = COUNTER
    head, _, tail = text.partition("function main()")
    if change == "unlocked":
        tail = tail.replace('lock literal(1, lock) pair "l"', "skip").replace("unskip", "skip")
    elif change == "other lock":
        tail = tail.replace("literal(1, lock)", "literal(2, lock)")
    assert said(loaded(f"{head}function main(){tail}")) == (PROVED if expected else REFUTED)


SECTIONS = """
global x: i32
global y: i32
function work()
  local a: i32
  n0 -> n1: begin atomic
  n1 -> n2: a := x
  n2 -> n3: x := a + 1i32
  n3 -> n4: y := a + 1i32
  n4 -> n5: END
  n5 -> exit: return
function main()
  local a: i32
  local b: i32
  m0 -> m1: start work() many
  m1 -> m2: begin atomic
  m2 -> m3: a := x
  m3 -> m4: b := y
  m4 -> m5: end atomic
  m5 -> m6: check assert a == b "in step"
  m6 -> m0: skip
"""


def test_sections() -> None:
    """An atomic section is one step; without it others see it half done."""
    assert said(loaded(SECTIONS.replace("END", "end atomic"))) == PROVED
    broken = SECTIONS.replace("n0 -> n1: begin atomic", "n0 -> n1: skip").replace("END", "skip")
    assert said(loaded(broken)) == REFUTED


def test_a_thread_that_is_joined_has_ended() -> None:
    """What a thread leaves behind is known where it was waited for, and not before."""
    text = """
global x: i32
function work()
  n0 -> n1: x := 1i32
  n1 -> exit: return
function main()
  local t: thread
  local a: i32
  m0 -> m1: t := start work()
  m1 -> m2: join t
  m2 -> m3: a := x
  m3 -> m4: check assert a == 1i32 "it is over"
  m4 -> exit: return
"""
    assert said(loaded(text)) == PROVED
    assert said(loaded(text.replace("join t", "skip"))) == REFUTED


MEETING = """
global x: i32 addressable
global ready: bool
global y: i32
function work()
  local p: ptr[i32]
  local a: i32
  n0 -> n1: p := address(x, ptr[i32])
  n1 -> n2: begin atomic
  n2 -> n3: lock p
  n3 -> n4: assume ready
  n3 -> n5: assume !ready
  n5 -> n3: wait p on p
  n4 -> n6: a := y
  n6 -> n7: unlock p
  n7 -> n8: end atomic
  n8 -> n9: check assert a == 1i32 "it was written"
  n9 -> exit: return
function main()
  local p: ptr[i32]
  m0 -> m1: p := address(x, ptr[i32])
  m1 -> m2: start work() many
  m2 -> m3: begin atomic
  m3 -> m4: y := 1i32
  m4 -> m5: ready := true
  m5 -> m6: notify all p
  m6 -> m7: LATE
  m7 -> m8: end atomic
  m8 -> exit: return
"""


def test_who_waits_in_a_section_leaves_it() -> None:
    """What is written before somebody is woken is seen behind the wait; a section that goes on then is refused."""
    assert said(loaded(MEETING.replace("LATE", "skip"))) == PROVED
    assert said(loaded(MEETING.replace("m3 -> m4: y := 1i32", "m3 -> m4: skip").replace("LATE", "skip"))) == REFUTED
    assert "goes on when it has woken others" in said(loaded(MEETING.replace("LATE", "y := 2i32")))
