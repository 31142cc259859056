"""Weakest preconditions, strongest postconditions, and what may lead to a condition, of single edges.

A weakest precondition is liberal: it holds where no step of the edge ends outside of the condition, be it that there is
none (an assumption that does not hold, a restriction, an undefined operation) (Dijkstra 1976). The condition may
name every variable of the state. An input is quantified: for all of its values in a weakest precondition, for some in
a strongest postcondition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from quantified import Quantified, Quantifier, inverse, quantified, without_inverses
from vexil.ir.expressions import Expr
from vexil.ir.operations import Operation
from vexil.logic.inputs import Input
from vexil.logic.sorts import BOOL
from vexil.logic.space import Space, State
from vexil.logic.steps import Step, Steps
from vexil.logic.terms import Term
from vexil.logic.writing import Where


def going_on(space: Space, step: Step) -> Term:
    """The condition under which a run takes a step: guard, definedness, restriction, and inputs in their domains."""
    return space.terms.conjunction(
        (step.guard, *step.conditions.values(), step.allowed, *(item.domain for item in step.inputs))
    )


def substituted(space: Space, condition: Term, state: State) -> Term:
    """A condition on a state that was reached, as one on the state at the beginning."""
    replaced = {space.symbol(space.variables[name]): value for name, value in state.items()}
    return space.terms.substitute(condition, replaced) if replaced else condition


class Transformers:
    """The predicate transformers of one function; ``checks`` are the kinds of checks that count (``None``: all)."""

    def __init__(self, space: Space, function: str, checks: frozenset[str] | None = frozenset()) -> None:
        self.space = space
        self._terms = space.terms
        self._steps = Steps(space, function)
        self._function = space.program.functions[function]
        self._checks = checks

    def condition(self, expression: Expr) -> Term:
        """A Boolean expression as a condition on states."""
        return self._steps.translate(self.space.initial, expression).value

    # --- backwards ---------------------------------------------------------------------------------------

    def weakest(self, edge: int, after: Term) -> Quantified:
        """The weakest liberal precondition: every step of the edge ends in *after*, and no check that counts fails."""
        return self._weakest(self._step(edge, after), after)

    def moved_back(self, edge: int, after: Term) -> Term:
        """The condition before a deterministic edge that has the value *after* has behind it: substitution alone.

        That is what predicates are refined with: it does not say that the edge is taken, defined, or allowed.
        """
        return substituted(self.space, after, self._steps.step(self.space.initial, edge).after)

    def weakest_operation(self, operation: Operation, after: Term) -> Quantified:
        """The weakest liberal precondition of an operation that is on no edge."""
        return self._weakest(self._single(operation), after)

    def weakest_sequence(self, edges: Iterable[int], after: Term) -> Quantified:
        """The weakest liberal precondition of edges one after another."""
        inputs: list[Input] = []
        for edge in reversed(list(edges)):
            found = self._weakest(self._step(edge, after), after)
            inputs[:0] = found.inputs
            after = found.term
        return quantified(Quantifier.FOR_ALL, after, inputs)

    def weakest_location(self, location: int, after: Mapping[int, Term]) -> Quantified:
        """The weakest liberal precondition of leaving a location: that of all its edges, by where they lead to."""
        parts = [self.weakest(edge, after[self._target(edge)]) for edge in self._function.outgoing[location]]
        inputs = (item for part in parts for item in part.inputs)
        return quantified(Quantifier.FOR_ALL, self._terms.conjunction(part.term for part in parts), inputs)

    def may_reach(self, edge: int, after: Term) -> Quantified:
        """Where some step of the edge may end in *after* (Pre): not the weakest precondition of its negation.

        A check that counts and fails is the end of the run and no step.
        """
        step = self._step(edge, after)
        taken = self._terms.and_(going_on(self.space, step), self._terms.not_(self._fails(step)))
        reached = self._terms.and_(taken, substituted(self.space, after, step.after))
        return quantified(Quantifier.FOR_SOME, reached, step.inputs)

    def may_reach_location(self, location: int, after: Mapping[int, Term]) -> Quantified:
        """Where leaving a location may end in *after*: where one of its edges may."""
        parts = [self.may_reach(edge, after[self._target(edge)]) for edge in self._function.outgoing[location]]
        inputs = (item for part in parts for item in part.inputs)
        return quantified(Quantifier.FOR_SOME, self._terms.disjunction(part.term for part in parts), inputs)

    def _step(self, edge: int, condition: Term) -> Step:
        """The step of an edge with inputs that do not occur in a condition: those are of another step of the edge."""
        suffix = ""
        step = self._steps.step(self.space.initial, edge)
        while any(item.symbol.symbols & condition.symbols for item in step.inputs):
            suffix += "+"
            step = self._steps.step(self.space.initial, edge, suffix)
        return step

    def _target(self, edge: int) -> int:
        return self._function.edges[edge].target

    def _single(self, operation: Operation) -> Step:
        name = self._terms.fresh("?operation", BOOL).payload  # a name that no symbol of any sort has
        return self._steps.operation(self.space.initial, operation, Where("", f"{name}."))

    def _fails(self, step: Step) -> Term:
        """Whether the step's check counts and fails."""
        demand = step.demand
        if demand is None or (self._checks is not None and demand.property not in self._checks):
            return self._terms.false
        return self._terms.not_(demand.condition)

    def _weakest(self, step: Step, after: Term) -> Quantified:
        terms = self._terms
        wanted = terms.and_(substituted(self.space, after, step.after), terms.not_(self._fails(step)))
        return quantified(Quantifier.FOR_ALL, terms.implies(going_on(self.space, step), wanted), step.inputs)

    # --- forwards ----------------------------------------------------------------------------------------

    def strongest(self, edge: int, before: Term) -> Quantified:
        """The strongest postcondition: what holds exactly where the edge may end when it starts in *before*.

        Variables that the edge writes have a value before that is an input; where it can be computed back from the
        value after, it is.
        """
        return self._strongest(self._step(edge, before), before)

    def strongest_operation(self, operation: Operation, before: Term) -> Quantified:
        """The strongest postcondition of an operation that is on no edge."""
        return self._strongest(self._single(operation), before)

    def strongest_location(self, location: int, before: Term) -> Mapping[int, Quantified]:
        """The strongest postconditions of leaving a location, by where its edges lead to."""
        found: dict[int, Quantified] = {}
        for edge in self._function.outgoing[location]:
            target, part = self._target(edge), self.strongest(edge, before)
            known = found.get(target)
            if known is not None:
                term = self._terms.or_(known.term, part.term)
                part = Quantified(Quantifier.FOR_SOME, term, (*known.inputs, *part.inputs))
            found[target] = part
        return found

    def _strongest(self, step: Step, before: Term) -> Quantified:
        terms, space = self._terms, self.space
        taken = terms.and_(before, going_on(space, step), terms.not_(self._fails(step)))
        earlier: dict[Term, Term] = {}
        for name in step.after:
            symbol = space.symbol(space.variables[name])
            earlier[symbol] = terms.fresh(f"{name}~", symbol.sort)
        equations = []
        known: dict[Term, Term] = {}
        for name, value in step.after.items():
            symbol = space.symbol(space.variables[name])
            old = terms.substitute(value, earlier)
            equations.append(terms.eq(symbol, old))
            back = inverse(terms, old, earlier[symbol], symbol)
            if back is not None:
                known[earlier[symbol]] = back
        term = terms.and_(terms.substitute(taken, earlier), *equations)
        inputs = (*step.inputs, *(Input(symbol, "", terms.true) for symbol in earlier.values()))
        return without_inverses(terms, quantified(Quantifier.FOR_SOME, term, inputs), known)
