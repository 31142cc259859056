"""Chains of leaps: the checker accepts those that are right, and rejects those in which just one thing is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leap_chains import Conditions, Stop, Written, checked, conditions_of, program_of
from vexil.certify import Checked, Rejected, certify
from vexil.core.context import Context
from vexil.ir.expressions import Const, Variable
from vexil.ir.types import BOOL, U8
from vexil.ir.typing import literal
from vexil.model.leaps import Decided, Port, Schedule, Turns
from vexil.model.outcome import Question
from vexil.spec.property import parse_property
from vexil.transform.restriction import restricted

COUNT = program_of("""
global n: u8 in range(1u8, 100u8)
global x: u8
function main()
  start -> loop: x := 0u8
  loop -> body: assume x < n
  loop -> behind: assume !(x < n)
  body -> loop: x := x + 1u8
  behind -> after: check assert false "wanted"
  after -> exit: return
""")
N = "n >= 1u8 && n <= 100u8"
START: Conditions = {"start": N}
ENTRY: Conditions = {"loop": f"x == 0u8 && {N}"}
LEAVING: Conditions = {"loop": f"x + 1u8 == n && {N}"}
STATE: Conditions = {"loop": f"x < n && {N}"}
END: Conditions = {"loop": f"x == n && {N}"}
FAR: Conditions = {"loop": f"x == 200u8 && {N}"}
LEAP = Stop(ENTRY, LEAVING, STATE)
TRACKED = {"start": ("n",), "loop": ("n", "x")}
ON = Written(TRACKED, (Stop(START, START), LEAP, Stop(END, END)), 0)
BACK = replace(ON, stops=(Stop(START, START), replace(LEAP, theorem=1), Stop(END, END)), flip=4)


def _leap(written: Written, **changes: object) -> Written:
    """The chain with another leap."""
    first, leap, *rest = written.stops
    return replace(written, stops=(first, replace(leap, **changes), *rest))  # type: ignore[arg-type]


@pytest.mark.parametrize("flip", [0, 1])
def test_LLP_04_a_chain_that_goes_on_is_accepted(flip: int) -> None:
    """LLP-04: Theorem 2 and must+ steps; the first step may be a may step."""
    found = checked(COUNT, replace(ON, flip=flip))
    assert isinstance(found, Checked), found
    assert "1 leap over loops" in found.finding
    assert found.refutes


def test_LLP_04_a_chain_that_goes_back_is_accepted() -> None:
    """LLP-04: Theorem 1 and must- steps."""
    assert isinstance(checked(COUNT, BACK), Checked)


@pytest.mark.parametrize("flip", [2, 3])
def test_LLP_12_one_flip(flip: int) -> None:
    """LLP-12: must- steps, one may step, and must+ steps; the theorem is the one of the side the leap is on."""
    assert isinstance(checked(COUNT, replace(ON if flip == 2 else BACK, flip=flip)), Checked)


WRONG: dict[str, tuple[Written, str]] = {
    "condition (3) of Theorem 2": (
        _leap(ON, state={"loop": f"(x < n || x == 255u8) && {N}"}),
        "station 2 breaks condition (3) of Theorem 2",
    ),
    "condition (3) of Theorem 1": (
        _leap(BACK, state={"loop": f"(x < n || x == 250u8) && {N}"}),
        "station 2 breaks condition (3) of Theorem 1",
    ),
    "an entry port outside of the state": (
        _leap(ON, state={"loop": f"x < n && x > 0u8 && {N}"}),
        "station 2 has an entry port outside of its abstract state",
    ),
    "an exit port outside of the state": (
        _leap(BACK, leaving={"loop": f"(x + 1u8 == n || x == 200u8) && {N}"}),
        "station 2 has an exit port outside of its abstract state",
    ),
    "a must+ step that some states do not take": (
        _leap(ON, leaving={"loop": f"(x + 1u8 == n || x + 2u8 == n && x < n) && {N}"}),
        "station 2 does not lead to the next station",
    ),
    "a must- step that some states do not come from": (
        replace(
            BACK, stops=(*BACK.stops[:2], replace(BACK.stops[2], entry={"loop": "x == n"}, leaving={"loop": "x == n"}))
        ),
        "station 2 is not reached from the station before",
    ),
    "a may step that nobody takes": (
        replace(BACK, stops=(*BACK.stops[:2], Stop(FAR, FAR)), flip=3),
        "station 2 has no step to the next station",
    ),
    "a station without a leap that is no way through": (
        replace(ON, stops=(Stop(START, {"start": "n == 5u8"}), *ON.stops[1:])),
        "station 1 has an entry port outside of its exit port",
    ),
    "the same on the way back": (
        replace(BACK, stops=(Stop({"start": "n == 5u8"}, START), *BACK.stops[1:])),
        "station 1 has an exit port outside of its entry port",
    ),
    "an entry port without states": (
        replace(ON, stops=(Stop({"start": "false"}, {"start": "false"}), *ON.stops[1:])),
        "has no initial state in its entry port",
    ),
    "initial states that no run has": (
        replace(BACK, stops=(Stop({"start": "n >= 1u8"}, {"start": "n >= 1u8"}), *BACK.stops[1:])),
        "begins with states that no run has",
    ),
    "a chain that begins in the middle": (
        replace(ON, stops=ON.stops[1:]),
        "the chain does not begin where runs do",
    ),
    "Theorem 1 on the way on": (_leap(ON, theorem=1), "left by the theorem of the other direction"),
    "Theorem 2 on the way back": (_leap(BACK, theorem=2), "left by the theorem of the other direction"),
    "must+ steps before must- steps": (replace(ON, flip=4), "left by the theorem of the other direction"),
    "a flip where there is no step": (replace(ON, flip=5), "turns where there are none"),
    "no stations": (replace(ON, stops=()), "the chain has no stations"),
    "a step over a variable that is not tracked": (
        replace(ON, tracked={"start": ("n",), "loop": ("x",)}),
        "depends on something that is not tracked",
    ),
    "a variable that there is not": (replace(ON, tracked={**TRACKED, "loop": ("n", "x", "z")}), "no variable z"),
    "a port at no control point": (
        replace(ON, tracked={"loop": ("n", "x")}),
        "is no control point of the chain",
    ),
    "a rule for a place without alternatives": (
        replace(ON, rules=(Schedule(0, (Const(True, BOOL),)),)),
        "a rule is about no choice",
    ),
    "turns at no place": (replace(ON, rules=(Turns(99),)), "a rule is about no choice"),
    "a value for what nobody chooses": (
        replace(ON, rules=(Decided(0, literal(0, U8)),)),
        "a rule decides no choice",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_LLP_04_one_thing_that_is_wrong_is_noticed(name: str) -> None:
    """LLP-04, LLP-12, LLP-16: the checker rejects a chain for the one thing that is wrong with it, and says which."""
    written, said = WRONG[name]
    found = checked(COUNT, written)
    assert isinstance(found, Rejected), name
    assert not found.unchecked, found.reason
    assert said in found.reason


# --- condition (2) ---------------------------------------------------------------------------------------

STUCK = program_of("""
global x: u8
function main()
  start -> loop: x := 0u8
  loop -> body: assume x < 2u8
  loop -> behind: assume !(x < 2u8)
  body -> loop: x := 1u8
  behind -> after: check assert false "wanted"
  after -> exit: return
