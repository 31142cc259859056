"""May, must+ and must- steps between sets of states, the ports that they give, and how they are put together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from leap_chains import conditions_of, program_of
from vexil.core.context import Context
from vexil.engines.leap.chain import Chain, Gluer, Link, Visit
from vexil.engines.leap.chain import _flip as flip_of
from vexil.engines.leap.problem import Setting, Task, opened
from vexil.engines.leap.queries import HOLDS, Finding, Queries, Status
from vexil.engines.leap.theorems import Theorem, backward, forward
from vexil.engines.leap.zones import START, Zone
from vexil.logic.evaluate import evaluate

CHECKS = frozenset({"assert"})
FORK = """
global x: int
function main()
  start -> there: x := x + 1
  start -> there: x := x + 2
  there -> exit: return
"""
BLOCKED = """
global x: int
function main()
  start -> there: restrict false
  there -> exit: return
"""
STEP = """
global n: int
global x: int
function main()
  start -> there: x := x + 2
  there -> exit: return
"""
INPUT = """
global x: int
global y: int
function main()
  start -> there: y := choose range(0, 3)
  there -> exit: return
"""


@contextmanager
def zones(text: str, **conditions: dict[str, str]) -> Iterator[tuple[Setting, dict[str, Zone]]]:
    """A setting with zones by name."""
    program = program_of(text)
    found = {name: conditions_of(program, items) for name, items in conditions.items()}
    with opened(Task(program, CHECKS, found), Context()) as setting:
        made = {name: setting.zone(name, items) for name, items in found.items()}
        setting.system.track(made.values())
        yield setting, made


def test_LLP_01_must_plus_asks_for_one_successor() -> None:
    """LLP-01: with x + 1 or x + 2, x = 0 has the successor x = 1 although not all its successors are; not so x = 3."""
    with zones(FORK, a={"start": "x == 0"}, one={"there": "x == 1"}, three={"there": "x == 3"}) as (setting, zone):
        queries = setting.queries
        assert queries.must_plus(zone["a"], zone["one"]).holds
        assert queries.may(zone["a"], zone["one"]) is True
        assert queries.must_plus(zone["a"], zone["three"]).status is Status.FAILS
        assert queries.may(zone["a"], zone["three"]) is False
        assert queries.must_minus(zone["a"], zone["one"]).holds


def test_LLP_01_without_a_successor_nothing_is_a_must() -> None:
    """LLP-01: behind what never happens every condition holds, but no state has a successor there."""
    with zones(BLOCKED, a={"start": "x == 0"}, b={"there": "true"}) as (setting, zone):
        queries = setting.queries
        assert queries.must_plus(zone["a"], zone["b"]).status is Status.FAILS
        assert queries.must_minus(zone["a"], zone["b"]).status is Status.FAILS
        assert queries.may(zone["a"], zone["b"]) is False


def test_LLP_01_must_minus_asks_for_a_predecessor() -> None:
    """LLP-01: every x from 2 to 4 comes from one from 0 to 2; 5 does not, and is the witness."""
    with zones(
        STEP, a={"start": "x >= 0 && x <= 2"}, b={"there": "x >= 2 && x <= 4"}, c={"there": "x >= 2 && x <= 5"}
    ) as (setting, zone):
        assert setting.queries.must_minus(zone["a"], zone["b"]).holds
        found = setting.queries.must_minus(zone["a"], zone["c"])
        assert found.status is Status.FAILS
        assert found.witness is not None
        assert list(found.witness.values.values()) == [5]


def test_LLP_01_inputs_are_chosen_state_by_state() -> None:
    """LLP-01: for every x from 0 to 3 there is an input y = x, another one each time; for x = 4 there is none."""
    with zones(INPUT, a={"start": "x >= 0 && x <= 3"}, more={"start": "x >= 0 && x <= 4"}, b={"there": "y == x"}) as (
        setting,
        zone,
    ):
        assert setting.queries.must_plus(zone["a"], zone["b"]).holds
        assert setting.queries.must_plus(zone["more"], zone["b"]).status is Status.FAILS


def test_LLP_03_maximal_ports() -> None:
    """LLP-03: the entry port is a' & SP(s, a), the exit port a & Pre(s, a'), both as large as they can be."""
    with zones(STEP, a={"start": "n <= x && x < 2 * n"}, b={"there": "x >= 2 * n"}) as (setting, zone):
        queries = setting.queries
        n, x = setting.system.tracked
        entry, exact = queries.behind(zone["a"], zone["b"])
        leaving, all_of_it = queries.before(zone["a"], zone["b"])
        assert exact
        assert all_of_it
        ((_, first),), ((_, last),) = entry.parts.items(), leaving.parts.items()
        for number in range(-3, 7):
            for value in range(-8, 16):
                values = {n: number, x: value}
                assert evaluate(first, values) is (2 * number <= value < 2 * number + 2 and number <= value - 2)
                assert evaluate(last, values) is (number <= value < 2 * number and value + 2 >= 2 * number)


# --- theorems --------------------------------------------------------------------------------------------

COUNT = """
global x: i8
function main()
  start -> loop: x := 0i8
  loop -> body: assume x < 9i8
  loop -> behind: assume !(x < 9i8)
  body -> loop: x := x + 1i8
  behind -> exit: return
