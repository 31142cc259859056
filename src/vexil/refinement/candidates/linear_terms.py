"""Linear combinations in terms about words, read without wrap-around."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.logic import BOOL, INT, BitsSort, Term
from vexil.logic.folding import signed
from vexil.refinement.candidates.linear import Fact, Shape, fact

_AT_MOST = {"bvsle": 0, "bvule": 0, "<=": 0, "bvslt": -1, "bvult": -1, "<": -1}


@dataclass(frozen=True, slots=True)
class Linear:
    """A sum of variables with factors, and a constant."""

    factors: Mapping[str, int]
    constant: int = 0

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """The sum with a multiple of another one."""
        factors = dict(self.factors)
        for name, value in other.factors.items():
            factors[name] = factors.get(name, 0) + factor * value
        kept = {name: value for name, value in factors.items() if value}
        return Linear(kept, self.constant + factor * other.constant)


def linear(term: Term, names: Mapping[Term, str], without_sign: bool = False) -> Linear | None:
    """A term as a linear combination of the named ones; ``None`` when it is nothing of that kind."""
    total = Linear({})
    pending = [(term, 1)]
    while pending:
        current, factor = pending.pop()
        if current in names:
            total = total.plus(Linear({names[current]: 1}), factor)
            continue
        match current.op:
            case "const" if current.sort is INT or isinstance(current.sort, BitsSort):
                value = current.value
                if current.sort is not INT and not (without_sign and current is term):
                    value = signed(value, current.width)
                total = total.plus(Linear({}, value), factor)
            case "bvadd" | "+":
                pending.extend((part, factor) for part in current.args)
            case "bvsub" | "-":
                pending.extend(((current.args[0], factor), (current.args[1], -factor)))
            case "bvneg":
                pending.append((current.args[0], -factor))
            case "bvmul" | "*" if current.args[1].is_const:
                count = current.args[1].value
                if current.sort is not INT:
                    count = signed(count, current.width)
                pending.append((current.args[0], factor * count))
            case "sign_extend" | "zero_extend":
                pending.append((current.args[0], factor))
            case _:
                return None
    return total


def comparison(atom: Term, names: Mapping[Term, str]) -> Fact | None:
    """A comparison of linear combinations as a fact."""
    if len(atom.args) != 2:
        return None
    without_sign = atom.op in ("bvult", "bvule")
    left, right = (linear(part, names, without_sign) for part in atom.args)
    if left is None or right is None:
        return None
    difference = left.plus(right, -1)
    if atom.op == "=":
        return fact(Shape.EQUAL, difference.factors, -difference.constant)
    if atom.op in _AT_MOST:
        return fact(Shape.AT_MOST, difference.factors, _AT_MOST[atom.op] - difference.constant)
    return None


def atoms(condition: Term) -> list[Term]:
    """The truth values that a condition is made of by connectives, in the order they are found."""
    conditions: dict[Term, None] = {}
    visited: set[Term] = set()
    pending = [condition]
    while pending:
        current = pending.pop()
        if current in visited or current.is_const:
            continue
        visited.add(current)
        if current.args and all(part.sort is BOOL for part in current.args):
            pending.extend(reversed(current.args))
        else:
            conditions[current] = None
            pending.extend(part.args[0] for part in current.args if part.op == "ite")
    return list(conditions)
