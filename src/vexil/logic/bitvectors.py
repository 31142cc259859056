"""Bit-vectors: arithmetic, comparison, and moving bits."""

from __future__ import annotations

from collections.abc import Callable

from vexil.logic.booleans import BooleanTerms
from vexil.logic.folding import BINARY, COMPARISONS, signed
from vexil.logic.products import ARITHMETIC, Equation, Products
from vexil.logic.sorts import BOOL, bits
from vexil.logic.terms import DEEPEST, Term

_DIVISIONS = frozenset({"bvudiv", "bvurem", "bvsdiv", "bvsrem"})
_COMMUTATIVE = frozenset({"bvadd", "bvmul", "bvand", "bvor", "bvxor"})
_NARROW_OWNER = (63, 32)
"""Where a pointer with an offset of 32 bits has its object, which is plain once it is taken from each branch."""


class BitVectorTerms(BooleanTerms):
    """Constructors of bit-vector terms."""

    def __init__(self) -> None:
        super().__init__()
        self._products = Products()

    def bv(self, value: int, width: int) -> Term:
        """A constant, taken modulo two to the width."""
        return self._node("const", (), value & ((1 << width) - 1), bits(width))

    # --- arithmetic --------------------------------------------------------------------------------------

    def binary(self, op: str, left: Term, right: Term) -> Term:
        """An operator of `BINARY` applied to two bit-vectors of one width."""
        if op in _COMMUTATIVE and (left.op == "const" or (right.op != "const" and left.number > right.number)):
            left, right = right, left
        key = (op, left, right)
        term = self._memo.get(key)
        if term is None:
            if left.sort is not right.sort:
                raise TypeError(f"{op} has operands of sorts {left.sort} and {right.sort}")
            term = self._memo[key] = self._binary(op, left, right)
        return term

    def _binary(self, op: str, left: Term, right: Term) -> Term:
        width = left.width
        if left.op == "const" and right.op == "const":
            return self.bv(BINARY[op](left.value, right.value, width), width)
        if (right.op == "const" and left.leaves) or (left.op == "const" and right.leaves):
            return self._into(left, right, lambda one, two: self.binary(op, one, two))
        if right.op == "const":
            reduced = self._with_constant(op, left, right)
            if reduced is not None:
                return reduced
        if op in _DIVISIONS:
            narrower = self._narrow_division(op, left, right)
            if narrower is not None:
                return narrower
        if left is right:
            if op in ("bvsub", "bvxor"):
                return self.bv(0, width)
            if op in ("bvand", "bvor"):
                return left
        if op == "bvsub":
            reduced = self._difference(left, right)
            if reduced is not None:
                return reduced
        if op == "bvadd":
            for one, two in ((left, right), (right, left)):
                if one.op == "bvadd" and one.args[1].op == "const":
                    return self.binary(op, self.binary(op, one.args[0], two), one.args[1])
        if left.op == "const" and left.payload == 0 and op in ("bvshl", "bvlshr", "bvashr"):
            return left
        return self._node(op, (left, right), None, left.sort)

    def _narrow_division(self, op: str, left: Term, right: Term) -> Term | None:
        """Divide operands that are zero above some bit in that width: both are positive, whatever the operator."""
        width = left.width
        inner = max(self._used_bits(left), self._used_bits(right), 1)
        if inner >= width or (left.op != "zero_extend" and right.op != "zero_extend"):
            return None
        one, two = self.extract(left, inner - 1, 0), self.extract(right, inner - 1, 0)
        if op in ("bvurem", "bvsrem"):
            return self.zero_extend(self.binary("bvurem", one, two), width - inner)
        quotient = self.zero_extend(self.binary("bvudiv", one, two), width - inner)
        return self.ite(self.eq(two, self.bv(0, inner)), self.bv(-1, width), quotient)

    def _used_bits(self, term: Term) -> int:
        """A number of low bits above which the term is zero."""
        if term.op == "zero_extend":
            return term.args[0].width
        return term.value.bit_length() if term.op == "const" else term.width

    def _selection(self, condition: Term, first: Term, second: Term) -> Term:
        """Select in the width that both branches need, and extend the result."""
        if "zero_extend" in (first.op, second.op):
            inner = max(self._used_bits(first), self._used_bits(second))
            if inner < first.width:
                one, two = self.extract(first, inner - 1, 0), self.extract(second, inner - 1, 0)
                return self.zero_extend(self.ite(condition, one, two), first.width - inner)
        return super()._selection(condition, first, second)

    def _difference(self, left: Term, right: Term) -> Term | None:
        if right.op == "const":
            return self.binary("bvadd", left, self.bv(-right.value, right.width))
        if left.op == "bvadd" and right in left.args:
            return left.args[1] if left.args[0] is right else left.args[0]
        base, offset = self.linear(left)
        other, distance = self.linear(right)
        return self.bv(offset - distance, left.width) if base is other else None

    def linear(self, term: Term) -> tuple[Term, int]:
        """A term as another one plus a constant."""
        if term.op == "bvadd" and term.args[1].op == "const":
            return term.args[0], term.args[1].value
        return term, 0

    def _with_constant(self, op: str, left: Term, right: Term) -> Term | None:
        value, width = right.value, right.width
        ones = (1 << width) - 1
        if value == 0:
            if op in ("bvadd", "bvsub", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr"):
                return left
            if op in ("bvmul", "bvand"):
                return right
            if op in ("bvurem", "bvudiv"):
                return left if op == "bvurem" else self.bv(-1, width)
        if value == 1:
            if op in ("bvmul", "bvudiv", "bvsdiv"):
                return left
            if op in ("bvurem", "bvsrem"):
                return self.bv(0, width)
        if value == ones:
            if op == "bvand":
                return left
            if op == "bvor":
                return right
        if op == "bvsub":
            return self._difference(left, right)
        if left.op == op and op in ("bvadd", "bvmul", "bvand", "bvor", "bvxor") and left.args[1].op == "const":
            return self.binary(op, left.args[0], self.binary(op, left.args[1], right))
        if op == "bvand" and value & (value + 1) == 0:  # a mask of low bits
            count = value.bit_length()
            return self.zero_extend(self.extract(left, count - 1, 0), width - count)
        if op in ("bvurem", "bvudiv") and value & (value - 1) == 0:
            shift = value.bit_length() - 1
            if op == "bvurem":
                return self.zero_extend(self.extract(left, shift - 1, 0), width - shift)
            return self.zero_extend(self.extract(left, width - 1, shift), shift)
        if op in ("bvshl", "bvlshr") and value >= width:
            return self.bv(0, width)
        return None

    def _into(self, left: Term, right: Term, make: Callable[[Term, Term], Term]) -> Term:
        """Move an operator into the branches of the operand that selects among constants."""
        tree, is_left = (left, True) if left.op == "ite" else (right, False)
        condition, first, second = tree.args
        if is_left:
            return self.ite(condition, make(first, right), make(second, right))
        return self.ite(condition, make(left, first), make(left, second))

    def add(self, left: Term, right: Term) -> Term:
        """The sum, modulo two to the width."""
        return self.binary("bvadd", left, right)

    def sub(self, left: Term, right: Term) -> Term:
        """The difference, modulo two to the width."""
        return self.binary("bvsub", left, right)

    def mul(self, left: Term, right: Term) -> Term:
        """The product, modulo two to the width."""
        return self.binary("bvmul", left, right)

    def neg(self, term: Term) -> Term:
        """The two's complement."""
        if term.op == "bvneg":
            return term.args[0]
        return self._unary("bvneg", term, lambda value: -value)

    def bvnot(self, term: Term) -> Term:
        """Every bit inverted."""
        if term.op == "bvnot":
            return term.args[0]
        return self._unary("bvnot", term, lambda value: ~value)

    def _unary(self, op: str, term: Term, fold: Callable[[int], int]) -> Term:
        if term.op == "const":
            return self.bv(fold(term.value), term.width)
        if term.leaves:
            condition, first, second = term.args
            return self.ite(condition, self._unary(op, first, fold), self._unary(op, second, fold))
        return self._node(op, (term,), None, term.sort)

    # --- comparison --------------------------------------------------------------------------------------

    def compare(self, op: str, left: Term, right: Term) -> Term:
        """A comparison of `COMPARISONS`."""
        if left is right:
            return self.boolean(op in ("bvule", "bvsle"))
        key = (op, left, right)
        term = self._memo.get(key)
        if term is None:
            if left.sort is not right.sort:
                raise TypeError(f"{op} has operands of sorts {left.sort} and {right.sort}")
            term = self._memo[key] = self._comparison(op, left, right)
        return term

    def _comparison(self, op: str, left: Term, right: Term) -> Term:
        width = left.width
        if left.op == "const" and right.op == "const":
            return self.boolean(COMPARISONS[op](left.value, right.value, width))
        if (right.op == "const" and left.leaves) or (left.op == "const" and right.leaves):
            return self._into(left, right, lambda one, two: self.compare(op, one, two))
        low, high = (0, (1 << width) - 1) if op in ("bvult", "bvule") else (1 << (width - 1), (1 << (width - 1)) - 1)
        strict = op in ("bvult", "bvslt")
        if left.op == "const":
            if left.payload == low:
                return self.distinct(right, left) if strict else self.true
            if left.payload == high:
                return self.false if strict else self.eq(right, left)
        if right.op == "const":
            if right.payload == high:
                return self.distinct(left, right) if strict else self.true
            if right.payload == low:
                return self.false if strict else self.eq(left, right)
        narrower = self._narrowed(op, left, right)
        if narrower is not None:
            return narrower
        return self._node(op, (left, right), None, BOOL)

    def _narrowed(self, op: str, left: Term, right: Term) -> Term | None:
        """Compare extended operands in their own width."""
        for kind, extend in (("sign_extend", self.sign_extend), ("zero_extend", self.zero_extend)):
            pair = (left, right)
            if not any(term.op == kind for term in pair):
                continue
            inner = max(term.args[0].width for term in pair if term.op == kind)
            cut = left.width - inner
            parts = []
            for term in pair:
                if term.op == kind:
                    parts.append(extend(term.args[0], inner - term.args[0].width))
                elif term.op == "const" and extend(self.bv(term.value, inner), cut) is term:
                    parts.append(self.bv(term.value, inner))
            if len(parts) == 2:
                if kind == "zero_extend":
                    op = {"bvslt": "bvult", "bvsle": "bvule"}.get(op, op)
                return self.compare(op, parts[0], parts[1])
        return None

    def _equality(self, left: Term, right: Term) -> Term:
        """Equality; of two sums with constants one keeps its constant.

        Two sums of one term are decided at once, as addresses often are, and so are equal polynomials.
        """
        if left.op in ARITHMETIC or right.op in ARITHMETIC:
            equation = self._products.equation(left, right)
            if equation is not None:
                return self._polynomial_equality(left, right, equation)
        if left.op == "bvadd" or right.op == "bvadd":
            base, offset = self.linear(left)
            other, distance = self.linear(right)
            if base is other:
                return self.boolean(offset == distance)
            if offset and distance:
                return self.eq(base, self.add(other, self.bv(distance - offset, other.width)))
        return super()._equality(left, right)

    def _polynomial_equality(self, left: Term, right: Term, equation: Equation) -> Term:
        """The equality of a sum of products with a number: equations that say the same are the same term."""
        products, value = equation
        if not products:
            return self.boolean(value == 0)
        width = left.width
        total = self.bv(0, width)
        for factors, number in products:
            product = factors[0]
            for factor in factors[1:]:
                product = self.mul(product, factor)
            total = self.add(total, self.mul(product, self.bv(number, width)))
        number_term = self.bv(value, width)
        if self._products.equation(total, number_term) is not None:  # deep sums have no last form: one round is enough
            return self._node("=", (total, number_term), None, BOOL)
        return self.eq(total, number_term)

    def _eq_constant(self, left: Term, right: Term) -> Term | None:
        """Equality of a bit-vector with a constant: take off what only moves the constant."""
        match left.op:
            case "bvadd" if left.args[1].op == "const":
                return self.eq(left.args[0], self.sub(right, left.args[1]))
            case "bvneg" | "bvnot":
                return self.eq(left.args[0], self.neg(right) if left.op == "bvneg" else self.bvnot(right))
            case "bvxor" if left.args[1].op == "const":
                return self.eq(left.args[0], self.binary("bvxor", left.args[1], right))
            case "zero_extend" | "sign_extend":
                inner = left.args[0]
                low = self.bv(right.value, inner.width)
                extend = self.zero_extend if left.op == "zero_extend" else self.sign_extend
                return self.eq(inner, low) if extend(low, left.width - inner.width) is right else self.false
            case "concat":
                high, low = left.args
                return self.and_(
                    self.eq(high, self.extract(right, left.width - 1, low.width)),
                    self.eq(low, self.extract(right, low.width - 1, 0)),
                )
            case _:
                return None

    def ult(self, left: Term, right: Term) -> Term:
        """Less, without sign."""
        return self.compare("bvult", left, right)

    def ule(self, left: Term, right: Term) -> Term:
        """Less or equal, without sign."""
        return self.compare("bvule", left, right)

    def slt(self, left: Term, right: Term) -> Term:
        """Less, with sign."""
        return self.compare("bvslt", left, right)

    def sle(self, left: Term, right: Term) -> Term:
        """Less or equal, with sign."""
        return self.compare("bvsle", left, right)

    # --- moving bits -------------------------------------------------------------------------------------

    def concat(self, high: Term, low: Term) -> Term:
        """The bits of the first above those of the second."""
        width = high.width + low.width
        if high.op == "const" and low.op == "const":
            return self.bv(high.value << low.width | low.value, width)
        if high.op == "const" and high.payload == 0:
            return self.zero_extend(low, high.width)
        if high.op == "extract" and low.op == "extract" and high.args[0] is low.args[0]:
            top, middle = high.payload, low.payload
            if isinstance(top, tuple) and isinstance(middle, tuple) and top[1] == middle[0] + 1:
                return self.extract(high.args[0], top[0], middle[1])
        if (high.op == "const" and low.leaves) or (low.op == "const" and high.leaves):
            return self._into(high, low, self.concat)
        return self._node("concat", (high, low), None, bits(width))

    def extract(self, term: Term, high: int, low: int) -> Term:
        """The bits from ``high`` down to ``low``, both included."""
        width = high - low + 1
        if width == term.width:
            return term
        if term.op == "const":
            return self.bv(term.value >> low, width)
        key = ("extract", term, high, low)
        result = self._memo.get(key)
        if result is None:
            if self._depth >= DEEPEST:
                return self._node("extract", (term,), (high, low), bits(width))
            self._depth += 1
            result = self._memo[key] = self._extraction(term, high, low)
            self._depth -= 1
        return result

    def _extraction(self, term: Term, high: int, low: int) -> Term:
        width = high - low + 1
        payload = term.payload
        match term.op:
            case "extract" if isinstance(payload, tuple):
                return self.extract(term.args[0], high + payload[1], low + payload[1])
            case "concat":
                top, bottom = term.args
                if high < bottom.width:
                    return self.extract(bottom, high, low)
                if low >= bottom.width:
                    return self.extract(top, high - bottom.width, low - bottom.width)
            case "zero_extend" | "sign_extend":
                inner = term.args[0]
                if high < inner.width:
                    return self.extract(inner, high, low)
                if low == 0:
                    extend = self.zero_extend if term.op == "zero_extend" else self.sign_extend
                    return extend(inner, width - inner.width)
                if low >= inner.width and term.op == "zero_extend":
                    return self.bv(0, width)
            case "ite" if term.leaves or term.width > 64 or (high, low) == _NARROW_OWNER:
                condition, first, second = term.args
                return self.ite(condition, self.extract(first, high, low), self.extract(second, high, low))
            case "bvadd" | "bvmul" | "bvsub" | "bvand" | "bvor" | "bvxor" if low == 0:
                left, right = term.args
                return self.binary(term.op, self.extract(left, high, 0), self.extract(right, high, 0))
            case "bvneg" | "bvnot" if low == 0:
                inner = self.extract(term.args[0], high, 0)
                return self.neg(inner) if term.op == "bvneg" else self.bvnot(inner)
            case _:
                pass
        return self._node("extract", (term,), (high, low), bits(width))

    def zero_extend(self, term: Term, count: int) -> Term:
        """More bits above, all zero."""
        return self._extended("zero_extend", term, count)

    def sign_extend(self, term: Term, count: int) -> Term:
        """More bits above, all like the highest one."""
        return self._extended("sign_extend", term, count)

    def extend(self, term: Term, count: int, is_signed: bool) -> Term:
        """More bits above, so that the number is the same with its sign or without one."""
        return self._extended("sign_extend" if is_signed else "zero_extend", term, count)

    def _extended(self, op: str, term: Term, count: int) -> Term:
        if count == 0:
            return term
        width = term.width + count
        if term.op == "const":
            return self.bv(term.value if op == "zero_extend" else signed(term.value, term.width), width)
        if term.op in (op, "zero_extend"):
            return self._extended(term.op, term.args[0], width - term.args[0].width)
        if term.leaves:
            condition, first, second = term.args
            return self.ite(condition, self._extended(op, first, count), self._extended(op, second, count))
        return self._node(op, (term,), (count,), bits(width))

    def of_boolean(self, term: Term, width: int) -> Term:
        """One or zero."""
        return self.ite(term, self.bv(1, width), self.bv(0, width))
