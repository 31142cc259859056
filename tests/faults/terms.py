"""Faults in the simplification of terms: comparisons, arithmetic, truth values and selection."""

from __future__ import annotations

from collections.abc import Callable

from faults.fault import Patch, renamed, replaced
from faults.proofs import misproved
from vexil.logic import Term, Terms, booleans, folding

BYTES = """\
  union { unsigned u; unsigned char b[4]; } m;
  for (int i = 0; i < 4; i++) m.b[i] = __VERIFIER_nondet_uchar();
  """


# --- comparisons ---------------------------------------------------------------------------------------------


def _converse_for_negation(patch: Patch) -> None:
    for op in ("bvslt", "bvsle"):
        patch.setitem(booleans._NEGATED, op, op)


def _negated_floats(patch: Patch) -> None:
    patch.setitem(booleans._NEGATED, "fp.lt", "fp.leq")
    patch.setitem(booleans._NEGATED, "fp.leq", "fp.lt")


def _cancelled_order(make: Callable[..., Term]) -> Callable[..., Term]:
    def comparison(self: Terms, op: str, left: Term, right: Term) -> Term:
        (base, offset), (other, distance) = self.linear(left), self.linear(right)
        if base is other:
            return self.boolean(folding.COMPARISONS[op](offset, distance, left.width))
        return make(self, op, left, right)

    return comparison


def _narrowed_with_sign(make: Callable[..., Term | None]) -> Callable[..., Term | None]:
    def narrowed(self: Terms, op: str, left: Term, right: Term) -> Term | None:
        if left.op == "zero_extend" and right.op == "const" and right.value < 1 << left.args[0].width:
            return self.compare(op, left.args[0], self.bv(right.value, left.args[0].width))
        return make(self, op, left, right)

    return narrowed


def _cancelled_factor(make: Callable[..., Term]) -> Callable[..., Term]:
    def equality(self: Terms, left: Term, right: Term) -> Term:
        if left.op == right.op == "bvmul" and left.args[1] is right.args[1]:
            return self.eq(left.args[0], right.args[0])
        return make(self, left, right)

    return equality


# --- arithmetic ----------------------------------------------------------------------------------------------


def _saturating_sum(patch: Patch) -> None:
    patch.setitem(folding.BINARY, "bvadd", lambda a, b, width: min(a + b, (1 << width) - 1))


def _shifting_quotient(make: Callable[..., Term]) -> Callable[..., Term]:
    def binary(self: Terms, op: str, left: Term, right: Term) -> Term:
        if op == "bvsdiv" and right.op == "const" and right.value.bit_count() == 1:
            return self.binary("bvashr", left, self.bv(right.value.bit_length() - 1, right.width))
        return make(self, op, left, right)

    return binary


def _overflow_before_extension(make: Callable[..., Term]) -> Callable[..., Term]:
    """Multiply an extended number by a constant in the width it had before."""

    def binary(self: Terms, op: str, left: Term, right: Term) -> Term:
        if op == "bvmul" and left.op == "sign_extend" and right.op == "const":
            inner = left.args[0]
            factor = self.bv(right.value, inner.width)
            return self.sign_extend(self.binary(op, inner, factor), left.width - inner.width)
        return make(self, op, left, right)

    return binary


def _extract_higher(make: Callable[..., Term]) -> Callable[..., Term]:
    def extraction(self: Terms, term: Term, high: int, low: int) -> Term:
        if term.op == "symbol" and high + 1 < term.width:
            high, low = high + 1, low + 1
        return make(self, term, high, low)

    return extraction


def _always_zero_extend(make: Callable[..., Term]) -> Callable[..., Term]:
    return lambda self, _, term, count: make(self, "zero_extend", term, count)


def _unsigned_to_float(make: Callable[..., Term]) -> Callable[..., Term]:
    return lambda self, term, _, width: make(self, term, False, width)


def _nearest_integer(patch: Patch) -> None:
    exact = folding.integer_of_float

    def nearest(value: int, width: int) -> int | None:
        half = folding.float_binary("fp.add", value, folding.rounded(0.5, width), width)
        return exact(half, width)

    patch.setattr(folding, "integer_of_float", nearest)


# --- truth values and selection ------------------------------------------------------------------------------


def _keep_branches(make: Callable[..., Term]) -> Callable[..., Term]:
    def ite(self: Terms, condition: Term, first: Term, second: Term) -> Term:
        if condition.op == "not":
            condition = condition.args[0]
        return make(self, condition, first, second)

    return ite


def _cut_conjunction(make: Callable[..., Term]) -> Callable[..., Term]:
    """Lose the last part of a conjunction that is longer than most."""

    def junction(self: Terms, op: str, terms: tuple[Term, ...], neutral: Term, absorbing: Term) -> Term:
        found = make(self, op, terms, neutral, absorbing)
        return make(self, op, found.args[:3], neutral, absorbing) if found.op == op == "and" else found

    return junction


def _absorbed_case(make: Callable[..., dict[Term, None]]) -> Callable[..., dict[Term, None]]:
    """Take ``a or (not a and b)`` for ``a``."""

    def shortened(self: Terms, op: str, parts: dict[Term, None]) -> dict[Term, None]:
        first, second = parts
        for one, two in ((first, second), (second, first)):
            if op == "or" and two.op == "and" and self.not_(one) in two.args:
                return {one: None}
        return make(self, op, parts)

    return shortened


