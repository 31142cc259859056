"""The reference engine: plain exhaustive search over the reference interpreter.

It is the oracle that faster engines are tested against, so clarity beats speed: breadth-first search with
shortest traces for properties of states, nested depth-first search (Courcoubetis et al. 1992) for
properties of runs, and hard limits that end in an answer.
"""

from __future__ import annotations

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.reference.runs import search_runs
from vexil.engines.reference.states import search_states
from vexil.engines.reference.trees import search_tree
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.model.evidence import OneThread
from vexil.model.explore import Explorer
from vexil.model.goal import Goal, NoGoal, RunGoal, StateGoal, TreeGoal, goal_of, starts_threads, tree_goal
from vexil.model.observe import UndefinedAtom
from vexil.model.outcome import Answer, Direction, GaveUp, Holds, Outcome, Question
from vexil.spec.property import Kind

__all__ = ["ReferenceEngine"]


class ReferenceEngine:
    """Decides properties of programs with finitely many states."""

    name = "reference"
    direction = Direction.EXACT

    def check(self, question: Question, context: Context) -> Answer:
        """Search the whole state space, or give up at a limit."""
        if question.property.kind is Kind.RACE and not starts_threads(question.program):
            return Answer(Holds(OneThread()), self.name, self.direction)
        compiled = CompiledProgram(question.program, question.bounds)
        try:
            goal: Goal | TreeGoal
            if question.property.kind in (Kind.CTL, Kind.MU):
                goal = tree_goal(question.property, compiled)
            else:
                goal = goal_of(question.property, compiled)
        except LimitReached as limit:
            goal = NoGoal(limit.reason, "ask a smaller formula")
        if isinstance(goal, NoGoal):
            return Answer(GaveUp(goal.reason, goal.hint), self.name, self.direction)
        track_returns = isinstance(goal, RunGoal | TreeGoal) and goal.track_returns
        checks = goal.checks if isinstance(goal, StateGoal) else frozenset()
        explorer = Explorer(Machine(compiled, checks=checks, track_returns=track_returns))
        statistics: dict[str, int] = {}
        outcome, vacuous = self._search(explorer, goal, context, statistics)
        losses = explorer.losses
        return Answer(
            outcome,
            self.name,
            self.direction,
            dict(sorted(losses.bounds.items())),
            tuple(sorted(losses.undefined)),
            vacuous,
            statistics,
        )

    @staticmethod
    def _search(
        explorer: Explorer, goal: StateGoal | RunGoal | TreeGoal, context: Context, statistics: dict[str, int]
    ) -> tuple[Outcome, str]:
        try:
            if isinstance(goal, StateGoal):
                return search_states(explorer, goal, context, statistics)
            if isinstance(goal, TreeGoal):
                return search_tree(explorer, goal, context, statistics), ""
            return search_runs(explorer, goal, context, statistics)
        except LimitReached as limit:
            return GaveUp(limit.reason, "bound the program (--set, --bound), or raise the limit"), ""
        except MemoryError:
            return GaveUp("limit of memory reached", "bound the program (--set, --bound), or raise the limit"), ""
        except UndefinedAtom as undefined:
            return GaveUp(str(undefined), undefined.hint), ""
