"""A run for a branching property that says that something is reached, next to the claims that prove it."""

from __future__ import annotations

from bisect import bisect_left

from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.certify import Checked
from vexil.certify.tree_runs import check_tree_run
from vexil.core.context import Context
from vexil.core.errors import LimitReached, UsageError
from vexil.engines.belnap import Result
from vexil.engines.belnap.subformulas import Operator
from vexil.engines.belnap.summaries import certainly
from vexil.engines.diagrams.forms import shared_form
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.logic.solvers.port import ProcessSolver
from vexil.model.boolean_program.expressions import Expr
from vexil.model.evidence import Run
from vexil.model.outcome import Question
from vexil.pipeline.predicates.ranked import ranked_run
from vexil.spec.property import Property
from vexil.transform.inlining import Inlining

MOST_STEPS = 100_000


def run_to_what_is_reached(
    abstractor: Abstractor,
    abstraction: PredicateModel,
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
        states = manager.false
        for part in reached:
            states = states | result.evaluation.table(part)[location].must
        return shared_form(manager, states & relation.consistent[location], names)

    try:
        certain = certainly(abstraction.program, target, relation.options, context, steps=MOST_STEPS)
    except LimitReached:
        context.check_limits("computing where something is reached")
        return None
    if not certain.is_somewhere:
        return None
    compiled = CompiledProgram(program)
    return ranked_run(abstractor, abstraction, certain, solver, compiled, context, breaks=False)


def _reached(result: Result) -> list[int] | None:
    """The parts of the formula of which one is reached; nothing if the formula does not say that."""
    parts = result.evaluation.parts
    root = parts[parts.root]
    if root.operator is not Operator.LEAST or parts[root.operands[0]].operator is not Operator.OR:
        return None
    numbers: list[int] = []
    goes_on = False
    for number in parts[root.operands[0]].operands:
        part = parts[number]
        inner = parts[part.operands[0]] if part.operator is Operator.DIAMOND else None
        if inner is not None and inner.operator is Operator.VARIABLE and inner.binder == parts.root:
            goes_on = True
        elif part.free:
            return None
        else:
            numbers.append(number)
    return numbers if goes_on else None


def run_of_the_program(asked: Property, inlining: Inlining, run: Run, *, refutes: bool) -> Run | None:
    """A shortest run of the program with calls that takes the decisions of *run*, if it shows the answer by itself."""
    try:
        moves = inlining.original_run(run).moves
    except UsageError:
        return None
    question = Question(inlining.original, asked)

    def shows(count: int) -> bool:
        certificate = check_tree_run(question, Run(run.initial, moves[:count]))
        return isinstance(certificate, Checked) and certificate.refutes is refutes

    if not shows(len(moves)):
        return None
    least = bisect_left(range(len(moves)), True, key=shows)
    return Run(run.initial, moves[:least])
