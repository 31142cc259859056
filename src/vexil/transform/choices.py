"""Runs of one form of a program as runs of another: the same choices are made."""

from __future__ import annotations

from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program
from vexil.model.evidence import Run


def with_choices_of(program: Program, run: Run, checks: frozenset[str], most: int) -> Run:
    """The run of a program with one thread that makes the choices of another, up to its end or a choice not made.

    It has *most* so many moves. Raises `UsageError` for a choice that the program does not offer.
    """
    machine = Machine(program, checks=checks)
    machine.reset(run.initial)
    choices = iter([move.choice for move in run.moves if move.choice is not None])
    moves: list[Move] = []
    while machine.enabled() and len(moves) < most:
        choice = None
        if machine.choices(1) is not None:
            choice = next(choices, None)
            if choice is None:
                break
        move = Move(1, choice)
        machine.apply(move)
        moves.append(move)
    return Run(run.initial, tuple(moves))
