"""A program over predicates that somebody names: one abstraction, without refinement."""

from __future__ import annotations

from vexil.abstraction.blocks import Blocks
from vexil.abstraction.companions import companions
from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstractor
from vexil.abstraction.relations import NoRelations
from vexil.abstraction.user_predicates import observed_by, user_predicates
from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.program import Program
from vexil.logic import Terms
from vexil.logic.solvers import open_solver, solver_for
from vexil.logic.space import Space, Untranslatable
from vexil.model.boolean_program import PredicateProgram
from vexil.model.outcome import Question
from vexil.pipeline.predicates.borders import borders_of, loop_heads
from vexil.pipeline.predicates.options import PredicateOptions
from vexil.pipeline.predicates.threads import ThreadPredicates
from vexil.spec.property import parse_property
from vexil.transform.threads import NotThreads

SHOWN_CHECKS = frozenset({"assert", "unreach"})
"""Checks that a predicate program shows; the language's own are too many to read."""


def abstracted_threads(program: Program, options: PredicateOptions, context: Context) -> PredicateProgram:
    """The abstraction of a program with threads that answers whether its assertions fail, or the last one.

    Raises `UsageError` for a program whose threads are not followed, and `LimitReached` where it is too large.
    """
    if options.given:
        raise UsageError(
            "predicates of threads are found by refinement, and cannot be given", hint="leave --predicate out"
        )
    question = Question(program, parse_property("assert"))
    try:
        return ThreadPredicates(question, SHOWN_CHECKS, "predicates", context).program()
    except (NotThreads, Untranslatable) as problem:
        raise UsageError(f"the program has no predicate program: {problem}") from None


def abstracted(program: Program, options: PredicateOptions) -> tuple[PredicateProgram, tuple[str, ...]]:
    """The predicate program over predicates given as text, and what to warn about them.

    Raises `SourceError` for a text that is no predicate, `UsageError` for a program that has no formula, and
    `LimitReached` where a relation has too many rows.
    """
    analyses = Analyses(program, observed_by(program, options.given))
    with open_solver(solver_for(program)) as solver:
        try:
            space = Space(Terms(), program, AnalysedPartition(analyses))
            abstractor = Abstractor(
                space, analyses, solver, SHOWN_CHECKS, longest=options.longest, relations=options.most_rows
            )
            borders = borders_of(program, options.blocks, lambda: loop_heads(program))
            blocks = None if borders is None else Blocks(abstractor.frames, solver, borders)
            given = user_predicates(space, analyses, options.given, solver)
            beside = companions(abstractor.frames, abstractor.functions, given.terms)
            chosen = Predicates(space, names=given.names).extended([*given.terms, *beside])
            return abstractor.abstract(chosen, blocks=blocks).program, given.warnings
        except NoRelations as problem:
            raise UsageError(
                f"the program has no predicate program: {problem}", hint="leave --abstraction out"
            ) from None
        except Untranslatable as problem:
            hint = "predicate abstraction is for sequential programs whose memory regions can be distinguished"
            raise UsageError(f"the program has no predicate program: {problem}", hint=hint) from None
