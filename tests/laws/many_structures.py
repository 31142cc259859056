"""CTL and LTL on many explicit structures at a time: one relation, and all or some labellings side by side.

Every state has one bit for each labelling, so that a connective is one operation on whole numbers. Nothing here is
shared with the evaluators of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import permutations, product
from operator import and_, or_
from random import Random
from typing import TypeAlias

from kripke import Kripke
from vexil.spec.atoms import Atom
from vexil.spec.buchi import Buchi, Cube
from vexil.spec.formulas import (
    And,
    Constant,
    Ctl,
    Equivalent,
    Exists,
    Finally,
    ForAll,
    Globally,
    Implies,
    Next,
    Not,
    Or,
    Path,
    Proposition,
    Release,
    Until,
    WeakUntil,
)
from vexil.spec.nodes import operands_of, postorder

Relation: TypeAlias = tuple[tuple[int, ...], ...]
"""The successors of every state, at least one."""
Value: TypeAlias = tuple[int, ...]
"""For every state, the labellings for which something is true there, as a bit mask."""


def total_relations(count: int) -> list[Relation]:
    """All relations on some states in which every state has a successor, one of each class of isomorphic ones."""
    found: dict[frozenset[tuple[int, int]], Relation] = {}
    choices = [tuple(s for s in range(count) if mask >> s & 1) for mask in range(1, 1 << count)]
    kept = []
    for relation in product(choices, repeat=count):
        edges = [(source, target) for source, targets in enumerate(relation) for target in targets]
        if frozenset(edges) in found:
            continue
        kept.append(relation)
        for order in permutations(range(count)):
            found[frozenset((order[source], order[target]) for source, target in edges)] = relation
    return kept


@dataclass(frozen=True)
class Structures:
    """The structures with one relation and several labellings."""

    relation: Relation
    labels: dict[Atom, Value]
    labellings: int

    @property
    def everything(self) -> int:
        return (1 << self.labellings) - 1

    def one(self, labelling: int) -> Kripke:
        """A single one of the structures."""
        letters = [
            frozenset(atom for atom, value in self.labels.items() if value[state] >> labelling & 1)
            for state in range(len(self.relation))
        ]
        return Kripke(tuple(letters), self.relation)


def all_labellings(relation: Relation, atoms: Sequence[Atom]) -> Structures:
    """All ways to say which atoms are true in which states."""
    count = len(relation)
    width = 1 << len(atoms) * count
    everything = (1 << width) - 1
    # The truth table of variable i repeats 2^i zeros and 2^i ones.
    columns = [everything // ((1 << (1 << i)) + 1) << (1 << i) for i in range(len(atoms) * count)]
    labels = {atom: tuple(columns[i * count : (i + 1) * count]) for i, atom in enumerate(atoms)}
    return Structures(relation, labels, width)


def random_structures(random: Random, count: int, labellings: int, atoms: Sequence[Atom]) -> Structures:
    """A random relation with few edges, and random labellings in which each atom has its own frequency."""
    relation = tuple(tuple(sorted(random.sample(range(count), random.choice((1, 1, 2, 3))))) for _ in range(count))

    def column(frequency: int) -> int:
        bits = [random.getrandbits(labellings) for _ in range(3)]
        return (bits[0], bits[0] & bits[1], bits[0] & bits[1] & bits[2], bits[0] | bits[1])[frequency]

    labels = {}
    for atom in atoms:
        frequency = random.randrange(4)
        labels[atom] = tuple(column(frequency) for _ in range(count))
    return Structures(relation, labels, labellings)


def ctl_value(structures: Structures, formula: Ctl) -> Value:
    """Where a CTL formula is true."""
    known: dict[Ctl, Value] = {}
    for part in postorder(formula):
        known[part] = _ctl_value(structures, part, [known[operand] for operand in operands_of(part)])
    return known[formula]


def _ctl_value(structures: Structures, formula: Ctl, operands: list[Value]) -> Value:
    count, everything = len(structures.relation), structures.everything

    def opposite(value: Value) -> Value:
        return tuple(everything & ~bits for bits in value)

    match formula:
        case Constant(value):
            return (everything if value else 0,) * count
        case Proposition(atom):
            return structures.labels[atom]
        case Not():
            return opposite(operands[0])
        case And():
            return tuple(reduce(and_, bits) for bits in zip(*operands, strict=True))
        case Or():
            return tuple(reduce(or_, bits) for bits in zip(*operands, strict=True))
        case Implies():
            return tuple(map(or_, opposite(operands[0]), operands[1]))
        case Equivalent():
            return tuple(everything & ~(left ^ right) for left, right in zip(*operands, strict=True))
        case ForAll(path):
            return _path_value(structures, path, operands, and_)
        case Exists(path):
            return _path_value(structures, path, operands, or_)


def _path_value(
    structures: Structures, path: Path[Ctl], operands: list[Value], quantifier: Callable[[int, int], int]
) -> Value:
    """Solve ``v = now || (meanwhile && next v)`` by iteration; strong operators from below, weak ones from above."""

    def following(value: Value) -> Value:
        return tuple(reduce(quantifier, [value[target] for target in targets]) for targets in structures.relation)

    nowhere = (0,) * len(structures.relation)
    everywhere = (structures.everything,) * len(structures.relation)
    match path:
        case Next():
            return following(operands[0])
        case Finally():
            now, meanwhile, solution = operands[0], everywhere, nowhere
        case Until():
            now, meanwhile, solution = operands[1], operands[0], nowhere
        case Globally():
            now, meanwhile, solution = nowhere, operands[0], everywhere
        case WeakUntil():
            now, meanwhile, solution = operands[1], operands[0], everywhere
        case Release():
            now, meanwhile, solution = tuple(map(and_, *operands)), operands[1], everywhere
    while True:
        again = zip(now, meanwhile, following(solution), strict=True)
        better = tuple(here | (still & later) for here, still, later in again)
        if better == solution:
            return solution
        solution = better


def accepted_path(structures: Structures, automaton: Buchi) -> Value:
    """Where a path starts whose word a Büchi automaton accepts."""
    moves = [[(edge.target, _admitted(structures, automaton, edge.cube)) for edge in es] for es in automaton.edges]
    count, states = len(structures.relation), range(len(automaton.edges))

    def before(values: Sequence[Value]) -> list[Value]:
        later = [
            tuple(reduce(or_, [value[target] for target in targets]) for targets in structures.relation)
            for value in values
        ]
        return [
            tuple(reduce(or_, [guard[s] & later[target][s] for target, guard in moves[state]], 0) for s in range(count))
            for state in states
        ]

    nowhere, everywhere = (0,) * count, (structures.everything,) * count
    recurrent = [everywhere for _ in states]
    while True:
        goals = [value if state in automaton.accepting else nowhere for state, value in enumerate(recurrent)]
        seeds = before(goals)
        reaching = seeds
        while True:
            more = [tuple(map(or_, seed, value)) for seed, value in zip(seeds, before(reaching), strict=True)]
            if more == reaching:
                break
            reaching = more
        if reaching == recurrent:
            return recurrent[automaton.initial]
        recurrent = reaching


def _admitted(structures: Structures, automaton: Buchi, cube: Cube) -> Value:
    result = [structures.everything] * len(structures.relation)
    for bit, atom in enumerate(automaton.atoms):
        for state, value in enumerate(structures.labels[atom]):
            if cube.required >> bit & 1:
                result[state] &= value
            if cube.forbidden >> bit & 1:
                result[state] &= ~value
    return tuple(result)
