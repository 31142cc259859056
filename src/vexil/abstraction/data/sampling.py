"""Results that sample numbers themselves show: no question is needed about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import product
from random import Random

from vexil.abstraction.data.families import Definition
from vexil.abstraction.data.values import Function, Number, condition, is_nan
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Const, Expr, Operator, preorder
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.model.tokens.abstract_type import TESTS, UNARY, AbstractType, Concrete, Tokens

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


class Sampling:
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


TRIED = 110
"""About so many numbers are kept; tables are filled from all pairs of them."""
SMALL = 9


def samples(concrete: Concrete, members: Iterable[Expr], masks: Callable[[Number], int]) -> list[Number]:
    """Numbers of the type in a fixed order, simple ones first, so that every token has its share of them.

    *masks* says of a number which tokens stand for it.
    """
    candidates = list({str(number): number for number in _candidates(concrete, list(members))}.values())
    groups: dict[int, list[Number]] = {}
    for number in candidates:
        groups.setdefault(masks(number), []).append(number)
    share = max(6, TRIED // len(groups))
    chosen = {number for group in groups.values() for number in _ends(group, share)}
    return [number for number in candidates if number in chosen or is_nan(number)]


def further(concrete: Concrete) -> Iterator[int]:
    """More integers of the type, of all sizes."""
    if isinstance(concrete, FloatType):
        return
    random = Random(2002)
    width = concrete.width if isinstance(concrete, IntegerType) else 64
    signed = not isinstance(concrete, IntegerType) or concrete.signed
    for _ in range(150):
        size = random.randrange(1, width + 1)
        yield random.getrandbits(size) - (1 << (size - 1) if signed else 0)


def _ends(group: list[Number], share: int) -> list[Number]:
    """The simplest and the most extreme ones."""
    return group if len(group) <= share else [*group[: share // 2], *group[-(share - share // 2) :]]


def _candidates(concrete: Concrete, members: list[Expr]) -> Iterator[Number]:
    if isinstance(concrete, FloatType):
        yield from _floats(concrete.width)
        return
    constants = sorted(
        {int(node.value) for member in members for node in preorder(member)
         if isinstance(node, Const) and not isinstance(node.value, bool)},
        key=lambda value: (abs(value), value < 0),
    )  # fmt: skip
    for number in _integers(concrete, constants):
        if isinstance(concrete, MathType) or concrete.low <= number <= concrete.high:
            yield number


def _integers(concrete: IntegerType | MathType, constants: list[int]) -> Iterator[int]:
    small = max(SMALL, 2 * max((abs(value) for value in constants if abs(value) <= 16), default=0) + 1)
    yield 0
    for value in range(1, small + 1):
        yield from (value, -value)
    for value in constants[:40]:
        for near in (value, value + 1, value - 1, 2 * value, -value, value * value, value + 2, value - 2):
            yield near
    width = concrete.width if isinstance(concrete, IntegerType) else 40
    random = Random(20020)  # a fixed seed: tables must not depend on chance
    for _ in range(12):
        yield random.getrandbits(width) - (1 << (width - 1))
        yield random.getrandbits(width // 2) - (1 << (width // 2 - 1))
    for place in (width // 2, width // 2 - 1, width - 2, width - 1, width):
        power = 1 << max(place, 0)
        for near in (power, -power, power - 1, -power + 1, power + 1, power // 3 * 2, -(power // 3), power - 2):
            yield near


def _floats(width: int) -> Iterator[float]:
    largest = math.ldexp(2 - math.ldexp(1, -23), 127) if width == 32 else math.ldexp(2 - math.ldexp(1, -52), 1023)
    least = math.ldexp(1, -149 if width == 32 else -1074)
    yield 0.0
    for value in (1.0, 2.0, 0.5, 3.0, 5.0, 1.5, 1e10, largest, least, math.inf):
        yield from (value, -value)
    yield from (-0.0, math.nan)


def simplicity(numbers: tuple[Number, ...]) -> tuple[float, ...]:
    """How simple numbers are to look at, the least first."""
    sizes = sorted(abs(number) for number in numbers)
    return (*sizes, sum(number < 0 for number in numbers))


def show(operator: Operator, numbers: tuple[Number, ...], value: Number) -> str:
    """The computation as text: ``1 * 1 = 1``."""
    if operator in UNARY:
        symbol = "-" if operator is Operator.NEGATE else operator.value
        return f"{symbol}({numbers[0]}) = {value}"
    left, right = (f"({number})" if number < 0 and place else str(number) for place, number in enumerate(numbers))
    if operator in TESTS:
        return f"{left} {operator.value} {right} is {'true' if value else 'false'}"
    return f"{left} {operator.value} {right} = {value}"


def row_text(kind: AbstractType, row: tuple[int, ...]) -> str:
    """The tokens of a row: ``(NEG, POS)``."""
    return f"({', '.join(kind.tokens[token] for token in row)})"


def all_rows(kind: AbstractType, operator: Operator) -> list[tuple[int, ...]]:
    """Every combination of tokens that an operator has a row for."""
    return list(product(range(len(kind.tokens)), repeat=1 if operator in UNARY else 2))
