"""The system that is searched in place of the flat form of a program: reduced as far as the property allows."""

from __future__ import annotations

from dataclasses import replace

from vexil.engines.explicit.search import Compiled
from vexil.model.search_options import ExplicitOptions, Reduction
from vexil.transform.flattening.goals import FlatGoal
from vexil.transform.reductions.reduced import Reduced


def prepared(goal: FlatGoal, searching: ExplicitOptions) -> FlatGoal:
    """The goal in the system whose steps are searched: choices of an abstraction are cut where nobody wants them."""
    if not searching.feasible:
        return goal
    from vexil.transform.reductions.choose_free import choose_free

    flattened = goal.flattened
    return replace(goal, flattened=replace(flattened, system=choose_free(flattened.system)))


def reduced(goal: FlatGoal, wanted: frozenset[Reduction], searching: ExplicitOptions) -> Reduced:
    """Reduce a system by those of the wanted reductions that change something."""
    from vexil.transform.reductions.partial_order import with_quiet
    from vexil.transform.reductions.quotient import quotient
    from vexil.transform.reductions.visibility import visibility_of

    smaller = quotient(goal.flattened.system, goal.flattened.encoding, wanted)
    orders = wanted & {Reduction.ORDER, Reduction.FUSE}
    if not orders:
        return smaller
    system = with_quiet(smaller.system, visibility_of(goal, choose_free=searching.feasible))
    return replace(smaller, system=system, used=smaller.used | orders) if system.quiet else smaller


def compiled(reduced: Reduced, *, quick: bool = False) -> Compiled:
    """The reduced system in native code; *quick* code is made for few states."""
    order, fuse = Reduction.ORDER in reduced.used, Reduction.FUSE in reduced.used
    return Compiled(reduced.system, order=order, fuse=fuse, quick=quick)
