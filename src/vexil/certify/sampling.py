"""State spaces that are too large to be enumerated again: samples of them, and runs followed side by side.

States are drawn, and each of their steps by the plain meaning of the system has to lead to a state that was visited; no
drawn state breaks the property. Then runs of the flat form are followed by the interpreter, which has to agree about
who can move and how runs end. So a mistake that shows in a noticeable part of the states or steps is seen; one that
needs a single rare state may not be, and the finding says how much was looked at.
"""

from __future__ import annotations

from random import Random

from vexil.certify.visited import check_visited
from vexil.certify.visited_runs import check_visited_runs
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Explored
from vexil.model.goal import RunGoal, StateGoal, goal_of
from vexil.model.guarded import EndKind
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.outcome import Question
from vexil.model.visited import VisitedRuns, VisitedStates
from vexil.spec.buchi import Buchi
from vexil.transform.flattening.runs import Driver, disagreement
from vexil.transform.reductions.reduced import Exploration

DRAWN = 400
"""States that are drawn."""
WALKS, STEPS = 16, 60
"""Runs that are followed, and the steps of each."""
SLOWER = 4
"""A part of that is looked at where the plain meaning of a step is slow, because steps are fused."""


def check_explored(question: Question, evidence: Explored, context: Context) -> Certificate:
    """Confirm what a search of very many states says, as far as samples show."""
    exploration = evidence.exploration
    if isinstance(exploration, VisitedRuns):
        return check_visited_runs(question, exploration, evidence, context)
    if isinstance(exploration, VisitedStates):
        return check_visited(question, exploration, evidence, context)
    if not isinstance(exploration, Exploration):
        return Rejected("the states that were visited are gone", True)
    if (
        exploration.goal.flattened.encoding.program is not question.program
        or evidence.states != exploration.visited.count
    ):
        return Rejected("the states are not those of the program that was asked about")
    checker = _Checker(question, exploration, context)
    problem = checker.initial_states() or checker.drawn_states() or checker.runs()
    if problem:
        return Rejected(problem)
    kind = "no run violates it" if exploration.goal.violations is not None else "holds in every reachable state"
    extent = f"{counted(checker.drawn, 'state')} and {counted(checker.followed, 'step')} of runs were checked again"
    finding = f"{kind}: {evidence.states:,} states, of which {extent}"
    return Checked(evidence, finding, _edges(exploration), is_sampled=True)


def _edges(exploration: Exploration) -> frozenset[str]:
    """The edges that any command stands for, but for those where a run would have ended."""
    goal = exploration.goal
    functions, system = goal.flattened.encoding.program.functions, goal.flattened.system
    every = frozenset(
        functions[command.step.function].edge_id(edge)
        for template in system.templates
        for location in template.locations
        for command in location.commands
        if command.step is not None
        for edge in command.step.edges
    )
    return every - {system.endings[number].property for number in exploration.unmet}


