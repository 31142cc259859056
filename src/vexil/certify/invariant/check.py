"""The certificate of an invariant."""

from __future__ import annotations

from vexil.certify.invariant.assembly import Assembly
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.initial import initial_state
from vexil.certify.invariant.ledger import Ledger
from vexil.certify.invariant.operations import Operations
from vexil.certify.invariant.problems import Ended, GaveUp, Unsupported
from vexil.certify.invariant.progress import Progress
from vexil.certify.invariant.terms import Terms
from vexil.certify.invariant.wellformed import problem_of, with_shared_nodes
from vexil.core.context import Context
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.operations import Call
from vexil.ir.program import Program
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Invariant
from vexil.model.goal import StateGoal, goal_of
from vexil.model.outcome import Question
from vexil.spec.property import Kind


def check_invariant(
    question: Question, evidence: Invariant, context: Context, visited: frozenset[int] | None = None
) -> Certificate:
    """Execute the program symbolically by the rules of the evidence and prove everything that has to hold.

    Where termination is asked, *visited* are locations of the entry function, which calls nothing: it is enough that
    no run visits one of them for ever.
    """
    if visited is not None and has_calls(question.program):
        return Rejected("locations that are not visited for ever are shown where nothing is called", True)
    if question.bounds:
        return Rejected("an invariant says nothing about bounded runs", True)
    goal = goal_of(question.property, CompiledProgram(question.program))
    if not asks_for_ends(question) and not (isinstance(goal, StateGoal) and goal.checks):
        return Rejected("an invariant shows that no check fails, or that every run ends, and nothing else", True)
    evidence = with_shared_nodes(evidence)
    problem = problem_of(question.program, evidence)
    if problem is not None:
        return Rejected(problem, True)
    context.emit("certify", evidence="invariant", loops=len(evidence.loops), procedures=len(evidence.procedures))
    terms = Terms()
    try:
        checks = goal.checks if isinstance(goal, StateGoal) else frozenset[str]()
        return _check(question, evidence, checks, terms, context, visited)
    finally:
        terms.close()


def _check(
    question: Question,
    evidence: Invariant,
    checks: frozenset[str],
    terms: Terms,
    context: Context,
    visited: frozenset[int] | None,
) -> Certificate:
    made = (question.program, evidence, terms, context, checks)
    parts = (_Ends(*made, visited) if asks_for_ends(question) else _Checks(*made)).parts()
    ledger, execution = parts.ledger, parts.execution
    try:
        try:
            ledger.edge = "an initial value"
            execution.run(initial_state(parts.evaluator, parts.operations, ledger))
        except Ended:
            pass  # no run gets beyond the initial values, which the ledger knows
        execution.check_contracts()
        context.emit("certify", steps=execution.steps, requirements=ledger.count)
        broken = ledger.settle()
    except (Unsupported, GaveUp) as problem:
        return _stopped(ledger, f"{problem} (at {ledger.edge})")
    if broken is not None:
        return Rejected(broken.reason, not broken.contradicts)
    ends = "every run ends" if visited is None else "no run goes round an accepting cycle for ever"
    shown = ends if asks_for_ends(question) else "no check fails on any way"
    finding = f"{shown}: {counted(ledger.count, 'requirement')} proved by a second solver"
    return Checked(evidence, finding, frozenset(execution.edges), prover="z3" if ledger.count else "")


class _Checks(Assembly):
    """The parts for a question about checks."""

    def __init__(
        self, program: Program, evidence: Invariant, terms: Terms, context: Context, checks: frozenset[str]
    ) -> None:
        super().__init__(program, evidence, terms, context)
        self._checks = checks

    def operations(self, evaluator: Evaluator, ledger: Ledger) -> Operations:
        """Checks that are asked for are required."""
        return Operations(evaluator, ledger, self._checks)


class _Ends(_Checks):
    """The parts for a question about ends."""

    def __init__(
        self,
        program: Program,
        evidence: Invariant,
        terms: Terms,
        context: Context,
        checks: frozenset[str],
        visited: frozenset[int] | None,
    ) -> None:
        super().__init__(program, evidence, terms, context, checks)
        self._visited = visited

    def progress(self, evaluator: Evaluator, ledger: Ledger) -> Progress | None:
        """Rankings and measures are required to shrink."""
        return Progress(evaluator, ledger, self._visited)


def asks_for_ends(question: Question) -> bool:
    """Say whether termination is asked."""
    return question.property.kind is Kind.TERMINATION


def has_calls(program: Program) -> bool:
    """Say whether the entry function of a program calls others."""
    return any(isinstance(edge.operation, Call) for edge in program.functions[program.entry].edges)


def _stopped(ledger: Ledger, reason: str) -> Rejected:
    """What can be said when the check did not get to its end: a requirement may be broken before."""
    try:
        broken = ledger.settle()
    except GaveUp:
        broken = None
    if broken is not None and broken.contradicts:
        return Rejected(broken.reason)
    return Rejected(reason, True)
