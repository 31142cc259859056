"""The factory of terms: everything of the other modules together, with integers, arrays and floats."""

from __future__ import annotations

from collections.abc import Callable

from vexil.logic import folding
from vexil.logic.bitvectors import BitVectorTerms
from vexil.logic.sorts import BOOL, INT, ArraySort, FloatSort, bits
from vexil.logic.sorts import array as array_sort
from vexil.logic.terms import DEEPEST, Term


class Terms(BitVectorTerms):
    """Makes and simplifies terms; hold one for as long as the terms are compared."""

    def __init__(self) -> None:
        super().__init__()
        self.words: dict[Term, tuple[Term, bool]] = {}
        """For integers that were made from words: the word, and whether it has a sign."""
        self.numbers: dict[Term, Term] = {}
        """For words that were made from integers: the integer, of which the word is the low bits."""

    # --- mathematical integers ---------------------------------------------------------------------------

    def integer(self, value: int) -> Term:
        """A mathematical integer."""
        return self._node("const", (), value, INT)

    def int_binary(self, op: str, left: Term, right: Term) -> Term:
        """An operator of `folding.INTEGERS`."""
        if left.op == "const" and right.op == "const":
            return self.integer(folding.INTEGERS[op](left.value, right.value))
        if op in ("+", "*") and left.op == "const":
            left, right = right, left
        if right.op == "const":
            value = right.value
            if op == "-":
                return self.int_binary("+", left, self.integer(-value))
            if (op == "+" and value == 0) or (op in ("*", "div") and value == 1):
                return left
            if op == "*" and value == 0:
                return right
            if op == "+" and left.op == "+" and left.args[1].op == "const":
                return self.int_binary("+", left.args[0], self.integer(left.args[1].value + value))
        if op == "-" and left is right:
            return self.integer(0)
        return self._node(op, (left, right), None, INT)

    def int_compare(self, op: str, left: Term, right: Term) -> Term:
        """``<`` or ``<=`` of integers; constants are brought to one side."""
        if left is right:
            return self.boolean(op == "<=")
        if left.op == "const" and right.op == "const":
            return self.boolean(folding.INTEGER_COMPARISONS[op](left.value, right.value))
        if right.op == "const" and left.op == "+" and left.args[1].op == "const":
            return self.int_compare(op, left.args[0], self.integer(right.value - left.args[1].value))
        if left.op == "const" and right.op == "+" and right.args[1].op == "const":
            return self.int_compare(op, self.integer(left.value - right.args[1].value), right.args[0])
        return self._node(op, (left, right), None, BOOL)

    def truncated_quotient(self, left: Term, right: Term) -> Term:
        """Division of integers that rounds towards zero, from SMT-LIB's ``div``."""
        zero = self.integer(0)
        rounded_down = self.int_binary("div", left, right)
        if _is_natural(left):
            return rounded_down
        opposite = self.int_binary("-", zero, self.int_binary("div", self.int_binary("-", zero, left), right))
        return self.ite(self.int_compare("<=", zero, left), rounded_down, opposite)

    def truncated_remainder(self, left: Term, right: Term) -> Term:
        """The remainder with the sign of the dividend; that of such a remainder made positive is never negative."""
        if right.is_const and right.value > 0 and left.op == "+" and left.args[1] is right and left.args[0].op == "ite":
            inner = left.args[0].args[1]
            if inner.op == "mod" and inner.args[1] is right:
                whole = inner.args[0]
                if self.truncated_remainder(whole, right) is left.args[0]:
                    return inner
        zero = self.integer(0)
        rest = self.int_binary("mod", left, right)
        if _is_natural(left):
            return rest
        opposite = self.int_binary("-", zero, self.int_binary("mod", self.int_binary("-", zero, left), right))
        return self.ite(self.int_compare("<=", zero, left), rest, opposite)

    # --- arrays ------------------------------------------------------------------------------------------

    def constant_array(self, index_width: int, element: Term) -> Term:
        """The array over bit-vectors that is the same everywhere."""
        return self._node("const-array", (element,), (index_width,), array_sort(bits(index_width), element.sort))

    def select(self, array: Term, index: Term) -> Term:
        """The element at an index."""
        sort = array.sort
        if not isinstance(sort, ArraySort) or sort.index != index.sort:
            raise TypeError(f"{index.sort} does not index {sort}")
        key = ("select", array, index)
        value = self._memo.get(key)
        if value is not None:
            return value
        current = array
        while current.op == "store":
            place = current.args[1]
            if place is index:
                value = current.args[2]
                break
            if self.eq(place, index) is not self.false:
                break
            current = current.args[0]
        if value is None:
            if current.op == "const-array":
                value = current.args[0]
            elif current.op == "ite" and index.op == "const" and self._depth < DEEPEST:
                condition, first, second = current.args
                self._depth += 1
                value = self.ite(condition, self.select(first, index), self.select(second, index))
                self._depth -= 1
            else:
                value = self._node("select", (current, index), None, sort.element)
        self._memo[key] = value
        return value

    def store(self, array: Term, index: Term, value: Term) -> Term:
        """The array with another element at an index."""
        sort = array.sort
        if not isinstance(sort, ArraySort) or sort.index != index.sort or sort.element != value.sort:
            raise TypeError(f"{sort} cannot hold {value.sort} at {index.sort}")
        if array.op == "store" and array.args[1] is index:
            return self.store(array.args[0], index, value)
        if value.op == "select" and value.args[0] is array and value.args[1] is index:
            return array
        return self._node("store", (array, index, value), None, sort)

    # --- floats ------------------------------------------------------------------------------------------

    def float_constant(self, representation: int, width: int) -> Term:
        """A float by its IEEE representation; every NaN is the same."""
        if folding.float_is_nan(representation, width):
            representation = 0x7FC00000 if width == 32 else 0x7FF8 << 48
        return self._node("const", (), representation, FloatSort(width))

    def float_binary(self, op: str, left: Term, right: Term) -> Term:
        """An operator of `folding.FLOAT_BINARY`, rounded to the nearest float."""
        width, left, right = _float_width(left), self.operand(left), self.operand(right)
        if left.op == "const" and right.op == "const":
            return self.float_constant(folding.float_binary(op, left.value, right.value, width), width)
        return self._node(op, (left, right), None, left.sort)

    def float_compare(self, op: str, left: Term, right: Term) -> Term:
        """``fp.lt``, ``fp.leq`` or ``fp.eq``."""
        left, right = self.operand(left), self.operand(right)
        if left.op == "const" and right.op == "const":
            return self.boolean(folding.float_compare(op, left.value, right.value, _float_width(left)))
        return self._node(op, (left, right), None, BOOL)

    def float_negate(self, term: Term) -> Term:
        """The float with the other sign."""
        term = self.operand(term)
        if term.op == "const":
            width = _float_width(term)
            return self.float_constant(folding.float_negate(term.value, width), width)
        return term.args[0] if term.op == "fp.neg" else self._node("fp.neg", (term,), None, term.sort)

    def float_square_root(self, term: Term) -> Term:
        """The square root, rounded to the nearest float."""
        if term.op == "const":
            width = _float_width(term)
            return self.float_constant(folding.float_square_root(term.value, width), width)
        return self._node("fp.sqrt", (term,), None, term.sort)

    def float_is_nan(self, term: Term) -> Term:
        """Whether the float is not a number."""
        term = self.operand(term)
        if term.op == "const":
            return self.boolean(folding.float_is_nan(term.value, _float_width(term)))
        return self._node("fp.isNaN", (term,), None, BOOL)

    def float_resize(self, term: Term, width: int) -> Term:
        """The nearest float of another width."""
        source = _float_width(term)
        if source == width:
            return term
        term = self.operand(term)
        if term.op == "const":
            return self.float_constant(folding.float_resized(term.value, source, width), width)
        return self._node("fp.to_fp", (term,), (width,), FloatSort(width))

    def float_of_bits(self, term: Term) -> Term:
        """The float with the representation that a bit-vector has; that of a NaN stays known."""
        if term.op == "const" and not folding.float_is_nan(term.value, term.width):
            return self.float_constant(term.value, term.width)
        return self._node("fp.of_bits", (term,), None, FloatSort(term.width))

    def float_of_integer(self, term: Term, is_signed: bool, width: int) -> Term:
        """The nearest float of a bit-vector that is read as a number."""
        if term.op == "const":
            value = folding.signed(term.value, term.width) if is_signed else term.value
            return self.float_constant(folding.float_of_integer(value, width), width)
        return self._node("fp.of_sbv" if is_signed else "fp.of_ubv", (term,), (width,), FloatSort(width))

    def integer_of_float(self, term: Term, is_signed: bool, width: int) -> Term:
        """The number of a float, rounded towards zero; any value where it does not fit (ask only where it does)."""
        term = self.operand(term)
        if term.op == "const":
            value = folding.integer_of_float(term.value, _float_width(term))
            return self.bv(value or 0, width)
        return self._node("fp.to_sbv" if is_signed else "fp.to_ubv", (term,), (width,), bits(width))

    # --- building again ----------------------------------------------------------------------------------

    def rebuild(self, term: Term, args: tuple[Term, ...]) -> Term:
        """The term with other arguments of the same sorts, simplified."""
        make = _MAKERS.get(term.op)
        return make(self, term, args) if make else self._node(term.op, args, term.payload, term.sort)

    def substitute(self, term: Term, replacement: dict[Term, Term]) -> Term:
        """The term with terms replaced at once; walks without recursion."""
        mask = 0
        for key in replacement:
            mask |= key.symbols
        done: dict[Term, Term] = dict(replacement)
        stack = [term]
        while stack:
            current = stack[-1]
            if current in done:
                stack.pop()
            elif not current.args or not current.symbols & mask:
                done[current] = current
                stack.pop()
            else:
                missing = [argument for argument in current.args if argument not in done]
                if missing:
                    stack.extend(missing)
                else:
                    args = tuple(done[argument] for argument in current.args)
                    done[current] = current if args == current.args else self.rebuild(current, args)
                    stack.pop()
        return done[term]


