"""Choices among very many values that are only compared with constants: a few of the values stand for all.

Registers that are copied to each other form a group. When every read of a group is a copy or a comparison with a
constant, two values that no constant separates lead to the same steps for ever (a bisimulation), so a choice needs one
value of each class: every constant, and its neighbours.
"""

from __future__ import annotations

from vexil.core.graphs import UnionFind
from vexil.ir import operations as ops
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.fold import fold
from vexil.ir.interpreter.bounds import Bounds
from vexil.ir.operation_parts import PointerCallee, RangeDomain, TypeDomain, domain_expressions
from vexil.ir.program import Function, Program
from vexil.ir.types import BoolType, IntegerType
from vexil.model.guarded.expressions import COMPARISONS
from vexil.spec.resolve import Resolved
from vexil.transform.flattening.plan import Plan

Register = tuple[str, str]
"""A function, or nothing for a global, and a variable."""
RESULT = "\\result"


class Representatives:
    """The groups of registers of a program."""

    def __init__(self, program: Program, plan: Plan, bounds: Bounds, conditions: list[Resolved]) -> None:
        self._program = program
        self._plan = plan
        self._groups = UnionFind[Register]()
        self._constants: dict[Register, set[int]] = {}
        self._used: set[Register] = set()
        """Registers that something else is done with."""
        for item in conditions:
            observed = None if item.function is None else program.functions[item.function]
            self._used |= {self._register(observed, part) for part in _variables(item.expression)}
        for name in sorted({name for template in plan.templates for name in template.functions}):
            function = program.functions[name]
            for number, edge in enumerate(function.edges):
                self._operation(function, function.edge_id(number), edge.operation)
            for variable in function.variables.values():
                self._bound(bounds, (name, variable.name), f"{name}::{variable.name}", hidden=variable.hidden)
        for variable in program.globals:
            self._bound(bounds, ("", variable.name), variable.name, hidden=variable.hidden)

    def of(self, function: Function, variable: Variable) -> list[int] | None:
        """Values of a register that stand for all values of its type; nothing when there are none."""
        kind = variable.type
        if not isinstance(kind, IntegerType) or self._is_addressable(function, variable):
            return None
        root = self._groups.find(self._register(function, variable))
        members = [
            item for item in {*self._groups, *self._used, *self._constants, root} if self._groups.find(item) == root
        ]
        if any(item in self._used for item in members):
            return None
        constants = {value for item in members for value in self._constants.get(item, ())}
        near = {value + step for value in constants for step in (-1, 0, 1)}
        return sorted(value for value in near if kind.low <= value <= kind.high) or [0]

    # --- groups ------------------------------------------------------------------------------------------

    def _register(self, function: Function | None, variable: Variable) -> Register:
        return ("", variable.name) if variable.is_global or function is None else (function.name, variable.name)

    def _is_addressable(self, function: Function | None, variable: Variable) -> bool:
        if variable.is_global or function is None:
            return self._program.global_variables[variable.name].addressable
        return function.variables[variable.name].addressable

    def _bound(self, bounds: Bounds, item: Register, name: str, *, hidden: bool) -> None:
        limits = bounds.range_of(name, hidden=hidden)
        if limits is not None:
            self._constants.setdefault(item, set()).update(limits)

    # --- reading -----------------------------------------------------------------------------------------

    def _flow(self, function: Function, value: Expr, target: Register | None) -> None:
        """A value goes to a register, or somewhere that nothing is known of."""
        match value:
            case Variable() if not self._is_addressable(function, value):
                source = self._register(function, value)
                if target is None or self._type_of(target) != value.type:
                    self._used.add(source)
                    if target is not None:
                        self._used.add(target)
                else:
                    self._groups.join(target, source)
            case Const(number, IntegerType()) if target is not None:
                self._constants.setdefault(target, set()).add(int(number))
            case _:
                self._scan(function, value)
                if target is not None:
                    self._used.add(target)

    def _type_of(self, item: Register) -> object:
        owner, name = item
        if not owner:
            return self._program.global_variables[name].type
        function = self._program.functions[owner]
        return function.result if name == RESULT else function.variables[name].type

    def _target(self, function: Function, place: Expr | None) -> Register | None:
        if isinstance(place, Variable) and not self._is_addressable(function, place):
            return self._register(function, place)
        if place is not None:
            for operand in place.operands:
                self._scan(function, operand)
        return None

    def _scan(self, function: Function | None, expression: Expr) -> None:
        """Note how registers are used inside an expression."""
        pending = [expression]
        while pending:
            node = pending.pop()
            match node:
                case Variable():
                    if not self._is_addressable(function, node):
                        self._used.add(self._register(function, node))
                case Apply(operator, (left, right), _) if operator in COMPARISONS:
                    if not (self._compared(function, left, right) or self._compared(function, right, left)):
                        pending += [left, right]
                case Apply(Operator.CAST, (operand,), BoolType()) if self._compared(function, operand, _ZERO):
                    pass
                case _:
                    pending.extend(node.operands)

    def _compared(self, function: Function | None, side: Expr, other: Expr) -> bool:
        """Note a comparison of a register, maybe as a wider number, with a constant; say whether it is one."""
        while isinstance(side, Apply) and side.operator is Operator.CAST and _widens(side):
            side = side.operands[0]
        other = fold(other)
        if not isinstance(side, Variable) or not isinstance(side.type, IntegerType) or not isinstance(other, Const):
            return False
        if self._is_addressable(function, side):
            return False
        self._constants.setdefault(self._register(function, side), set()).add(int(other.value))
        return True

    # --- operations --------------------------------------------------------------------------------------

    def _operation(self, function: Function, edge: str, operation: ops.Operation) -> None:
        match operation:
            case ops.Assign(place, value):
                self._flow(function, value, self._target(function, place))
            case ops.Case(Variable() as selector, values, _) if not self._is_addressable(function, selector):
                self._constants.setdefault(self._register(function, selector), set()).update(values)
            case ops.Choose(place, domain, _):
                target = self._target(function, place)
                for expression in domain_expressions(domain):
                    self._scan(function, expression)
                if target is not None and not isinstance(domain, TypeDomain | RangeDomain):
                    self._used.add(target)
            case ops.Return(value):
                if value is not None:
                    self._flow(function, value, (function.name, RESULT))
            case ops.Call(callee, arguments, result):
                if isinstance(callee, PointerCallee):
                    self._scan(function, callee.pointer)
                self._call(function, edge, arguments)
                received = self._target(function, result)
                for name in self._plan.targets(edge):
                    if received is not None and self._type_of(received) == self._type_of((name, RESULT)):
                        self._groups.join((name, RESULT), received)
                    elif result is not None:
                        self._used.add((name, RESULT))
                        if received is not None:
                            self._used.add(received)
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
                    target_register = self._target(function, place)
                    if target_register is not None:
                        self._used.add(target_register)
                for expression in ops.expressions_of(operation):
                    if expression not in written:
                        self._scan(function, expression)

    def _call(self, function: Function, edge: str, arguments: tuple[Expr, ...]) -> None:
        for target in self._plan.targets(edge):
            for parameter, argument in zip(self._program.functions[target].parameters, arguments, strict=False):
                self._flow(function, argument, None if parameter.addressable else (target, parameter.name))
        if not self._plan.targets(edge):
            for argument in arguments:
                self._flow(function, argument, None)


_ZERO = Const(0, IntegerType(32, True))


def _widens(node: Apply) -> bool:
    source, target = node.operands[0].type, node.type
    return (
        isinstance(source, IntegerType)
        and isinstance(target, IntegerType)
        and target.low <= source.low
        and source.high <= target.high
    )


def _variables(expression: Expr) -> list[Variable]:
    return [node for node in preorder(expression) if isinstance(node, Variable)]
