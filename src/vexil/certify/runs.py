"""Replay of runs and lassos on the program as it was loaded."""

from __future__ import annotations

from collections.abc import Callable

from vexil.certify.plain_states import is_in_state
from vexil.core.errors import UsageError
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram, Cut, Machine, Move, Undefined
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Lasso, Run
from vexil.model.goal import RunGoal, StateGoal, can_block, goal_of
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Question
from vexil.spec.property import Kind


class Replay:
    """A machine that takes recorded moves and remembers the edges."""

    def __init__(self, machine: Machine, initial: tuple[int, ...]) -> None:
        self.machine = machine
        machine.reset(initial)
        self.edges: set[str] = set()
        self.addresses: list[str] = ["an initial value"] if machine.observed_address else []

    def take(self, move: Move) -> None:
        """Take one move; raises `UsageError` when it is not possible or does not count."""
        machine = self.machine
        machine.observed_address = False
        machine.apply(move)
        if machine.observed_address:
            self.addresses.append(machine.edge_id())
        self.edges.add(machine.edge_id())
        if isinstance(machine.ending, Cut | Undefined):
            raise UsageError(f"the run ends at {machine.edge_id()}: {machine.ending}")


class _GoalReplay(Replay):
    """A replay with what the property says about its states."""

    def __init__(self, question: Question, initial: tuple[int, ...]) -> None:
        compiled = CompiledProgram(question.program)
        self.goal = goal_of(question.property, compiled)
        checks = self.goal.checks if isinstance(self.goal, StateGoal) else frozenset()
        track_returns = isinstance(self.goal, RunGoal) and self.goal.track_returns
        super().__init__(Machine(compiled, checks=checks, track_returns=track_returns), initial)

    def letter(self) -> list[int]:
        """The letter of the current state, for a property of runs."""
        return [self.goal.letter(self.machine)] if isinstance(self.goal, RunGoal) else []


def check_run(question: Question, run: Run) -> Certificate:
    """Replay a run and confirm that its last state breaks the property."""
    try:
        replay = _GoalReplay(question, run.initial)
        letters = replay.letter()
        for move in run.moves:
            replay.take(move)
            letters += replay.letter()
    except (UsageError, UndefinedAtom) as problem:
        return Rejected(str(problem))
    finding = ""
    match replay.goal:
        case StateGoal(broken, _):
            finding = broken(replay.machine)
        case RunGoal() if can_block(question.program):
            return Rejected("a restriction may cut the run later, so that its beginning refutes nothing")
        case RunGoal():
            if violated_at(replay.goal, letters) == len(run.moves):
                finding = f"violated after {counted(len(run.moves), 'step')} of the program"
        case _:
            return Rejected("a finite run does not refute this kind of property")
    if not finding:
        return Rejected("the run does not break the property in its last state")
    # a data race ends a run as a failing check does: what comes later is undefined
    goes_on = question.property.kind is not Kind.RACE and bool(replay.machine.enabled())
    if can_block(question.program) and goes_on:
        return Rejected("the program goes on, and a restriction may cut the run later, so that it is not a run", True)
    return Checked(run, finding, frozenset(replay.edges), len(run.moves), tuple(replay.addresses))


def check_lasso(question: Question, lasso: Lasso) -> Certificate:
    """Replay a lasso, confirm that it comes back to where its loop began, and that the automaton accepts it."""
    try:
        replay = _GoalReplay(question, lasso.initial)
        goal = replay.goal
        if not isinstance(goal, RunGoal):
            return Rejected("a lasso does not refute this kind of property")
        letters = [goal.letter(replay.machine)]
        for move in lasso.stem:
            replay.take(move)
            letters.append(goal.letter(replay.machine))
        start = replay.machine.snapshot()
        if not lasso.loop and replay.machine.enabled():
            return Rejected("the run does not end where its last state is repeated")
        attention = _Attention(replay.machine)
        loop_letters = _loop(replay, goal, lasso, letters.pop(), attention)
        if lasso.loop and not is_in_state(replay.machine, start):
            return Rejected("the loop does not come back to the state it began in")
    except (UsageError, UndefinedAtom) as problem:
        return Rejected(str(problem))
    if not accepts(goal, letters, loop_letters):
        return Rejected("the run satisfies the property")
    if lasso.fair and attention.neglected:
        return Rejected(f"the run is not fair to thread {min(attention.neglected)}")
    if lasso.loop and attention.is_held_up():
        return Rejected("only daemons move for ever, although another thread could: such a run does not count", True)
    position = violated_at(goal, [*letters, *loop_letters])
    finding = "a run violates it" if position is None else f"violated after {counted(position, 'step')} of the program"
    return Checked(lasso, finding, frozenset(replay.edges), position, tuple(replay.addresses))


