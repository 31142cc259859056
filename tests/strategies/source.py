"""Where generators get their choices from: Hypothesis, which shrinks what fails, or a seed.

A generator is a function of a `random.Random`; `drawn` makes a strategy of it. The simplest choice is the first item,
the least number, and that what happens with some probability does not happen.

Each choice is one integer of Hypothesis. `st.randoms(use_true_random=False)` is no replacement: it draws every number
by a strategy of its own, which took more than twenty times as long for programs of 4,000 choices, and its simplest
`random()` is 0.0, so that everything rare happens.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from random import Random
from typing import TypeVar

from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
from hypothesis.errors import NoSuchExample

T = TypeVar("T")

PARTS = 1_000
"""A number of `random()` is one of so many, evenly spaced."""
MOST = 2_500
"""After so many choices the others follow from one: Hypothesis gives up on longer sequences."""


class Source(Random):
    """A `Random` all of whose values are made of bounded integers, so that they can be recorded and shrunk."""

    def __new__(cls, *_: object) -> Source:
        """Nothing is seeded here."""
        return super().__new__(cls)

    def __init__(self) -> None:
        self._left = MOST
        self._others: Random | None = None

    @abstractmethod
    def _choice(self, bound: int) -> int:
        """Some number from 0 to *bound* - 1; 0 is the simplest."""

    def _part(self) -> int:
        """How many parts are missing to 1; 0 is the simplest."""
        return self._choice(PARTS)

    def _rest(self) -> Random:
        """What makes the choices after the last one that is made here."""
        return Random(self._choice(1 << 32))

    def _is_over(self) -> bool:
        """Count a choice; after the last one that is made here, the others follow from one more."""
        if self._others is None:
            self._left -= 1
            if self._left < 0:
                self._others = self._rest()
        return self._others is not None

    def _randbelow(self, n: int) -> int:
        if n == 1:
            return 0
        return self._others.randrange(n) if self._is_over() and self._others else self._choice(n)

    def random(self) -> float:
        """A number from 0 up to 1, close to 1 when it is simple: `random() < p` then is false."""
        return self._others.random() if self._is_over() and self._others else (PARTS - 1 - self._part()) / PARTS

    def getrandbits(self, k: int, /) -> int:
        """A number of so many bits."""
        return self._randbelow(1 << k)


class Drawn(Source):
    """Choices of Hypothesis."""

    def __init__(self, data: st.DataObject) -> None:
        super().__init__()
        self._draw = data.conjecture_data.draw_integer

    def _choice(self, bound: int) -> int:
        return self._draw(0, bound - 1)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Seeded(Source):
    """The choices of `Random(seed)`, remembered, so that what is made of them can be shrunk, unless it is too large."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._random = Random(seed)
        self.recorded: list[int] = []

    def _choice(self, bound: int) -> int:
        self.recorded.append(self._random.randrange(bound))
        return self.recorded[-1]

    def _rest(self) -> Random:
        return self._random

    def _randbelow(self, n: int) -> int:
        if n == 1:
            self._random.randrange(n)  # as `Random` does, which comes to other numbers afterwards
        return super()._randbelow(n)

    def _part(self) -> int:
        self.recorded.append(PARTS - 1 - int(self._random.random() * PARTS))
        return self.recorded[-1]


@st.composite
def sources(draw: st.DrawFn) -> Random:
    """Sources of choices that shrink, for tests that choose while they run."""
    return Drawn(draw(st.data()))


def drawn(make: Callable[[Random], T]) -> st.SearchStrategy[T]:
    """What a generator makes; Hypothesis makes its choices, and shrinks them when a test fails."""
    return sources().map(make)


def shrunk(
    make: Callable[[Random], T],
    seed: int,
    fails: Callable[[T], bool],
    phases: tuple[Phase, ...] = (Phase.reuse, Phase.shrink),
) -> T:
    """The smallest found of what a generator makes that fails as that of a seed does, which is `make(Seeded(seed))`."""
    source, key, database = Seeded(seed), b"seed", InMemoryExampleDatabase()
    result = make(source)
    database.save(key, choices_to_bytes([*source.recorded, 0]))  # one too many: what fits exactly counts as shrunk
    again = settings(database=database, phases=phases, deadline=None)
    try:
        return find(drawn(make), fails, settings=again, database_key=key)
    except NoSuchExample:
        return result


def check_seeded(make: Callable[[Random], T], seed: int, check: Callable[[T], object]) -> None:
    """Check what a generator makes of a seed; a failure is reported for the smallest that fails in the same way."""
    try:
        check(make(Seeded(seed)))
    except Exception as problem:
        kind = type(problem)
    else:
        return

    def fails(example: T) -> bool:
        try:
            check(example)
        except Exception as other:
            return type(other) is kind
        return False

    smallest = shrunk(make, seed, fails)
    print(smallest)  # noqa: T201, what pytest shows of a test that fails
    check(smallest)
    raise AssertionError(f"a check that failed for seed {seed} should fail again")
