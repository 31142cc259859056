"""Satisfiability of Boolean expressions as people and abstractions write them, by decision diagrams (Bryant 1986).

It serves to look at a program before any engine does. The engines have diagrams that scale.
"""

from __future__ import annotations

from functools import reduce

from vexil.core.dag import bottom_up
from vexil.core.errors import LimitReached, require
from vexil.model.boolean_program import expressions as bpe
from vexil.model.boolean_program.expressions import Expr

MOST_NODES = 100_000
MOST_VARIABLES = 300
"""The diagram is built one variable inside the other."""

_FALSE, _TRUE = 0, 1


def satisfying(*expressions: Expr) -> dict[str, bool] | None:
    """A valuation that makes all expressions true, or nothing; raises `LimitReached` when there is too much to look at.

    The expressions are Boolean and over current values. Variables that do not matter are left out.
    """
    table = _Table()
    root = table.diagram(bpe.And(expressions))
    return table.path_to_true(root)


def overlap(choice: bpe.Choose, invariant: Expr) -> dict[str, bool] | None:
    """A consistent valuation in which both parts of a choice are true, or nothing."""
    return satisfying(choice.yes, choice.no, invariant)


class _Table:
    """Diagrams as numbers: 0 is false, 1 is true; variables are in the order in which they are first met."""

    def __init__(self) -> None:
        self._nodes: list[tuple[int, int, int]] = [(MOST_VARIABLES, 0, 0), (MOST_VARIABLES, 1, 1)]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._decided: dict[tuple[int, int, int], int] = {}
        self._levels: dict[str, int] = {}

    def diagram(self, expression: Expr) -> int:
        """The diagram of an expression."""
        return bottom_up(expression, self._part, bpe.operands)

    def _part(self, part: Expr, parts: tuple[int, ...]) -> int:
        match part:
            case bpe.Constant(value):
                return int(value)
            case bpe.Var(name):
                level = self._levels.setdefault(name, len(self._levels))
                if level >= MOST_VARIABLES:
                    raise LimitReached(f"limit of {MOST_VARIABLES} variables in one expression")
                return self._node(level, _FALSE, _TRUE)
            case bpe.Not():
                return self._decide(parts[0], _FALSE, _TRUE)
            case bpe.And():
                return reduce(lambda whole, item: self._decide(whole, item, _FALSE), parts, _TRUE)
            case bpe.Or():
                return reduce(lambda whole, item: self._decide(whole, _TRUE, item), parts, _FALSE)
            case bpe.Same():
                left, right = parts
                return self._decide(left, right, self._decide(right, _FALSE, _TRUE))
            case bpe.Next() | bpe.Unknown() | bpe.Choose():
                require(False, "satisfiability should be asked of Boolean expressions")
                return _FALSE

    def _node(self, level: int, low: int, high: int) -> int:
        if low == high:
            return low
        number = self._numbers.setdefault((level, low, high), len(self._nodes))
        if number == len(self._nodes):
            if number >= MOST_NODES:
                raise LimitReached(f"limit of {MOST_NODES} nodes for one expression over {len(self._levels)} variables")
            self._nodes.append((level, low, high))
        return number

    def _decide(self, condition: int, yes: int, no: int) -> int:
        """If *condition* then *yes* else *no*."""
        if condition <= _TRUE:
            return yes if condition else no
        if yes == no or (yes, no) == (_TRUE, _FALSE):
            return yes if yes == no else condition
        key = (condition, yes, no)
        cached = self._decided.get(key)
        if cached is None:
            below = self._below
            level = min(self._nodes[condition][0], self._nodes[yes][0], self._nodes[no][0])
            low = self._decide(below(condition, level, 1), below(yes, level, 1), below(no, level, 1))
            high = self._decide(below(condition, level, 2), below(yes, level, 2), below(no, level, 2))
            cached = self._decided[key] = self._node(level, low, high)
        return cached

    def _below(self, number: int, level: int, side: int) -> int:
        node = self._nodes[number]
        return node[side] if node[0] == level else number

    def path_to_true(self, number: int) -> dict[str, bool] | None:
        """Values that lead to true, false ones where there is a choice."""
        if number == _FALSE:
            return None
        names = list(self._levels)
        valuation: dict[str, bool] = {}
        while number != _TRUE:
            level, low, high = self._nodes[number]
            valuation[names[level]] = low == _FALSE
            number = high if low == _FALSE else low
        return valuation
