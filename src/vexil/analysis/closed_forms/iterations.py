"""One iteration of a loop as what it does to registers: cases, each with its condition and new values.

A register is followed as an expression over the values at the head. Ways that meet with the same values become one
case. What an inner loop writes, what is read from memory, chosen, or returned by a call is not known. Memory is left
aside: no expression here reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vexil.analysis.facts import Analyses
from vexil.analysis.weak_order import Order
from vexil.core.dag import tree_size
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, postorder
from vexil.ir.fold import fold
from vexil.ir.operations import Assign, Assume, Call, Operation, written_places
from vexil.ir.pointer_parts import as_offsets
from vexil.ir.program import Function
from vexil.ir.rewriting import rewrite
from vexil.ir.sharing import Sharing
from vexil.ir.types import BoolType, IntegerType, MathType
from vexil.ir.typing import negation

MOST_CASES = 12
LARGEST_VALUE = 120
"""Values that have more nodes are not followed."""
_PARTIAL = (Operator.DIVIDE, Operator.REMAINDER, Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT)
_FOLLOWED = frozenset(
    {
        Operator.NEGATE, Operator.COMPLEMENT, Operator.NOT, Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY,
        Operator.DIVIDE, Operator.REMAINDER, Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR, Operator.SHIFT_LEFT,
        Operator.SHIFT_RIGHT, Operator.EQUAL, Operator.DIFFERENT, Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER,
        Operator.GREATER_EQUAL, Operator.AND, Operator.OR, Operator.IF, Operator.CAST,
    }
)  # fmt: skip

Values = Mapping[Variable, Expr | None]
"""What registers hold, over the values at the head; nothing where it is not known, themselves where it is not said."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way round a loop: conditions that hold on it (others may, too), and what registers hold at its end."""

    conditions: tuple[Expr, ...]
    values: Values

    def value(self, variable: Variable) -> Expr | None:
        """What a register holds."""
        return self.values.get(variable, variable)


class Iterations:
    """Finds the cases of loops of one function; nodes of expressions that look the same are the same."""

    def __init__(self, facts: Analyses, function: Function, order: Order, sharing: Sharing) -> None:
        self._sharing = sharing
        self._facts = facts
        self._function = function
        self._order = order
        self._globals = {variable.name: variable for variable in facts.program.globals if not variable.addressable}

    def written(self, head: int) -> frozenset[Variable]:
        """The registers that edges of a loop may write; a call may write every global."""
        places: set[Variable] = set()
        for edge in self._function.edges:
            if head in self._order.nest[edge.source] and head in self._order.nest[edge.target]:
                places |= self._writes(edge.operation)
        return frozenset(places)

    def _writes(self, operation: Operation) -> set[Variable]:
        places = [place for place in written_places(operation) if isinstance(place, Variable) and self._holds(place)]
        if isinstance(operation, Call):
            places += [Variable(one.name, one.type, True) for one in self._globals.values()]
        return {self._sharing.variable(place) for place in places}

    def _holds(self, variable: Variable) -> bool:
        """Say whether a variable is a register."""
        if variable.is_global:
            return variable.name in self._globals
        return not self._function.variables[variable.name].addressable

    def cases(self, head: int) -> list[Case]:
        """The ways round a loop; none if there are too many."""
        order = self._order
        pending: dict[int, list[Case]] = {head: [Case((), {})]}
        back: list[Case] = []
        while pending:
            location = min(pending, key=lambda place: order.position[place])
            cases = pending.pop(location)
            if location != head and location in order.heads:
                unknown: Values = dict.fromkeys(self.written(location))
                cases = [Case(case.conditions, {**case.values, **unknown}) for case in cases]
            cases = self._merged(location, cases)
            if len(cases) > MOST_CASES:
                return []
            for number in self._function.outgoing[location]:
                edge = self._function.edges[number]
                if head not in order.nest[edge.target]:
                    continue
                following = [after for case in cases if (after := self._after(case, edge.operation)) is not None]
                if edge.target == head:
                    back += following
                elif order.position[edge.target] > order.position[location] and following:
                    pending.setdefault(edge.target, []).extend(following)
        return self._merged(head, back)

    def _merged(self, location: int, cases: list[Case]) -> list[Case]:
        """Each distinct valuation of what is live at a location once, with the conditions its ways begin with."""
        live = self._facts.liveness(self._function.name).live(location)
        kept: dict[frozenset[tuple[Variable, Expr | None]], Case] = {}
        for case in cases:
            values = {place: value for place, value in case.values.items() if place.is_global or place.name in live}
            key = frozenset(values.items())
            same = kept.get(key)
            conditions = case.conditions if same is None else _common(same.conditions, case.conditions)
            kept[key] = Case(conditions, values)
        return list(kept.values())

    def _after(self, case: Case, operation: Operation) -> Case | None:
        """The case behind an edge; nothing when it is not taken."""
        if isinstance(operation, Assume):
            condition = self._value(case, as_offsets(operation.condition))
            if condition is None or condition in case.conditions:
                return case
            if isinstance(condition, Const):
                return case if condition.value else None
            if self._sharing.shared(negation(condition)) in case.conditions:
                return None
            return Case((*case.conditions, condition), case.values)
        written = self._writes(operation)
        if not written:
            return case
        values: dict[Variable, Expr | None] = {**case.values, **dict.fromkeys(written)}
        if isinstance(operation, Assign) and isinstance(operation.place, Variable):
            values[self._sharing.variable(operation.place)] = self._value(case, operation.value)
        return Case(case.conditions, values)

    def _value(self, case: Case, expression: Expr) -> Expr | None:
        """An expression over the values at the head; nothing when it reads something that is not known."""
        expression = self._sharing.shared(expression)
        for node in postorder(expression):
            match node:
                case Variable():
                    if not self._holds(node) or case.value(node) is None:
                        return None
                case Const():
                    pass
                case Apply(operator, operands, IntegerType() | BoolType() | MathType()) if operator in _FOLLOWED:
                    if operator in _PARTIAL and not _is_total(operator, operands):
                        return None
                case _:
                    return None
        value = self._sharing.shared(fold(rewrite(expression, lambda node: _held(case, node))))
        return value if tree_size(value) <= LARGEST_VALUE else None


def _held(case: Case, node: Expr) -> Expr:
    value = case.value(node) if isinstance(node, Variable) else node
    assert value is not None
    return value


def _is_total(operator: Operator, operands: tuple[Expr, ...]) -> bool:
    """Say whether a division or shift by a constant is defined for every left operand."""
    left, right = operands
    if not isinstance(right, Const) or not isinstance(left.type, IntegerType):
        return False
    if operator in (Operator.DIVIDE, Operator.REMAINDER):
        return right.value > 0
    return 0 <= right.value < left.type.width


def _common(one: tuple[Expr, ...], other: tuple[Expr, ...]) -> tuple[Expr, ...]:
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return one[:shared]
