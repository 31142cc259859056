"""The values that a command may choose, one combination after the other, so that each can be printed."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.core.dag import bottom_up
from vexil.engines.printed.rewriting import Refused, Rewriter
from vexil.ir.expressions import Operator
from vexil.model.guarded.expressions import BIT, Apply, Const, Expr, both, is_const
from vexil.model.guarded.system import Command, GuardedSystem

MOST_COMBINATIONS = 4096
"""Combinations of choices of one command that are printed."""
Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Combination:
    """Values for the choices of a command, and the condition (guard included) under which they may be chosen."""

    values: tuple[int, ...]
    names: dict[str, Expr]
    condition: Expr


class ChoiceEnumerator:
    """Lists what commands of one system may choose."""

    def __init__(self, system: GuardedSystem) -> None:
        self._system = system
        self._rewriter = Rewriter(system)

    def combinations(self, command: Command, thread: Expr | None = None) -> list[Combination]:
        """The combinations that are possible for a command, in order; the moving thread may be a number."""
        guard = self._rewriter.rewrite(command.guard, {}, thread)
        if is_const(guard, 0):
            return []
        partial = [Combination((), {}, guard)]
        for choice in command.choices:
            following = []
            for before in partial:
                count = self._rewriter.rewrite(choice.count, before.names, thread)
                for value in range(self._bound(count, choice.name)):
                    chosen = Const(value, choice.count.type)
                    names = {**before.names, choice.name: chosen}
                    allowed = self._rewriter.rewrite(choice.condition, names, thread)
                    condition = both(before.condition, _less(value, count), allowed)
                    if not is_const(condition, 0):
                        following.append(Combination((*before.values, value), names, condition))
                        self._limit(len(following), choice.name)
            partial = following
        return partial

    def _bound(self, count: Expr, name: str) -> int:
        """The most values that there can be."""
        most = max(0, bottom_up(count, _interval)[1])
        self._limit(most, name)
        return most

    def _limit(self, many: int, name: str) -> None:
        if many > MOST_COMBINATIONS:
            raise Refused(
                f"the choice {name} of {self._system.name} has up to {many} values, and at most {MOST_COMBINATIONS}"
                " are printed one by one",
                hint="bound the range of what is chosen",
            )


def _less(value: int, count: Expr) -> Expr:
    if isinstance(count, Const):
        return Const(int(value < count.value), BIT)
    return Apply(Operator.LESS, (Const(value, count.type), count), BIT)


def _interval(node: Expr, operands: tuple[Interval, ...]) -> Interval:
    """A range that the values of an expression are in."""
    kind = node.type
    whole = (kind.low, kind.high)
    match node:
        case Const(value, _):
            return value, value
        case Apply(operator, _, _):
            computed = _computed(operator, operands)
            return computed if computed is not None and kind.low <= computed[0] and computed[1] <= kind.high else whole
        case _:
            return whole


def _computed(operator: Operator, operands: tuple[Interval, ...]) -> Interval | None:
    match operator, operands:
        case Operator.ADD, ((a, b), (c, d)):
            return a + c, b + d
        case Operator.SUBTRACT, ((a, b), (c, d)):
            return a - d, b - c
        case Operator.MULTIPLY, ((a, b), (c, d)):
            products = [a * c, a * d, b * c, b * d]
            return min(products), max(products)
        case Operator.IF, (_, (a, b), (c, d)):
            return min(a, c), max(b, d)
        case Operator.REMAINDER, ((a, _), (c, d)) if a >= 0 and c > 0:
            return 0, d - 1
        case Operator.BIT_AND, ((a, b), (c, d)) if a >= 0 or c >= 0:
            return 0, min(high for low, high in operands if low >= 0)
        case ((Operator.BIT_OR | Operator.BIT_XOR), ((a, b), (c, d))) if a >= 0 and c >= 0:
            return 0, (1 << max(b.bit_length(), d.bit_length())) - 1
        case Operator.CAST, (inner,):
            return inner
        case _:
            return None
