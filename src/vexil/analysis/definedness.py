"""Which operations are always inside their domain (*must*): no run ends undefined there.

A front end for a language with classes guards every partial operation by a branch, so that nothing there is undefined.
Elsewhere a read or write of a named variable, or at offsets inside of one, is defined, and so are operators whose
operands are in their domain by the intervals. Memory that was never written counts as readable: it holds any value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.analysis.interval_values import Interval
from vexil.core.dag import preorder
from vexil.ir.expressions import (
    AddressOf,
    Apply,
    Bits,
    CodeAddress,
    Const,
    Deref,
    Element,
    Expr,
    Field,
    Operator,
    Variable,
)
from vexil.ir.operation_parts import (
    Domain,
    GuardedDomain,
    NewArray,
    NewMemory,
    PointerCallee,
    RangeDomain,
    RelationDomain,
    StaticCallee,
    TypeDomain,
)
from vexil.ir.operations import (
    Allocate,
    Call,
    Choose,
    ChooseInstance,
    Copy,
    EndAtomic,
    EndLifetime,
    Fill,
    Join,
    Lock,
    Notify,
    Operation,
    Release,
    Start,
    Unlock,
    Wait,
    expressions_of,
)
from vexil.ir.program import Function, VariableDeclaration, initial_expressions
from vexil.ir.types import FloatType, IntegerType, PointerType

if TYPE_CHECKING:
    from vexil.analysis.facts import Analyses

GREATEST_SIZE = 1 << 20
"""Memory of so many bytes can always be had."""
_DIVISIONS = {Operator.DIVIDE, Operator.REMAINDER}
_SHIFTS = {Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT}
_ORDERS = {Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL}
_PARTIAL = {Operator.POINTER_DIFFERENCE, Operator.ARRAY_LENGTH, Operator.STORABLE}


class Definedness:
    """Says of edges whether they may be undefined."""

    def __init__(self, facts: Analyses) -> None:
        self._facts = facts
        self._program = facts.program
        self._is_guarded = facts.program.source.has_classes
        self._ending: dict[str, frozenset[str]] = {}

    def may_be_undefined(self, function: Function, number: int) -> bool:
        """Say whether the operation of an edge may be evaluated outside of its domain."""
        if self._is_guarded:
            return False
        edge = function.edges[number]
        return self._is_partial(function, edge.source, edge.operation)

    def may_begin_undefined(self, variable: VariableDeclaration) -> bool:
        """Say whether a global may have no initial value."""
        match variable.initial:
            case None | Const() | AddressOf() | CodeAddress():
                return False
            case TypeDomain() | RangeDomain() | GuardedDomain() | RelationDomain() as domain:
                return not self._has_values(domain)
            case _:
                expressions = initial_expressions(variable)
                return not all(isinstance(item, Const | AddressOf | CodeAddress) for item in expressions)

    def _is_partial(self, function: Function, location: int, operation: Operation) -> bool:
        match operation:
            case Release() | Unlock() | Join() | Wait() | Notify() | EndAtomic() | ChooseInstance():
                return True
            case Lock(lock, _, _) if not isinstance(lock, AddressOf | Const):
                return True
            case Copy(target, source, size):
                count = _constant(size)
                if count is None or not all(self._is_inside(function, location, p, count) for p in (target, source)):
                    return True
            case Fill(target, _, size):
                count = _constant(size)
                if count is None or not self._is_inside(function, location, target, count):
                    return True
            case Choose(_, domain, _) if not self._has_values(domain):
                return True
            case Allocate(_, NewMemory(size), _):
                count = _constant(size)
                if count is None or not 0 <= count <= GREATEST_SIZE:
                    return True
            case Allocate(_, NewArray(_, length), _):
                count = _constant(length)
                if count is None or count < 0:
                    return True
            case Call(callee, _, _) | Start(callee, _, _, _, _) if not isinstance(callee, StaticCallee):
                if not isinstance(callee, PointerCallee) or not callee.targets:
                    return True
            case _:
                pass
        expressions = expressions_of(operation)
        return any(
            self._is_partial_node(function, location, node)
            for expression in expressions
            for node in preorder(expression)
        )

    def _has_values(self, domain: Domain) -> bool:
        match domain:
            case TypeDomain():
                return True
            case RangeDomain(Const(low, _), Const(high, _)):
                return low <= high
            case GuardedDomain(cases):
                return any(guard is None for guard, _ in cases)
            case _:
                return False

    def _is_partial_node(self, function: Function, location: int, node: Expr) -> bool:
        match node:
            case Variable():
                return self._may_have_ended(function, node)
            case Deref((pointer,), kind):
                size = self._program.layout.size_of(kind, self._program.structs)
                return not self._is_inside(function, location, pointer, size)
            case Bits((pointer,), unit, _, _, _):
                size = self._program.layout.size_of(unit, self._program.structs)
                return not self._is_inside(function, location, pointer, size)
            case Field() | Element():
                return True
            case Apply(operator, operands, _) if operator in _DIVISIONS:
                return not isinstance(operands[1].type, FloatType) and self._contains(
                    function, location, operands[1], 0
                )
            case Apply(operator, operands, _) if operator in _SHIFTS:
                kind = operands[0].type
                width = kind.width if isinstance(kind, IntegerType) else 0
                return not self._is_between(function, location, operands[1], 0, width - 1)
            case Apply(operator, operands, _) if operator in _ORDERS:
                return isinstance(operands[0].type, PointerType)
            case Apply(Operator.CAST, operands, kind):
                to_number = isinstance(operands[0].type, FloatType) and isinstance(kind, IntegerType)
                return to_number or (isinstance(operands[0].type, PointerType) and isinstance(kind, IntegerType))
            case Apply(operator, _, _):
                return operator in _PARTIAL
            case _:
                return False

    # --- memory ------------------------------------------------------------------------------------------

    def _is_inside(self, function: Function, location: int, pointer: Expr, size: int) -> bool:
        """Say whether so many bytes at a pointer are those of a live named variable."""
        low = high = 0
        while True:
            match pointer:
                case AddressOf(variable, _):
                    table = self._program.global_variables if variable.is_global else function.variables
                    declared = table[variable.name]
                    if declared.constant or self._may_have_ended(function, variable):
                        return False
                    whole = self._program.layout.size_of(declared.type, self._program.structs)
                    return low >= 0 and high + size <= whole
                case Apply(Operator.CAST, (inner,), PointerType()) if isinstance(inner.type, PointerType):
                    pointer = inner
                case Apply(Operator.POINTER_ADD, (inner, moved), _):
                    values = self._values(function, location, moved)
                    if values is None or values.low is None or values.high is None:
                        return False
                    low, high, pointer = low + values.low, high + values.high, inner
                case _:
                    return False

    def _may_have_ended(self, function: Function, variable: Variable) -> bool:
        """Say whether a named variable may be dead; what C names is in scope."""
        if variable.is_global or self._program.source.has_declarations:
            return False
        ending = self._ending.get(function.name)
        if ending is None:
            ends = (e.operation.variable.name for e in function.edges if isinstance(e.operation, EndLifetime))
            ending = self._ending[function.name] = frozenset(ends)
        return variable.name in ending

    # --- numbers -----------------------------------------------------------------------------------------

    def _values(self, function: Function, location: int, expression: Expr) -> Interval | None:
        constant = _constant(expression)
        if constant is not None:
            return Interval(constant, constant)
        return self._facts.intervals.value(function.name, location, expression)

    def _contains(self, function: Function, location: int, expression: Expr, value: int) -> bool:
        values = self._values(function, location, expression)
        return values is None or values.contains(value)

    def _is_between(self, function: Function, location: int, expression: Expr, low: int, high: int) -> bool:
        values = self._values(function, location, expression)
        if values is None or values.low is None or values.high is None:
            return False
        return low <= values.low and values.high <= high


def _constant(expression: Expr) -> int | None:
    return expression.value if isinstance(expression, Const) and isinstance(expression.value, int) else None
