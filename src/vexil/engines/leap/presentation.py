"""Zones in fewer words: the same states by a shorter condition, for people and for evidence."""

from __future__ import annotations

from vexil.engines.leap.queries import Queries
from vexil.engines.leap.zones import Zone
from vexil.logic.elimination import conjuncts, isolated
from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.logic.terms import Term

MOST_PARTS = 40


def shortened(queries: Queries, zone: Zone) -> Zone:
    """The same zone: variables that have but one value are said to have it, and what follows is left out."""
    return Zone({place: shorter(queries, zone.parts[place]) for place in zone}, zone.name)


def shorter(queries: Queries, condition: Term) -> Term:
    """The same condition in fewer parts."""
    terms = queries.terms
    parts = list(dict.fromkeys(conjuncts(condition)))
    if len(parts) > MOST_PARTS:
        return condition
    for equation in _equations(queries, condition, parts):
        if equation not in parts:
            parts.insert(0, equation)
    kept = list(parts)
    for part in sorted(parts, key=_weight, reverse=True):
        rest = [other for other in kept if other is not part]
        if rest and queries.implied(terms.conjunction(rest), part):
            kept = rest
    return terms.conjunction(kept)


def _weight(part: Term) -> tuple[int, int]:
    """What had better go first: long conditions, and disjunctions before comparisons before equations."""
    rank = 0 if part.op == "=" else 1 if part.op not in ("or", "not") else 2
    return rank, len(part.args)


def _equations(queries: Queries, condition: Term, parts: list[Term]) -> list[Term]:
    """Equations with the ends of comparisons that follow from a condition."""
    terms = queries.terms
    found: list[Term] = []
    for part in parts:
        inner = part.args[0] if part.op == "not" else part
        if inner.op not in ("bvsle", "bvslt", "bvule", "bvult", "<", "<="):
            continue
        one, other = inner.args
        if one.sort is BOOL or not (one.sort is INT or isinstance(one.sort, BitsSort)):
            continue
        for step in (0, 1, -1):
            moved = _moved(queries, other, step)
            equation = terms.eq(one, moved)
            symbols = terms.symbols_of(one)
            if len(symbols) == 1:
                value = isolated(terms, one, moved, symbols[0])
                if value is not None:
                    equation = terms.eq(symbols[0], value)
            if not equation.is_const and queries.implied(condition, equation):
                found.append(equation)
                break
    return found


def _moved(queries: Queries, value: Term, step: int) -> Term:
    terms = queries.terms
    if value.sort is INT:
        return terms.int_binary("+", value, terms.integer(step))
    return terms.add(value, terms.bv(step, value.width))
