"""Linear facts in formulas of Z3: every comparison, however deep below connectives it is."""

from __future__ import annotations

from typing import Any

from vexil.refinement.candidates.linear import Fact, Shape, fact

Facts = tuple[frozenset[Fact], frozenset[str]]
"""Linear facts, and the names of truth values that occur."""

MOST_REMAINDERS = 8

_Linear = tuple[dict[str, int], int]


def facts_of(z3: Any, formula: Any, slots: tuple[str, ...]) -> Facts:
    """The facts in a formula whose variables are, by index, the slots of a place."""
    facts: set[Fact] = set()
    flags: set[str] = set()
    visited: set[tuple[int, int]] = set()
    pending = [(formula, 0)]
    decoder = _Decoder(z3, slots)
    while pending:
        current, bound = pending.pop()
        if (current.get_id(), bound) in visited:
            continue
        visited.add((current.get_id(), bound))
        if z3.is_quantifier(current):
            pending.append((current.body(), bound + current.num_vars()))
        elif z3.is_var(current):
            name = decoder.name(current, bound)
            flags.update(() if name is None else (name,))
        elif z3.is_bool(current) and current.children() and z3.is_bool(current.children()[0]):
            pending.extend((part, bound) for part in current.children())
        elif current.num_args() == 2:
            facts.update(decoder.comparison(current, bound))
    return frozenset(facts), frozenset(flags)


class _Decoder:
    """Reads comparisons."""

    def __init__(self, z3: Any, slots: tuple[str, ...]) -> None:
        self._z3 = z3
        self._slots = slots

    def name(self, variable: Any, bound: int) -> str | None:
        """The slot that a variable is; nothing when it is bound inside of the formula."""
        index = self._z3.get_var_index(variable) - bound
        return self._slots[index] if 0 <= index < len(self._slots) else None

    def comparison(self, atom: Any, bound: int) -> list[Fact]:
        """The facts that a comparison is about."""
        z3 = self._z3
        left, right = atom.children()
        kind = atom.decl().kind()
        remainders = self._remainders(left, right, kind, bound)
        if remainders:
            return remainders
        difference = self._difference(left, right, bound)
        if difference is None:
            return []
        factors, constant = difference
        opposite = {name: -factor for name, factor in factors.items()}
        result: Fact | None = None
        if kind in (z3.Z3_OP_EQ, z3.Z3_OP_DISTINCT):
            result = fact(Shape.EQUAL, factors, -constant)
        elif kind == z3.Z3_OP_LE:
            result = fact(Shape.AT_MOST, factors, -constant)
        elif kind == z3.Z3_OP_LT:
            result = fact(Shape.AT_MOST, factors, -constant - 1)
        elif kind == z3.Z3_OP_GE:
            result = fact(Shape.AT_MOST, opposite, constant)
        elif kind == z3.Z3_OP_GT:
            result = fact(Shape.AT_MOST, opposite, constant - 1)
        return [] if result is None else [result]

    def _difference(self, left: Any, right: Any, bound: int) -> _Linear | None:
        one, two = self._linear(left, bound), self._linear(right, bound)
        if one is None or two is None:
            return None
        return _added(one, two, -1)

    def _remainders(self, left: Any, right: Any, kind: int, bound: int) -> list[Fact]:
        """``linear mod m`` compared with a constant: the remainders on the smaller side of it."""
        z3 = self._z3
        if not z3.is_app(left) or left.decl().kind() not in (z3.Z3_OP_MOD, z3.Z3_OP_REM) or not z3.is_int_value(right):
            return []
        divided, divisor = left.children()
        linear = self._linear(divided, bound)
        if linear is None or not z3.is_int_value(divisor) or divisor.as_long() < 2:
            return []
        limit, modulus = right.as_long(), divisor.as_long()
        remainders = range(limit, limit + 1)
        if kind in (z3.Z3_OP_LE, z3.Z3_OP_GT):
            remainders = range(limit + 1)
        elif kind in (z3.Z3_OP_LT, z3.Z3_OP_GE):
            remainders = range(limit)
        if len(remainders) > modulus // 2:
            remainders = range(remainders.stop, modulus)
        facts = (
            fact(Shape.CONGRUENT, linear[0], remainder - linear[1], modulus)
            for remainder in remainders[:MOST_REMAINDERS]
        )
        return [item for item in facts if item is not None]

    def _linear(self, term: Any, bound: int) -> _Linear | None:
        """A term as a linear combination; nothing for anything else. Proofs have flat sums: depth is no concern."""
        z3 = self._z3
        total: _Linear = ({}, 0)
        pending = [(term, 1)]
        while pending:
            current, factor = pending.pop()
            if z3.is_int_value(current):
                total = _added(total, ({}, current.as_long()), factor)
                continue
            if z3.is_var(current):
                name = self.name(current, bound)
                if name is None:
                    return None
                total = _added(total, ({name: 1}, 0), factor)
                continue
            kind, parts = current.decl().kind(), current.children()
            if kind == z3.Z3_OP_ADD:
                pending.extend((part, factor) for part in parts)
            elif kind == z3.Z3_OP_SUB:
                pending.append((parts[0], factor))
                pending.extend((part, -factor) for part in parts[1:])
            elif kind == z3.Z3_OP_UMINUS:
                pending.append((parts[0], -factor))
            elif kind == z3.Z3_OP_MUL and len(parts) == 2 and z3.is_int_value(parts[0]):
                pending.append((parts[1], factor * parts[0].as_long()))
            else:
                return None
        return total


def _added(one: _Linear, two: _Linear, factor: int) -> _Linear:
    coefficients = dict(one[0])
    for name, value in two[0].items():
        coefficients[name] = coefficients.get(name, 0) + factor * value
    return coefficients, one[1] + factor * two[1]
