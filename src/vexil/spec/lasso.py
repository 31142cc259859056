"""Ultimately periodic words, and the value of LTL formulas on them by direct evaluation.

A finite trace is the lasso that repeats its last state for ever. This is the semantics that automata are
tested against.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from vexil.core.errors import require
from vexil.spec import formulas
from vexil.spec.atoms import Atom, sorted_atoms
from vexil.spec.formulas import And, Ltl
from vexil.spec.nodes import bottom_up

Letter: TypeAlias = frozenset[Atom]
"""The atoms that are true in a state."""


@dataclass(frozen=True, slots=True)
class Lasso:
    """The infinite word that reads ``stem`` once and then ``loop`` for ever."""

    stem: tuple[Letter, ...]
    loop: tuple[Letter, ...]

    def __post_init__(self) -> None:
        require(bool(self.loop), "the loop of a lasso should have a letter")

    @property
    def letters(self) -> tuple[Letter, ...]:
        """Stem and loop, once."""
        return self.stem + self.loop

    def following(self, position: int) -> int:
        """The position after *position* in `letters`."""
        return position + 1 if position + 1 < len(self.stem) + len(self.loop) else len(self.stem)

    def __str__(self) -> str:
        return " ".join([*map(_letter_text, self.stem), "(", *map(_letter_text, self.loop), ")*"])


def _letter_text(letter: Letter) -> str:
    return "{" + ", ".join(map(str, sorted_atoms(letter))) + "}"


def holds(formula: Ltl, word: Lasso) -> bool:
    """Say whether a formula is true at the first position of a word."""
    return values(formula, word)[0]


def values(formula: Ltl, word: Lasso) -> tuple[bool, ...]:
    """The value of a formula at every position of `Lasso.letters`."""
    return bottom_up(formula, lambda part, operands: _values(part, operands, word))


def _values(formula: Ltl, operands: Sequence[tuple[bool, ...]], word: Lasso) -> tuple[bool, ...]:
    letters = word.letters
    everywhere, nowhere = (True,) * len(letters), (False,) * len(letters)
    match formula:
        case formulas.Constant(value):
            return (value,) * len(letters)
        case formulas.Proposition(atom):
            return tuple(atom in letter for letter in letters)
        case formulas.Not():
            return tuple(not value for value in operands[0])
        case And():
            return tuple(map(all, zip(*operands, strict=True)))
        case formulas.Or():
            return tuple(map(any, zip(*operands, strict=True)))
        case formulas.Implies():
            return tuple(not left or right for left, right in zip(*operands, strict=True))
        case formulas.Equivalent():
            return tuple(left == right for left, right in zip(*operands, strict=True))
        case formulas.Next():
            return tuple(operands[0][word.following(position)] for position in range(len(letters)))
        case formulas.Finally():
            return _fixed_point(operands[0], everywhere, word, start=False)
        case formulas.Until():
            return _fixed_point(operands[1], operands[0], word, start=False)
        case formulas.WeakUntil():
            return _fixed_point(operands[1], operands[0], word, start=True)
        case formulas.Globally():
            return _fixed_point(nowhere, operands[0], word, start=True)
        case formulas.Release():
            both = tuple(left and right for left, right in zip(*operands, strict=True))
            return _fixed_point(both, operands[1], word, start=True)


def _fixed_point(now: tuple[bool, ...], meanwhile: tuple[bool, ...], word: Lasso, *, start: bool) -> tuple[bool, ...]:
    """Solve ``v = now || (meanwhile && next v)``: the least solution, or the greatest when *start* is true.

    Two sweeps from the end are enough: the first settles the loop, the second everything else.
    """
    result = [start] * len(now)
    for _ in range(2):
        for position in reversed(range(len(now))):
            result[position] = now[position] or (meanwhile[position] and result[word.following(position)])
    return tuple(result)
