"""The reference engine on programs with known answers."""

from __future__ import annotations

import pytest

from vexil.core.context import Context, Limits
from vexil.core.errors import UsageError, VexilError
from vexil.core.source import SourceFile
from vexil.engines.reference import ReferenceEngine
from vexil.engines.reference.components import ranks_of
from vexil.ir.interpreter import Bounds, Move
from vexil.ir.text import load
from vexil.model.evidence import Lasso, Run
from vexil.model.outcome import Answer, Fails, GaveUp, Holds, Question
from vexil.spec.property import parse_property

LOOP = """
vir 1
global x: i32

function main() entry a exit z
  a -> b: x := 0i32
  b -> c: assume x < 100i32
  b -> d: assume !(x < 100i32)
  c -> b: x := x + 1i32
  d -> e: check assert (x < 50i32) "x stays below 50"
  e -> z: return
"""


def ask(text: str, prop: str, bounds: Bounds | None = None, context: Context | None = None) -> Answer:
    program = load(SourceFile("p.vir", text.encode()))
    bounds = bounds or Bounds()
    bounds.check(program)
    return ReferenceEngine().check(Question(program, parse_property(prop), bounds), context or Context())


def test_RBS_01_a_bound_cuts_only_its_path() -> None:
    """RBS-01: with x in 0..20 nothing is found and the bound was hit once; with 0..127 the error is at x = 100."""
    small = ask(LOOP, "assert", Bounds(variables={"x": (0, 20)}))
    assert isinstance(small.outcome, Holds)
    assert small.bounds_hit == {"x <= 20": 1}
    large = ask(LOOP, "assert", Bounds(variables={"x": (0, 127)}))
    assert isinstance(large.outcome, Fails)
    assert large.bounds_hit == {}
    assert isinstance(large.outcome.evidence, Run)
    assert len(large.outcome.evidence.moves) == 203  # x := 0, a hundred rounds of two steps, the exit, the check


def test_RBS_01_the_global_range_bounds_every_integer() -> None:
    """RBS-01: one range for all integers does what a range for each of them does."""
    assert ask(LOOP, "assert", Bounds(integers=(0, 20))).bounds_hit == {"x <= 20": 1}
    assert ask(LOOP, "assert", Bounds(integers=(-5, 7), variables={"x": (0, 20)})).bounds_hit == {"x <= 20": 1}


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        (Bounds(variables={"x": (3, 2)}), "3..2 on x is empty"),
        (Bounds(integers=(1, 0)), "is empty"),
        (Bounds(threads=-1), "is negative"),
        (Bounds(variables={"y": (0, 1)}), "no integer variable"),
        (Bounds(sites={"nowhere": 1}), "no allocation site"),
    ],
)
def test_RBS_01_impossible_bounds_are_refused(bounds: Bounds, message: str) -> None:
    """RBS-01: an empty range, a negative count and a bound on something unknown are refused."""
    with pytest.raises(UsageError, match=message):
        ask(LOOP, "assert", bounds)


FACTORY = """
vir 1
class Node
  field next: ref[Node]
global first: ref[Node]
global other: i32

function main() entry a exit z
  local t: thread
  local keep: ref[Node]
  a -> b: t := start worker()
  b -> c: keep := new Node site "factory"
  c -> d: field(keep, Node, next) := first
  d -> b: first := keep

function worker() entry w exit z
  w -> v: other := 1i32
  v -> u: check assert (other == 2i32) "the worker fails"
  u -> z: return
"""


def test_RBS_01_instances_and_threads_are_counted() -> None:
    """RBS-01: a factory loop is cut at its fourth allocation, and other threads are explored all the same."""
    found = ask(FACTORY, "assert", Bounds(sites={"factory": 3}))
    assert isinstance(found.outcome, Fails)
    assert isinstance(found.outcome.evidence, Run)
    assert found.outcome.evidence.moves[-1].thread == 2
    harmless = FACTORY.replace("other == 2i32", "other == 1i32")
    held = ask(harmless, "assert", Bounds(instances=3))
    assert isinstance(held.outcome, Holds)
    assert set(held.bounds_hit) == {"instances at factory <= 3"}
    alone = ask(harmless, "assert", Bounds(threads=1))
    assert alone.bounds_hit == {"threads <= 1": 1}


def test_a_bound_on_an_open_value_is_hit_once() -> None:
    """A bound that removes values of a choice counts as hit, although no run was cut inside a step."""
    text = LOOP.replace("x := 0i32", "x := choose type(i32)")
    assert set(ask(text, "assert", Bounds(variables={"x": (98, 101)})).bounds_hit) == {"x <= 101", "x >= 98"}


