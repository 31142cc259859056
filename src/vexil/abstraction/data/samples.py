"""Numbers to try before a solver is asked: small ones, those around constants, and the extremes of a type."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from random import Random

from vexil.abstraction.data.values import Number, is_nan
from vexil.ir.expressions import Const, Expr, preorder
from vexil.ir.types import FloatType, IntegerType, MathType
from vexil.model.tokens.abstract_type import Concrete

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
