"""The pass for questions, and runs of a program whose heap is memory as runs of the program that it was made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vexil.ir.interpreter import CompiledProgram, Move
from vexil.ir.program import Program
from vexil.model.evidence import EndlessRecursion, Evidence, InMemory, Invariant, Lasso, RecurrentSet, Run, Unwound
from vexil.model.goal import StateGoal, asked_class, goal_of
from vexil.model.leaps import MustChain
from vexil.model.outcome import Question
from vexil.transform.choices import arrivals_at, lasso_with_choices_of, up_to_arrival, with_choices_of
from vexil.transform.heap_as_memory.problems import NotSequential
from vexil.transform.heap_as_memory.program import Lowered, lowered
from vexil.transform.heap_as_memory.schedules import schedule_on_objects

MOST_STEPS = 4
"""A step of the program never becomes fewer than a quarter as many: a wait takes three where it was one."""

MOST_ROUNDS = 8
"""How often the loop of an endless run is repeated until it comes back to a state with objects."""


def on_objects(
    program: Program, initial: tuple[int, ...], moves: Iterable[Move], checks: frozenset[str]
) -> tuple[Move, ...]:
    """The moves of the program that make the same choices, up to its end or to a choice that was not made."""
    run = Run(initial, tuple(moves))
    return with_choices_of(program, run, checks, MOST_STEPS * len(run.moves) + 1).moves


@dataclass(frozen=True, eq=False)
class InMemoryForm:
    """The form of a program in which objects are memory, and the way back."""

    question: Question
    made: Lowered
    has_threads: bool = False

    @property
    def program(self) -> Program:
        """The program without objects."""
        return self.made.program

    def original_run(self, run: Run) -> Run:
        """The run with objects; raises `NotSequential` where threads go another way there."""
        question = self.question
        goal = goal_of(question.property, CompiledProgram(question.program))
        checks = goal.checks if isinstance(goal, StateGoal) else frozenset()
        if self.has_threads:
            is_reached = goal.broken if isinstance(goal, StateGoal) else bool
            found = schedule_on_objects(question.program, self.made, run, checks, is_reached)
            if found is None:
                raise NotSequential("a run was found, and threads with objects go another way")
            return found
        return Run(run.initial, on_objects(question.program, run.initial, run.moves, checks))

    def original_lasso(self, lasso: Lasso) -> Lasso | None:
        """The endless run with objects, if it comes back to a state."""
        most = MOST_STEPS * (len(lasso.stem) + MOST_ROUNDS * len(lasso.loop))
        return lasso_with_choices_of(self.question.program, lasso, most)

    def original_endless(self, endless: RecurrentSet | EndlessRecursion) -> InMemory | None:
        """Endless runs, with their beginning as a run with objects; nothing if it does not come to the same place."""
        function, stem = endless.function, endless.stem
        if function not in self.made.origins:
            return None
        own = self.program.functions[function]
        place = endless.head if isinstance(endless, RecurrentSet) else own.entry
        count = arrivals_at(self.program, stem, function, place)
        original = self.question.program.functions[function]
        there = place if isinstance(endless, RecurrentSet) else original.entry
        most = MOST_STEPS * len(stem.moves) + 1
        run = up_to_arrival(self.question.program, stem, function, there, count, most)
        return None if run is None else InMemory(endless, run)

    def original_proof(self, proof: Evidence) -> Evidence:
        """The proof, marked as one about this form."""
        return InMemory(proof) if isinstance(proof, Invariant | Unwound | MustChain) else proof


class ObjectsAsMemory:
    """The pass for engines that know memory and no objects; with *threads*, for one that knows these."""

    without = "objects"

    def __init__(self, *, threads: bool = False) -> None:
        self._threads = threads

    def apply(self, question: Question) -> InMemoryForm:
        """The form; raises `NotSequential`."""
        asked = asked_class(question.property, question.program)
        return InMemoryForm(question, lowered(question.program, asked, threads=self._threads), self._threads)
