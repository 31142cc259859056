"""Traces: names of objects and threads, values, locks and waiting threads, and how a run ends."""

from __future__ import annotations

import pytest

from traced import SIGNAL, THROWING, TRANSFER, line_of, program_of, scheduled
from vexil.model.trace import Reason, Standstill, Trace, TracedRun, recorder, trace_of

DEADLOCK = (*[1] * 6, 1, 2)
"""Main takes the left lock, the other thread the right one."""


@pytest.fixture(scope="module")
def transfer() -> Trace:
    program = program_of(TRANSFER)
    return trace_of(program, scheduled(program, DEADLOCK))


def values(trace: Trace) -> list[str]:
    return [f"{change.name} = {change.value}" for step in trace.steps for change in step.changes]


def test_CEX_05_objects_have_one_name_throughout(transfer: Trace) -> None:
    """CEX-05: values are shown by class and number; an object is called by a variable that names no other one."""
    assert values(transfer) == [
        "left = Account#1",
        "right = Account#2",
        "last = Account#1",
        "last = Account#2",
        "other = transfer",
        "from = Account#1",
        "to = Account#2",
    ]
    named = {found.name: found.instance for found in transfer.objects}
    assert named == {"left": "Account#1", "right": "Account#2"}
    assert [found.created.line for found in transfer.objects] == [
        line_of(TRANSFER, "a -> b"),
        line_of(TRANSFER, "b -> c"),
    ]


def test_CEX_05_every_step_says_who_holds_which_lock(transfer: Trace) -> None:
    """CEX-05: locks are named by their object, with their owner, as they stand after the step."""
    held = [[(entry.name, entry.lock) for entry in step.locks] for step in transfer.steps[-3:]]
    assert held == [[], [("main", "left")], [("main", "left"), ("transfer", "right")]]


def test_CEX_05_a_deadlock_is_explained_by_its_cycle(transfer: Trace) -> None:
    """CEX-05: in the last state each thread has its line and what it waits for, and the cycle is one sentence."""
    ending = transfer.ending
    assert ending is not None
    assert ending.standstill is Standstill.EVERYBODY
    assert ending.cycle == (1, 2)
    assert ending.sentences == (
        "main waits for the lock `right` that transfer holds; transfer waits for the lock `left` that main holds:"
        " none of them can go on",
    )
    assert [(state.name, state.place.line, state.holds) for state in ending.threads] == [
        ("main", line_of(TRANSFER, "inner ->"), ("left",)),
        ("transfer", line_of(TRANSFER, "inner ->"), ("right",)),
    ]


def test_a_path_that_is_ambiguous_names_nothing() -> None:
    """Variables that refer to different objects in different threads name neither, and nor does a changed global."""
    program = program_of(TRANSFER.replace("local right", "local from").replace("right", "from"))
    trace = trace_of(program, scheduled(program, DEADLOCK))
    assert [entry.lock for entry in trace.steps[-1].locks] == ["left", "Account#2"]


def test_reads_of_shared_data_are_told() -> None:
    """A value that a thread goes on with is shown where it is read, so that a lost update can be followed."""
    program = program_of(TRANSFER.replace('lock to pair "i" reentrant', "skip"))
    run = scheduled(program, (*[1] * 8, 2, 2, 1, 1, 2, 2))
    steps = trace_of(program, run).steps
    told = [(step.name, [f"{read.name} = {read.value}" for read in step.reads]) for step in steps if step.reads]
    assert told == [("main", ["left.balance = 0"]), ("transfer", ["right.balance = 0"])]
    assert [change.name for step in steps[-4:] for change in step.changes] == ["left.balance", "right.balance"]


def test_threads_that_nobody_notifies() -> None:
    """A lost signal ends with the waiting threads, the object they wait on, and that none is left to notify them."""
    program = program_of(SIGNAL)
    run = scheduled(program, (1, 1, 1, 1, 1, 1, 2, 2, 3, 3))
    trace = trace_of(program, run)
    assert [found.name for found in trace.threads] == ["main", "waiter-1", "waiter-2"]
    assert trace.ending is not None
    assert trace.ending.cycle == ()
    assert trace.ending.sentences == (
        "main waits for waiter-1 to end; waiter-1 waits to be notified on `gate`; waiter-2 waits to be notified on"
        " `gate`; no thread is left to notify waiter-1 or waiter-2",
    )


