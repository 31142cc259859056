"""Expressions over mathematical integers.

An expression of an integer type has two readings: a *number*, which is the mathematical integer, and *words* of any
type, which are the number brought into the range of that type. A number of a type without sign is always in its range.
Sums, differences and products of words are words of sums, differences and products, so that a word needs conversions
at variables only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import AddressOf, Apply, CodeAddress, Const, Expr, Operator, Place, Variable, with_operands
from vexil.ir.rewriting import Rewriter
from vexil.ir.types import BOOL, INT, BoolType, IntegerType, MathType, Type
from vexil.ir.typing import EQUALITIES, ORDERINGS, cast
from vexil.transform.mathematical.numbers import (
    combined,
    complemented,
    includes,
    known_amount,
    mask_bits,
    masked,
    number,
    reduced,
    shifted_right,
    unreduced,
    wrapped,
)
from vexil.transform.mathematical.registers import RING, Form, Forms, Registers


class _Sum(Enum):
    """What an expression without sign can be wanted as: a number that still has to be brought into its range."""

    UNREDUCED = "unreduced"


Target = IntegerType | MathType | _Sum | None
"""What an expression is wanted as: a word of a type, a number, or whatever it is when it is no integer."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which parts are needed, and what is made of them."""

    needs: tuple[tuple[Expr, Target], ...]
    make: Callable[..., Expr]


