"""No reduction of the native machine overlooks what others notice, on programs that are made for that."""

from __future__ import annotations

import pytest

from machine_verdicts import disagreement, expected, lost_ends, searched
from reduction_programs import PROGRAMS
from vexil.engines.machine.search import Reduction
from vexil.ir.interpreter import CompiledProgram

pytestmark = pytest.mark.usefixtures("native_machine")


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("asked", ["assert", "deadlock"])
def test_no_reduction_overlooks_what_others_notice(name: str, asked: str) -> None:
    """Every reduction answers as a search without any does, and sees undefined runs where there are some."""
    made = PROGRAMS[name]()
    assert expected(CompiledProgram(made), asked) is not None
    assert disagreement(made, asked) == ""


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_end_and_every_undefined_operation_is_seen(name: str) -> None:
    """With each reduction all ends of runs are visited, and each operation is undefined that is so in some run."""
    assert lost_ends(CompiledProgram(PROGRAMS[name]()), 10_000) == ""


def test_reductions_leave_orders_out() -> None:
    """What is protected by a lock, or read by everybody, is not interleaved."""
    made = CompiledProgram(PROGRAMS["published_under_a_lock"]())
    states = [searched(made, "deadlock", reduction) for reduction in Reduction]
    assert all(states)
    counts = [item.states for item in states if item is not None]
    assert counts[0] > 2 * counts[1] > 2 * counts[2]
