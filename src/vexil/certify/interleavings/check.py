"""The certificate of a complete unwinding of threads."""

from __future__ import annotations

from contextlib import suppress

from vexil.certify.interleavings.deadlocks import Deadlocks
from vexil.certify.interleavings.edges import Edges
from vexil.certify.interleavings.evaluator import ThreadEvaluator
from vexil.certify.interleavings.explore import Exploration
from vexil.certify.interleavings.moments import MomentMerger
from vexil.certify.interleavings.parts import NotedMemory, PlacedOperations, PlacedTerms
from vexil.certify.interleavings.races import Races
from vexil.certify.invariant.blocks import Blocks
from vexil.certify.invariant.ledger import Ledger
from vexil.certify.invariant.problems import Ended, GaveUp, Unsupported
from vexil.certify.invariant.shapes import Shapes
from vexil.certify.invariant.solver import Solver
from vexil.core.caveats import Effect
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Unwound
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Question
from vexil.spec.property import Kind

_FINDINGS = {Kind.RACE: "nothing races", Kind.DEADLOCK: "nobody is stuck"}


def check_unwound(question: Question, evidence: Unwound, context: Context) -> Certificate:
    """Execute all threads symbolically in every order that matters, and prove that no check fails, or nothing races."""
    if question.bounds:
        return Rejected("an unwinding says nothing about bounded runs", True)
    goal = goal_of(question.property, CompiledProgram(question.program))
    kind = question.property.kind
    if not (isinstance(goal, StateGoal) and (goal.checks or kind in _FINDINGS)):
        return Rejected(
            "an unwinding shows that no check fails, that nothing races or is stuck, and nothing else", True
        )
    context.emit("certify", evidence="unwinding of threads", meetings=len(evidence.meetings))
    terms = PlacedTerms()
    try:
        return _check(question.program, evidence, goal.checks, terms, context, kind)
    finally:
        terms.close()


def _check(
    program: Program,
    evidence: Unwound,
    checks: frozenset[str],
    terms: PlacedTerms,
    context: Context,
    kind: Kind,
) -> Certificate:
    layout = program.layout
    ledger = Ledger(terms, Solver(terms, context))
    blocks = Blocks(terms, layout.pointer_width, layout.little_endian)
    memory = NotedMemory(terms, blocks, Shapes(program), layout.pointer_width)
    evaluator = ThreadEvaluator(program, terms, memory)
    operations = PlacedOperations(evaluator, ledger, checks)
    merger = MomentMerger(program, terms, blocks)
    doubtful = frozenset(caveat.edge for caveat in program.caveats if caveat.effect is Effect.DROPS and caveat.edge)
    edges = Edges(program, evidence.meetings)
    exploration = Exploration(merger, program, evaluator, operations, memory, ledger, terms, edges, context, doubtful)
    if kind is Kind.RACE:
        exploration.races = Races(exploration, layout.pointer_width)
    if kind is Kind.DEADLOCK:
        exploration.deadlocks = Deadlocks(exploration)
    try:
        ledger.edge = "an initial value"
        with suppress(Ended):  # no run gets beyond the initial values, which the ledger knows
            exploration.run()
        problem = exploration.accesses.problem()
        if problem:
            return Rejected(problem, True)
        context.emit("certify", steps=exploration.steps, requirements=ledger.count)
        broken = ledger.settle()
    except (Unsupported, GaveUp) as problem_found:
        return Rejected(f"{problem_found} (at {ledger.edge})", True)
    if broken is not None:
        return Rejected(broken.reason, True)
    threads = counted(1 + len(exploration.accesses.parents), "thread")
    finding = (
        f"{_FINDINGS.get(kind, 'no check fails')} in any order of {threads}:"
        f" {counted(exploration.moments, 'moment')}, {counted(ledger.count, 'requirement')} proved by a second solver"
    )
    return Checked(evidence, finding, frozenset(exploration.edges), prover="z3" if ledger.count else "")
