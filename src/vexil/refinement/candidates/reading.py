"""The integer reading of terms: words as the numbers they are meant to be, without wrap-around.

It is no approximation in either direction. Sums and differences do not wrap, what has no simple meaning over the
integers (products, bit operations, memory at unknown addresses, floats, pointers) is any value. The low bits of a
number and conversions of sign are read exactly, for loops count in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.logic import Term, Terms
from vexil.logic.folding import signed
from vexil.logic.sorts import BOOL, INT, BitsSort
from vexil.refinement.candidates.digits import Digits, IntegerTerm
from vexil.refinement.candidates.slots import Slot, is_readable


class Reading(Digits):
    """Reads terms; ``terms`` is the factory of the results, which have symbols named like slots and inputs."""

    def __init__(self, terms: Terms, slots: Mapping[str, Slot], signs: Mapping[Term, bool]) -> None:
        super().__init__(terms)
        self._signs = signs
        self._readings.update({slot.term: self._symbol(slot) for slot in slots.values()})
        self._readers = self._all_readers()

    def of(self, term: Term) -> Term:
        """The reading of a truth value or a number; of a word, with sign where nothing says otherwise."""
        reading = self.read(term)
        if reading is None:
            raise TypeError(f"{term} is no number")
        return reading.term

    def as_slot(self, slot: Slot, value: Term) -> Term:
        """The reading of a value that is assigned to a slot."""
        if not isinstance(value.sort, BitsSort) or slot.is_signed:
            return self.of(value)
        reading = self.read(value)
        return self._unsigned(value) if reading is not None and reading.has_sign else self.of(value)

    def read(self, term: Term) -> IntegerTerm | None:
        """The reading of a term, found without recursion; ``None`` for arrays, floats and pointers."""
        readings = self._readings
        stack = [term]
        while stack:
            current = stack[-1]
            missing = [] if current in readings else [part for part in current.args if part not in readings]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                if current not in readings:
                    readings[current] = self._read(current)
        return readings[term]

    def _read(self, term: Term) -> IntegerTerm | None:
        if not is_readable(term.sort):
            return None
        if term.op == "const":
            return self._constant(term)
        reader = self._readers.get(term.op)
        if reader is not None and all(self._readings[part] is not None for part in term.args):
            reading = reader(term)
            if reading is not None:
                return reading
        name = str(term.payload) if term.op == "symbol" else f"!{term.number}"
        sort = BOOL if term.sort is BOOL else INT
        return IntegerTerm(self.terms.symbol(name, sort), self._signs.get(term, True))

    def _symbol(self, slot: Slot) -> IntegerTerm:
        sort = BOOL if slot.term.sort is BOOL else INT
        return IntegerTerm(self.terms.symbol(slot.name, sort), slot.is_signed)

    def _constant(self, term: Term) -> IntegerTerm:
        if term.sort is BOOL:
            return IntegerTerm(self.terms.boolean(bool(term.value)))
        value = signed(term.value, term.width) if isinstance(term.sort, BitsSort) else term.value
        return IntegerTerm(self.terms.integer(value), True if value < 0 else None)

    # --- operators -----------------------------------------------------------------------------------------

    def _all_readers(self) -> dict[str, Callable[[Term], IntegerTerm | None]]:
        terms = self.terms
        readers: dict[str, Callable[[Term], IntegerTerm | None]] = {
            "not": lambda term: IntegerTerm(terms.not_(self._part(term, 0))),
            "and": lambda term: IntegerTerm(terms.conjunction(self._parts(term))),
            "or": lambda term: IntegerTerm(terms.disjunction(self._parts(term))),
            "ite": self._selection,
            "=": self._equality,
            "bvneg": lambda term: self._sum(term, terms.int_binary("-", terms.integer(0), self._part(term, 0))),
            "bvnot": lambda term: self._sum(term, terms.int_binary("-", terms.integer(-1), self._part(term, 0))),
            "bvadd": lambda term: self._sum(term, terms.int_binary("+", *self._pair(term))),
            "bvsub": lambda term: self._sum(term, terms.int_binary("-", *self._pair(term))),
            "bvand": self._masked,
            "bvor": self._masked,
            "bvxor": self._masked,
            "bvmul": self._product,
            "*": self._product,
            "bvshl": self._shifted,
            "bvlshr": self._shifted_down,
            "bvashr": self._shifted_down,
            "bvudiv": self._divided,
            "bvurem": self._divided,
            "bvsdiv": self._divided,
            "bvsrem": self._divided,
            "div": self._divided,
            "mod": self._divided,
            "extract": self._extracted,
            "zero_extend": lambda term: IntegerTerm(self._unsigned(term.args[0])),
            "sign_extend": lambda term: IntegerTerm(self._part(term, 0), self._sign(term)),
            "concat": self._concatenated,
            "bvult": lambda term: IntegerTerm(self._below(term, "<")),
            "bvule": lambda term: IntegerTerm(self._below(term, "<=")),
        }
        for op, name in (("bvslt", "<"), ("bvsle", "<="), ("<", "<"), ("<=", "<=")):
            readers[op] = lambda term, name=name: IntegerTerm(terms.int_compare(name, *self._pair(term)))  # type: ignore[misc]
        for op in ("+", "-"):
            readers[op] = lambda term: IntegerTerm(terms.int_binary(term.op, *self._pair(term)))
        return readers

    def _part(self, term: Term, position: int) -> Term:
        return self.of(term.args[position])

    def _parts(self, term: Term) -> list[Term]:
        return [self.of(part) for part in term.args]

    def _pair(self, term: Term) -> tuple[Term, Term]:
        return self._part(term, 0), self._part(term, 1)

    def _sign(self, term: Term) -> bool | None:
        """Whether a term made of these operands has a sign: one that has none decides."""
        signs = {reading.has_sign for part in term.args if (reading := self._readings[part]) is not None}
        return False if False in signs else True if True in signs else None

    def _sum(self, term: Term, value: Term) -> IntegerTerm:
        if term.sort is INT:
            return IntegerTerm(value)
        is_less = term.op in ("bvneg", "bvnot", "bvsub") and self._sign(term) is None
        return self._kept(term, value, True if is_less else self._sign(term))

    def _selection(self, term: Term) -> IntegerTerm:
        condition, first, second = self._parts(term)
        signs = [reading.has_sign for part in term.args[1:] if (reading := self._readings[part]) is not None]
        has_sign = False if False in signs else True if True in signs else None
        return IntegerTerm(self.terms.ite(condition, first, second), has_sign)

    def _equality(self, term: Term) -> IntegerTerm:
        left, right = term.args
        if isinstance(left.sort, BitsSort) and self._sign(term) is False:
            one, two = (self._unsigned(part) if part.is_const else self.of(part) for part in (left, right))
            return IntegerTerm(self.terms.eq(one, two))
        return IntegerTerm(self.terms.eq(*self._pair(term)))

    def _is_negative(self, term: Term, others: bool | None) -> Term:
        """Whether the highest bit is set, which makes a number large when it is compared without sign."""
        terms = self.terms
        if term.is_const:
            return terms.boolean(others is not False and signed(term.value, term.width) < 0)
        reading = self._operand(term)
        if not reading.has_sign:
            return terms.false
        return terms.int_compare("<", reading.term, terms.integer(0))

    def _below(self, term: Term, op: str) -> Term:
        """A comparison without sign, by the signs of both sides."""
        terms = self.terms
        left, right = term.args
        if self._sign(term) is False:
            one, two = (self._unsigned(part) if part.is_const else self.of(part) for part in (left, right))
        else:
            one, two = self._pair(term)
        first, second = (self._is_negative(part, self._sign(term)) for part in (left, right))
        compared = terms.int_compare(op, one, two)
        return terms.or_(terms.and_(terms.not_(first), second), terms.and_(terms.iff(first, second), compared))

    def _product(self, term: Term) -> IntegerTerm | None:
        left, right = self._pair(term)
        if not left.is_const and not right.is_const:
            return None
        return self._sum(term, self.terms.int_binary("*", left, right))
