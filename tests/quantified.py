"""Formulas under a quantifier over inputs: for all of them, or for some.

Terms have no quantifiers. A formula for all inputs is valid exactly when its term is, and one for some inputs is
satisfiable exactly when its term is; where that does not help, inputs with few values are written out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from vexil.logic.factory import Terms
from vexil.logic.inputs import Input
from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.logic.space import Untranslatable
from vexil.logic.terms import Term


class Quantifier(Enum):
    """How inputs are meant."""

    FOR_ALL = "for all"
    FOR_SOME = "for some"


@dataclass(frozen=True, slots=True)
class Quantified:
    """A term with inputs that are quantified; the domains of the inputs are part of the term."""

    quantifier: Quantifier
    term: Term
    inputs: tuple[Input, ...]

    def negated(self, terms: Terms) -> Quantified:
        """The negation: the other quantifier over the negated term."""
        is_universal = self.quantifier is Quantifier.FOR_ALL
        other = Quantifier.FOR_SOME if is_universal else Quantifier.FOR_ALL
        return Quantified(other, terms.not_(self.term), self.inputs)


def quantified(quantifier: Quantifier, term: Term, inputs: Iterable[Input]) -> Quantified:
    """A quantified formula; inputs that do not occur are dropped."""
    used = tuple(item for item in inputs if item.symbol.symbols & term.symbols)
    return Quantified(quantifier, term, used)


def expanded(terms: Terms, formula: Quantified, limit: int = 256) -> Term:
    """The formula without quantifiers, by listing the values of its inputs; each may have at most *limit*.

    Raises `Untranslatable` when an input has more.
    """
    is_universal = formula.quantifier is Quantifier.FOR_ALL
    term = formula.term
    for item in reversed(formula.inputs):
        if not item.symbol.symbols & term.symbols:
            continue
        instances = [terms.substitute(term, {item.symbol: value}) for value in _values(terms, item, limit)]
        term = terms.conjunction(instances) if is_universal else terms.disjunction(instances)
    return term


def _values(terms: Terms, item: Input, limit: int) -> list[Term]:
    """The values an input can have; those that its domain excludes do no harm, for the domain is in the term."""
    sort = item.symbol.sort
    if item.cases is not None and len(item.cases) <= limit:
        return [value for _, value in item.cases]
    if sort is BOOL:
        return [terms.false, terms.true]
    if isinstance(sort, BitsSort) and 1 << sort.width <= limit:
        return [terms.bv(value, sort.width) for value in range(1 << sort.width)]
    raise Untranslatable(f"the choice at {item.place or item.symbol} has too many values to be written out")


def without_inverses(terms: Terms, formula: Quantified, equations: dict[Term, Term]) -> Quantified:
    """Drop inputs that an equation determines: *equations* has a value for every input that can be computed.

    The value of an earlier state's variable is that of the later one, moved back (``x = x0 + 2`` gives ``x - 2``).
    """
    known = {symbol: value for symbol, value in equations.items() if not symbol.symbols & value.symbols}
    term = terms.substitute(formula.term, known) if known else formula.term
    return quantified(formula.quantifier, term, (item for item in formula.inputs if item.symbol not in known))


def inverse(terms: Terms, value: Term, symbol: Term, result: Term) -> Term | None:
    """What *symbol* must be so that *value* is *result*, for values that determine it; ``None`` for others."""
    while value is not symbol:
        match value.op:
            case "bvadd" if value.args[1].is_const:
                result = terms.sub(result, value.args[1])
            case "+" if value.args[1].is_const and value.sort is INT:
                result = terms.int_binary("-", result, value.args[1])
            case "bvneg":
                result = terms.neg(result)
            case "bvnot":
                result = terms.bvnot(result)
            case "bvxor" if value.args[1].is_const:
                result = terms.binary("bvxor", result, value.args[1])
            case "not":
                result = terms.not_(result)
            case _:
                return None
        value = value.args[0]
    return result
