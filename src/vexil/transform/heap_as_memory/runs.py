"""Runs of a program whose heap is memory as runs of the program that it was made from."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program

MOST_STEPS = 4
"""A step of the program never becomes fewer than a quarter as many: a wait takes three where it was one."""


def on_objects(
    program: Program, initial: tuple[int, ...], moves: Iterable[Move], checks: frozenset[str]
) -> tuple[Move, ...]:
    """The moves of the program that make the same choices, up to its end or to a choice that was not made."""
    machine = Machine(program, checks=checks)
    machine.reset(initial)
    taken = list(moves)
    choices = [move.choice for move in taken if move.choice is not None]
    choices.reverse()
    found: list[Move] = []
    while machine.enabled() and len(found) <= MOST_STEPS * len(taken):
        choice = None
        if machine.choices(1) is not None:
            if not choices:
                break
            choice = choices.pop()
        move = Move(1, choice)
        machine.apply(move)
        found.append(move)
    return tuple(found)
