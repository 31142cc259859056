"""Random programs with objects and threads: reduced systems behave like the whole ones, in native code too."""

from __future__ import annotations

from random import Random

import pytest
from explored_systems import explored

from alike_states import sizes
from strategies.ir.objects import random_object_program
from strategies.source import check_seeded
from vexil.core.context import Context
from vexil.engines.explicit.search import Compiled, Goals, Running, SearchOptions
from vexil.model.guarded.validate import validate
from vexil.model.search_options import Reduction
from vexil.transform.flattening import About, Flattened, flatten
from vexil.transform.reductions.quotient import quotient

ALL = frozenset({Reduction.DEAD, Reduction.HEAP, Reduction.SYMMETRY})
SEEDS = (2, 8, 11)


def random_flat_form(random: Random) -> Flattened:
    """The flat form of a random program."""
    return flatten(random_object_program(random), atoms=list(About))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("wanted", [{Reduction.HEAP}, {Reduction.SYMMETRY}, ALL], ids=["heap", "symmetry", "all"])
def test_random_programs(seed: int, wanted: frozenset[Reduction]) -> None:
    """Endings, deadlocks, atoms, bounds hit and steps are the same, class by class; there are never more states."""

    def check(flat: Flattened) -> None:
        reduced = quotient(flat.system, flat.encoding, wanted)
        validate(reduced.system)
        compared = sizes(reduced, 400)
        assert compared is not None
        whole, small = compared
        assert small <= whole

    check_seeded(random_flat_form, seed, check)


@pytest.mark.usefixtures("native_search")
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_native_code_settles_states(seed: int) -> None:
    """Native search visits exactly the states, and takes the steps, of the plain meaning of the reduced system."""
    check_seeded(random_flat_form, seed, assert_same_states)


def assert_same_states(flat: Flattened) -> None:
    system = quotient(flat.system, flat.encoding, ALL).system
    expected = explored(system)
    assert expected is not None
    with Running(Compiled(system), Goals(), SearchOptions(), Context(), never_enough=True) as running:
        running.run()
        searched = running.result()
        assert set(running.states()) == set(expected.distance)
    assert searched.statistics.transitions == expected.transitions
    assert dict(searched.cuts) == expected.cuts
