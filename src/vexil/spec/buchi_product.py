"""Words that several automata accept together: the product, its emptiness, a witness, and what that decides."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TypeAlias

from vexil.core.errors import LimitReached
from vexil.core.graphs import components
from vexil.spec.atoms import Atom, sorted_atoms
from vexil.spec.buchi import Buchi, Cube
from vexil.spec.buchi_translate import STATE_LIMIT, to_buchi
from vexil.spec.formulas import Ltl, Not
from vexil.spec.lasso import Lasso, Letter

PRODUCT_LIMIT = 200_000
"""The search gives up beyond this many states of the product."""

_Step: TypeAlias = tuple[Cube, int]


def find_word(automata: Sequence[Buchi], state_limit: int = PRODUCT_LIMIT) -> Lasso | None:
    """An ultimately periodic word that all automata accept, or nothing when there is none.

    Raises `LimitReached` beyond *state_limit* states.
    """
    product = _Product(automata, state_limit)
    for members in sorted(components(len(product.states), product.targets), key=min):
        if product.is_accepting(members):
            entry = min(members)
            stem = product.path(0, {entry})
            return Lasso(product.letters(stem), product.letters(product.cycle(entry, members)))
    return None


class _Product:
    """All reachable tuples of states, in breadth-first order."""

    def __init__(self, automata: Sequence[Buchi], state_limit: int) -> None:
        self._automata = automata
        self._atoms: tuple[Atom, ...] = sorted_atoms(atom for a in automata for atom in a.atoms)
        tables = [self._relabelled(automaton) for automaton in automata]
        start = tuple(automaton.initial for automaton in automata)
        numbers = {start: 0}
        self.states = [start]
        self.steps: list[list[_Step]] = []
        for state in self.states:
            steps: dict[_Step, None] = {}
            for cube, target in _joint(tables, state):
                if target not in numbers:
                    numbers[target] = len(self.states)
                    self.states.append(target)
                steps[cube, numbers[target]] = None
            self.steps.append(list(steps))
            if len(self.states) > state_limit:
                raise LimitReached(f"the product of automata has more than {state_limit} states")

    def _relabelled(self, automaton: Buchi) -> list[list[_Step]]:
        """The edges with masks over the atoms of the product."""
        positions = [self._atoms.index(atom) for atom in automaton.atoms]

        def moved(mask: int) -> int:
            return sum(1 << position for bit, position in enumerate(positions) if mask >> bit & 1)

        return [
            [(Cube(moved(e.cube.required), moved(e.cube.forbidden)), e.target) for e in edges]
            for edges in automaton.edges
        ]

    def targets(self, vertex: int) -> list[int]:
        """The vertices after *vertex*."""
        return [target for _, target in self.steps[vertex]]

    def _accepts(self, automaton: int, vertex: int) -> bool:
        return self.states[vertex][automaton] in self._automata[automaton].accepting

    def is_accepting(self, members: Sequence[int]) -> bool:
        """Say whether a run can stay in a component and satisfy every automaton."""
        if len(members) == 1 and members[0] not in self.targets(members[0]):
            return False
        return all(any(self._accepts(number, member) for member in members) for number in range(len(self._automata)))

    def path(self, start: int, goals: Set[int], within: Set[int] | None = None) -> list[_Step]:
        """A shortest path to one of the goals, inside a set of vertices when one is given."""
        if start in goals:
            return []
        origin: dict[int, tuple[int, Cube]] = {}
        queue = [start]
        for vertex in queue:
            for cube, target in self.steps[vertex]:
                if target == start or target in origin or (within is not None and target not in within):
                    continue
                origin[target] = (vertex, cube)
                if target in goals:
                    return _unrolled(origin, start, target)
                queue.append(target)
        return []

    def cycle(self, entry: int, members: Sequence[int]) -> list[_Step]:
        """A cycle through *entry* that satisfies every automaton."""
        within = frozenset(members)
        steps: list[_Step] = []
        here = entry
        visited = {entry}
        for number in range(len(self._automata)):
            goals = {member for member in members if self._accepts(number, member)}
            if visited.isdisjoint(goals):
                steps += self.path(here, goals, within)
                here = steps[-1][1]
                visited.update(target for _, target in steps)
        if here != entry:
            return steps + self.path(here, {entry}, within)
        closed = [
            [(cube, target), *self.path(target, {entry}, within)]
            for cube, target in self.steps[entry]
            if target in within
        ]
        return min(closed, key=len)

    def letters(self, steps: Sequence[_Step]) -> tuple[Letter, ...]:
        """The smallest letters that the steps read."""
        return tuple(
            frozenset(atom for bit, atom in enumerate(self._atoms) if cube.required >> bit & 1) for cube, _ in steps
        )


def _joint(tables: Sequence[list[list[_Step]]], state: tuple[int, ...]) -> list[tuple[Cube, tuple[int, ...]]]:
    """The steps that all automata can take together."""
    joint: list[tuple[Cube, tuple[int, ...]]] = [(Cube(), ())]
    for table, local in zip(tables, state, strict=True):
        joint = [
            (both, (*targets, target))
            for cube, targets in joint
            for other, target in table[local]
            if (both := cube.meet(other)) is not None
        ]
    return joint


def _unrolled(origin: dict[int, tuple[int, Cube]], start: int, goal: int) -> list[_Step]:
    steps: list[_Step] = []
    while goal != start:
        before, cube = origin[goal]
        steps.append((cube, goal))
        goal = before
    return steps[::-1]


def is_safety(formula: Ltl, state_limit: int = STATE_LIMIT) -> bool:
    """Say whether every word that violates a formula has a prefix that no continuation can save.

    The automaton's states all have an accepted continuation, so that letting all of them accept gives the
    words whose prefixes can be continued (Alpern and Schneider 1987); none of these may violate the formula.
    """
    automaton = to_buchi(formula, state_limit)
    closure = Buchi(automaton.atoms, automaton.edges, frozenset(range(len(automaton.edges))))
    return find_word([closure, to_buchi(Not(formula), state_limit)]) is None
