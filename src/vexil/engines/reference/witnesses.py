"""Runs that show why a formula holds in a state, where one run is enough."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.ir.interpreter import Move, Snapshot
from vexil.model.evidence import Lasso, Run
from vexil.model.goal import TreeGoal
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, Variable

LONGEST = 1_000_000
"""Steps of a run, and parts of the formula that are looked at on the way."""


@dataclass
class Structure:
    """Enumerated states with the letters of their atoms, and the moves between them."""

    goal: TreeGoal
    states: list[Snapshot] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    steps: list[list[tuple[Move, int]]] = field(default_factory=list)
    numbers: dict[Snapshot, int] = field(default_factory=dict)
    initial: list[tuple[tuple[int, ...], int]] = field(default_factory=list)

    def add(self, state: Snapshot, letter: int) -> int:
        """A new state; its steps follow later."""
        number = self.numbers[state] = len(self.states)
        self.states.append(state)
        self.labels.append(letter)
        self.steps.append([])
        return number

    def followers(self, state: int) -> tuple[int, ...]:
        """The states one step away; a run that has ended stays where it is."""
        return tuple(dict.fromkeys(target for _, target in self.steps[state])) or (state,)


@dataclass
class Solution:
    """For each fixed point the states in it, with the round in which a state entered a least one."""

    ranks: dict[Mu, dict[int, int]] = field(default_factory=dict)


def witness(
    structure: Structure, solution: Solution, formula: Mu, initial: tuple[int, ...], start: int
) -> Run | Lasso | None:
    """A run from a state in which a formula holds, such that the formula holds of it alone, if one is found."""
    moves: list[Move] = []
    bound: dict[str, Least | Greatest] = {}
    visited: dict[tuple[Mu, int], int] = {}
    state, part = start, formula
    walker = _Walker(structure, solution, bound)
    for _ in range(LONGEST):
        match part:
            case Constant() | Proposition() | Not():
                return Run(initial, tuple(moves))
            case Least(variable, body):
                bound[variable] = part
                walker.enter(part, state)
                part = body
            case Greatest(variable, body):
                if (part, state) in visited:
                    at = visited[part, state]
                    if at == len(moves) and structure.steps[state]:  # it holds without a step
                        return Run(initial, tuple(moves))
                    return Lasso(initial, tuple(moves[:at]), tuple(moves[at:]))
                visited[part, state] = len(moves)
                bound[variable] = part
                part = body
            case Variable(name):
                part = bound[name]
            case Or(operands):
                good = [operand for operand in operands if walker.holds(operand, state)]
                plain = [operand for operand in good if walker.is_plainly_true(operand, state)]
                if plain:
                    return Run(initial, tuple(moves))
                part = good[0]
            case And(operands):
                others = [operand for operand in operands if not walker.is_plainly_true(operand, state)]
                if len(others) > 1:
                    return None
                if not others:
                    return Run(initial, tuple(moves))
                part = others[0]
            case Diamond(operand):
                ways = [(move, target) for move, target in structure.steps[state] if walker.holds(operand, target)]
                if ways:
                    move, state = min(ways, key=lambda way: walker.distance(operand, way[1]))
                    moves.append(move)
                part = operand
            case _:
                return None
    return None


def _is_plain(formula: Mu) -> bool:
    """Say whether a formula is a literal, so about one state."""
    return isinstance(formula, Constant | Proposition | Not)


class _Walker:
    """Says what holds in a state while fixed points are unfolded: least ones in states of earlier rounds only."""

    def __init__(self, structure: Structure, solution: Solution, bound: dict[str, Least | Greatest]) -> None:
        self._structure = structure
        self._ranks = solution.ranks
        self._bound = bound
        self._rounds: dict[Mu, int] = {}

    def enter(self, part: Least, state: int) -> None:
        """Unfold a least fixed point in a state."""
        self._rounds[part] = self._ranks[part][state]

    def distance(self, formula: Mu, state: int) -> int:
        """How soon a formula comes about that is a variable."""
        if isinstance(formula, Variable):
            return self._ranks[self._bound[formula.name]].get(state, 0)
        return 0

    def is_plainly_true(self, formula: Mu, state: int) -> bool:
        """Whether a formula holds because of the state itself, whatever follows."""
        if isinstance(formula, And):
            return all(self.is_plainly_true(operand, state) for operand in formula.operands)
        if isinstance(formula, Or):
            return any(self.is_plainly_true(operand, state) for operand in formula.operands)
        return _is_plain(formula) and self.holds(formula, state)

    def holds(self, formula: Mu, state: int) -> bool:
        """Whether a formula holds in a state, and comes closer where it should."""
        structure = self._structure
        match formula:
            case Constant(value):
                return value
            case Proposition(atom):
                return bool(structure.labels[state] & structure.goal.bit(atom))
            case Not(Proposition(atom)):
                return not structure.labels[state] & structure.goal.bit(atom)
            case And(operands):
                return all(self.holds(operand, state) for operand in operands)
            case Or(operands):
                return any(self.holds(operand, state) for operand in operands)
            case Diamond(operand):
                return any(self.holds(operand, target) for target in structure.followers(state))
            case Box(operand):
                return all(self.holds(operand, target) for target in structure.followers(state))
            case Variable(name):
                part = self._bound[name]
                rank = self._ranks[part].get(state)
                return rank is not None and (isinstance(part, Greatest) or rank < self._rounds[part])
            case _:
                return state in self._ranks[formula]
