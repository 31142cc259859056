"""Results that numbers themselves show: no question is needed about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from random import Random

from vexil.abstraction.data.definitions import Definition
from vexil.abstraction.data.samples import further, samples
from vexil.abstraction.data.values import Function, Number, condition
from vexil.abstraction.data.witnesses import simplicity
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.types import FloatType
from vexil.model.tokens.abstract_type import Tokens

TRIES = 80
"""So many further pairs of numbers are tried for a row."""

Outcome = Callable[[Number], int]
"""The mask of results that a value counts as."""


class Members:
    """Which tokens stand for a number, as a mask; remembered, because many pairs have the same result."""

    def __init__(self, definition: Definition) -> None:
        self._conditions = [condition(member) for member in definition.members]
        self._known: dict[Number, int] = {}
        self._zero = 0.0 if isinstance(definition.concrete, FloatType) else 0

    def mask(self, number: Number) -> int:
        """The tokens as a mask; a condition that is undefined does not hold."""
        if isinstance(number, float):  # the two zeros are equal, and conditions may tell them apart
            return self._computed(number)
        tokens = self._known.get(number)
        if tokens is None:
            tokens = self._known[number] = self._computed(number)
        return tokens

    def _computed(self, number: Number) -> int:
        return sum(1 << place for place, test in enumerate(self._conditions) if _holds(test, number))

    @property
    def of_zero(self) -> int:
        """The tokens of the number that variables start with."""
        return self.mask(self._zero)


def _holds(test: Callable[[Number], bool], number: Number) -> bool:
    try:
        return bool(test(number))
    except UndefinedValue:
        return False


class Showing:
    """Samples of a definition, and the results that they and further numbers show."""

    def __init__(self, definition: Definition) -> None:
        self.members = Members(definition)
        self._count = len(definition.tokens)
        self._samples = samples(definition.concrete, definition.members, self.members.mask)
        self._masks = [self.members.mask(number) for number in self._samples]
        numbers = [(number, self.members.mask(number)) for number in further(definition.concrete)]
        self._further = [[number for number, mask in numbers if mask >> token & 1] for token in range(self._count)]

    def learn(self, number: Number) -> None:
        """Add a number that a solver found."""
        self._samples.append(number)
        self._masks.append(self.members.mask(number))

    def of_token(self, token: int) -> list[Number]:
        """The samples that a token stands for."""
        return [number for number, mask in zip(self._samples, self._masks, strict=True) if mask >> token & 1]

    def shown(self, function: Function, arity: int, outcome: Outcome) -> tuple[dict[Tokens, int], set[Tokens]]:
        """The results that samples have, by row, and the rows in which some have none."""
        by_masks: dict[tuple[int, ...], int] = {}
        undefined: set[tuple[int, ...]] = set()
        pairs = list(zip(self._samples, self._masks, strict=True))
        for chosen in product(pairs, repeat=arity):
            masks = tuple(mask for _, mask in chosen)
            try:
                mask = outcome(function(*(number for number, _ in chosen)))
            except UndefinedValue:
                undefined.add(masks)
                continue
            by_masks[masks] = by_masks.get(masks, 0) | mask
        shown: dict[Tokens, int] = dict.fromkeys(product(range(self._count), repeat=arity), 0)
        for masks, results in by_masks.items():
            for row in _rows(masks):
                shown[row] |= results
        return shown, {row for masks in undefined for row in _rows(masks)}

    def try_more(self, shown: dict[Tokens, int], width: int, function: Function, outcome: Outcome) -> None:
        """Try further numbers for rows that do not have all results: modulo most numbers, all are possible."""
        for row, mask in shown.items():
            if mask and mask != (1 << width) - 1 and all(self._further[token] for token in row):
                random = Random(TRIES)
                for _ in range(TRIES):
                    numbers = [random.choice(self._further[token]) for token in row]
                    with suppress(UndefinedValue):
                        shown[row] |= outcome(function(*numbers))

    def witness(
        self, row: Tokens, result: int, function: Function, outcome: Outcome
    ) -> tuple[tuple[Number, ...], Number] | None:
        """The simplest samples of a row that have the result, and what the function makes of them."""
        for numbers in sorted(product(*map(self.of_token, row)), key=simplicity):
            with suppress(UndefinedValue):
                value = function(*numbers)
                if outcome(value) >> result & 1:
                    return numbers, value
        return None


def _rows(masks: tuple[int, ...]) -> Iterator[Tokens]:
    """The rows of numbers that have several tokens each."""
    return product(*([place for place in range(mask.bit_length()) if mask >> place & 1] for mask in masks))
