"""What comes of running Spin, and whether a run that it found answers the question: looked at without Spin."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.engines.printed.questions import Deadlock, Endings, Invariant, Linear, Question
from vexil.engines.printed.spin.trail import SystemRun
from vexil.model.guarded.evaluate import Evaluator, State
from vexil.model.guarded.expressions import Expr
from vexil.model.guarded.system import EndKind, GuardedSystem
from vexil.spec.lasso import Lasso, holds


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
