"""A run for a branching property that says that something is reached, next to the claims that prove it."""

from __future__ import annotations

from vexil.abstraction.predicates import Predicates
from vexil.abstraction.program import Abstraction, Abstractor
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.belnap import Result
from vexil.engines.belnap.certain import certainly
from vexil.engines.belnap.subformulas import Operator
from vexil.engines.diagrams.forms import shared_form
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.logic.solvers.port import ProcessSolver
from vexil.model.boolean_program.expressions import Expr
from vexil.model.evidence import Run
from vexil.pipeline.predicates.ranked import ranked_run

MOST_STEPS = 100_000


def run_to_what_is_reached(
    abstractor: Abstractor,
    predicates: Predicates,
    abstraction: Abstraction,
    result: Result,
    solver: ProcessSolver,
    program: Program,
    context: Context,
) -> Run | None:
    """A run by ranks for a formula ``mu Z. p || <>Z`` that holds at the entry; nothing for other formulas.

    The *program* has no calls, and its abstraction the locations of the result. Raises `InternalError` where the
    concrete program has no step that the abstraction is certain of.
    """
    reached = _reached(result)
    if reached is None:
        return None
    relation, manager = result.relation, result.relation.manager
    names = {name: name for name in relation.flat.names}

    def target(procedure: str, location: int) -> Expr:
        del procedure
        found = manager.false
        for part in reached:
            found = found | result.evaluation.table(part)[location].must
        return shared_form(manager, found & relation.consistent[location], names)

    try:
        certain = certainly(abstraction.program, target, relation.options, context, steps=MOST_STEPS)
    except LimitReached:
        context.check_limits("computing where something is reached")
        return None
    if not certain.is_somewhere:
        return None
    compiled = CompiledProgram(program)
    return ranked_run(abstractor, predicates, abstraction, certain, solver, compiled, context, breaks=False)


def _reached(result: Result) -> list[int] | None:
    """The parts of the formula of which one is reached; nothing if the formula does not say that."""
    parts = result.evaluation.parts
    root = parts[parts.root]
    if root.operator is not Operator.LEAST or parts[root.operands[0]].operator is not Operator.OR:
        return None
    found: list[int] = []
    goes_on = False
    for number in parts[root.operands[0]].operands:
        part = parts[number]
        inner = parts[part.operands[0]] if part.operator is Operator.DIAMOND else None
        if inner is not None and inner.operator is Operator.VARIABLE and inner.binder == parts.root:
            goes_on = True
        elif part.free:
            return None
        else:
            found.append(number)
    return found if goes_on else None
