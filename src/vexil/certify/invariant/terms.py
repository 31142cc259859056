"""Terms of the second solver: z3's own nodes, built through its C interface, with constants kept as Python values.

A value is a Python value while it is known and a `Term` when it is not, so a program that decides everything builds
no term at all. The simplifications are the few that can be seen at a glance: constants, equal and complementary
operands. z3 shares equal nodes, so terms that look the same are the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3.z3core as core  # type: ignore[import-untyped]
from z3.z3types import Ast  # type: ignore[import-untyped]

from vexil.certify.invariant.problems import Unsupported
from vexil.ir.arithmetic import float_word, stored_bits

LONGEST_LITERAL = 8192
BOOL = 0
MATH = -1
"""The sorts that are no bit-vectors; a positive number is a width, and minus 32 and 64 are floats."""
IDENTITY = 32
"""The width of what threads and locks are known by."""


class Term:
    """A value that is not known; equal terms are one object.

    The low ``known`` bits of a bit-vector are those of ``low``.
    """

    __slots__ = ("ast", "known", "low", "negated", "sort")

    def __init__(self, ast: Any, sort: int, known: int, low: int) -> None:
        self.ast = ast
        self.sort = sort
        self.known = known
        self.low = low
        self.negated: Term | None = None


Truth = bool | Term
Number = int | Term


class Terms:
    """Builds terms in a z3 context of its own; `close` frees it with everything that was built."""

    def __init__(self) -> None:
        config = core.Z3_mk_config()
        self.context = core.Z3_mk_context_rc(config)
        core.Z3_del_config(config)
        self._handler = core.Z3_set_error_handler(self.context, lambda _context, _code: None)
        self._terms: dict[int, Term] = {}
        self._sorts: dict[int, Any] = {}
        self._literals: dict[tuple[int, object], Any] = {}
        self.loaded: dict[Term, int | Term] = {}
        """Floats that were made from bits, with these: copies keep the bits of a NaN."""
        self.multiplies = False
        """Whether there is a product that is hard to reason about bit by bit."""
        self.ranges: dict[Term, tuple[int, int]] = {}
        """Between which numbers terms lie that were made wider."""
        self.product_facts: dict[Term, Truth] = {}
        """What holds of products of such terms, whatever their factors are."""
        self._count = 0
        self.nearest = self._kept(core.Z3_mk_fpa_rne(self.context))
        self.towards_zero = self._kept(core.Z3_mk_fpa_rtz(self.context))

    def close(self) -> None:
        """Free the context."""
        self._terms.clear()
        core.Z3_del_context(self.context)

    # --- nodes -------------------------------------------------------------------------------------------

    def _kept(self, ast: Any) -> Any:
        core.Z3_inc_ref(self.context, ast)
        return ast

    def term(self, ast: Any, sort: int, known: int = 0, low: int = 0) -> Term:
        """The term of a z3 node."""
        interned = self._terms.get(ast.value)
        if interned is None:
            interned = self._terms[ast.value] = Term(self._kept(ast), sort, known, low)
        return interned

    def sort(self, sort: int) -> Any:
        """The z3 sort."""
        z3_sort = self._sorts.get(sort)
        if z3_sort is None:
            if sort == BOOL:
                z3_sort = core.Z3_mk_bool_sort(self.context)
            elif sort == MATH:
                z3_sort = core.Z3_mk_int_sort(self.context)
            elif sort > 0:
                z3_sort = core.Z3_mk_bv_sort(self.context, sort)
            else:
                make = core.Z3_mk_fpa_sort_32 if sort == -32 else core.Z3_mk_fpa_sort_64
                z3_sort = make(self.context)
            core.Z3_inc_ref(self.context, core.Z3_sort_to_ast(self.context, z3_sort))
            self._sorts[sort] = z3_sort
        return z3_sort

    def fresh(self, sort: int, name: str = "v") -> Term:
        """A value about which nothing is known."""
        self._count += 1
        symbol = core.Z3_mk_string_symbol(self.context, f"{name}!{self._count}")
        return self.term(core.Z3_mk_const(self.context, symbol, self.sort(sort)), sort)

    def float_of_bits(self, bits: Term, width: int) -> Term:
        """The float with these bits, which it remembers."""
        term = self.call(core.Z3_mk_fpa_to_fp_bv, -width, bits.ast, self.sort(-width))
        self.loaded[term] = bits
        return term

    def any_value(self, sort: int, name: str = "v") -> Term:
        """Any value that a choice may give; a float has any bits."""
        return self.float_of_bits(self.fresh(-sort, name), -sort) if sort < MATH else self.fresh(sort, name)

    def node(self, value: bool | int | float | Term, sort: int) -> Any:
        """The z3 node of a value of a sort."""
        if isinstance(value, Term):
            return value.ast
        key = (sort, value if sort >= MATH else stored_bits(float_of(value), -sort))
        literal = self._literals.get(key)
        if literal is None:
            literal = self._literals[key] = self._kept(self._literal(value, sort))
        return literal

    def _literal(self, value: bool | int | float, sort: int) -> Any:
        if sort == BOOL:
            return core.Z3_mk_true(self.context) if value else core.Z3_mk_false(self.context)
        if sort < MATH:
            representation = stored_bits(float_of(value), -sort)
            if representation is None:  # another node than that of a NaN with bits, so that they are never mixed up
                return core.Z3_mk_fpa_nan(self.context, self.sort(sort))
            bits = core.Z3_mk_numeral(self.context, str(representation), self.sort(-sort))
            return core.Z3_mk_fpa_to_fp_bv(self.context, self._kept(bits), self.sort(sort))
        number = int(value) if sort == MATH else int(value) & ((1 << sort) - 1)
        if number.bit_length() > LONGEST_LITERAL:
            raise Unsupported(f"literals of more than {LONGEST_LITERAL} bits")
        return core.Z3_mk_numeral(self.context, str(number), self.sort(sort))

    # --- truth -------------------------------------------------------------------------------------------

    def no(self, value: Truth) -> Truth:
        """Negation."""
        if isinstance(value, bool):
            return not value
        if value.negated is None:
            value.negated = self.term(core.Z3_mk_not(self.context, value.ast), BOOL)
            value.negated.negated = value
        return value.negated

    def both(self, left: Truth, right: Truth) -> Truth:
        """Conjunction."""
        if isinstance(left, bool):
            return right if left else False
        if isinstance(right, bool):
            return left if right else False
        if left is right:
            return left
        if left.negated is right:
            return False
        return self.term(core.Z3_mk_and(self.context, 2, (Ast * 2)(left.ast, right.ast)), BOOL)

    def either(self, left: Truth, right: Truth) -> Truth:
        """Disjunction."""
        if isinstance(left, bool):
            return True if left else right
        if isinstance(right, bool):
            return True if right else left
        if left is right:
            return left
        if left.negated is right:
            return True
        return self.term(core.Z3_mk_or(self.context, 2, (Ast * 2)(left.ast, right.ast)), BOOL)

    def any(self, conditions: Sequence[Truth]) -> Truth:
        """Disjunction of many."""
        return self._many(conditions, True, core.Z3_mk_or)

    def all(self, conditions: Sequence[Truth]) -> Truth:
        """Conjunction of many."""
        return self._many(conditions, False, core.Z3_mk_and)

    def _many(self, conditions: Sequence[Truth], absorbing: bool, make: Any) -> Truth:
        distinct: dict[Term, None] = {}
        for condition in conditions:
            if isinstance(condition, Term):
                if condition.negated in distinct:
                    return absorbing
                distinct[condition] = None
            elif condition is absorbing:
                return absorbing
        if len(distinct) < 2:
            return next(iter(distinct), not absorbing)
        nodes = [term.ast for term in distinct]
        return self.term(make(self.context, len(nodes), (Ast * len(nodes))(*nodes)), BOOL)

    def implies(self, left: Truth, right: Truth) -> Truth:
        """Implication."""
        return self.either(self.no(left), right)

    def ite(self, condition: Truth, yes: Any, no: Any, sort: int) -> Any:
        """One value or the other; both are of the sort."""
        if isinstance(condition, bool):
            return yes if condition else no
        if yes is no or (not isinstance(yes, Term) and not isinstance(no, Term) and _equal(yes, no)):
            return yes
        if sort == BOOL:
            return self.both(self.implies(condition, yes), self.either(condition, no))
        ast = core.Z3_mk_ite(self.context, condition.ast, self.node(yes, sort), self.node(no, sort))
        term = self.term(ast, sort, *self._common_low(yes, no, sort))
        if sort < MATH and term not in self.loaded:
            ways = self._bits_of(yes, -sort), self._bits_of(no, -sort)
            if None not in ways:
                self.loaded[term] = self.ite(condition, *ways, -sort)
        return term

    def _bits_of(self, value: float | Term, width: int) -> int | Term | None:
        """The bits that a float was made from or has, unless it is a NaN whose bits are open."""
        return self.loaded.get(value) if isinstance(value, Term) else stored_bits(float_of(value), width)

    def equal(self, left: Any, right: Any, sort: int) -> Truth:
        """Equality of values; of floats as numbers, where NaN differs from itself."""
        if not isinstance(left, Term) and not isinstance(right, Term):
            if sort > 0:
                return bool((left - right) & ((1 << sort) - 1) == 0)
            return bool(left == right)
        if sort < MATH:
            return self.term(core.Z3_mk_fpa_eq(self.context, self.node(left, sort), self.node(right, sort)), BOOL)
        if left is right:
            return True
        if sort == BOOL and (isinstance(left, bool) or isinstance(right, bool)):
            return self.no(self.different(left, right))
        return self.term(core.Z3_mk_eq(self.context, self.node(left, sort), self.node(right, sort)), BOOL)

    def different(self, left: Truth, right: Truth) -> Truth:
        """Exclusive or, one of the operands being known."""
        if isinstance(left, bool):
            return self.no(right) if left else right
        return self.different(right, left) if isinstance(right, bool) else self.no(self.equal(left, right, BOOL))

    # --- low bits ----------------------------------------------------------------------------------------

    def low_bits(self, value: Number, width: int) -> tuple[int, int]:
        """How many low bits of a bit-vector are known, and which they are."""
        if isinstance(value, Term):
            return value.known, value.low
        return width, value & ((1 << width) - 1)

    def _common_low(self, left: Any, right: Any, sort: int) -> tuple[int, int]:
        if sort <= 0:
            return 0, 0
        (count, low), (other, bits) = self.low_bits(left, sort), self.low_bits(right, sort)
        differing = low ^ bits
        common = min(count, other, (differing & -differing).bit_length() - 1 if differing else sort)
        return common, low & ((1 << common) - 1)

    def call(self, function: Any, sort: int, *nodes: Any, low: tuple[int, int] = (0, 0)) -> Term:
        """The term that a function of the C interface makes of nodes."""
        return self.term(function(self.context, *nodes), sort, *low)


def float_of(value: bool | int | float) -> float:
    """A known value as a float."""
    return value if isinstance(value, float) else float(value)


def _equal(left: Any, right: Any) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return float_word(left) == float_word(right)
    return bool(left == right)
