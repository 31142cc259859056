"""Rankings from transitions: each one shrinks in all of them, from left to right."""

from __future__ import annotations

from vexil.engines.termination.synthesis import orders, rankings
from vexil.ir.expressions import Variable
from vexil.ir.types import I32, INT

A, B = Variable("a", I32, False), Variable("b", I32, False)
M = Variable("m", INT, False)


def test_component_that_always_shrinks_is_first() -> None:
    """One component is enough where it shrinks in every transition."""
    assert next(rankings([A, B], [((3, 7), (2, 7)), ((2, 7), (1, 9))])) == (A,)


def test_components_follow_each_other() -> None:
    """The second component counts only where the first one stays."""
    transitions = [((1, 3), (9, 2)), ((9, 2), (8, 2))]
    assert next(rankings([B, A], transitions)) == (A, B)


def test_component_that_grows_is_left_out() -> None:
    """Where every component grows somewhere, there is no ranking."""
    assert list(rankings([A], [((3,), (2,)), ((2,), (3,))])) == []


def test_mathematical_integers_shrink_from_zero_on() -> None:
    """Below 0 a mathematical integer does not count as shrinking."""
    assert next(rankings([M], [((0,), (-1,))])) == (M,)
    assert list(rankings([M], [((-1,), (-2,))])) == []


def test_component_without_a_value_is_left_out() -> None:
    """What is not defined at some arrival is no component."""
    assert list(orders([False], [((None,), (1,))])) == []


def test_without_transitions_components_are_tried_in_order() -> None:
    """A loop that no run was seen in may have any ranking."""
    assert list(rankings([A, B], [])) == [(A,), (B,)]
