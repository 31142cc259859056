"""Expressions of guarded systems as instructions.

Values have exactly the width of their type, so that arithmetic wraps around by itself. What is partial is made total
and noted: an index out of range, a division by zero or a shift that is too long sets the function's *fault*, and the
search stops, because whoever built the system should have guarded it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from vexil.core.errors import InternalError
from vexil.engines.explicit.layout import Layout, bytes_of
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import Apply, Const, Expr, Local, Read, Self, Variable, subexpressions
from vexil.model.guarded.system import Template
from vexil.transform.native.assembly import Assembly, Walk, walked
from vexil.transform.native.integers import applied, bits, divided, extended, shifted

CHEAP = 8
"""The operands of ``&&``, ``||`` and conditional expressions of at most this size are computed without a branch."""

Tables = Mapping[str, str]
"""The names of constant variables in the assembly, by their names in the system."""


class Values:
    """Writes the expressions of one function."""

    def __init__(self, code: Assembly, layout: Layout, tables: Tables, counts: Mapping[str, int]) -> None:
        self._code = code
        self._layout = layout
        self._tables = tables
        self._counts = counts
        self.template: Template | None = None
        self.state = "%state"
        """The state that is read."""
        self.names: dict[str, str] = {}
        """The values of the names that the command has introduced."""
        self.below: dict[str, int] = {}
        """Numbers that names are known to be less than."""
        self.fault = code.cell("i1", "0")
        self._room = ""
        self._distance = ""
        self._starts: dict[str, str] = {}
        """By state where the variables of the moving thread would begin if it were the first one."""

    def value(self, expression: Expr) -> str:
        """Write an expression; its value has the width of its type."""
        return walked(self._value(expression))

    def address(self, variable: Variable, index: Expr, thread: Expr | None) -> str:
        """Write the address of an element."""
        return walked(self._address(variable, index, thread))

    def load(self, variable: Variable, address: str) -> str:
        """Write the reading of an element."""
        stored = 8 * bytes_of(variable.type)
        value = self._code.value(f"load i{stored}, ptr {address}, align 1")
        if stored == variable.type.width:
            return value
        return self._code.value(f"trunc i{stored} {value} to {bits(variable.type)}")

    def store(self, variable: Variable, address: str, value: str) -> None:
        """Write the writing of an element."""
        stored = 8 * bytes_of(variable.type)
        if stored != variable.type.width:
            value = self._code.value(f"zext {bits(variable.type)} {value} to i{stored}")
        self._code.do(f"store i{stored} {value}, ptr {address}, align 1")

    # --- places ------------------------------------------------------------------------------------------

    def _address(self, variable: Variable, index: Expr, thread: Expr | None) -> Walk[str]:
        at = yield self._index(index, variable.length)
        size = bytes_of(variable.type)
        if variable.constant:
            return self._moved(f"@{self._tables[variable.name]}", at, size)
        if variable.scratch:
            first = self._layout.scratch[variable.name]
            return self._moved(self._code.value(f"getelementptr i8, ptr {self._scratch()}, i64 {first}"), at, size)
        place = self._layout.place(variable)
        start, offset = self.state, place.offset
        if variable.template is not None:
            if self._is_own(variable, thread):
                start = self._own_start(place.stride)
            else:
                whose = yield self._index(Self() if thread is None else thread, self._counts[variable.template])
                if whose.isdigit():
                    offset += int(whose) * place.stride
                else:
                    start = self._moved(start, whose, place.stride)
        if at.isdigit():
            return self._moved(start, str(offset + int(at) * size), 1)
        return self._moved(self._moved(start, at, size), str(offset), 1)

    def _is_own(self, variable: Variable, thread: Expr | None) -> bool:
        """Say whether a variable of the moving thread is meant, which exists."""
        own = self.template is not None and variable.template == self.template.name
        return own and (thread is None or isinstance(thread, Self))

    def _own_start(self, stride: int) -> str:
        """The state, moved by as much as the variables of the moving thread are behind those of the first one."""
        if self.state not in self._starts:
            if not self._distance:
                wide = self._code.early("sext i32 %thread to i64")
                self._distance = self._code.early(f"mul i64 {wide}, {stride}")
            write = self._code.early if self.state == "%state" else self._code.value
            self._starts = {
                self.state: write(f"getelementptr i8, ptr {self.state}, i64 {self._distance}"),
                **({"%state": self._starts["%state"]} if "%state" in self._starts else {}),
            }
        return self._starts[self.state]

    def begin(self, state: str) -> None:
        """Read another state from here on."""
        self.state = state
        if self.template is not None:
            self._own_start(self._layout.place(self.template.counter).stride)

    def _scratch(self) -> str:
        """The place in the function's frame of what is no part of states."""
        if not self._room:
            words = (self._layout.scratch_size + 7) // 8
            self._room = self._code.cell(f"[{words} x i64]", "zeroinitializer")
        return self._room

    def _moved(self, start: str, count: str, size: int) -> str:
        if count == "0":
            return start
        distance = count if size == 1 else self._code.value(f"mul i64 {count}, {size}")
        return self._code.value(f"getelementptr i8, ptr {start}, i64 {distance}")

    def _index(self, index: Expr, length: int) -> Walk[str]:
        """An index as a number of 64 bits that is certainly in range."""
        if isinstance(index, Const):
            if 0 <= index.value < length:
                return str(index.value)
            self._code.do(f"store i1 1, ptr {self.fault}")
            return "0"
        value = yield self._value(index)
        wide = extended(self._code, value, index.type, 64)
        if self._is_below(index, length):
            return wide
        inside = self._code.value(f"icmp ult i64 {wide}, {length}")
        self._expect(inside)
        return self._code.value(f"select i1 {inside}, i64 {wide}, i64 0")

    def _is_below(self, index: Expr, length: int) -> bool:
        """Say whether an index is known to be in range, so that nothing needs to be checked."""
        match index:
            case Const(value, _):
                return 0 <= value < length
            case Self():
                return self.template is not None and self.template.count <= length
            case Local(name, _):
                return self.below.get(name, length + 1) <= length
            case Apply() | Read():
                return not index.type.signed and index.type.high < length

    def _expect(self, condition: str) -> None:
        """Note a fault unless a condition holds."""
        before = self._code.value(f"load i1, ptr {self.fault}")
        wrong = self._code.value(f"xor i1 {condition}, 1")
        faults = self._code.value(f"or i1 {before}, {wrong}")
        self._code.do(f"store i1 {faults}, ptr {self.fault}")

    # --- expressions -------------------------------------------------------------------------------------

    def _value(self, expression: Expr) -> Walk[str]:
        match expression:
            case Const(value, _):
                return str(value)
            case Local(name, _):
                return self.names[name]
            case Self():
                return "%thread"
            case Read(variable, _) if not (variable.constant or variable.scratch or self._layout.has(variable)):
                return "0"
            case Read(variable, operands):
                address = yield self._address(variable, operands[0], operands[1] if len(operands) == 2 else None)
                return self.load(variable, address)
            case Apply(Operator.IF, (condition, then, otherwise), kind):
                chosen: str = yield self._conditional(condition, then, otherwise, bits(kind))
                return chosen
            case Apply(Operator.AND, (left, right), _):
                chosen = yield self._conditional(left, right, Const(0, left.type), "i1")
                return chosen
            case Apply(Operator.OR, (left, right), _):
                chosen = yield self._conditional(left, Const(1, left.type), right, "i1")
                return chosen
            case Apply(operator, operands, kind):
                values: list[str] = []
                for operand in operands:
                    inner: str = yield self._value(operand)
                    values.append(inner)
                return self._applied(operator, operands, values, kind)

    def _conditional(self, condition: Expr, then: Expr, otherwise: Expr, kind: str) -> Walk[str]:
        """One of two values; what is not chosen is not computed, or is harmless and cheap."""
        code = self._code
        chosen = yield self._value(condition)
        if self._is_harmless(then) and self._is_harmless(otherwise):
            yes = yield self._value(then)
            no = yield self._value(otherwise)
            return code.value(f"select i1 {chosen}, {kind} {yes}, {kind} {no}")
        left, right, joined = code.name("then"), code.name("else"), code.name("join")
        code.branch(chosen, left, right)
        code.start(left)
        yes = yield self._value(then)
        after_left = code.block
        code.jump(joined)
        code.start(right)
        no = yield self._value(otherwise)
        after_right = code.block
        code.jump(joined)
        code.start(joined)
        return code.choose(kind, (yes, after_left), (no, after_right))

    def _is_harmless(self, expression: Expr) -> bool:
        """Say whether an expression is small and cannot fault."""
        parts = list(islice(subexpressions(expression), CHEAP + 1))
        return len(parts) <= CHEAP and not any(map(self._may_fault, parts))

    def _may_fault(self, part: Expr) -> bool:
        match part:
            case Read(variable, operands):
                if not self._is_below(operands[0], variable.length):
                    return True
                count = self._counts[variable.template] if variable.template is not None else 0
                return len(operands) == 2 and not self._is_below(operands[1], count)
            case Apply(Operator.DIVIDE | Operator.REMAINDER, (_, right), _):
                return not isinstance(right, Const) or right.value == 0
            case Apply(Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT, (_, right), kind):
                return not isinstance(right, Const) or not 0 <= right.value < kind.width
            case _:
                return False

    def _applied(self, operator: Operator, operands: tuple[Expr, ...], values: list[str], result: IntegerType) -> str:
        code, kind = self._code, operands[0].type
        text = bits(kind)
        match operator:
            case Operator.CAST:
                return extended(code, values[0], kind, result.width)
            case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
                inside = code.value(f"icmp ult {text} {values[1]}, {kind.width}")
                self._expect(inside)
                amount = code.value(f"select i1 {inside}, {text} {values[1]}, {text} 0")
                return shifted(code, operator, values[0], amount, kind)
            case Operator.DIVIDE | Operator.REMAINDER:
                proper = code.value(f"icmp ne {text} {values[1]}, 0")
                self._expect(proper)
                by = code.value(f"select i1 {proper}, {text} {values[1]}, {text} 1")
                return divided(code, operator, values[0], by, kind)
            case _:
                value = applied(code, operator, values, kind)
                if value is None:
                    raise InternalError(f"{operator.value} should not be in a guarded system")
                return value
