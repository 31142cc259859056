"""Operators on pointers as instructions.

What depends on where objects lie, so on addresses as numbers and on the ends of objects, is left to the interpreter,
which notes that it was looked at.
"""

from __future__ import annotations

from vexil.ir.expressions import Const, Expr, Operator
from vexil.ir.interpreter.addresses import SMALLEST_ADDRESS
from vexil.ir.types import BoolType, IntegerType, PointerType, Type
from vexil.transform.native.assembly import Assembly
from vexil.transform.native.integers import extended
from vexil.transform.native.layout import SLOT_BITS, Field, Layout
from vexil.transform.native.memory import Memory
from vexil.transform.native.values import NoNativeForm, Pointer, Value

OBSERVED = "where objects lie in memory"
WORD = IntegerType(64, True)
POINTER_OPERATORS = frozenset(
    {
        Operator.POINTER_ADD,
        Operator.POINTER_DIFFERENCE,
        Operator.OFFSET,
        Operator.OBJECT_SIZE,
        Operator.SAME_OBJECT,
        Operator.ACCESSIBLE,
        Operator.HEAP_BASE,
    }
)
_ORDERED = {
    Operator.LESS: "lt",
    Operator.LESS_EQUAL: "le",
    Operator.GREATER: "gt",
    Operator.GREATER_EQUAL: "ge",
}


