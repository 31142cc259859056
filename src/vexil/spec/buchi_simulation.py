"""Fewer choices for a Büchi automaton: steps that another step makes superfluous are left out.

A state *simulates* another one if it accepts where that one does, and can answer each of its steps by one that reads as
much and leads to a state that simulates the target (direct simulation). A step is superfluous if another one from the
same state reads as much and leads to a state that simulates its target (Somenzi and Bloem 2000). The language stays the
same: along an accepting run the remaining steps lead through states that simulate those of the run. That is so as well
where steps are left out letter by letter.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from vexil.spec.buchi import Buchi, Edge


def pruned(automaton: Buchi) -> Buchi:
    """The automaton without superfluous steps."""
    simulated = simulation(automaton)
    return replace(automaton, edges=tuple(useful(edges, simulated) for edges in automaton.edges))


def useful(edges: tuple[Edge, ...], simulated: Collection[tuple[int, int]]) -> tuple[Edge, ...]:
    """The steps from a state that are not superfluous; of two that make each other so the first one stays."""

    def is_covered(edge: Edge, other: Edge) -> bool:
        return edge.cube.implies(other.cube) and (edge.target, other.target) in simulated

    def is_superfluous(number: int, edge: Edge) -> bool:
        return any(
            is_covered(edge, other) and (place < number or not is_covered(other, edge))
            for place, other in enumerate(edges)
            if place != number
        )

    return tuple(edge for number, edge in enumerate(edges) if not is_superfluous(number, edge))


def simulation(automaton: Buchi) -> set[tuple[int, int]]:
    """Pairs of a state and one that simulates it: the greatest set that keeps what is promised."""
    states, edges = range(len(automaton.edges)), automaton.edges
    pairs = {
        (one, other)
        for one in states
        for other in states
        if one not in automaton.accepting or other in automaton.accepting
    }

    def is_answered(one: int, other: int) -> bool:
        return all(
            any(edge.cube.implies(answer.cube) and (edge.target, answer.target) in pairs for answer in edges[other])
            for edge in edges[one]
        )

    while True:
        wrong = {pair for pair in pairs if not is_answered(*pair)}
        if not wrong:
            return pairs
        pairs -= wrong