def test_limits_end_in_an_answer() -> None:
    """Limits of states and of CPU time end the search with a reason and with what was counted so far."""
    by_states = ask(LOOP, "assert", context=Context(Limits(states=10)))
    assert by_states.outcome == GaveUp(
        "limit of 10 states reached", "bound the program (--set, --bound), or raise the limit"
    )
    assert by_states.statistics["states"] == 11
    endless = LOOP.replace("x < 100i32", "x < 100000000i32")
    by_time = ask(endless, "assert", context=Context(Limits(cpu_seconds=0.2)))
    assert isinstance(by_time.outcome, GaveUp)
    assert "0.2 CPU seconds" in by_time.outcome.reason


def test_open_choices_are_not_enumerated_for_ever() -> None:
    """A choice among all integers of 32 bits is answered at once with what would help."""
    text = LOOP.replace("x := 0i32", "x := choose type(i32)")
    outcome = ask(text, "assert").outcome
    assert isinstance(outcome, GaveUp)
    assert "4294967296 values" in outcome.reason


RESTRICTED = """
vir 1
global x: i32

function main() entry a exit z
  a -> b: x := choose range(0i32, 3i32) by environment
  b -> c: restrict x > 5i32
  c -> d: check assert (false) "never"
  d -> z: return
"""


@pytest.mark.parametrize("prop", ["assert", "deadlock", "ltl: <> x == 7"])
def test_a_proof_where_everything_blocks_is_vacuous(prop: str) -> None:
    """When every run is cut by a restriction, holding means nothing; and a cut run is no deadlock."""
    answer = ask(RESTRICTED, prop)
    assert isinstance(answer.outcome, Holds)
    assert answer.vacuous == "every run is cut by a restriction"
    possible = ask(RESTRICTED.replace("x > 5i32", "x > 2i32"), "deadlock")
    assert possible.vacuous == ""


def test_undefined_operations_are_reported() -> None:
    """A run that ends in an undefined operation is neither a proof nor a refutation."""
    text = LOOP.replace("x := x + 1i32", "x := 1i32 / x").replace("x < 50i32", "x > 50i32")
    answer = ask(text, "assert")
    assert isinstance(answer.outcome, Holds)
    assert answer.undefined == ("division-by-zero at main#3",)


CHOICE = """
vir 1
global x: i32

function main() entry a exit z
  location a choice
  a -> b: x := 1i32
  a -> c: x := 2i32
  b -> a: skip
  c -> d: x := 0i32
  d -> z: return
"""


def test_loops_are_found_as_lassos() -> None:
    """A run that never ends is a lasso; the loop is a shortest one."""
    answer = ask(CHOICE, "termination")
    assert isinstance(answer.outcome, Fails)
    assert answer.outcome.evidence == Lasso((), (Move(1, 0),), (Move(1), Move(1, 0)))


@pytest.mark.parametrize(
    ("prop", "holds"),
    [
        ("ltl: [] x < 3", True),
        ("ltl: <> x == 2", False),
        ("ltl: []<> at(a) || <> at(z)", True),
        ("ltl: [](x == 2 -> X x == 0)", True),
        ("ltl: [](x == 1 -> X x == 0)", False),
        ("ltl: (x != 2) W (x == 2)", True),
        ("ltl: <>[] x == 0", False),
        ("ltl: <>[z] -> <>[] x == 0", True),
    ],
)
def test_linear_properties(prop: str, holds: bool) -> None:
    """Properties of runs are decided with finite runs repeating their last state."""
    assert isinstance(ask(CHOICE, prop).outcome, Holds if holds else Fails)


RETURNS = """
vir 1
global x: i32

function main() entry a exit z
  a -> b: x := call f()
  b -> c: x := call f()
  c -> z: return

function f() -> i32 entry e exit r
  e -> r: return 4i32
"""


@pytest.mark.parametrize(
    ("prop", "holds"),
    [
        ("ltl: <> call(f)", True),
        ("ltl: [](call(f) -> X return(f))", True),
        ("ltl: [](return(f) -> x == 4)", True),
        ("ltl: [] !return(f)", False),
        ("pattern: {return(f)} occurs at most 1 times globally", False),
        ("pattern: {return(f)} occurs at most 2 times globally", True),
        ("pattern: {return(f)} responds to {call(f)} globally", True),
    ],
)
def test_calls_and_returns_can_be_observed(prop: str, holds: bool) -> None:
    """``call(f)`` holds at the entry of f, ``return(f)`` in the state right after a return."""
    assert isinstance(ask(RETURNS, prop).outcome, Holds if holds else Fails)


