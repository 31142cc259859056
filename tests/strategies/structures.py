"""Random Kripke structures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from hypothesis import strategies as st

from kripke import Kripke
from strategies.source import drawn
from vexil.spec.formulas import Proposition


def random_structure(random: Random, letters: Sequence[Proposition]) -> Kripke:
    """A structure of up to five states; some states have no successor."""
    count = random.randint(1, 5)
    labels = tuple(frozenset(letter.atom for letter in letters if random.random() < 0.4) for _ in range(count))
    successors = tuple(
        tuple(sorted({random.randrange(count) for _ in range(random.randint(0, 3))})) for _ in range(count)
    )
    return Kripke(labels, successors)


def structures(letters: Sequence[Proposition]) -> st.SearchStrategy[Kripke]:
    """Structures whose states have some of the letters."""
    return drawn(partial(random_structure, letters=letters))
