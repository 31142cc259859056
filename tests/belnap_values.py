"""Belnap's four values as the literature has them: their two orders, and functions into them as one diagram."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.engines.belnap.values import Belnap, Truth
from vexil.engines.diagrams import Diagram, Manager


def is_less_true(one: Belnap, other: Belnap) -> bool:
    """Say whether it is below or equal in the order of truth: false, then *neither* and *both*, then true."""
    return one & other is one


def is_less_informed(one: Belnap, other: Belnap) -> bool:
    """Say whether it is below or equal in the order of information: *neither*, then true and false, then *both*."""
    return one.agreed(other) is one


def conjunction(values: Iterable[Belnap]) -> Belnap:
    """The conjunction of any number of values."""
    result = Belnap.TRUE
    for value in values:
        result = result & value
    return result


def disjunction(values: Iterable[Belnap]) -> Belnap:
    """The disjunction of any number of values."""
    result = Belnap.FALSE
    for value in values:
        result = result | value
    return result


def constant(manager: Manager, value: Belnap) -> Truth:
    """The function that has one value everywhere."""
    return Truth(
        manager.true if value.certain else manager.false,
        manager.true if value.possible else manager.false,
    )


class Single:
    """Functions into the four values as one diagram each, over one variable *z* more (Gurfinkel and Chechik 2006).

    The diagram is the first component where *z* holds, the second elsewhere. Conjunction and disjunction are then those
    of diagrams; negation is the complement with *z* and its negation exchanged.
    """

    def __init__(self, manager: Manager, extra: str = "z") -> None:
        self._manager = manager
        self._extra = extra
        self._z = manager.declare(extra)

    def encoded(self, function: Truth) -> Diagram:
        """One diagram for a pair."""
        return self._manager.ite(self._z, function.must, function.may)

    def decoded(self, function: Diagram) -> Truth:
        """The pair that a diagram stands for."""
        manager = self._manager
        return Truth(
            manager.replaced(function, {self._extra: manager.true}),
            manager.replaced(function, {self._extra: manager.false}),
        )

    def constant(self, value: Belnap) -> Diagram:
        """The function that has one value everywhere: true, false, *z* for *both*, its negation for *neither*."""
        return self.encoded(constant(self._manager, value))

    def negated(self, function: Diagram) -> Diagram:
        """The negation: the complement, with *z* and its negation exchanged."""
        return self._manager.replaced(~function, {self._extra: ~self._z})
