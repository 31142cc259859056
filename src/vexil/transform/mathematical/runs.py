"""Runs of a program over mathematical integers as runs of the program that it was made from."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program


def on_machine(
    program: Program, original: Program, initial: tuple[int, ...], moves: Iterable[Move]
) -> tuple[Move, ...]:
    """The moves of a run without those over edges that only convert the result of a call."""
    machine = Machine(program, checks=frozenset())
    machine.reset(initial)
    kept: list[Move] = []
    for move in moves:
        machine.apply(move)
        function, _, number = machine.edge_id().rpartition("#")
        if int(number) < len(original.functions[function].edges):
            kept.append(move)
    return tuple(kept)
