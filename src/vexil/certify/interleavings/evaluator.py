"""Expressions of one of several threads."""

from __future__ import annotations

from collections.abc import Callable

from vexil.certify.interleavings.moments import ENDED, LockKey, Moment
from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Term, Truth
from vexil.certify.invariant.values import Value, cases_of
from vexil.ir.expressions import Expr, Operator
from vexil.ir.types import PointerType, Type


class ThreadEvaluator(Evaluator):
    """Evaluates expressions of one of the threads of a moment."""

    moment: Moment
    note_life: Callable[[int], None]
    number = 0

    def _apply_pointer(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], kind: Type, where: Where
    ) -> Value:
        match operator:
            case Operator.CURRENT_THREAD:
                return self.number
            case Operator.HOLDS_LOCK | Operator.LOCKED:
                result: Truth = False
                for condition, key in self.locks(values[0], operands[0].type):
                    holder = self.moment.locks.get(key)
                    if holder is not None and (operator is Operator.LOCKED or holder[0] == self.number):
                        result = self.terms.either(result, condition)
                return result
            case Operator.ACCESSIBLE | Operator.HEAP_BASE | Operator.OBJECT_SIZE:
                self._note_lives(values[0])
                return super()._apply_pointer(operator, operands, values, kind, where)
            case Operator.ALIVE:
                if isinstance(values[0], Term):
                    raise Unsupported("whether a thread is alive that is not known")
                asked = self.moment.threads.get(values[0])
                return asked is not None and asked.status != ENDED
            case Operator.INTERRUPTED:
                raise Unsupported(f"operator {operator.value}")
            case _:
                return super()._apply_pointer(operator, operands, values, kind, where)

    def _apply(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], kind: Type, where: Where
    ) -> Value:
        if operator is Operator.LEAKED:
            raise Unsupported("memory that is lost where there are threads")
        return super()._apply(operator, operands, values, kind, where)

    def _compare_pointers(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], where: Where
    ) -> Value:
        for value in values:
            self._note_lives(value)
        return super()._compare_pointers(operator, operands, values, where)

    def _note_lives(self, pointer: Value) -> None:
        """Somebody asks whether objects are alive."""
        for _, number, _ in cases_of(pointer):
            self.note_life(number)

    def locks(self, value: Value, kind: Type) -> list[tuple[Truth, LockKey]]:
        """The locks that a value may mean."""
        if not isinstance(kind, PointerType):
            if isinstance(value, Term) or not isinstance(value, int):
                raise Unsupported("a lock that is not known")
            return [(True, (-1, value))]
        found = []
        for condition, number, offset in cases_of(value):
            if isinstance(offset, Term):
                raise Unsupported("a lock at an open offset")
            found.append((condition, (number, offset)))
        return found
