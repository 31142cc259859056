"""The product of states that native code visited with an automaton of violations: samples checked by the interpreter.

Nodes are drawn: a state, as the search exports it, and a place of the automaton. The same atoms must hold there. Each
step of the interpreter must be one that the search explored, and lead to a node that was visited, with a rank that is
no larger, and smaller where the place is accepting: so no run is accepted. With fairness an accepting component may be
one that no fair run stays in, which the search alone says. Steps that were taken at once must not change what atoms say
after the first one, and those that others do not notice must commute with what they do (`vexil.certify.visited`).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from vexil.certify.alike_choices import AlikeChoices
from vexil.certify.commutation import Commutation
from vexil.certify.counted_machine import EDGE, EXPORT, CountedMachine
from vexil.certify.visited import INITIAL, LEAST, SHARE
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram, Cut, Machine, Snapshot, Undefined
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.goal import RunGoal, goal_of
from vexil.model.observe import UndefinedAtom

if TYPE_CHECKING:
    from vexil.core.context import Context
    from vexil.model.evidence import Explored
    from vexil.model.outcome import Question
    from vexil.model.visited import VisitedRuns, VisitedStep


def check_visited_runs(question: Question, visited: VisitedRuns, evidence: Explored, context: Context) -> Certificate:
    """Confirm what a search for runs on the native machine says, as far as samples show."""
    if visited.program is not question.program or evidence.states != visited.nodes:
        return Rejected("the states are not those of the program that was asked about")
    checker = _Checker(question, visited, context)
    try:
        problem = checker.initial_states() or checker.drawn_nodes()
    except UndefinedAtom as undefined:
        problem = str(undefined)
    if problem:
        return Rejected(problem)
    extent = f"{counted(checker.drawn, 'state')} and {counted(checker.steps, 'step')} were checked again"
    again = "" if visited.again is None else f"; {visited.again}"
    return Checked(evidence, f"no run violates it: {evidence.states:,} states, of which {extent}{again}", visited.edges)


class _Checker:
    def __init__(self, question: Question, visited: VisitedRuns, context: Context) -> None:
        self._visited, self._context = visited, context
        compiled = CompiledProgram(question.program, question.bounds)
        goal = goal_of(question.property, compiled)
        assert isinstance(goal, RunGoal)
        self._goal = goal
        self._machine = Machine(compiled, checks=goal.checks, track_returns=goal.track_returns)
        self._interpreter = CountedMachine(self._machine)
        self._random = Random(context.seed << 32 | visited.nodes)
        self._alike = AlikeChoices(self._machine, self._told, self._random)
        self._commutation = Commutation(self._interpreter, self._random, self._told)
        self.drawn = self.steps = 0

    def initial_states(self) -> str:
        """Say what is wrong with the beginning of runs, if anything is."""
        visited, interpreter = self._visited, self._interpreter
        first = self._goal.violations.initial
        if not visited.is_fair and any(visited.rank(number, first) is None for number in visited.initial):
            return "an initial state was not visited"
        claimed = {interpreter.plain(self._state(number)) for number in visited.initial}
        beginnings = sorted(set(visited.beginnings))
        for decisions in self._random.sample(beginnings, min(len(beginnings), INITIAL)):
            self._machine.reset(decisions)
            if self._machine.ending is None and interpreter.plain(self._machine.snapshot()) not in claimed:
                return "an initial state was not visited"
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

    def drawn_nodes(self) -> str:
        """Draw nodes of the product, and look at each of them and all its steps."""
        visited = self._visited
        budget = max(LEAST, visited.work // SHARE)
        for number in self._random.sample(range(1, visited.nodes + 1), min(visited.nodes, budget // EXPORT)):
            self._context.check_limits("checking the evidence")
            if self._interpreter.work + self._alike.edges * EDGE > budget:
                return ""
            self.drawn += 1
            state, place = visited.node(number)
            problem = self._node(state, place)
            if problem:
                return problem
        return ""

    def _told(self, machine: Machine) -> str:
        """The atoms that hold in a state of a run."""
        return "" if isinstance(machine.ending, Undefined | Cut) else bin(self._goal.letter(machine))

    def _state(self, number: int) -> Snapshot:
        return self._interpreter.export(self._visited, number)

    def _node(self, state: int, place: int) -> str:
        goal, machine, visited = self._goal, self._machine, self._visited
        here = self._state(state)
        self._interpreter.go(here)
        letter = goal.letter(machine)
        if letter != visited.letter(state):
            return "the search and the program do not agree about the atoms of the property"
        places = goal.violations.successors(place, letter)
        rank = visited.rank(state, place)
        if rank is None:
            return "" if visited.is_fair else "a visited state is not found again"
        if not places:
            return ""
        most = rank - (place in goal.violations.accepting and not visited.is_fair)
        enabled = machine.enabled()
        if not enabled:
            return self._ranks(state, places, most)
        explored = visited.steps(state)
        problem = self._left_out(here, explored.steps, enabled if explored.alone is None else [explored.alone])
        for step in explored.steps:
            problem = problem or self._step(here, step)
            if step.target is not None:
                problem = problem or self._ranks(step.target, places, most)
        if explored.alone is not None and not problem:
            if all(step.target is None or step.target <= state for step in explored.steps):
                return "a thread moves alone though it may go round in a circle"
            problem = self._commutation.problem(here, explored.steps[0].moves[0])
        return problem

    def _ranks(self, target: int, places: Sequence[int], most: int) -> str:
        """Say what is wrong with where a step leads in the product."""
        for place in places:
            rank = self._visited.rank(target, place)
            if rank is None:
                return "a step leads to a state that was not visited"
            if rank > most:
                return "the components do not exclude an accepted run"
        return ""

    def _left_out(self, here: Snapshot, steps: Sequence[VisitedStep], threads: Sequence[int]) -> str:
        machine = self._machine
        explored = {(step.moves[0].thread, step.moves[0].choice) for step in steps}
        for thread in threads:
            self._interpreter.go(here)
            offered = machine.choices(thread)
            if offered is not None and self._alike.is_compared(offered):
                tried = sorted(choice for number, choice in explored if number == thread and choice is not None)
                problem = self._alike.left_out(here, thread, offered, tried)
                if problem:
                    return problem
                continue
            decisions: Sequence[int | None] = (None,) if offered is None else tuple(offered.values or ())
            if any((thread, decision) not in explored for decision in decisions):
                return "a step was left out"
        return ""

    def _step(self, here: Snapshot, step: VisitedStep) -> str:
        """Take a step with those behind it, and compare where it leads and what can be seen on the way."""
        interpreter, machine = self._interpreter, self._machine
        interpreter.go(here)
        self.steps += 1
        letters: set[int] = set()
        between = self._random.randrange(1, len(step.moves)) if len(step.moves) > 1 else None
        middle: Snapshot | None = None
        for index, move in enumerate(step.moves):
            if index == between:
                middle = interpreter.record()
            if not (interpreter.take_next(move) if index else interpreter.take(move)):
                return "a step was explored that the program does not have"
            if step.target is not None:
                letters.add(self._goal.letter(machine))
        if step.target is None:
            return "" if interpreter.is_lost else "a run was taken for ended that goes on"
        if len(letters) > 1:
            return "steps were taken at once although the property tells the states between them apart"
        if not interpreter.are_equal(interpreter.record(), self._state(step.target)):
            return "a step leads to another state than the search says"
        return "" if middle is None or between is None else self._commutation.problem(middle, step.moves[between])
