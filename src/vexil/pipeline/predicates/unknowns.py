"""What would have to be known so that the steps of a trace are certain (Gurfinkel and Chechik 2006, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.abstraction.signatures import Signatures
from vexil.engines.bebop.traces import AbstractTrace
from vexil.ir.operations import Call
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import Expr, evaluated
from vexil.refinement.from_paths import atoms

UNKNOWN = (False, False)


def unknowns(
    abstractor: Abstractor, predicates: Predicates, abstraction: PredicateModel, trace: AbstractTrace
) -> Iterator[Term]:
    """Conditions, oldest first: those of branches and checks, and weakest preconditions of what steps change."""
    signatures = Signatures(abstractor.frames, predicates)
    for step in trace.steps:
        edge = abstraction.program.procedures[step.procedure].edges[step.edge]
        try:
            for goal in _goals(abstractor, signatures, abstraction, step.procedure, edge, step.before, step.after):
                yield from atoms(abstractor.space.terms, goal)
        except Untranslatable:
            continue


def _goals(
    abstractor: Abstractor,
    signatures: Signatures,
    abstraction: PredicateModel,
    name: str,
    edge: bp.Edge,
    before: Mapping[str, bool],
    after: Mapping[str, bool],
) -> Iterator[Term]:
    recipe = abstraction.recipes.get(id(edge.operation))
    match edge.operation:
        case bp.Guard(condition) | bp.Check(condition):
            if recipe is not None and evaluated(condition, before) == UNKNOWN:
                yield recipe.goals[0][1]
        case bp.Update(targets, values, _, chosen, _, definite) if recipe is not None:
            goals = dict(recipe.goals)
            for target, value in zip(targets, values, strict=True):
                if target in goals and evaluated(value, before) == UNKNOWN:
                    yield goals[target]
            if chosen and not evaluated(definite, before, after)[0]:
                yield from abstractor.choosing(recipe, after)
        case bp.Return(values):
            step = abstractor.frames.step(name, edge.origins[0])
            yield from _moved(abstractor, signatures.of(name).results, values, step.after, before)
        case bp.Call(callee, arguments):
            function = abstractor.space.program.functions[name]
            call = function.edges[edge.origins[0]].operation
            assert isinstance(call, Call)
            entering = abstractor.frames.enter(name, call, callee, function.edge_id(edge.origins[0]))
            yield from _moved(abstractor, signatures.of(callee).formals, arguments, entering.registers, before)
        case _:
            pass


def _moved(
    abstractor: Abstractor,
    items: Sequence[Predicate],
    values: Sequence[Expr],
    after: Mapping[str, Term],
    before: Mapping[str, bool],
) -> Iterator[Term]:
    """Predicates of which nobody knows what they become, over the state before."""
    space = abstractor.space
    symbols = {space.symbol(space.variables[name]): value for name, value in after.items()}
    for item, value in zip(items, values, strict=True):
        if evaluated(value, before) == UNKNOWN:
            yield space.terms.substitute(item.term, symbols)
