"""Branching properties of few states: enumerate them, and solve the fixed points of the formula one by one.

A state enters a least fixed point in the round in which its body first holds there, and leaves a greatest one when
its body no longer does; only states that see a change are looked at again. Fixed points that depend on variables of
others are not solved.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from vexil.core.context import Context
from vexil.engines.reference.states import Meter
from vexil.engines.reference.witnesses import Solution, Structure, witness
from vexil.ir.interpreter import Snapshot
from vexil.model.evidence import StateTree
from vexil.model.explore import Explorer
from vexil.model.goal import TreeGoal, can_block
from vexil.model.outcome import Fails, GaveUp, Holds, Outcome
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, Variable
from vexil.spec.nodes import operands_of, postorder

DEEPEST = 200
"""How deep a formula may be nested."""
INTERVAL = 4096
Test = Callable[[int], bool]


class NotSolved(Exception):  # noqa: N818 - an answer
    """A formula that is not evaluated, with the reason."""


def search_tree(explorer: Explorer, goal: TreeGoal, context: Context, statistics: dict[str, int]) -> Outcome:
    """Decide a branching property by its states, with a run where one shows the answer."""
    structure = _enumerated(explorer, goal, context, statistics)
    if explorer.losses.restricted:
        return GaveUp("a restriction cuts runs, so the states that a branching formula is about are unknown")
    try:
        solver = _Solver(structure, goal, context)
        first = [state for _, state in structure.initial]
        is_proved = all(map(solver.test(goal.formula), first))
        formula = goal.formula if is_proved else goal.negation
        holds = solver.test(formula)
        solution = solver.solution
    except NotSolved as problem:
        return GaveUp(str(problem))
    if not can_block(explorer.machine.compiled.program) and (not is_proved or len(first) == 1):
        decisions, start = next((item for item in structure.initial if holds(item[1])), structure.initial[0])
        run = witness(structure, solution, formula, decisions, start)
        if run is not None:
            return Holds(run) if is_proved else Fails(run)
    parts = tuple((part, dict(ranks)) for part, ranks in solution.ranks.items() if part in _closed_parts(formula))
    tree = StateTree(formula, tuple(structure.states), parts)
    return Holds(tree) if is_proved else Fails(tree)


def _enumerated(explorer: Explorer, goal: TreeGoal, context: Context, statistics: dict[str, int]) -> Structure:
    meter = Meter(context, statistics)
    machine, structure = explorer.machine, Structure(goal)
    queue: deque[int] = deque()

    def enter(state: Snapshot) -> int:
        number = structure.numbers.get(state)
        if number is None:
            number = structure.add(state, goal.letter(machine))
            meter.state(len(queue))
            queue.append(number)
        return number

    for decisions, state in explorer.initial():
        structure.initial.append((decisions, enter(state)))
    while queue:
        number = queue.popleft()
        steps = []
        for move, following in explorer.successors(structure.states[number]):
            meter.transition()
            steps.append((move, enter(following)))
        structure.steps[number] = steps
    return structure


def _closed_parts(formula: Mu) -> frozenset[Mu]:
    return frozenset(part for part in postorder(formula) if isinstance(part, Least | Greatest))


@dataclass
class _Solver:
    """Evaluates formulas in positive normal form on a structure."""

    structure: Structure
    goal: TreeGoal
    context: Context
    solution: Solution = field(default_factory=Solution)

    def __post_init__(self) -> None:
        structure = self.structure
        count = len(structure.states)
        self._followers = [structure.followers(state) for state in range(count)]
        self._before: list[list[int]] = [[] for _ in range(count)]
        for state, targets in enumerate(self._followers):
            for target in targets:
                self._before[target].append(state)
        self._evaluations = 0

    def test(self, formula: Mu) -> Test:
        """Whether a closed formula holds in a state."""
        depths: dict[Mu, int] = {}
        for part in postorder(formula):
            depths[part] = 1 + max((depths[operand] for operand in operands_of(part)), default=0)
            if depths[part] > DEEPEST:
                raise NotSolved(f"the formula is nested more than {DEEPEST} deep")
        for part in postorder(formula):
            if isinstance(part, Least | Greatest) and part not in self.solution.ranks:
                self.solution.ranks[part] = self._fixed_point(part)
        return self._compiled(formula, "", bytearray())

    def _compiled(self, formula: Mu, variable: str, current: bytearray) -> Test:
        """A test of a formula with at most one free variable."""
        labels, followers = self.structure.labels, self._followers
        match formula:
            case Constant(value):
                return lambda _: value
            case Proposition(atom):
                bit = self.goal.bit(atom)
                return lambda state: bool(labels[state] & bit)
            case Not(Proposition(atom)):
                bit = self.goal.bit(atom)
                return lambda state: not labels[state] & bit
            case And(operands):
                tests = [self._compiled(operand, variable, current) for operand in operands]
                return lambda state: all(test(state) for test in tests)
            case Or(operands):
                tests = [self._compiled(operand, variable, current) for operand in operands]
                return lambda state: any(test(state) for test in tests)
            case Diamond(operand):
                inner = self._compiled(operand, variable, current)
                return lambda state: any(map(inner, followers[state]))
            case Box(operand):
                inner = self._compiled(operand, variable, current)
                return lambda state: all(map(inner, followers[state]))
            case Variable(name) if name == variable:
                return lambda state: bool(current[state])
            case Least() | Greatest() if formula in self.solution.ranks:
                members = self.solution.ranks[formula]
                return lambda state: state in members
            case _:
                raise NotSolved("fixed points that depend on each other are not solved by enumeration")

    def _fixed_point(self, part: Least | Greatest) -> dict[int, int]:
        """The states of a fixed point: for a least one with the round in which they enter, else with 0."""
        count, is_least = len(self.structure.states), isinstance(part, Least)
        current = bytearray(count) if is_least else bytearray(b"\1") * count
        body = self._compiled(part.body, part.variable, current)
        depth = _modal_depth(part.body, part.variable)
        ranks: dict[int, int] = {}
        changed = [state for state in range(count) if self._differs(body, state, is_least)]
        round_number = 0
        while changed:
            for state in changed:
                current[state] = is_least
                if is_least:
                    ranks[state] = round_number
            round_number += 1
            again = [state for state in self._seeing(changed, depth) if current[state] != is_least]
            changed = [state for state in again if self._differs(body, state, is_least)]
        return ranks if is_least else {state: 0 for state in range(count) if current[state]}

    def _differs(self, body: Test, state: int, target: bool) -> bool:
        self._evaluations += 1
        if self._evaluations % INTERVAL == 0:
            self.context.check_limits("evaluating the formula")
        return body(state) is target

    def _seeing(self, changed: list[int], depth: int) -> list[int]:
        """The states from which a changed one is at most so many steps away."""
        affected = dict.fromkeys(changed)
        edge = changed
        for _ in range(depth):
            edge = [before for state in edge for before in self._before[state] if before not in affected]
            affected.update(dict.fromkeys(edge))
        return list(affected)


def _modal_depth(formula: Mu, variable: str) -> int:
    """Under how many modalities a variable stands, at most."""
    depths: dict[Mu, int] = {}
    for part in postorder(formula):
        below = max((depths[operand] for operand in operands_of(part)), default=-1)
        if isinstance(part, Variable) and part.name == variable:
            below = 0
        elif isinstance(part, Diamond | Box) and below >= 0:
            below += 1
        depths[part] = below
    return max(0, depths[formula])
