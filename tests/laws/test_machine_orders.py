"""In whatever order and with whatever reductions the native machine searches, it finds the same."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from strategies.ir.threads import random_threads
from vexil.core.context import Context, Limits
from vexil.core.errors import LimitReached
from vexil.engines.machine.hunting import Hunt
from vexil.engines.machine.search import NativeSearch, Order, Reason, Reduction, StateQuery
from vexil.engines.machine.slots import Unsupported
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program

pytestmark = pytest.mark.usefixtures("native_machine")
QUERIES = (
    StateQuery(checks=frozenset({"assert"})),
    StateQuery(deadlock=True),
    StateQuery(exception=True),
)
ENOUGH = Limits(states=1_500)
UNDECIDED = {Reason.STATES, Reason.MEMORY, Reason.LIMITED, Reason.CHOICES}


def answers(program: Program, query: StateQuery) -> dict[str, Reason]:
    """Why searches ended, by how they search; hunts are to begin at once."""
    found = {}
    for order in (Order.BREADTH, Order.DEPTH):
        for reduction in Reduction:
            search = NativeSearch(CompiledProgram(program), query, reduction, Context(ENOUGH), order)
            found[f"{order.name} {reduction.name}"] = search.run()
    found["hunt"] = Hunt(NativeSearch(CompiledProgram(program), query, Reduction.GUARDED, Context(ENOUGH))).run()
    return found


@pytest.mark.parametrize("first", range(0, 60, 15))
def test_orders_and_reductions_find_the_same(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Breadth-first, depth-first, with and without reductions, and with hunts: there is a bug for all, or for none."""
    monkeypatch.setattr("vexil.engines.machine.hunting.FIRST", 500)
    decided = 0
    for seed in range(first, first + 15):
        for query in QUERIES:
            with suppress(Unsupported, LimitReached):
                found = answers(random_threads(Random(seed)), query)
                ends = set(found.values()) - UNDECIDED
                assert len(ends) < 2, (seed, query, found)
                decided += len(ends)
    assert decided > 10