class _Attention:
    """The threads that a loop neglects: they could move in every state of it so far, and did not.

    An atomic section is one step to the others: only states between sections tell who can move, if there are any.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._moved: set[int] = set()
        self._between: set[int] | None = None
        self._inside: set[int] | None = None
        self._alive_between: list[bool] = []
        self._alive_inside: list[bool] = []
        self._look()

    @property
    def neglected(self) -> set[int]:
        """The threads that the loop is not fair to."""
        able = self._inside if self._between is None else self._between
        return (able or set()) - self._moved

    def is_held_up(self) -> bool:
        """Say whether only daemons move, and in every state some thread can that is none."""
        threads = self._machine.threads
        is_daemons = all(number in threads and threads[number].daemon for number in self._moved)
        return is_daemons and all(self._alive_between or self._alive_inside)

    def take(self, move: Move) -> None:
        """Note a move, and who can move after it."""
        self._moved.add(move.thread)
        self._look()

    def _look(self) -> None:
        able = set(self._machine.enabled())
        is_alive = any(not self._machine.threads[number].daemon for number in able)
        (self._alive_inside if self._machine.is_in_section() else self._alive_between).append(is_alive)
        if self._machine.is_in_section():
            self._inside = able if self._inside is None else self._inside & able
        else:
            self._between = able if self._between is None else self._between & able


def _loop(replay: Replay, goal: RunGoal, lasso: Lasso, first: int, attention: _Attention) -> list[int]:
    letters = [first]
    for move in lasso.loop:
        replay.take(move)
        attention.take(move)
        letters.append(goal.letter(replay.machine))
    return letters[:-1] if lasso.loop else letters


def violated_at(goal: RunGoal, letters: list[int]) -> int | None:
    """The first position at which the automaton can reach a state that accepts whatever follows."""
    automaton = goal.violations
    places = {automaton.initial}
    for position, letter in enumerate(letters):
        if any(goal.is_lost(place, letter) for place in places):
            return position
        places = {target for place in places for target in automaton.successors(place, letter)}
    return None


def accepts(goal: RunGoal, stem: list[int], loop: list[int]) -> bool:
    """Say whether the automaton of violations accepts the word: reach by sets, then look for an accepting cycle."""
    automaton = goal.violations
    places = {automaton.initial}
    for letter in stem:
        places = {target for place in places for target in automaton.successors(place, letter)}
    pairs = {(place, 0) for place in places}
    pending = list(pairs)

    def after(pair: tuple[int, int]) -> list[tuple[int, int]]:
        place, position = pair
        following = (position + 1) % len(loop)
        return [(target, following) for target in automaton.successors(place, loop[position])]

    while pending:
        for target in after(pending.pop()):
            if target not in pairs:
                pairs.add(target)
                pending.append(target)
    return any(_returns(pair, after) for pair in pairs if pair[0] in automaton.accepting)


def _returns(pair: tuple[int, int], after: Callable[[tuple[int, int]], list[tuple[int, int]]]) -> bool:
    visited: set[tuple[int, int]] = set()
    pending = [pair]
    while pending:
        for target in after(pending.pop()):
            if target == pair:
                return True
            if target not in visited:
                visited.add(target)
                pending.append(target)
    return False
