"""What comes of running Spin, and whether a run that it found answers the question: looked at without Spin."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.engines.printed.questions import Deadlock, Endings, Linear, Question
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
    """A program is missing: nothing was checked, and what was printed is where it should be."""

    looked_for: tuple[str, ...]

    @property
    def message(self) -> str:
        """One sentence for the user."""
        names = " or ".join(self.looked_for)
        return f"not run: {names} was looked for and is not installed; the model was printed and nothing was checked"


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
        case Deadlock():
            return evaluator.is_deadlock(last)
        case Linear(formula, atoms):
            word = _infinite(evaluator, run)
            if word is None:
                return False
            letters = [
                frozenset(atom for atom, condition in atoms.items() if _true(evaluator, condition, state))
                for state in word[0]
            ]
            return not holds(formula, Lasso(tuple(letters[: word[1]]), tuple(letters[word[1] :])))
        case _:
            return False


def _true(evaluator: Evaluator, condition: Expr, state: State) -> bool:
    return bool(evaluator.evaluate(condition, state, {}))


def _infinite(evaluator: Evaluator, run: SystemRun) -> tuple[list[State], int] | None:
    """The states of an infinite run that begins like this one, and where it comes back to.

    A run without a cycle is one that no continuation can save: it is continued by the first step of each state. One
    that stays in a state where a run is cut is none.
    """
    states = list(run.states)
    if run.cycle is not None and run.cycle < len(states) - 1 and states[-1] == states[run.cycle]:
        return states[:-1], run.cycle
    places = {state: place for place, state in enumerate(states)}
    while True:
        after = next((after for _, after in evaluator.successors(states[-1])), None)
        if run.cycle is not None and (after is not None or evaluator.cuts):
            return None
        if after is None:
            return states, len(states) - 1
        if after in places:
            return states, places[after]
        places[after] = len(states)
        states.append(after)
