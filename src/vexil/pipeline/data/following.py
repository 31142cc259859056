"""A run of an abstract program as one of the program: tried with numbers first, then with a solver."""

from __future__ import annotations

from dataclasses import replace

from vexil.analysis import Analyses
from vexil.analysis.partition import AnalysedPartition
from vexil.core.context import Context
from vexil.feasibility import CannotTell, Feasibility, Feasible, Spurious, simulate
from vexil.feasibility.events import NoPath, events_of
from vexil.feasibility.simulation import way_of
from vexil.ir.interpreter import CompiledProgram, Machine
from vexil.ir.program import Program
from vexil.ir.types import MathType
from vexil.logic.factory import Terms
from vexil.logic.solvers import open_solver
from vexil.logic.space import Space, Untranslatable
from vexil.model.evidence import Run
from vexil.model.frames.frames import Frames
from vexil.model.frames.paths import Event, SymbolicPath
from vexil.model.frames.runs import run_along
from vexil.model.trace.places import text_of_edge
from vexil.pipeline.data.abstracting import Abstracted
from vexil.refinement.from_paths import Impossible, Possible, feasibility


def follow(made: Abstracted, run: Run, checks: frozenset[str], context: Context) -> Feasibility:
    """Say whether the program has a run along that of its abstraction."""
    found = simulate(made.concrete, made.program, run, made.stands_for, context, checks)
    if isinstance(found, Feasible) or (isinstance(found, Spurious) and found.is_certain):
        return found
    beside = Machine(made.program, checks=checks)
    try:
        events = events_of(made.concrete, list(way_of(made.concrete, beside, run)))
        judged = _by_solver(made.concrete, events, checks, context)
    except (NoPath, Untranslatable):
        return found
    if isinstance(judged, Spurious) and isinstance(found, Spurious):
        return replace(found, is_certain=True)  # no inputs come further than those that were tried
    return judged or found


def _by_solver(program: Program, events: list[Event], checks: frozenset[str], context: Context) -> Feasibility | None:
    """What a solver says about a path of a program with one thread; nothing if it does not know."""
    analyses = Analyses(program)
    is_mathematical = any(
        isinstance(variable.type, MathType)
        for function in program.functions.values()
        for variable in (*program.globals, *function.variables.values())
    )
    with open_solver("z3" if is_mathematical else "bitwuzla") as solver:
        context.meters.append(solver.running_cpu_seconds)
        try:
            frames = Frames(Space(Terms(), program, AnalysedPartition(analyses)), analyses)
            path = SymbolicPath(frames, events, checks)
            match feasibility(path, solver):
                case Possible(model):
                    run = run_along(path, model, CompiledProgram(program), checks, needs_check=bool(checks))
                    return Feasible(run) if isinstance(run, Run) else None
                case Impossible(core):
                    last = max(core, key=lambda need: need.position)
                    event = events[min(last.position, len(events) - 1)]
                    edge = program.functions[event.function].edge_id(event.edge)
                    name = text_of_edge(program, edge)
                    return Spurious(last.position + 1, edge, name, "passed", "passed with no inputs", True)
                case _:
                    return None
        finally:
            context.meters.remove(solver.running_cpu_seconds)


__all__ = ["CannotTell", "follow"]
