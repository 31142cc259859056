"""Expressions to values, following the interpreter operator by operator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from vexil.certify.invariant import numbers
from vexil.certify.invariant.conversions import convert, is_nan, saturate
from vexil.certify.invariant.ledger import Where
from vexil.certify.invariant.memory import Memory
from vexil.certify.invariant.nesting import Nesting
from vexil.certify.invariant.pointers import PointerOperators, leaked
from vexil.certify.invariant.problems import Unsupported
from vexil.certify.invariant.terms import Term, Terms
from vexil.certify.invariant.values import DEAD, Value, cases_of, choose_typed, default_value
from vexil.ir import expressions as ir
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import AddressOf, Apply, Bits, CodeAddress, Const, Deref, Expr, Operator, Variable
from vexil.ir.interpreter.storage import storage_of
from vexil.ir.program import Program
from vexil.ir.types import BoolType, FloatType, IntegerType, PointerType, TokenType, Type, is_aggregate

DEEPEST = 2_000
"""Expressions nested deeper than this are refused."""
_EQUALITIES = (Operator.EQUAL, Operator.DIFFERENT)
_SHIFTS = (Operator.SHIFT_LEFT, Operator.SHIFT_RIGHT)
_BINARY = frozenset(
    {
        Operator.ADD,
        Operator.SUBTRACT,
        Operator.MULTIPLY,
        Operator.DIVIDE,
        Operator.REMAINDER,
        Operator.BIT_AND,
        Operator.BIT_OR,
        Operator.BIT_XOR,
    }
)


class Evaluator:
    """Evaluates the expressions of a program in a state."""

    def __init__(self, program: Program, terms: Terms, memory: Memory) -> None:
        self.program = program
        self.terms = terms
        self.memory = memory
        self.width = program.layout.pointer_width
        self.pointers = PointerOperators(terms, memory, self.width)
        self.codes = {name: -1 - number for number, name in enumerate(program.functions)}
        self._global_declarations = program.global_variables
        self._nesting = Nesting()

    def value(self, expression: Expr, where: Where) -> Value:
        """The value of an expression; what must hold for it to be defined is required."""
        return self.values((expression,), where)[0]

    def values(self, expressions: Sequence[Expr], where: Where) -> list[Value]:
        """The values of expressions; nodes that they share are evaluated once."""
        if any(self._nesting.depth(expression) > DEEPEST for expression in expressions):
            raise Unsupported(f"an expression nested more than {DEEPEST} deep")
        computed: dict[Expr, Value] = {}
        return [self._value(expression, where, computed) for expression in expressions]

    def _value(self, expression: Expr, where: Where, memo: dict[Expr, Value]) -> Value:
        match expression:
            case Const(value, kind):
                return self._literal(value, kind)
            case Variable(name, kind, is_global):
                if is_global:
                    place = where.state.globals[name]
                    in_memory = self._global_declarations[name].addressable
                else:
                    frame = where.state.frames[-1]
                    place = frame.registers.get(name)
                    if place is None:
                        return frame.named(name)
                    declared = frame.function.variables.get(name)
                    in_memory = declared is not None and declared.addressable
                return self.load(where, place, kind) if in_memory else place
            case _:
                pass
        computed = memo.get(expression)
        if computed is None:
            computed = memo[expression] = self._compound(expression, where, memo)
        return computed

    def _literal(self, value: int | float | bool, kind: Type) -> Value:
        match kind:
            case PointerType():
                return (0, int(value) & ((1 << self.width) - 1))
            case IntegerType() if not kind.low <= value <= kind.high:
                raise Unsupported(f"the literal {value} of type {kind}")
            case TokenType() if not 0 <= value <= 255:
                raise Unsupported("token sets of more than 256 tokens")
            case _:
                return value

    def _compound(self, expression: Expr, where: Where, memo: dict[Expr, Value]) -> Value:
        match expression:
            case Deref((pointer,), kind):
                return self.load(where, self._value(pointer, where, memo), kind)
            case Bits((pointer,), unit, offset, width, kind):
                size = self.size_of(unit)
                bits = self.memory.load_bits(where, self._value(pointer, where, memo), size, offset, width)
                return self._bit_field(bits, 8 * size, width, kind)
            case AddressOf(variable, _):
                return self.address(variable, where)
            case CodeAddress(function, _):
                return (self.codes[function], 0)
            case Apply(Operator.IF, (condition, yes, no), kind):
                return self._selection(self._value(condition, where, memo), yes, no, kind, where, memo)
            case Apply(Operator.AND, _, _):
                return self.terms.all([self._value(part, where, memo) for part in self._nesting.parts(expression)])
            case Apply(Operator.OR, _, _):
                return self.terms.any([self._value(part, where, memo) for part in self._nesting.parts(expression)])
            case Apply(operator, operands, kind):
                values = [self._value(operand, where, memo) for operand in operands]
                return self._apply(operator, operands, values, kind, where)
            case ir.Field() | ir.Element() | ir.TypeTest():
                raise Unsupported("objects of classes and array objects")
            case _:
                raise Unsupported(f"expressions of kind {type(expression).__name__}")

    def address(self, variable: Variable, where: Where) -> Value:
        """The address of an addressable variable."""
        values = where.state.globals if variable.is_global else where.state.frames[-1].registers
        pointer = values[variable.name]
        if any(number == DEAD for _, number, _ in cases_of(pointer)):
            raise Unsupported(f"the address of {variable.name} after its life")
        return pointer

    def size_of(self, kind: Type) -> int:
        """The size in bytes of a type."""
        return self.program.layout.size_of(kind, self.program.structs)

    def storage(self, kind: Type) -> str:
        """The storage code of a scalar type."""
        return storage_of(kind, self.width // 8)

    # --- memory ------------------------------------------------------------------------------------------

    def load(self, where: Where, pointer: Value, kind: Type) -> Value:
        """What a pointer points to, read as a type."""
        if is_aggregate(kind):
            return self.memory.ranges.load(where, pointer, self.size_of(kind))
        storage = self.storage(kind)
        return self.decoded(self.memory.load(where, pointer, storage), kind, 8 * int(storage[1:]))

    def decoded(self, value: Value, kind: Type, width: int) -> Value:
        """A stored value as a value of the type."""
        match kind:
            case BoolType():
                return self.terms.no(self.terms.equal(value, 0, width))
            case IntegerType(bits, signed):
                if isinstance(value, Term):
                    return numbers.resize(self.terms, value, width, False, bits)
                return wrap(value, bits, signed)
            case _:
                return value

    def encoded(self, value: Value, kind: Type) -> Value:
        """A value of the type as it is stored: integers unsigned, extended to whole bytes by their sign."""
        match kind:
            case BoolType():
                return self.terms.ite(value, 1, 0, 8)
            case IntegerType(bits, signed):
                return numbers.resize(self.terms, value, bits, signed, 8 * self.size_of(kind))
            case _:
                return value

    def _bit_field(self, bits: Value, unit: int, width: int, kind: Type) -> Value:
        """The bits of a bit-field, in the low bits of its unit, as a value of the type."""
        terms = self.terms
        if isinstance(kind, BoolType):
            return terms.no(terms.equal(bits, 0, unit))
        signed, target = numbers.limits(kind)
        if not isinstance(bits, Term):
            return wrap(bits, width, signed)
        return numbers.resize(terms, numbers.resize(terms, bits, unit, False, width), width, signed, target)

    # --- operators ---------------------------------------------------------------------------------------

    def _selection(self, test: Any, yes: Expr, no: Expr, kind: Type, where: Where, memo: dict[Expr, Value]) -> Value:
        if isinstance(test, bool):
            return self._value(yes if test else no, where, memo)
        values = []
        for branch, condition in ((yes, test), (no, self.terms.no(test))):
            here = where.under(condition)
            before, required = len(memo), where.ledger.required
            try:
                values.append(self._value(branch, here, memo))
            except Unsupported:
                if here.possible:
                    raise
                values.append(default_value(kind))
                required = -1
            if required != where.ledger.required:  # what was evaluated is only defined under the condition
                while len(memo) > before:
                    memo.popitem()
        return choose_typed(self.terms, test, values[0], values[1], kind, self.width)

    def _apply(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], kind: Type, where: Where
    ) -> Value:
        terms = self.terms
        first = operands[0].type if operands else kind
        if operator in numbers.COMPARISONS:
            if isinstance(first, PointerType):
                return self._compare_pointers(operator, operands, values, where)
            return numbers.compare(terms, operator, values[0], values[1], first)
        if operator in _BINARY:
            return numbers.binary(terms, operator, values[0], values[1], kind, where.require)
        if operator in _SHIFTS:
            return numbers.shift(terms, operator, values[0], values[1], kind, operands[1].type, where.require)
        match operator:
            case Operator.NOT:
                return terms.no(values[0])
            case Operator.NEGATE:
                return numbers.negate(terms, values[0], kind)
            case Operator.COMPLEMENT:
                return numbers.complement(terms, values[0], kind)
            case Operator.CAST:
                return self._cast(values[0], first, kind, where)
            case Operator.SATURATE if isinstance(first, FloatType) and isinstance(kind, IntegerType):
                return saturate(terms, values[0], first, kind)
            case Operator.IS_NAN:
                return is_nan(terms, values[0])
            case Operator.SQUARE_ROOT:
                return numbers.square_root(terms, values[0], kind)
            case Operator.LEAKED:
                return leaked(terms, where.state)
            case _:
                return self._apply_pointer(operator, operands, values, kind, where)

    def _apply_pointer(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], kind: Type, where: Where
    ) -> Value:
        match operator:
            case Operator.POINTER_ADD:
                return self.pointers.add(where, values[0], values[1], operands[1].type)
            case Operator.POINTER_DIFFERENCE:
                return self.pointers.difference(where, values[0], values[1], kind)
            case Operator.OFFSET:
                return self.pointers.offset(values[0], kind)
            case Operator.OBJECT_SIZE:
                return self.pointers.object_size(where, values[0], kind)
            case Operator.SAME_OBJECT:
                return self.pointers.same_object(where, values[0], values[1])
            case Operator.ACCESSIBLE:
                return self.pointers.accessible(where, values[0], values[1], operands[1].type)
            case Operator.HEAP_BASE:
                return self.pointers.heap_base(where, values[0])
            case _:
                raise Unsupported(f"operator {operator.value}")

    def _compare_pointers(
        self, operator: Operator, operands: tuple[Expr, ...], values: list[Value], where: Where
    ) -> Value:
        if operator not in _EQUALITIES:
            return self.pointers.compare(where, operator, values[0], values[1])
        literal = any(isinstance(operand, Const) for operand in operands)
        equal = self.pointers.equal(where, values[0], values[1], literal=literal)
        return equal if operator is Operator.EQUAL else self.terms.no(equal)

    def _cast(self, value: Value, source: Type, target: Type, where: Where) -> Value:
        match source, target:
            case PointerType(), PointerType():
                return value
            case PointerType(), BoolType():
                return self.terms.no(self.pointers.is_null(value))
            case PointerType(), IntegerType(width, signed):
                number = self.memory.blocks.address(value, where.require)
                if isinstance(number, Term):
                    return numbers.resize(self.terms, number, self.width, False, width)
                return wrap(number, width, signed)
            case IntegerType(width, signed), PointerType():
                return self.memory.blocks.pointer_at(
                    numbers.resize(self.terms, value, width, signed, self.width), where.require
                )
            case _:
                return convert(self.terms, value, source, target, where.require)
