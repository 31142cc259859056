"""The certificate of a chain of must steps and leaps."""

from __future__ import annotations

from dataclasses import replace

from vexil.certify.branching.proof import Broken
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.wellformed import obstacle
from vexil.certify.invariant.problems import GaveUp, Unsupported
from vexil.certify.leaps.execution import MOST_STEPS, WRONG, execution
from vexil.certify.leaps.promises import Promise, prove_promise
from vexil.certify.leaps.proof import ChainProof
from vexil.certify.leaps.wellformed import problem_of, problem_of_rules
from vexil.core.context import Context
from vexil.core.errors import InternalError, LimitReached
from vexil.core.wording import counted
from vexil.ir.interpreter import CompiledProgram
from vexil.ir.program import Program
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.goal import StateGoal, goal_of
from vexil.model.leaps import MustChain
from vexil.model.outcome import Question
from vexil.model.protocols import NotApplicable
from vexil.model.trace.places import line_of_edge
from vexil.spec.formulas import Not
from vexil.spec.mu import positive_normal_form, reached_by
from vexil.spec.property import Kind
from vexil.transform.inlining import descending
from vexil.transform.restriction import restricted_form


def check_chain(question: Question, evidence: MustChain, context: Context) -> Certificate:
    """Prove every step of a chain and every condition of its leaps again."""
    if question.bounds:
        return Rejected("a chain says nothing about bounded runs", True)
    if question.property.kind in (Kind.CTL, Kind.MU):
        return _check_promise(question, evidence, context)
    goal = goal_of(question.property, CompiledProgram(question.program))
    if not isinstance(goal, StateGoal) or not goal.checks or evidence.target is not None:
        return Rejected("a chain shows that a check fails, and nothing else", True)
    return _certificate(question.program, evidence, goal.checks, context)


def _check_promise(question: Question, evidence: MustChain, context: Context) -> Certificate:
    """Prove that a chain leads to what a branching property, or its negation, says is reached."""
    formula = positive_normal_form(question.property.mu_formula())
    refutes = reached_by(formula) is None
    if refutes:
        formula = positive_normal_form(Not(formula))
    promised = reached_by(formula)
    if promised is None or evidence.target is None:
        return Rejected("a chain shows that something is reached, and nothing else", True)
    if not refutes and evidence.flip:
        return Rejected("a chain that begins with must- steps says nothing of all initial states", True)
    promise = Promise(question, promised, every=not refutes)
    certificate = _certificate(question.program, evidence, frozenset(), context, promise)
    if isinstance(certificate, Rejected):
        return certificate
    reason = obstacle(descending(question.program), formula, certificate.edges, refutes=refutes)
    return Rejected(reason, True) if reason else replace(certificate, refutes=refutes)


def check_target(program: Program, evidence: MustChain, context: Context) -> Certificate:
    """Prove that a chain leads to a target that is no check."""
    if evidence.target is None:
        return Rejected("the chain has no target")
    return _certificate(program, evidence, frozenset(), context)


def _certificate(
    program: Program,
    evidence: MustChain,
    checks: frozenset[str],
    context: Context,
    promise: Promise | None = None,
) -> Certificate:
    try:
        form = descending(program)
    except (NotApplicable, LimitReached) as limit:
        return Rejected(f"there is no program without calls to look at: {limit}", True)
    problem = problem_of_rules(form, evidence)
    if problem:
        return Rejected(problem)
    try:
        form = restricted_form(form, evidence.rules)
    except InternalError as error:
        return Rejected(f"the rules of the chain do not fit the program: {error}")
    problem = problem_of(form, evidence)
    if problem:
        return Rejected(problem)
    context.emit("certify", evidence="chain", stations=len(evidence.stations))
    terms = InputTerms()
    try:
        proof = ChainProof(form, evidence, checks, terms, context)
        try:
            proof.start()
            proof.prove()
            if promise is not None:
                prove_promise(proof, promise)
        except (Unsupported, GaveUp) as reason:
            return Rejected(f"{reason} (at {proof.place})", True)
        except Broken as broken:
            return Rejected(broken.reason, broken.unchecked)
    finally:
        terms.close()
    told = (
        f"; no run was executed: it has more than {MOST_STEPS:,} steps, or its inputs were not found" if checks else ""
    )
    if evidence.inputs is not None:
        told = execution(form.program, evidence, checks, context)
        if told.startswith(WRONG):
            return Rejected(told)
    leaps = sum(station.leap is not None for station in evidence.stations)
    failing = sorted({line_of_edge(program, form.origins[number]) for number in proof.failing})
    what = f"the check at {' or '.join(failing)} fails" if failing else "the target is reached"
    how = (
        f" behind {counted(leaps, 'leap')} over loops; every condition of them and every step between them"
        if leaps
        else "; every step to it"
    )
    finding = f"{what}{how} was proved by a second solver{told}"
    edges = frozenset(form.origins[number] for number in proof.edges)
    return Checked(evidence, finding, edges, refutes=True, prover="z3")
