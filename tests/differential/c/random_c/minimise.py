"""Make a program smaller while it keeps failing, by leaving out and simplifying the decisions that made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from random_c.choices import Choices, RandomChoices
from random_c.kinds import Model
from random_c.program import PARTS, assemble, choose_parts
from random_c.writer import Writer

Segment = tuple[str, tuple[int, ...]]
"""A part and the decisions it was made of."""


class RecordedChoices(RandomChoices):
    """Decisions of a seed that are remembered."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.values: list[int] = []

    def below(self, bound: int) -> int:
        """Any number from 0 to bound - 1."""
        self.values.append(super().below(bound))
        return self.values[-1]


class ReplayedChoices(Choices):
    """Given decisions, as far as they fit, then the simplest ones."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self.values = iter(values)

    def below(self, bound: int) -> int:
        """The next decision."""
        return next(self.values, 0) % bound


def recorded(seed: int, model: Model) -> list[Segment]:
    """The parts of a seed's program with their decisions."""
    choices = RecordedChoices(seed)
    segments = []
    writer = Writer(model, choices)
    for part in choose_parts(choices):
        start = len(choices.values)
        PARTS[part](writer)
        segments.append((part, tuple(choices.values[start:])))
    return segments


def replayed(segments: list[Segment], model: Model) -> str:
    """The program of such parts."""
    writer = Writer(model, ReplayedChoices(()))
    for part, values in segments:
        writer.choices = ReplayedChoices(values)
        PARTS[part](writer)
    return assemble(writer)


def simpler(segments: list[Segment]) -> Iterator[list[Segment]]:
    """Variants with a part less, or with decisions of one part left out or made simplest; coarse ones first."""
    if len(segments) > 1:
        for index in range(len(segments)):
            yield segments[:index] + segments[index + 1 :]
    for index, (part, values) in enumerate(segments):
        size = len(values)
        while size:
            for start in range(0, len(values), size):
                zeros = (0,) * len(values[start : start + size])
                for middle in ((), zeros):
                    shorter = values[:start] + middle + values[start + size :]
                    if shorter != values:
                        yield [*segments[:index], (part, shorter), *segments[index + 1 :]]
            size //= 2


def minimise(seed: int, model: Model, fails: Callable[[str], bool], attempts: int = 150) -> str:
    """The smallest program found that fails as the one of the seed does."""
    best = recorded(seed, model)
    text = replayed(best, model)
    progress = True
    while progress:
        progress = False
        for candidate in simpler(best):
            other = replayed(candidate, model)
            if len(other) >= len(text):
                continue
            if attempts == 0:
                return text
            attempts -= 1
            if fails(other):
                best, text, progress = candidate, other, True
                break
    return text