""")


def test_LLP_10_two_predecessors_are_noticed() -> None:
    """LLP-10: in `stuck` all of Theorem 2 holds but that 1 comes from 0 and from 1."""
    leap = Stop({"loop": "x == 0u8"}, {"loop": "x == 2u8"}, {"loop": "x <= 2u8"})
    written = Written({"start": (), "loop": ("x",)}, (Stop({"start": "true"}, {"start": "true"}), leap), 0)
    found = checked(STUCK, written)
    assert isinstance(found, Rejected)
    assert found.reason == "station 2 breaks condition (2) of Theorem 2"


CHOICE = program_of("""
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
""")


def test_LLP_10_two_successors_are_noticed() -> None:
    """LLP-10: 1 goes round or on to 2, nobody comes to 1, and all of Theorem 1 holds but (2)."""
    leap = Stop({"loop": "x == 0u8"}, {"loop": "x == 2u8"}, {"loop": "x <= 2u8"}, theorem=1)
    written = Written({"start": (), "loop": ("x",)}, (Stop({"start": "true"}, {"start": "true"}), leap), 3)
    found = checked(CHOICE, written)
    assert isinstance(found, Rejected)
    assert found.reason == "station 2 breaks condition (2) of Theorem 1"


# --- finiteness ------------------------------------------------------------------------------------------

ENDLESS = program_of("""
global x: int in range(0, 1000)
global y: int in range(1, 5)
function main()
  start -> head: skip
  head -> zero: assume y == 0
  head -> again: assume !(y == 0)
  again -> head: skip
  zero -> test: x := x - 1
  test -> head: check assert x >= 0 "wanted"
