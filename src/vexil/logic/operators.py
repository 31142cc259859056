"""What the operators of the intermediate form mean on terms: the one place that both regions and engines use.

Machine integers are bit-vectors, mathematical ones integers; the sign is in the type of an operand. A partial operator
also has a condition under which it is defined; elsewhere its value is that of SMT-LIB.
"""

from __future__ import annotations

from vexil.core.errors import InternalError
from vexil.ir.expressions import Operator
from vexil.ir.layout import DataLayout
from vexil.ir.types import (
    BoolType,
    FloatType,
    IntegerType,
    LockType,
    MathType,
    PointerType,
    ThreadType,
    TokenType,
    Type,
)
from vexil.logic.factory import Terms
from vexil.logic.integers import integer_of_word, word_of_integer
from vexil.logic.pointers import OBJECT_WIDTH, Pointers
from vexil.logic.sorts import BOOL, INT, FloatSort, Sort, bits
from vexil.logic.terms import Term

Condition = tuple[str, Term]
"""A kind of undefined operation, and the condition under which it does not happen."""
PartialTerm = tuple[Term, tuple[Condition, ...]]
"""A value, and what must hold for it to be defined."""

_ARITHMETIC = {
    Operator.ADD: ("bvadd", "+", "fp.add"),
    Operator.SUBTRACT: ("bvsub", "-", "fp.sub"),
    Operator.MULTIPLY: ("bvmul", "*", "fp.mul"),
}
_BITWISE = {Operator.BIT_AND: "bvand", Operator.BIT_OR: "bvor", Operator.BIT_XOR: "bvxor"}
_ORDER = {Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL}


