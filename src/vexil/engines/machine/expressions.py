"""Expressions as code of the machine."""

from __future__ import annotations

from vexil.core.errors import InternalError
from vexil.engines.machine.assembler import Assembler, Label
from vexil.engines.machine.slots import (
    Link,
    Unsupported,
    form_of,
    is_unsigned_word,
    is_wide,
    key_of,
    link_of,
    slots_of,
    wrap_of,
)
from vexil.engines.machine.tables import Tables
from vexil.ir.arithmetic import float_bits
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
from vexil.ir.program import Function
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    ReferenceType,
    ThreadType,
    Type,
    is_aggregate,
)

COMPUTED_NAN = 0x7FF8C0DE0BADF00D
"""The bits that stand for a NaN whose bits are open."""
IDENTITY_KINDS = {Link.POINTER: 0, Link.REFERENCE: 1, Link.THREAD: 2}
_COMPARISONS = {
    Operator.EQUAL: ("EQ", False),
    Operator.DIFFERENT: ("NE", False),
    Operator.LESS: ("LT", False),
    Operator.LESS_EQUAL: ("LE", False),
    Operator.GREATER: ("LT", True),
    Operator.GREATER_EQUAL: ("LE", True),
}
_WITH_CONSTANT = {
    Operator.EQUAL: "EQ_K",
    Operator.DIFFERENT: "NE_K",
    Operator.LESS: "LT_K",
    Operator.LESS_EQUAL: "LE_K",
    Operator.GREATER: "GT_K",
    Operator.GREATER_EQUAL: "GE_K",
}
_ARITHMETIC = {
    Operator.ADD: "ADD",
    Operator.SUBTRACT: "SUB",
    Operator.MULTIPLY: "MUL",
    Operator.DIVIDE: "DIV",
    Operator.REMAINDER: "REM",
    Operator.BIT_AND: "AND",
    Operator.BIT_OR: "OR",
    Operator.BIT_XOR: "XOR",
    Operator.AND: "AND",
    Operator.OR: "OR",
}
_POINTER_QUERIES = {
    Operator.POINTER_DIFFERENCE: "P_DIFFERENCE",
    Operator.OFFSET: "P_OFFSET",
    Operator.OBJECT_SIZE: "P_SIZE",
    Operator.SAME_OBJECT: "P_SAME_OBJECT",
    Operator.ACCESSIBLE: "P_ACCESSIBLE",
    Operator.HEAP_BASE: "P_HEAP_BASE",
    Operator.ARRAY_LENGTH: "LENGTH",
    Operator.STORABLE: "STORABLE",
    Operator.LEAKED: "LEAKED",
    Operator.CURRENT_THREAD: "SELF",
    Operator.ALIVE: "ALIVE",
    Operator.INTERRUPTED: "INTERRUPTED",
}


