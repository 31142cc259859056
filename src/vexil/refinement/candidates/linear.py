"""Facts about linear combinations of variables, over the mathematical integers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from math import gcd

Coefficients = tuple[tuple[str, int], ...]
"""Variables with their factors, none 0, by name."""


class Shape(Enum):
    """What a fact says of its linear combination."""

    EQUAL = 0
    AT_MOST = 1
    CONGRUENT = 2


@dataclass(frozen=True, slots=True)
class Fact:
    """A linear combination is equal to the bound, at most the bound, or leaves it when divided by the modulus."""

    shape: Shape
    coefficients: Coefficients
    bound: int
    modulus: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return tuple(name for name, _ in self.coefficients)

    @property
    def size(self) -> tuple[object, ...]:
        """A key that puts what is simple first: few variables, small factors, small constants."""
        factors = sum(abs(factor) for _, factor in self.coefficients)
        return (
            len(self.coefficients),
            factors,
            abs(self.bound).bit_length(),
            self.shape.value,
            self.modulus,
            self.coefficients,
            self.bound,
        )

    @property
    def question(self) -> Fact:
        """The same for a fact and its negation: as predicates they are one."""
        if self.modulus == 2:
            return Fact(self.shape, self.coefficients, 0, 2)
        if self.shape is not Shape.AT_MOST or self.coefficients[0][1] > 0:
            return self
        return Fact(Shape.AT_MOST, tuple((name, -factor) for name, factor in self.coefficients), -self.bound - 1)


def fact(shape: Shape, coefficients: Mapping[str, int], bound: int, modulus: int = 0) -> Fact | None:
    """The fact in its simplest form; ``None`` when it is true or false of every state."""
    factors = {name: factor for name, factor in sorted(coefficients.items()) if factor}
    if shape is Shape.CONGRUENT:
        factors = {name: factor % modulus for name, factor in factors.items() if factor % modulus}
        return Fact(shape, tuple(factors.items()), bound % modulus, modulus) if factors and modulus > 1 else None
    if not factors:
        return None
    common = gcd(*factors.values())
    if shape is Shape.EQUAL:
        if bound % common:
            return None
        if next(iter(factors.values())) < 0:
            common = -common
    return Fact(shape, tuple((name, factor // common) for name, factor in factors.items()), bound // common)


def with_equalities(facts: Iterable[Fact]) -> list[Fact]:
    """The facts, simplest first, each question once; two bounds next to each other ask for equality too."""
    questions: dict[Fact, Fact] = {}
    for one in sorted(facts, key=lambda item: item.size):
        questions.setdefault(one.question, one)
    result = list(questions.values())
    for inequality in questions:
        if (
            inequality.shape is Shape.AT_MOST
            and Fact(Shape.AT_MOST, inequality.coefficients, inequality.bound + 1) in questions
        ):
            equality = fact(Shape.EQUAL, dict(inequality.coefficients), inequality.bound + 1)
            result.extend(() if equality is None or equality in questions else (equality,))
    return sorted(result, key=lambda item: item.size)
