"""Questions about formulas in tests, answered by a solver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.logic import Term, Terms
from vexil.logic.solvers import ProcessSolver, open_solver


def program_of(text: str) -> Program:
    """A program of the intermediate form from its text."""
    return load(SourceFile("test.vir", ("vir 1\n" + text).encode()))


@contextmanager
def opened() -> Iterator[ProcessSolver]:
    """A solver."""
    solver = open_solver("z3")
    try:
        yield solver
    finally:
        solver.close()


class Questions:
    """Asks one solver about terms of one factory."""

    def __init__(self, terms: Terms, solver: ProcessSolver) -> None:
        self.terms = terms
        self.solver = solver

    def is_possible(self, *formulas: Term) -> bool:
        """Whether formulas can hold together."""
        self.solver.push()
        self.solver.add(self.terms.conjunction(formulas))
        reply = self.solver.check()
        self.solver.pop()
        assert reply.is_sat or reply.is_unsat, reply
        return reply.is_sat

    def is_valid(self, formula: Term) -> bool:
        """Whether a formula always holds."""
        return not self.is_possible(self.terms.not_(formula))

    def implies(self, left: Term, right: Term) -> bool:
        """Whether one formula implies another."""
        return not self.is_possible(left, self.terms.not_(right))

    def same(self, left: Term, right: Term) -> bool:
        """Whether two formulas mean the same."""
        return self.is_valid(self.terms.iff(left, right))
