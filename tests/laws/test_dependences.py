"""Laws of dependences: what a run reads was written where the graph says, and slices are closed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from observed_dependences import missing

from strategies.ir.classes import random_class_program
from strategies.ir.locks import random_thread_program
from strategies.ir.objects import random_object_program
from strategies.ir.pointers import random_pointers
from strategies.ir.regions import random_regions
from strategies.ir.sharing import random_sharing
from strategies.ir.threads import random_threads
from strategies.source import drawn
from vexil.analysis.dependence import EVERYTHING, DependenceGraph
from vexil.ir.operations import Call, Start
from vexil.ir.program import Program

law = settings(max_examples=50, deadline=None, derandomize=True)
seeds = st.integers(0, 2**32 - 1)


def careful_classes(random: Random) -> Program:
    """A program with classes, most of whose operations are guarded."""
    return random_class_program(random, careful=True)


GENERATORS = [
    random_pointers,
    random_regions,
    random_threads,
    random_sharing,
    random_thread_program,
    random_object_program,
    careful_classes,
]


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.__name__)
def test_SLI_02_SLI_05_what_runs_read_was_written_where_the_graph_says(generator: Callable[[Random], Program]) -> None:
    """Every value that is read in a random run comes from a write that the reader depends on, by its kind."""

    @law
    @given(drawn(generator), seeds)
    def check(program: Program, seed: int) -> None:
        wrong, _ = missing(program, seed, 400)
        assert wrong == []

    check()


@law
@given(drawn(random_sharing))
def test_slices_are_closed_under_dependences(program: Program) -> None:
    """Slicing a slice again adds nothing: what its nodes depend on is in it, in whatever context."""
    graph = DependenceGraph(program)
    for node in range(0, graph.nodes.count, 7):
        if graph.nodes.edges(node) and graph.is_reachable(node):
            first = graph.slice([node], EVERYTHING).nodes
            assert node in first
            passing = (
                other
                for other in sorted(first)
                if any(isinstance(x, Call | Start) for x in graph.nodes.operations(other))
            )
            skipped = set(passing)  # a slice need not have all that a call passes
            for other in sorted(first - skipped)[:3]:
                inner = {item.on for item in graph.of(other) if item.kind.value in ("data", "control")}
                assert {on for on in inner if graph.nodes.edges(on)} <= first