def test_a_woken_thread_waits_for_its_lock() -> None:
    """After a notification the thread waits for the lock of whoever notified it; then it holds it again."""
    program = program_of(SIGNAL)
    trace = trace_of(program, scheduled(program, (1, 1, 1, 2, 2, 1, 1, 1, 2)))
    waits = [[(entry.name, entry.reason, entry.whom_name) for entry in step.waiting] for step in trace.steps[4:]]
    asleep = ("waiter-1", Reason.NOTIFICATION, "")
    needs = ("waiter-1", Reason.LOCK, "main")
    assert waits == [
        [asleep],
        [asleep, ("waiter-2", Reason.LOCK, "main")],
        [needs, ("waiter-2", Reason.LOCK, "main")],
        [("main", Reason.END, "waiter-1"), ("waiter-1", Reason.LOCK, "")],
        [("main", Reason.END, "waiter-1"), ("waiter-2", Reason.LOCK, "waiter-1")],
    ]


def test_an_uncaught_exception_is_explained() -> None:
    """Class and message, the thread by the class of the object that was started, and where it was made and thrown."""
    program = program_of(THROWING)
    trace = trace_of(program, scheduled(program, (1, 1, *[2] * 10)))
    assert trace.ending is not None
    assert trace.ending.standstill is Standstill.NOBODY
    (fault,) = trace.ending.uncaught
    assert (fault.name, fault.class_name, fault.message) == ("Worker", "shop.Empty", "Hi")
    assert fault.created is not None
    assert fault.thrown is not None
    places = (fault.created, fault.thrown, *fault.calls)
    assert [place.line for place in places] == [line_of(THROWING, part) for part in ("t1 ->", "t8 ->", "r1 ->")]


def test_a_thread_is_called_by_its_name_field() -> None:
    """A Java thread whose name can be read has that name."""
    text = THROWING.replace(
        "m2 -> m3: handle",
        'm2 -> n1: field(worker, name) := new java.lang.String site "n"\n  n1 -> n2: units :='
        ' new array(u16, 1i32) site "v"\n  n2 -> n3: units[0i32] := 84u16\n  n3 -> n4: field(field(worker, name),'
        " value) := units\n  n4 -> m3: handle",
    ).replace("local handle", "local units: array[u16] hidden\n  local handle")
    program = program_of(text)
    trace = trace_of(program, scheduled(program, [1] * 6))
    assert [found.name for found in trace.threads] == ["main", "T"]


def test_states_in_between() -> None:
    """The state after any number of moves has globals, variables of each function, locks and objects with fields."""
    program = program_of(TRANSFER)
    state = TracedRun(program, scheduled(program, DEADLOCK)).state(7)
    assert [f"{change.name} = {change.value}" for change in state.globals] == ["left = Account#1", "last = Account#2"]
    main, other = state.threads
    assert [frame.function for frame in main.frames] == ["transfer", "main"]
    assert [change.value for change in main.frames[0].values] == ["Account#1", "Account#2"]
    assert other.state.place.line == line_of(TRANSFER, "outer ->")
    assert [entry.lock for entry in state.locks] == ["left"]
    assert [item.name for item in state.objects] == ["left (Account#1)", "right (Account#2)"]


def test_long_runs_keep_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many steps those at the beginning and the end are kept with their numbers; a window shows the others."""
    monkeypatch.setattr(recorder, "HEAD_MOVES", 2)
    monkeypatch.setattr(recorder, "TAIL_MOVES", 1)
    program = program_of(TRANSFER)
    run = TracedRun(program, scheduled(program, DEADLOCK), len(DEADLOCK))
    trace = run.trace()
    assert [step.number for step in trace.steps] == [1, 2, 8]
    assert (trace.count, trace.violation) == (8, 8)
    assert [step.name for step in trace.steps] == ["main", "main", "transfer"]
    window = run.trace(range(4, 6))
    assert [step.number for step in window.steps] == [4, 5]
    assert values(window) == ["last = Account#2", "other = transfer"]


def test_a_statement_that_is_reached_again_is_a_new_step() -> None:
    """A loop of one call is one step for each time it comes round, and library edges belong to it."""
    program = program_of("""vir 1
function main()
  a -> b: call f()
  b -> c: skip
  c -> a: skip
function f()
  f1 -> end: return
""")
    trace = trace_of(program, scheduled(program, [1] * 8))
    assert [step.line for step in trace.steps] == [3, 7, 4, 5, 3, 7, 4, 5]


def test_shared_values_that_are_written_again_are_told() -> None:
    """Where threads share a global, writing the value that it has is shown, too: so an update is lost."""
    text = """vir 1
global x: i32
function one()
  a -> b: x := 1i32
  b -> end: return
function main()
  m -> n: start one()
  n -> o: x := 1i32
  o -> p: x := x
  p -> end: return
"""
    program = program_of(text)
    assert values(trace_of(program, scheduled(program, (1, 2, 1)))) == ["x = 1", "x = 1"]
    alone = program_of(text.replace("start one()", "skip"))
    assert values(trace_of(alone, scheduled(alone, (1, 1, 1)))) == ["x = 1"]
