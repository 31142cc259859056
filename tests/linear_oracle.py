"""Runs that violate a property, by enumeration: every state and step of the interpreter, without any reduction."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.core.graphs import components
from vexil.engines.machine.runs import Fairness, RunQuery
from vexil.ir.interpreter import CompiledProgram, Machine, Snapshot
from vexil.ir.program import Program
from vexil.model.explore import Explorer
from vexil.model.goal import RunGoal, goal_of
from vexil.spec.property import Property


class TooManyStatesError(Exception):
    """There are more states than are enumerated."""


@dataclass
class _State:
    """What is known about a state."""

    letter: int
    able: frozenset[int]
    inside: bool
    held_up: bool
    """Whether a thread that is no daemon can move."""
    steps: list[tuple[int, bool, Snapshot]] = field(default_factory=list)
    """The thread that moves, whether it is a daemon, and where that leads."""


class LinearOracle:
    """All states of a program, with what a property says about each."""

    def __init__(self, program: Program, asked: Property, most: int) -> None:
        self.program, self.asked = program, asked
        self.compiled = CompiledProgram(program)
        goal = goal_of(asked, self.compiled)
        assert isinstance(goal, RunGoal)
        self.goal = goal
        self._machine = Machine(self.compiled, checks=goal.checks, track_returns=goal.track_returns)
        explorer = Explorer(self._machine)
        self._states: dict[Snapshot, _State] = {}
        self._initial = []
        for _, state in explorer.initial():
            self._initial.append(state)
            self._enter(state)
        for state in pending if (pending := list(self._states)) else ():
            ended = explorer.losses.finished
            known = self._states[state]
            daemons = {number: thread.daemon for number, thread in self._at(state).threads.items()}
            for move, following in explorer.successors(state):
                if following not in self._states:
                    self._enter(following)
                    pending.append(following)
                    if len(pending) > most:
                        raise TooManyStatesError
                known.steps.append((move.thread, daemons[move.thread], following))
            if explorer.losses.finished > ended:
                known.steps.append((0, False, state))

    def _at(self, state: Snapshot) -> Machine:
        self._machine.restore(state)
        return self._machine

    def _enter(self, state: Snapshot) -> None:
        machine = self._machine
        able = frozenset(machine.enabled())
        held_up = any(not machine.threads[number].daemon for number in able)
        self._states[state] = _State(self.goal.letter(machine), able, machine.is_in_section(), held_up)

    @property
    def size(self) -> int:
        """How many states there are."""
        return len(self._states)

    def is_violated(self, query: RunQuery) -> bool:
        """Say whether a run that counts violates the property."""
        automaton = self.goal.violations
        nodes = [(state, automaton.initial) for state in dict.fromkeys(self._initial)]
        numbers = {node: number for number, node in enumerate(nodes)}
        edges: list[list[tuple[int, bool, int]]] = []
        for state, place in nodes:
            known = self._states[state]
            targets = automaton.successors(place, known.letter)
            if query.lost and not query.lost.isdisjoint(targets):
                return True
            edges.append([])
            for thread, daemon, following in known.steps:
                for target in targets:
                    node = (following, target)
                    if node not in numbers:
                        numbers[node] = len(nodes)
                        nodes.append(node)
                    edges[-1].append((thread, daemon, numbers[node]))
        inside = {number for number, (state, _) in enumerate(nodes) if self._states[state].inside}
        every = set(range(len(nodes)))

        def is_accepted(counted: set[int], telling: set[int]) -> bool:
            def after(node: int) -> list[int]:
                return [target for _, _, target in edges[node] if node in counted and target in counted]

            for members in components(len(nodes), after):
                within = set(members) & counted
                arcs = [(n, arc) for n in within for arc in edges[n] if arc[2] in within]
                if not arcs or not any(nodes[n][1] in automaton.accepting for n in within):
                    continue
                told = [self._states[nodes[n][0]] for n in within & telling]
                match query.fairness:
                    case Fairness.NONE:
                        return True
                    case Fairness.DAEMONS:
                        moves = any(not daemon for _, (_, daemon, _) in arcs)
                        if moves or any(not state.held_up for state in told):
                            return True
                    case Fairness.WEAK:
                        moved = {thread for _, (thread, _, _) in arcs}
                        if told and frozenset.intersection(*(state.able for state in told)) <= moved:
                            return True
            return False

        return is_accepted(every, every - inside) or is_accepted(inside, inside)
