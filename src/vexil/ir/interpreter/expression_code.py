"""Expressions as Python source text.

Small expressions become one Python expression; large ones are cut into temporaries and pieces, so that neither
depth nor sharing is a problem. The operands of ``ite`` are evaluated only when they are selected.

The generated code sees ``f`` (registers of the frame), ``g`` (global registers), ``m`` (the machine), ``t``
(the running thread) and the functions in `NAMESPACE`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from vexil.core.dag import bottom_up
from vexil.core.errors import InternalError
from vexil.ir import arithmetic
from vexil.ir import expressions as ir
from vexil.ir.expressions import Expr, Operator
from vexil.ir.interpreter.large_expressions import PieceText, cut, evaluate_pieces, is_selection
from vexil.ir.interpreter.storage import decoded, decoded_bits, digits, element_family, storage_of, wrapped
from vexil.ir.types import BoolType, FloatType, IntegerType, LockType, MathType, PointerType, Type, is_aggregate

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
    "loaded_float": arithmetic.loaded_float,
    "evaluate_pieces": evaluate_pieces,
    "isnan": math.isnan,
    "square_root": arithmetic.square_root,
    "nan": math.nan,
    "inf": math.inf,
}


@dataclass(frozen=True, slots=True)
class Scope:
    """Where the generated code finds variables, fields and functions; made by the compiler of a program."""

    variable: Callable[[ir.Variable], tuple[str, bool]]
    """The text of a variable's register, and whether that holds the number of its memory."""
    field_slot: Callable[[str, str], int]
    subclasses: Callable[[str], frozenset[str]]
    function_number: Callable[[str], int]
    size_of: Callable[[Type], int]
    pointer_size: int
    constant: Callable[[object], str]
    """The name under which the code finds a Python object."""
    pieces: Callable[[str, list[tuple[int, ...]]], str]
    """The name under which the code finds the pieces of a large expression."""

    def access(self, kind: Type) -> tuple[str, int]:
        """Storage code and size of a scalar type."""
        storage = storage_of(kind, self.pointer_size)
        return storage, int(storage[1:])


