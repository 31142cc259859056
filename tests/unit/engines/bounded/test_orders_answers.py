"""Litmus tests under sequential consistency, locks, sections, wait sets and starts: what all orders at once say."""

from __future__ import annotations

import pytest

from order_verdicts import PROVED, REFUTED, UNKNOWN, asked, confirms, every_edge, loaded, said
from vexil.core.context import Context, Limits
from vexil.engines.bounded.orders import OrdersEngine
from vexil.model.outcome import GaveUp

V = "global v: i32\n"
START = "  m0 -> m1: v := choose type(i32)\n  m1 -> m2: restrict v != 0i32\n"


def _function(name: str, *operations: str, locals_: str = "") -> str:
    lines = [f"function {name}()", *(f"  local {local}: i32" for local in locals_.split())]
    lines += [f"  n{index} -> n{index + 1}: {operation}" for index, operation in enumerate(operations)]
    return "\n".join([*lines, f"  n{len(operations)} -> exit: return", ""])


def _main(starts: int, condition: str, locals_: str = "", *reads: str) -> str:
    """Choose a value that is not 0, run all threads to their end, and assert something."""
    threads = range(starts)
    operations = ["v := choose type(i32)", "restrict v != 0i32"]
    operations += [f"t{index} := start f{index}()" for index in threads]
    operations += [f"join t{index}" for index in threads]
    operations += [*reads, f'check assert {condition} "litmus"']
    text = _function("main", *operations, locals_=locals_)
    return text.replace("function main()\n", "function main()\n" + "".join(f"  local t{n}: thread\n" for n in threads))


def _shared(*names: str) -> str:
    return V + "".join(f"global {name}: i32\n" for name in names)


def _locked(*operations: str) -> tuple[str, ...]:
    lock = "literal(1, lock)"
    return (f'lock {lock} pair "l"', *operations, f'unlock {lock} pair "l"')


STORE_BUFFERING = (
    _shared("x", "y", "a", "b")
    + _function("f0", "x := v", "i := y", "a := i", locals_="i")
    + _function("f1", "y := v", "i := x", "b := i", locals_="i")
)
MESSAGE = _shared("x", "y", "a") + _function("f0", "x := v", "y := 1i32")
LOAD_BUFFERING = (
    _shared("x", "y", "a", "b")
    + _function("f0", "i := x", "a := i", "y := v", locals_="i")
    + _function("f1", "i := y", "b := i", "x := v", locals_="i")
)
IRIW = (
    _shared("x", "y", "a", "b", "c", "d")
    + _function("f0", "x := v")
    + _function("f1", "y := v")
    + _function("f2", "i := x", "a := i", "i := y", "b := i", locals_="i")
    + _function("f3", "i := y", "c := i", "i := x", "d := i", locals_="i")
)
ADDS = ("i := x", "x := i + v")


def _adders(first: tuple[str, ...], second: tuple[str, ...]) -> str:
    return _shared("x") + _function("f0", *first, locals_="i") + _function("f1", *second, locals_="i")


TOTAL = _main(2, "i == v + v", "i", "i := x")
LITMUS = {
    "store buffering": (STORE_BUFFERING + _main(2, "i == v || j == v", "i j", "i := a", "j := b"), PROVED),
    "store buffering, both": (STORE_BUFFERING + _main(2, "i == 0i32 || j == 0i32", "i j", "i := a", "j := b"), REFUTED),
    "message passing": (
        MESSAGE + _function("f1", "i := y", "j := x", 'check assert i == 0i32 || j == v "seen"', locals_="i j")
        + _main(2, "true"), PROVED),
    "message passing, read the wrong way round": (
        MESSAGE + _function("f1", "j := x", "i := y", 'check assert i == 0i32 || j == v "seen"', locals_="i j")
        + _main(2, "true"), REFUTED),
    "load buffering": (LOAD_BUFFERING + _main(2, "!(i == v && j == v)", "i j", "i := a", "j := b"), PROVED),
    "load buffering, one": (LOAD_BUFFERING + _main(2, "i == 0i32", "i", "i := a"), REFUTED),
    "independent reads of independent writes": (
        IRIW + _main(4, "!(i == v && j == 0i32 && k == v && l == 0i32)", "i j k l",
                     "i := a", "j := b", "k := c", "l := d"), PROVED),
    "independent reads, one reader": (
        IRIW + _main(4, "!(i == v && j == 0i32)", "i j", "i := a", "j := b"), REFUTED),
    "additions": (_adders(ADDS, ADDS) + TOTAL, REFUTED),
    "additions under a lock": (_adders(_locked(*ADDS), _locked(*ADDS)) + TOTAL, PROVED),
    "additions, one of them under a lock": (_adders(_locked(*ADDS), ADDS) + TOTAL, REFUTED),
    "additions in atomic sections": (
        _adders(("begin atomic", *ADDS, "end atomic"), ("begin atomic", *ADDS, "end atomic")) + TOTAL, PROVED),
    "additions, one of them in a section": (_adders(("begin atomic", *ADDS, "end atomic"), ADDS) + TOTAL, REFUTED),
    "a section that may be cut": (
        _adders(("begin atomic", "i := x", "restrict i == 0i32", "x := v", "end atomic"), ("x := 1i32", "x := 0i32"))
        + _main(2, "i == 0i32 || i == v", "i", "i := x"), PROVED),
    "notified": (
        _shared("x") + _function("f0", *_locked("wait literal(1, lock) on literal(2, lock)", "x := v"))
        + _function("f1", "notify literal(2, lock)") + _main(2, "i == v", "i", "i := x"), PROVED),
    "timed out": (
        _shared("x") + _function("f0", *_locked("i := wait literal(1, lock) on literal(2, lock) timed", "x := i"),
                                 locals_="i")
        + _main(1, "i == 0i32", "i", "i := x"), REFUTED),
}  # fmt: skip


