"""What procedures certainly reach: the *must* summaries by themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from vexil.core.context import Context
from vexil.engines.belnap.bodies import bodies_of
from vexil.engines.belnap.relation import Options
from vexil.engines.belnap.summaries import Solver, Target
from vexil.engines.diagrams import Diagram, Manager
from vexil.model.boolean_program import PredicateProgram


@dataclass(frozen=True)
class Certain:
    """Where the entry of the program certainly leads to the target, and how that was computed."""

    program: PredicateProgram = field(repr=False)
    states: Diagram
    solver: Solver = field(repr=False)

    @property
    def is_somewhere(self) -> bool:
        """Say whether the target is certainly reached from some consistent valuation at the entry."""
        return self.states != self.solver.manager.false


def certainly(
    program: PredicateProgram,
    target: Target,
    options: Options | None = None,
    context: Context | None = None,
    *,
    limit: int = 20_000,
    steps: int | None = None,
) -> Certain:
    """Compute where the target is certainly reached; raises `LimitReached` for more *steps* or tables than allowed."""
    bodies = bodies_of(program, Options() if options is None else options, Manager())
    asked = Context() if context is None else context
    solver = Solver(bodies, target, asked, limit, certain=True, most=steps)
    return Certain(program, solver.solve(program.main), solver)
