"""Expressions of guarded systems that are equal exactly when they are the same object, and simpler where they can be.

An analysis compares indices and conditions again and again. Here every expression is made once; what is known of the
state at the beginning of a step replaces what is read, and constants are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property

from vexil.core.dag import bottom_up, postorder
from vexil.ir.arithmetic import UndefinedValue
from vexil.ir.expressions import Operator
from vexil.model.guarded import expressions as flat
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import BIT, COMPARISONS, TRUE, WORD, Apply, Const, Expr, Local, Read, is_const
from vexil.model.guarded.system import Command, GuardedSystem

Key = tuple[object, ...]
_NOTHING = Command(TRUE, ())


class Terms:
    """Makes expressions once, and computes with constants."""

    def __init__(self) -> None:
        self._made: dict[Key, Expr] = {}
        self._seen: dict[Hashable, tuple[Expr, Expr]] = {}
        self._count = 0
        self._reads: dict[Expr, frozenset[Read]] = {}
        self._comparisons: dict[Expr, frozenset[Expr]] = {}
        self.true, self.false = self.same(TRUE), self.same(flat.FALSE)

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(GuardedSystem("", (), (), _NOTHING))

    # --- making ------------------------------------------------------------------------------------------

    def _once(self, key: Key, term: Expr) -> Expr:
        return self._made.setdefault(key, term)

    def const(self, value: int, like: Expr) -> Expr:
        """A number of the type of an expression."""
        return self._once(("const", value, like.type), Const(value, like.type))

    def unknown(self, like: Expr) -> Expr:
        """A value of which nothing is known, equal to no other."""
        self._count += 1
        name = f"?{self._count}"
        return self._once(("local", name, like.type), Local(name, like.type))

    def rebuilt(self, expression: Expr, operands: tuple[Expr, ...]) -> Expr:
        """The expression with other operands, which were made here."""
        match expression:
            case Const(value, kind):
                return self._once(("const", value, kind), expression)
            case Local(name, kind):
                return self._once(("local", name, kind), expression)
            case flat.Self():
                return self._once(("self",), expression)
            case Read(variable, _):
                if variable.constant and isinstance(operands[0], Const):
                    place = operands[0].value
                    if 0 <= place < variable.length:
                        value = variable.initial[place] if place < len(variable.initial) else 0
                        return self.const(value, expression)
                return self._once(("read", variable, *operands), Read(variable, operands))
            case Apply(operator, _, _):
                return self._applied(operator, operands, expression)

    def _applied(self, operator: Operator, operands: tuple[Expr, ...], like: Apply) -> Expr:
        first = operands[0]
        match operator:
            case Operator.AND | Operator.OR:
                neutral = int(operator is Operator.AND)
                other = operands[1]
                for one, rest in ((first, other), (other, first)):
                    if is_const(one, 1 - neutral):
                        return one
                    if is_const(one, neutral):
                        return rest
            case Operator.IF if isinstance(first, Const):
                return operands[1] if first.value else operands[2]
            case Operator.IF if operands[1] is operands[2]:
                return operands[1]
            case Operator.NOT if isinstance(first, Apply) and first.operator is Operator.NOT:
                return first.operands[0]
            case Operator.EQUAL | Operator.DIFFERENT if first is operands[1]:
                return self.true if operator is Operator.EQUAL else self.false
            case _:
                pass
        is_choice = isinstance(first, Apply) and first.operator is Operator.IF and isinstance(first.operands[1], Const)
        if is_choice and operator in COMPARISONS and isinstance(operands[1], Const):
            assert isinstance(first, Apply)
            return self._chosen(operator, first, operands[1])
        term = Apply(operator, operands, like.type)
        if all(isinstance(operand, Const) for operand in operands):
            try:
                return self.const(self._evaluator.evaluate(term, (), {}), term)
            except UndefinedValue:
                pass  # it is partial, and is not computed where it has no value
        return self._once(("apply", operator, like.type, *operands), term)

    def _chosen(self, operator: Operator, value: Apply, limit: Expr) -> Expr:
        """The comparison of one value or another with a number, as conditions on the two."""
        test, then, otherwise = value.operands
        left = self._applied(operator, (then, limit), Apply(operator, (then, limit), BIT))
        right = self._applied(operator, (otherwise, limit), Apply(operator, (otherwise, limit), BIT))
        if is_const(left, 0):
            other = self._applied(Operator.NOT, (test,), Apply(Operator.NOT, (test,), BIT))
            return self._applied(Operator.AND, (other, right), Apply(Operator.AND, (other, right), BIT))
        return self._applied(Operator.OR, (test, right), Apply(Operator.OR, (test, right), BIT))

    def same(self, expression: Expr) -> Expr:
        """The expression, made once."""
        return self.folded(expression)

    def folded(self, expression: Expr, known: Mapping[Expr, Expr] | None = None) -> Expr:
        """The expression with what is known in the place of parts of it, from the inside."""
        if not known:
            return bottom_up(expression, self._kept, done=self._seen)

        def replaced(item: Expr, operands: tuple[Expr, ...]) -> Expr:
            rebuilt = self.rebuilt(item, operands)
            return known.get(rebuilt, rebuilt)

        return bottom_up(expression, replaced)

    def _kept(self, item: Expr, operands: tuple[Expr, ...]) -> Expr:
        rebuilt = self.rebuilt(item, operands)
        self._seen[id(rebuilt)] = (rebuilt, rebuilt)
        return rebuilt

    # --- taking apart ------------------------------------------------------------------------------------

    def reads(self, expression: Expr) -> frozenset[Read]:
        """Everything that an expression made here reads."""
        cached = self._reads.get(expression)
        if cached is None:
            cached = frozenset(part for part in parts(expression) if isinstance(part, Read))
            self._reads[expression] = cached
        return cached

    def comparisons(self, expression: Expr) -> frozenset[Expr]:
        """All comparisons inside an expression made here."""
        cached = self._comparisons.get(expression)
        if cached is None:
            inner = (part for part in parts(expression) if isinstance(part, Apply))
            cached = frozenset(part for part in inner if part.operator in COMPARISONS)
            self._comparisons[expression] = cached
        return cached

    def split(self, index: Expr) -> tuple[Expr, int]:
        """An index as something and a number that is added to it."""
        total = 0
        while isinstance(index, Apply) and index.type.width >= WORD.width:
            if index.operator in (Operator.ADD, Operator.SUBTRACT) and isinstance(index.operands[1], Const):
                sign = 1 if index.operator is Operator.ADD else -1
                total += sign * index.operands[1].value
                index = index.operands[0]
            elif index.operator is Operator.ADD and isinstance(index.operands[0], Const):
                total += index.operands[0].value
                index = index.operands[1]
            elif index.operator is Operator.CAST and index.type.width > index.operands[0].type.width:
                index = index.operands[0]
            else:
                break
        if isinstance(index, Const):
            return self.same(Const(0, WORD)), total + index.value
        return index, total

    def equals(self, left: Expr, right: Expr, *, is_equal: bool = True) -> Iterator[Expr]:
        """Ways to write that two values are equal, or different."""
        operator = Operator.EQUAL if is_equal else Operator.DIFFERENT
        for operands in ((left, right), (right, left)):
            term = Apply(operator, operands, BIT)
            yield self._once(("apply", operator, BIT, *operands), term)


parts: Callable[[Expr], Iterator[Expr]] = postorder
"""An expression and everything inside it, each object once."""


def is_open(expression: Expr) -> bool:
    """Say whether an expression has values that the state alone does not give."""
    return any(isinstance(part, Local) for part in parts(expression))
