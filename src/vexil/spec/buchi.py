"""Büchi automata over letters that are sets of atoms.

An edge carries a conjunction of literals, as two bit masks over the automaton's atoms; a letter is one
bit mask. An automaton is small, explicit and immutable; state 0 is initial, and a word is accepted when
some run visits an accepting state again and again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.core.graphs import components, reachable
from vexil.spec.atoms import Atom
from vexil.spec.formulas import Boolean, Not, Proposition, conjunction
from vexil.spec.lasso import Lasso


@dataclass(frozen=True, slots=True, order=True)
class Cube:
    """A conjunction of literals: the atoms that must be true and those that must be false, as bit masks."""

    required: int = 0
    forbidden: int = 0

    def admits(self, letter: int) -> bool:
        """Say whether a letter satisfies all literals."""
        return letter & self.required == self.required and not letter & self.forbidden

    def implies(self, other: Cube) -> bool:
        """Say whether every letter admitted here is admitted by *other*."""
        return not (other.required & ~self.required or other.forbidden & ~self.forbidden)

    def meet(self, other: Cube) -> Cube | None:
        """The conjunction of both, or nothing when they contradict each other."""
        both = Cube(self.required | other.required, self.forbidden | other.forbidden)
        return None if both.required & both.forbidden else both


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A step to ``target`` that reads any letter which the cube admits."""

    cube: Cube
    target: int


@dataclass(frozen=True, slots=True)
class Buchi:
    """A Büchi automaton; ``edges`` has one tuple per state, and the initial state is number 0."""

    atoms: tuple[Atom, ...]
    edges: tuple[tuple[Edge, ...], ...]
    accepting: frozenset[int]

    @property
    def initial(self) -> int:
        """The state before the first letter."""
        return 0

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of states and edges."""
        return len(self.edges), sum(map(len, self.edges))

    def letter(self, true_atoms: Iterable[Atom]) -> int:
        """The bit mask of a letter; atoms that the automaton does not mention are ignored."""
        present = set(true_atoms)
        return sum(1 << bit for bit, atom in enumerate(self.atoms) if atom in present)

    def successors(self, state: int, letter: int) -> tuple[int, ...]:
        """The states after reading a letter."""
        return tuple(edge.target for edge in self.edges[state] if edge.cube.admits(letter))

    def guard(self, cube: Cube) -> Boolean:
        """The literals of a cube as a formula."""
        literals: list[Boolean] = []
        for bit, atom in enumerate(self.atoms):
            if cube.required >> bit & 1:
                literals.append(Proposition(atom))
            if cube.forbidden >> bit & 1:
                literals.append(Not(Proposition(atom)))
        return conjunction(literals)

    def accepts(self, word: Lasso) -> bool:
        """Say whether the automaton accepts an ultimately periodic word."""
        letters = [self.letter(letter) for letter in word.letters]
        length = len(letters)

        def steps(vertex: int) -> list[int]:
            state, position = divmod(vertex, length)
            after = word.following(position)
            return [target * length + after for target in self.successors(state, letters[position])]

        visited = set(reachable([0], steps))
        for members in components(len(self.edges) * length, lambda v: steps(v) if v in visited else ()):
            if any(member // length in self.accepting and member in visited for member in members) and any(
                target in members for target in steps(members[0])
            ):
                return True
        return False

    def __str__(self) -> str:
        lines = []
        for state, edges in enumerate(self.edges):
            mark = " (accepting)" if state in self.accepting else ""
            lines.append(f"{state}{mark}:")
            lines.extend(f"  {self.guard(edge.cube)} -> {edge.target}" for edge in edges)
        return "\n".join(lines)
