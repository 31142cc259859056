"""Expressions as Python source text.

Small expressions become one Python expression; large ones are cut into assignments to temporaries, so that
neither depth nor sharing is a problem. The operands of ``ite`` are evaluated only when they are selected: a
temporary inside one of them is computed under the guard of the condition that selects it.

The generated code sees ``f`` (registers of the frame), ``g`` (global registers), ``m`` (the machine), ``t``
(the running thread) and the functions in `NAMESPACE`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from vexil.core.errors import InternalError
from vexil.ir import arithmetic
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
    TypeTest,
    Variable,
)
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    FloatType,
    IntegerType,
    LockType,
    MathType,
    PointerType,
    ReferenceType,
    ThreadType,
    TokenType,
    Type,
    is_aggregate,
)

INLINE_SIZE = 60
"""Expressions with at most this many nodes become one Python expression."""

NAMESPACE: Mapping[str, object] = {
    "divide": arithmetic.divide,
    "remainder": arithmetic.remainder,
    "shift_left": arithmetic.shift_left,
    "shift_right": arithmetic.shift_right,
    "round32": arithmetic.round32,
    "divide_float": arithmetic.divide_float,
    "remainder_float": arithmetic.remainder_float,
    "integer_to_float": arithmetic.integer_to_float,
    "float_to_integer": arithmetic.float_to_integer,
    "float_to_math": arithmetic.float_to_math,
    "saturate": arithmetic.saturate,
    "float_from_bits": arithmetic.float_from_bits,
    "isnan": math.isnan,
    "nan": math.nan,
    "inf": math.inf,
}


def storage_of(kind: Type, pointer_size: int) -> str:
    """The storage code of a scalar type."""
    match kind:
        case BoolType() | TokenType():
            return "u1"
        case IntegerType(width, _):
            return f"u{(width + 7) // 8}"
        case FloatType(width):
            return f"f{width // 8}"
        case PointerType():
            return f"p{pointer_size}"
        case ReferenceType() | ArrayReferenceType():
            return "r8"
        case ThreadType():
            return "t8"
        case LockType():
            return "l8"
        case _:
            raise InternalError(f"a value of type {kind} should not be a scalar in memory")


def decoded(code: str, kind: Type) -> str:
    """Python text that turns a stored scalar into a value of the type."""
    match kind:
        case BoolType():
            return f"({code} != 0)"
        case IntegerType(width, True):
            half = 1 << (width - 1)
            return f"(({code} & {2 * half - 1} ^ {half}) - {half})" if width % 8 else f"(({code} ^ {half}) - {half})"
        case IntegerType(width, False) if width % 8:
            return f"({code} & {(1 << width) - 1})"
        case _:
            return code


def encoded(code: str, kind: Type) -> str:
    """Python text that turns a value of the type into a stored scalar."""
    match kind:
        case BoolType():
            return f"(1 if {code} else 0)"
        case IntegerType(width, True):
            return f"({code} & {(1 << (8 * ((width + 7) // 8))) - 1})"
        case _:
            return code


def wrapped(code: str, kind: Type) -> str:
    """Python text that reduces an integer to the type."""
    match kind:
        case IntegerType(width, True):
            half = 1 << (width - 1)
            return f"(({code} + {half} & {2 * half - 1}) - {half})"
        case IntegerType(width, False):
            return f"({code} & {(1 << width) - 1})"
        case FloatType(32):
            return f"round32({code})"
        case _:
            return f"({code})"


class Scope:
    """Where the generated code finds variables, fields and functions; made by the compiler of a program."""

    def __init__(
        self,
        variable: Callable[[Variable], tuple[str, bool]],
        field_slot: Callable[[str, str], int],
        function_number: Callable[[str], int],
        size_of: Callable[[Type], int],
        pointer_size: int,
        constant: Callable[[object], str],
    ) -> None:
        self.variable = variable
        self.field_slot = field_slot
        self.function_number = function_number
        self.size_of = size_of
        self.pointer_size = pointer_size
        self.constant = constant

    def access(self, kind: Type) -> tuple[str, int]:
        """Storage code and size of a scalar type."""
        storage = storage_of(kind, self.pointer_size)
        return storage, int(storage[1:])


class ExpressionCode:
    """Generates the code of the expressions of one edge; ``lines`` are the temporaries computed first."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.lines: list[str] = []
        self._sizes: dict[int, int] = {}
        self._temporaries: dict[tuple[int, str], str] = {}

    def value(self, expression: Expr) -> str:
        """Python text for the value of an expression; may add lines."""
        if self._measure(expression) <= INLINE_SIZE:
            return self._inline(expression)
        return self._large(expression)

    def _measure(self, expression: Expr) -> int:
        """The number of occurrences below an expression, remembered for every node on the way."""
        sizes = self._sizes
        stack = [expression]
        while stack:
            current = stack[-1]
            missing = [operand for operand in current.operands if id(operand) not in sizes]
            if missing:
                stack.extend(missing)
            else:
                stack.pop()
                sizes[id(current)] = 1 + sum(sizes[id(operand)] for operand in current.operands)
        return sizes[id(expression)]

    def _inline(self, expression: Expr) -> str:
        return self.combine(expression, [self._inline(operand) for operand in expression.operands])

    def _large(self, root: Expr) -> str:
        """Cut a large expression into temporaries: ``v`` for values, ``c`` for the guards of selections."""
        done: dict[tuple[int, str], str] = {}
        stack: list[tuple[Expr, str]] = [(root, "")]
        while stack:
            current, guard = stack[-1]
            key = (id(current), guard)
            if key in done:
                stack.pop()
                continue
            if self._sizes[id(current)] <= INLINE_SIZE:
                done[key] = self._inline(current)
                stack.pop()
                continue
            needed = self._needed(current, guard, done)
            missing = [(operand, under) for operand, under in needed if (id(operand), under) not in done]
            if missing:
                stack.append(missing[0])
                continue
            code = self.combine(current, [done[id(operand), under] for operand, under in needed])
            done[key] = self._temporary(code, guard)
            stack.pop()
        return done[id(root), ""]

    def _needed(self, current: Expr, guard: str, done: dict[tuple[int, str], str]) -> list[tuple[Expr, str]]:
        """The operands with the guards they are computed under."""
        if not (isinstance(current, Apply) and current.operator is Operator.IF):
            return [(operand, guard) for operand in current.operands]
        condition, selected, other = current.operands
        code = done.get((id(condition), guard))
        if code is None:
            return [(condition, guard)] * 3
        prefix = f"{guard} and " if guard else ""
        yes = self._named(f"{prefix}{code}", (id(current), f"{guard}+"))
        no = self._named(f"{prefix}not {code}", (id(current), f"{guard}-"))
        return [(condition, guard), (selected, yes), (other, no)]

    def _named(self, code: str, key: tuple[int, str]) -> str:
        if key not in self._temporaries:
            self._temporaries[key] = self._temporary(code, "")
        return self._temporaries[key]

    def _temporary(self, code: str, guard: str) -> str:
        name = f"v{len(self.lines)}"
        self.lines.append(f"{name} = {code} if {guard} else None" if guard else f"{name} = {code}")
        return name

    def combine(self, expression: Expr, operands: list[str]) -> str:
        """Python text for one node, given the text of its operands."""
        scope = self._scope
        match expression:
            case Const(value, kind):
                return self._constant(value, kind)
            case Variable():
                code, in_memory = scope.variable(expression)
                return self._load(f"({code}, 0)", expression.type) if in_memory else code
            case Deref(_, kind):
                return self._load(operands[0], kind)
            case Bits(_, unit, offset, width, kind):
                bits = f"m.load_bits({operands[0]}, {scope.size_of(unit)}, {offset}, {width})"
                return decoded_bits(bits, width, kind)
            case Field(_, class_name, name, _):
                return f"m.instance({operands[0]})[{scope.field_slot(class_name, name)}]"
            case Element():
                return f"m.element({operands[0]}, {operands[1]})"
            case AddressOf(variable, _):
                return f"({scope.variable(variable)[0]}, 0)"
            case CodeAddress(function, _):
                return f"({-1 - scope.function_number(function)}, 0)"
            case TypeTest(_, tested, _):
                return f"m.is_instance({operands[0]}, {scope.constant(tested)})"
            case Apply(operator, arguments, kind):
                return self._apply(operator, arguments, kind, operands)

    def _load(self, pointer: str, kind: Type) -> str:
        if is_aggregate(kind):
            return f"m.load_aggregate({pointer}, {self._scope.size_of(kind)})"
        storage, size = self._scope.access(kind)
        return decoded(f"m.load({pointer}, {storage!r}, {size})", kind)

    def _constant(self, value: float, kind: Type) -> str:
        if isinstance(kind, PointerType):
            return f"(0, {value})"
        if isinstance(value, float) and (math.isnan(value) or math.isinf(value)):
            return "nan" if math.isnan(value) else f"({'-' if value < 0 else ''}inf)"
        return f"({value!r})" if value < 0 else repr(value)

    def _apply(self, operator: Operator, arguments: tuple[Expr, ...], kind: Type, codes: list[str]) -> str:
        first = arguments[0].type if arguments else kind
        if isinstance(first, PointerType) and operator in _POINTER_COMPARISONS:
            return f"(m.compare_pointers({codes[0]}, {codes[1]}) {operator.value} 0)"
        if operator in _COMPARISONS:
            return f"({codes[0]} {operator.value} {codes[1]})"
        if isinstance(first, FloatType) and operator in _FLOAT_CALLS:
            return wrapped(f"{_FLOAT_CALLS[operator]}({codes[0]}, {codes[1]})", kind)
        if operator in _WRAPPING:
            return wrapped(f"{codes[0]} {operator.value} {codes[1]}", kind)
        if operator in _CALLS:
            return f"m.{_CALLS[operator]}({', '.join(codes)})"
        match operator:
            case Operator.NEGATE:
                return wrapped(f"-{codes[0]}", kind)
            case Operator.COMPLEMENT:
                return wrapped(f"~{codes[0]}", kind)
            case Operator.NOT:
                return f"(not {codes[0]})"
            case Operator.AND:
                return f"({codes[0]} & {codes[1]})"
            case Operator.OR:
                return f"({codes[0]} | {codes[1]})"
            case Operator.BIT_AND | Operator.BIT_OR | Operator.BIT_XOR:
                return f"({codes[0]} {operator.value} {codes[1]})"
            case Operator.DIVIDE | Operator.REMAINDER:
                return wrapped(f"{operator.name.lower()}({codes[0]}, {codes[1]})", kind)
            case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT if isinstance(first, IntegerType):
                return wrapped(f"{operator.name.lower()}({codes[0]}, {codes[1]}, {first.width})", kind)
            case Operator.IF:
                return f"({codes[1]} if {codes[0]} else {codes[2]})"
            case Operator.CAST:
                return self._cast(codes[0], first, kind)
            case Operator.SATURATE if isinstance(kind, IntegerType):
                return f"saturate({codes[0]}, {kind.low}, {kind.high})"
            case Operator.IS_NAN:
                return f"isnan({codes[0]})"
            case Operator.CURRENT_THREAD:
                return "t.number"
            case Operator.HOLDS_LOCK:
                return f"m.holds_lock(t, {self.lock_key(codes[0], first)})"
            case _:
                raise InternalError(f"operator {operator.name} should have code for type {first}")

    @staticmethod
    def lock_key(code: str, kind: Type) -> str:
        """Python text for the key of a lock: references and pointers are themselves, other locks are tagged."""
        return f"('lock', {code})" if isinstance(kind, LockType) else code

    def _cast(self, code: str, source: Type, target: Type) -> str:
        match source, target:
            case BoolType(), IntegerType() | MathType():
                return f"(1 if {code} else 0)"
            case BoolType(), FloatType():
                return f"(1.0 if {code} else 0.0)"
            case PointerType(), BoolType():
                return f"({code} != (0, 0))"
            case ((IntegerType() | MathType() | FloatType()), BoolType()):
                return f"({code} != 0)"
            case IntegerType(), IntegerType() if target.low <= source.low and source.high <= target.high:
                return code
            case ((IntegerType() | MathType()), IntegerType() | MathType()):
                return wrapped(code, target)
            case ((IntegerType() | MathType()), FloatType(width)):
                return f"integer_to_float({code}, {width})"
            case FloatType(), FloatType():
                return wrapped(code, target) if source.width > target.width else code
            case FloatType(), IntegerType():
                return f"float_to_integer({code}, {target.low}, {target.high})"
            case FloatType(), MathType():
                return f"float_to_math({code})"
            case PointerType(), IntegerType():
                return wrapped(f"m.address_number({code})", target)
            case IntegerType(), PointerType():
                return f"m.pointer_at({code} & {(1 << (8 * self._scope.pointer_size)) - 1})"
            case _:
                return code