"""


def test_LLP_04_an_empty_exit_port() -> None:
    """LLP-04: without an exit port Theorem 1 says nothing, and Theorem 2 must not apply: the states run out."""
    with zones(COUNT, a={"loop": "x >= 0i8 && x < 9i8"}, e={"loop": "x == 0i8"}, none={"loop": "x != x"}) as (
        setting,
        zone,
    ):
        assert backward(setting.queries, zone["a"], zone["e"], zone["none"]).holds
        assert not forward(setting.queries, zone["a"], zone["e"], zone["none"]).holds


def test_LLP_16_a_chain_through_an_empty_port_is_none() -> None:
    """LLP-16: no state of the path comes to x = 20, so there is nothing that could be reached from there."""
    with zones(COUNT, a={"loop": "x >= 0i8 && x < 9i8"}, b={"loop": "x == 20i8"}) as (setting, zone):
        start = Zone({START: setting.queries.terms.true}, "start")
        first = Zone({setting.program.functions["main"].entry: setting.queries.terms.true}, "first")
        chain = Gluer(setting.queries).chain([start, first, zone["a"], zone["b"]])
        assert not chain.is_reached
        assert chain.problem == "empty exit port of a to b"


BRANCHED = """
global x: i8
function main()
  start -> loop: x := choose among(0i8, 20i8)
  loop -> body: assume x < 9i8 || x == 20i8
  loop -> behind: assume !(x < 9i8 || x == 20i8)
  body -> far: assume x == 20i8
  body -> near: assume !(x == 20i8)
  far -> loop: x := 8i8
  near -> two: assume x == 2i8
  near -> other: assume !(x == 2i8)
  two -> loop: x := 3i8
  two -> loop: x := 9i8
  other -> loop: x := x + 1i8
  behind -> exit: return
"""


def test_LLP_11_an_exit_port_is_made_smaller() -> None:
    """LLP-11: 3 comes from 2 alone, which is in the maximal exit port, so Theorem 1 needs the part of it with 8."""
    conditions = {
        "a": {"loop": "x >= 0i8 && x < 9i8 || x == 20i8"},
        "b": {"loop": "x == 9i8"},
        "last": {"loop": "x == 8i8"},
    }
    with zones(BRANCHED, **conditions) as (setting, zone):
        queries = setting.queries
        (only,) = zone["last"].parts.values()
        start = Zone({START: queries.terms.true}, "start")
        first = Zone({setting.program.functions["main"].entry: queries.terms.true}, "first")
        whole = Gluer(queries).chain([start, first, zone["a"], zone["b"]])
        assert [theorem.holds for theorem in whole.visits[2].theorems] == [False, False]
        assert not whole.is_reached
        chain = Gluer(queries, predicates=[only]).chain([start, first, zone["a"], zone["b"]])
        visit = chain.visits[2]
        assert visit.shrunk == ("exit",)
        assert visit.goes(1)
        assert queries.is_within(visit.leaving, zone["last"]).holds
        assert queries.is_within(zone["last"], visit.leaving).holds
        assert chain.is_reached


ANYWHERE = """
global x: i8
function main()
  start -> loop: x := choose range(0i8, 20i8)
  loop -> body: assume x < 9i8 || x == 20i8
  loop -> behind: assume !(x < 9i8 || x == 20i8)
  body -> far: assume x == 20i8
  body -> near: assume !(x == 20i8)
  far -> loop: skip
  near -> loop: x := x + 1i8
  behind -> exit: return
