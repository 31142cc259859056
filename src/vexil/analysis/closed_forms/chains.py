"""Chains: the basis functions of one loop that are no binomials, as auxiliary variables, and what is known of them.

The nodes of all of them stand in one row; the functions are those of the first one, of the first two, and so on, as in
Newton's interpolation. So geometric sums and the powers that they sum up are written with the same variables, and what
holds between them needs no proof. Of the variables themselves the low bits are known, and what powers of two are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vexil.analysis.closed_forms.polynomials import Polynomial, atom, constant, expression_of
from vexil.analysis.closed_forms.series import Nodes, Series, rebased, union
from vexil.ir.auxiliaries import Auxiliary
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.sharing import Sharing
from vexil.ir.text.printer_expressions import print_expression
from vexil.ir.types import BOOL, IntegerType
from vexil.ir.typing import negation

TABLE = 8
"""Functions of odd nodes are known modulo this."""
FIRST = Variable("\\first", BOOL, False)
"""The auxiliary variable that is true before the first iteration."""


def counter(width: int, degree: int) -> Variable:
    """The auxiliary variable that counts the ways to choose so many of the iterations so far."""
    return Variable(f"\\k{degree if degree > 1 else ''}(u{width})", IntegerType(width, False), False)


@dataclass(frozen=True)
class Chain:
    """The nodes of the basis functions of one width that a loop needs."""

    width: int
    nodes: Nodes

    @property
    def kind(self) -> IntegerType:
        """The type of the variables."""
        return IntegerType(self.width, False)

    @property
    def ones(self) -> int:
        """How many of the nodes are one: those functions are binomials."""
        return sum(node.number == 1 for node in self.nodes)

    def series(self, one: Series) -> Series:
        """A series over the functions of the chain."""
        return rebased(one, self.nodes)

    def variable(self, length: int, *, before: bool = False) -> Variable:
        """The auxiliary variable for the function of so many nodes, or for its value one iteration before."""
        if length <= self.ones and not before:
            return counter(self.width, length - 1)
        texts = (_text(node) for node in self.nodes[:length])
        return Variable(f"\\{'before' if before else 'k'}[{', '.join(texts)}]({self.kind})", self.kind, False)

    def value(self, length: int, sharing: Sharing) -> Polynomial:
        """The function of so many nodes as a polynomial: one alone is 1, and none is 0."""
        if not length or (length == 1 and self.ones):
            return constant(self.width, min(length, 1))
        return atom(self.width, sharing.variable(self.variable(length)))

    def auxiliaries(self, named: Iterable[str], sharing: Sharing) -> Iterator[Auxiliary]:
        """The variables that are named, and those that they depend on, without counters."""
        names = set(named)
        lengths = range(self.ones + 1, len(self.nodes) + 1)
        used = [length for length in lengths if names & {self.variable(length).name, self.before(length).name}]
        for length in range(self.ones + 1, max(used, default=0) + 1):
            step = self.nodes[length - 1] * atom(self.width, sharing.variable(self.variable(length)))
            step = step + self.value(length - 1, sharing)
            start = Const(int(length == 1), self.kind)
            yield Auxiliary(self.variable(length), start, expression_of(step, self.kind))
        for length in used:
            if self.before(length).name in names:
                yield Auxiliary(self.before(length), Const(0, self.kind), self.variable(length))

    def before(self, length: int) -> Variable:
        """The auxiliary variable for the value one iteration before."""
        return self.variable(length, before=True)

    # --- what is known of the variables ------------------------------------------------------------------

    def facts(self, sharing: Sharing) -> Iterator[Expr]:
        """What holds of the functions; each is kept by every iteration."""
        for length in range(self.ones + 1, len(self.nodes) + 1):
            yield from self._low_bits(length)
        for node in dict.fromkeys(self.nodes):
            shift = _logarithm(node)
            if shift:
                power, count = self._power(node, sharing), counter(self.width, 1)
                few = Apply(Operator.LESS, (count, Const(-(-self.width // shift), self.kind)), BOOL)
                yield _either(_equal(power, 0), few)
                yield _either(_equal(power, 0), self._is_power_of_two(power, shift))
        if self.nodes[:2] == (constant(self.width, 1), constant(self.width, -1)):
            odd = Apply(Operator.BIT_AND, (counter(self.width, 1), Const(1, self.kind)), self.kind)
            yield _equal(self.variable(2), odd)

    def guesses(self, sharing: Sharing) -> Iterator[Expr]:
        """What holds as long as the count of iterations does not wrap around."""
        for node in dict.fromkeys(self.nodes):
            shift = _logarithm(node)
            if shift:
                power, count = self._power(node, sharing), counter(self.width, 1)
                few = Apply(Operator.LESS, (count, Const(-(-self.width // shift), self.kind)), BOOL)
                yield _either(negation(few), self._is_power_of_two(power, shift))

    def lags(self, named: Iterable[str], sharing: Sharing) -> Iterator[Expr]:
        """How the values of the iteration before that are named are related to those of this one."""
        names = set(named)
        for length in range(self.ones + 1, len(self.nodes) + 1):
            before = self.before(length)
            if before.name in names:
                earlier = self.nodes[length - 1] * atom(self.width, sharing.variable(before)) + self._earlier(
                    length - 1, sharing
                )
                yield _either(FIRST, _equal(self.variable(length), expression_of(earlier, self.kind)))

    def _earlier(self, length: int, sharing: Sharing) -> Polynomial:
        """The function of so many nodes one iteration before."""
        if length > self.ones:
            return atom(self.width, sharing.variable(self.before(length)))
        total = constant(self.width, 0)
        for shorter in range(1, length + 1):
            total = total + self.value(shorter, sharing).scaled((-1) ** (length - shorter))
        return total

    def _power(self, node: Polynomial, sharing: Sharing) -> Expr:
        """A power of a node over the variables of the chain."""
        total = constant(self.width, 0)
        for nodes, coefficient in self.series(
            Series((constant(self.width, 0),), {(node,): constant(self.width, 1)})
        ).parts():
            total = total + coefficient * self.value(len(nodes), sharing)
        return expression_of(total, self.kind)

    def _is_power_of_two(self, power: Expr, shift: int) -> Expr:
        """That a power is one shifted by a multiple of the count, where that many bits are there."""
        count: Expr = counter(self.width, 1)
        if shift > 1:
            count = Apply(Operator.MULTIPLY, (count, Const(shift, self.kind)), self.kind)
        fits = Apply(Operator.LESS, (count, Const(self.width, self.kind)), BOOL)
        shifted = Apply(Operator.SHIFT_LEFT, (Const(1, self.kind), count), self.kind)
        return Apply(Operator.IF, (fits, _equal(power, shifted), Const(True, BOOL)), BOOL)

    def _low_bits(self, length: int) -> Iterator[Expr]:
        """Modulo a power of two that divides all nodes minus one, a function is a binomial; even nodes count once."""
        numbers = [node.number for node in self.nodes[:length]]
        known = [number for number in numbers if number is not None]
        if len(known) < length:
            return
        variable = self.variable(length)
        if all(number % 2 for number in known):
            mask = min((number - 1) & (1 - number) for number in known if number != 1) - 1
            like: Expr = Const(1, self.kind) if length == 1 else counter(self.width, length - 1)
            yield _equal(self._masked(variable, mask), self._masked(like, mask))
            table = _table(known)
            if table:
                yield _equal(self._masked(variable, TABLE - 1), self._listed(table))
        elif known[:-1] in ([], [1]) and known[-1]:
            mask = (known[-1] & -known[-1]) - 1
            yield _either(FIRST, _equal(self._masked(variable, mask), Const((length - 1) & mask, self.kind)))

    def _listed(self, table: list[int]) -> Expr:
        """The entry of a table, whose length is a power of two, that the low bits of the count select."""
        place = self._masked(counter(self.width, 1), len(table) - 1)
        chosen: Expr = Const(table[-1], self.kind)
        for index in reversed(range(len(table) - 1)):
            chosen = Apply(Operator.IF, (_equal(place, index), Const(table[index], self.kind), chosen), self.kind)
        return chosen

    def _masked(self, value: Expr, mask: int) -> Expr:
        return Apply(Operator.BIT_AND, (value, Const(mask % (1 << self.width), self.kind)), self.kind)


def chains_of(series: Iterable[Series]) -> dict[int, Chain]:
    """The chain of each width for which some series have powers."""
    by_width: dict[int, list[Series]] = {}
    for one in series:
        if one.powers:
            by_width.setdefault(one.width, []).append(one)
    return {width: Chain(width, union(some)) for width, some in by_width.items()}


def _text(node: Polynomial) -> str:
    if node.number is not None:
        return str(node.number)
    return print_expression(expression_of(node, IntegerType(node.width, False)))


def _logarithm(node: Polynomial) -> int:
    """Which power of two a node is, from the first one on; 0 for others."""
    number = node.number
    return number.bit_length() - 1 if number is not None and number > 1 and number & (number - 1) == 0 else 0


def _table(numbers: list[int]) -> list[int]:
    """The low bits of a basis function of odd nodes for each count, if they come again soon."""
    row = start = [1] + [0] * (len(numbers) - 1)
    table: list[int] = []
    while len(table) <= TABLE:
        table.append(row[-1])
        row = [
            (number * old + before) % TABLE for number, old, before in zip(numbers, row, [0, *row[:-1]], strict=True)
        ]
        if row == start:
            return table
    return []


def _equal(left: Expr, right: Expr | int) -> Expr:
    if isinstance(right, int):
        right = Const(right, left.type)
    return Apply(Operator.EQUAL, (left, right), BOOL)


def _either(left: Expr, right: Expr) -> Expr:
    return Apply(Operator.OR, (left, right), BOOL)
