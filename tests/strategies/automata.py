"""Random Büchi automata."""

from __future__ import annotations

from random import Random

from vexil.spec.atoms import Call
from vexil.spec.buchi import Buchi, Cube, Edge

ATOMS = (Call("p"), Call("q"))


def random_automaton(random: Random) -> Buchi:
    """A small automaton over two atoms; every state has edges, and some accept."""
    size = random.randrange(1, 4)
    edges = []
    for _ in range(size):
        found = []
        for _ in range(random.randrange(1, 4)):
            required = random.choice([0, 0, 1, 2, 3])
            found.append(Edge(Cube(required, random.choice([0, 1, 2]) & ~required), random.randrange(size)))
        edges.append(tuple(sorted(set(found))))
    return Buchi(ATOMS, tuple(edges), frozenset(random.sample(range(size), random.randrange(1, size + 1))))
