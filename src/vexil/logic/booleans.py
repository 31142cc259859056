"""Truth values, equality and selection."""

from __future__ import annotations

from collections.abc import Iterable

from vexil.logic.folding import float_resized
from vexil.logic.sorts import BOOL, ArraySort, BitsSort, FloatSort, Sort
from vexil.logic.terms import DEEPEST, Payload, Term, TermTable

FLATTENED = 12
"""A conjunction inside another is opened when it has at most this many parts."""


class BooleanTerms(TermTable):
    """Connectives, equality and ``ite``."""

    def boolean(self, value: bool) -> Term:
        """A truth value."""
        return self.true if value else self.false

    def not_(self, term: Term) -> Term:
        """The negation; it is moved through comparisons so that equal meanings look alike."""
        if term.op == "not":
            return term.args[0]
        if term.op == "const":
            return self.false if term.payload else self.true
        swapped = _NEGATED.get(term.op)
        if swapped is not None:
            return self._node(swapped, (term.args[1], term.args[0]), None, BOOL)
        return self._node("not", (term,), None, BOOL)

    def and_(self, *terms: Term) -> Term:
        """The conjunction."""
        return self._junction("and", terms, self.true, self.false)

    def or_(self, *terms: Term) -> Term:
        """The disjunction."""
        return self._junction("or", terms, self.false, self.true)

    def conjunction(self, terms: Iterable[Term]) -> Term:
        """The conjunction of any number of terms."""
        return self._junction("and", tuple(terms), self.true, self.false)

    def disjunction(self, terms: Iterable[Term]) -> Term:
        """The disjunction of any number of terms."""
        return self._junction("or", tuple(terms), self.false, self.true)

    def link(self, earlier: Term, last: Term) -> Term:
        """A conjunction that keeps its first part as it is, so that chains share their beginnings."""
        if earlier is self.true:
            return last
        if last is self.true or earlier is last:
            return earlier
        if self.false in (earlier, last) or self.known_negation(last) is earlier:
            return self.false
        return self._node("and", (earlier, last), None, BOOL)

    def _junction(self, op: str, terms: tuple[Term, ...], neutral: Term, absorbing: Term) -> Term:
        if len(terms) == 2 and terms[0] is terms[1]:
            return terms[0]
        key = (op, terms)
        result = self._memo.get(key)
        if result is not None:
            return result
        parts: dict[Term, None] = {}
        for term in terms:
            if term is neutral:
                continue
            if term is absorbing:
                return absorbing
            if term.op == op and len(term.args) <= FLATTENED:
                parts.update(dict.fromkeys(term.args))
            else:
                parts[term] = None
        if len(parts) == 2:
            parts = self._shortened(op, parts)
        for term in parts:
            if self.known_negation(term) in parts:
                result = absorbing
                break
        else:
            if not parts:
                result = neutral
            elif len(parts) == 1:
                result = next(iter(parts))
            else:
                result = self._node(op, tuple(sorted(parts, key=_number)), None, BOOL)
        self._memo[key] = result
        return result

    def known_negation(self, term: Term) -> Term | None:
        """The negation of a term when it was made before, without making it."""
        if term.op == "not":
            return term.args[0]
        swapped = _NEGATED.get(term.op)
        if swapped is not None:
            return self._memo.get((swapped, (term.args[1], term.args[0]), None, BOOL))
        return self._memo.get(("not", (term,), None, BOOL))

    def _shortened(self, op: str, parts: dict[Term, None]) -> dict[Term, None]:
        """Simplify two parts against each other: ``a or (not a and b)`` is ``a or b``; common parts are taken out."""
        dual = "or" if op == "and" else "and"
        first, second = parts
        for one, two in ((first, second), (second, first)):
            if two.op == dual:
                if one in two.args:
                    return {one: None}
                negated = self.not_(one)
                if negated in two.args:
                    rest = [part for part in two.args if part is not negated]
                    reduced = self.or_(*rest) if dual == "or" else self.and_(*rest)
                    return {one: None, reduced: None}
        if first.op == dual and second.op == dual and len(first.args) == len(second.args):
            mine = [part for part in first.args if part not in second.args]
            if len(mine) == 1:
                theirs = [part for part in second.args if part not in first.args]
                if len(theirs) == 1 and self.not_(mine[0]) is theirs[0]:
                    common = [part for part in first.args if part is not mine[0]]
                    return {(self.or_(*common) if dual == "or" else self.and_(*common)): None}
        return parts

    def implies(self, left: Term, right: Term) -> Term:
        """The implication."""
        return self.or_(self.not_(left), right)

    def iff(self, left: Term, right: Term) -> Term:
        """Both or neither."""
        return self.eq(left, right)

    def xor(self, left: Term, right: Term) -> Term:
        """Exactly one of two truth values."""
        return self.not_(self.eq(left, right))

    def operand(self, term: Term) -> Term:
        """The term as operators see it: to them there is one NaN."""
        if term.op != "fp.of_bits" or term.args[0].op != "const":
            return term
        width = term.args[0].width
        return self._node("const", (), 0x7FC00000 if width == 32 else 0x7FF8 << 48, term.sort)

    def eq(self, left: Term, right: Term) -> Term:
        """Equality of two terms of one sort; floats are equal when they are the same, NaN included."""
        if left is right:
            return self.true
        left, right = self.operand(left), self.operand(right)
        if left.op == "const" and right.op == "const":
            return self.boolean(left.payload == right.payload)
        if left.op == "const" or (right.op != "const" and left.number > right.number):
            left, right = right, left
        if left.sort != right.sort:
            raise TypeError(f"{left.sort} and {right.sort} are compared")
        key = ("=", left, right)
        term = self._memo.get(key)
        if term is None:
            term = self._memo[key] = self._equality(left, right)
        return term

    def _equality(self, left: Term, right: Term) -> Term:
        if left.sort is BOOL:
            if right.op == "const":
                return left if right.payload else self.not_(left)
            if self.not_(left) is right:
                return self.false
        if right.op == "const":
            if left.op == "ite":
                return self._eq_selection(left, right)
            reduced = self._eq_constant(left, right)
            if reduced is not None:
                return reduced
        elif left.op == "ite" and right.op == "ite" and left.args[0] is right.args[0] and self._depth < DEEPEST:
            self._depth += 1
            same = self.ite(left.args[0], self.eq(left.args[1], right.args[1]), self.eq(left.args[2], right.args[2]))
            self._depth -= 1
            return same
        return self._node("=", (left, right), None, BOOL)

    def _eq_constant(self, left: Term, right: Term) -> Term | None:
        """Rewritings of an equality with a constant, by sort; none here."""
        del left, right
        return None

    def _eq_selection(self, selection: Term, constant: Term) -> Term:
        """Compare a chain of ``ite`` with a constant: walk down while one side is decided."""
        chain: list[tuple[Term, Term, bool]] = []  # condition, its comparison, whether that is the first branch
        current = selection
        while current.op == "ite":
            key = ("=", current, constant)
            cached = self._memo.get(key)
            if cached is not None:
                break
            condition, first, second = current.args
            if first.leaves:
                chain.append((condition, self.eq(first, constant), True))
                current = second
            elif second.leaves:
                chain.append((condition, self.eq(second, constant), False))
                current = first
            else:
                break
        if current is selection or self._depth >= DEEPEST // 4:  # a step takes more frames than elsewhere
            return self._node("=", (selection, constant), None, BOOL)
        self._depth += 1
        result = self.eq(current, constant)
        self._depth -= 1
        for condition, decided, is_first in reversed(chain):
            one, two = (decided, result) if is_first else (result, decided)
            result = self.ite(condition, one, two)
        return result

    def distinct(self, left: Term, right: Term) -> Term:
        """The negation of equality."""
        return self.not_(self.eq(left, right))

    def ite(self, condition: Term, first: Term, second: Term) -> Term:
        """The first when the condition holds, else the second."""
        if first is second or condition is self.true:
            return first
        if condition is self.false:
            return second
        if condition.op == "not":
            condition, first, second = condition.args[0], second, first
        key = ("ite", condition, first, second)
        term = self._memo.get(key)
        if term is None:
            term = self._memo[key] = self._selection(condition, first, second)
        return term

    def _selection(self, condition: Term, first: Term, second: Term) -> Term:
        if first.sort is BOOL:
            if first is self.true:
                return self.or_(condition, second)
            if first is self.false:
                return self.and_(self.not_(condition), second)
            if second is self.true:
                return self.or_(self.not_(condition), first)
            if second is self.false:
                return self.and_(condition, first)
            if first is condition:
                return self.or_(condition, second)
            if second is condition:
                return self.and_(condition, first)
        if first.op == "ite":
            if first.args[0] is condition:
                return self.ite(condition, first.args[1], second)
            if first.args[2] is second:
                return self.ite(self.and_(condition, first.args[0]), first.args[1], second)
            if first.args[1] is second:
                return self.ite(self.and_(condition, self.not_(first.args[0])), first.args[2], second)
        if second.op == "ite":
            if second.args[0] is condition:
                return self.ite(condition, first, second.args[2])
            if second.args[1] is first:
                return self.ite(self.or_(condition, second.args[0]), first, second.args[2])
            if second.args[2] is first:
                return self.ite(self.or_(condition, self.not_(second.args[0])), first, second.args[1])
        if first.sort != second.sort:
            raise TypeError(f"{first.sort} and {second.sort} are selected from")
        return self._node("ite", (condition, first, second), None, first.sort)

    def constant(self, value: int, sort: Sort) -> Term:
        """A constant of any sort that has numbers or representations."""
        if sort is BOOL:
            return self.boolean(bool(value))
        if isinstance(sort, ArraySort):
            raise TypeError("an array has no single constant")
        payload: Payload = value
        if isinstance(sort, FloatSort):
            payload = float_resized(value, sort.width, sort.width)  # there is one NaN
        elif isinstance(sort, BitsSort):
            payload = value & ((1 << sort.width) - 1)
        return self._node("const", (), payload, sort)


def _number(term: Term) -> int:
    return term.number


_NEGATED = {"bvult": "bvule", "bvule": "bvult", "bvslt": "bvsle", "bvsle": "bvslt", "<": "<=", "<=": "<"}
"""``not (a op b)`` is ``b op' a``."""
