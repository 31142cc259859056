"""Threads that nobody can tell apart count as one in whatever order they are, on the native machine."""

from __future__ import annotations

import pytest

from machine_verdicts import lost_ends
from sketches import Sketch, add, equal, i32, lock, negated
from vexil.certify import Checked, certify
from vexil.core.context import Context
from vexil.engines.machine.engine import MachineEngine
from vexil.engines.machine.search import NativeSearch, Order, Reason, Reduction, StateQuery
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Check, Lock, Unlock
from vexil.ir.program import Program
from vexil.ir.types import I32, THREAD
from vexil.model.outcome import Fails, Holds, Question
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
WORKERS = 4


def workers(*, known: bool = False, most: int = WORKERS) -> Program:
    """Workers that count one after the other without a lock, and then under one; somebody knows them, or nobody."""
    sketch = Sketch()
    count, total = sketch.variable("count", I32), sketch.variable("total", I32)
    handles = [sketch.variable(f"h{index}", THREAD) for index in range(WORKERS)]
    with sketch.function("worker") as worker:
        mine = worker.local("mine", I32)
        worker.set(mine, count)
        worker.set(count, add(mine, i32(1)))
        worker.do(Lock(lock(1), "l", True))
        worker.set(total, add(total, i32(1)))
        worker.do(Check("assert", negated(equal(total, i32(most + 1))), "not too many"))
        worker.do(Unlock(lock(1), "l"))
    with sketch.function("main") as main:
        for handle in handles:
            main.start("worker", handle=handle if known else None)
    return sketch.build()


def counted(program: Program, *, symmetry: bool) -> int:
    """The states that are visited."""
    args = CompiledProgram(program), StateQuery(checks=frozenset({"assert"})), Reduction.NONE, Context()
    search = NativeSearch(*args, symmetry=symmetry)
    assert search.run() is Reason.EXHAUSTED
    return search.count


def test_threads_in_another_order_are_no_other_state() -> None:
    """Four workers that nobody knows: less than a quarter of the states are left."""
    program = workers()
    assert 4 * counted(program, symmetry=True) < counted(program, symmetry=False)


def test_threads_that_somebody_knows_keep_their_numbers() -> None:
    """Who is known by a variable of somebody else is told apart."""
    program = workers(known=True)
    assert counted(program, symmetry=True) == counted(program, symmetry=False)


@pytest.mark.parametrize("most", [WORKERS, WORKERS - 1])
def test_verdicts_are_checked(most: int) -> None:
    """The interpreter confirms where each step leads, up to numbers, and takes a run that is found with its own."""
    question = Question(workers(most=most), parse_property("assert"))
    outcome = MachineEngine().check(question, Context()).outcome
    assert isinstance(outcome, Holds if most == WORKERS else Fails)
    certificate = certify(question, outcome.evidence, Context())
    assert isinstance(certificate, Checked), certificate


def test_every_end_is_seen() -> None:
    """Every end of a run is there with some numbers of threads."""
    assert lost_ends(CompiledProgram(workers()), 10_000) == ""


@pytest.mark.parametrize("order", [Order.BREADTH, Order.DEPTH, Order.SWITCHES])
@pytest.mark.parametrize("reduction", Reduction)
def test_a_path_has_the_numbers_of_one_run(order: Order, reduction: Reduction) -> None:
    """A state that was found with other numbers for threads is told by a run that the interpreter can take."""
    compiled = CompiledProgram(workers(most=WORKERS - 1))
    query = StateQuery(checks=frozenset({"assert"}))
    search = NativeSearch(compiled, query, reduction, Context(), order, symmetry=True)
    assert search.run() is Reason.FOUND
    question = Question(compiled.program, parse_property("assert"))
    certificate = certify(question, search.run_to(search.numbers.bad), Context())
    assert isinstance(certificate, Checked), certificate
