"""From LTL to generalised Büchi automata, on transitions (Couvreur 1999; Gastin and Oddoux 2001).

A state is a set of formulas that hold from here on, a bit mask over the subformulas. Every subformula has
its expansion into alternatives, computed once: the literals to read now, the formulas to hold from the next
position on, and the eventualities that were put off. A run must not put the same one off for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vexil.core.errors import InternalError, LimitReached
from vexil.spec import formulas
from vexil.spec.atoms import Atom
from vexil.spec.buchi import Cube
from vexil.spec.buchi_general import General, Move
from vexil.spec.formulas import FALSE, TRUE, And, Boolean, Ltl, atoms_of
from vexil.spec.ltl import negation_normal_form
from vexil.spec.nodes import operands_of, postorder

ALTERNATIVE_LIMIT = 5_000
"""A state may have this many moves before the construction gives up."""
MOVE_LIMIT = 50_000
"""The automaton may have this many moves before the construction gives up."""
SUBFORMULA_LIMIT = 2_000
"""The formula may have this many different subformulas."""


class _Alternative(NamedTuple):
    """One way to satisfy a formula: literals now (two masks), formulas next, eventualities put off."""

    required: int
    forbidden: int
    following: int
    postponed: int


def build_tableau(formula: Ltl, state_limit: int) -> General:
    """The automaton of a formula in negation normal form; raises `LimitReached` when it gets too large."""
    atoms = atoms_of(formula)
    tableau = _Tableau(formula, atoms)
    numbers = {tableau.initial: 0}
    queue = [tableau.initial]
    expanded: list[list[_Alternative]] = []
    total = 0
    for state in queue:
        alternatives = tableau.alternatives(state)
        expanded.append(alternatives)
        total += len(alternatives)
        for alternative in alternatives:
            if alternative.following not in numbers:
                numbers[alternative.following] = len(queue)
                queue.append(alternative.following)
        if len(queue) > state_limit:
            raise LimitReached(f"the automaton of the formula has more than {state_limit} states")
        if total > MOVE_LIMIT:
            raise LimitReached(f"the automaton of the formula has more than {MOVE_LIMIT} moves")
    eventualities = 0
    for alternatives in expanded:
        for alternative in alternatives:
            eventualities |= alternative.postponed
    marks = [bit for bit in range(eventualities.bit_length()) if eventualities >> bit & 1]
    moves = tuple(
        tuple(
            Move(
                a.required,
                a.forbidden,
                sum(1 << mark for mark, bit in enumerate(marks) if not a.postponed >> bit & 1),
                numbers[a.following],
            )
            for a in alternatives
        )
        for alternatives in expanded
    )
    return General(atoms, moves, len(marks))


def cubes(formula: Boolean, atoms: tuple[Atom, ...]) -> list[Cube]:
    """The letters over *atoms* that satisfy a Boolean formula, as cubes none of which covers another."""
    tableau = _Tableau(negation_normal_form(formula), atoms)
    return [Cube(a.required, a.forbidden) for a in tableau.alternatives(tableau.initial)]


class _Tableau:
    """The subformulas of a formula, numbered, with their expansions.

    An alternative is one bit mask with four fields, in the order of `_Alternative`: it asks for less than another
    one when its bits are a subset, and the conjunction of two is the union of their bits.
    """

    def __init__(self, formula: Ltl, atoms: tuple[Atom, ...]) -> None:
        self._formulas = postorder(formula)
        if len(self._formulas) > SUBFORMULA_LIMIT:
            raise LimitReached(f"the formula has more than {SUBFORMULA_LIMIT} different subformulas")
        self._numbers = {part: number for number, part in enumerate(self._formulas)}
        self._atoms = {atom: 1 << position for position, atom in enumerate(atoms)}
        self._width = len(atoms)
        self._next = 2 * len(atoms)
        self._later = self._next + len(self._formulas)
        self._expansions: list[list[int]] = []
        for part in self._formulas:
            self._expansions.append(self._expansion(part))
        self.initial = self._state(formula)

    def alternatives(self, state: int) -> list[_Alternative]:
        """The ways to satisfy all formulas of a state."""
        chosen = [expansion for number, expansion in enumerate(self._expansions) if state >> number & 1]
        return sorted({self._unpacked(bits) for bits in self._product(*chosen)})

    def _unpacked(self, bits: int) -> _Alternative:
        literals = (1 << self._width) - 1
        following = bits >> self._next & (1 << len(self._formulas)) - 1
        return _Alternative(
            bits & literals, bits >> self._width & literals, self._absorbed(following), bits >> self._later
        )

    def _expansion(self, formula: Ltl) -> list[int]:
        operands = [self._expansions[self._numbers[operand]] for operand in operands_of(formula)]
        itself = 1 << self._numbers[formula]
        go_on = itself << self._next
        put_off = go_on | itself << self._later
        match formula:
            case formulas.Constant(value):
                return [0] if value else []
            case formulas.Proposition(atom):
                return [self._atoms[atom]]
            case formulas.Not(formulas.Proposition(atom)):
                return [self._atoms[atom] << self._width]
            case And():
                return self._product(*operands)
            case formulas.Or():
                return self._minimal(bits for operand in operands for bits in operand)
            case formulas.Next(operand):
                return [] if operand == FALSE else [self._state(operand) << self._next]
            case formulas.Finally():
                return self._minimal([*operands[0], put_off])
            case formulas.Globally():
                return self._product(operands[0], [go_on])
            case formulas.Until():
                return self._minimal([*operands[1], *self._product(operands[0], [put_off])])
            case formulas.WeakUntil():
                return self._minimal([*operands[1], *self._product(operands[0], [go_on])])
            case formulas.Release():
                return self._product(operands[1], self._minimal([*operands[0], go_on]))
            case formulas.Not() | formulas.Implies() | formulas.Equivalent():
                raise InternalError("the formula should be in negation normal form")

    def _product(self, *operands: list[int]) -> list[int]:
        result = [0]
        for operand in operands:
            result = self._minimal(left | right for left in result for right in operand)
        return result

    def _minimal(self, alternatives: Iterable[int]) -> list[int]:
        """The consistent alternatives that ask for no more than another one, in a fixed order."""
        literals = (1 << self._width) - 1
        kept: list[int] = []
        for candidate in sorted(set(alternatives), key=lambda bits: (bits.bit_count(), bits)):
            if candidate & candidate >> self._width & literals:
                continue
            missing = ~candidate
            if all(bits & missing for bits in kept):
                kept.append(candidate)
                if len(kept) > ALTERNATIVE_LIMIT:
                    raise LimitReached(f"a state of the formula's automaton has more than {ALTERNATIVE_LIMIT} moves")
        return kept

    def _state(self, formula: Ltl) -> int:
        """The formulas that hold when this one does, without constants and conjunctions."""
        state = 0
        for part in formula.operands if isinstance(formula, And) else (formula,):
            if part != TRUE:
                state |= 1 << self._numbers[part]
        return state

    def _absorbed(self, state: int) -> int:
        """Drop formulas whose expansion adds nothing to that of another formula of the state."""
        present = {f for number, f in enumerate(self._formulas) if state >> number & 1}
        dropped: set[Ltl] = set()
        for formula in present:
            match formula:
                case formulas.Globally(operand) | formulas.Release(_, operand):
                    dropped.update(operand.operands if isinstance(operand, And) else (operand,))
                case formulas.Or(operands) if not present.isdisjoint(operands):
                    dropped.add(formula)
                case formulas.Finally(right) | formulas.Until(_, right) | formulas.WeakUntil(_, right) if (
                    right in present
                ):
                    dropped.add(formula)
                case _:
                    pass
        return sum(1 << self._numbers[f] for f in present - dropped)
