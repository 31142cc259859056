"""Büchi automata for patterns and for their violations, over the atoms of a program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vexil.spec.atoms import Atom, sorted_atoms
from vexil.spec.buchi import Buchi
from vexil.spec.buchi_general import General, Marking, Move, reduced
from vexil.spec.buchi_tableau import cubes
from vexil.spec.buchi_translate import with_accepting_states
from vexil.spec.formulas import Boolean, Not, atoms_of, conjunction
from vexil.spec.pattern_scopes import Deterministic


def satisfying(automaton: Deterministic, arguments: Mapping[str, Boolean]) -> Buchi:
    """The words on which the pattern holds."""
    guards = _Guards(automaton, arguments)
    moves = tuple(
        tuple(guards.moves(state, int(state in automaton.accepting))) for state in range(len(automaton.targets))
    )
    return with_accepting_states(reduced(General(guards.atoms, moves, 1, Marking.STATES)))


def violating(automaton: Deterministic, arguments: Mapping[str, Boolean]) -> Buchi:
    """The words on which the pattern does not hold.

    From some moment on, the run of the deterministic automaton sees no accepting state; the moment is guessed
    by moving to a second copy, which has no others.
    """
    guards = _Guards(automaton, arguments)
    count = len(automaton.targets)
    rejecting = [state for state in range(count) if state not in automaton.accepting]
    copy = {state: count + position for position, state in enumerate(rejecting)}
    moves: list[tuple[Move, ...]] = []
    for state in range(count):
        stay = guards.moves(state, 0)
        jump = [move._replace(target=copy[move.target]) for move in stay if move.target in copy]
        moves.append((*stay, *jump))
    for state in rejecting:
        inside = [m for m in guards.moves(state, 1) if m.target in copy]
        moves.append(tuple(move._replace(target=copy[move.target]) for move in inside))
    return with_accepting_states(reduced(General(guards.atoms, tuple(moves), 1, Marking.STATES)))


class _Guards:
    """Turns rows of a transition table over roles into moves over atoms."""

    def __init__(self, automaton: Deterministic, arguments: Mapping[str, Boolean]) -> None:
        self._automaton = automaton
        self._arguments = [arguments[role] for role in automaton.roles]
        self.atoms: tuple[Atom, ...] = sorted_atoms(a for f in self._arguments for a in atoms_of(f))

    def moves(self, state: int, marks: int) -> list[Move]:
        """The moves of a state, all with the same marks."""
        row = self._automaton.targets[state]
        transitions: dict[Move, None] = {}
        for target in sorted(set(row)):
            letters = [letter for letter, reached in enumerate(row) if reached == target]
            for required, forbidden in prime_implicants(letters, len(self._arguments)):
                literals: list[Boolean] = []
                for bit, argument in enumerate(self._arguments):
                    if required >> bit & 1:
                        literals.append(argument)
                    if forbidden >> bit & 1:
                        literals.append(Not(argument))
                for cube in cubes(conjunction(literals), self.atoms):
                    transitions[Move(cube.required, cube.forbidden, marks, target)] = None
        return list(transitions)


def prime_implicants(letters: Sequence[int], width: int) -> list[tuple[int, int]]:
    """All maximal cubes, as (required, forbidden), that admit only these letters (Quine 1952)."""
    full = (1 << width) - 1
    current = {(letter, full & ~letter) for letter in letters}
    primes: set[tuple[int, int]] = set()
    while current:
        merged: set[tuple[int, int]] = set()
        absorbed: set[tuple[int, int]] = set()
        for required, forbidden in current:
            for bit in range(width):
                mask = 1 << bit
                partner = (required & ~mask, forbidden | mask)
                if required & mask and partner in current:
                    merged.add((required & ~mask, forbidden))
                    absorbed |= {(required, forbidden), partner}
        primes |= current - absorbed
        current = merged
    return sorted(primes)
