"""Java programs of the literature: verdicts, traces at the grain of the papers, and bounds."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from paper_steps import paper_runs
from tools import require_tool
from vexil.core.context import Context, Limits
from vexil.core.errors import UsageError
from vexil.engines.printed import SpinOptions
from vexil.languages.options import JavaOptions
from vexil.model.trace import Trace, TraceStep
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.options import CheckOptions, LoadOptions, parse_bounds
from vexil.pipeline.run import check

PAPERS = Path(__file__).parent / "java" / "papers"
EXCLUSION = "ltl: [] !(at(critical1) && at(critical2))"
SMALL = ("Process1::y1=0..2", "Process2::y2=0..2")
pytestmark = pytest.mark.usefixtures("native_search")


def asked(
    path: Path, prop: str, *, bounds: tuple[str, ...] = (), engine: str = "auto", granularity: str = "access"
) -> tuple[Verdict, Trace | None]:
    """What ``vexil check`` reports about one property."""
    inputs = LoadOptions((str(path),), java=JavaOptions(granularity))
    options = CheckOptions(inputs, (prop,), engine=engine, bounds=parse_bounds(bounds))
    report = check(options, Context(Limits(cpu_seconds=60)))
    (verdict,), (trace,) = report.verdicts, report.traces
    return verdict, trace


# --- Event -----------------------------------------------------------------------------------------------

COPIES, TESTS, SIGNALS, WAITS = {29, 33, 49, 54}, {31, 52}, {14}, {8}
"""The lines of the program at which the paper tells something."""
TASKS = {2: "T1", 3: "T2"}


def told(trace: Trace) -> list[str]:
    """The steps of a run of Event at the grain of the paper; a test is told where the event's counter is read."""
    found = []
    counts: dict[int, str] = {}
    for step in trace.steps:
        name = TASKS.get(step.thread, "")
        read = {entry.name: entry.value for entry in step.reads}
        event = next((value for entry, value in read.items() if entry.startswith("event")), None)
        counts.update((step.thread, value) for entry, value in read.items() if entry.startswith("task"))
        if step.line in COPIES and event is not None:
            found.append(f"{name} copies")
        elif step.line in TESTS and event is not None:
            found.append(f"{name} tests equal={counts[step.thread] == event}")
        elif step.line in SIGNALS and step.changes:
            found.append(f"{name} signals")
        elif step.line in WAITS:
            found.append(f"{name} waits")
    return found


@pytest.fixture(scope="module")
def lost_wake_up() -> tuple[Verdict, Trace | None]:
    return asked(PAPERS / "Event.java", "deadlock")


def test_PAB_07_the_deadlock_of_event_has_seven_steps(lost_wake_up: tuple[Verdict, Trace | None]) -> None:
    """PAB-07: with counters that are Java's integers the wake-up is lost in the seven steps that are published."""
    verdict, trace = lost_wake_up
    assert verdict.status is Status.REFUTED
    assert trace is not None
    assert len(told(trace)) == 7
    assert tuple(told(trace)) in paper_runs()


def test_BCK_04_the_deadlock_of_event_comes_back_from_spin(monkeypatch: pytest.MonkeyPatch) -> None:
    """BCK-04: Spin finds the lost wake-up, and its run is told in the lines of the Java program."""
    require_tool("spin")
    require_tool("gcc")
    quick = partial(SpinOptions, optimise="-O0")  # optimising takes seconds, searching none
    monkeypatch.setattr("vexil.engines.printed.engine.SpinOptions", quick)
    verdict, trace = asked(PAPERS / "Event.java", "deadlock", engine="spin", bounds=("Event::count=0..2",))
    assert verdict.status is Status.REFUTED
    assert trace is not None
    assert tuple(told(trace)) in paper_runs()


