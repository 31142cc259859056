"""Whether a proof about runs says nothing, because a restriction cuts every run.

Every run is cut if and only if all runs of the program end in which, instead of ending, a run stays where it is. So
this is a question of the same kind, with the same answers.
"""

from __future__ import annotations

from dataclasses import replace

from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.termination.search import Search
from vexil.ir.names import ghost
from vexil.ir.operations import EndThread, Return, Skip, Stop, Throw
from vexil.ir.program import Edge, Function, Location, LocationKind, Program
from vexil.model.goal import can_block
from vexil.model.outcome import Holds, Question
from vexil.model.protocols import TurningEngine
from vexil.spec.property import Kind, parse_property

MOST_WORK = 50_000
"""Work on this question; what is not found by then is taken to be no reason."""


def why_vacuous(question: Question, prover: TurningEngine, context: Context) -> str:
    """Why a proof about all runs of a program says nothing, if that can be shown."""
    program = question.program
    if not can_block(program) or _throws(program):
        return ""
    asked = replace(question, program=staying(program), property=parse_property(Kind.TERMINATION.value))
    try:
        for step in Search(asked, prover, context).turns():
            if isinstance(step, Holds):
                return "every run is cut by a restriction"
            if not isinstance(step, int) or step > MOST_WORK:
                return ""
    except LimitReached:
        pass
    return ""


def staying(program: Program) -> Program:
    """The program in which runs that would end go on for ever where they are."""
    functions = {
        name: _staying(function, is_entry=name == program.entry) for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def _staying(function: Function, *, is_entry: bool) -> Function:
    place = len(function.locations)
    ends = (Stop, EndThread, Return) if is_entry else (Stop, EndThread)
    edges = [
        Edge(edge.source, place, Skip(), edge.span) if isinstance(edge.operation, ends) else edge
        for edge in function.edges
    ]
    if not any(edge.target == place for edge in edges):
        return function
    edges.append(Edge(place, place, Skip(), None))
    over = Location(ghost("over"), LocationKind.STEP, ())
    return replace(function, locations=(*function.locations, over), edges=tuple(edges))


def _throws(program: Program) -> bool:
    return any(isinstance(edge.operation, Throw) for function in program.functions.values() for edge in function.edges)
