"""What comes of running Spin: trails as runs of the guarded system, and whether one answers the question."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vexil.core.errors import require
from vexil.engines.printed.promela.model import PromelaModel
from vexil.engines.printed.questions import Deadlock, Endings, Invariant, Linear, Question
from vexil.model.guarded.evaluate import Evaluator, State, Transition
from vexil.model.guarded.expressions import Expr
from vexil.model.guarded.system import EndKind, GuardedSystem
from vexil.spec.lasso import Lasso, holds

LINE = re.compile(r"^\s*(\d+):\s+proc\s+(\d+) \([^)]*\) [^\s:]+:(\d+) \(state")
CYCLE = "START OF CYCLE"


@dataclass(frozen=True, slots=True)
class SystemRun:
    """A run of a guarded system: its states, the step between each two, and where its cycle begins if it has one."""

    states: tuple[State, ...]
    steps: tuple[Transition, ...]
    cycle: int | None = None
    """The number of the state that the run comes back to for ever, or stays in if it is the last."""
    is_cut: bool = False
    """Whether the last step cuts the run, so that there is no state after it."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What Spin says about its search; ``transitions`` are steps between states."""

    states: int
    transitions: int
    errors: int
    depth: int
    vector: int
    """Bytes of a state."""
    complete: bool
    """Whether every state was looked at."""


@dataclass(frozen=True, slots=True)
class Fine:
    """Spin looked at every state and found nothing."""

    statistics: Statistics


@dataclass(frozen=True, slots=True)
class Wrong:
    """Spin found a run, and the run was executed again."""

    run: SystemRun
    statistics: Statistics


@dataclass(frozen=True, slots=True)
class Stopped:
    """There is no answer, for this reason."""

    reason: str
    statistics: Statistics | None = None


@dataclass(frozen=True, slots=True)
class NotRun:
    """A program is missing: nothing was checked. A model that was to be kept is where it should be."""

    looked_for: tuple[str, ...]

    @property
    def message(self) -> str:
        """One sentence for the user."""
        names = " or ".join(self.looked_for)
        return f"not run: {names} was looked for and is not installed; nothing was checked"


Answer = Fine | Wrong | Stopped | NotRun


def answers(system: GuardedSystem, question: Question, run: SystemRun) -> bool:
    """Say whether a run shows what was asked for: a wrong ending, a deadlock, or a formula that does not hold."""
    evaluator = Evaluator(system)
    last = run.states[-1]
    match question:
        case Endings(asserted):
            if run.is_cut:
                return any(system.endings[number].kind is EndKind.CUT for number in asserted)
            return last[0] - 1 in asserted
        case Deadlock(wanted):
            return evaluator.is_deadlock(last) or not _true(evaluator, wanted, last)
        case Invariant(wanted):
            return not _true(evaluator, wanted, last)
        case Linear(formula, atoms):
            endless = infinite(system, run)
            if endless is None or endless.cycle is None:
                return False
            letters = [
                frozenset(atom for atom, condition in atoms.items() if _true(evaluator, condition, state))
                for state in endless.states
            ]
            turn = letters[endless.cycle : -1] or letters[-1:]
            return not holds(formula, Lasso(tuple(letters[: endless.cycle]), tuple(turn)))
        case _:
            return False


def _true(evaluator: Evaluator, condition: Expr, state: State) -> bool:
    return bool(evaluator.evaluate(condition, state, {}))


def infinite(system: GuardedSystem, run: SystemRun) -> SystemRun | None:
    """An infinite run that begins like this one: its last state is the one where its cycle begins.

    A run without a cycle is one that no continuation can save: it is continued by the first step of each state. One
    that stays in a state where a run is cut is none.
    """
    evaluator = Evaluator(system)
    states, steps = list(run.states), list(run.steps)
    if run.cycle is not None and run.cycle < len(states) - 1 and states[-1] == states[run.cycle]:
        return run
    places = {state: place for place, state in enumerate(states)}
    while True:
        following = next(evaluator.successors(states[-1]), None)
        if run.cycle is not None and (following is not None or evaluator.cuts):
            return None
        if following is None:
            return SystemRun(tuple(states), tuple(steps), len(states) - 1)
        steps.append(following[0])
        states.append(following[1])
        if following[1] in places:
            return SystemRun(tuple(states), tuple(steps), places[following[1]])
        places[following[1]] = len(states) - 1


# --- trails ----------------------------------------------------------------------------------------------


def read_trail(system: GuardedSystem, model: PromelaModel, text: str) -> SystemRun:
    """The run that ``spin -t -p`` has printed, executed again step by step."""
    evaluator = Evaluator(system)
    state = evaluator.initial()[0]
    templates = {name: system.template[name].count for name in model.first_process}
    states, numbers = [state], {-1}
    steps: list[Transition] = []
    cycle: int | None = None
    for line in text.splitlines():
        if CYCLE in line:
            cycle = len(steps)
        match = LINE.match(line)
        if match is None or int(match[1]) in numbers:
            continue
        numbers.add(int(match[1]))
        place, process = int(match[3]), int(match[2])
        if place in model.beginnings:
            state = model.beginnings[place]
            states = [state]
        elif place in model.steps:
            printed = model.steps[place]
            thread = process - model.first_process[printed.template]
            require(
                0 <= thread < templates[printed.template], "a process should be a thread of the template of its line"
            )
            step = Transition(printed.template, thread, printed.command, printed.values)
            steps.append(step)
            after = _after(evaluator, state, step)
            if after is None:
                return SystemRun(tuple(states), tuple(steps), is_cut=True)
            state = after
            states.append(state)
    return SystemRun(tuple(states), tuple(steps), cycle)


def _after(evaluator: Evaluator, state: State, step: Transition) -> State | None:
    """Where a step leads, nowhere when it may be one that is cut."""
    cuts = sum(evaluator.cuts.values())
    for candidate, after in evaluator.successors(state):
        same = (candidate.template, candidate.thread, candidate.chosen) == (step.template, step.thread, step.chosen)
        if same and candidate.command is step.command:
            return after
    is_cut = sum(evaluator.cuts.values()) > cuts
    require(is_cut, f"thread {step.thread} of {step.template} should be able to take the step that Spin took")
    return None