def decoded_bits(code: str, width: int, kind: Type) -> str:
    """Python text that turns the bits of a bit-field into a value of the type."""
    if isinstance(kind, IntegerType) and kind.signed:
        half = 1 << (width - 1)
        return f"(({code} ^ {half}) - {half})"
    return f"({code} != 0)" if isinstance(kind, BoolType) else code


_EQUALITIES = frozenset({Operator.EQUAL, Operator.DIFFERENT})
_POINTER_COMPARISONS = frozenset({Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL})
_COMPARISONS = _POINTER_COMPARISONS | _EQUALITIES
_WRAPPING = frozenset({Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY})
_FLOAT_CALLS = {Operator.DIVIDE: "divide_float", Operator.REMAINDER: "remainder_float"}
_CALLS = {
    Operator.POINTER_ADD: "pointer_add",
    Operator.POINTER_DIFFERENCE: "pointer_difference",
    Operator.OFFSET: "pointer_offset",
    Operator.OBJECT_SIZE: "object_size",
    Operator.SAME_OBJECT: "same_object",
    Operator.ACCESSIBLE: "accessible",
    Operator.HEAP_BASE: "heap_base",
    Operator.ARRAY_LENGTH: "array_length",
    Operator.ALIVE: "is_alive",
    Operator.INTERRUPTED: "is_interrupted",
}
