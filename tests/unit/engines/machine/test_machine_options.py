"""Options of state search on the native machine: what they do, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.engines.machine.engine import MachineEngine
from vexil.model.outcome import Holds, Question
from vexil.model.search_options import ExplicitOptions, Order, Reduction
from vexil.pipeline.load import load_program
from vexil.pipeline.options import LoadOptions
from vexil.spec.property import parse_property

pytestmark = pytest.mark.usefixtures("native_machine")
BUFFER = Path(__file__).parents[4] / "examples" / "java" / "BoundedBuffer.java"


@pytest.fixture(scope="module")
def question() -> Question:
    """Whether a bounded buffer deadlocks."""
    return Question(load_program(LoadOptions((str(BUFFER),)), Context()), parse_property("deadlock"))


def states(question: Question, options: ExplicitOptions) -> int:
    """How many states a search visits that finds nothing."""
    answer = MachineEngine(options).check(question, Context())
    assert isinstance(answer.outcome, Holds)
    return answer.statistics["states"]


def test_each_reduction_leaves_more_out(question: Question) -> None:
    """None, steps that nobody notices, those under common locks: the answer is the same with fewer and fewer states."""
    lists: list[frozenset[Reduction] | None] = [
        frozenset(),
        frozenset({Reduction.FUSE}),
        frozenset({Reduction.FUSE, Reduction.ORDER}),
    ]
    counts = [states(question, ExplicitOptions(reductions=item)) for item in lists]
    assert counts[0] > 2 * counts[1] > 4 * counts[2]
    assert states(question, ExplicitOptions()) <= counts[2]


def test_states_are_the_same_in_every_order(question: Question) -> None:
    """Without reductions, the order does not matter to which states there are."""
    counts = {
        states(question, ExplicitOptions(order=order, reductions=frozenset()))
        for order in (Order.BREADTH, Order.DEPTH, Order.TREE)
    }
    assert len(counts) == 1


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (ExplicitOptions(order=Order.PARALLEL), "order parallel"),
        (ExplicitOptions(order=Order.BITS), "order unsafe-bits"),
    ],
)
def test_what_the_machine_does_not_do_is_refused(question: Question, options: ExplicitOptions, problem: str) -> None:
    """A search in another way than asked for would be no answer."""
    with pytest.raises(UsageError, match=problem) as refused:
        MachineEngine(options).check(question, Context())
    assert "--engine explicit" in (refused.value.hint or "")