class NumberRewriter(Rewriter):
    """Rewrites the expressions of one function, or of initial values; shared parts stay shared."""

    def __init__(self, registers: Registers, function: str) -> None:
        super().__init__()
        self._registers = registers
        self._function = function
        self._forms = Forms(registers, function)
        self._made: dict[tuple[Expr, Target], Expr] = {}

    def value(self, expression: Expr) -> Expr:
        """An expression of any type, with words for integers."""
        kind = expression.type
        return self._rewritten(expression, kind if isinstance(kind, IntegerType) else None)

    def stored(self, expression: Expr, kind: Type) -> Expr:
        """An expression as it is stored where a type is declared: a number, a word, or something else."""
        if isinstance(expression.type, IntegerType) and isinstance(kind, IntegerType | MathType):
            return self._rewritten(expression, kind)
        return self.value(expression)

    def selector(self, expression: Expr) -> Expr:
        """An integer in the form that takes no conversion."""
        if not isinstance(expression.type, IntegerType):
            return self.value(expression)
        return self._rewritten(expression, INT if self._forms.of(expression) is Form.NUMBER else expression.type)

    def place(self, place: Place) -> Place:
        """A place, with the type that is declared for it now."""
        return self.variable(place) if isinstance(place, Variable) else super().place(place)

    def variable(self, variable: Variable) -> Variable:
        """A variable with the type that is declared for it now."""
        if not self._registers.holds_number(variable, self._function):
            return variable
        return Variable(variable.name, INT, variable.is_global)

    def _rewritten(self, expression: Expr, target: Target) -> Expr:
        stack: list[tuple[Expr, Target]] = [(expression, target)]
        plans: dict[tuple[Expr, Target], _Plan] = {}
        while stack:
            key = stack[-1]
            if key in self._made:
                stack.pop()
                continue
            plan = plans.get(key)
            if plan is None:
                plans[key] = plan = self._plan(*key)
            missing = [need for need in plan.needs if need not in self._made]
            if missing:
                stack.extend(reversed(missing))
                continue
            stack.pop()
            self._made[key] = plan.make(*(self._made[need] for need in plan.needs))
        return self._made[expression, target]

    def _plan(self, expression: Expr, target: Target) -> _Plan:
        kind = expression.type
        if not isinstance(kind, IntegerType):
            return self._other(expression)
        form = self._forms.of(expression)
        match target:
            case MathType():
                if form is Form.WORD:
                    return _Plan(((expression, kind),), lambda word: cast(word, INT))
                return self._number(expression, kind)
            case IntegerType():
                return self._word(expression, kind, target, form)
            case _Sum.UNREDUCED:
                return self._unreduced(expression, kind)
            case None:
                raise TypeError(f"an integer is wanted as a number or a word: {kind}")

    # --- numbers -------------------------------------------------------------------------------------------

    def _number(self, expression: Expr, kind: IntegerType) -> _Plan:
        """The number of an expression that is one without any word."""
        match expression:
            case Const(value, _):
                return _Plan((), lambda: number(int(value)))
            case Variable():
                return _Plan((), lambda: self.variable(expression))
            case Apply(Operator.CAST, (operand,), _) if isinstance(operand.type, BoolType):
                return _Plan(((operand, None),), lambda truth: cast(truth, INT))
            case Apply(Operator.CAST, (operand,), _):
                assert isinstance(operand.type, IntegerType)
                if includes(kind, operand.type):
                    return _Plan(((operand, INT),), lambda value: value)
                natural = not operand.type.signed
                return _Plan(((operand, INT),), lambda value: wrapped(value, kind, natural=natural))
            case Apply(Operator.IF, (condition, first, second), _):
                return _Plan(((condition, None), (first, INT), (second, INT)), _selection)
            case Apply(Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT | Operator.BIT_AND | Operator.COMPLEMENT):
                return self._bit_operation(expression, kind)
            case Apply(operator, operands, _):
                if operator in RING and not kind.signed:
                    return _Plan(((expression, _Sum.UNREDUCED),), lambda value: reduced(value, kind))
                needs = tuple((operand, INT) for operand in operands)
                return _Plan(needs, lambda *values: combined(operator, *values))
            case _:
                raise TypeError(f"this is no number: {type(expression).__name__}")

    def _unreduced(self, expression: Expr, kind: IntegerType) -> _Plan:
        """Arithmetic without sign; sums and products of sums and products are reduced once."""
        match expression:
            case Apply(operator, operands, _) if operator in RING and self._forms.of(expression) is Form.NUMBER:
                wanted = _Sum.UNREDUCED if operator in (Operator.ADD, Operator.MULTIPLY) else INT
                needs = tuple((operand, wanted) for operand in operands)
                return _Plan(needs, lambda *values: unreduced(operator, kind, *values))
            case _:
                return _Plan(((expression, INT),), lambda value: value)

    def _bit_operation(self, expression: Apply, kind: IntegerType) -> _Plan:
        """A bit operation that is arithmetic: a shift by a known amount, bits next to each other, a complement."""
        first = expression.operands[0]
        match expression.operator:
            case Operator.COMPLEMENT:
                return _Plan(((first, INT),), lambda value: complemented(value, kind))
            case Operator.BIT_AND:
                other, bits = _masked_part(expression)
                return _Plan(((other, INT),), lambda value: masked(value, bits, natural=not kind.signed))
            case operator:
                amount = known_amount(expression)
                assert amount is not None
                if operator is Operator.SHIFT_RIGHT:
                    return _Plan(((first, INT),), lambda value: shifted_right(value, amount, kind))
                factor = number(1 << amount)

                def shifted(value: Expr) -> Expr:
                    product = combined(Operator.MULTIPLY, value, factor)
                    return product if kind.signed else reduced(product, kind)

                return _Plan(((first, INT),), shifted)

    # --- words ---------------------------------------------------------------------------------------------

    def _word(self, expression: Expr, kind: IntegerType, target: IntegerType, form: Form) -> _Plan:
        match expression:
            case Const(value, _):
                return _Plan((), lambda: Const(wrap(int(value), target.width, target.signed), target))
            case Apply(Operator.CAST, (operand,), _) if isinstance(operand.type, BoolType):
                return _Plan(((operand, None),), lambda truth: cast(truth, target))
            case Apply(Operator.IF, (condition, first, second), _):
                return _Plan(((condition, None), (first, target), (second, target)), _selection)
            case Apply(operator, operands, _) if operator in RING and (kind.signed or target.width <= kind.width):
                needs = tuple((operand, target) for operand in operands)
                return _Plan(needs, lambda *words: Apply(operator, words, target))
            case Apply(Operator.CAST, (operand,), _) if isinstance(operand.type, IntegerType):
                if includes(kind, operand.type) or target.width <= kind.width:
                    return _Plan(((operand, target),), lambda word: word)
                return _Plan(((expression, kind),), lambda word: cast(word, target))
            case Apply(Operator.BIT_AND, operands, _) if form is Form.NUMBER:
                return self._masked_word(expression, target)
        if form is not Form.WORD:
            return _Plan(((expression, INT),), lambda value: cast(value, target))
        if target != kind:
            return _Plan(((expression, kind),), lambda word: cast(word, target))
        return self._other(expression)

    def _masked_word(self, expression: Apply, target: IntegerType) -> _Plan:
        """Some low bits of a number as a word, by way of a word of just those bits."""
        other, (low, high) = _masked_part(expression)
        if low or high >= target.width:
            return _Plan(((expression, INT),), lambda value: cast(value, target))
        return _Plan(((other, IntegerType(high, False)),), lambda word: cast(word, target))

    # --- everything else -----------------------------------------------------------------------------------

    def _other(self, expression: Expr) -> _Plan:
        """An expression that is no integer, or a word, with its parts rewritten."""
        match expression:
            case Const() | Variable() | AddressOf() | CodeAddress():
                return _Plan((), lambda: expression)
            case Apply(operator, (left, _), _) if operator in EQUALITIES | ORDERINGS and _is_word(left):
                return self._comparison(expression)
            case Apply(Operator.CAST, (operand,), BoolType()) if _is_word(operand):
                is_number = self._forms.of(operand) is Form.NUMBER
                return _Plan(((operand, INT if is_number else _own(operand)),), lambda value: cast(value, BOOL))
            case _:
                needs = tuple((operand, _own(operand)) for operand in expression.operands)
                return _Plan(needs, lambda *operands: with_operands(expression, operands))

    def _comparison(self, expression: Apply) -> _Plan:
        is_number = any(self._forms.of(operand) is Form.NUMBER for operand in expression.operands)
        needs = tuple((operand, INT if is_number else _own(operand)) for operand in expression.operands)
        return _Plan(needs, lambda *operands: Apply(expression.operator, operands, BOOL))


def _masked_part(expression: Apply) -> tuple[Expr, tuple[int, int]]:
    """What is masked by a literal, and which bits it has."""
    for mask, other in (expression.operands[::-1], expression.operands):
        bits = mask_bits(mask)
        if bits is not None:
            return other, bits
    raise TypeError("nothing is masked by a literal here")


def _is_word(expression: Expr) -> bool:
    return isinstance(expression.type, IntegerType)


def _own(expression: Expr) -> Target:
    return expression.type if isinstance(expression.type, IntegerType) else None


def _selection(condition: Expr, first: Expr, second: Expr) -> Expr:
    return Apply(Operator.IF, (condition, first, second), first.type)
