"""Constraints of programs: assignments, calls and everything else that moves numbers."""

from __future__ import annotations

from vexil.abstraction.data.inference.calls import Calls
from vexil.abstraction.data.inference.declarations import Declarations
from vexil.abstraction.data.inference.entries import System, keep_concrete, shape_of
from vexil.abstraction.data.inference.expressions import Expressions, Use
from vexil.ir import operations as ops
from vexil.ir.compare import same_expression
from vexil.ir.expressions import Apply, Expr, Operator, Place, preorder
from vexil.ir.operation_parts import Domain, GuardedDomain, NewArray, NewMemory, RangeDomain, domain_expressions
from vexil.ir.operations import Operation, expressions_of
from vexil.ir.program import Function, LocationKind, Program
from vexil.ir.types import ArrayReferenceType, is_numeric, is_reference

LENGTH = "it is the length of an array"
SIZE = "it is a size in memory"
RANGE = "it is a bound of the inputs that are possible"
WAITED = "it says why a wait has ended"
ANY_OBJECT = "an object may be chosen among all, arrays included"


def generate(program: Program, declarations: Declarations) -> System:
    """All constraints of a program, function by function and edge by edge."""
    system = System()
    for declared in declarations.all.values():
        shape = shape_of(system, declared)
        if shape.leaf is not None and declared.visible:
            system.users.add(shape.leaf)
    generator = _Generator(program, declarations, system)
    for function in program.functions.values():
        generator.function(function)
    generator.finish()
    return system


class _Generator:
    """Walks over the edges of a program."""

    def __init__(self, program: Program, declarations: Declarations, system: System) -> None:
        self._program = program
        self._declarations = declarations
        self._system = system
        self._expressions = Expressions(system, declarations)
        self._calls = Calls(program, declarations, system, self._expressions)

    def function(self, function: Function) -> None:
        """Generate what the edges of a function ask for."""
        for number, edge in enumerate(function.edges):
            if not self._is_copy(function, number):
                self._expressions.place = (function.name, number)
                self._operation(edge.operation)

    def finish(self) -> None:
        """Generate what belongs to no edge."""
        self._calls.finish()
        for declared in self._declarations.all.values():
            if declared.reason:
                keep_concrete(self._system, shape_of(self._system, declared), None, declared.reason)

    def _is_copy(self, function: Function, number: int) -> bool:
        """Say whether an edge tests what an earlier edge of the same branch tests, which is one test to the user."""
        edge = function.edges[number]
        if function.locations[edge.source].kind is not LocationKind.BRANCH:
            return False
        first = function.outgoing[edge.source][0]
        mine, other = _tested(edge.operation), _tested(function.edges[first].operation)
        if first == number or mine is None or other is None or not same_expression(mine[0], other[0]):
            return False
        self._system.copies.setdefault((function.name, first), []).append((number, mine[1] - other[1]))
        return True

    def _operation(self, operation: Operation) -> None:
        match operation:
            case ops.Assign(place, value):
                self._assign(place, value)
            case ops.Choose(place, domain, _):
                goal, position = self._expressions.write(place, 0)
                self._domain(place, domain, goal, position)
            case ops.ChooseInstance(_, owner, _, _):
                self._plain(operation)
                declared = self._program.classes.get(owner)
                if declared is None or declared.superclass is None:
                    self._all_arrays()
            case ops.Call(callee, arguments, result):
                position, goal = 0, None
                if result is not None:
                    goal, position = self._expressions.write(result, 0)
                self._calls.arguments(callee, arguments, position)
                self._calls.result(callee, len(arguments), result, goal)
            case ops.Start(callee, arguments, handle, daemon, _):
                position = 0 if handle is None else self._expressions.write(handle, 0)[1]
                position = self._calls.arguments(callee, arguments, position)
                if daemon is not None:
                    self._expressions.visit(daemon, position)
            case ops.Return(value) if value is not None:
                self._calls.move(value, f"{self._expressions.place[0]}()", 0)
            case ops.Allocate(place, what, _):
                position = self._expressions.write(place, 0)[1]
                match what:
                    case NewArray(_, length):
                        self._expressions.visit(length, position, LENGTH)
                    case NewMemory(size, _, _):
                        self._expressions.visit(size, position, SIZE)
                    case _:
                        pass
            case ops.Copy() | ops.Fill():
                self._plain(operation, SIZE)
            case ops.Wait(_, _, _, place) | ops.Join(_, _, place) if place is not None:
                goal, _ = self._expressions.write(place, 0)
                if isinstance(goal, int):
                    self._system.concrete(goal, WAITED, self._expressions.place)
                self._plain(operation, skipped=1)
            case ops.BeginLifetime() | ops.EndLifetime():
                pass
            case _:
                self._plain(operation)

    def _plain(self, operation: Operation, use: str | None = None, skipped: int = 0) -> None:
        """Visit the expressions of an operation that uses all numbers alike."""
        position = 0
        for number, expression in enumerate(expressions_of(operation)):
            if number < skipped:
                position += _size(expression)
            else:
                position = self._expressions.visit(expression, position, use if is_numeric(expression.type) else None)

    def _assign(self, place: Place, value: Expr) -> None:
        goal, position = self._expressions.write(place, 0)
        self._expressions.visit(value, position, goal)
        if is_reference(place.type):
            self._pass(place, value)

    def _pass(self, place: Place, value: Expr) -> None:
        """Let a reference flow into a place: an array, or something that may hold one."""
        if isinstance(place.type, ArrayReferenceType):
            self._expressions.pass_array(self._expressions.shape(place), value)
        elif isinstance(value.type, ArrayReferenceType):
            self._expressions.pass_array(None, value)

    def _domain(self, place: Place, domain: Domain, goal: Use, position: int) -> None:
        match domain:
            case RangeDomain(low, high):
                position = self._expressions.visit(low, position, RANGE)
                self._expressions.visit(high, position, RANGE)
            case GuardedDomain(cases):
                for guard, value in cases:
                    position = position if guard is None else self._expressions.visit(guard, position)
                    position = self._expressions.visit(value, position, goal if is_numeric(value.type) else None)
                    if is_reference(value.type):
                        self._pass(place, value)
            case _:
                for expression in domain_expressions(domain):
                    position = self._expressions.visit(expression, position)

    def _all_arrays(self) -> None:
        for declared in self._declarations.all.values():
            if isinstance(declared.type, ArrayReferenceType):
                keep_concrete(self._system, shape_of(self._system, declared), self._expressions.place, ANY_OBJECT)


def _tested(operation: Operation) -> tuple[Expr, int] | None:
    """What a branch tests, with its position."""
    match operation:
        case ops.Assume(Apply(Operator.NOT, operands)):
            return operands[0], 1
        case ops.Assume(condition):
            return condition, 0
        case ops.Case(selector, _, _):
            return selector, 0
        case _:
            return None


def _size(root: Expr) -> int:
    return sum(1 for _ in preorder(root))
