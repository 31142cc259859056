"""Layout and code of guarded systems."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guarded_models import SYSTEMS, philosophers
from vexil.engines.explicit.emit import emitted
from vexil.engines.explicit.layout import Layout, bytes_of
from vexil.ir.types import IntegerType
from vexil.model.guarded import GuardedSystem
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import TRUE, Variable
from vexil.model.guarded.system import Command

ODD = GuardedSystem(
    "odd",
    (
        Variable("bit", IntegerType(1, False)),
        Variable("small", IntegerType(5, True), 3),
        Variable("wide", IntegerType(33, True)),
        Variable("word", IntegerType(64, False), 2),
    ),
    (),
    Command(TRUE, ()),
)


@pytest.mark.parametrize("name", SYSTEMS)
def test_states_survive_encoding(name: str) -> None:
    """A state that was encoded is decoded to itself; widths are multiples of 8 bytes without gaps before the end."""
    layout = Layout(SYSTEMS[name])
    for state in Evaluator(SYSTEMS[name]).initial():
        assert layout.decode(layout.encode(state)) == state
    assert layout.width % 8 == 0
    assert layout.used <= layout.width < layout.used + 8


@settings(max_examples=100, deadline=None, derandomize=True)
@given(
    st.tuples(
        st.integers(0, 0),
        st.integers(0, 1),
        *[st.integers(-16, 15)] * 3,
        st.integers(-(1 << 32), (1 << 32) - 1),
        *[st.integers(0, (1 << 64) - 1)] * 2,
    )
)
def test_values_of_all_widths_survive(state: tuple[int, ...]) -> None:
    """Signed and unsigned values of odd widths are kept in the fewest bytes."""
    layout = Layout(ODD)
    assert layout.decode(layout.encode(state)) == state
    assert layout.used == 1 + 3 + 8 + 16


def test_bytes_of_types() -> None:
    """Elements take 1, 2, 4 or 8 bytes."""
    assert [bytes_of(IntegerType(width, True)) for width in (1, 8, 9, 16, 17, 32, 33, 64)] == [1, 1, 2, 2, 4, 4, 8, 8]


def test_code_does_not_depend_on_the_number_of_threads() -> None:
    """Ten times as many threads make the code no longer, but for the commands that begin with them."""

    def size(count: int) -> int:
        system = philosophers(count, ordered=True)
        text = emitted(system, Layout(system))
        return len(text[text.index("@step0") : text.index("@initial")])

    assert size(40) < size(4) + 300
