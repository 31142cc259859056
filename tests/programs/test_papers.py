"""Programs of the literature in the intermediate form: verdicts, traces and bounds of explicit-state search."""

from __future__ import annotations

from pathlib import Path

import pytest

from paper_steps import paper_runs, told
from vexil.core.context import Context, Limits
from vexil.core.errors import UsageError
from vexil.engines.explicit.engine import ExplicitEngine
from vexil.engines.reference import ReferenceEngine
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run
from vexil.model.outcome import Fails, GaveUp, Question
from vexil.model.search_options import ExplicitOptions, Order
from vexil.model.trace import trace_of
from vexil.model.verdict import Status
from vexil.pipeline.feasible import open_choices
from vexil.pipeline.load import load
from vexil.pipeline.options import CheckOptions, LoadOptions, parse_bounds, parse_settings
from vexil.pipeline.run import Report, check
from vexil.spec.property import parse_property

HERE = Path(__file__).parent
PAPERS = HERE / "vir" / "papers"
EXCLUSION = "ltl: [] !(at(critical1) && at(critical2))"
pytestmark = pytest.mark.usefixtures("native_search")


def limited() -> Context:
    """A context in which a search that does not end fails a test instead of going on."""
    return Context(Limits(states=100_000, cpu_seconds=30))


def asked(path: Path, prop: str, *, bounds: tuple[str, ...] = (), values: tuple[str, ...] = ()) -> Report:
    """What ``vexil check --engine explicit`` reports."""
    inputs = LoadOptions((str(path),), parse_settings(values))
    return check(CheckOptions(inputs, (prop,), engine="explicit", bounds=parse_bounds(bounds)), limited())


def loaded(name: str) -> Program:
    return load(LoadOptions((str(PAPERS / f"{name}.vir"),)), Context()).program


def shortest(program: Program, prop: str, bounds: tuple[str, ...] = (), *, feasible: bool = False) -> Run | Lasso:
    """The run that is found in breadth-first order when no step is left out."""
    searching = ExplicitOptions(reductions=frozenset(), feasible=feasible)
    question = Question(program, parse_property(prop), parse_bounds(bounds))
    outcome = ExplicitEngine(ReferenceEngine(), searching).check(question, limited()).outcome
    assert isinstance(outcome, Fails), outcome
    assert isinstance(outcome.evidence, Run | Lasso)
    return outcome.evidence


# --- Event -----------------------------------------------------------------------------------------------


def test_the_rules_of_the_paper_give_its_trace() -> None:
    """PAB-07: the oracle of these tests has the published trace among its shortest ones, of seven steps each."""
    published = (
        "T1 copies",
        "T1 tests equal=True",
        "T2 copies",
        "T2 signals",
        "T1 waits",
        "T2 tests equal=True",
        "T2 waits",
    )
    runs = paper_runs()
    assert published in runs
    assert {len(run) for run in runs} == {7}


@pytest.mark.parametrize("name", ["event", "event_signs", "event_signs_w32", "event_predicates"])
def test_PAB_07_OOP_10_the_deadlock_of_event_has_seven_steps(name: str) -> None:
    """PAB-07, OOP-10: with numbers, signs over either arithmetic, and predicates, a shortest run loses a wake-up."""
    program = loaded(name)
    found = shortest(program, "deadlock")
    assert tuple(told(trace_of(program, found).steps)) in paper_runs()


@pytest.mark.parametrize("name", ["event", "event_signs", "event_signs_w32"])
def test_CEX_01_PAB_07_the_deadlock_of_event_needs_no_choice(name: str) -> None:
    """CEX-01, PAB-07: choose-free search finds the seven steps as well, so the deadlock is one of the program."""
    program = loaded(name)
    found = shortest(program, "deadlock", feasible=True)
    assert tuple(told(trace_of(program, found).steps)) in paper_runs()
    assert open_choices(program, found) == ()


# --- Bakery ----------------------------------------------------------------------------------------------

ELEVEN = [
    ("Process1", "ask"),  # reads y2 = 0
    ("Process1", "write"),  # y1 = 1
    ("Process1", "first1"),  # sees y2 = 0, enters
    ("Process2", "ask"),  # reads y1 = 1
    ("Process1", "critical1"),  # leaves, y1 = 0
    ("Process1", "ask"),  # reads y2 = 0
    ("Process2", "write"),  # y2 = 2
    ("Process2", "first2"),  # sees y1 = 0, enters
    ("Process1", "write"),  # y1 = 1
    ("Process1", "first1"),  # sees y2 != 0
    ("Process1", "second1"),  # sees that 1 >= 2 is false, enters
]