"""


def test_LLP_11_an_entry_port_is_made_smaller() -> None:
    """LLP-11: from 20 the loop goes on for ever, so Theorem 2 needs the part of the entry port with 0."""
    conditions = {
        "a": {"loop": "x >= 0i8 && x < 9i8 || x == 20i8"},
        "b": {"loop": "x == 9i8"},
        "first": {"loop": "x == 0i8"},
    }
    with zones(ANYWHERE, **conditions) as (setting, zone):
        queries = setting.queries
        (only,) = zone["first"].parts.values()
        start = Zone({START: queries.terms.true}, "start")
        first = Zone({setting.program.functions["main"].entry: queries.terms.true}, "first")
        path = [start, first, zone["a"], zone["b"]]
        assert not Gluer(queries).chain(path).visits[2].goes(2)
        chain = Gluer(queries, predicates=[only]).chain(path)
        visit = chain.visits[2]
        assert visit.shrunk == ("entry",)
        assert visit.goes(2)
        assert queries.is_within(visit.entry, zone["first"]).holds
        assert chain.visits[1].shrunk == ("exit",)
        assert chain.flip == 0


# --- chains ----------------------------------------------------------------------------------------------

FAILS = Finding(Status.FAILS)
ANY = Zone({})
BOTH = Visit(ANY, ANY, ANY, True, HOLDS)


def _passed(number: int) -> Visit:
    """An abstract state that one theorem leads through."""
    theorems = tuple(Theorem(each, HOLDS, HOLDS, HOLDS if each == number else FAILS) for each in (1, 2))
    return Visit(ANY, ANY, ANY, True, FAILS, theorems)


PLUS, MINUS = Link(True, HOLDS, FAILS), Link(True, FAILS, HOLDS)
MAY, NONE = Link(True, FAILS, FAILS), Link(False, FAILS, FAILS)


@pytest.mark.parametrize(
    ("visits", "links", "flip"),
    [
        ([_passed(2), _passed(2)], [PLUS, PLUS, PLUS], 0),
        ([_passed(1), _passed(1)], [MINUS, MINUS, MINUS], 3),
        ([_passed(1), _passed(2)], [MINUS, MAY, PLUS], 2),
        ([_passed(2), _passed(1)], [PLUS, MAY, MINUS], None),
        ([_passed(2), _passed(1)], [PLUS, PLUS, MINUS], None),
        ([_passed(1), _passed(2)], [MINUS, NONE, PLUS], None),
        ([_passed(1), _passed(2)], [MAY, MAY, PLUS], None),
        ([BOTH, BOTH], [MAY, PLUS, PLUS], 1),
        ([BOTH, BOTH], [MAY, PLUS, MAY], None),
    ],
)
def test_LLP_12_one_flip_from_must_minus_to_must_plus(visits: list[Visit], links: list[Link], flip: int | None) -> None:
    """LLP-12: one may step may stand between must- and must+ steps, never between must+ and must- steps."""
    path = [BOTH, *visits, BOTH]
    found = flip_of(_nobody(), path, links)
    assert found == flip
    assert Chain(tuple(path), tuple(links), found).is_reached == (flip is not None)


def _nobody() -> Queries:
    """Nothing is asked."""
    return None  # type: ignore[return-value]
