"""The certificate of an invariant."""

from __future__ import annotations

from vexil.certify.invariant.arbitrary import Arbitrary
from vexil.certify.invariant.blocks import Blocks
from vexil.certify.invariant.contracts import Contracts, conditions_of
from vexil.certify.invariant.effects import EffectsOfCalls
from vexil.certify.invariant.execution import Execution
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.havoc import Havoc
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import Ledger
from vexil.certify.invariant.loop_rules import LoopRules
from vexil.certify.invariant.memory import Memory
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, GaveUp, Unsupported
from vexil.certify.invariant.progress import Progress
from vexil.certify.invariant.shapes import Shapes
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.state import Merger
from vexil.certify.invariant.terms import Terms
from vexil.certify.invariant.wellformed import problem_of, with_shared_nodes
from vexil.core.caveats import Effect
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Invariant
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Question
from vexil.spec.property import Kind


def check_invariant(question: Question, evidence: Invariant, context: Context) -> Certificate:
    """Execute the program symbolically by the rules of the evidence and prove everything that has to hold."""
    if question.bounds:
        return Rejected("an invariant says nothing about bounded runs", True)
    goal = goal_of(question.property, CompiledProgram(question.program))
    asks_for_ends = question.property.kind is Kind.TERMINATION
    if not asks_for_ends and not (isinstance(goal, StateGoal) and goal.checks):
        return Rejected("an invariant shows that no check fails, or that every run ends, and nothing else", True)
    evidence = with_shared_nodes(evidence)
    problem = problem_of(question.program, evidence)
    if problem is not None:
        return Rejected(problem, True)
    context.emit("certify", evidence="invariant", loops=len(evidence.loops), procedures=len(evidence.procedures))
    terms = Terms()
    try:
        checks = goal.checks if isinstance(goal, StateGoal) else frozenset[str]()
        return _check(question, evidence, checks, terms, context)
    finally:
        terms.close()


def _check(
    question: Question, evidence: Invariant, checks: frozenset[str], terms: Terms, context: Context
) -> Certificate:
    program = question.program
    layout = program.layout
    solver = Solver(terms, context)
    ledger = Ledger(terms, solver)
    blocks = Blocks(terms, layout.pointer_width, layout.little_endian)
    memory = Memory(terms, blocks, Shapes(program), layout.pointer_width)
    evaluator = Evaluator(program, terms, memory)
    operations = Operations(evaluator, ledger, checks)
    merger = Merger(program, terms, blocks)
    havoc = Havoc(terms, blocks, merger, layout.pointer_width)
    rules = {(rule.function, rule.head): rule for rule in evidence.loops}
    progress = Progress(evaluator, ledger) if question.property.kind is Kind.TERMINATION else None
    loop_rules = LoopRules(rules, evaluator, ledger, havoc, progress)
    effects = EffectsOfCalls(program, conditions_of(evidence))
    arbitrary = Arbitrary(evaluator, ledger, blocks, havoc, effects)
    contracts = Contracts(evidence, evaluator, operations, ledger, effects, arbitrary, progress)
    doubtful = frozenset(caveat.edge for caveat in program.caveats if caveat.effect is Effect.DROPS and caveat.edge)
    execution = Execution(
        program, evaluator, operations, merger, ledger, loop_rules, contracts, context, evidence.recursion, doubtful
    )
    try:
        try:
            ledger.edge = "an initial value"
            execution.run(initial_state(evaluator, operations, ledger))
        except Ended:
            pass  # no run gets beyond the initial values, which the ledger knows
        execution.check_contracts()
        context.emit("certify", steps=execution.steps, requirements=ledger.count)
        broken = ledger.settle()
    except (Unsupported, GaveUp) as problem:
        return _stopped(ledger, f"{problem} (at {ledger.edge})")
    if broken is not None:
        return Rejected(broken.reason, not broken.contradicts)
    shown = "no check fails on any way" if progress is None else "every run ends"
    finding = f"{shown}: {counted(ledger.count, 'requirement')} proved by a second solver"
    return Checked(evidence, finding, frozenset(execution.edges), prover="z3" if ledger.count else "")


def _stopped(ledger: Ledger, reason: str) -> Rejected:
    """What can be said when the check did not get to its end: a requirement may be broken before."""
    try:
        broken = ledger.settle()
    except GaveUp:
        broken = None
    if broken is not None and broken.contradicts:
        return Rejected(broken.reason)
    return Rejected(reason, True)
