"""Integers of more than 64 bits: two words on the way to a comparison, as checks of overflow need them.

Mathematical integers are computed in 64 bits where their ranges show that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vexil.analysis.interval_expressions import applied
from vexil.analysis.interval_values import Interval, range_of
from vexil.ir.expressions import Apply, Const, Element, Expr, Field, Operator, Variable, preorder
from vexil.ir.types import BoolType, IntegerType, MathType
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.expressions import COMPARISONS, both, cast, either, equal, negated, number
from vexil.transform.flattening.encoding import Encoding, Evaluation, Scope
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.values import WIDE

UNSIGNED = IntegerType(64, False)
HALF = (1 << 32) - 1

Narrow = Callable[[Expr], flat.Expr]
"""Translates what has at most 64 bits."""


@dataclass(frozen=True, slots=True)
class Words:
    """A number of up to 128 bits: its upper word with the sign, and its lower one."""

    high: flat.Expr
    low: flat.Expr


def is_wide(node: Expr) -> bool:
    """Say whether an operator makes something narrow of wide operands."""
    return isinstance(node, Apply) and any(_wide_type(operand) for operand in node.operands)


def _wide_type(node: Expr) -> bool:
    return isinstance(node.type, IntegerType) and node.type.width > 64


def narrowed(evaluation: Evaluation, node: Apply, narrow: Narrow) -> flat.Expr:
    """A comparison of wide numbers, or the lower part of one."""
    if node.operator is Operator.CAST:
        return _cast(evaluation, node, narrow)
    if node.operator not in COMPARISONS:
        raise _refused(evaluation, node)
    left, right = (_words(evaluation, operand, narrow) for operand in node.operands)
    kind = node.operands[0].type
    same = both(equal(left.high, right.high), equal(left.low, right.low))
    upper = WIDE if isinstance(kind, IntegerType) and kind.signed else UNSIGNED
    less = either(
        flat.apply(Operator.LESS, cast(left.high, upper), cast(right.high, upper)),
        both(equal(left.high, right.high), flat.apply(Operator.LESS, left.low, right.low)),
    )
    match node.operator:
        case Operator.EQUAL:
            return same
        case Operator.DIFFERENT:
            return negated(same)
        case Operator.LESS:
            return less
        case Operator.LESS_EQUAL:
            return either(less, same)
        case Operator.GREATER:
            return negated(either(less, same))
        case _:
            return negated(less)


def _refused(evaluation: Evaluation, node: Expr) -> NotFlat:
    width = node.type.width if isinstance(node.type, IntegerType) else 128
    what = f"an integer of {width} bits" if width > 64 else "an operator on more than 64 bits"
    return NotFlat(what, "values have at most 64 bits", where=evaluation.scope.edge_id)


def _cast(evaluation: Evaluation, node: Apply, narrow: Narrow) -> flat.Expr:
    words = _words(evaluation, node.operands[0], narrow)
    if isinstance(node.type, BoolType):
        zero = both(equal(words.high, number(0, WIDE)), equal(words.low, number(0, UNSIGNED)))
        return negated(zero)
    return cast(words.low, evaluation.encoding.values.of(node.type, where=evaluation.scope.edge_id))


def _words(evaluation: Evaluation, node: Expr, narrow: Narrow) -> Words:
    kind = node.type
    if not isinstance(kind, IntegerType) or kind.width > 128:
        raise _refused(evaluation, node)
    match node:
        case Const(value, _):
            bits = int(value) & ((1 << 128) - 1)
            high = bits >> 64
            return Words(number(high - (1 << 64) if high >> 63 else high, WIDE), number(bits & UNSIGNED.high, UNSIGNED))
        case Apply(Operator.CAST, (operand,), _):
            words = _words(evaluation, operand, narrow) if _wide_type(operand) else _extended(narrow(operand))
        case Apply(Operator.ADD, (left, right), _):
            words = _sum(evaluation, _words(evaluation, left, narrow), _words(evaluation, right, narrow))
        case Apply(Operator.SUBTRACT, (left, right), _):
            words = _difference(_words(evaluation, left, narrow), _words(evaluation, right, narrow))
        case Apply(Operator.NEGATE, (operand,), _):
            words = _difference(Words(number(0, WIDE), number(0, UNSIGNED)), _words(evaluation, operand, narrow))
        case Apply(Operator.MULTIPLY, (left, right), _):
            words = _product(evaluation, _words(evaluation, left, narrow), _words(evaluation, right, narrow))
        case _:
            raise _refused(evaluation, node)
    return _wrapped(evaluation, words, kind)


def _extended(value: flat.Expr) -> Words:
    low = cast(value, UNSIGNED)
    if not value.type.signed:
        return Words(number(0, WIDE), low)
    return Words(flat.apply(Operator.SHIFT_RIGHT, cast(value, WIDE), number(63, WIDE)), low)


def _wrapped(evaluation: Evaluation, words: Words, kind: IntegerType) -> Words:
    """A number reduced to its type, whose sign is in the upper word."""
    spare = number(128 - kind.width, WIDE)
    high = cast(words.high, WIDE)
    if kind.width < 128:
        lifted = flat.apply(Operator.SHIFT_LEFT, high, spare)
        if kind.signed:
            high = flat.apply(Operator.SHIFT_RIGHT, lifted, spare)
        else:
            high = flat.apply(Operator.BIT_AND, high, number((1 << (kind.width - 64)) - 1, WIDE))
    return Words(evaluation.kept("h", high), evaluation.kept("l", words.low))


def _sum(evaluation: Evaluation, left: Words, right: Words) -> Words:
    low = evaluation.kept("l", flat.apply(Operator.ADD, left.low, right.low))
    carry = cast(flat.apply(Operator.LESS, low, left.low), WIDE)
    return Words(flat.apply(Operator.ADD, flat.apply(Operator.ADD, left.high, right.high), carry), low)


def _difference(left: Words, right: Words) -> Words:
    borrow = cast(flat.apply(Operator.LESS, left.low, right.low), WIDE)
    high = flat.apply(Operator.SUBTRACT, flat.apply(Operator.SUBTRACT, left.high, right.high), borrow)
    return Words(high, flat.apply(Operator.SUBTRACT, left.low, right.low))


def _product(evaluation: Evaluation, left: Words, right: Words) -> Words:
    """The lower 128 bits of a product, from halves of words (Knuth 1997, algorithm M)."""

    def times(one: flat.Expr, other: flat.Expr) -> flat.Expr:
        return evaluation.kept("m", flat.apply(Operator.MULTIPLY, one, other))

    def plus(*parts: flat.Expr) -> flat.Expr:
        total = parts[0]
        for part in parts[1:]:
            total = flat.apply(Operator.ADD, total, part)
        return evaluation.kept("m", total)

    def upper(word: flat.Expr) -> flat.Expr:
        return flat.apply(Operator.SHIFT_RIGHT, word, number(32, UNSIGNED))

    def lower(word: flat.Expr) -> flat.Expr:
        return flat.apply(Operator.BIT_AND, word, number(HALF, UNSIGNED))

    one, other = left.low, right.low
    first = times(lower(one), lower(other))
    second = plus(times(upper(one), lower(other)), upper(first))
    third = plus(times(lower(one), upper(other)), lower(second))
    overflow = plus(times(upper(one), upper(other)), upper(second), upper(third))
    crossed = plus(overflow, times(cast(left.high, UNSIGNED), other), times(one, cast(right.high, UNSIGNED)))
    return Words(cast(crossed, WIDE), flat.apply(Operator.MULTIPLY, one, other))


class RangeOf:
    """Bounds the mathematical integers of one edge."""

    def __init__(self, encoding: Encoding, scope: Scope) -> None:
        self._encoding = encoding
        self._scope = scope

    def check(self, node: Expr) -> None:
        """Refuse an expression that may need more than 64 bits."""
        interval = self.of(node)
        if interval.low is None or interval.high is None or interval.low < WIDE.low or interval.high > WIDE.high:
            parts = (part for part in preorder(node) if isinstance(part, Variable) and isinstance(part.type, MathType))
            names = sorted({part.name for part in parts})
            raise NotFlat(
                f"a mathematical integer computed from {', '.join(names)}",
                "it may have more than 64 bits",
                where=self._scope.edge_id,
                option=f"--bound {names[0] if names else 'NAME'}=LOW..HIGH",
            )

    def of(self, node: Expr) -> Interval:
        """The values an integer expression may have."""
        match node:
            case Const(value, _):
                return Interval(int(value), int(value))
            case _ if isinstance(node.type, IntegerType | BoolType):
                return range_of(node.type)
            case Variable(name, _, is_global):
                program, function = self._encoding.program, None if is_global else self._scope.function
                declaration = program.global_variables[name] if function is None else function.variables[name]
                low, high = self._encoding.values.range(declaration, function)
                return Interval(min(low, 0), max(high, 0))
            case Field(_, class_name, name, _):
                held = self._encoding.storage.fields.get((class_name, name))
                return Interval(0, 0) if held is None else Interval(held.variable.type.low, held.variable.type.high)
            case Element():
                held = self._encoding.storage.elements.get("int")
                return Interval(0, 0) if held is None else Interval(held.variable.type.low, held.variable.type.high)
            case Apply(operator, operands, kind):
                return applied(operator, operands, kind, [self.of(operand) for operand in operands]) or Interval(0, 0)
            case _:
                return Interval(None, None)
