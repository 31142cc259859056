"""Explicit Kripke structures, on which CTL and the mu-calculus are evaluated in two-valued logic.

The evaluators are the reference that engines are compared with. Sets of states are bit masks inside and
frozen sets outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from vexil.core.errors import require
from vexil.spec.formulas import And, Connective, Constant, Equivalent, Implies, Not, Or, Proposition
from vexil.spec.lasso import Lasso, Letter
from vexil.spec.nodes import Node

F = TypeVar("F", bound=Node)


@dataclass(frozen=True, slots=True)
class Kripke:
    """States with the atoms that are true there, and their successors; a state without any gets itself."""

    labels: tuple[Letter, ...]
    successors: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        require(len(self.labels) == len(self.successors), "every state should have a label and successors")
        total = tuple(targets or (state,) for state, targets in enumerate(self.successors))
        object.__setattr__(self, "successors", total)

    @property
    def everything(self) -> int:
        """All states, as a bit mask."""
        return (1 << len(self.labels)) - 1

    def some_successor(self, states: int) -> int:
        """The states with a successor in a set."""
        return sum(
            1 << state
            for state, targets in enumerate(self.successors)
            if any(states >> target & 1 for target in targets)
        )

    def every_successor(self, states: int) -> int:
        """The states all of whose successors are in a set."""
        return self.everything & ~self.some_successor(self.everything & ~states)

    def where(self, formula: Constant | Proposition) -> int:
        """The states where a constant or an atom is true."""
        if isinstance(formula, Constant):
            return self.everything if formula.value else 0
        return sum(1 << state for state, label in enumerate(self.labels) if formula.atom in label)


def single_path(word: Lasso) -> Kripke:
    """The structure whose only path, from state 0, is a given word."""
    letters = word.letters
    return Kripke(letters, tuple((word.following(position),) for position in range(len(letters))))


def states_of(mask: int) -> frozenset[int]:
    """The states in a bit mask."""
    return frozenset(state for state in range(mask.bit_length()) if mask >> state & 1)


def combined(structure: Kripke, formula: Connective[F], operands: list[int]) -> int:
    """The states where a connective is true, given those of its operands."""
    everything = structure.everything
    match formula:
        case Not():
            return everything & ~operands[0]
        case And():
            result = everything
            for operand in operands:
                result &= operand
            return result
        case Or():
            result = 0
            for operand in operands:
                result |= operand
            return result
        case Implies():
            return everything & ~operands[0] | operands[1]
        case Equivalent():
            return everything & ~(operands[0] ^ operands[1])
