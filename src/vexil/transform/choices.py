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


def up_to_arrival(program: Program, run: Run, function: str, location: int, arrivals: int, most: int) -> Run | None:
    """The run with the choices of another one up to the so-manieth arrival at a location, within *most* moves."""
    machine = Machine(program, checks=frozenset())
    machine.reset(run.initial)
    choices = iter([move.choice for move in run.moves if move.choice is not None])
    moves: list[Move] = []
    while machine.ending is None and machine.threads[1].frames:
        arrivals -= is_at(machine, function, location)
        if not arrivals:
            return Run(run.initial, tuple(moves))
        offered = machine.choices(1) if machine.enabled() else None
        choice = None if offered is None else next(choices, None)
        if not machine.enabled() or len(moves) == most or (offered is not None and choice is None):
            return None
        machine.apply(Move(1, choice))
        moves.append(Move(1, choice))
    return None


def arrivals_at(program: Program, run: Run, function: str, location: int) -> int:
    """How often a run of one thread is at a location, its beginning and its end included."""
    machine = Machine(program, checks=frozenset())
    machine.reset(run.initial)
    count = int(is_at(machine, function, location))
    for move in run.moves:
        machine.apply(move)
        count += is_at(machine, function, location)
    return count


def is_at(machine: Machine, function: str, location: int) -> bool:
    """Say whether the first thread is at a location of a function."""
    frames = machine.threads[1].frames
    return bool(frames) and frames[-1].location == location and frames[-1].code.function.name == function


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
