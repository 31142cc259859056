"""Operations that the abstraction takes to leave what is defined: predicates from the way to one of them."""

from __future__ import annotations

from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.engines.bebop.reach import Reached
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.bebop.traces import FailingCheck
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model.frames.paths import SymbolicPath
from vexil.pipeline.predicates.events import events_of
from vexil.refinement.from_paths import Impossible, candidates, feasibility


def terms_of_the_way(
    abstractor: Abstractor, abstraction: PredicateModel, reached: Reached, solver: ProcessSolver
) -> tuple[Term, ...]:
    """Conditions along a way to a failing check that the program does not have; none where it may have it."""
    trace = some_trace(reached, [FailingCheck(*place) for place in reached.failing])
    if trace is None:
        return ()
    try:
        events = events_of(abstractor.space.program, abstraction.program, trace)
        path = SymbolicPath(abstractor.frames, events, abstractor.checks)
    except Untranslatable:
        return ()
    match feasibility(path, solver):
        case Impossible(core):
            return (*candidates(path, core, solver), *path.initial_facts(core))
        case _:
            return ()
