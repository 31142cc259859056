"""Checks that certainly fail, found by what an abstraction is certain of and not by a path.

A proof needs conditions that exclude runs; certainty needs those that decide where a run goes, also what the
environment decides. So predicates are added on the side, where they make no proof more expensive. All this is done at a
share of the work, since most abstractions are certain of nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from vexil.abstraction.body import Signatures
from vexil.abstraction.learning import Derivation
from vexil.abstraction.predicates import Predicate, Predicates
from vexil.abstraction.program import Abstractor, PredicateModel
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.engines.bebop.backwards import AbstractTrace, FailingCheck
from vexil.engines.bebop.reach import reach
from vexil.engines.bebop.some_trace import some_trace
from vexil.engines.belnap.summaries import Certain, Target, certainly
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Call
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term
from vexil.model import boolean_program as bp
from vexil.model.boolean_program.expressions import Expr, disjunction, evaluated, negation
from vexil.model.evidence import Run
from vexil.pipeline.predicates.events import NO_PROPERTY
from vexil.pipeline.predicates.ranked import ranked_run
from vexil.refinement.from_paths import atoms

UNKNOWN = (False, False)


def unknowns(abstractor: Abstractor, abstraction: PredicateModel, trace: AbstractTrace) -> Iterator[Term]:
    """Conditions, oldest first: those of branches and checks, and weakest preconditions of what steps change."""
    signatures = Signatures(abstractor.frames, abstraction.predicates)
    for step in trace.steps:
        edge = abstraction.program.procedures[step.procedure].edges[step.edge]
        derivation = abstraction.derivations.get((step.procedure, step.edge))
        try:
            for goal in _goals(abstractor, signatures, derivation, step.procedure, edge, step.before, step.after):
                yield from atoms(abstractor.space.terms, goal)
        except Untranslatable:
            continue


def _goals(
    abstractor: Abstractor,
    signatures: Signatures,
    derivation: Derivation | None,
    name: str,
    edge: bp.Edge,
    before: Mapping[str, bool],
    after: Mapping[str, bool],
) -> Iterator[Term]:
    match edge.operation:
        case bp.Guard(condition) | bp.Check(condition):
            if derivation is not None and evaluated(condition, before) == UNKNOWN:
                yield derivation.goals[0][1]
        case bp.Update(targets, values, _, chosen, _, definite) if derivation is not None:
            goals = dict(derivation.goals)
            for target, value in zip(targets, values, strict=True):
                if target in goals and evaluated(value, before) == UNKNOWN:
                    yield goals[target]
            if chosen and not evaluated(definite, before, after)[0]:
                yield from abstractor.choosing(derivation, after)
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


FREE_WORK = 6_000
"""So much work is done in any case."""
SHARE, LAST_SHARE = 10, 2
"""Beyond that, one part for so many of everything else; more where there is no other way on."""
ROUNDS, LAST_ROUNDS = 2, 8
"""So many abstractions are made in one attempt."""
WORK_PER_STEP = 10
WORK_PER_QUESTION = 20
MOST_ADDED = 8
"""Predicates that one trace adds on the side."""
MOST_ON_THE_SIDE = 40


@dataclass(frozen=True, slots=True)
class _Exploration:
    """An abstraction, and a trace of it that ends in a failing check."""

    abstraction: PredicateModel
    trace: AbstractTrace


class CertainFailures:
    """Looks for a run that breaks a check by what an abstraction is certain of."""

    def __init__(
        self,
        abstractor: Abstractor,
        solver: ProcessSolver,
        compiled: CompiledProgram,
        context: Context,
    ) -> None:
        self._abstractor = abstractor
        self._solver = solver
        self._compiled = compiled
        self._context = context
        self._added: list[Term] = []
        self._expected = 0
        self.work = 0

    def run(
        self, abstraction: PredicateModel, trace: AbstractTrace, others: int, rounds: int = 0, *, is_last: bool = False
    ) -> Run | None:
        """A run by fixed-point rank; nothing if no check certainly fails, or to find out would cost too much.

        *trace* is one of the abstraction that ends in a failing check; *others* is the work of everything else, and
        *rounds* is what it took to reach everything in the abstraction. Raises `InternalError` for a certainty that is
        none.
        """
        if abstraction.blocks is not None:
            return None
        tracked = abstraction.predicates
        self._expected = WORK_PER_STEP * rounds
        allowed = FREE_WORK + others // (LAST_SHARE if is_last else SHARE)
        seen: _Exploration | None = _Exploration(abstraction, trace)
        if self._added:
            seen = self._finer(tracked, allowed)
        for left in reversed(range(LAST_ROUNDS if is_last else ROUNDS)):
            certain = None if seen is None else self._certain(seen.abstraction.program, allowed)
            if seen is None or certain is None:
                return None
            if certain.is_somewhere:
                return self._followed(seen, certain)
            if not self._more(tracked, seen):
                return None
            seen = self._finer(tracked, allowed) if left else None
        return None

    def _followed(self, seen: _Exploration, certain: Certain) -> Run | None:
        solver, compiled = self._solver, self._compiled
        return ranked_run(self._abstractor, seen.abstraction, certain, solver, compiled, self._context)

    def _more(self, tracked: Predicates, seen: _Exploration) -> bool:
        """Add on the side what would have to be known about a trace; say whether that is something new."""
        predicates = tracked.extended(self._added)
        most = min(MOST_ADDED, MOST_ON_THE_SIDE - len(self._added))
        if most <= 0:
            return False
        terms = unknowns(self._abstractor, seen.abstraction, seen.trace)
        new = predicates.extended(terms, most=most).beyond(predicates)
        self._added += [item.term for item in new]
        return bool(new)

    def _finer(self, tracked: Predicates, allowed: int) -> _Exploration | None:
        """The abstraction with what was added on the side, and a trace of it; nothing when that is too much work."""
        if self.work + self._expected >= allowed:
            return None
        statistics = self._abstractor.strengthening.statistics
        before = statistics.asked
        abstraction = self._abstractor.abstract(tracked.extended(self._added), self._context)
        reached = reach(abstraction.program, self._context)
        self.work += WORK_PER_QUESTION * (statistics.asked - before) + WORK_PER_STEP * reached.rounds
        failing = [
            FailingCheck(*place) for place in reached.failing if _kind(abstraction.program, place) not in NO_PROPERTY
        ]
        trace = some_trace(reached, failing) if failing else None
        return None if trace is None else _Exploration(abstraction, trace)

    def _certain(self, program: bp.PredicateProgram, allowed: int) -> Certain | None:
        """What is certain; nothing when to find out is too much work."""
        edges = sum(len(item.edges) for item in program.procedures.values())
        steps = (allowed - self.work) // WORK_PER_STEP - edges
        if steps < edges:  # every location has to be looked at
            return None
        self.work += WORK_PER_STEP * edges
        try:
            certain = certainly(program, failing_checks(program), context=self._context, steps=steps)
        except LimitReached:
            self._context.check_limits("computing summaries of procedures")
            self.work += WORK_PER_STEP * steps
            return None
        self.work += WORK_PER_STEP * certain.solver.steps
        return certain


def failing_checks(program: bp.PredicateProgram) -> Target:
    """Where a check of a property fails, as the condition for a procedure and a location."""

    def target(procedure: str, location: int) -> Expr:
        body = program.procedures[procedure]
        operations = [body.edges[number].operation for number in body.outgoing[location]]
        return disjunction(
            negation(item.condition)
            for item in operations
            if isinstance(item, bp.Check) and item.property not in NO_PROPERTY
        )

    return target


def _kind(program: bp.PredicateProgram, place: tuple[str, int]) -> str:
    operation = program.procedures[place[0]].edges[place[1]].operation
    return operation.property if isinstance(operation, bp.Check) else ""
