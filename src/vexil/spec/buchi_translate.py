"""From LTL to small Büchi automata: simplify, build the tableau, reduce, degeneralise, reduce again."""

from __future__ import annotations

from itertools import permutations

from vexil.spec.buchi import Buchi, Cube, Edge
from vexil.spec.buchi_general import General, Marking, Move, reduced
from vexil.spec.buchi_tableau import build_tableau
from vexil.spec.formulas import Ltl
from vexil.spec.ltl_simplify import simplified

STATE_LIMIT = 5_000
"""The construction gives up beyond this many states."""
_ORDERS_TRIED_UP_TO = 60
"""Up to this many moves, all orders of up to three marks are tried when marks are turned into states."""


def to_buchi(formula: Ltl, state_limit: int = STATE_LIMIT) -> Buchi:
    """The automaton of the words that satisfy a formula; raises `LimitReached` beyond *state_limit* states."""
    return degeneralised(reduced(build_tableau(simplified(formula), state_limit)))


def degeneralised(automaton: General) -> Buchi:
    """The same language with accepting states instead of marks on moves."""
    count = automaton.mark_count
    orders = [tuple(range(count))]
    if count <= 3 and automaton.size[1] <= _ORDERS_TRIED_UP_TO:
        orders = list(permutations(range(count)))
    candidates = [reduced(_layered(automaton, order)) for order in orders]
    return with_accepting_states(min(candidates, key=lambda a: (a.size, a.moves)))


def _layered(automaton: General, order: tuple[int, ...]) -> General:
    """Copy the automaton once per mark: a copy is left by seeing its mark, and the last one accepts.

    A copy matters only inside a component where a run can be accepted; everything else stays in copy 0.
    """
    number, accepting = automaton.components()
    last = len(order)
    numbers = {(0, 0): 0}
    queue = [(0, 0)]
    layered: list[tuple[Move, ...]] = []
    for state, level in queue:
        moves: list[Move] = []
        for move in automaton.moves[state]:
            after = 0
            if number[move.target] == number[state] and accepting[number[state]]:
                after = 0 if level == last else level
                while after < last and move.marks >> order[after] & 1:
                    after += 1
            vertex = (move.target, after)
            if vertex not in numbers:
                numbers[vertex] = len(queue)
                queue.append(vertex)
            moves.append(Move(move.required, move.forbidden, int(level == last), numbers[vertex]))
        layered.append(tuple(moves))
    return General(automaton.atoms, tuple(layered), 1, Marking.STATES)


def with_accepting_states(automaton: General) -> Buchi:
    """The automaton whose marks are the same on all moves of a state, with accepting states instead."""
    edges = tuple(
        tuple(Edge(Cube(move.required, move.forbidden), move.target) for move in moves) for moves in automaton.moves
    )
    accepting = {s for s, moves in enumerate(automaton.moves) if moves and all(move.marks for move in moves)}
    return Buchi(automaton.atoms, edges, frozenset(accepting))
