"""What branching properties promise: that the target of a chain is it, and that it is reached from where it must be."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.certify.branching.atoms import Atoms
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Truth
from vexil.certify.leaps.proof import ChainProof, zone_of
from vexil.model.outcome import Question
from vexil.spec.formulas import And, Constant, Mu, Not, Or, Proposition


@dataclass(frozen=True, slots=True)
class Promise:
    """What a branching property says is reached: one of some formulas, from some initial state or from every one."""

    question: Question
    alternatives: tuple[Mu, ...]
    every: bool


def prove_promise(proof: ChainProof, promise: Promise) -> None:
    """Prove that the target is what is promised, and that it is reached from all initial states if it has to be."""
    terms = proof.terms
    atoms = Atoms(promise.question, proof.form, proof.conditions)
    proof.place = "the target"
    for location, conditions in proof.target().items():
        state = proof.any_state(location)
        kept = terms.any([_holds(proof, atoms, part, location, state) for part in promise.alternatives])
        inside = terms.both(state.guard.all, proof.truth(conditions, state))
        proof.refute(terms.both(inside, terms.no(kept)), "is not what the property promises")
    if promise.every:
        zone = zone_of(proof.chain.stations[0].entry)
        needs = terms.all([need.condition for need in proof.first_needs])
        proof.refute(terms.both(proof.first.guard.all, terms.no(needs)), "has initial states that nobody knows")
        outside = terms.no(proof.inside(zone, proof.form.entry.entry, proof.first))
        proof.refute(terms.both(proof.first.guard.all, outside), "is not reached from all initial states")


def _holds(proof: ChainProof, atoms: Atoms, formula: Mu, location: int, state: State) -> Truth:
    """When a formula without fixed points and steps certainly holds in a state."""
    terms = proof.terms
    match formula:
        case Constant(value):
            return value
        case Proposition(atom):
            return atoms.truth(atom, location, state, [], wanted=True)
        case Not(Proposition(atom)):
            return atoms.truth(atom, location, state, [], wanted=False)
        case And(operands):
            return terms.all([_holds(proof, atoms, part, location, state) for part in operands])
        case Or(operands):
            return terms.any([_holds(proof, atoms, part, location, state) for part in operands])
        case _:
            raise Unsupported("what is promised has steps or fixed points")