class _Checker:
    def __init__(self, question: Question, exploration: Exploration, context: Context) -> None:
        self._question, self._exploration, self._context = question, exploration, context
        self._goal = exploration.goal
        self._small = Evaluator(exploration.reduced.system)
        self._random = Random(exploration.visited.count)
        system = exploration.reduced.system
        self._part = SLOWER if system.passing else 1
        self.drawn = self.followed = 0

    # --- states ------------------------------------------------------------------------------------------

    def initial_states(self) -> str:
        """Say what is wrong with the beginning of runs, if anything is."""
        violations = self._goal.violations
        first = 0 if violations is None else violations.initial
        missing = any(self._exploration.visited.rank(state, first) is None for state in self._small.initial())
        return "an initial state was not visited" if missing else ""

    def drawn_states(self) -> str:
        """Draw states, and look at each of them and all its steps."""
        visited = self._exploration.visited
        numbers = sorted(self._random.sample(range(1, visited.count + 1), min(DRAWN // self._part, visited.count)))
        for number in numbers:
            self._context.check_limits("checking the evidence")
            self.drawn += 1
            state, place = visited.node(number)
            problem = self._broken(state) or self._steps(state, place)
            if problem:
                return problem
        return ""

    def _broken(self, state: State) -> str:
        goal, system = self._goal, self._small.system
        if state[0] and state[0] - 1 in goal.endings:
            return f"a visited state breaks the property: {system.endings[state[0] - 1].text}"
        if state[0] and state[0] - 1 in self._exploration.unmet:
            return "a visited state has an ending that should not be met"
        if any(not self._small.evaluate(system.atoms[atom], state, {}) for atom in goal.atoms):
            return "a visited state breaks the property"
        if goal.deadlock and self._small.is_deadlock(state):
            return "a visited state is a deadlock"
        return ""

    def _steps(self, state: State, place: int) -> str:
        cuts = sum(self._small.cuts.values())
        followers = [target for _, target in self._exploration.reduced.steps(self._small, state)]
        violations = self._goal.violations
        if violations is None:
            left = any(self._exploration.visited.rank(target, 0) is None for target in followers)
            return "a step leads to a state that was not visited" if left else ""
        if not followers and cuts == sum(self._small.cuts.values()) and self._lasts(state):
            followers = [state]
        return self._ranks(violations, state, place, followers)

    def _lasts(self, state: State) -> bool:
        """Say whether a run without a next step is one that repeats its last state for ever."""
        return not state[0] or self._small.system.endings[state[0] - 1].kind is not EndKind.UNDEFINED

    def _ranks(self, automaton: Buchi, state: State, place: int, followers: list[State]) -> str:
        rank = self._exploration.visited.rank(state, place)
        if rank is None:
            return "a visited state is not found again"
        most = rank - (place in automaton.accepting and not self._exploration.fair)
        for target in automaton.successors(place, self._letter(self._small, state)):
            for follower in followers:
                reached = self._exploration.visited.rank(follower, target)
                if reached is None:
                    return "a step leads to a state that was not visited"
                if reached > most:
                    return "the components do not exclude an accepted run"
        return ""

    def _letter(self, evaluator: Evaluator, state: State) -> int:
        atoms = evaluator.system.atoms
        return sum(
            bool(evaluator.evaluate(atoms[atom], state, {})) << bit for bit, atom in enumerate(self._goal.letters)
        )

    # --- runs --------------------------------------------------------------------------------------------

    def runs(self) -> str:
        """Follow runs of the flat form with the interpreter."""
        flattened = self._goal.flattened
        whole = Evaluator(flattened.system)
        openings = whole.openings()
        goal = goal_of(self._question.property, CompiledProgram(self._question.program, self._question.bounds))
        for _ in range(WALKS // self._part if openings else 0):
            driver = Driver(flattened, *self._random.choice(openings))
            beside = self._standing_for(driver.state, self._small.initial())
            for _ in range(STEPS):
                self._context.check_limits("checking the evidence")
                problem = disagreement(flattened, whole, driver) or self._unlike(whole, driver, goal)
                problem = problem or self._unvisited(beside, goal)
                if problem:
                    return problem
                following = list(whole.successors(driver.state))
                if not following:
                    break
                driver.follow(*self._random.choice(following))
                if beside is not None and not self._exploration.reduced.is_fused:
                    beside = self._standing_for(driver.state, [state for _, state in self._small.successors(beside)])
                self.followed += 1
        return ""

    def _standing_for(self, state: State, candidates: list[State]) -> State | None:
        """The one of some states of the reduced system that stands for a state of the flat form."""
        canonical = self._exploration.reduced.canonical
        representative = canonical(state)
        return next((candidate for candidate in candidates if canonical(candidate) == representative), None)

    def _unvisited(self, beside: State | None, goal: object) -> str:
        """Whether a state of a run was left out, where every state should have been visited in some form."""
        if not isinstance(goal, StateGoal) or self._exploration.reduced.is_fused:
            return ""
        is_there = beside is not None and self._exploration.visited.rank(beside, 0) is not None
        return "" if is_there else "a run leads to a state that was not visited"

    def _unlike(self, whole: Evaluator, driver: Driver, goal: object) -> str:
        """What the state of a run says that the search does not."""
        match goal:
            case StateGoal(broken, _):
                problem = broken(driver.machine)
                return f"a run breaks the property: {problem}" if problem else ""
            case RunGoal() if goal.letter(driver.machine) != self._letter(whole, driver.state):
                return "the flat form and the program do not agree about the atoms of the property"
            case _:
                return ""
