"""State spaces as invariants: initial states inside, closed under steps, the property true everywhere."""

from __future__ import annotations

from vexil.certify.result import Certificate, Checked, Rejected
from vexil.core.context import Context
from vexil.ir.interpreter import CompiledProgram, Cut, Machine, Snapshot, Undefined
from vexil.model.evidence import StateSpace
from vexil.model.explore import Explorer
from vexil.model.goal import Goal, RunGoal, StateGoal, goal_of
from vexil.model.outcome import Question

INTERVAL = 1024


def check_state_space(question: Question, space: StateSpace, context: Context) -> Certificate:
    """Confirm that no step leaves the space and that no state or run in it breaks the property."""
    compiled = CompiledProgram(question.program, question.bounds)
    goal = goal_of(question.property, compiled)
    checks = goal.checks if isinstance(goal, StateGoal) else frozenset()
    track_returns = isinstance(goal, RunGoal) and goal.track_returns
    machine = Machine(compiled, checks=checks, track_returns=track_returns)
    checker = _Checker(machine, goal, space)
    for _, state in Explorer(machine).initial():
        problem = checker.start(state)
        if problem:
            return Rejected(problem)
    for count, state in enumerate(space.states):
        if count % INTERVAL == 0:
            context.check_limits("checking the evidence")
        problem = checker.state(state)
        if problem:
            return Rejected(problem)
    finding = f"holds in all {len(space.states)} reachable states"
    if space.ranks is not None:
        finding = f"no run violates it: {len(space.states)} states, {len(space.ranks)} with the automaton"
    return Checked(space, finding, frozenset(checker.edges))


class _Checker:
    """Checks states one by one, each on its own: the order does not matter."""

    def __init__(self, machine: Machine, goal: Goal, space: StateSpace) -> None:
        self._machine = machine
        self._goal = goal
        self._space = space
        self._places: dict[Snapshot, list[int]] = {}
        for state, place in space.ranks or ():
            self._places.setdefault(state, []).append(place)
        self.edges: set[str] = set()

    def start(self, state: Snapshot) -> str:
        """Check an initial state."""
        if state not in self._space.states:
            return "an initial state is missing"
        if isinstance(self._goal, RunGoal) and (state, self._goal.violations.initial) not in (self._space.ranks or {}):
            return "an initial state is missing from the product"
        return ""

    def state(self, state: Snapshot) -> str:
        """Check one state and all its steps; the answer says what is wrong."""
        machine = self._machine
        machine.restore(state)
        followers = self._followers(state)
        machine.restore(state)
        match self._goal:
            case StateGoal(broken, _):
                if any(follower not in self._space.states for follower in followers):
                    return "a step leads out of the state space"
                return broken(machine)
            case RunGoal():
                return self._ranks(self._goal, state, followers or ([] if machine.enabled() else [state]))
            case _:
                return "the property has no meaning in single states"

    def _followers(self, state: Snapshot) -> list[Snapshot]:
        """Every state one step away, with the edges noted."""
        machine = self._machine
        found = []
        for thread in machine.enabled():
            offered = machine.choices(thread)
            for decision in [None] if offered is None else offered.values or ():
                machine.restore(state)
                machine.step(thread, decision)
                function = machine.compiled.functions[machine.edge_function]
                self.edges.add(function.edge_id(machine.edge))
                if not isinstance(machine.ending, Cut | Undefined):
                    found.append(machine.snapshot())
            machine.restore(state)
        return found

    def _ranks(self, goal: RunGoal, state: Snapshot, followers: list[Snapshot]) -> str:
        """Every step of the product stays in it; ranks never grow, and shrink after an accepting state."""
        ranks = self._space.ranks or {}
        automaton = goal.violations
        letter = goal.letter(self._machine)
        for place in self._places.get(state, ()):
            rank = ranks[state, place] - (place in automaton.accepting)
            for target in automaton.successors(place, letter):
                if any(ranks.get((follower, target), rank + 1) > rank for follower in followers):
                    return "the ranks do not exclude an accepted run"
        return ""