def test_CEX_05_a_trace_of_java_is_told_in_its_own_words(lost_wake_up: tuple[Verdict, Trace | None]) -> None:
    """CEX-05: each step has its thread, line and values, locks are held and waited for, and no helper shows up."""
    _, trace = lost_wake_up
    assert trace is not None
    assert [thread.name for thread in trace.threads] == ["main", "FirstTask", "SecondTask"]
    source = (PAPERS / "Event.java").read_text(encoding="utf-8").splitlines()
    for step in trace.steps:
        assert step.file.endswith("Event.java")
        assert shown(step) in source[step.line - 1], step
    names = {entry.name for step in trace.steps for entry in (*step.changes, *step.reads)}
    fields = {
        f"{owner}.{field}"
        for owner in ("event1", "event2", "task1", "task2")
        for field in ("count", "event1", "event2")
    }
    assert names <= fields | {"args", "event1", "event2", "task1", "task2", "e1", "e2"}
    held = {(lock.lock, lock.thread) for step in trace.steps for lock in step.locks}
    assert held == {("event1", 2), ("event1", 3), ("event2", 3)}
    assert trace.ending is not None
    assert trace.ending.standstill == "deadlock"
    assert {(thread.name, thread.waits.on) for thread in trace.ending.threads if thread.waits is not None} == {
        ("FirstTask", "event1"),
        ("SecondTask", "event2"),
    }


def shown(step: TraceStep) -> str:
    """What of a step's text stands in its line: words that a trace adds are left out."""
    added = {
        "end of synchronized": "",
        "synchronized wait_for_event": "wait_for_event",
        "synchronized signal_event": "signal_event",
    }
    return added.get(step.text, step.text)


# --- Bakery ----------------------------------------------------------------------------------------------

ELEVEN = [
    "1 reads y2",  # 0
    "1 writes y1",  # 1
    "1 reads y2",  # 0: enters
    "2 reads y1",  # 1
    "1 writes y1",  # 0: leaves
    "1 reads y2",  # 0
    "2 writes y2",  # 2
    "2 reads y1",  # 0: enters
    "1 writes y1",  # 1
    "1 reads y2",  # not 0
    "1 reads y2",  # 1 >= 2 is false: enters
]


def accesses(trace: Trace) -> list[str]:
    """What the processes write, and what they read of each other."""
    found = []
    for step in trace.steps:
        for edge in step.edges:
            access = re.search(r"field\(\w[\w.]*, Process(\d), y\d\)( :=)?", edge.operation)
            process = step.thread - 1
            if access is not None and process and (access[2] or int(access[1]) != process):
                found.append(f"{process} {'writes' if access[2] else 'reads'} y{access[1]}")
    return found


def mirrored(steps: list[str]) -> list[str]:
    """The same with the processes exchanged."""
    return [step.translate(str.maketrans("12", "21")) for step in steps]


def test_OOP_09_bakery_in_java_fails_in_eleven_steps() -> None:
    """OOP-09: with one access at a time both processes enter, after the eleven accesses that are published."""
    verdict, _ = asked(PAPERS / "Bakery.java", EXCLUSION, bounds=SMALL, engine="explicit")
    assert verdict.status is Status.REFUTED
    verdict, trace = asked(PAPERS / "BakeryAssert.java", "assert")
    assert verdict.status is Status.REFUTED
    assert trace is not None
    found = accesses(trace)
    assert len(found) == 11
    assert sorted(found) in (sorted(ELEVEN), sorted(mirrored(ELEVEN)))


def test_OOP_09_bakery_in_java_holds_where_statements_are_atomic() -> None:
    """OOP-09: with a statement a step numbers up to 4 give no violation, and two rounds of it are proved."""
    bounds = ("Process1::y1=0..4", "Process2::y2=0..4")
    verdict, _ = asked(PAPERS / "Bakery.java", EXCLUSION, bounds=bounds, engine="explicit", granularity="statement")
    assert verdict.status is Status.UNKNOWN
    assert verdict.reason.startswith("bounded: no violation within the bounds")
    assert set(verdict.bounds_hit) == {"Process1::y1 <= 4", "Process2::y2 <= 4"}
    assert any("one statement" in item.statement for item in verdict.assumptions)
    verdict, _ = asked(PAPERS / "BakeryAssert.java", "assert", granularity="statement")
    assert verdict.status is Status.PROVED