class ExpressionWriter:
    """Writes the code of expressions over the variables of a function (or globals alone) and tells where values are."""

    def __init__(self, tables: Tables, function: Function | None, assembler: Assembler) -> None:
        self.tables = tables
        self.asm = assembler
        self.function = function
        self.registers = {} if function is None else tables.registers(function)
        self._computed: dict[int, tuple[Expr, int]] = {}

    def begin(self) -> int:
        """Begin code of its own: no value is known."""
        self._computed = {}
        return self.asm.begin()

    @property
    def known(self) -> dict[int, tuple[Expr, int]]:
        """The values that are known here, by expression; to be set where code comes together."""
        return dict(self._computed)

    @known.setter
    def known(self, values: dict[int, tuple[Expr, int]]) -> None:
        self._computed = dict(values)

    # --- values ------------------------------------------------------------------------------------------

    def value(self, expression: Expr) -> int:
        """Where the value of an expression is, after the code that is written."""
        before = self._computed.get(id(expression))
        if before is not None:
            return before[1]
        slot = self._value(expression)
        self._computed[id(expression)] = expression, slot
        return slot

    def _value(self, expression: Expr) -> int:
        asm = self.asm
        match expression:
            case Const(value, kind):
                return self._constant(value, kind)
            case Variable():
                return self._variable(expression)
            case Deref((pointer,), kind):
                return self._load(self.value(pointer), kind)
            case Bits((pointer,), unit, offset, width, kind):
                place = self.value(pointer)
                d = asm.temporary()
                size = self.tables.unit_size(unit)
                wrap = 64 - width + 64 * (isinstance(kind, IntegerType) and kind.signed)
                asm.add("LOAD_BITS", d, place, 0, size | offset << 8 | width << 16 | wrap << 24)
                return d
            case Field((reference,), class_name, name, kind):
                place = self.value(reference)
                d = asm.temporary(slots_of(kind))
                slot = self.tables.field_slot(class_name, name)
                asm.add("FIELD2" if slots_of(kind) == 2 else "FIELD", d, place, 0, slot)
                return d
            case Element((array, index), kind):
                place, position = self.value(array), self.word(index)
                d = asm.temporary(slots_of(kind))
                family = self.tables.family(kind)
                asm.add("ELEMENT2" if slots_of(kind) == 2 else "ELEMENT", d, place, position, family)
                return d
            case AddressOf(variable, _):
                return self.address_of(variable)
            case CodeAddress(function, _):
                return self._pair(-1 - self.tables.function_number(function), 0)
            case TypeTest((reference,), tested, _):
                place = self.value(reference)
                d = asm.temporary()
                asm.add("IS_TYPE", d, place, 0, self.tables.type_row(tested))
                return d
            case Apply(operator, operands, kind):
                return self._apply(operator, operands, kind)
            case _:
                raise InternalError("an expression should have its operands")

    def _pair(self, first: int, second: int) -> int:
        d = self.asm.temporary(2)
        self.asm.add("CONST", d, k=first)
        self.asm.add("CONST", d + 1, k=second)
        return d

    def constant(self, value: int) -> int:
        """Where a number is."""
        d = self.asm.temporary()
        self.asm.add("CONST", d, k=value)
        return d

    def _constant(self, value: int | float | bool, kind: Type) -> int:
        if isinstance(kind, FloatType):
            bits = COMPUTED_NAN if value != value else float_bits(float(value), 64)  # noqa: PLR0124 - NaN
            return self.constant(bits)
        assert isinstance(value, int)
        if isinstance(kind, PointerType):
            return self._pair(0, value & self.tables.address_mask)
        if is_wide(kind):
            return self._pair(value & (1 << 64) - 1, value >> 64 & (1 << 64) - 1)
        if isinstance(kind, MathType) and not -(1 << 63) <= value < 1 << 63:
            raise Unsupported(f"the mathematical integer {value}")
        return self.constant(int(value))

    def _variable(self, variable: Variable) -> int:
        kind = variable.type
        if not variable.is_global:
            slot, in_memory = self.registers[variable.name]
            return self._load(self.address_of(variable), kind) if in_memory else slot
        place = self.tables.global_place(variable.name)
        if place.in_memory:
            return self._load(self.address_of(variable), kind)
        d = self.asm.temporary(slots_of(kind))
        for offset in range(slots_of(kind)):
            self.asm.add("OWN" if place.is_own else "GLOBAL", d + offset, k=place.index + offset)
        return d

    def address_of(self, variable: Variable) -> int:
        """Where the address of a variable is."""
        return self.address(variable.name)

    def address(self, name: str) -> int:
        """Where the address of a variable in memory is."""
        d = self.asm.temporary(2)
        if name in self.registers:
            self.asm.add("MOVE", d, self.registers[name][0])
        else:
            place = self.tables.global_place(name)
            if place.is_own:
                self.asm.add("OWN", d, k=place.index)
            else:
                self.asm.add("CONST", d, k=place.number)
        self.asm.add("CONST", d + 1, k=0)
        return d

    def _load(self, pointer: int, kind: Type) -> int:
        """Read a scalar; an aggregate is where it is."""
        if is_aggregate(kind):
            return pointer
        asm, size = self.asm, self.tables.size_of(kind)
        d = asm.temporary(slots_of(kind))
        match kind:
            case FloatType(width):
                asm.add("LOAD_FLOAT", d, pointer, 0, width)
            case PointerType():
                asm.add("LOAD_POINTER", d, pointer)
            case ReferenceType() | ArrayReferenceType() | ThreadType():
                asm.add("LOAD_IDENTITY", d, pointer, 0, size | IDENTITY_KINDS[link_of(kind)] << 8)
            case IntegerType() if is_wide(kind):
                asm.add("LOAD_WIDE", d, pointer, 0, size | wrap_of(kind) << 8)
            case IntegerType():
                asm.add("LOAD", d, pointer, 0, size | wrap_of(kind) << 8)
            case _:
                asm.add("LOAD", d, pointer, 0, size)
                if isinstance(kind, BoolType):
                    asm.add("NONZERO", d, d)
        return d

    def word(self, expression: Expr) -> int:
        """Where an index or an amount is; what fits in no word is beyond everything, as the ends of words are."""
        slot = self.value(expression)
        if not is_wide(expression.type):
            return slot
        d = self.asm.temporary()
        self.asm.add("W_CLAMP", d, slot, form_of(expression.type) & 1)
        return d

    # --- operators ---------------------------------------------------------------------------------------

    def _apply(self, operator: Operator, operands: tuple[Expr, ...], kind: Type) -> int:
        asm = self.asm
        if operator is Operator.IF:
            return self._selected(operands, kind)
        first = operands[0].type if operands else kind
        if operator in _COMPARISONS:
            return self._compared(operator, operands, first)
        if operator in _POINTER_QUERIES:
            slots = [self.word(item) for item in operands]
            d = asm.temporary()
            asm.add(_POINTER_QUERIES[operator], d, *slots)
            if operator is Operator.STORABLE:
                self.tables.need_storable()
            return d
        if operator is Operator.POINTER_ADD:
            pointer, count = self.value(operands[0]), self.value(operands[1])
            d = asm.temporary(2)
            asm.add("P_ADD", d, pointer, count)
            return d
        if isinstance(first, FloatType) and operator not in (Operator.CAST, Operator.SATURATE):
            return self._float(operator, operands, kind, first)
        if operator in _ARITHMETIC:
            return self._arithmetic(operator, operands, kind)
        match operator:
            case Operator.NEGATE | Operator.COMPLEMENT:
                slot = self.value(operands[0])
                d = asm.temporary(slots_of(kind))
                name = "NEG" if operator is Operator.NEGATE else "COMPLEMENT"
                if isinstance(kind, MathType):
                    asm.add("NEG_M", d, slot)
                else:
                    asm.add(f"W_{name}" if is_wide(kind) else name, d, slot, 0, wrap_of(kind))
                return d
            case Operator.NOT:
                slot = self.value(operands[0])
                d = asm.temporary()
                asm.add("NOT", d, slot)
                return d
            case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
                return self._shifted(operator, operands, kind)
            case Operator.CAST:
                return self._cast(operands[0], kind)
            case Operator.SATURATE:
                slot = self.value(operands[0])
                d = asm.temporary(slots_of(kind))
                asm.add("W_SATURATE" if is_wide(kind) else "F_SATURATE", d, slot, 0, wrap_of(kind))
                return d
            case Operator.HOLDS_LOCK | Operator.LOCKED:
                slot = self.value(operands[0])
                d = asm.temporary()
                asm.add("HOLDS" if operator is Operator.HOLDS_LOCK else "LOCKED", d, slot, 0, key_of(first))
                return d
            case _:
                raise InternalError(f"operator {operator.name} should have code for type {first}")

    def _selected(self, operands: tuple[Expr, ...], kind: Type) -> int:
        """One of two values; only that one is evaluated."""
        asm, otherwise, end = self.asm, Label(), Label()
        count = slots_of(kind)
        test = self.value(operands[0])
        d = asm.temporary(count)
        asm.add("JUMP_UNLESS", 0, test, 0, otherwise)
        known = self.known
        self.move(d, self.value(operands[1]), count)
        asm.add("JUMP", k=end)
        asm.put(otherwise)
        self.known = known
        self.move(d, self.value(operands[2]), count)
        asm.put(end)
        self.known = known
        return d

    def move(self, to: int, slot: int, count: int) -> None:
        """Copy words."""
        if to != slot:
            self.asm.add("MOVE2" if count == 2 else "MOVE", to, slot)

    def _compared(self, operator: Operator, operands: tuple[Expr, ...], kind: Type) -> int:
        asm = self.asm
        name, is_swapped = _COMPARISONS[operator]
        left, right = operands
        if isinstance(kind, PointerType):
            slots = self.value(left), self.value(right)
            d = asm.temporary()
            if name in ("EQ", "NE"):
                is_literal = isinstance(left, Const) or isinstance(right, Const)
                plain = "P_SAME" if name == "EQ" else "P_DIFFERENT"
                asm.add(plain if is_literal else f"P_{name}", d, *slots)
            else:
                asm.add(f"P_{name}", d, *(reversed(slots) if is_swapped else slots))
            return d
        is_plain = not isinstance(kind, FloatType) and not is_wide(kind)
        if isinstance(right, Const) and is_plain and (not is_unsigned_word(kind) or name in ("EQ", "NE")):
            assert isinstance(right.value, int)
            if -(1 << 63) <= right.value < 1 << 64:
                slot = self.value(left)
                d = asm.temporary()
                asm.add(_WITH_CONSTANT[operator], d, slot, 0, int(right.value))
                return d
        slots = self.value(left), self.value(right)
        d = asm.temporary()
        if isinstance(kind, FloatType):
            prefix, suffix = "F_", ""
        else:
            prefix = "W_" if is_wide(kind) else ""
            is_unsigned = isinstance(kind, IntegerType) and not kind.signed and kind.width in (64, 128)
            suffix = "U" if is_unsigned and name in ("LT", "LE") else ""
        asm.add(f"{prefix}{name}{suffix}", d, *(reversed(slots) if is_swapped else slots))
        return d

    def _arithmetic(self, operator: Operator, operands: tuple[Expr, ...], kind: Type) -> int:
        asm, name = self.asm, _ARITHMETIC[operator]
        left, right = operands
        wrap = wrap_of(kind)
        if (
            operator in (Operator.ADD, Operator.SUBTRACT)
            and isinstance(right, Const)
            and isinstance(kind, IntegerType)
            and not is_wide(kind)
        ):
            assert isinstance(right.value, int)
            amount = right.value if operator is Operator.ADD else -right.value
            if -(1 << 54) < amount < 1 << 54:
                slot = self.value(left)
                d = asm.temporary()
                asm.add("ADD_K", d, slot, 0, amount << 8 | wrap)
                return d
        slots = self.value(left), self.value(right)
        d = asm.temporary(slots_of(kind))
        if isinstance(kind, MathType):
            if name in ("DIV", "REM"):
                asm.add(name, d, *slots, wrap | -(1 << 62))
            else:
                asm.add(f"{name}_M", d, *slots)
            return d
        is_unsigned = isinstance(kind, IntegerType) and not kind.signed and kind.width in (64, 128)
        suffix = "U" if is_unsigned and name in ("DIV", "REM") else ""
        asm.add(f"{'W_' if is_wide(kind) else ''}{name}{suffix}", d, *slots, wrap)
        return d

    def _shifted(self, operator: Operator, operands: tuple[Expr, ...], kind: Type) -> int:
        assert isinstance(kind, IntegerType)
        slot, by = self.value(operands[0]), self.word(operands[1])
        d = self.asm.temporary(slots_of(kind))
        name = "SHL" if operator is Operator.SHIFT_LEFT else "SHR" if kind.signed else "SHRU"
        self.asm.add(f"{'W_' if is_wide(kind) else ''}{name}", d, slot, by, wrap_of(kind) | kind.width << 8)
        return d

    def _float(self, operator: Operator, operands: tuple[Expr, ...], kind: Type, first: FloatType) -> int:
        names = {**_ARITHMETIC, Operator.NEGATE: "NEG", Operator.IS_NAN: "NAN", Operator.SQUARE_ROOT: "SQRT"}
        slots = [*(self.value(item) for item in operands), 0]
        d = self.asm.temporary()
        self.asm.add(f"F_{names[operator]}", d, slots[0], slots[1], first.width)
        return d

    def _cast(self, operand: Expr, target: Type) -> int:
        asm, source = self.asm, operand.type
        slot = self.value(operand)
        match source, target:
            case BoolType(), IntegerType(width, signed):
                if is_wide(target):
                    d = asm.temporary(2)
                    asm.add("W_EXTEND", d, slot)
                elif width == 1 and signed:
                    d = asm.temporary()
                    asm.add("NEG", d, slot, 0, 64)
                else:
                    return slot
            case BoolType(), FloatType(width):
                d = asm.temporary()
                asm.add("F_FROM_INT", d, slot, 0, width)
            case PointerType(), BoolType():
                d = asm.temporary()
                asm.add("P_DIFFERENT", d, slot, self._pair(0, 0))
            case ((IntegerType() | MathType()), BoolType()):
                d = asm.temporary()
                asm.add("W_NONZERO" if is_wide(source) else "NONZERO", d, slot)
            case FloatType(), BoolType():
                d = asm.temporary()
                asm.add("F_NONZERO", d, slot)
            case ((IntegerType() | MathType()), IntegerType() | MathType()):
                return self._resized(slot, source, target)
            case ((IntegerType() | MathType()), FloatType(width)):
                d = asm.temporary()
                is_unsigned = isinstance(source, IntegerType) and not source.signed
                if is_wide(source):
                    asm.add("W_TO_FLOAT", d, slot, 0, width | 128 * is_unsigned)
                else:
                    asm.add("F_FROM_UINT" if is_unsigned_word(source) else "F_FROM_INT", d, slot, 0, width)
            case FloatType(), FloatType():
                if source.width <= target.width:
                    return slot
                d = asm.temporary()
                asm.add("F_ROUND", d, slot, 0, target.width)
            case FloatType(), IntegerType():
                d = asm.temporary(slots_of(target))
                asm.add("W_FROM_FLOAT" if is_wide(target) else "F_TO_INT", d, slot, 0, wrap_of(target))
            case FloatType(), MathType():
                d = asm.temporary()
                asm.add("F_TO_INT", d, slot, 0, 64)
            case PointerType(), IntegerType():
                number = asm.temporary()
                asm.add("P_TO_NUMBER", number, slot)
                return self._resized(number, IntegerType(64, False), target)
            case IntegerType(), PointerType():
                d = asm.temporary(2)
                asm.add("P_FROM_NUMBER", d, slot)
            case _:
                return slot
        return d

    def _resized(self, slot: int, source: Type, target: Type) -> int:
        asm = self.asm
        if isinstance(target, MathType):
            if isinstance(source, MathType):
                return slot
            d = asm.temporary()
            if is_wide(source):
                asm.add("W_NARROW_M", d, slot)
            elif is_unsigned_word(source):
                asm.add("FROM_UNSIGNED_M", d, slot)
            else:
                return slot
            return d
        assert isinstance(target, IntegerType)
        is_contained = isinstance(source, IntegerType) and target.low <= source.low and source.high <= target.high
        if is_contained and is_wide(source) == is_wide(target):
            return slot
        if is_wide(target):
            d = asm.temporary(2)
            if is_wide(source):
                asm.add("W_WRAP", d, slot, 0, wrap_of(target))
            else:
                asm.add("W_EXTEND_U" if is_unsigned_word(source) else "W_EXTEND", d, slot)
                asm.add("W_WRAP", d, d, 0, wrap_of(target))
            return d
        d = asm.temporary()
        asm.add("WRAP", d, slot, 0, wrap_of(target))
        return d