def _confused_branches(make: Callable[..., Term]) -> Callable[..., Term]:
    """Compare a selection with a constant and confuse the branches when one of them is decided."""

    def eq_selection(self: Terms, selection: Term, constant: Term) -> Term:
        condition, first, second = selection.args
        if bool(first.leaves) != bool(second.leaves):
            return self.ite(condition, self.eq(second, constant), self.eq(first, constant))
        return make(self, selection, constant)

    return eq_selection


TERM_FAULTS = (
    misproved(
        "signed order as unsigned",
        replaced(Terms, "compare", renamed(bvslt="bvult", bvsle="bvule")),
        "if (x < 10) assert(x >= 0);",
        "if (x < 10) assert(x <= 9);",
    ),
    misproved(
        "negated order as the converse",
        _converse_for_negation,
        "if (!(x < 10)) assert(x > 10);",
        "if (!(x < 10)) assert(x >= 10);",
    ),
    misproved(
        "negated order of floats as the converse, without NaN",
        _negated_floats,
        "double d = __VERIFIER_nondet_double(); if (!(d < 1.0)) assert(d >= 1.0);",
        "double d = __VERIFIER_nondet_double(); if (!(d < 1.0)) assert(d >= 1.0 || d != d);",
    ),
    misproved(
        "common summand of an order cancelled in spite of overflow",
        replaced(Terms, "_comparison", _cancelled_order),
        "v = u + 1; assert(v > u);",
        "v = u + 1; assert(v > u || v == 0);",
    ),
    misproved(
        "signed order of zero-extended operands narrowed without losing its sign",
        replaced(Terms, "_narrowed", _narrowed_with_sign),
        "x = __VERIFIER_nondet_uchar(); assert(x <= 127);",
        "x = __VERIFIER_nondet_uchar(); assert(x <= 255);",
    ),
    misproved(
        "even factor of an equality cancelled",
        replaced(Terms, "_equality", _cancelled_factor),
        "if (u * 6 == v * 6) assert(u == v);",
        "if (u * 6 == v * 6) assert(u * 12 == v * 12);",
    ),
    misproved(
        "sum of constants saturated",
        _saturating_sum,
        "u = 4294967295u; u = u + 2; assert(u > 1);",
        "u = 4294967295u; u = u + 2; assert(u == 1);",
    ),
    misproved(
        "arithmetic shift as a logical one",
        replaced(Terms, "binary", renamed(bvashr="bvlshr")),
        "y = x >> 1; assert(y >= 0);",
        "y = x >> 1; assert((y < 0) == (x < 0));",
    ),
    misproved(
        "signed quotient by a power of two as a shift",
        replaced(Terms, "binary", _shifting_quotient),
        "if (x < 0) assert(x / 4 < 0);",
        "if (x < 0) assert(x / 4 <= 0);",
    ),
    misproved(
        "signed remainder without sign",
        replaced(Terms, "binary", renamed(bvsrem="bvurem")),
        "y = x % 8; assert(y >= 0);",
        "y = x % 8; assert(y > -8);",
    ),
    misproved(
        "product of an extended number in the width it had before",
        replaced(Terms, "binary", _overflow_before_extension),
        "y = x * 3;",
        "if (x < 700000000 && x > 0) y = x * 3;",
        prop="overflow",
    ),
    misproved(
        "bits extracted one too high",
        replaced(Terms, "_extraction", _extract_higher),
        "unsigned char c = (unsigned char)u; if (u < 256) assert(c < 128);",
        "unsigned char c = (unsigned char)u; if (u < 256) assert(c == u);",
    ),
    misproved(
        "sign extension as zero extension",
        replaced(Terms, "_extended", _always_zero_extend),
        "x = __VERIFIER_nondet_char(); assert(x >= 0);",
        "x = __VERIFIER_nondet_char(); assert(x >= -128);",
    ),
    misproved(
        "signed integer to float without sign",
        replaced(Terms, "float_of_integer", _unsigned_to_float),
        "double d = x; assert(d >= 0.0);",
        "double d = x; assert((d >= 0.0) == (x >= 0));",
    ),
    misproved(
        "float to the nearest integer",
        _nearest_integer,
        "double d = 1.75; x = (int)d; assert(x == 2);",
        "double d = 1.75; x = (int)d; assert(x == 1);",
    ),
    misproved(
        "branches not swapped with a negated condition",
        replaced(Terms, "ite", _keep_branches),
        "if (x != 5) y = 1; else y = 2; if (x == 5) assert(y == 1);",
        "if (x != 5) y = 1; else y = 2; if (x == 5) assert(y == 2);",
    ),
    misproved(
        "conjunct dropped from a long conjunction",
        replaced(Terms, "_junction", _cut_conjunction),
        BYTES + "if (m.b[1] == 2 && m.b[2] == 3 && m.b[3] == 4) assert(m.u == 0x04030201);",
        BYTES + "if (m.b[1] == 2 && m.b[2] == 3 && m.b[3] == 4) assert(m.u >> 8 == 0x040302);",
    ),
    misproved(
        "disjunct dropped as if it were absorbed",
        replaced(Terms, "_shortened", _absorbed_case),
        "if (x > 0) y = 1; else if (u > 0) y = 2; else return 0; assert(y == 1);",
        "if (x > 0) y = 1; else if (u > 0) y = 2; else return 0; assert(y == 1 || y == 2);",
    ),
    misproved(
        "selection compared with a constant in the wrong branch",
        replaced(Terms, "_eq_selection", _confused_branches),
        "if (x > 0) u = 7; if (x <= 0) assert(u == 7);",
        "if (x > 0) u = 7; if (x > 0) assert(u == 7);",
    ),
)
"""Faults in the simplification and folding of terms."""
