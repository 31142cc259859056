"""Chains between claims of a branching property: from everywhere in one layer runs lead to earlier ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vexil.certify.branching.proof import Broken
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.leaps.proof import ChainProof, zone_of
from vexil.certify.leaps.wellformed import problem_of
from vexil.core.context import Context
from vexil.ir.expressions import Expr
from vexil.model.evidence import Claim
from vexil.model.leaps import MustChain
from vexil.transform.inlining import Inlining


def prove_between_claims(
    form: Inlining, chain: MustChain, claims: Sequence[Claim], earlier: Mapping[int, Sequence[Expr]], context: Context
) -> int:
    """Prove that from every state of some claims a run leads to earlier ones; the number of proofs.

    Raises `Broken`, `Unsupported` or `GaveUp`. There are no rules: what is shown is about all steps of the program.
    """
    if chain.rules or chain.flip or chain.target is None:
        raise Broken("a chain between claims has rules, must- steps or no target")
    problem = problem_of(form, chain)
    if problem:
        raise Broken(problem)
    terms = InputTerms()
    try:
        proof = ChainProof(form, chain, frozenset(), terms, context)
        proof.start()
        proof.prove_from_port()
        entry = zone_of(chain.stations[0].entry)
        for claim in claims:
            proof.place = f"a claim about {form.entry.locations[claim.location].name}"
            state = proof.any_state(claim.location)
            outside = terms.no(proof.inside(entry, claim.location, state))
            proof.refute(
                terms.all([state.guard.all, proof.truth([claim.fact], state), outside]), "is not where its chain begins"
            )
        proof.place = "the target"
        for location, conditions in proof.target().items():
            state = proof.any_state(location)
            known = terms.any([proof.truth([fact], state) for fact in earlier.get(location, ())])
            inside = terms.both(state.guard.all, proof.truth(conditions, state))
            proof.refute(terms.both(inside, terms.no(known)), "is not claimed in earlier layers")
        return proof.count
    finally:
        terms.close()