""")
BEGIN: Conditions = {"start": "x >= 0 && x <= 1000 && y >= 1 && y <= 5"}
UP = Stop({"head": BEGIN["start"]}, {"head": "x == 0 && y == 0"}, {"head": "x >= 0 && y >= 0"}, theorem=1)


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ((), "station 2 breaks condition (1): x has no bounds"),
        ((("x", "0", "1000"),), "station 2 has a bound that does not hold"),
        ((("x", "0", "x"),), "station 2 has a bound that is not bounded itself"),
        ((("y", "0", "5"),), "station 2 has a bound that does not hold"),
    ],
)
def test_LLP_09_infinity_is_noticed(bounds: tuple[tuple[str, str, str], ...], said: str) -> None:
    """LLP-09: in the counterexample of the paper (2) and (3) hold; what is missing are bounds of x."""
    written = Written({"start": ("x", "y"), "head": ("x", "y")}, (Stop(BEGIN, BEGIN), replace(UP, bounds=bounds)), 3)
    found = checked(ENDLESS, written)
    assert isinstance(found, Rejected)
    assert found.reason == said


# --- what is tracked -------------------------------------------------------------------------------------

HALF = program_of("""
global u: u8 in range(0u8, 1u8)
global v: u8
function main()
  start -> loop: v := 5u8
  loop -> zero: assume v == 0u8
  loop -> round: assume !(v == 0u8)
  round -> loop: skip
  zero -> loop: skip
  zero -> wrong: skip
  wrong -> after: check assert false "wanted"
  after -> exit: return
""")


@pytest.mark.parametrize(
    ("tracked", "said"),
    [
        (("v",), "station 2 has a condition that depends on something that is not tracked"),
        (("u", "v"), "station 2 breaks condition (3) of Theorem 1"),
    ],
)
def test_LLP_09_a_port_that_has_half_of_a_view_is_noticed(tracked: tuple[str, ...], said: str) -> None:
    """LLP-09: nothing depends on u, so it may be ignored; but then no port may have only some values of it.

    Otherwise the view v = 0 were in the exit port and outside of it, and the theorems speak of views.
    """
    leap = Stop(
        {"loop": "v == 5u8 && u <= 1u8"} if "u" in tracked else {"loop": "v == 5u8"},
        {"loop": "v == 0u8 && u == 0u8"},
        {"loop": "(v == 0u8 || v == 5u8) && u <= 1u8"} if "u" in tracked else {"loop": "v == 0u8 || v == 5u8"},
        theorem=1,
    )
    start = {"start": "u <= 1u8"} if "u" in tracked else {"start": "true"}
    written = Written({"start": tracked[:-1], "loop": tracked}, (Stop(start, start), leap), 3)
    found = checked(HALF, written)
    assert isinstance(found, Rejected)
    assert found.reason == said


NAN = program_of("""
global x: f32
function main()
  start -> loop: x := 0.0f32
  loop -> body: assume x != 2.0f32
  loop -> behind: assume !(x != 2.0f32)
  body -> loop: x := ite(x == 1.0f32, 2.0f32, nan(f32))
  behind -> after: check assert false "wanted"
  after -> exit: return
""")


def test_LLP_10_floats_are_not_compared_as_states() -> None:
    """LLP-10: a NaN has two predecessors here, but differs from itself as a number; such chains are not looked at."""
    leap = Stop({"loop": "x == 0.0f32"}, {"loop": "x == 1.0f32"}, {"loop": "x != 2.0f32"})
    end = {"loop": "x == 2.0f32"}
    written = Written(
        {"start": (), "loop": ("x",)}, (Stop({"start": "true"}, {"start": "true"}), leap, Stop(end, end)), 0
    )
    found = checked(NAN, written)
    assert isinstance(found, Rejected)
    assert found.unchecked
    assert "the float x" in found.reason


# --- rules -----------------------------------------------------------------------------------------------

TURNS = program_of("""
global n: u8 in range(1u8, 100u8)
global x: u8
global y: u8
function main()
  start -> loop: y := 0u8
  loop -> pick: assume x < n
  loop -> behind: assume !(x < n)
  pick -> loop: y := 1u8
  pick -> add: skip
  add -> clear: x := x + y
  clear -> loop: y := 0u8
  behind -> after: check assert false "wanted"
  after -> exit: return
