"""Whether a search saw any run at all."""

from __future__ import annotations

from vexil.engines.reference.components import ranks_of
from vexil.ir.interpreter import Snapshot
from vexil.model.explore import Explorer


def why_vacuous(explorer: Explorer, initial: list[Snapshot]) -> str:
    """Say why a finished search means nothing: every run was cut by a restriction, so there is no run.

    A run is one that has ended or that goes round for ever; states that are merely reached belong to none when
    everything behind them is cut.
    """
    losses = explorer.losses
    if not losses.restricted or losses.finished:
        return ""
    steps: dict[Snapshot, list[Snapshot]] = {}
    again = Explorer(explorer.machine)

    def successors(state: Snapshot) -> list[Snapshot]:
        if state not in steps:
            steps[state] = [following for _, following in again.successors(state)]
        return steps[state]

    ranks = ranks_of(initial, successors)
    endless = any(ranks[following] == ranks[state] for state in ranks for following in steps[state])
    return "" if endless or again.losses.finished else "every run is cut by a restriction"