# --- bounds ----------------------------------------------------------------------------------------------

LOOP = """class Loop {
    static int x;

    public static void main(String[] args) {
        x = 0;
        while (x < 100) {
            x = x + 1;
        }
        assert x < 50 : "it is small";
    }
}
"""
FACTORY = """class Node {
    Node next;
}

class Factory {
    static Node first;
    static int made;

    public static void main(String[] args) {
        new Thread(() -> {
            assert made < LIMIT : "there are few of them";
        }).start();
        while (true) {
            Node node = new Node();
            node.next = first;
            first = node;
            made = made + 1;
        }
    }
}
"""


@pytest.fixture
def loop(tmp_path: Path) -> Path:
    path = tmp_path / "Loop.java"
    path.write_text(LOOP, encoding="utf-8")
    return path


def factory(folder: Path, limit: int) -> Path:
    path = folder / "Factory.java"
    path.write_text(FACTORY.replace("LIMIT", str(limit)), encoding="utf-8")
    return path


@pytest.mark.parametrize("bound", ["Loop.x=0..20", "int=0..20"])
def test_RBS_01_a_bound_on_a_static_field_is_hit_once(loop: Path, bound: str) -> None:
    """RBS-01: with x in 0..20 nothing is found, the bound is hit once, and that is no proof."""
    verdict, _ = asked(loop, "assert", bounds=(bound,))
    assert verdict.status is Status.UNKNOWN
    assert dict(verdict.bounds_hit) == {"Loop.x <= 20": 1}
    assert verdict.reason.startswith("bounded: no violation within the bounds")


def test_RBS_01_an_error_of_java_within_the_bounds_is_real(loop: Path) -> None:
    """RBS-01: with x in 0..127 the assertion fails at x = 100, and no bound was hit on the way."""
    verdict, trace = asked(loop, "assert", bounds=("Loop.x=0..127",))
    assert verdict.status is Status.REFUTED
    assert dict(verdict.bounds_hit) == {}
    assert trace is not None
    changes = [change.value for step in trace.steps for change in step.changes if change.name == "Loop.x"]
    assert changes == [str(value) for value in range(1, 101)]
    assert trace.steps[-1].line == 9


def test_RBS_01_a_full_factory_in_java_stops_nobody_else(tmp_path: Path) -> None:
    """RBS-01: the fourth object cuts the run that makes it; the other thread goes on wherever three were made."""
    bound = ("site:Node@Factory.java:14=3",)
    verdict, trace = asked(factory(tmp_path, 3), "assert", bounds=bound)
    assert verdict.status is Status.REFUTED
    assert trace is not None
    assert sum("new Node" in step.text for step in trace.steps) == 3
    held, _ = asked(factory(tmp_path, 4), "assert", bounds=bound)
    assert held.status is Status.UNKNOWN
    assert list(held.bounds_hit) == ["instances at Node@Factory.java:14 <= 3"]
    assert held.bounds_hit["instances at Node@Factory.java:14 <= 3"] > 1  # wherever the other thread was


@pytest.mark.parametrize(
    ("bound", "message"),
    [
        ("Loop.x=3..2", "3..2 on Loop.x is empty"),
        ("threads=-1", "-1 on threads is negative"),
        ("site:arguments=-1", "is negative"),
        ("Loop.y=0..1", "'Loop.y', which is no integer variable"),
        ("site:Node@Loop.java:3=1", "'Node@Loop.java:3', which is no allocation site"),
    ],
)
def test_RBS_01_impossible_bounds_on_java_are_refused(loop: Path, bound: str, message: str) -> None:
    """RBS-01: empty ranges, negative counts and bounds on nothing are refused before anything is searched."""
    with pytest.raises(UsageError, match=message):
        asked(loop, "assert", bounds=(bound,))