@pytest.mark.parametrize("name", LITMUS)
def test_litmus(name: str) -> None:
    """Every litmus test has its verdict under sequential consistency, for every value that is written."""
    text, expected = LITMUS[name]
    assert said(loaded(text)) == expected


@pytest.mark.parametrize("name", [name for name, (_, expected) in LITMUS.items() if expected == REFUTED])
def test_no_failing_litmus_test_is_confirmed(name: str) -> None:
    """The checker does not confirm that a failing assertion holds, whatever is said about where threads meet."""
    program = loaded(LITMUS[name][0])
    assert not confirms(program, every_edge(program))
    assert not confirms(program, frozenset())


def test_a_join_is_needed() -> None:
    """What a thread writes last need not be there before it was waited for."""
    text = _shared("x") + _function("f0", "x := v")
    assert said(loaded(text + _main(1, "i == v", "i", "i := x"))) == PROVED
    assert said(loaded(text + _main(1, "i == v", "i", "i := x").replace("join t0", "skip"))) == REFUTED


def test_nothing_is_shared_before_a_start_and_behind_a_join() -> None:
    """Values that only one thread at a time knows stay known: a thread is started in a function that a global names."""
    text = """
global what: ptr[code(void)]
global x: i32
function f()
  n0 -> n1: x := x + 1i32
  n1 -> exit: return
function main()
  local t: thread
  local i: i32
  m0 -> m1: what := code_of(f, ptr[code(void)])
  m1 -> m2: x := choose range(0i32, 100i32)
  m2 -> m3: i := x
  m3 -> m4: t := start pointer(what)()
  m4 -> m5: join t
  m5 -> m6: check assert x == i + 1i32 "known"
  m6 -> exit: return
"""
    assert said(loaded(text)) == PROVED


def test_copies_of_threads_are_their_own() -> None:
    """A global that every thread has for itself is shared with nobody."""
    text = _shared("x") + "global own: i32 per thread\n"
    text += _function("f0", "own := v", "x := own") + _main(1, "own == 0i32 && i == v", "i", "i := x")
    assert said(loaded(text)) == PROVED


def test_loops_are_unwound_until_something_fails() -> None:
    """A violation behind many rounds of a loop that an input bounds is found; rounds double."""
    text = """
global x: i32
global n: i32
function f()
  local i: i32
  n0 -> n1: i := 0i32
  n1 -> n2: assume i < n
  n1 -> end: assume !(i < n)
  n2 -> n3: x := x + 1i32
  n3 -> n1: i := i + 1i32
  end -> exit: return
function main()
  local t: thread
  m0 -> m1: n := choose type(i32)
  m1 -> m2: t := start f()
  m2 -> m3: check assert x != 5i32 "five"
  m3 -> exit: return
"""
    assert said(loaded(text)) == REFUTED


def test_what_is_cut_everywhere_proves_nothing() -> None:
    """A proof about no runs at all is none."""
    text = _shared("x") + _function("f0", "x := v") + _main(1, "false").replace("v != 0i32", "v != v")
    assert said(loaded(text)) == "vacuous"


def test_what_is_not_followed_is_said_with_its_place() -> None:
    """Interrupts are not followed, and the reason names the place."""
    text = """
global x: i32
function f()
  n0 -> n1: x := 1i32
  n1 -> exit: return
function main()
  local t: thread
  m0 -> m1: t := start f()
  m1 -> m2: interrupt t
  m2 -> m3: check assert x == 1i32 "set"
  m3 -> exit: return
"""
    found = said(loaded(text))
    assert found.startswith(UNKNOWN)
    assert "Interrupt operations are not followed" in found
    assert "main#1" in found or "interrupt t" in found


