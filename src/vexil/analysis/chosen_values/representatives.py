"""Choices among very many values that are only compared with constants: a few of the values stand for all.

Variables that are copied to each other form a group: registers of functions, whichever thread and frame they are in,
globals, and fields, whichever object they are in. When every read of a group is a copy or a comparison with a
constant, two values that no constant separates lead to the same steps for ever: states that agree up to the classes of
such variables are bisimilar, whatever else is written to them. So a choice needs one value of each class: every
constant, and its neighbours.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from vexil.analysis.call_graph import CallGraph
from vexil.core.graphs import UnionFind
from vexil.ir import operations as ops
from vexil.ir.arithmetic import COMPARISONS
from vexil.ir.expressions import Apply, Const, Expr, Field, Operator, Place, Variable
from vexil.ir.fold import fold
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.operation_parts import PointerCallee, domain_expressions
from vexil.ir.program import Function, Program
from vexil.ir.types import BoolType, IntegerType, MathType, is_integer
from vexil.spec.resolve import Resolved

Register = tuple[str, str]
"""A function, or nothing for a global, or a class with ``FIELD`` before its name, and a variable."""
RESULT = "\\result"
FIELD = "\\field of "


class Representatives:
    """The groups of variables of a program."""

    def __init__(self, program: Program, graph: CallGraph, bounds: Bounds, conditions: list[Resolved]) -> None:
        self._program = program
        self._graph = graph
        self._groups = UnionFind[Register]()
        self._constants: dict[Register, set[int]] = {}
        self._used: set[Register] = set()
        """Variables that something else is done with."""
        for item in conditions:
            self._scan(None if item.function is None else program.functions[item.function], item.expression)
        for name in sorted(graph.running):
            function = program.functions[name]
            for number, edge in enumerate(function.edges):
                self._operation(function, function.edge_id(number), edge.operation)
            for variable in function.variables.values():
                self._bound(bounds, (name, variable.name), f"{name}::{variable.name}", hidden=variable.hidden)
        for variable in program.globals:
            self._bound(bounds, ("", variable.name), variable.name, hidden=variable.hidden)
        for declaration in program.classes.values():
            for field in declaration.fields:
                held = (FIELD + declaration.name, field.name)
                self._bound(bounds, held, f"{declaration.name}::{field.name}", hidden=False)

    def of(self, function: Function | None, place: Place, low: int, high: int) -> tuple[int, ...] | None:
        """Values of a variable that stand for all of an interval; nothing when there are none."""
        if not is_integer(place.type) or not self._is_kept(function, place) or self._graph.unresolved:
            return None
        root = self._groups.find(self._register(function, place))
        members = [
            item for item in {*self._groups, *self._used, *self._constants, root} if self._groups.find(item) == root
        ]
        if any(item in self._used for item in members):
            return None
        constants = sorted({value for item in members for value in self._constants.get(item, ())})
        near = {0, low, high, *(value + step for value in constants for step in (-1, 0, 1))}
        classes: dict[tuple[int, int], int] = {}
        for value in sorted(near, key=lambda number: (abs(number), number < 0)):
            if low <= value <= high:
                classes.setdefault((bisect_left(constants, value), bisect_right(constants, value)), value)
        return tuple(sorted(classes.values()))

    # --- groups ------------------------------------------------------------------------------------------

    def _register(self, function: Function | None, place: Expr) -> Register:
        if isinstance(place, Field):
            return (FIELD + place.class_name, place.field)
        assert isinstance(place, Variable)
        return ("", place.name) if place.is_global or function is None else (function.name, place.name)

    def _is_kept(self, function: Function | None, place: Expr) -> bool:
        """Say whether a variable is reached by its name alone."""
        match place:
            case Field():
                return True
            case Variable(name, _, is_global):
                variables = self._program.global_variables if is_global or function is None else function.variables
                return not variables[name].addressable
            case _:
                return False

    def _bound(self, bounds: Bounds, item: Register, name: str, *, hidden: bool) -> None:
        limits = bounds.range_of(name, hidden=hidden)
        if limits is not None:
            self._constants.setdefault(item, set()).update(limits)

    # --- reading -----------------------------------------------------------------------------------------

    def _flow(self, function: Function, value: Expr, target: Register | None) -> None:
        """A value goes to a variable, or somewhere that nothing is known of."""
        copied = _without_widening(value)
        if target is None or not self._is_kept(function, copied) or value.type != self._type_of(target):
            self._scan(function, value)
            return
        self._scan_operands(function, copied)
        self._groups.join(target, self._register(function, copied))

    def _type_of(self, item: Register) -> object:
        owner, name = item
        if not owner:
            return self._program.global_variables[name].type
        if owner.startswith(FIELD):
            fields = self._program.classes[owner.removeprefix(FIELD)].fields
            return next(field.type for field in fields if field.name == name)
        function = self._program.functions[owner]
        return function.result if name == RESULT else function.variables[name].type

    def _target(self, function: Function, place: Expr | None) -> Register | None:
        if place is None:
            return None
        self._scan_operands(function, place)
        return self._register(function, place) if self._is_kept(function, place) else None

    def _scan_operands(self, function: Function | None, place: Expr) -> None:
        for operand in place.operands:
            self._scan(function, operand)

    def _scan(self, function: Function | None, expression: Expr) -> None:
        """Note how variables are used inside an expression."""
        pending = [expression]
        while pending:
            node = pending.pop()
            match node:
                case Variable() | Field():
                    if self._is_kept(function, node):
                        self._used.add(self._register(function, node))
                    pending.extend(node.operands)
                case Apply(operator, (left, right), _) if operator in COMPARISONS:
                    if not (self._compared(function, left, right) or self._compared(function, right, left)):
                        pending += [left, right]
                case Apply(Operator.CAST, (operand,), BoolType()) if self._compared(function, operand, _ZERO):
                    pass
                case _:
                    pending.extend(node.operands)

    def _compared(self, function: Function | None, side: Expr, other: Expr) -> bool:
        """Note a comparison of a variable, maybe as a wider number, with a constant; say whether it is one."""
        side, other = _without_widening(side), fold(other)
        if not isinstance(other, Const) or not is_integer(side.type) or not self._is_kept(function, side):
            return False
        self._scan_operands(function, side)
        self._constants.setdefault(self._register(function, side), set()).add(int(other.value))
        return True

    # --- operations --------------------------------------------------------------------------------------

    def _operation(self, function: Function, edge: str, operation: ops.Operation) -> None:
        match operation:
            case ops.Assign(place, value):
                self._flow(function, value, self._target(function, place))
            case ops.Case(Variable() | Field() as selector, values, _) if self._is_kept(function, selector):
                self._scan_operands(function, selector)
                self._constants.setdefault(self._register(function, selector), set()).update(values)
            case ops.Choose(place, domain, _):
                self._target(function, place)
                for expression in domain_expressions(domain):
                    self._scan(function, expression)
            case ops.Return(value):
                if value is not None:
                    self._flow(function, value, (function.name, RESULT))
            case ops.Call(callee, arguments, result):
                if isinstance(callee, PointerCallee):
                    self._scan(function, callee.pointer)
                self._call(function, edge, arguments)
                received = self._target(function, result)
                for name in self._targets(edge):
                    if received is not None and self._type_of(received) == self._type_of((name, RESULT)):
                        self._groups.join((name, RESULT), received)
                    elif result is not None:
                        self._used.add((name, RESULT))
            case ops.Start(callee, arguments, handle, daemon, _):
                if isinstance(callee, PointerCallee):
                    self._scan(function, callee.pointer)
                self._call(function, edge, arguments)
                self._target(function, handle)
                if daemon is not None:
                    self._scan(function, daemon)
            case _:
                written = ops.written_places(operation)
                for place in written:
                    self._target(function, place)
                for expression in ops.expressions_of(operation):
                    if expression not in written:
                        self._scan(function, expression)

    def _targets(self, edge: str) -> tuple[str, ...]:
        return self._graph.calls.get(edge) or self._graph.starts.get(edge, ())

    def _call(self, function: Function, edge: str, arguments: tuple[Expr, ...]) -> None:
        for target in self._targets(edge):
            for parameter, argument in zip(self._program.functions[target].parameters, arguments, strict=False):
                self._flow(function, argument, None if parameter.addressable else (target, parameter.name))
        if not self._targets(edge):
            for argument in arguments:
                self._flow(function, argument, None)


_ZERO = Const(0, IntegerType(32, True))


def _without_widening(value: Expr) -> Expr:
    """What is the same number before it was made a wider one."""
    while isinstance(value, Apply) and value.operator is Operator.CAST and _widens(value):
        value = value.operands[0]
    return value


def _widens(node: Apply) -> bool:
    source, target = node.operands[0].type, node.type
    if isinstance(target, MathType):
        return is_integer(source)
    return (
        isinstance(source, IntegerType)
        and isinstance(target, IntegerType)
        and target.low <= source.low
        and source.high <= target.high
    )
