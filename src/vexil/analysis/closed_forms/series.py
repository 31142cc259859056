"""Series: values as functions of how often a loop was gone round, exact modulo a power of two.

After *k* iterations a value is a sum of polynomials over values at entry times *basis functions* of *k*. For numbers
a, b, … let B(a, b, …) be the function that is 0 at first (1 for one number alone) and of which each iteration makes

    B(a, b, …) <- a * B(a, b, …) + B(b, …).

It is the divided difference of t^k at these nodes, so their order does not matter. B(a) is a^k; with m ones it is k
over m - 1; B(1, a) is 1 + a + … + a^(k-1). A register that becomes a times itself plus a sum of basis functions is such
a sum again, with one more node *a* in each: nothing is ever divided, which powers of two would not allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import comb

from vexil.analysis.closed_forms.polynomials import Polynomial, TooLarge, constant

HIGHEST_DEGREE = 5
"""Forms are polynomials of at most this degree in the number of iterations; a basis function has one more node."""
Nodes = tuple[Polynomial, ...]
"""The nodes of a basis function, ones first."""
Powers = Mapping[Nodes, Polynomial]


def ordered(nodes: Iterable[Polynomial]) -> Nodes:
    """Nodes in their order."""
    return tuple(sorted(nodes, key=lambda node: (node.number != 1, str(sorted(map(str, node.factors.items()))))))


@dataclass(frozen=True, slots=True)
class Series:
    """A sum of coefficients times binomials: the first is constant, the second times k, the third times k over 2, …

    ``powers`` has the coefficients of basis functions with other nodes than ones.
    """

    coefficients: tuple[Polynomial, ...]
    powers: Powers = field(default_factory=dict)

    def __add__(self, other: Series) -> Series:
        """The sum."""
        return _sum(self.width, (*self.parts(), *other.parts()))

    def __mul__(self, other: Series) -> Series:
        """The product; raises `TooLarge` when it is none, or not simple enough."""
        products = [
            (nodes, one * two * factor)
            for first, one in self.parts()
            for second, two in other.parts()
            for nodes, factor in _product(first, second)
        ]
        return _sum(self.width, products)

    def parts(self) -> Iterator[tuple[Nodes, Polynomial]]:
        """The nodes of all basis functions with their coefficients."""
        for degree, coefficient in enumerate(self.coefficients):
            if coefficient.factors:
                yield (constant(self.width, 1),) * (degree + 1), coefficient
        yield from self.powers.items()

    @property
    def width(self) -> int:
        """The number of bits that are known."""
        return self.coefficients[0].width

    def followed(self, factor: Polynomial, start: Polynomial) -> Series:
        """What a register holds that begins with *start* and becomes *factor* times itself plus the series."""
        parts = [(ordered((*nodes, factor)), coefficient) for nodes, coefficient in self.parts()]
        return _sum(self.width, [((factor,), start), *parts])

    def delayed(self) -> Series:
        """The value one iteration before, of a series without powers."""
        assert not self.powers
        total = [constant(self.width, 0)] * len(self.coefficients)
        for j, coefficient in enumerate(self.coefficients):
            for i in range(j + 1):
                total[i] += coefficient.scaled((-1) ** (j - i))
        return Series(tuple(total))

    def narrowed(self, width: int) -> Series:
        """The low bits."""
        return _sum(
            width,
            ((ordered(node.narrowed(width) for node in nodes), one.narrowed(width)) for nodes, one in self.parts()),
        )


def _sum(width: int, parts: Iterable[tuple[Nodes, Polynomial]]) -> Series:
    """A sum of basis functions; raises `TooLarge`."""
    coefficients: list[Polynomial] = []
    powers: dict[Nodes, Polynomial] = {}
    for nodes, coefficient in parts:
        if all(node.number == 1 for node in nodes):
            coefficients += [constant(width, 0)] * (len(nodes) - len(coefficients))
            coefficients[len(nodes) - 1] += coefficient
        else:
            powers[nodes] = powers.get(nodes, constant(width, 0)) + coefficient
    while coefficients and not coefficients[-1].factors:
        coefficients.pop()
    kept = {nodes: coefficient for nodes, coefficient in powers.items() if coefficient.factors}
    if max(map(len, (coefficients, *kept))) > HIGHEST_DEGREE + 1:
        raise TooLarge
    return Series(tuple(coefficients) or (constant(width, 0),), kept)


def _product(one: Nodes, two: Nodes) -> Iterator[tuple[Nodes, Polynomial]]:
    """The product of two basis functions as a sum of such; raises `TooLarge` where none is known."""
    width = one[0].width
    if len(one) > len(two):
        one, two = two, one
    if len(one) == 1:  # a^k scales all nodes of the other by a
        (factor,) = one
        scale = constant(width, 1)
        for _ in two[1:]:
            scale = scale * factor
        yield ordered(factor * node for node in two), scale
    elif all(node.number == 1 for node in (*one, *two)):
        i, j = len(one) - 1, len(two) - 1
        for m in range(j, i + j + 1):
            yield (constant(width, 1),) * (m + 1), constant(width, comb(m, i) * comb(i, m - j))
    elif len(one) == 2 and all(node.number == 1 for node in one):
        yield from _times_count(two)
    elif len(two) == 2 and all(node.number == 1 for node in two):
        yield from _times_count(one)
    else:
        raise TooLarge


def _times_count(nodes: Nodes) -> Iterator[tuple[Nodes, Polynomial]]:
    """The count of iterations times a basis function: k * t^k is t times the derivative of t^k."""
    *others, last = nodes
    for node in nodes:
        yield ordered((*nodes, node)), last
    for node in others:
        yield ordered((*others, node)), constant(last.width, 1)


def union(series: Iterable[Series]) -> Nodes:
    """The fewest nodes that have all those of each basis function with other nodes than ones among them."""
    most: Counter[Polynomial] = Counter()
    for one in series:
        for nodes in one.powers:
            most |= Counter(nodes)
    return ordered(most.elements())


def rebased(series: Series, chain: Nodes) -> Series:
    """The same as a sum of binomials and of the basis functions whose nodes begin the chain (Newton's form).

    Then nothing else is known of these functions: what holds between powers and their sums holds between the sums.
    """
    parts: list[tuple[Nodes, Polynomial]] = []
    pending = list(series.parts())
    while pending:
        nodes, coefficient = pending.pop()
        if all(node.number == 1 for node in nodes) or nodes == chain[: len(nodes)]:
            parts.append((nodes, coefficient))
            continue
        missing = next(iter((Counter(chain) - Counter(nodes)).elements()))
        *others, last = nodes
        pending.append((ordered((*others, missing)), coefficient))
        pending.append((ordered((*nodes, missing)), coefficient * (last - missing)))
    return _sum(series.width, parts)
