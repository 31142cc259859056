"""Branching properties by enumeration: every claim about a state is looked at with the steps that leave it."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.certify.walk import OpenChoiceError, Walk
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram, Machine, Snapshot
from vexil.model.certificate import Certificate, Rejected
from vexil.model.evidence import StateTree
from vexil.model.goal import TreeGoal, tree_goal
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Question
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, Variable

INTERVAL = 1024
DEEPEST = 500
"""How deep formulas are looked into."""


class _Wrong(Exception):  # noqa: N818 - an answer
    """The evidence does not show what it should, with the reason."""


def check_state_tree(question: Question, tree: StateTree, context: Context) -> Certificate:
    """Confirm that all claims rest on each other as they should, and that the formula holds where it has to."""
    compiled = CompiledProgram(question.program, question.bounds)
    goal = tree_goal(question.property, compiled)
    if tree.formula not in (goal.formula, goal.negation):
        return Rejected("the formula is neither the property nor its negation")
    checker = _Checker(Machine(compiled, checks=frozenset(), track_returns=goal.track_returns), goal, tree)
    try:
        first = checker.first()
        for count, state in enumerate(tree.states):
            if count % INTERVAL == 0:
                context.check_limits("checking the evidence")
            checker.visit(state)
        for count, (part, number) in enumerate(checker.claims()):
            if count % INTERVAL == 0:
                context.check_limits("checking the evidence")
            if not checker.is_kept(part, number):
                return Rejected(f"a claim about {part} does not follow")
        shown = [checker.holds(tree.formula, number) for number in first]
    except (_Wrong, OpenChoiceError, UndefinedAtom) as problem:
        return Rejected(str(problem))
    if checker.walk.restricted:
        return Rejected("a restriction cuts runs, and the formula is about whole ones", True)
    refutes = tree.formula != goal.formula
    if checker.walk.losses and refutes:
        return Rejected(f"steps were left out: {', '.join(sorted(checker.walk.losses))}", True)
    if not (any(shown) if refutes else all(shown)):
        return Rejected("the formula does not follow in the initial states")
    where = "the negation holds in some initial state" if refutes else "holds in every initial state"
    finding = f"{where}: {counted(len(tree.states), 'state')}, {counted(len(tree.parts), 'fixed point')}"
    return checker.walk.certificate(tree, finding, refutes=refutes)


class _Checker:
    """Looks at states one by one, then at claims one by one."""

    def __init__(self, machine: Machine, goal: TreeGoal, tree: StateTree) -> None:
        self.walk = Walk(machine)
        self._goal = goal
        self._tree = tree
        self._numbers = {state: number for number, state in enumerate(tree.states)}
        self._claimed: dict[Mu, Mapping[int, int]] = dict(tree.parts)
        self._letters: list[int] = []
        self._followers: list[tuple[int, ...]] = []

    # --- states ------------------------------------------------------------------------------------------

    def first(self) -> list[int]:
        """The initial states, all of which have to be there."""
        return [self._number(state) for state in self.walk.first()]

    def visit(self, state: Snapshot) -> None:
        """Note what is true in a state and where its steps lead."""
        machine = self.walk.machine
        successors = dict.fromkeys(self._number(follower) for follower in self.walk.followers(state))
        machine.restore(state)
        self._letters.append(self._goal.letter(machine))
        self._followers.append(tuple(successors) if machine.enabled() else (len(self._followers),))

    def _number(self, state: Snapshot) -> int:
        number = self._numbers.get(state)
        if number is None:
            raise _Wrong("a state is missing")
        return number

    # --- claims ------------------------------------------------------------------------------------------

    def claims(self) -> list[tuple[Least | Greatest, int]]:
        """Every claim that a fixed point holds in a state."""
        obligations = []
        for part, states in self._tree.parts:
            if not isinstance(part, Least | Greatest):
                raise _Wrong(f"{part} is no fixed point")
            obligations += [(part, state) for state in states]
        return obligations

    def is_kept(self, part: Least | Greatest, state: int) -> bool:
        """Whether the body of a fixed point holds, with the fixed point itself where it is claimed."""
        states = self._claimed[part]
        if not 0 <= state < len(self._letters):
            raise _Wrong("a claim is about a state that is not there")
        if isinstance(part, Greatest):
            return self._holds(part.body, state, part.variable, states, None, 0)
        return self._holds(part.body, state, part.variable, states, states[state], 0)

    def holds(self, formula: Mu, state: int) -> bool:
        """Whether a closed formula holds in a state because of what is claimed."""
        return self._holds(formula, state, "", {}, None, 0)

    def _holds(
        self, formula: Mu, state: int, variable: str, claimed: Mapping[int, int], below: int | None, depth: int
    ) -> bool:
        if depth > DEEPEST:
            raise _Wrong(f"the formula is nested more than {DEEPEST} deep")

        def inner(operand: Mu, at: int) -> bool:
            return self._holds(operand, at, variable, claimed, below, depth + 1)

        match formula:
            case Constant(value):
                return value
            case Proposition(atom):
                return bool(self._letters[state] & self._goal.bit(atom))
            case Not(Proposition(atom)):
                return not self._letters[state] & self._goal.bit(atom)
            case And(operands):
                return all(inner(operand, state) for operand in operands)
            case Or(operands):
                return any(inner(operand, state) for operand in operands)
            case Diamond(operand):
                return any(inner(operand, target) for target in self._followers[state])
            case Box(operand):
                return all(inner(operand, target) for target in self._followers[state])
            case Variable(name) if name == variable:
                rank = claimed.get(state)
                return rank is not None and (below is None or rank < below)
            case Least() | Greatest():
                return state in self._claimed.get(formula, {})
            case _:
                raise _Wrong(f"{formula} depends on fixed points around it")
