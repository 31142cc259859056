"""Traces as text, in lanes and as JSON: what is told, and that it fits."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest

from traced import SIGNAL, THROWING, TRANSFER, program_of, scheduled
from vexil.model.trace import Trace, TracedRun, trace_of
from vexil.reports import traces
from vexil.reports.json_report import schema, to_text
from vexil.reports.json_trace import trace_object
from vexil.reports.lanes import lane_lines
from vexil.reports.states import state_lines
from vexil.reports.traces import trace_lines


def traced(text: str, threads: tuple[int, ...]) -> Trace:
    program = program_of(text)
    return trace_of(program, scheduled(program, threads), len(threads))


DEADLOCK = traced(TRANSFER, (*[1] * 7, 2))
WAITING = traced(SIGNAL, (1, 1, 1, 2, 2, 1, 1, 1, 2))


def test_CEX_05_a_step_has_thread_line_text_values_and_locks() -> None:
    """CEX-05: one line for a step, and one for each thread that begins to wait with it."""
    lines = list(trace_lines(DEADLOCK))
    assert lines[:2] == ["  start: left = null, last = null", "  threads: 1 main, 2 transfer"]
    last = lines.index('     8  [transfer] traced.vir:22  outer -> inner: lock from pair "o" reentrant'
                       "  → main holds left; transfer holds right")  # fmt: skip
    assert lines[last + 1 : last + 4] == [
        "        main waits for the lock `right` that transfer holds",
        "        transfer waits for the lock `left` that main holds",
        "        here the property is violated",
    ]
    assert lines[last + 4].startswith("  deadlock: main waits for the lock `right` that transfer holds; transfer")
    assert lines[-2].startswith("    left is Account#1, created at traced.vir:")


def test_threads_that_are_woken_are_told() -> None:
    """The step that notifies says who is woken, and releasing the last lock that nobody holds one."""
    lines = list(trace_lines(WAITING))
    assert "        waiter-1 is woken" in lines
    (released,) = [line for line in lines if "m6 -> m7" in line]
    assert released.endswith("→ no lock is held")


def test_parts_of_statements_without_news_are_only_in_the_edges() -> None:
    """A statement that other threads interrupt is shown where something is new; ``--edges`` shows every part of it."""
    steps = [replace(step, changes=(), reads=(), locks=(), waiting=()) for step in WAITING.steps]
    first, second, third = steps[0], replace(steps[3], number=2), replace(steps[0], number=3)
    trace = replace(WAITING, steps=(first, second, third), count=3, violation=None, ending=None)
    numbers = [line.split()[0] for line in trace_lines(trace) if "traced.vir" in line]
    assert numbers == ["2", "3"]
    numbers = [line.split()[0] for line in trace_lines(trace, edges=True) if "traced.vir" in line]
    assert numbers == ["1", "2", "3"]


def test_long_traces_say_how_to_see_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the ends of a long trace are printed, with the numbers of the steps in between; on request all are."""
    monkeypatch.setattr(traces, "TRACE_HEAD", 2)
    monkeypatch.setattr(traces, "TRACE_TAIL", 1)
    hint = "see {first} to {last}"
    short = list(trace_lines(DEADLOCK, hint=hint))
    assert "  … 5 steps left out; see 3 to 7" in short
    assert not any("c -> d" in line for line in short)
    assert any("c -> d" in line for line in trace_lines(DEADLOCK, hint=hint, shorten=False))


@pytest.mark.parametrize("width", [24, 40, 80, 200])
@pytest.mark.parametrize("trace", [DEADLOCK, WAITING], ids=["deadlock", "waiting"])
def test_CEX_05_lanes_fit_the_width(trace: Trace, width: int) -> None:
    """CEX-05: every line of the lanes fits, wide or narrow, and nothing that a step says is lost."""
    lines = list(lane_lines(trace, width))
    assert max(map(len, lines)) <= width
    assert all(f"{step.number:4d}  " in "\n".join(lines) for step in trace.steps)


def test_lanes_have_a_column_for_each_thread() -> None:
    """What a thread does stands under its name, and so does what it begins to wait for."""
    head, _, *lines = list(lane_lines(DEADLOCK, 120))[2:]
    column = head.index("transfer") - 2
    (row,) = [number for number, line in enumerate(lines) if line.startswith("   8  ")]
    assert lines[row][column:].startswith("│ traced.vir:22")
    assert lines[row][:column].strip() == "8  waits for the lock `right` that transfer holds"


def test_an_uncaught_exception_is_told() -> None:
    """Class, message, thread and the calls, in the names that users of the language know."""
    lines = "\n".join(trace_lines(traced(THROWING, (1, 1, *[2] * 10))))
    assert "uncaught shop.Empty: Hi, which ends thread Worker" in lines
    assert "t8 -> thrown: throw fault, in Drawer.take" in lines
    assert "called at traced.vir:32  r1 -> r2: call 'shop.Till$Drawer.take(int)'(0i32), in Worker.run" in lines


def test_a_state_is_told() -> None:
    """A state shows values, threads with their variables, locks and objects with their fields."""
    program = program_of(TRANSFER)
    lines = list(state_lines(TracedRun(program, scheduled(program, (*[1] * 7, 2))).state(8)))
    assert lines[0] == "  globals: left = Account#1, last = Account#2"
    assert "            in main: other = transfer, right = Account#2" in lines
    assert "  locks: main holds left; transfer holds right" in lines
    assert lines[-1] == "    right (Account#2): balance = 0"


def test_json_has_the_same_facts() -> None:
    """The object is as the schema says, also where the schema allows older results to lack something."""
    found = trace_object(DEADLOCK)
    entry = schema()["properties"]["properties"]["items"]["properties"]["trace"]["anyOf"][0]
    jsonschema.validate(found, entry)
    assert set(found) == set(entry["properties"])
    assert set(found["steps"][0]) == set(entry["properties"]["steps"]["items"]["properties"])
    assert found["ending"]["cycle"] == [1, 2]
    assert found["steps"][-1]["locks"][1] == {"lock": "right", "thread": 2, "name": "transfer", "count": 1}
    assert found["steps"][-1]["waiting"][0]["whom_name"] == "transfer"


def test_moves_stand_on_one_line_each() -> None:
    """The text of a result is not blown up by its moves, and means the same."""
    value = {"moves": [[1, None], [12, -3]], "text": "[\n  1,\n  2\n]", "span": [1, 2, 3]}
    text = to_text(value)
    assert json.loads(text) == value
    assert "[1, null]" in text
    assert "[12, -3]" in text
