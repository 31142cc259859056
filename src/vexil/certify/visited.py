"""States that native code visited, executed once more by the interpreter: all of them, or as many as a budget allows.

A number stands for one state of the interpreter. No such state breaks the property, the initial states are among
them, and each step of the interpreter from one of them was explored and leads to the state whose number the search
says: so all states were visited. Where only one thread was let move, and where a thread took several steps at once,
these must commute with what others do, and must lead to a state that was found later, so that nobody waits for ever.

Few states are walked through from the initial ones, all of them. Of many, states are drawn; what a number stands for
is then what the search says it is, which the steps that lead there and the walks from the initial states confirm. A
mistake that shows in one of a thousand states is missed by 5,000 of them in one of 148 cases; one that needs a single
rare state may be missed. The finding says how much was looked at.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from vexil.certify.counted_machine import EDGE, EXPORT, GO, RECORD, CountedMachine
from vexil.certify.visited_steps import StepChecker
from vexil.core.errors import LimitReached
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram, Machine, Snapshot
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.goal import StateGoal, goal_of

if TYPE_CHECKING:
    from vexil.core.context import Context
    from vexil.model.evidence import Explored
    from vexil.model.outcome import Question
    from vexil.model.visited import VisitedStates

SHARE = 10
"""The work of the search is so many times what looking at samples may take (`vexil.certify.counted_machine`)."""
LEAST = 6_000_000
"""What it may take in any case: about half a second."""
WHOLE = 8_000_000
"""A search that takes no more than this to be executed again is looked at as a whole: some thousand states."""
STEP = 8
"""Edges of a step with those behind it, on the average, that are counted at least."""
TRY = 3000
MOST_TRIES = 20
"""What it takes to try a step that goes first against a run of others, and how often that is done in a state."""
LONGEST = 20_000
"""Edges of a step that are taken at most where samples are looked at."""
INITIAL = 10_000
"""Initial states that are looked at."""
WALK = 200
"""Steps of a walk from an initial state; a quarter of the work is spent on walks."""


def check_visited(question: Question, visited: VisitedStates, evidence: Explored, context: Context) -> Certificate:
    """Confirm what a search on the native machine says: as a whole, or as far as samples show."""
    if visited.program is not question.program or evidence.states != visited.count:
        return Rejected("the states are not those of the program that was asked about")
    checker = _Checker(question, visited, context)
    budget = max(WHOLE, visited.work // SHARE)
    is_whole = _estimated(visited) <= budget
    try:
        problem = checker.initial_states()
        if is_whole and not problem:
            is_whole = checker.every_state(2 * budget)
            problem = checker.steps.problem
        elif not problem:
            problem = checker.samples()
    except LimitReached as limit:
        return Rejected(f"the states could not be looked at: {limit.reason}", True)
    if problem:
        return Rejected(problem)
    steps = checker.steps
    states = "all" if is_whole else counted(steps.states, "state")
    extent = f"of which {states} and {counted(steps.steps, 'step')} were checked again"
    if steps.begun:
        extent += f", and the first {LONGEST:,} edges of {counted(steps.begun, 'longer step')}"
    again = "" if visited.again is None else f"; {visited.again}"
    finding = f"holds in every reachable state: {evidence.states:,} states, {extent}{again}"
    losses = tuple(sorted(steps.losses))
    return Checked(evidence, finding, visited.edges, losses=losses, is_sampled=not is_whole)


def _estimated(visited: VisitedStates) -> int:
    """What executing every step takes, with some edges for each, and two more states for each one to commute."""
    edges = max(visited.transitions * STEP, visited.length)
    return visited.transitions * (GO + RECORD) + edges * EDGE + visited.count * 2 * (GO + RECORD)


class _Checker:
    def __init__(self, question: Question, visited: VisitedStates, context: Context) -> None:
        self._visited, self._context = visited, context
        compiled = CompiledProgram(question.program, question.bounds)
        goal = goal_of(question.property, compiled)
        assert isinstance(goal, StateGoal)
        self._interpreter = CountedMachine(Machine(compiled, checks=goal.checks))
        self._random = Random(context.seed << 32 | visited.count)
        self._known: dict[int, Snapshot] = {}
        self._is_whole = False
        self.steps = StepChecker(visited, goal, self._interpreter, self._random, self._is_same)

    def _is_same(self, number: int, state: Snapshot) -> bool:
        """Say whether a state is the one with a number; of all states, the first one that is met has the number."""
        if not 1 <= number <= self._visited.count:
            return False
        known = self._known.get(number)
        if known is None and self._is_whole:
            self._known[number] = state
            return True
        return self._interpreter.are_equal(state, self._state(number) if known is None else known)

    def _state(self, number: int) -> Snapshot:
        return self._interpreter.export(self._visited, number)

    def initial_states(self) -> str:
        """Say what is wrong with the beginning of runs, if anything is."""
        for number in self._visited.initial:
            self._known[number] = self._state(number)
        claimed = {self._interpreter.plain(state) for state in self._known.values()}
        machine = self._interpreter.machine
        beginnings = sorted(set(self._visited.beginnings))
        for decisions in self._random.sample(beginnings, min(len(beginnings), INITIAL)):
            self._context.check_limits("checking the evidence")
            machine.reset(decisions)
            if machine.ending is None and self._interpreter.plain(machine.snapshot()) not in claimed:
                return "an initial state was not visited"
        return self._left_out_initially(beginnings)

    def _left_out_initially(self, beginnings: list[tuple[int, ...]]) -> str:
        """Say whether runs begin with other values as well (of very many see `alike_choices`)."""
        total, alike = 1, self.steps.alike
        for position, (_, offered) in enumerate(self._interpreter.machine.initial_choices()):
            tried = {decisions[position] for decisions in beginnings}
            total *= len(tried)
            if alike.is_compared(offered):
                problem = alike.left_out_initially(position, offered, beginnings)
            else:
                problem = "" if tried == set(offered.values or ()) else "an initial value was left out"
            if problem:
                return problem
        return "" if total == len(beginnings) else "an initial state was left out"

    def every_state(self, most: int) -> bool:
        """Walk through all states in the order in which they were found; false when this takes more work than that."""
        self._is_whole = True
        self.steps.tries = min(MOST_TRIES, max(1, LEAST // (self._visited.count * TRY)))
        for number in range(1, self._visited.count + 1):
            self._context.check_limits("checking the evidence")
            state = self._known.get(number)
            if state is None:
                self.steps.problem = "no step leads to a visited state from those before it"
            elif self._interpreter.work > most:
                return False
            else:
                self.steps.look(number, state)
            if self.steps.problem:
                break
        return True

    def samples(self) -> str:
        """Walk from initial states, and draw others, until the work is done that samples may take."""
        budget = max(LEAST, self._visited.work // SHARE)
        self.steps.longest = LONGEST
        while self._interpreter.work < budget // 4 and not self.steps.problem:
            self._walk(budget // 2)
        most = min(self._visited.count, budget // EXPORT)
        for number in self._random.sample(range(1, self._visited.count + 1), most):
            if self._interpreter.work >= budget or self.steps.problem:
                break
            self._context.check_limits("checking the evidence")
            self.steps.look(number, self._state(number))
        return self.steps.problem

    def _walk(self, most: int) -> None:
        """Walk from an initial state, by steps that are drawn, until so much work is done."""
        number = self._random.choice(self._visited.initial)
        state = self._known[number]
        for _ in range(WALK):
            self._context.check_limits("checking the evidence")
            followers = self.steps.look(number, state)
            if self.steps.problem or not followers or self._interpreter.work >= most:
                return
            number, state = self._random.choice(followers)
