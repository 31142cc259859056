"""Runs of one form of a program as runs of another: the same choices are made."""

from __future__ import annotations

from itertools import chain, cycle, repeat

from vexil.core.cycles import Cycle
from vexil.ir.interpreter import Machine, Move, Snapshot
from vexil.ir.program import Program
from vexil.model.evidence import Lasso, Run


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


def lasso_with_choices_of(program: Program, lasso: Lasso, most: int) -> Lasso | None:
    """The endless run of a program with one thread that makes the choices of another one, again and again in its loop.

    It comes back to a state within *most* moves, or there is none.
    """
    machine = Machine(program, checks=frozenset())
    machine.reset(lasso.initial)
    made = [move.choice for move in lasso.loop if move.choice is not None]
    first = [move.choice for move in lasso.stem if move.choice is not None]
    choices = chain(first, cycle(made) if made else repeat(None))
    moves: list[Move] = []
    states: Cycle[Snapshot] = Cycle()
    while machine.enabled() and len(moves) < most:
        choice = None
        if machine.choices(1) is not None:
            choice = next(choices)
            if choice is None:
                return None
        machine.apply(Move(1, choice))
        moves.append(Move(1, choice))
        start = states.begins(machine.snapshot(), len(moves))
        if start is not None:
            return Lasso(lasso.initial, tuple(moves[:start]), tuple(moves[start:]))
    return None
