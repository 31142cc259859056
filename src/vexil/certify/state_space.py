"""State spaces as invariants: initial states inside, closed under steps, the property true everywhere."""

from __future__ import annotations

from collections.abc import Collection

from vexil.certify.walk import OpenChoiceError, Walk
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram, Machine, Snapshot
from vexil.model.certificate import Certificate, Rejected
from vexil.model.evidence import StateSpace
from vexil.model.goal import NoGoal, RunGoal, StateGoal, goal_of
from vexil.model.outcome import Question

INTERVAL = 1024


def check_state_space(question: Question, space: StateSpace, context: Context) -> Certificate:
    """Confirm that no step leaves the space and that no state or run in it breaks the property."""
    compiled = CompiledProgram(question.program, question.bounds)
    goal = goal_of(question.property, compiled)
    if isinstance(goal, NoGoal):
        return Rejected("the property has no meaning in the states of the program")
    track_returns = isinstance(goal, RunGoal) and goal.track_returns
    checker = _Checker(Machine(compiled, checks=goal.checks, track_returns=track_returns), goal, space)
    try:
        problem = checker.initial_states()
        for count, state in enumerate(checker.states):
            if problem:
                break
            if count % INTERVAL == 0:
                context.check_limits("checking the evidence")
            problem = checker.state(state)
    except OpenChoiceError as open_choice:
        problem = str(open_choice)
    if problem:
        return Rejected(problem)
    states = counted(len(checker.states), "state")
    finding = f"holds in every reachable state: {states}"
    if space.ranks is not None:
        finding = f"no run violates it: {states}, {len(space.ranks)} with the automaton"
    return checker.walk.certificate(space, finding)


class _Checker:
    """Checks states one by one, each on its own: the order does not matter."""

    def __init__(self, machine: Machine, goal: StateGoal | RunGoal, space: StateSpace) -> None:
        self.walk = Walk(machine)
        self._goal = goal
        self._ranks = space.ranks or {}
        self._places: dict[Snapshot, list[int]] = {}
        for state, place in self._ranks:
            self._places.setdefault(state, []).append(place)
        self.states: Collection[Snapshot] = space.states if isinstance(goal, StateGoal) else self._places.keys()

    def initial_states(self) -> str:
        """Check that every initial state is in the space; the answer says what is wrong."""
        for state in self.walk.first():
            if isinstance(self._goal, RunGoal):
                if (state, self._goal.violations.initial) not in self._ranks:
                    return "an initial state is missing from the product"
            elif state not in self.states:
                return "an initial state is missing"
        return ""

    def state(self, state: Snapshot) -> str:
        """Check one state and all its steps; the answer says what is wrong."""
        machine = self.walk.machine
        followers = self.walk.followers(state)
        machine.restore(state)
        if isinstance(self._goal, StateGoal):
            if any(follower not in self.states for follower in followers):
                return "a step leads out of the state space"
            return self._goal.broken(machine)
        return self._rank_problem(self._goal, state, followers or ([] if machine.enabled() else [state]))

    def _rank_problem(self, goal: RunGoal, state: Snapshot, followers: list[Snapshot]) -> str:
        """Every step of the product stays in it; ranks never grow, and shrink after an accepting state."""
        automaton = goal.violations
        letter = goal.letter(self.walk.machine)
        for place in self._places[state]:
            rank = self._ranks[state, place] - (place in automaton.accepting)
            for target in automaton.successors(place, letter):
                if any(self._ranks.get((follower, target), rank + 1) > rank for follower in followers):
                    return "the ranks do not exclude an accepted run"
        return ""
