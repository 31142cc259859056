"""The certificate of a proof of a branching property."""

from __future__ import annotations

from vexil.certify.branching.proof import Broken, Proof
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.reaching import problem_of_run
from vexil.certify.branching.wellformed import closed_parts, obstacle, own_form, problem_of
from vexil.certify.invariant.problems import GaveUp, Unsupported
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.core.wording import counted
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import Tree
from vexil.model.outcome import Question
from vexil.spec.formulas import Not
from vexil.spec.mu_forms import positive_normal_form
from vexil.spec.property import Kind
from vexil.transform.inlining import Inlining, WithoutCalls


def check_tree(question: Question, evidence: Tree, context: Context) -> Certificate:
    """Prove every claim from the ones it may rest on, and the property or its negation from those of the formula."""
    if question.bounds:
        return Rejected("a proof of a branching property says nothing about bounded runs", True)
    if question.property.kind not in (Kind.CTL, Kind.MU, Kind.PATTERN):
        return Rejected("a proof of a branching property is one of a formula, and nothing else", True)
    asked = question.property.mu_formula()
    refutes = evidence.formula != positive_normal_form(asked)
    formula = positive_normal_form(Not(asked) if refutes else asked)
    if evidence.formula != formula:
        return Rejected("the formula of the proof is neither the property nor its negation")
    try:
        made = WithoutCalls().apply(question.program)
    except LimitReached as limit:
        return Rejected(f"there is no program without calls to look at: {limit.reason}", True)
    closed = closed_parts(formula)
    problem = problem_of(made, evidence, closed)
    if problem is not None:
        return Rejected(problem)
    tree = own_form(evidence, formula)
    edges = _edges(made, tree)
    reason = obstacle(made, tree, edges, refutes=refutes)
    if reason:
        return Rejected(reason, True)
    shown = ""
    if tree.run is not None:
        try:
            wrong = problem_of_run(question, made, tree, tree.run)
        except Unsupported:
            pass  # the claims prove it without a run
        else:
            shown = f"; a run of {counted(len(tree.run.moves), 'step')} to what is reached replayed"
            if wrong:
                return Rejected(wrong)
    context.emit("certify", evidence="tree", parts=len(tree.parts), locations=len(made.entry.locations))
    terms = InputTerms()
    try:
        return _checked(Proof(question, made, tree, closed, terms, context), evidence, edges, shown, refutes=refutes)
    finally:
        terms.close()


def _edges(made: Inlining, tree: Tree) -> frozenset[str]:
    """The edges that start where something is claimed, as the program with its calls names them."""
    claimed = {claim.location for part in tree.parts for layer in part.layers for claim in layer} | {made.entry.entry}
    return frozenset(made.origins[number] for place in claimed for number in made.entry.outgoing[place])


def _checked(proof: Proof, evidence: Tree, edges: frozenset[str], shown: str, *, refutes: bool) -> Certificate:
    try:
        proof.start()
        for part in proof.tree.parts:
            proof.part(part)
        if refutes:
            proof.some_initial_state()
        else:
            proof.every_initial_state()
    except (Unsupported, GaveUp) as problem:
        return Rejected(f"{problem} (at {proof.place})", True)
    except Broken as broken:
        return Rejected(broken.reason, broken.unchecked)
    what = "the negation holds in some initial state" if refutes else "the property holds in every initial state"
    finding = f"{what}: {counted(proof.count, 'claim')} proved by a second solver{shown}"
    return Checked(evidence, finding, edges, refutes=refutes, prover="z3" if proof.count else "")