""")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_LLP_14_alternatives_in_turns_are_checked(order: tuple[int, int]) -> None:
    """LLP-14: by turns x grows every second round, from the first turn on; the counter of turns is tracked."""
    pick = TURNS.functions["main"].location_numbers["pick"]
    counter = f"$turn{pick}"
    ready, done = ("0u8", "1u8") if order == (0, 1) else ("1u8", "0u8")
    state = f"x < n && ('{counter}' == {ready} && y == 0u8 || '{counter}' == {done} && y == 1u8) && {N}"
    leap = Stop(
        {"loop": f"x == 0u8 && y == 0u8 && '{counter}' == 0u8 && {N}"},
        {"loop": f"x + 1u8 == n && y == 1u8 && '{counter}' == {done} && {N}"},
        {"loop": state},
    )
    end = {"loop": f"x == n && {N}"}
    tracked = {"start": ("n", "x", counter), "loop": ("n", "x", "y", counter)}
    first = {"start": f"x == 0u8 && '{counter}' == 0u8 && {N}"}
    written = Written(tracked, (Stop(first, first), leap, Stop(end, end)), 0, (Turns(pick),))
    question = Question(TURNS, parse_property("assert"))
    found = certify(question, written.chain(restricted(TURNS, (Turns(pick),))), Context())
    assert isinstance(found, Checked if order == (0, 1) else Rejected), found


def test_LLP_14_a_rule_that_reads_what_it_decides_is_rejected() -> None:
    """LLP-14: the value of an input must not depend on the variable that it is written to."""
    program = program_of("""
global x: u8
function main()
  start -> after: x := choose type(u8)
  after -> last: check assert x != 3u8 "wanted"
  last -> exit: return
""")
    rules = (Decided(0, Variable("x", U8, True)),)
    written = Written({"start": ()}, (Stop({"start": "true"}, {"start": "true"}),), 0, rules)
    found = checked(program, written)
    assert isinstance(found, Rejected)
    assert found.reason == "a rule reads what it decides"
    decided = checked(program, replace(written, rules=(Decided(0, literal(3, U8)),)))
    assert isinstance(decided, Checked), decided
    assert isinstance(checked(program, replace(written, rules=(Decided(0, literal(4, U8)),))), Rejected)


SHARED = """
global x: u8
global c: u8
function main()
  start -> loop: x := 0u8
  loop -> one: assume x == 1u8
  loop -> other: assume !(x == 1u8)
  one -> pick: c := choose type(u8)
  pick -> a: assume c == 0u8
  pick -> b: assume !(c == 0u8)
  a -> loop: x := 2u8
  b -> loop: x := 3u8
  other -> two: assume x == 2u8
  other -> rest: assume !(x == 2u8)
  two -> loop: x := 1u8
  rest -> behind: assume x == 3u8
  rest -> loop: assume !(x == 3u8)
  behind -> after: check assert false "wanted"
  after -> exit: return
"""
"""From 1 a choice leads to 2 or to 3; from 0, where runs begin, nothing leads away."""


def test_LLP_10_ways_that_part_behind_a_choice_are_two_successors() -> None:
    """LLP-10: what is chosen before two ways part has values of its own on each of them."""
    start = {"start": "true"}
    stop = Stop({"loop": "x == 0u8"}, {"loop": "x == 3u8"}, {"loop": "x <= 3u8"}, 1)
    written = Written({"start": (), "loop": ("x",)}, (Stop(start, start), stop), 3)
    certificate = checked(program_of(SHARED), written)
    assert isinstance(certificate, Rejected)
    assert "condition (2) of Theorem 1" in certificate.reason


def test_a_restriction_behind_the_target_is_noticed() -> None:
    """A chain leads to a target that no run comes to, where a restriction cuts what comes behind it."""
    text = """
global n: u8 in range(1u8, 100u8)
global x: u8
function main()
  start -> loop: x := 0u8
  loop -> body: assume x < n
  loop -> after: assume !(x < n)
  body -> loop: x := x + 1u8
  after -> end: {}
  end -> exit: return
"""
    written = replace(ON, tracked={**TRACKED, "after": ()})
    for operation, accepted in (("skip", True), ("restrict x < n", False)):
        program = program_of(text.format(operation))
        target = Port(tuple(conditions_of(program, {"after": "true"}).items()))
        chain = replace(written.chain(program), target=target)
        for prop in ("ctl: EF at(after)", "ctl: AG !at(after)"):
            found = certify(Question(program, parse_property(prop)), chain, Context())
            assert isinstance(found, Checked) is accepted, found
            assert accepted or (isinstance(found, Rejected) and found.unchecked and "restriction" in found.reason)
