"""Questions are asked about a slice first: what is found there is completed to, or certified for, the program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from vexil.analysis.facts import Analyses
from vexil.certify.slices import check_slice, check_sliced
from vexil.core.caveats import Assumption
from vexil.core.context import Context
from vexil.ir.interpreter import CompiledProgram
from vexil.model.evidence import Lasso, Run, Sliced
from vexil.model.goal import StateGoal, goal_of
from vexil.model.leaps import MustChain
from vexil.model.outcome import Answer, Direction, Fails, Holds, Question
from vexil.model.protocols import NotApplicable
from vexil.model.slice import Keeps, ProgramSlice, kept_for
from vexil.model.verdict import Status, Verdict
from vexil.pipeline.assumptions import assumptions_of
from vexil.pipeline.conclude import conclude
from vexil.pipeline.feasible import is_abstraction
from vexil.pipeline.options import CheckOptions
from vexil.pipeline.verdicts import verdict_on
from vexil.slicing import complete, slice_of
from vexil.slicing.completion import Incomplete

WORTHWHILE = 0.9
"""A slice that keeps a greater share of the edges is not asked about."""


INCOMPLETE = "incomplete_slices"
"""The statistic that counts runs of slices which could not be completed."""


Asking = Callable[[Question, str], Verdict]
"""Asks the engines that suit a question; the one that is named goes first, if it is among them."""


class Slices:
    """The slices of one program; facts about it are shared by all questions."""

    def __init__(self, options: CheckOptions) -> None:
        self._options = options
        self._facts: Analyses | None = None

    def ask(self, question: Question, ask: Asking, context: Context) -> Verdict:
        """The verdict on a question, by way of a slice if there is one that is worth while.

        A chain of leaps through the slice is none of the program: the engine that has found it is asked again, before
        the others.
        """
        part = self._slice(question, context)
        if part is None:
            return ask(question, "")
        context.emit("slice", kept=part.size[0], edges=part.size[1])
        verdict = ask(replace(question, program=part.program), "")
        match verdict.status:
            case Status.PROVED:
                return _proved(question, part, verdict)
            case Status.REFUTED:
                completed = _refuted(question, part, verdict, context)
                leader = verdict.engine if isinstance(verdict.evidence, MustChain) else ""
                return completed or _counted(ask(question, leader))
            case Status.UNKNOWN:  # who does not know about the slice knows no more about the whole
                caveats = question.program.caveats
                unknown = replace(verdict, evidence=None, evidence_checked=False, violated_at=None, caveats=caveats)
                return replace(unknown, assumptions=_assumptions(question, verdict))

    def _slice(self, question: Question, context: Context) -> ProgramSlice | None:
        """A slice that was checked to keep the answer, and is smaller."""
        if not self._suits(question):
            return None
        if self._facts is None:
            self._facts = Analyses(question.program)
        with context.doing("slicing the program"):
            try:
                part = slice_of(self._facts, question.property)
            except NotApplicable:
                return None
            kept, whole = part.size
            if kept > WORTHWHILE * whole:
                return None
            problem = check_slice(part, question.property)
        if problem is not None:
            context.emit("slice refused", reason=problem.reason)
            return None
        return part

    def _suits(self, question: Question) -> bool:
        """Say whether a slice can be asked: nothing else that was given names parts of the program."""
        options = self._options
        is_plain = question.predicate_program is None and not question.bounds.describe()
        return (
            options.slices
            and is_plain
            and kept_for(question.property) is not None
            and not options.predicates.given
            and not options.search.feasible
            and not is_abstraction(question.program)
        )


def _counted(verdict: Verdict) -> Verdict:
    """The verdict on the whole program, behind a run of the slice that could not be completed."""
    return replace(verdict, statistics={**verdict.statistics, INCOMPLETE: 1})


def _proved(question: Question, part: ProgramSlice, premise: Verdict) -> Verdict:
    assert premise.evidence is not None
    evidence = Sliced(premise.evidence, part)
    direction = Direction.EXACT if kept_for(question.property) is Keeps.RUNS else Direction.OVER
    answer = Answer(Holds(evidence), premise.engine, direction, statistics=premise.statistics)
    certificate = check_sliced(question, evidence, premise)
    return conclude(question, answer, certificate, _assumptions(question, premise), premise.warnings)


def _assumptions(question: Question, premise: Verdict) -> tuple[Assumption, ...]:
    """What the verdict on a slice takes for granted; what matters to the program matters."""
    whole = assumptions_of(question.program, question.bounds, question.property)
    matter = {(item.kind, item.statement) for item in whole if item.matters}
    marked = [
        replace(item, matters=item.matters or (item.kind, item.statement) in matter) for item in premise.assumptions
    ]
    return tuple(sorted(marked, key=lambda item: not item.matters))


def _refuted(question: Question, part: ProgramSlice, premise: Verdict, context: Context) -> Verdict | None:
    """The verdict from a run of the slice that was completed; nothing if it could not be."""
    run = premise.evidence
    if not isinstance(run, Run | Lasso):
        return None
    goal = goal_of(question.property, CompiledProgram(question.program))
    checks = goal.checks if isinstance(goal, StateGoal) else frozenset()
    try:
        whole = complete(part, run, checks, context, blocks=kept_for(question.property) is Keeps.DEADLOCKS)
    except Incomplete as problem:
        context.emit("slice incomplete", reason=str(problem))
        return None
    answer = Answer(Fails(whole), premise.engine, Direction.EXACT, statistics=premise.statistics)
    verdict = verdict_on(question, answer, context)
    if verdict.status is Status.REFUTED:
        return replace(verdict, assumptions=_assumptions(question, premise))
    return None
