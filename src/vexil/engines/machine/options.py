"""What the options of state search mean to the machine."""

from __future__ import annotations

from vexil.core.errors import UsageError
from vexil.engines.machine.search import Order, Reduction
from vexil.model.search_options import ExplicitOptions
from vexil.model.search_options import Order as Asked
from vexil.model.search_options import Reduction as Named
from vexil.spec.property import Property
from vexil.transform.reductions.soundness import usable

_ORDERS = {Asked.BREADTH: Order.BREADTH, Asked.TREE: Order.BREADTH, Asked.DEPTH: Order.DEPTH}
"""Parts that states have in common are always stored once."""


def order_of(searching: ExplicitOptions) -> Order:
    """The order in which all states are visited; raises `UsageError` for one that the machine does not know."""
    order = _ORDERS.get(searching.order)
    if order is None:
        raise UsageError(
            f"the machine does not search in the order {searching.order.value}",
            hint="use --order breadth or --order depth, or --engine explicit",
        )
    return order


def reduction_of(asked: Property, searching: ExplicitOptions) -> Reduction:
    """How much is left out; raises `UsageError` for what would not keep the answer.

    Numbers of objects never matter. Fused are steps that nobody else can notice; of steps under common locks, which
    nobody can disturb, one order is followed.
    """
    wanted = usable(asked, searching)
    if Named.ORDER in wanted:
        return Reduction.GUARDED
    return Reduction.INVISIBLE if Named.FUSE in wanted else Reduction.NONE
