"""The system that is searched in place of the flat form of a program: reduced as far as the property allows."""

from __future__ import annotations

from dataclasses import replace

from vexil.model.flattening.goals import FlatGoal
from vexil.model.reductions.choose_free import choose_free
from vexil.model.reductions.quotient import quotient
from vexil.model.reductions.reduced import Reduced
from vexil.model.searching import Reduction, Searching


def prepared(goal: FlatGoal, searching: Searching) -> FlatGoal:
    """The goal in the system whose steps are searched: choices of an abstraction are cut where nobody wants them."""
    if not searching.feasible:
        return goal
    flattened = goal.flattened
    return replace(goal, flattened=replace(flattened, system=choose_free(flattened.system)))


def reduced(goal: FlatGoal, wanted: frozenset[Reduction]) -> Reduced:
    """Reduce a system by those of the wanted reductions that change something."""
    return quotient(goal.flattened.system, goal.flattened.world, wanted)