def test_OOP_09_bakery_fails_where_a_process_can_be_late() -> None:
    """OOP-09: with one access at a time both processes enter, after eleven steps, a shortest run."""
    (verdict,) = asked(PAPERS / "bakery.vir", EXCLUSION, bounds=("int=0..8",)).verdicts
    assert verdict.status is Status.REFUTED
    program = loaded("bakery")
    trace = trace_of(program, shortest(program, EXCLUSION, ("int=0..8",)))
    steps = [(step.function, step.location) for step in trace.steps if step.function != "main"]
    values = {change.name: change.value for step in trace.steps for change in step.changes}
    assert len(steps) == len(ELEVEN)
    assert sorted(steps) in (sorted(ELEVEN), sorted(mirrored(ELEVEN)))
    assert {values["y1"], values["y2"]} == {"1", "2"}


def mirrored(steps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same with the processes exchanged."""
    exchange = str.maketrans("12", "21")
    return [(function.translate(exchange), place.translate(exchange)) for function, place in steps]


def test_OOP_09_bakery_holds_where_statements_are_atomic() -> None:
    """OOP-09: with a statement a step, numbers up to 8 give no violation, and the bounds say that this is no proof."""
    report = asked(PAPERS / "bakery_atomic.vir", EXCLUSION, bounds=("y1=0..8", "y2=0..8"))
    (verdict,) = report.verdicts
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason.startswith("bounded: no violation within the bounds; bounds hit: y1 <= 8")
    assert dict(verdict.bounds_hit) == {"y1 <= 8": 4, "y2 <= 8": 4}
    assert any("a statement is one step" in item.statement for item in verdict.assumptions)


def test_OOP_09_bakery_is_proved_with_five_predicates() -> None:
    """OOP-09: under the five predicates mutual exclusion holds for numbers of any size."""
    (verdict,) = asked(PAPERS / "bakery_predicates.vir", EXCLUSION).verdicts
    assert verdict.status is Status.PROVED


FOR_EVER = (
    "ltl: !(<>[] (y1 == 1 && y2 == 1) && []<> at(first1) && []<> at(second1) && []<> at(first2) && []<> at(second2))"
)


def test_OOP_09_bakery_waits_for_ever_with_equal_numbers() -> None:
    """OOP-09: both processes take number 1 and look at each other for ever, which is a loop of the program."""
    report = asked(PAPERS / "bakery.vir", FOR_EVER, bounds=("int=0..2",))
    (verdict,), (trace,) = report.verdicts, report.traces
    assert verdict.status is Status.REFUTED
    assert isinstance(verdict.evidence, Lasso)
    assert trace is not None
    assert trace.loop_start is not None
    stem, loop = trace.steps[: trace.loop_start], trace.steps[trace.loop_start :]
    values = {change.name: change.value for step in stem for change in step.changes}
    assert (values["y1"], values["y2"]) == ("1", "1")
    assert {step.location for step in loop} == {"first1", "second1", "first2", "second2"}
    assert not any(change.name in ("y1", "y2") for step in loop for change in step.changes)


# --- power -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prop", "status", "steps"),
    [
        ("ltl: <>[end.1]", Status.PROVED, None),
        ("ltl: []!=(result,5)", Status.PROVED, None),
        ("ltl: []<(result,8)", Status.REFUTED, 12),  # result = 8 right after the third loop.1
    ],
)
def test_FCL_05_explicit_search_decides_power(prop: str, status: Status, steps: int | None) -> None:
    """FCL-05: the published properties of power(2, 3) get their verdicts from explicit-state search, too."""
    report = asked(HERE / "fcl" / "power" / "power.fcl", prop, values=("m=2", "n=3"))
    (verdict,), (trace,) = report.verdicts, report.traces
    assert verdict.status is status
    assert (None if trace is None else trace.violation) == steps


# --- bounds ----------------------------------------------------------------------------------------------

LOOP = """vir 1
global x: i32
function main()
  a -> b: x := 0i32
  b -> c: assume x < 100i32
  b -> d: assume !(x < 100i32)
  c -> b: x := x + 1i32
  d -> e: check assert x < 50i32 "it is small"
  e -> exit: return
"""
FACTORY = """vir 1
class Node
  field next: ref[Node]
global first: ref[Node]
global made: i32
function main() exit never
  local t: thread
  local node: ref[Node]
  a -> b: t := start worker()
  b -> c: node := new Node site "factory"
  c -> d: field(node, Node, next) := first
  d -> e: first := node
  e -> b: made := made + 1i32
function worker()
  local seen: i32
  w -> v: seen := made
  v -> u: check assert seen < LIMIT "there are few of them"
  u -> exit: return
"""


@pytest.fixture
def loop(tmp_path: Path) -> Path:
    path = tmp_path / "loop.vir"
    path.write_text(LOOP, encoding="utf-8")
    return path


def factory(folder: Path, limit: int) -> Path:
    path = folder / "factory.vir"
    path.write_text(FACTORY.replace("LIMIT", f"{limit}i32"), encoding="utf-8")
    return path


@pytest.mark.parametrize("bound", ["x=0..20", "int=0..20"])
def test_RBS_01_a_bound_is_hit_once_and_proves_nothing(loop: Path, bound: str) -> None:
    """RBS-01: with x in 0..20 nothing is found, the bound is hit once, and that is no proof."""
    (verdict,) = asked(loop, "assert", bounds=(bound,)).verdicts
    assert verdict.status is Status.UNKNOWN
    assert dict(verdict.bounds_hit) == {"x <= 20": 1}
    assert verdict.reason.startswith("bounded: no violation within the bounds")


def test_RBS_01_an_error_within_the_bounds_is_real(loop: Path) -> None:
    """RBS-01: with x in 0..127 the check fails at x = 100, and no bound was hit on the way."""
    report = asked(loop, "assert", bounds=("x=0..127",))
    (verdict,), (trace,) = report.verdicts, report.traces
    assert verdict.status is Status.REFUTED
    assert dict(verdict.bounds_hit) == {}
    assert trace is not None
    changes = [change.value for step in trace.steps for change in step.changes if change.name == "x"]
    assert changes[-1] == "100"
    assert len(trace.steps) == 203


def test_RBS_01_a_full_factory_stops_nobody_else(tmp_path: Path) -> None:
    """RBS-01: the fourth object cuts the run that makes it; the other thread goes on wherever three were made."""
    bound = ("site:factory=3",)
    found = asked(factory(tmp_path, 3), "assert", bounds=bound)
    (verdict,), (trace,) = found.verdicts, found.traces
    assert verdict.status is Status.REFUTED
    assert trace is not None
    assert sum("new Node" in step.text for step in trace.steps) == 3
    (held,) = asked(factory(tmp_path, 4), "assert", bounds=bound).verdicts
    assert held.status is Status.UNKNOWN
    assert list(held.bounds_hit) == ["instances at factory <= 3"]
    assert held.bounds_hit["instances at factory <= 3"] > 1  # wherever the other thread was


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ("x=3..2", "3..2 on x is empty"),
        ("int=1..0", "is empty"),
        ("threads=-1", "-1 on threads is negative"),
        ("site:factory=-1", "is negative"),
        ("nobody=0..1", "'nobody', which is no integer variable"),
        ("site:nowhere=1", "'nowhere', which is no allocation site"),
    ],
)
def test_RBS_01_impossible_bounds_are_refused_by_the_engine(loop: Path, bound: str, message: str) -> None:
    """RBS-01: empty ranges, negative counts and bounds on nothing are refused before anything is searched."""
    with pytest.raises(UsageError, match=message):
        asked(loop, "assert", bounds=(bound,))


@pytest.mark.parametrize("order", [Order.HASHES, Order.BITS])
def test_RBS_02_what_may_miss_states_says_so_and_proves_nothing(order: Order) -> None:
    """RBS-02: an unsafe search that finds nothing is unknown, one that finds something warns, both with the word."""
    engine = ExplicitEngine(ReferenceEngine(), ExplicitOptions(order=order))
    proved = Question(loaded("bakery_predicates"), parse_property("deadlock"))
    nothing = engine.check(proved, Context(Limits(states=100_000, memory_mb=400)))
    assert isinstance(nothing.outcome, GaveUp)
    assert nothing.outcome.reason.startswith("unsafe:")
    finite = Question(loaded("event_signs"), parse_property("deadlock"))
    something = engine.check(finite, Context(Limits(states=100_000, memory_mb=400)))
    assert isinstance(something.outcome, Fails)
    assert any("unsafe" in warning for warning in something.warnings)
