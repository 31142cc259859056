"""Mathematical integers and floats as expressions."""

from __future__ import annotations

from collections.abc import Callable

from vexil.ir.arithmetic import float_from_bits
from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.types import INT, FloatType, IntegerType
from vexil.ir.typing import apply, cast, literal
from vexil.logic.expressing.numbers import in_order, retyped
from vexil.logic.expressing.values import Inexpressible, Plan, Value, plain
from vexil.logic.factory import Terms
from vexil.logic.folding import float_is_nan
from vexil.logic.integers import integer_of_word, word_of_integer
from vexil.logic.sorts import FloatSort
from vexil.logic.terms import Term

LONGEST_WORD = 128
"""Conversions bit by bit are recognised for words of at most this many bits."""

_BINARY = {
    "*": Operator.MULTIPLY, "fp.add": Operator.ADD, "fp.sub": Operator.SUBTRACT, "fp.mul": Operator.MULTIPLY,
    "fp.div": Operator.DIVIDE, "fp.fmod": Operator.REMAINDER,
}  # fmt: skip
_ORDERS = {
    "<": Operator.LESS, "<=": Operator.LESS_EQUAL, "fp.lt": Operator.LESS, "fp.leq": Operator.LESS_EQUAL,
}  # fmt: skip
_FROM_WORDS = {"fp.of_sbv": True, "fp.of_ubv": False}
_TO_WORDS = {"fp.to_sbv": True, "fp.to_ubv": False}


def plan(terms: Terms, term: Term) -> Plan | None:
    """How to express an operator on integers or floats, a conversion to or from words, or a truncated division."""
    parts, op, payload = term.args, term.op, term.payload
    width = payload[0] if isinstance(payload, tuple) else 0
    if op in _BINARY:
        return Plan(parts, lambda a, b: apply(_BINARY[op], plain(a), plain(b)))
    if op in _ORDERS:
        return Plan(parts, lambda a, b: in_order(_ORDERS[op], plain(a), plain(b)))
    if op in _FROM_WORDS:
        return Plan(parts, lambda a: cast(retyped(plain(a), _FROM_WORDS[op]), FloatType(width)))
    if op in _TO_WORDS:
        return Plan(parts, lambda a: cast(plain(a), IntegerType(width, _TO_WORDS[op])))
    match op:
        case "+":
            return _word_as_integer(terms, term) or Plan(parts, _sum)
        case "-":
            return Plan(parts, _difference)
        case "div" | "mod":
            return _euclidean(op, parts)
        case "ite" | "concat":
            return _truncated(terms, term) if op == "ite" else _integer_as_word(terms, term)
        case "fp.neg":
            return Plan(parts, lambda a: apply(Operator.NEGATE, plain(a)))
        case "fp.sqrt":
            return Plan(parts, lambda a: apply(Operator.SQUARE_ROOT, plain(a)))
        case "fp.isNaN":
            return Plan(parts, lambda a: apply(Operator.IS_NAN, plain(a)))
        case "fp.eq":
            return Plan(parts, lambda a, b: apply(Operator.EQUAL, plain(a), plain(b)))
        case "fp.to_fp":
            return Plan(parts, lambda a: cast(plain(a), FloatType(width)))
        case "=" if isinstance(parts[0].sort, FloatSort):
            return _identity(parts[0], parts[1])
        case _:
            return None


def _sum(left: Value, right: Value) -> Expr:
    if isinstance(right, Const) and right.value < 0:
        return apply(Operator.SUBTRACT, plain(left), literal(-right.value, INT))
    return apply(Operator.ADD, plain(left), plain(right))


def _difference(left: Value, right: Value) -> Expr:
    if isinstance(left, Const) and left.value == 0:
        return apply(Operator.NEGATE, plain(right))
    return apply(Operator.SUBTRACT, plain(left), plain(right))


def _euclidean(op: str, parts: tuple[Term, ...]) -> Plan:
    """Division by a known number whose remainder is never negative, from the one that truncates."""
    divisor = parts[1]
    if not divisor.is_const or divisor.value == 0:
        raise Inexpressible
    number = literal(divisor.value, INT)

    def make(value: Value) -> Expr:
        left = plain(value)
        rest = apply(Operator.REMAINDER, left, number)
        negative = apply(Operator.LESS, rest, literal(0, INT))
        corrected = apply(Operator.ADD, rest, literal(abs(divisor.value), INT))
        remainder = apply(Operator.IF, negative, corrected, rest)
        if op == "mod":
            return remainder
        return apply(Operator.DIVIDE, apply(Operator.SUBTRACT, left, remainder), number)

    return Plan(parts[:1], make)


def _truncated(terms: Terms, term: Term) -> Plan | None:
    """A truncating division, which terms write as a selection."""
    first = term.args[1]
    makers: dict[str, tuple[Operator, Callable[[Term, Term], Term]]] = {
        "div": (Operator.DIVIDE, terms.truncated_quotient),
        "mod": (Operator.REMAINDER, terms.truncated_remainder),
    }
    if first.op not in makers:
        return None
    operator, make = makers[first.op]
    left, right = first.args
    if make(left, right) is not term:
        return None

    def divided(dividend: Value, divisor: Value) -> Expr:
        quotient = apply(operator, plain(dividend), plain(divisor))
        if isinstance(divisor, Const) and divisor.value != 0:
            return quotient
        zero = literal(0, INT)  # formulas have some value there, and nobody knows which
        return apply(Operator.IF, apply(Operator.EQUAL, plain(divisor), zero), zero, quotient)

    return Plan((left, right), divided)


def _integer_as_word(terms: Terms, term: Term) -> Plan | None:
    """The low bits of a mathematical integer."""
    if term.width > LONGEST_WORD:
        return None
    lowest = term
    while lowest.op == "concat":
        lowest = lowest.args[1]
    if lowest.op != "ite" or lowest.args[0].op != "=" or lowest.args[0].args[0].op != "mod":
        return None
    number = lowest.args[0].args[0].args[0]
    if word_of_integer(terms, number, term.width) is not term:
        return None
    return Plan((number,), lambda a: cast(plain(a), IntegerType(term.width, False)))


def _word_as_integer(terms: Terms, term: Term) -> Plan | None:
    """The mathematical integer that a word stands for, with or without a sign."""
    lowest, count = term, 1
    while lowest.op == "+" and lowest.args[1].op == "ite" and count <= LONGEST_WORD:
        lowest, count = lowest.args[0], count + 1
    if lowest.op != "ite" or lowest.args[0].op != "=" or lowest.args[0].args[0].op != "extract":
        return None
    word = lowest.args[0].args[0].args[0]
    if word.width != count:
        return None
    for is_signed in (True, False):
        if integer_of_word(terms, word, is_signed) is term:
            return Plan((word,), lambda a, sign=is_signed: cast(retyped(plain(a), sign), INT))
    return None


def _identity(left: Term, right: Term) -> Plan:
    """That a float is the very same as a literal; zeros have a sign that no expression sees."""
    if not right.is_const or not isinstance(right.sort, FloatSort):
        raise Inexpressible
    width = right.sort.width
    if float_is_nan(right.value, width):
        return Plan((left,), lambda a: apply(Operator.IS_NAN, plain(a)))
    value = float_from_bits(right.value, width)
    if value == 0:
        raise Inexpressible
    return Plan((left,), lambda a: apply(Operator.EQUAL, plain(a), Const(value, FloatType(width))))
