"""Atoms of a formula in a symbolic state at a location of the program without calls."""

from __future__ import annotations

from vexil.certify.branching.quantifiers import InputTerms
from vexil.certify.branching.requirements import Need, RequirementCollector
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.problems import Ended, Unsupported
from vexil.certify.invariant.state import State
from vexil.certify.invariant.terms import Truth
from vexil.ir.expressions import Expr
from vexil.model.observe import ABSENT
from vexil.model.outcome import Question
from vexil.spec.atoms import Atom
from vexil.transform.inlining import Inlining
from vexil.transform.inlining.atoms import PlacedAtoms, Unnamed


class Conditions:
    """Evaluates conditions: what is undefined is neither true nor false, but false about what is absent."""

    def __init__(self, evaluator: Evaluator, ledger: RequirementCollector, terms: InputTerms) -> None:
        self._evaluator = evaluator
        self._ledger = ledger
        self._terms = terms
        self._memo: dict[tuple[State, Expr, bool], tuple[Truth, tuple[Need, ...]]] = {}

    def truth(self, condition: Expr, state: State, needs: list[Need], *, wanted: bool = True) -> Truth:
        """Whether a condition is defined in a state and has the wanted value; what it needs is added to *needs*."""
        key = (state, condition, wanted)
        cached = self._memo.get(key)
        if cached is None:
            cached = self._memo[key] = self._truth(condition, state, wanted)
        needs.extend(cached[1])
        return cached[0]

    def _truth(self, condition: Expr, state: State, wanted: bool) -> tuple[Truth, tuple[Need, ...]]:
        looking, count = state.copy(), len(self._terms.fresh_values)
        self._ledger.edge = "a condition of the proof"
        try:
            value: Truth = self._evaluator.value(condition, Where(self._ledger, looking))
        except Ended:
            value = not wanted
        needs = self._ledger.collected()
        if len(self._terms.fresh_values) != count:
            raise Unsupported("conditions that leave something open")
        terms = self._terms
        if wanted:
            return terms.all([value, *(need.condition for need in needs)]), needs
        others = [need.condition for need in needs if need.kind not in ABSENT]
        absent = [terms.no(need.condition) for need in needs if need.kind in ABSENT]
        return terms.all([terms.any([*absent, terms.no(value)]), *others]), needs


class NamedAtoms(PlacedAtoms):
    """What atoms of the asked property name, for checkers."""

    def __init__(self, question: Question, inlining: Inlining) -> None:
        super().__init__(question.property.file, inlining)

    def named(self, atom: Atom, location: int) -> bool | Expr:
        """What an atom says at a location: whether it is true, or a condition; raises `Unsupported`."""
        try:
            return super().named(atom, location)
        except Unnamed as problem:
            raise Unsupported(str(problem)) from problem


class Atoms(NamedAtoms):
    """Gives atoms of the asked property their values in symbolic states."""

    def __init__(self, question: Question, inlining: Inlining, conditions: Conditions) -> None:
        super().__init__(question, inlining)
        self._conditions = conditions

    def truth(self, atom: Atom, location: int, state: State, needs: list[Need], *, wanted: bool) -> Truth:
        """Whether an atom has the wanted value; raises `Unsupported` where it never has one."""
        meaning = self.named(atom, location)
        if isinstance(meaning, bool):
            return meaning is wanted
        return self._conditions.truth(meaning, state, needs, wanted=wanted)