class ExpressionCode:
    """Generates the code of the expressions of one edge; ``lines`` are the temporaries computed first."""

    limit = 60
    """Expressions with at most this many nodes become one Python expression."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.lines: list[str] = []
        self._sizes: dict[Hashable, tuple[Expr, int]] = {}

    def value(self, expression: Expr) -> str:
        """Python text for the value of an expression; may add lines."""
        if self.size(expression) <= self.limit:
            return self.inline(expression)
        name = f"v{len(self.lines)}"
        if not is_selection(expression):
            whole = PieceText(self, f"{name}_")
            text = whole.strict(expression)
            if not whole.needs:
                self.lines += whole.lines
                return text
        table = self._scope.pieces(*cut(self, expression))
        self.lines.append(f"{name} = evaluate_pieces({table}, f, g, m, t)")
        return name

    def size(self, expression: Expr) -> int:
        """The number of occurrences below an expression, or one more than the limit; remembered for every node."""
        return bottom_up(expression, self._size, done=self._sizes)

    def _size(self, _: Expr, sizes: tuple[int, ...]) -> int:
        return min(1 + sum(sizes), self.limit + 1)

    def inline(self, expression: Expr) -> str:
        """Python text for a small expression."""
        return self.combine(expression, [self.inline(operand) for operand in expression.operands])

    def combine(self, expression: Expr, operands: list[str]) -> str:
        """Python text for one node, given the text of its operands."""
        scope = self._scope
        match expression:
            case ir.Const(value, kind):
                return self._constant(value, kind)
            case ir.Variable():
                code, in_memory = scope.variable(expression)
                return self._load(f"({code}, 0)", expression.type) if in_memory else code
            case ir.Deref(_, kind):
                return self._load(operands[0], kind)
            case ir.Bits(_, unit, offset, width, kind):
                bits = f"m.load_bits({operands[0]}, {scope.size_of(unit)}, {offset}, {width})"
                return decoded_bits(bits, width, kind)
            case ir.Field(_, class_name, name, _):
                return f"{self.fields(operands[0], class_name)}[{scope.field_slot(class_name, name)}]"
            case ir.Element(_, kind):
                return f"m.element({operands[0]}, {operands[1]}, {element_family(kind)!r})"
            case ir.AddressOf(variable, _):
                return f"({scope.variable(variable)[0]}, 0)"
            case ir.CodeAddress(function, _):
                return f"({-1 - scope.function_number(function)}, 0)"
            case ir.TypeTest(_, tested, _):
                return f"m.is_instance({operands[0]}, {scope.constant(tested)})"
            case ir.Apply(operator, arguments, kind):
                return self._apply(operator, arguments, kind, operands)

    def fields(self, reference: str, class_name: str) -> str:
        """Python text for the fields of an instance of a class."""
        return f"m.instance({reference}, {self._scope.constant(self._scope.subclasses(class_name))})"

    def _load(self, pointer: str, kind: Type) -> str:
        if is_aggregate(kind):
            return f"m.load_aggregate({pointer}, {self._scope.size_of(kind)})"
        storage, size = self._scope.access(kind)
        return decoded(f"m.load({pointer}, {storage!r}, {size})", kind)

    def _constant(self, value: int | float | bool, kind: Type) -> str:
        if isinstance(value, float):
            return f"({value!r})" if value < 0 else repr(value)
        if isinstance(kind, PointerType):
            return f"(0, {value & self._address_mask})"
        return repr(value) if isinstance(value, bool) else digits(value)

    @property
    def _address_mask(self) -> int:
        return (1 << (8 * self._scope.pointer_size)) - 1

    def _apply(self, operator: Operator, arguments: tuple[Expr, ...], kind: Type, codes: list[str]) -> str:
        first = arguments[0].type if arguments else kind
        if isinstance(first, PointerType) and operator in _POINTER_COMPARISONS:
            return f"(m.compare_pointers({codes[0]}, {codes[1]}) {operator.value} 0)"
        if isinstance(first, PointerType) and operator in _EQUALITIES and not any(map(_is_literal, arguments)):
            return f"(m.equal_pointers({codes[0]}, {codes[1]}) is {operator is Operator.EQUAL})"
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
                return f"saturate({codes[0]}, {digits(kind.low)}, {digits(kind.high)})"
            case Operator.IS_NAN:
                return f"isnan({codes[0]})"
            case Operator.SQUARE_ROOT:
                return wrapped(f"square_root({codes[0]})", kind)
            case Operator.CURRENT_THREAD:
                return "t.number"
            case Operator.HOLDS_LOCK:
                return f"m.holds_lock(t, {self.lock_key(codes[0], first)})"
            case Operator.LOCKED:
                return f"({self.lock_key(codes[0], first)} in m.locks)"
            case _:
                raise InternalError(f"operator {operator.name} should have code for type {first}")

    @staticmethod
    def lock_key(code: str, kind: Type) -> str:
        """Python text for the key of a lock: references and pointers are themselves, other locks are tagged."""
        return f"('lock', {code})" if isinstance(kind, LockType) else code

    def _cast(self, code: str, source: Type, target: Type) -> str:
        match source, target:
            case BoolType(), IntegerType() | MathType():
                return f"({-1 if target == IntegerType(1, True) else 1} if {code} else 0)"
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
                return f"float_to_integer({code}, {digits(target.low)}, {digits(target.high)})"
            case FloatType(), MathType():
                return f"float_to_math({code})"
            case PointerType(), IntegerType():
                return wrapped(f"m.address_number({code})", target)
            case IntegerType(), PointerType():
                return f"m.pointer_at({code} & {self._address_mask})"
            case _:
                return code


def _is_literal(expression: Expr) -> bool:
    return isinstance(expression, ir.Const)


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
    Operator.STORABLE: "storable",
    Operator.LEAKED: "leaked",
    Operator.ALIVE: "is_alive",
    Operator.INTERRUPTED: "is_interrupted",
}