class Pointers:
    """Writes the operators on pointers of one function."""

    def __init__(self, code: Assembly, layout: Layout, memory: Memory) -> None:
        self._code = code
        self._width = layout.program.layout.pointer_width
        self._memory = memory

    def absolute(self, address: int) -> Pointer:
        """The pointer to an address that belongs to no object."""
        number = address & ((1 << self._width) - 1)
        return Pointer("0", str(number - (1 << 64) if number >> 63 else number))

    def code_address(self, number: int) -> Pointer:
        """The pointer to a function."""
        return Pointer(str((-1 - number) << SLOT_BITS), "0")

    def apply(
        self,
        operator: Operator,
        arguments: tuple[Expr, ...],
        operands: list[Value],
        count: IntegerType | None,
        result: IntegerType | None,
    ) -> Value:
        """The value of an operator; *count* is the type of a second operand that is a number."""
        code, memory = self._code, self._memory
        left = _pointer(operands[0])
        match operator:
            case Operator.POINTER_ADD if count is not None:
                return self._moved(left, extended(code, str(operands[1]), count, 64))
            case Operator.EQUAL | Operator.DIFFERENT:
                right = _pointer(operands[1])
                literal = any(isinstance(argument, Const) for argument in arguments)
                equal = self._same(left, right) if literal else self._equal(left, right)
                return equal if operator is Operator.EQUAL else code.value(f"xor i1 {equal}, 1")
            case Operator.SAME_OBJECT:
                return code.value(f"icmp eq i64 {left.word}, {_pointer(operands[1]).word}")
            case Operator.POINTER_DIFFERENCE if result is not None:
                right = _pointer(operands[1])
                self._alike(left, right, "pointer-difference")
                distance = self._signed(code.value(f"sub i64 {left.offset}, {right.offset}"))
                return extended(code, distance, WORD, result.width)
            case _ if operator in _ORDERED:
                return self._ordered(_ORDERED[operator], left, _pointer(operands[1]))
            case Operator.OFFSET if result is not None:
                return extended(code, self._signed(left.offset), WORD, result.width)
            case Operator.OBJECT_SIZE if result is not None:
                entry = memory.entry_of(left)
                lives = memory.lives(left, entry)
                size = code.value(f"select i1 {lives}, i64 {memory.size_of(left, entry)}, i64 0")
                return extended(code, size, WORD, result.width)
            case Operator.ACCESSIBLE if count is not None and count.width <= 64:
                return self._accessible(left, extended(code, str(operands[1]), count, 64))
            case Operator.HEAP_BASE:
                entry = memory.entry_of(left)
                lives = memory.lives(left, entry)
                heap = code.value(f"icmp ne i64 {memory.field(entry, Field.HEAP)}, 0")
                first = code.value(f"icmp eq i64 {left.offset}, 0")
                return code.value(f"and i1 {code.value(f'and i1 {lives}, {heap}')}, {first}")
            case _:
                raise NoNativeForm(f"the operator {operator.value} on pointers")

    def _signed(self, offset: str) -> str:
        """An offset as a signed number of the width of pointers."""
        if self._width == 64:
            return offset
        return self._code.value(f"sext i{self._width} {self._narrow(offset)} to i64")

    def _narrow(self, offset: str) -> str:
        return self._code.value(f"trunc i64 {offset} to i{self._width}")

    def _moved(self, pointer: Pointer, count: str) -> Pointer:
        code = self._code
        offset = code.value(f"add i64 {pointer.offset}, {count}")
        if self._width < 64:
            none = code.value(f"icmp eq i64 {pointer.word}, 0")
            address = code.value(f"zext i{self._width} {self._narrow(offset)} to i64")
            offset = code.value(f"select i1 {none}, i64 {address}, i64 {self._signed(offset)}")
        return Pointer(pointer.word, offset, pointer.slot)

    def _alike(self, left: Pointer, right: Pointer, kind: str) -> None:
        same = self._code.value(f"icmp eq i64 {left.word}, {right.word}")
        self._memory.unless(same, self._memory.exits.undefined(kind))

    def _ordered(self, order: str, left: Pointer, right: Pointer) -> str:
        """Compare offsets, which are signed, or addresses, which are not."""
        code = self._code
        self._alike(left, right, "pointer-comparison")
        none = code.value(f"icmp eq i64 {left.word}, 0")
        addresses = code.value(f"icmp u{order} i64 {left.offset}, {right.offset}")
        offsets = code.value(f"icmp s{order} i64 {left.offset}, {right.offset}")
        return code.value(f"select i1 {none}, i1 {addresses}, i1 {offsets}")

    def _same(self, left: Pointer, right: Pointer) -> str:
        code = self._code
        words = code.value(f"icmp eq i64 {left.word}, {right.word}")
        return code.value(f"and i1 {words}, {code.value(f'icmp eq i64 {left.offset}, {right.offset}')}")

    def _equal(self, left: Pointer, right: Pointer) -> str:
        """Whether pointers are equal, unless that depends on where two objects lie (C11 6.5.9)."""
        code, memory = self._code, self._memory
        equal = self._same(left, right)
        one = code.value(f"icmp sgt i64 {left.word}, 0")
        other = code.value(f"icmp sgt i64 {right.word}, 0")
        apart = code.value(f"icmp ne i64 {left.word}, {right.word}")
        objects = code.value(f"and i1 {apart}, {code.value(f'and i1 {one}, {other}')}")
        look, on = code.name("look"), code.name("on")
        code.branch(objects, look, on)
        code.start(look)
        observed = memory.exits.beyond(OBSERVED)
        sizes = []
        for pointer in (left, right):
            entry = memory.entry_of(pointer)
            memory.unless(memory.lives(pointer, entry), observed)
            sizes.append(memory.size_of(pointer, entry))
        for pointer, size, begun in ((left, sizes[0], right), (right, sizes[1], left)):
            behind = code.value(f"icmp ne i64 {pointer.offset}, {size}")
            empty = code.value(f"icmp eq i64 {size}, 0")
            inner = code.value(f"icmp ne i64 {begun.offset}, 0")
            memory.unless(code.value(f"or i1 {behind}, {code.value(f'or i1 {empty}, {inner}')}"), observed)
        code.jump(on)
        code.start(on)
        return equal

    def _accessible(self, pointer: Pointer, size: str) -> str:
        code, memory = self._code, self._memory
        entry = memory.entry_of(pointer)
        lives = memory.lives(pointer, entry)
        bound = memory.size_of(pointer, entry)
        tests = [
            lives,
            code.value(f"icmp sge i64 {pointer.offset}, 0"),
            code.value(f"icmp sge i64 {size}, 0"),
            code.value(f"icmp sle i64 {pointer.offset}, {bound}"),
            code.value(f"icmp sle i64 {size}, {code.value(f'sub i64 {bound}, {pointer.offset}')}"),
        ]
        result = tests[0]
        for test in tests[1:]:
            result = code.value(f"and i1 {result}, {test}")
        return result

    def cast(self, pointer: Pointer, target: Type) -> Value:
        """A pointer as something else."""
        code = self._code
        match target:
            case PointerType():
                return pointer
            case BoolType():
                return code.value(f"xor i1 {self._same(pointer, Pointer('0', '0'))}, 1")
            case IntegerType() if target.width <= 128:
                none = code.value(f"icmp eq i64 {pointer.word}, 0")
                self._memory.unless(none, self._memory.exits.beyond(OBSERVED))
                return extended(code, pointer.offset, IntegerType(64, False), target.width)
            case _:
                raise NoNativeForm(f"a conversion of a pointer to {target}")

    def at_number(self, value: str, kind: IntegerType | None) -> Pointer:
        """The pointer that a number stands for, where it is too small to be the address of an object."""
        if kind is None:
            raise NoNativeForm("a conversion to a pointer")
        code = self._code
        address = extended(code, value, kind, 64)
        if self._width < 64:
            address = code.value(f"zext i{self._width} {self._narrow(address)} to i64")
        small = code.value(f"icmp ult i64 {address}, {SMALLEST_ADDRESS}")
        self._memory.unless(small, self._memory.exits.beyond(OBSERVED))
        return Pointer("0", address)


def _pointer(value: Value) -> Pointer:
    if isinstance(value, str):
        raise NoNativeForm("a number in place of a pointer")
    return value
