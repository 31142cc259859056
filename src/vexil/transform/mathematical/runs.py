"""The pass to mathematical integers, and runs over them as runs of the program that they were made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.ir.interpreter import Machine, Move
from vexil.ir.program import Program
from vexil.model.evidence import Evidence, Lasso, Run
from vexil.transform.mathematical.program import mathematical


@dataclass(frozen=True, eq=False)
class MathematicalForm:
    """A program over mathematical integers, and the way back to the one with machine integers."""

    program: Program
    original: Program

    def original_run(self, run: Run) -> Run:
        """The run without moves over edges that only convert; one of the original program if nothing overflows."""
        return Run(run.initial, self._kept(run.initial, run.moves))

    def original_lasso(self, lasso: Lasso) -> Lasso:
        """The lasso without moves over edges that only convert."""
        stem = self._kept(lasso.initial, lasso.stem)
        whole = self._kept(lasso.initial, (*lasso.stem, *lasso.loop))
        return Lasso(lasso.initial, stem, whole[len(stem) :])

    def original_proof(self, proof: Evidence) -> Evidence:
        """The proof, which is about this form: an assumption of it says so."""
        return proof

    def _kept(self, initial: tuple[int, ...], moves: Iterable[Move]) -> tuple[Move, ...]:
        """The moves over edges that the original program has; further ones only convert the result of a call."""
        machine = Machine(self.program, checks=frozenset())
        machine.reset(initial)
        kept: list[Move] = []
        for move in moves:
            machine.apply(move)
            function, _, number = machine.edge_id().rpartition("#")
            if int(number) < len(self.original.functions[function].edges):
                kept.append(move)
        return tuple(kept)


class MathematicalIntegers:
    """The pass to a program whose signed arithmetic does not overflow."""

    without = "machine integers"

    def apply(self, program: Program) -> MathematicalForm:
        """The form, which every program has."""
        return MathematicalForm(mathematical(program), program)
