"""When a formula holds in a symbolic state, given where its closed parts are claimed to hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from vexil.certify.branching.atoms import Atoms, Conditions
from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.requirements import Need
from vexil.certify.branching.steps import Step, Stepper
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Truth
from vexil.ir.expressions import Expr
from vexil.model.evidence import Claim
from vexil.spec.formulas import And, Box, Constant, Diamond, Greatest, Least, Mu, Not, Or, Proposition, Variable

DEEPEST = 100
"""How deep a formula may be nested between parts that have claims."""
Facts = Mapping[int, Sequence[Expr]]
"""Facts by location."""


def facts_of(claims: Iterable[Claim]) -> Facts:
    """The facts of claims by location."""
    facts: dict[int, list[Expr]] = {}
    for claim in claims:
        facts.setdefault(claim.location, []).append(claim.fact)
    return facts


@dataclass(slots=True)
class Goal:
    """One thing to be shown: what the bound variable means, and how open values are treated.

    With ``closed`` all that steps leave open is quantified; else the inputs of universal steps stay free, which means
    the same where a condition is to hold for all of them. With ``instances`` only a few inputs are tried for
    existential steps. ``needs`` collects what the steps need.
    """

    variable: str = ""
    meaning: Facts = field(default_factory=dict)
    closed: bool = False
    instances: bool = False
    quantified: bool = False
    needs: list[Need] = field(default_factory=list)


class Formulas:
    """Turns formulas in positive normal form into conditions of the solver."""

    def __init__(
        self,
        parts: Mapping[Mu, Facts],
        atoms: Atoms,
        conditions: Conditions,
        stepper: Stepper,
        terms: InputTerms,
        closed: frozenset[Mu],
    ) -> None:
        self._parts = parts
        self._atoms = atoms
        self._conditions = conditions
        self._stepper = stepper
        self._terms = terms
        self._closed = closed

    def holds(
        self, formula: Mu, location: int, state: State, goal: Goal, *, depth: int = 0, unfold: bool = False
    ) -> Truth:
        """A condition under which a formula holds; with *unfold* not because it is claimed itself."""
        if depth > DEEPEST:
            raise Unsupported(f"formulas nested more than {DEEPEST} deep")
        if not unfold and formula in self._parts:
            return self._some(self._parts[formula], location, state, goal)
        match formula:
            case Constant(value):
                return value
            case Proposition(atom):
                return self._atoms.truth(atom, location, state, goal.needs, wanted=True)
            case Not(Proposition(atom)):
                return self._atoms.truth(atom, location, state, goal.needs, wanted=False)
            case And(operands):
                return self._terms.all([self.holds(item, location, state, goal, depth=depth + 1) for item in operands])
            case Or(operands):
                return self._terms.any([self.holds(item, location, state, goal, depth=depth + 1) for item in operands])
            case Variable(name) if name == goal.variable:
                return self._some(goal.meaning, location, state, goal)
            case Box(operand):
                return self._always(operand, location, state, goal, depth)
            case Diamond(operand):
                return self._sometime(operand, location, state, goal, depth)
            case Least() | Greatest() if formula in self._closed:
                return False  # nobody claims it anywhere
            case _:
                raise Unsupported("fixed points that depend on fixed points around them")

    def _some(self, facts: Facts, location: int, state: State, goal: Goal) -> Truth:
        truths = [self._conditions.truth(fact, state, goal.needs) for fact in facts.get(location, ())]
        return self._terms.any(truths)

    # --- modalities --------------------------------------------------------------------------------------

    def _always(self, operand: Mu, location: int, state: State, goal: Goal, depth: int) -> Truth:
        terms = self._terms
        successors = self._stepper.steps(location, state)
        goal.needs.extend(successors.needs)
        conditions = [need.condition for need in successors.needs]
        for step in successors.steps:
            first = len(goal.needs)
            goal.needs.extend(step.needs)
            after = self._after(step, operand, goal, depth)
            parts = [*(need.condition for need in step.needs), terms.implies(step.taken, after)]
            if goal.closed:
                goal.quantified |= bool(step.inputs)
                conditions.append(terms.for_all(step.inputs, terms.all(parts)))
                continue
            others = terms.copies(step.inputs)
            conditions += [terms.with_values(part, step.inputs, others) for part in parts]
            goal.needs[first:] = [
                Need(terms.with_values(need.condition, step.inputs, others), need.kind, need.edge)
                for need in goal.needs[first:]
            ]
        return terms.all(conditions)

    def _sometime(self, operand: Mu, location: int, state: State, goal: Goal, depth: int) -> Truth:
        terms = self._terms
        successors = self._stepper.steps(location, state)
        goal.needs.extend(successors.needs)
        ways: list[Truth] = []
        outside, goal.closed = goal.closed, True  # a universal step behind an existential one has values of its own
        for step in successors.steps:
            after = self._after(step, operand, goal, depth)
            way = terms.all([*(need.condition for need in step.needs), step.taken, after])
            if not step.inputs:
                goal.needs.extend(step.needs)
                ways.append(way)
                continue
            goal.quantified = True
            if goal.instances:
                ways += [terms.with_values(way, step.inputs, values) for values in terms.instances(step.inputs)]
            else:
                ways.append(terms.exists(step.inputs, way))
        goal.closed = outside
        return terms.all([*(need.condition for need in successors.needs), terms.any(ways)])

    def _after(self, step: Step, operand: Mu, goal: Goal, depth: int) -> Truth:
        if step.state is None or step.taken is False:
            return False
        return self.holds(operand, step.target, step.state, goal, depth=depth + 1)
