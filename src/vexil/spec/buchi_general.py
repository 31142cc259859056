"""Generalised Büchi automata with marks on their moves, as they are while one is being built.

A run is accepting when it sees every mark again and again. Everything in here keeps the language:
useless states are dropped, marks that cannot matter are normalised, and states are merged and moves
dropped along the direct simulation preorder (Etessami and Holzmann 2000; Clemente and Mayr 2013).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from vexil.core.graphs import component_numbers, components, reachable
from vexil.spec.atoms import Atom

SIMULATION_STATES = 200
SIMULATION_MOVES = 2_000
"""Automata with more states or moves than this are not reduced by simulation, whose cost grows with the square."""


class Move(NamedTuple):
    """One move: the atoms it requires and forbids, the marks it carries (bit masks), where it leads."""

    required: int
    forbidden: int
    marks: int
    target: int

    def is_weaker_than(self, other: Move) -> bool:
        """Say whether this move reads fewer letters and carries fewer marks than *other*."""
        return not (other.required & ~self.required or other.forbidden & ~self.forbidden or self.marks & ~other.marks)


class Marking(Enum):
    """Where marks may differ: on every move, or only between states."""

    MOVES = "moves"
    STATES = "states"


@dataclass(frozen=True, slots=True)
class General:
    """A generalised automaton; state 0 is initial, and ``mark_count`` marks must recur."""

    atoms: tuple[Atom, ...]
    moves: tuple[tuple[Move, ...], ...]
    mark_count: int
    marking: Marking = Marking.MOVES

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of states and moves."""
        return len(self.moves), sum(map(len, self.moves))

    @property
    def all_marks(self) -> int:
        """All marks together."""
        return (1 << self.mark_count) - 1

    def targets(self, state: int) -> list[int]:
        """Where the moves of a state lead."""
        return [move.target for move in self.moves[state]]

    def components(self) -> tuple[list[int], list[bool]]:
        """For every state its component; for every component whether a run can stay there and be accepted."""
        members_of = components(len(self.moves), self.targets)
        number = component_numbers(len(self.moves), members_of)
        accepting = []
        for index, members in enumerate(members_of):
            inner = [m.marks for state in members for m in self.moves[state] if number[m.target] == index]
            visited_marks = 0
            for marks in inner:
                visited_marks |= marks
            accepting.append(bool(inner) and visited_marks == self.all_marks)
        return number, accepting

    def with_moves(self, moves: list[tuple[Move, ...]]) -> General:
        """The same automaton with other moves."""
        return General(self.atoms, tuple(moves), self.mark_count, self.marking)


def reduced(automaton: General) -> General:
    """A smaller automaton with the same language."""
    best = automaton = _pruned(automaton)
    for idle_marks in (0, automaton.all_marks):
        candidate = _normalised(automaton, idle_marks)
        while True:
            smaller = _pruned(_simulation_quotient(candidate))
            if smaller.size == candidate.size:
                break
            candidate = _normalised(smaller, idle_marks)
        best = min(best, candidate, key=lambda a: a.size)
    return best


def _pruned(automaton: General) -> General:
    """Drop states that are unreachable or from which no word is accepted, and number the rest anew."""
    number, accepting = automaton.components()
    useful = [accepting[number[state]] for state in range(len(automaton.moves))]
    predecessors: list[list[int]] = [[] for _ in automaton.moves]
    for state in range(len(automaton.moves)):
        for target in automaton.targets(state):
            predecessors[target].append(state)
    live = set(reachable([s for s, is_useful in enumerate(useful) if is_useful], predecessors.__getitem__))
    if 0 not in live:
        return automaton.with_moves([()])
    order = reachable([0], lambda state: [t for t in automaton.targets(state) if t in live])
    renamed = {state: position for position, state in enumerate(order)}
    return automaton.with_moves(
        [
            tuple(sorted(m._replace(target=renamed[m.target]) for m in automaton.moves[s] if m.target in live))
            for s in order
        ]
    )


def _normalised(automaton: General, idle_marks: int) -> General:
    """Give moves whose marks cannot matter the same marks, so that more states become similar."""
    number, accepting = automaton.components()
    trivial = [True] * len(accepting)
    for state in range(len(automaton.moves)):
        for target in automaton.targets(state):
            if number[target] == number[state]:
                trivial[number[state]] = False
    rewritten = []
    for state, moves in enumerate(automaton.moves):
        home = number[state]
        new: list[Move] = []
        for move in moves:
            leaves = number[move.target] != home
            if leaves and (trivial[home] or automaton.marking is Marking.MOVES):
                move = move._replace(marks=idle_marks)
            elif not accepting[home]:
                move = move._replace(marks=0)
            new.append(move)
        rewritten.append(tuple(sorted(set(new))))
    return automaton.with_moves(rewritten)


def _simulation(automaton: General) -> list[int]:
    """For every state the set (a bit mask) of states that can match each of its moves for ever."""
    count = len(automaton.moves)
    predecessors: list[set[int]] = [set() for _ in range(count)]
    for state in range(count):
        for target in automaton.targets(state):
            predecessors[target].add(state)
    above = [(1 << count) - 1] * count
    doubtful = {(state, other) for state in range(count) for other in range(count) if state != other}
    while doubtful:
        round_pairs, doubtful = sorted(doubtful, reverse=True), set()
        for state, other in round_pairs:
            if _matches(automaton, above, state, other):
                continue
            above[state] &= ~(1 << other)
            doubtful |= {
                (before, before_other)
                for before in predecessors[state]
                for before_other in predecessors[other]
                if before != before_other and above[before] >> before_other & 1
            }
        doubtful = {(state, other) for state, other in doubtful if above[state] >> other & 1}
    return above


def _matches(automaton: General, above: list[int], state: int, other: int) -> bool:
    """Say whether every move of *state* has a move of *other* that is no weaker and leads above it."""
    return all(
        any(above[move.target] >> m.target & 1 and move.is_weaker_than(m) for m in automaton.moves[other])
        for move in automaton.moves[state]
    )


def _simulation_quotient(automaton: General) -> General:
    """Merge states that simulate each other, and drop moves that another move of the state covers."""
    if automaton.size[0] > SIMULATION_STATES or automaton.size[1] > SIMULATION_MOVES:
        return _signature_quotient(automaton)
    above = _simulation(automaton)
    count = len(automaton.moves)
    leader = [
        min(other for other in range(count) if above[state] >> other & 1 and above[other] >> state & 1)
        for state in range(count)
    ]
    rewritten: list[tuple[Move, ...]] = []
    for state, moves in enumerate(automaton.moves):
        if leader[state] != state:
            rewritten.append(())
            continue
        merged = sorted({move._replace(target=leader[move.target]) for move in moves})
        rewritten.append(
            tuple(
                move
                for move in merged
                if not any(
                    other != move and move.is_weaker_than(other) and above[move.target] >> other.target & 1
                    for other in merged
                )
            )
        )
    return automaton.with_moves(rewritten)


def _signature_quotient(automaton: General) -> General:
    """Merge states whose moves are the same."""
    leader: dict[tuple[Move, ...], int] = {}
    renamed = [leader.setdefault(moves, state) for state, moves in enumerate(automaton.moves)]
    return automaton.with_moves(
        [tuple(sorted({move._replace(target=renamed[move.target]) for move in moves})) for moves in automaton.moves]
    )
