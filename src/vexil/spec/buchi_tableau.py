"""From LTL to generalised Büchi automata, on transitions (Couvreur 1999; Gastin and Oddoux 2001).

A state is a set of formulas that hold from here on, a bit mask over the subformulas. Every subformula has
its expansion into alternatives, computed once: the literals to read now, the formulas to hold from the next
position on, and the eventualities that were put off. A run must not put the same one off for ever.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from vexil.core.errors import InternalError, LimitReached
from vexil.spec.atoms import Atom
from vexil.spec.buchi import Cube
from vexil.spec.buchi_general import General, Move
from vexil.spec.formulas import (
    FALSE,
    TRUE,
    And,
    Boolean,
    Constant,
    Equivalent,
    Finally,
    Globally,
    Implies,
    Ltl,
    Next,
    Not,
    Or,
    Proposition,
    Release,
    Until,
    WeakUntil,
)
from vexil.spec.ltl import ltl_atoms, ltl_operands, negation_normal_form
from vexil.spec.nodes import postorder

ALTERNATIVE_LIMIT = 20_000
"""A state may have this many moves before the construction gives up."""


class _Alternative(NamedTuple):
    """One way to satisfy a formula: literals now (two masks), formulas next, eventualities put off."""

    required: int = 0
    forbidden: int = 0
    following: int = 0
    postponed: int = 0

    def meet(self, other: _Alternative) -> _Alternative:
        return _Alternative(
            self.required | other.required,
            self.forbidden | other.forbidden,
            self.following | other.following,
            self.postponed | other.postponed,
        )

    def covers(self, other: _Alternative) -> bool:
        """Say whether this alternative asks for nothing that *other* does not ask for."""
        return not (
            self.required & ~other.required
            or self.forbidden & ~other.forbidden
            or self.following & ~other.following
            or self.postponed & ~other.postponed
        )


def build_tableau(formula: Ltl, state_limit: int) -> General:
    """The automaton of a formula in negation normal form; raises `LimitReached` beyond *state_limit* states."""
    atoms = ltl_atoms(formula)
    tableau = _Tableau(formula, atoms)
    numbers = {tableau.initial: 0}
    queue = [tableau.initial]
    expanded: list[list[_Alternative]] = []
    for state in queue:
        alternatives = tableau.alternatives(state)
        expanded.append(alternatives)
        for alternative in alternatives:
            if alternative.following not in numbers:
                numbers[alternative.following] = len(queue)
                queue.append(alternative.following)
        if len(queue) > state_limit:
            raise LimitReached(f"the automaton of the formula has more than {state_limit} states")
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
    """The subformulas of a formula, numbered, with their expansions."""

    def __init__(self, formula: Ltl, atoms: tuple[Atom, ...]) -> None:
        self._bits = {atom: 1 << position for position, atom in enumerate(atoms)}
        self._formulas = postorder(formula, ltl_operands)
        self._numbers = {part: number for number, part in enumerate(self._formulas)}
        self._expansions: list[list[_Alternative]] = []
        for part in self._formulas:
            self._expansions.append(self._expansion(part))
        self.initial = self._state([formula])

    def alternatives(self, state: int) -> list[_Alternative]:
        """The ways to satisfy all formulas of a state."""
        result = [_Alternative()]
        for number, expansion in enumerate(self._expansions):
            if state >> number & 1:
                result = self._product(result, expansion)
        return sorted({a._replace(following=self._absorbed(a.following)) for a in result})

    def _expansion(self, formula: Ltl) -> list[_Alternative]:
        operands = [self._expansions[self._numbers[operand]] for operand in ltl_operands(formula)]
        itself = 1 << self._numbers[formula]
        put_off = [_Alternative(following=itself, postponed=itself)]
        go_on = [_Alternative(following=itself)]
        match formula:
            case Constant(value):
                return [_Alternative()] if value else []
            case Proposition(atom):
                return [_Alternative(required=self._bits[atom])]
            case Not(Proposition(atom)):
                return [_Alternative(forbidden=self._bits[atom])]
            case And():
                return self._product(*operands)
            case Or():
                return _minimal(alternative for operand in operands for alternative in operand)
            case Next(operand):
                return [] if operand == FALSE else [_Alternative(following=self._state([operand]))]
            case Finally():
                return _minimal([*operands[0], *put_off])
            case Globally():
                return self._product(operands[0], go_on)
            case Until():
                return _minimal([*operands[1], *self._product(operands[0], put_off)])
            case WeakUntil():
                return _minimal([*operands[1], *self._product(operands[0], go_on)])
            case Release():
                return self._product(operands[1], _minimal([*operands[0], *go_on]))
            case Not() | Implies() | Equivalent():
                raise InternalError("the formula should be in negation normal form")

    def _product(self, *operands: list[_Alternative]) -> list[_Alternative]:
        result = [_Alternative()]
        for operand in operands:
            result = _minimal(left.meet(right) for left in result for right in operand)
        return result

    def _state(self, formulas: Iterable[Ltl]) -> int:
        """The set of formulas that hold when all of these do, without constants and conjunctions."""
        state = 0
        for formula in formulas:
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
                case Globally(operand) | Release(_, operand):
                    dropped.update(operand.operands if isinstance(operand, And) else (operand,))
                case Or(operands) if not present.isdisjoint(operands):
                    dropped.add(formula)
                case Finally(right) | Until(_, right) | WeakUntil(_, right) if right in present:
                    dropped.add(formula)
                case _:
                    pass
        return sum(1 << self._numbers[f] for f in present - dropped)


def _minimal(alternatives: Iterable[_Alternative]) -> list[_Alternative]:
    """The consistent alternatives that no other one covers, in a fixed order."""
    kept: list[_Alternative] = []
    for candidate in sorted(set(alternatives), key=lambda a: (sum(v.bit_count() for v in a), a)):
        if not candidate.required & candidate.forbidden and not any(a.covers(candidate) for a in kept):
            kept.append(candidate)
            if len(kept) > ALTERNATIVE_LIMIT:
                raise LimitReached(f"a state of the formula's automaton has more than {ALTERNATIVE_LIMIT} moves")
    return kept
