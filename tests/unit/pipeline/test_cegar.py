"""The refinement loop with the smallest parts there are: numbers up to a bound, and a bound as the precision."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from vexil.model.protocols import Refined, Unclear
from vexil.model.tokens.typing import CONCRETE, Slot
from vexil.pipeline.cegar import refinement
from vexil.pipeline.data.automatic import Selections


@dataclass(frozen=True)
class Bound:
    """Numbers below the bound are told apart."""

    number: int

    def is_finer_than(self, other: Bound) -> bool:
        return self.number > other.number


@dataclass(frozen=True)
class Search:
    """Looks for a number; each refinement makes the bound larger by a step."""

    target: int
    step: int

    def abstract(self, precision: Bound) -> range:
        return range(precision.number)

    def check(self, model: range) -> str | Unclear[int]:
        return "proved" if self.target in model else Unclear(len(model))

    def refine(self, precision: Bound, model: range, counterexample: int) -> str | Refined[Bound, str]:
        assert model == range(precision.number)
        if counterexample >= 10:
            return "refuted"
        return Refined(Bound(precision.number + self.step), lambda: f"no progress at {precision.number}")


@pytest.mark.parametrize(
    ("search", "turns"),
    [
        (Search(2, 1), [None, None, None, "proved"]),
        (Search(0, 1), [None, "proved"]),
        (Search(99, 5), [None, None, "refuted"]),
        (Search(99, 0), ["no progress at 0"]),
        (Search(99, -1), ["no progress at 0"]),
    ],
)
def test_the_loop_ends_with_a_result_or_without_progress(search: Search, turns: list[str | None]) -> None:
    """The checker's result and the refiner's end the loop, and so does a precision that is no finer."""
    assert list(refinement(Bound(0), search, search, search)) == turns


def test_selections_are_ordered_by_what_they_track() -> None:
    """A slot that was a point may get any abstraction, and any slot may become a number; nothing else is finer."""
    x, y = Slot("x"), Slot("y")
    points, sign, parity = Selections({}), Selections({x: "Signs"}), Selections({x: "EvenOdd"})
    both, exact = Selections({x: "Signs", y: "EvenOdd"}), Selections({x: CONCRETE, y: CONCRETE})
    chain = [points, sign, both, exact]
    for number, coarse in enumerate(chain):
        for other, fine in enumerate(chain):
            assert fine.is_finer_than(coarse) == (other > number)
    assert not sign.is_finer_than(parity)
    assert not parity.is_finer_than(sign)
