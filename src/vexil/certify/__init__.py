"""Certification: evidence is checked by code that did not produce it.

A run or lasso is replayed by the reference interpreter on the program as it was loaded. A state space is
checked to contain the initial states, to be closed under steps, and to satisfy the property everywhere; one that is too
large for that is checked in samples. For a branching property every claim about a state is checked with the steps from
there. An invariant is proved once more by a second solver with a translation of its own, and so is every claim of a
branching proof; one about the program without objects is proved for the form that the checker makes itself. A set of
states that runs come back to for ever is reached by a run that is replayed, and proved to be closed by the same solver.
Both may be about the product with the automaton of violations, which the checker makes itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from vexil.certify.one_thread import check_one_thread
from vexil.certify.runs import check_lasso, check_run
from vexil.certify.state_space import check_state_space
from vexil.certify.state_tree import check_state_tree
from vexil.certify.stems import check_stem, problem_of_beginning
from vexil.certify.tree_runs import check_tree_run
from vexil.core.context import Context
from vexil.core.errors import LimitReached
from vexil.core.processes import in_child
from vexil.model.certificate import Certificate, Checked, Rejected
from vexil.model.evidence import (
    EndlessRecursion,
    Evidence,
    Explored,
    InMemory,
    InProduct,
    Invariant,
    Lasso,
    OneThread,
    RecurrentSet,
    Run,
    StateSpace,
    StateTree,
    ThreadClaims,
    Tree,
    Unwound,
)
from vexil.model.leaps import MustChain
from vexil.model.outcome import Question
from vexil.model.protocols import Certifier, NotApplicable
from vexil.spec.property import Kind, parse_property
from vexil.transform.heap_as_memory import NotSequential, ObjectsAsMemory, waits_for_ever

__all__ = ["Certificate", "Checked", "Rejected", "certify"]


def certify(question: Question, evidence: Evidence, context: Context) -> Certificate:
    """Check evidence for a definite answer; a kind that has no checker is rejected."""
    checker = CERTIFIERS.get(type(evidence))
    if checker is None:
        return Rejected(f"there is no checker for evidence of kind {type(evidence).__name__}", True)
    return checker(question, evidence, context)


DEEPEST_CALLS = 20_000
"""How deeply functions of the checkers may call each other: proofs hold decision diagrams of many predicates."""


def _check_invariant(question: Question, evidence: Invariant, context: Context) -> Certificate:
    """Check an invariant."""

    def check(inner: Context) -> Certificate:
        from vexil.certify.invariant import check_invariant

        return check_invariant(question, evidence, inner)

    return _in_child(check, evidence, context)


def _in_child(check: Callable[[Context], Certificate], evidence: Evidence, context: Context) -> Certificate:
    """Check a proof in a process of its own: the solver there does not always look at its limits."""

    def work(inner: Context) -> Certificate:
        sys.setrecursionlimit(DEEPEST_CALLS)
        certificate = check(inner.silent())
        # facts may be nested deeper than what can be sent from process to process
        return replace(certificate, evidence=Invariant(())) if isinstance(certificate, Checked) else certificate

    certificate = in_child(work, context, "checking the proof")
    return replace(certificate, evidence=evidence) if isinstance(certificate, Checked) else certificate


def _check_in_memory(question: Question, evidence: InMemory, context: Context) -> Certificate:
    """Check a proof about the program without objects, which is made here from the program that is asked about."""
    try:
        form = ObjectsAsMemory(threads=isinstance(evidence.evidence, Unwound)).apply(question).made
    except NotSequential as problem:
        return Rejected(f"the program has no form without objects: {problem}")
    shows_ends = question.property.kind is Kind.TERMINATION and isinstance(evidence.evidence, Invariant)
    if shows_ends and waits_for_ever(question.program, form):
        return Rejected("the program may wait for another thread, and its form without objects stops there", True)
    certificate = certify(replace(question, program=form.program), evidence.evidence, context)
    if isinstance(certificate, Rejected):
        return certificate
    if isinstance(evidence.evidence, RecurrentSet | EndlessRecursion):
        wrong = problem_of_beginning(question, evidence)
        if wrong:
            return Rejected(wrong, True)
        assert evidence.run is not None
        certificate = replace(certificate, violated_at=len(evidence.run.moves))
    edges = frozenset(origin for edge in certificate.edges if (origin := form.origin(edge)) is not None)
    return replace(certificate, evidence=evidence, edges=edges)


def _check_tree(question: Question, evidence: Tree, context: Context) -> Certificate:
    """Check a proof of a branching property."""

    def check(inner: Context) -> Certificate:
        from vexil.certify.branching import check_tree
        from vexil.certify.leaps import prove_between_claims

        return check_tree(question, evidence, inner, prove_between_claims)

    certificate = _in_child(check, evidence, context)
    if isinstance(certificate, Rejected) or evidence.own_run is None:
        return certificate
    shown = check_tree_run(question, evidence.own_run)
    if isinstance(shown, Rejected):
        return shown
    if shown.refutes is not certificate.refutes:
        return Rejected("the run and the claims show different answers")
    return replace(certificate, violated_at=shown.violated_at)


def _check_chain(question: Question, evidence: MustChain, context: Context) -> Certificate:
    """Check a chain of must steps and leaps."""

    def check(inner: Context) -> Certificate:
        from vexil.certify.leaps import check_chain

        return check_chain(question, evidence, inner)

    return _in_child(check, evidence, context)


def _check_replay(question: Question, evidence: Run | Lasso, _: Context) -> Certificate:
    """Replay a run of the program."""
    if question.property.kind in (Kind.CTL, Kind.MU):
        return check_tree_run(question, evidence)
    return check_run(question, evidence) if isinstance(evidence, Run) else check_lasso(question, evidence)


def _check_explored(question: Question, evidence: Explored, context: Context) -> Certificate:
    """Check samples of what native search visited."""
    from vexil.certify.sampling import check_explored

    return check_explored(question, evidence, context)


def _check_endless(question: Question, evidence: RecurrentSet | EndlessRecursion, context: Context) -> Certificate:
    """Replay the way to a set of states, and prove that runs come back to it, or call deeper for ever."""
    return _recurs(question, evidence, context, returning=False)


def _recurs(
    question: Question, evidence: RecurrentSet | EndlessRecursion, context: Context, *, returning: bool
) -> Certificate:
    stem = check_stem(question, evidence)
    if isinstance(stem, Rejected):
        return stem

    def check(inner: Context) -> Certificate:
        from vexil.certify.invariant import check_endless_recursion, check_recurrence

        if isinstance(evidence, RecurrentSet):
            return check_recurrence(question, evidence, stem.shown, inner, returning=returning)
        return check_endless_recursion(question, evidence, stem.shown, inner)

    certificate = _in_child(check, evidence, context)
    if isinstance(certificate, Rejected):
        return certificate
    return replace(certificate, edges=certificate.edges | stem.edges, addresses=stem.addresses, violated_at=stem.length)


def _check_in_product(question: Question, evidence: InProduct, context: Context) -> Certificate:
    """Check evidence about the product with the automaton of violations, which is made here."""
    from vexil.transform.buchi_product import buchi_product

    if question.bounds:
        return Rejected("a product says nothing about bounded runs", True)
    try:
        product = buchi_product(question)
    except (NotApplicable, LimitReached) as problem:
        return Rejected(f"the program has no product with the automaton: {problem}", True)
    asked = replace(question, program=product.program, property=parse_property(Kind.TERMINATION.value))
    match evidence.evidence:
        case Invariant() as proof:
            certificate = _accepts_nothing(asked, proof, product.accepting, context)
        case RecurrentSet() as found:
            if found.head not in product.accepting:
                return Rejected("the head of the recurrent set is not accepting")
            certificate = _recurs(asked, found, context, returning=True)
            if isinstance(certificate, Checked) and product.original_run(found.stem) != evidence.run:
                return Rejected("the run of the program is not the one to the recurrent set")
    if isinstance(certificate, Rejected):
        return certificate
    edges = frozenset(origin for edge in certificate.edges if (origin := product.origin(edge)) is not None)
    length = None if evidence.run is None else len(evidence.run.moves)
    return replace(certificate, evidence=evidence, edges=edges, violated_at=length)


def _accepts_nothing(question: Question, proof: Invariant, accepting: frozenset[int], context: Context) -> Certificate:
    """Check that no run visits an accepting location for ever."""

    def check(inner: Context) -> Certificate:
        from vexil.certify.invariant import check_invariant

        return check_invariant(question, proof, inner, accepting)

    return _in_child(check, proof, context)


def _check_unwound(question: Question, evidence: Unwound, context: Context) -> Certificate:
    """Look at all orders of threads."""

    def check(inner: Context) -> Certificate:
        from vexil.certify.interleavings import check_unwound

        return check_unwound(question, evidence, inner)

    return _in_child(check, evidence, context)


def _check_threads(question: Question, evidence: ThreadClaims, context: Context) -> Certificate:
    """Prove claims about any number of threads."""

    def check(inner: Context) -> Certificate:
        from vexil.certify.threads import check_threads

        return check_threads(question, evidence, inner)

    return _in_child(check, evidence, context)


CERTIFIERS: Mapping[type, Certifier[Any]] = {
    Run: _check_replay,
    Lasso: _check_replay,
    RecurrentSet: _check_endless,
    EndlessRecursion: _check_endless,
    StateSpace: check_state_space,
    Explored: _check_explored,
    Unwound: _check_unwound,
    OneThread: check_one_thread,
    ThreadClaims: _check_threads,
    Invariant: _check_invariant,
    InMemory: _check_in_memory,
    InProduct: _check_in_product,
    Tree: _check_tree,
    MustChain: _check_chain,
    StateTree: check_state_tree,
}
"""Who checks evidence of which kind."""