def _locks(*numbers: int) -> tuple[str, ...]:
    return tuple(f'lock literal({number}, lock) pair "l{number}"' for number in numbers)


def _unlocks(*numbers: int) -> tuple[str, ...]:
    return tuple(f'unlock literal({number}, lock) pair "l{number}"' for number in numbers)


BOTH_WAYS = ("i := v", *_locks(1, 2), *_unlocks(2, 1))
OTHER_WAY = (*_locks(2, 1), *_unlocks(1, 2))
WAITS = (*_locks(1), "wait literal(1, lock) on literal(3, lock)", *_unlocks(1))
NOTIFIES = (*_locks(1), "notify literal(3, lock)", *_unlocks(1))
STOPS = ("stop",)
DEADLOCKS = {
    "locks in one order": (BOTH_WAYS, BOTH_WAYS, (), PROVED),
    "locks in both orders": (BOTH_WAYS, OTHER_WAY, (), REFUTED),
    "locks in both orders, under a third one": (
        (*_locks(4), *BOTH_WAYS, *_unlocks(4)), (*_locks(4), *OTHER_WAY, *_unlocks(4)), (), PROVED),
    "locks in both orders while the program ends": (BOTH_WAYS, OTHER_WAY, STOPS, REFUTED),
    "a lock that is kept": (_locks(1), BOTH_WAYS, (), REFUTED),
    "a lock twice": (_locks(1, 1), ("i := v",), (), REFUTED),
    "a notification that may be too early": (WAITS, NOTIFIES, (), REFUTED),
    "a wait that may end by itself": (
        (WAITS[0], f"{WAITS[1]} timed", WAITS[2]), NOTIFIES, (), PROVED),
    "two waits and one notification": (WAITS, WAITS, NOTIFIES, REFUTED),
    "a wait that is over when the program is": (WAITS, ("i := v",), STOPS, PROVED),
}  # fmt: skip


@pytest.mark.parametrize("name", DEADLOCKS)
def test_deadlocks(name: str) -> None:
    """All threads that are left are stuck, or some wait for each other: found with a run, or proved not to happen."""
    first, second, after, expected = DEADLOCKS[name]
    text = _shared("x") + _function("f0", *first, locals_="i") + _function("f1", *second, locals_="i")
    starts = ("t0 := start f0()", "t1 := start f1()")
    main = _function("main", *starts, *(after or ("join t0", "join t1")))
    main = main.replace("function main()\n", "function main()\n  local t0: thread\n  local t1: thread\n")
    if after == STOPS:
        main = main.replace("n3 -> exit: return\n", "").replace("n2 -> n3: stop", "n2 -> halted: stop")
    assert said(loaded(text + main), about="deadlock") == expected


def test_an_input_decides_whether_threads_are_stuck() -> None:
    """The lock that is taken first is up to an input; a loop that does not end is no proof that nobody is stuck."""
    text = _shared("x") + _function("f0", *OTHER_WAY)
    text += """
function f1()
  n0 -> a1: assume v == 7i32
  n0 -> b1: assume !(v == 7i32)
  a1 -> a2: lock literal(1, lock)
  a2 -> a3: lock literal(2, lock)
  a3 -> a4: unlock literal(2, lock)
  a4 -> b1: unlock literal(1, lock)
  b1 -> exit: return
"""
    assert said(loaded(text + _main(2, "true")), about="deadlock") == REFUTED
    assert said(loaded(text.replace("v == 7i32", "v == 0i32") + _main(2, "true")), about="deadlock") == PROVED
    endless = text.replace("v == 7i32", "v == 0i32").replace("b1 -> exit: return", "b1 -> b1: skip")
    question = asked(loaded(endless + _main(2, "true")), "deadlock")
    answer = OrdersEngine(3_000).check(question, Context(Limits(20)))
    assert isinstance(answer.outcome, GaveUp)


def test_others_notice_the_end_of_a_thread_that_is_asked_for() -> None:
    """A thread that is not alive any more has done everything; one that is alive may have, too."""
    text = _shared("x") + _function("f0", "x := v")
    reads = "a := alive(t0)", "i := x"
    asks, reads_first = (
        _main(1, "CLAIM", "i", *order).replace("join t0", "skip").replace("local t0", "local a: bool\n  local t0")
        for order in (reads, reads[::-1])
    )
    assert said(loaded(text + asks.replace("CLAIM", "a || i == v"))) == PROVED
    wrong = loaded(text + asks.replace("CLAIM", "!a || i == v"))
    assert said(wrong) == REFUTED
    seen = loaded(text + asks.replace("CLAIM", "!(a && i == v)"))
    assert said(seen) == REFUTED
    assert not confirms(seen, every_edge(seen))
    early = loaded(text + reads_first.replace("CLAIM", "!(a && i == v)"))
    assert not confirms(early, every_edge(early))
    assert not confirms(early, frozenset())
