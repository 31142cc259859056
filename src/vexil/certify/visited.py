"""States that native code visited: samples of them are reached again by the interpreter, with all their steps.

Runs to drawn states are executed by the interpreter, where the property must not be broken. Each of its steps there
must be one that the search explored, and lead to the state that the search says (of choices among very many values see
`alike_choices`). Where only one thread was let move,
and where a thread took several steps at once, these must commute with every step of the others. So a mistake that
shows in a noticeable part of the states is seen, one that needs a single rare state may not be; the finding says how
much was looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from vexil.certify.alike_choices import AlikeChoices
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram, Cut, Machine, Move, Snapshot, Undefined
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.goal import StateGoal, goal_of

if TYPE_CHECKING:
    from vexil.core.context import Context
    from vexil.model.evidence import Explored
    from vexil.model.outcome import Question
    from vexil.model.visited import VisitedStates, VisitedStep

DRAWN = 1000
"""States that are drawn at most."""
EDGES = 2_000_000
"""Edges that the interpreter takes for that at most."""
OTHERS = 3
"""Steps of other threads that are tried in both orders at a state."""


def check_visited(question: Question, visited: VisitedStates, evidence: Explored, context: Context) -> Certificate:
    """Confirm what a search on the native machine says, as far as samples show."""
    if visited.program is not question.program or evidence.states != visited.count:
        return Rejected("the states are not those of the program that was asked about")
    checker = _Checker(question, visited, context)
    problem = checker.initial_states() or checker.drawn_states()
    if problem:
        return Rejected(problem)
    looked = f"{counted(checker.drawn, 'state')} and {counted(checker.steps, 'step')} were checked again"
    finding = f"holds in every reachable state: {evidence.states:,} states, of which {looked}"
    return Checked(evidence, finding, visited.edges)


class _Checker:
    def __init__(self, question: Question, visited: VisitedStates, context: Context) -> None:
        self._visited, self._context = visited, context
        compiled = CompiledProgram(question.program, question.bounds)
        goal = goal_of(question.property, compiled)
        assert isinstance(goal, StateGoal)
        self._goal = goal
        self._machine = Machine(compiled, checks=goal.checks)
        self._random = Random(visited.count)
        self._alike = AlikeChoices(self._machine, goal.broken, Random(visited.count))
        self._snapshots: dict[int, Snapshot] = {}
        self._edges = 0
        self.drawn = self.steps = 0

    def initial_states(self) -> str:
        """Say what is wrong with the beginning of runs, if anything is."""
        if self._visited.run_to(1).moves:
            return "the first state is no initial state"
        beginnings = sorted(set(self._visited.beginnings))
        total = 1
        for position, (_, offered) in enumerate(self._machine.initial_choices()):
            tried = {decisions[position] for decisions in beginnings}
            total *= len(tried)
            if self._alike.is_compared(offered):
                problem = self._alike.left_out_initially(position, offered, beginnings)
            else:
                problem = "" if tried == set(offered.values or ()) else "an initial value was left out"
            if problem:
                return problem
        return "" if total == len(beginnings) else "an initial state was left out"

    def drawn_states(self) -> str:
        """Draw states, and look at each of them and all its steps."""
        numbers = self._random.sample(range(1, self._visited.count + 1), min(DRAWN, self._visited.count))
        for number in numbers:
            self._context.check_limits("checking the evidence")
            if self._edges + self._alike.edges > EDGES:
                return ""
            self.drawn += 1
            problem = self._state(number)
            if problem:
                return problem
        return ""

    def _reach(self, number: int) -> Snapshot:
        """Go to a state by the run that leads there."""
        machine = self._machine
        known = self._snapshots.get(number)
        if known is not None:
            machine.restore(known)
            return known
        run = self._visited.run_to(number)
        machine.reset(run.initial)
        for move in run.moves:
            machine.apply(move)
        self._edges += len(run.moves)
        reached = self._snapshots[number] = machine.snapshot()
        return reached

    def _state(self, number: int) -> str:
        machine = self._machine
        here = self._reach(number)
        broken = self._goal.broken(machine)
        if broken:
            return f"a visited state breaks the property: {broken}"
        enabled = machine.enabled()
        visited = self._visited.steps(number)
        explored = {(step.moves[0].thread, step.moves[0].choice) for step in visited.steps}
        for thread in enabled if visited.alone is None else [visited.alone]:
            machine.restore(here)
            offered = machine.choices(thread)
            if offered is not None and self._alike.is_compared(offered):
                tried = [choice for number, choice in explored if number == thread and choice is not None]
                problem = self._alike.left_out(here, thread, offered, sorted(tried))
                if problem:
                    return problem
                continue
            decisions: Sequence[int | None] = (None,) if offered is None else tuple(offered.values or ())
            if any((thread, decision) not in explored for decision in decisions):
                return "a step was left out"
        for step in visited.steps:
            problem = self._step(here, step)
            if problem:
                return problem
        if visited.alone is not None:
            return self._commutes(here, visited.steps[0].moves[0], enabled)
        return ""

    def _step(self, here: Snapshot, step: VisitedStep) -> str:
        """Take a step with those behind it, and compare where it leads."""
        machine = self._machine
        machine.restore(here)
        self.steps += 1
        between = self._random.randrange(1, len(step.moves)) if len(step.moves) > 1 else None
        middle: Snapshot | None = None
        for index, move in enumerate(step.moves):
            if index == between:
                middle = machine.snapshot()
            machine.apply(move)
            self._edges += 1
            broken = self._goal.broken(machine)
            if broken and step.target is not None:
                return f"a step breaks the property: {broken}"
        lost = isinstance(machine.ending, Undefined | Cut) or machine.observed_address
        if step.target is None:
            return "" if lost else "a run was taken for ended that goes on"
        after = machine.snapshot()
        if after != self._reach(step.target):
            return "a step leads to another state than the search says"
        if middle is not None and between is not None:
            machine.restore(middle)
            if machine.threads[step.moves[0].thread].atomic:
                return ""
            return self._commutes(middle, step.moves[between], machine.enabled())
        return ""

    def _commutes(self, here: Snapshot, move: Move, enabled: Sequence[int]) -> str:
        """Say whether a step that others do not notice does not commute with one of theirs."""
        machine = self._machine
        others = [thread for thread in enabled if thread != move.thread]
        for thread in self._random.sample(others, min(OTHERS, len(others))):
            machine.restore(here)
            offered = machine.choices(thread)
            values = None if offered is None else offered.values
            decision = None if not values else self._random.choice(values)
            machine.step(thread, decision)
            self._edges += 4
            if machine.ending is not None or machine.finished():  # also: only daemons are left
                continue
            if move.thread not in machine.enabled():
                if not machine.is_in_section():
                    return "a step that others do not notice is not possible after one of theirs"
                continue
            machine.step(move.thread, move.choice)
            other_first = machine.snapshot()
            machine.restore(here)
            machine.step(move.thread, move.choice)
            if thread not in machine.enabled():
                continue
            machine.step(thread, decision)
            if machine.snapshot() != other_first:
                return "a step that others do not notice does not commute with one of theirs"
        return ""
