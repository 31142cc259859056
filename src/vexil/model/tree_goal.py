"""What is asked of a tree of runs: a branching formula and its negation, and the tests that its atoms stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.model.from_main import main_function
from vexil.model.observe import observe
from vexil.spec.atoms import Atom, Call, Return
from vexil.spec.formulas import And, Box, Greatest, Mu, Not, Or, Proposition, Variable, atoms_of
from vexil.spec.mu_forms import positive_normal_form
from vexil.spec.property import Property

OUTSIDE = "\\main"
"""A variable that no formula has."""


@dataclass(frozen=True)
class TreeGoal:
    """A formula that every initial state has to satisfy, its negation, both in positive normal form, and its atoms."""

    formula: Mu
    negation: Mu
    atoms: tuple[Atom, ...]
    letter: Callable[[Machine], int]
    track_returns: bool

    def bit(self, atom: Atom) -> int:
        """The bit of an atom in a letter."""
        return 1 << self.atoms.index(atom)


def tree_goal(asked: Property, compiled: CompiledProgram) -> TreeGoal:
    """What to look for; raises `UsageError` or `SourceError` when the property names something unknown."""
    formula = asked.mu_formula()
    main = main_function(compiled.program)
    if main is not None:
        formula = _from_main(formula, main)
    atoms = tuple(dict.fromkeys(atoms_of(formula)))
    tests = [(1 << bit, observe(atom, compiled, asked.file)) for bit, atom in enumerate(atoms)]

    def letter(machine: Machine) -> int:
        return sum(bit for bit, test in tests if test(machine))

    return TreeGoal(
        positive_normal_form(formula),
        positive_normal_form(Not(formula)),
        atoms,
        letter,
        any(isinstance(atom, Return) for atom in atoms),
    )


def _from_main(formula: Mu, main: str) -> Mu:
    """The formula in every first state of ``main``: what comes before is the machine's business."""
    begins = Proposition(Call(main))
    later: Mu = And((Not(begins), Box(Variable(OUTSIDE))))
    return Greatest(OUTSIDE, Or((And((begins, formula)), later)))
