"""The certificate of claims about any number of threads."""

from __future__ import annotations

from contextlib import suppress

from vexil.certify.invariant.blocks import Blocks
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import CHECK, Ledger, Where
from vexil.certify.invariant.memory import Memory
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, GaveUp, Unsupported
from vexil.certify.invariant.shapes import Shapes
from vexil.certify.invariant.solver import Solver
from vexil.certify.invariant.terms import Terms
from vexil.certify.threads.parts import NOBODY, Thread, ThreadEvaluator, Values
from vexil.certify.threads.steps import ACTIVE, Refused, Steps
from vexil.certify.threads.structure import locks_of, started_once, unknown_operation
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import ThreadClaims
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Question
from vexil.transform.threads import MEMORY, NotThreads, ThreadForm, thread_form


def check_threads(question: Question, evidence: ThreadClaims, context: Context) -> Certificate:
    """Make the threads over registers again, and prove that every step of every thread keeps all claims."""
    if question.bounds:
        return Rejected("claims about threads say nothing about bounded runs", True)
    goal = goal_of(question.property, CompiledProgram(question.program))
    if not (isinstance(goal, StateGoal) and goal.checks):
        return Rejected("claims about threads show that no check fails, and nothing else", True)
    try:
        form = thread_form(question.program, goal.checks)
    except (NotThreads, LimitReached) as problem:
        return Rejected(f"there are no threads over registers to look at: {problem}", True)
    context.emit("certify", evidence="claims about threads", views=len(evidence.views))
    return check_form(form, evidence, goal.checks, context)


def check_form(form: ThreadForm, evidence: ThreadClaims, checks: frozenset[str], context: Context) -> Certificate:
    """Prove claims about threads over registers."""
    program = form.program
    unknown = unknown_operation(program)
    locks = locks_of(program)
    if unknown or locks is None:
        return Rejected(f"the checker has no rule for the operation at {unknown or 'a lock'}", True)
    if evidence.width < 1 or any(len(view.threads) > evidence.width for view in evidence.views):
        return Rejected("the claims are about more threads than they say")
    terms = Terms()
    try:
        return _check(form, evidence, checks | {MEMORY}, locks, terms, context)
    finally:
        terms.close()


def _check(
    form: ThreadForm,
    evidence: ThreadClaims,
    checks: frozenset[str],
    locks: frozenset[int],
    terms: Terms,
    context: Context,
) -> Certificate:
    program = form.program
    ledger = Ledger(terms, Solver(terms, context))
    blocks = Blocks(terms, program.layout.pointer_width, program.layout.little_endian)
    memory = Memory(terms, blocks, Shapes(program), program.layout.pointer_width)
    evaluator = ThreadEvaluator(program, terms, memory)
    evaluator.owners = dict.fromkeys(locks, NOBODY)
    operations = Operations(evaluator, ledger, checks)
    values = Values(evaluator, ledger, locks)
    try:
        steps = Steps(
            program, evidence, evaluator, operations, ledger, values, started_once(program), form.holders, context
        )
        with suppress(Ended):
            _begin(form, steps, evaluator, operations, ledger)
        broken = ledger.settle()
        if broken is None:
            broken = steps.prove()
    except Refused as problem:
        return Rejected(str(problem))
    except (Unsupported, GaveUp) as problem:
        return Rejected(f"{problem} (at {ledger.edge})", True)
    if broken is not None:
        return Rejected(broken.reason, True)
    edges = frozenset(_origin(form, edge) for edge in steps.edges)
    finding = (
        f"no check fails, whatever the number of threads: claims about {counted(evidence.width, 'thread')} at a time, "
        f"{counted(ledger.count, 'requirement')} proved by a second solver"
    )
    return Checked(evidence, finding, edges - {""}, prover="z3" if ledger.count else "")


def _begin(form: ThreadForm, steps: Steps, evaluator: ThreadEvaluator, operations: Operations, ledger: Ledger) -> None:
    """Require what is claimed of the first thread where it begins."""
    program = form.program
    ledger.edge = "the beginning"
    state = initial_state(evaluator, operations, ledger)
    state.exact = False
    entry = program.functions[program.entry]
    operations.enter(state, entry, [])
    first = Thread(entry.name, entry.entry, state.frames[-1].registers, ACTIVE)
    owners = dict(evaluator.owners)
    where = Where(ledger, state)
    where.require(steps.claims.of(state, owners, [first]), f"{CHECK}the claim about the first thread")


def _origin(form: ThreadForm, edge: str) -> str:
    function, _, number = edge.rpartition("#")
    return form.origins[function][int(number)]