def test_asking_for_checks_that_are_not_there_is_vacuous() -> None:
    """A program without assertions does not satisfy them; there is nothing to check."""
    outcome = ask(CHOICE, "assert").outcome
    assert isinstance(outcome, GaveUp)
    assert outcome.reason == "vacuous: the program has no assert checks"


def test_ranks_follow_components() -> None:
    """Ranks are equal inside a strongly connected component and shrink between components."""
    graph = {0: [1], 1: [2, 4], 2: [1, 3], 3: [3], 4: []}
    ranks = ranks_of([0], lambda node: graph[node])
    assert ranks[1] == ranks[2]
    assert all(ranks[a] >= ranks[b] for a in graph for b in graph[a])
    assert len(set(ranks.values())) == 4
    long = ranks_of([0], lambda node: [node + 1] if node < 50_000 else [])
    assert len(set(long.values())) == 50_001


def test_an_initial_state_outside_its_bounds_is_no_run() -> None:
    """A bound that removes every initial value is hit, and nothing is proved about the runs that are left."""
    text = LOOP.replace("global x: i32", "global x: i32\nglobal n: i32 in range(10i32, 20i32)")
    for prop in ("ltl: [] n < 100", "assert", "termination"):
        answer = ask(text, prop, Bounds(variables={"n": (0, 3)}))
        assert answer.bounds_hit
    given = text.replace("in range(10i32, 20i32)", "= 10i32")
    assert ask(given, "assert", Bounds(variables={"n": (0, 3)})).bounds_hit == {"n <= 3": 1}


def test_an_undefined_initial_value_is_reported() -> None:
    """An initial value outside the domain of its operation is neither proof nor refutation."""
    answer = ask(LOOP.replace("global x: i32", "global x: i32 = 1i32 / 0i32"), "assert")
    assert answer.undefined == ("division-by-zero in an initial value",)


JOINS = """
vir 1
global a: thread
global b: thread

function main() entry begin exit end
  begin -> begin2: begin atomic
  begin2 -> s1: a := start left()
  s1 -> s2: b := start right()
  s2 -> spin: end atomic
  spin -> spin: skip

function left() entry j exit end
  j -> k: join b
  k -> end: return

function right() entry j exit end
  j -> k: join a
  k -> end: return
"""


def test_threads_that_join_each_other_are_a_partial_deadlock() -> None:
    """A cycle of waiting needs no lock."""
    assert isinstance(ask(JOINS, "deadlock").outcome, Fails)
    assert isinstance(ask(JOINS.replace("join a", "skip"), "deadlock").outcome, Holds)


DIAMOND = """
vir 1
global x: i32

function main() entry a exit end
  a -> b: skip
  a -> c: skip
  b -> d: x := 1i32
  c -> d: x := 1i32
  d -> e: restrict false
  e -> f: check assert (x == 2i32) "never"
  f -> end: return
"""


@pytest.mark.parametrize("prop", ["assert", "ltl: [] x < 2"])
def test_runs_that_meet_are_no_endless_runs(prop: str) -> None:
    """Reaching a state in two ways does not make a run: with every run cut, the answer is vacuous."""
    assert ask(DIAMOND, prop).vacuous
    assert not ask(DIAMOND.replace("restrict false", "restrict true"), "ltl: [] x < 2").vacuous


def test_lassos_are_short() -> None:
    """The lasso shown leads to the nearest loop, and goes round once."""
    text = LOOP.replace("x < 100i32", "true").replace("x := x + 1i32", "x := (x + 1i32) % 8i32")
    outcome = ask(text, "termination").outcome
    assert isinstance(outcome, Fails)
    assert isinstance(outcome.evidence, Lasso)
    assert (len(outcome.evidence.stem), len(outcome.evidence.loop)) == (1, 16)


@pytest.mark.parametrize("prop", ["ctl: AG at(nowhere)", "ctl: EF y > 0", "mu: mu Z. at(nowhere) || <>Z"])
def test_YAS_04_unknown_names_are_refused_in_branching_properties(prop: str) -> None:
    """YAS-03, YAS-04: a location or variable the program does not have is refused, although nobody decides CTL yet."""
    with pytest.raises(VexilError, match="unknown"):
        ask(CHOICE, prop)
