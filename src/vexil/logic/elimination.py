"""Existential quantifiers without quantifiers: what remains of a formula when some of its symbols may be anything.

Equations are solved for a symbol where that can be done (sums, differences, odd multiples, which all have inverses in
machine arithmetic); for the other symbols values are tried that the formula suggests, the ends of comparisons above all
(Loos and Weispfenning 1993). The result implies the quantified formula, always. Whether it says as much is one question
without quantifiers, which is left to whoever has a solver: `Eliminated.might_differ`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product

from vexil.core.dag import postorder
from vexil.logic.factory import Terms
from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.logic.terms import Term, arguments

MOST_POINTS = 12
"""Values that are tried for one symbol."""
MOST_CASES = 96
"""Combinations of values that are tried."""
_COMPARISONS = frozenset({"=", "bvslt", "bvsle", "bvult", "bvule", "<", "<="})


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A formula without the symbols, and the one it was made from."""

    result: Term
    original: Term
    is_exact: bool
    """Whether all symbols were solved for: then both say the same, and nobody has to ask."""

    def might_differ(self, terms: Terms) -> Term:
        """What cannot hold if nothing was lost: the formula with some values of the symbols, and not the result."""
        return terms.false if self.is_exact else terms.and_(self.original, terms.not_(self.result))


def eliminate(
    terms: Terms, formula: Term, symbols: Iterable[Term], tried: Mapping[Term, Sequence[Term]] | None = None
) -> Eliminated:
    """The formula without symbols that may have any value of their sorts; *tried* are values to try besides."""
    left, solved = _solved(terms, formula, tuple(symbols))
    if not left:
        return Eliminated(solved, formula, True)
    also = tried or {}
    choices = [[*also.get(symbol, ()), *islice(_points(terms, solved, symbol, left), MOST_POINTS)] for symbol in left]
    cases: list[Term] = []
    for values in islice(product(*choices), MOST_CASES):
        case = terms.substitute(solved, dict(zip(left, values, strict=True)))
        cases.append(case)
    return Eliminated(terms.disjunction(cases), formula, False)


def _solved(terms: Terms, formula: Term, symbols: tuple[Term, ...]) -> tuple[tuple[Term, ...], Term]:
    """Use equations among the conjuncts to replace symbols; the symbols that are left, and the formula."""
    left = [symbol for symbol in symbols if symbol.symbols & formula.symbols]
    is_going = True
    while is_going:
        is_going = False
        for part in conjuncts(formula):
            for symbol in left:
                value = defined_by(terms, part, symbol)
                if value is not None:
                    formula = terms.substitute(formula, {symbol: value})
                    is_going = True
                    break
            if is_going:
                break
        left = [symbol for symbol in left if symbol.symbols & formula.symbols]
    return tuple(left), formula


def conjuncts(formula: Term) -> Sequence[Term]:
    """The parts of a conjunction."""
    pending, parts = [formula], []
    while pending:
        term = pending.pop()
        if term.op == "and":
            pending.extend(reversed(term.args))
        else:
            parts.append(term)
    return parts


def defined_by(terms: Terms, part: Term, symbol: Term) -> Term | None:
    """The value that a symbol has to have for a condition to hold, if the condition is as good as an equation."""
    if not part.symbols & symbol.symbols:
        return None
    if part is symbol:
        return terms.true
    if part.op == "not" and part.args[0] is symbol:
        return terms.false
    if part.op != "=":
        return None
    for one, other in (part.args, part.args[::-1]):
        if one.symbols & symbol.symbols and not other.symbols & symbol.symbols:
            return isolated(terms, one, other, symbol)
    return None


def isolated(terms: Terms, term: Term, value: Term, symbol: Term) -> Term | None:
    """The one value of a symbol with which a term has a value; nothing if there may be none, or several."""
    while term is not symbol:
        if term.sort is BOOL and term.op == "not":
            term, value = term.args[0], terms.not_(value)
            continue
        if term.op in ("bvneg", "bvnot"):
            value = terms.neg(value) if term.op == "bvneg" else terms.bvnot(value)
            term = term.args[0]
            continue
        if len(term.args) != 2:
            return None
        inside = [bool(part.symbols & symbol.symbols) for part in term.args]
        if inside[0] == inside[1]:
            return None
        place = inside.index(True)
        inner, other = term.args[place], term.args[1 - place]
        moved = _inverse(terms, term.op, value, other, is_left=place == 0)
        if moved is None:
            return None
        term, value = inner, moved
    return value


def _inverse(terms: Terms, op: str, value: Term, other: Term, *, is_left: bool) -> Term | None:
    """The operand of an operator that gives a value, beside another operand; nothing if it is not the only one."""
    match op:
        case "bvadd":
            return terms.sub(value, other)
        case "bvsub":
            return terms.add(value, other) if is_left else terms.sub(other, value)
        case "bvxor":
            return terms.binary("bvxor", value, other)
        case "bvmul" if other.is_const and other.value % 2:
            return terms.mul(value, terms.bv(pow(other.value, -1, 1 << other.width), other.width))
        case "+":
            return terms.int_binary("-", value, other)
        case "-":
            return terms.int_binary("+", value, other) if is_left else terms.int_binary("-", other, value)
        case "*" if other.is_const and abs(other.value) == 1:
            return terms.int_binary("*", value, other)
        case _:
            return None


# --- values that are worth trying ------------------------------------------------------------------------


def _points(terms: Terms, formula: Term, symbol: Term, others: Sequence[Term]) -> Iterator[Term]:
    """Values for a symbol: the ends of comparisons and what is next to them, then constants."""
    if symbol.sort is BOOL:
        yield from (terms.true, terms.false)
        return
    if symbol.sort is not INT and not isinstance(symbol.sort, BitsSort):
        return
    mask = 0
    for other in others:
        mask |= other.symbols
    seen: set[Term] = set()
    for step in (0, 1, -1):
        for end in _ends(terms, formula, symbol):
            value = _moved(terms, end, step)
            if not value.symbols & mask and value not in seen:
                seen.add(value)
                yield value
        for number in _usual(symbol) if step == 0 else ():
            value = _constant(terms, number, symbol)
            if value not in seen:
                seen.add(value)
                yield value


def _ends(terms: Terms, formula: Term, symbol: Term) -> Iterator[Term]:
    for part in postorder(formula, arguments):
        if part.op not in _COMPARISONS or not part.symbols & symbol.symbols:
            continue
        for one, other in (part.args, part.args[::-1]):
            if one.symbols & symbol.symbols and not other.symbols & symbol.symbols and other.sort == symbol.sort:
                value = isolated(terms, one, other, symbol)
                if value is not None:
                    yield value


def _moved(terms: Terms, value: Term, step: int) -> Term:
    if value.sort is INT:
        return terms.int_binary("+", value, terms.integer(step))
    return terms.add(value, terms.bv(step, value.width))


def _usual(symbol: Term) -> tuple[int, ...]:
    """Numbers to try: those around zero, and the ends of what the sort has."""
    if symbol.sort is INT:
        return (0, 1, -1)
    half = 1 << (symbol.width - 1)
    return tuple(dict.fromkeys((0, 1, -1, half - 1, half)))


def _constant(terms: Terms, number: int, symbol: Term) -> Term:
    return terms.integer(number) if symbol.sort is INT else terms.bv(number, symbol.width)
