"""What a condition that holds, or does not, says about registers."""

from __future__ import annotations

from vexil.analysis.interval_environments import join_all
from vexil.analysis.interval_expressions import Environment, Evaluator, constant
from vexil.analysis.interval_values import FALSE, TRUE, Interval, add, compare, is_tracked, meet, negate, range_of
from vexil.ir.arithmetic import COMPARISONS
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.types import BoolType, IntegerType, MathType

_OPPOSITE = {
    Operator.EQUAL: Operator.DIFFERENT,
    Operator.DIFFERENT: Operator.EQUAL,
    Operator.LESS: Operator.GREATER_EQUAL,
    Operator.LESS_EQUAL: Operator.GREATER,
    Operator.GREATER: Operator.LESS_EQUAL,
    Operator.GREATER_EQUAL: Operator.LESS,
}
_MIRRORED = {
    Operator.EQUAL: Operator.EQUAL,
    Operator.DIFFERENT: Operator.DIFFERENT,
    Operator.LESS: Operator.GREATER,
    Operator.LESS_EQUAL: Operator.GREATER_EQUAL,
    Operator.GREATER: Operator.LESS,
    Operator.GREATER_EQUAL: Operator.LESS_EQUAL,
}
MOST_ALTERNATIVES = 8
"""Conditions with more disjunctions inside each other refine nothing."""


class Refiner:
    """Refines environments by conditions."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    def assume(
        self, condition: Expr, truth: bool, environment: Environment, alternatives: int = MOST_ALTERNATIVES
    ) -> Environment | None:
        """The environment when a condition has a truth value; ``None`` when it never has."""
        pending: list[tuple[Expr, bool]] = [(condition, truth)]
        current: Environment | None = environment
        while pending and current is not None:
            node, wanted = pending.pop()
            value = self._evaluator.value(node, current)
            if value is None or not value.contains(int(wanted)):
                return None
            if not isinstance(node, Apply):
                current = self.constrain(node, TRUE if wanted else FALSE, current)
                continue
            operands = node.operands
            if node.operator is Operator.NOT:
                pending.append((operands[0], not wanted))
            elif node.operator in (Operator.AND, Operator.OR):
                if (node.operator is Operator.AND) == wanted:
                    pending.extend((operand, wanted) for operand in reversed(operands))
                elif alternatives:
                    branches = [self.assume(operand, wanted, current, alternatives - 1) for operand in operands]
                    current = join_all(branches)
            elif node.operator in COMPARISONS:
                inner = _truth_test(node, wanted)
                if inner is not None:
                    pending.append(inner)
                else:
                    current = self._compare(node.operator if wanted else _OPPOSITE[node.operator], operands, current)
            elif node.operator is Operator.CAST and isinstance(operands[0].type, IntegerType | MathType):
                operator = Operator.DIFFERENT if wanted else Operator.EQUAL
                current = self._compare(operator, (operands[0], Const(0, operands[0].type)), current)
        return current

    def select(
        self, selector: Expr, values: tuple[int, ...], otherwise: bool, environment: Environment
    ) -> Environment | None:
        """The environment when a selector is one, or none, of several values."""
        interval = self._evaluator.value(selector, environment)
        if interval is None:
            return None
        if otherwise:
            low, high = interval
            excluded = set(values)
            while low is not None and low in excluded and (high is None or low <= high):
                low += 1
            while high is not None and high in excluded and (low is None or low <= high):
                high -= 1
            if low is not None and high is not None and low > high:
                return None
            return self.constrain(selector, Interval(low, high), environment)
        possible = [value for value in values if interval.contains(value)]
        if not possible:
            return None
        return self.constrain(selector, Interval(min(possible), max(possible)), environment)

    def _compare(self, operator: Operator, operands: tuple[Expr, ...], environment: Environment) -> Environment | None:
        if not is_tracked(operands[0].type):
            return environment
        current: Environment | None = environment
        for relation, left, right in (
            (operator, operands[0], operands[1]),
            (_MIRRORED[operator], operands[1], operands[0]),
        ):
            if current is None:
                return None
            ours, theirs = self._evaluator.value(left, current), self._evaluator.value(right, current)
            if ours is None or theirs is None:
                return None
            allowed = _allowed(relation, ours, theirs)
            if allowed is None:
                return None
            current = self.constrain(left, allowed, current)
        return current

    def constrain(self, expression: Expr, allowed: Interval, environment: Environment) -> Environment | None:
        """The environment when the value of an expression lies in an interval."""
        while True:
            match expression:
                case Variable(name, kind, False) if is_tracked(kind):
                    old = environment.get(name) or range_of(kind)
                    new = meet(old, allowed)
                    if new is None or new == old:
                        return None if new is None else environment
                    return {**environment, name: new}
                case Apply(Operator.CAST, (inner,), kind) if _keeps_values(inner, kind):
                    expression = inner
                case Apply((Operator.ADD | Operator.SUBTRACT) as operator, (left, Const() as right), kind):
                    moved = self._moved(operator, left, constant(right), kind, allowed, environment)
                    if moved is None:
                        return environment
                    expression, allowed = left, moved
                case _:
                    return environment

    def _moved(
        self, operator: Operator, left: Expr, right: Interval, kind: object, allowed: Interval, environment: Environment
    ) -> Interval | None:
        """What a sum in an interval says about its first operand, unless the sum may wrap around."""
        distance = right if operator is Operator.ADD else negate(right)
        value = self._evaluator.value(left, environment)
        if value is None:
            return None
        exact = add(value, distance)
        if isinstance(kind, IntegerType) and (
            exact.low is None or exact.high is None or exact.low < kind.low or exact.high > kind.high
        ):
            return None
        return add(allowed, negate(distance)) if isinstance(kind, IntegerType | MathType) else None


def _keeps_values(inner: Expr, target: object) -> bool:
    source = inner.type
    if isinstance(source, MathType):
        return isinstance(target, MathType)
    if not isinstance(source, IntegerType):
        return False
    if isinstance(target, MathType):
        return True
    return isinstance(target, IntegerType) and target.low <= source.low and source.high <= target.high


def _truth_test(node: Apply, wanted: bool) -> tuple[Expr, bool] | None:
    """The condition that is compared as a number with 0, and its truth value."""
    if node.operator not in (Operator.EQUAL, Operator.DIFFERENT):
        return None
    for left, right in (node.operands, reversed(node.operands)):
        if not (isinstance(right, Const) and right.value == 0):
            continue
        if isinstance(left, Apply) and left.operator is Operator.CAST and isinstance(left.operands[0].type, BoolType):
            return left.operands[0], (node.operator is Operator.DIFFERENT) == wanted
    return None


def _allowed(operator: Operator, left: Interval, right: Interval) -> Interval | None:
    """The part of the left operand's values for which a comparison with some value of the right one holds."""
    if compare(operator.value, left, right) == FALSE:
        return None
    match operator:
        case Operator.EQUAL:
            return meet(left, right)
        case Operator.LESS:
            return meet(left, Interval(None, None if right.high is None else right.high - 1))
        case Operator.LESS_EQUAL:
            return meet(left, Interval(None, right.high))
        case Operator.GREATER:
            return meet(left, Interval(None if right.low is None else right.low + 1, None))
        case Operator.GREATER_EQUAL:
            return meet(left, Interval(right.low, None))
        case _:
            excluded = right.constant
            if excluded is None:
                return left
            low = left.low + 1 if left.low is not None and left.low == excluded else left.low
            high = left.high - 1 if left.high is not None and left.high == excluded else left.high
            return meet(left, Interval(low, high))