class Operators:
    """Applies operators of one data layout to terms."""

    def __init__(self, terms: Terms, layout: DataLayout) -> None:
        self.terms = terms
        self.pointers = Pointers(terms, layout.pointer_width)

    def sort(self, kind: Type) -> Sort:
        """The sort of a scalar type's values."""
        match kind:
            case BoolType():
                return BOOL
            case IntegerType(width, _):
                return bits(width)
            case MathType():
                return INT
            case FloatType(width):
                return FloatSort(width)
            case PointerType():
                return self.pointers.sort
            case TokenType() | ThreadType() | LockType():
                return bits(32)
            case _:
                raise InternalError(f"type {kind} should have scalar values")

    def constant(self, value: int | float | bool, kind: Type) -> Term:
        """A literal."""
        from vexil.ir.arithmetic import float_bits

        if isinstance(kind, FloatType):
            return self.terms.float_constant(float_bits(float(value), kind.width), kind.width)
        if isinstance(kind, PointerType):
            return self.pointers.constant(0, int(value))
        return self.terms.constant(int(value), self.sort(kind))

    def apply(self, operator: Operator, operands: tuple[Term, ...], types: tuple[Type, ...], kind: Type) -> PartialTerm:
        """The value of an operator that needs no state, with what must hold for it to be defined."""
        terms = self.terms
        first = types[0]
        match operator:
            case Operator.NOT:
                return terms.not_(operands[0]), ()
            case Operator.AND | Operator.OR:
                return (terms.and_ if operator is Operator.AND else terms.or_)(*operands), ()
            case Operator.EQUAL | Operator.DIFFERENT:
                same = self._equal(operands[0], operands[1], first)
                return (same if operator is Operator.EQUAL else terms.not_(same)), ()
            case Operator.LESS | Operator.LESS_EQUAL | Operator.GREATER | Operator.GREATER_EQUAL:
                return self._order(operator, operands[0], operands[1], first)
            case Operator.IF:
                return terms.ite(*operands), ()
            case Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY:
                return self._arithmetic(_ARITHMETIC[operator], operands, kind), ()
            case Operator.DIVIDE | Operator.REMAINDER:
                return self._division(operator, operands, kind)
            case Operator.NEGATE:
                if isinstance(kind, FloatType):
                    return terms.float_negate(operands[0]), ()
                if isinstance(kind, MathType):
                    return terms.int_binary("-", terms.integer(0), operands[0]), ()
                return terms.neg(operands[0]), ()
            case Operator.COMPLEMENT:
                if isinstance(kind, MathType):
                    return terms.int_binary("-", terms.integer(-1), operands[0]), ()
                return terms.bvnot(operands[0]), ()
            case Operator.BIT_AND | Operator.BIT_OR | Operator.BIT_XOR:
                return self._bitwise(operator, operands, kind), ()
            case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
                return self._shift(operator, operands, types)
            case Operator.CAST:
                return self.cast(operands[0], first, kind)
            case Operator.SATURATE:
                return self._saturate(operands[0], kind), ()
            case Operator.IS_NAN:
                return terms.float_is_nan(operands[0]), ()
            case Operator.SQUARE_ROOT:
                return terms.float_square_root(operands[0]), ()
            case Operator.POINTER_ADD:
                return self.pointers.add(operands[0], self._resized(operands[1], types[1], self.pointers.width)), ()
            case Operator.POINTER_DIFFERENCE:
                return self._pointer_difference(operands, kind)
            case Operator.OFFSET:
                offset = self.pointers.offset_of(operands[0])
                return self._from_word(offset, kind), ()
            case Operator.SAME_OBJECT:
                return terms.eq(*map(self.pointers.object_of, operands)), ()
            case _:
                raise InternalError(f"operator {operator.name} should be handled where the state is known")

    def _equal(self, left: Term, right: Term, kind: Type) -> Term:
        if isinstance(kind, FloatType):
            return self.terms.float_compare("fp.eq", left, right)
        return self.terms.eq(left, right)

    def _order(self, operator: Operator, left: Term, right: Term, kind: Type) -> PartialTerm:
        terms = self.terms
        if operator in (Operator.GREATER, Operator.GREATER_EQUAL):
            left, right = right, left
        strict = operator in (Operator.LESS, Operator.GREATER)
        match kind:
            case FloatType():
                return terms.float_compare("fp.lt" if strict else "fp.leq", left, right), ()
            case MathType():
                return terms.int_compare("<" if strict else "<=", left, right), ()
            case PointerType():
                return self._pointer_order(strict, left, right)
            case BoolType():
                smaller = terms.and_(terms.not_(left), right) if strict else terms.or_(terms.not_(left), right)
                return smaller, ()
            case IntegerType(_, True):
                return (terms.slt if strict else terms.sle)(left, right), ()
            case _:
                return (terms.ult if strict else terms.ule)(left, right), ()

    def _pointer_order(self, strict: bool, left: Term, right: Term) -> PartialTerm:
        terms, pointers = self.terms, self.pointers
        owner = pointers.object_of(left)
        same = terms.eq(owner, pointers.object_of(right))
        one, two = pointers.offset_of(left), pointers.offset_of(right)
        with_sign = (terms.slt if strict else terms.sle)(one, two)
        without = (terms.ult if strict else terms.ule)(one, two)
        absolute = terms.eq(owner, terms.bv(0, OBJECT_WIDTH))
        return terms.ite(absolute, without, with_sign), (("pointer-comparison", same),)

    def _pointer_difference(self, operands: tuple[Term, ...], kind: Type) -> PartialTerm:
        terms, pointers = self.terms, self.pointers
        same = terms.eq(*map(pointers.object_of, operands))
        distance = terms.sub(*map(pointers.offset_of, operands))
        return self._from_word(distance, kind), (("pointer-difference", same),)

    def _from_word(self, word: Term, kind: Type) -> Term:
        """A signed number as wide as a pointer, in an integer type."""
        if not isinstance(kind, IntegerType):
            raise InternalError(f"type {kind} should be one of machine integers")
        return self._resized(word, IntegerType(word.width, True), kind.width)

    def _resized(self, term: Term, kind: Type, width: int) -> Term:
        if not isinstance(kind, IntegerType):
            raise InternalError(f"type {kind} should be one of machine integers")
        if width <= kind.width:
            return self.terms.extract(term, width - 1, 0)
        return self.terms.extend(term, width - kind.width, kind.signed)

    def _arithmetic(self, names: tuple[str, str, str], operands: tuple[Term, ...], kind: Type) -> Term:
        machine, mathematical, floating = names
        if isinstance(kind, FloatType):
            return self.terms.float_binary(floating, *operands)
        if isinstance(kind, MathType):
            return self.terms.int_binary(mathematical, *operands)
        return self.terms.binary(machine, *operands)

    def _division(self, operator: Operator, operands: tuple[Term, ...], kind: Type) -> PartialTerm:
        terms = self.terms
        left, right = operands
        is_quotient = operator is Operator.DIVIDE
        match kind:
            case FloatType():
                return terms.float_binary("fp.div" if is_quotient else "fp.fmod", left, right), ()
            case MathType():
                defined = terms.distinct(right, terms.integer(0))
                make = terms.truncated_quotient if is_quotient else terms.truncated_remainder
                return make(left, right), (("division-by-zero", defined),)
            case IntegerType(width, is_signed):
                defined = terms.distinct(right, terms.bv(0, width))
                names = ("bvsdiv", "bvsrem") if is_signed else ("bvudiv", "bvurem")
                return terms.binary(names[not is_quotient], left, right), (("division-by-zero", defined),)
            case _:
                raise InternalError(f"type {kind} should have division")

    def _bitwise(self, operator: Operator, operands: tuple[Term, ...], kind: Type) -> Term:
        terms = self.terms
        if isinstance(kind, BoolType):
            match operator:
                case Operator.BIT_AND:
                    return terms.and_(*operands)
                case Operator.BIT_OR:
                    return terms.or_(*operands)
                case _:
                    return terms.xor(*operands)
        return terms.binary(_BITWISE[operator], *operands)

    def _shift(self, operator: Operator, operands: tuple[Term, ...], types: tuple[Type, ...]) -> PartialTerm:
        terms = self.terms
        kind, count_kind = types
        if not isinstance(kind, IntegerType) or not isinstance(count_kind, IntegerType):
            raise InternalError(f"type {kind} should have shifts")
        count = operands[1]
        width = max(kind.width, count_kind.width)
        wide = self._resized(count, count_kind, width)
        defined = terms.ult(wide, terms.bv(kind.width, width))
        amount = terms.extract(wide, kind.width - 1, 0)
        right = "bvashr" if kind.signed else "bvlshr"
        name = "bvshl" if operator is Operator.SHIFT_LEFT else right
        return terms.binary(name, operands[0], amount), (("shift-amount", defined),)

    def cast(self, term: Term, source: Type, target: Type) -> PartialTerm:
        """A conversion as C makes it; those between pointers and integers are only right for absolute addresses."""
        terms = self.terms
        match source, target:
            case BoolType(), IntegerType(width, is_signed):
                one = terms.bv(-1 if width == 1 and is_signed else 1, width)
                return terms.ite(term, one, terms.bv(0, width)), ()
            case BoolType(), MathType():
                return terms.ite(term, terms.integer(1), terms.integer(0)), ()
            case BoolType(), FloatType(width):
                return terms.ite(term, self.constant(1.0, target), self.constant(0.0, target)), ()
            case PointerType(), BoolType():
                return terms.distinct(term, self.pointers.null), ()
            case ((IntegerType() | MathType()), BoolType()):
                return terms.distinct(term, self.constant(0, source)), ()
            case FloatType(), BoolType():
                return terms.not_(terms.float_compare("fp.eq", term, self.constant(0.0, source))), ()
            case IntegerType(), IntegerType(width, _):
                return self._resized(term, source, width), ()
            case IntegerType(_, is_signed), FloatType(width):
                return terms.float_of_integer(term, is_signed, width), ()
            case FloatType(), FloatType(width):
                return terms.float_resize(term, width), ()
            case FloatType(), IntegerType():
                return self._float_to_integer(term, source, target)
            case PointerType(), IntegerType():
                absolute = terms.eq(self.pointers.object_of(term), terms.bv(0, OBJECT_WIDTH))
                number = self._resized(
                    self.pointers.offset_of(term), IntegerType(self.pointers.width, False), target.width
                )
                return number, (("address", absolute),)
            case IntegerType(), PointerType():
                return self._pointer_of(term, source)
            case PointerType(), PointerType():
                return term, ()
            case MathType(), MathType():
                return term, ()
            case IntegerType(_, is_signed), MathType():
                return integer_of_word(terms, term, is_signed), ()
            case MathType(), IntegerType(width, _):
                return word_of_integer(terms, term, width), ()
            case _ if self.sort(source) == self.sort(target):
                return term, ()
            case _:
                raise InternalError(f"a cast from {source} to {target} should be refused earlier")

    def _pointer_of(self, term: Term, source: IntegerType) -> PartialTerm:
        """The absolute address of a number; only those near zero can be no object's."""
        terms, width = self.terms, self.pointers.width
        address = self._resized(term, source, width)
        near = terms.or_(terms.ult(address, terms.bv(4096, width)), terms.ult(terms.bv(-4097, width), address))
        return self.pointers.make(terms.bv(0, OBJECT_WIDTH), address), (("address", near),)

    def _float_to_integer(self, term: Term, source: FloatType, target: IntegerType) -> PartialTerm:
        terms = self.terms
        fits = self._fits(term, source, target)
        return terms.integer_of_float(term, target.signed, target.width), (("float-to-integer", fits),)

    def _fits(self, term: Term, source: FloatType, target: IntegerType) -> Term:
        """Whether the number, rounded towards zero, is one of the integer type: strictly between the next ones.

        A float that is not exact is replaced by its neighbour towards zero when the bound itself is one too many.
        """
        terms = self.terms
        above = _least_float_at_least(target.high + 1, source.width)
        below = _greatest_float_at_most(target.low - 1, source.width)
        upper = terms.float_compare("fp.lt", term, terms.float_constant(above, source.width))
        lower = terms.float_compare("fp.lt", terms.float_constant(below, source.width), term)
        return terms.and_(upper, lower)

    def _saturate(self, term: Term, kind: Type) -> Term:
        terms = self.terms
        sort = term.sort
        if not isinstance(kind, IntegerType) or not isinstance(sort, FloatSort):
            raise InternalError(f"type {kind} should be one of machine integers")
        source = FloatType(sort.width)
        low, high = self.constant(kind.low, kind), self.constant(kind.high, kind)
        exact = terms.integer_of_float(term, kind.signed, kind.width)
        negative = terms.float_compare("fp.lt", term, self.constant(0.0, source))
        clamped = terms.ite(negative, low, high)
        inside = terms.ite(self._fits(term, source, kind), exact, clamped)
        return terms.ite(terms.float_is_nan(term), terms.bv(0, kind.width), inside)


def _least_float_at_least(value: int, width: int) -> int:
    """The representation of the least float that is not below an integer."""
    from vexil.ir.arithmetic import float_bits, float_from_bits, integer_to_float

    bits_ = float_bits(integer_to_float(value, width), width)
    number = float_from_bits(bits_, width)
    while number < value:
        bits_ = bits_ + 1 if number >= 0 else bits_ - 1
        number = float_from_bits(bits_, width)
    return bits_


def _greatest_float_at_most(value: int, width: int) -> int:
    """The representation of the greatest float that is not above an integer."""
    top = 1 << (width - 1)
    mirrored = _least_float_at_least(-value, width)
    return mirrored ^ top
