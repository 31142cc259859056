"""What the environment decides on an edge: which combinations of predicates it can bring about, and certainly can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vexil.abstraction.cubes import Cover, expression_of
from vexil.abstraction.predicates import Predicate
from vexil.abstraction.strengthening import Strengthening
from vexil.core.dag import postorder
from vexil.logic.factory import Terms
from vexil.logic.inputs import Input
from vexil.logic.solvers.port import ProcessSolver
from vexil.logic.terms import Term
from vexil.model.boolean_program.expressions import FALSE, TRUE, Expr, Next, conjunction, disjunction, negation

MOST_COMBINATIONS = 64
"""So many combinations of predicates that an input decides are looked at; when there are more, none is certain."""
MOST_WITNESSES = 8


@dataclass(frozen=True, slots=True)
class Combinations:
    """What an input makes of predicates: combinations that are possible, and those that certainly are."""

    possible: Expr
    definite: Expr
    complete: bool


class InputCombinations:
    """Finds out what inputs can make of predicates."""

    def __init__(self, terms: Terms, solver: ProcessSolver, strengthening: Strengthening, limit: int | None) -> None:
        self._terms = terms
        self._solver = solver
        self._strengthening = strengthening
        self._limit = limit
        self._known: dict[tuple[object, ...], list[tuple[tuple[bool, ...], tuple[Term, ...]]] | None] = {}

    def decide(
        self,
        visible: Sequence[Predicate],
        chosen: Sequence[tuple[Predicate, Term]],
        inputs: Sequence[Input],
    ) -> Combinations:
        """The combinations of *chosen* (each with its value behind the step) that values of the inputs lead to."""
        combinations = self._combinations([value for _, value in chosen], inputs)
        if combinations is None:
            return Combinations(TRUE, FALSE, False)
        predicates = [item.term for item in visible]
        possible: list[Expr] = []
        definite: list[Expr] = []
        is_complete = True
        for signs, witnesses in combinations:
            literals = conjunction(
                Next(item.name) if sign else negation(Next(item.name))
                for (item, _), sign in zip(chosen, signs, strict=True)
            )
            possible.append(literals)
            below: Expr = FALSE
            for witness in witnesses:
                cover: Cover = self._strengthening.below(predicates, witness)
                is_complete = is_complete and cover.complete
                below = disjunction((below, expression_of(cover, visible)))
                if below == TRUE:
                    break
            definite.append(conjunction((below, literals)))
        return Combinations(disjunction(possible), disjunction(definite), is_complete)

    def conditions(self, values: list[Term], signs: tuple[bool, ...], inputs: Sequence[Input]) -> tuple[Term, ...]:
        """Conditions on the state under each of which some inputs give conditions these truth values, if known."""
        return dict(self._combinations(values, inputs) or ()).get(signs, ())

    def _combinations(
        self, values: list[Term], inputs: Sequence[Input]
    ) -> list[tuple[tuple[bool, ...], tuple[Term, ...]]] | None:
        """Every combination of values with conditions under each of which some inputs bring it about.

        Nothing when there are too many, or the solver does not know.
        """
        key = (*(value.number for value in values), *(item.symbol.number for item in inputs))
        if key not in self._known:
            self._known[key] = self._enumerated(values, inputs)
        return self._known[key]

    def _enumerated(
        self, values: list[Term], inputs: Sequence[Input]
    ) -> list[tuple[tuple[bool, ...], tuple[Term, ...]]] | None:
        terms = self._terms
        domain = terms.conjunction(item.domain for item in inputs)
        symbols = [item.symbol for item in inputs]
        if any(item.is_determined for item in inputs):
            return None
        combinations: list[tuple[tuple[bool, ...], tuple[Term, ...]]] = []
        blocked: list[Term] = []
        while True:
            reply, read = self._solver.check_and_read((domain, *blocked), (*values, *symbols), limit=self._limit)
            if reply.is_unsat:
                return combinations
            if not reply.is_sat or None in read or len(combinations) == MOST_COMBINATIONS:
                return None
            signs = tuple(bool(value) for value in read[: len(values)])
            reached = terms.conjunction(
                value if sign else terms.not_(value) for value, sign in zip(values, signs, strict=True)
            )
            pairs = zip(symbols, read[len(values) :], strict=True)
            model = {symbol: terms.constant(value, symbol.sort) for symbol, value in pairs}
            combinations.append((signs, self._witnesses(terms.and_(domain, reached), symbols, model)))
            blocked.append(terms.not_(reached))

    def _witnesses(self, wanted: Term, symbols: list[Term], model: dict[Term, Term]) -> tuple[Term, ...]:
        """Conditions on the state under which inputs as in a model, or as what they are compared with, will do."""
        terms = self._terms
        tried = [model]
        if len(symbols) == 1:
            symbol = symbols[0]
            for other in _compared(wanted, symbol):
                tried.append({symbol: other})
                if other.op != "const" and str(other.sort).startswith("(_ BitVec"):
                    one = terms.bv(1, other.width)
                    tried.extend(({symbol: terms.add(other, one)}, {symbol: terms.sub(other, one)}))
        conditions = (terms.substitute(wanted, given) for given in tried[:MOST_WITNESSES])
        return tuple(dict.fromkeys(condition for condition in conditions if condition is not terms.false))


def _compared(term: Term, symbol: Term) -> list[Term]:
    """The terms without a symbol that are compared with it."""
    operands: set[Term] = set()
    about = postorder(term, lambda item: [argument for argument in item.args if argument.symbols & symbol.symbols])
    for current in about:
        if len(current.args) == 2 and symbol in current.args:
            other = current.args[0] if current.args[1] is symbol else current.args[1]
            if other.sort == symbol.sort and not other.symbols & symbol.symbols:
                operands.add(other)
    return sorted(operands, key=lambda item: item.number)