def _float_width(term: Term) -> int:
    sort = term.sort
    if not isinstance(sort, FloatSort):
        raise TypeError(f"{term} is no float")
    return sort.width


def _indices(term: Term) -> tuple[int, ...]:
    assert isinstance(term.payload, tuple)
    return term.payload


Maker = Callable[[Terms, Term, tuple[Term, ...]], Term]
_MAKERS: dict[str, Maker] = {
    "not": lambda t, _, a: t.not_(a[0]),
    "and": lambda t, _, a: t.and_(*a),
    "or": lambda t, _, a: t.or_(*a),
    "=": lambda t, _, a: t.eq(a[0], a[1]),
    "ite": lambda t, _, a: t.ite(a[0], a[1], a[2]),
    "bvneg": lambda t, _, a: t.neg(a[0]),
    "bvnot": lambda t, _, a: t.bvnot(a[0]),
    "concat": lambda t, _, a: t.concat(a[0], a[1]),
    "extract": lambda t, n, a: t.extract(a[0], _indices(n)[0], _indices(n)[1]),
    "zero_extend": lambda t, n, a: t.zero_extend(a[0], _indices(n)[0]),
    "sign_extend": lambda t, n, a: t.sign_extend(a[0], _indices(n)[0]),
    "select": lambda t, _, a: t.select(a[0], a[1]),
    "store": lambda t, _, a: t.store(a[0], a[1], a[2]),
    "const-array": lambda t, n, a: t.constant_array(_indices(n)[0], a[0]),
    "fp.neg": lambda t, _, a: t.float_negate(a[0]),
    "fp.isNaN": lambda t, _, a: t.float_is_nan(a[0]),
    "fp.sqrt": lambda t, _, a: t.float_square_root(a[0]),
    "fp.to_fp": lambda t, n, a: t.float_resize(a[0], _indices(n)[0]),
    "fp.of_bits": lambda t, _, a: t.float_of_bits(a[0]),
    "fp.of_sbv": lambda t, n, a: t.float_of_integer(a[0], True, _indices(n)[0]),
    "fp.of_ubv": lambda t, n, a: t.float_of_integer(a[0], False, _indices(n)[0]),
    "fp.to_sbv": lambda t, n, a: t.integer_of_float(a[0], True, _indices(n)[0]),
    "fp.to_ubv": lambda t, n, a: t.integer_of_float(a[0], False, _indices(n)[0]),
    **dict.fromkeys(folding.BINARY, lambda t, n, a: t.binary(n.op, a[0], a[1])),
    **dict.fromkeys(folding.COMPARISONS, lambda t, n, a: t.compare(n.op, a[0], a[1])),
    **dict.fromkeys(folding.INTEGERS, lambda t, n, a: t.int_binary(n.op, a[0], a[1])),
    **dict.fromkeys(folding.INTEGER_COMPARISONS, lambda t, n, a: t.int_compare(n.op, a[0], a[1])),
    **dict.fromkeys(folding.FLOAT_BINARY, lambda t, n, a: t.float_binary(n.op, a[0], a[1])),
    **dict.fromkeys(("fp.lt", "fp.leq", "fp.eq"), lambda t, n, a: t.float_compare(n.op, a[0], a[1])),
}


def _is_natural(term: Term, depth: int = 4) -> bool:
    """Say whether an integer is evidently not negative."""
    match term.op:
        case "const":
            return bool(term.value >= 0)
        case "mod":
            return term.args[1].is_const and term.args[1].value != 0
        case "div":
            return (
                depth > 0 and term.args[1].is_const and term.args[1].value > 0 and _is_natural(term.args[0], depth - 1)
            )
        case "+" | "*":
            return depth > 0 and all(_is_natural(part, depth - 1) for part in term.args)
        case _:
            return False
