"""Expressions of the intermediate form as functions from a symbolic state to a term.

Compiled once for each function. What must hold for an operation to be defined goes to ``machine.needs``; an operand of
``ite`` only has to be defined where it is selected, as in the reference interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vexil.core.dag import bottom_up
from vexil.engines.bounded.blocks import Unmodelled
from vexil.engines.bounded.state import State
from vexil.ir.expressions import AddressOf, Apply, Bits, CodeAddress, Const, Deref, Expr, Operator, Variable
from vexil.ir.types import BoolType, IntegerType, PointerType, Type, is_aggregate
from vexil.logic import Term

if TYPE_CHECKING:
    from vexil.engines.bounded.machine import Machine, Scope

Evaluate = Callable[[State], Term]

_PLAIN = frozenset({Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY})
_ORDERS = frozenset({Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL})
_BIT_NAMES = {Operator.ADD: "bvadd", Operator.SUBTRACT: "bvsub", Operator.MULTIPLY: "bvmul"}
DEEPEST = 400
"""An expression that is nested deeper is not followed: every operator is a Python call inside another."""


class Expressions:
    """Compiles the expressions of one function."""

    def __init__(self, machine: Machine, scope: Scope) -> None:
        self.machine = machine
        self.scope = scope

    def compile(self, expression: Expr) -> Evaluate:
        """The function that computes an expression."""
        return bottom_up(expression, self._compiled)[1]

    def _compiled(self, node: Expr, operands: tuple[tuple[int, Evaluate], ...]) -> tuple[int, Evaluate]:
        """How deep a node is nested, and the function that computes it."""
        depth = 1 + max((below for below, _ in operands), default=0)
        if depth > DEEPEST:
            return depth, _refusing("an expression is nested too deeply")
        return depth, self._node(node, [evaluate for _, evaluate in operands])

    def _node(self, expression: Expr, operands: list[Evaluate]) -> Evaluate:
        machine, scope = self.machine, self.scope
        match expression:
            case Const(value, kind):
                constant = machine.operators.constant(value, kind)
                return lambda _: constant
            case Variable():
                return self._variable(expression)
            case Deref(_, kind) if not is_aggregate(kind):
                pointer, storage = operands[0], machine.storage(kind)
                if isinstance(kind, IntegerType) and kind.width % 8 == 0:
                    return lambda state: machine.load_stored(state, pointer(state), storage)
                return lambda state: machine.decoded(machine.load_stored(state, pointer(state), storage), kind)
            case Bits(_, unit, offset, width, kind):
                pointer = operands[0]
                return lambda state: machine.load_bits(state, pointer(state), unit, offset, width, kind)
            case AddressOf(variable, _):
                return scope.address(variable)
            case CodeAddress(function, _):
                address = machine.code_address(function)
                return lambda _: address
            case Apply(Operator.IF, _, _):
                return self._selection(*operands)
            case Apply(operator, arguments, kind):
                return self._apply(expression, operator, arguments, operands)
            case _:
                name = type(expression).__name__
                return _refusing(f"{name} expressions are not followed symbolically")

    def _variable(self, variable: Variable) -> Evaluate:
        machine, scope = self.machine, self.scope
        if variable.name.startswith("\\") and not scope.has(variable):  # one of the loop at whose head the state is
            name = variable.name
            return lambda state: state.frame.loops[-1].extra[name]
        if scope.in_memory(variable):
            if is_aggregate(variable.type):
                return _refusing("a whole structure is used as a value here")
            address, kind = scope.address(variable), variable.type
            return lambda state: machine.load(state, address(state), kind)
        index = scope.register(variable)
        if variable.is_global:
            return lambda state: state.globals[index]
        return lambda state: state.frame.registers[index]

    def _selection(self, condition: Evaluate, first: Evaluate, second: Evaluate) -> Evaluate:
        machine = self.machine
        terms = machine.terms

        def select(state: State) -> Term:
            chosen = condition(state)
            if chosen is terms.true:
                return first(state)
            if chosen is terms.false:
                return second(state)
            before = machine.needed
            machine.needed = []
            one = first(state)
            needed = [(kind, terms.implies(chosen, term)) for kind, term in machine.needed]
            machine.needed = []
            two = second(state)
            needed += [(kind, terms.or_(chosen, term)) for kind, term in machine.needed]
            machine.needed = before + [(kind, term) for kind, term in needed if term is not terms.true]
            return terms.ite(chosen, one, two)

        return select

    def _apply(
        self, expression: Apply, operator: Operator, arguments: tuple[Expr, ...], operands: list[Evaluate]
    ) -> Evaluate:
        machine = self.machine
        terms, operators = machine.terms, machine.operators
        kind = expression.type
        types = tuple(argument.type for argument in arguments)
        if operator in _PLAIN and isinstance(kind, IntegerType):
            left, right = operands
            name, binary = _BIT_NAMES[operator], terms.binary
            return lambda state: binary(name, left(state), right(state))
        special = machine.state_operators.get(operator)
        if special is not None:
            return lambda state: special(state, tuple(operand(state) for operand in operands), types)
        if isinstance(types[0] if types else None, PointerType):
            if operator in (Operator.EQUAL, Operator.DIFFERENT) and not any(isinstance(a, Const) for a in arguments):
                left, right = operands
                negated = operator is Operator.DIFFERENT

                def same(state: State) -> Term:
                    equal = machine.equal_pointers(state, left(state), right(state))
                    return terms.not_(equal) if negated else equal

                return same
            if operator in _ORDERS:
                left, right = operands
                return lambda state: machine.pointer_order(operator, left(state), right(state), types)
        elif operator in (Operator.EQUAL, Operator.DIFFERENT) and isinstance(types[0], IntegerType | BoolType):
            left, right = operands
            if operator is Operator.EQUAL:
                return lambda state: terms.eq(left(state), right(state))
            return lambda state: terms.not_(terms.eq(left(state), right(state)))
        quick = self._quick(operator, types, kind, operands)
        if quick is not None:
            return quick
        apply = operators.apply

        def general(state: State) -> Term:
            value, conditions = apply(operator, tuple([operand(state) for operand in operands]), types, kind)
            for what, condition in conditions:
                if condition is not terms.true:
                    machine.needed.append((what, condition))
            return value

        return general

    def _quick(
        self, operator: Operator, types: tuple[Type, ...], kind: Type, operands: list[Evaluate]
    ) -> Evaluate | None:
        """The operators that programs are full of, without looking their types up each time."""
        terms, pointers = self.machine.terms, self.machine.pointers
        first = types[0] if types else None
        match operator:
            case Operator.NOT:
                (only,) = operands
                return lambda state: terms.not_(only(state))
            case Operator.AND | Operator.OR:
                left, right = operands
                junction = terms.and_ if operator is Operator.AND else terms.or_
                return lambda state: junction(left(state), right(state))
            case Operator.LESS | Operator.LESS_EQUAL | Operator.GREATER | Operator.GREATER_EQUAL if isinstance(
                first, IntegerType
            ):
                left, right = operands if operator in (Operator.LESS, Operator.LESS_EQUAL) else operands[::-1]
                strict = operator in (Operator.LESS, Operator.GREATER)
                name = ("bvs" if first.signed else "bvu") + ("lt" if strict else "le")
                return lambda state: terms.compare(name, left(state), right(state))
            case Operator.CAST if isinstance(first, IntegerType) and isinstance(kind, IntegerType):
                (only,) = operands
                extra = kind.width - first.width
                if extra <= 0:
                    top = kind.width - 1
                    return lambda state: terms.extract(only(state), top, 0)
                extend = terms.sign_extend if first.signed else terms.zero_extend
                return lambda state: extend(only(state), extra)
            case Operator.POINTER_ADD if types[1] == IntegerType(pointers.width, True):
                left, right = operands
                return lambda state: pointers.add(left(state), right(state))
            case _:
                return None


def _refusing(reason: str) -> Evaluate:
    def refuse(_: State) -> Term:
        raise Unmodelled(reason)

    return refuse
