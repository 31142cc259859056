"""Expressions of programs as instructions, with the meaning that the reference interpreter gives them.

An operation outside its domain leaves by an exit that names it; where a mathematical integer does not fit into 64 bits,
or an address is looked at, the interpreter has to take the step. If one step evaluates several operations outside of
their domains, which of them is named may differ from the interpreter.
"""

from __future__ import annotations

from vexil.ir import expressions as ir
from vexil.ir.arithmetic import float_bits
from vexil.ir.expressions import Expr, Operator
from vexil.ir.types import (
    BoolType,
    FloatType,
    IntegerType,
    MathType,
    PointerType,
    Type,
    is_aggregate,
)
from vexil.transform.native.assembly import Assembly, Walk, walked
from vexil.transform.native.floats import (
    FLOAT_COMPARED,
    FLOAT_PLAIN,
    float_to_integer,
    float_to_saturated,
    square_root,
)
from vexil.transform.native.integers import applied, divided, extended, shifted
from vexil.transform.native.layout import MATH, WIDEST, Layout, integer_kind, name_of
from vexil.transform.native.memory import Memory
from vexil.transform.native.pointers import POINTER_OPERATORS, Pointers
from vexil.transform.native.values import Exits, NoNativeForm, Pointer, Value, register_text

MOST_LINES = 60_000
"""Instructions of one step, beyond which it is left to the interpreter."""
OVERFLOWING = {Operator.ADD: "sadd", Operator.SUBTRACT: "ssub", Operator.MULTIPLY: "smul"}
TOO_LARGE = "a number beyond 64 bits"
DECLARED = "\n".join(
    f"declare {{i64, i1}} @llvm.{word}.with.overflow.i64(i64, i64)" for word in sorted(OVERFLOWING.values())
)


class Values:
    """Writes the expressions of one function; ``registers`` are the cells of the frame that hold variables."""

    def __init__(self, code: Assembly, layout: Layout, exits: Exits) -> None:
        self._code = code
        self._layout = layout
        self.memory = Memory(code, layout, exits)
        self.pointers = Pointers(code, layout, self.memory)
        self.registers: dict[tuple[bool, str], tuple[str, ...]] = {}
        self._computed: list[dict[int, Value]] = [{}]
        self._began = 0

    @property
    def exits(self) -> Exits:
        """Where the code goes that cannot go on."""
        return self.memory.exits

    def begin(self, exits: Exits) -> None:
        """Begin a step, or a condition: nothing has been computed."""
        self.memory.exits = exits
        self._computed = [{}]
        self._began = self._code.size

    def value(self, expression: Expr) -> Value:
        """Write an expression."""
        return walked(self._value(expression))

    def scalar(self, expression: Expr) -> str:
        """Write an expression that is no pointer."""
        value = self.value(expression)
        if isinstance(value, Pointer):
            raise NoNativeForm("a pointer in place of a number")
        return value

    def pointer(self, expression: Expr) -> Pointer:
        """Write a pointer."""
        value = self.value(expression)
        if isinstance(value, str):
            raise NoNativeForm("a number in place of a pointer")
        return value

    def cells(self, variable: ir.Variable) -> tuple[str, ...]:
        """The places in the frame of a variable that is not in memory: two for a pointer."""
        known = self.registers.get(name_of(variable))
        if known is None:
            raise NoNativeForm(f"values of type {variable.type}")
        return known

    # --- nodes -------------------------------------------------------------------------------------------

    def _value(self, expression: Expr) -> Walk[Value]:
        for known in self._computed:
            if id(expression) in known:
                return known[id(expression)]
        if self._code.size - self._began > MOST_LINES:
            raise NoNativeForm("an expression that is too large")
        value: Value
        if isinstance(expression, ir.Apply) and expression.operator is Operator.IF:
            value = yield self._conditional(expression)
        else:
            operands: list[Value] = []
            for operand in expression.operands:
                part: Value = yield self._value(operand)
                operands.append(part)
            value = self._node(expression, operands)
        self._computed[-1][id(expression)] = value
        return value

    def _conditional(self, expression: ir.Apply) -> Walk[Value]:
        """One of two values; the other one is not computed."""
        code, (condition, then, otherwise) = self._code, expression.operands
        if is_aggregate(expression.type):
            raise NoNativeForm("a conditional expression over structures")
        chosen: str = yield self._value(condition)
        left, right, joined = code.name("then"), code.name("else"), code.name("join")
        code.branch(chosen, left, right)
        arms: list[tuple[Value, str]] = []
        for label, arm in ((left, then), (right, otherwise)):
            code.start(label)
            self._computed.append({})
            value: Value = yield self._value(arm)
            self._computed.pop()
            arms.append((value, code.block))
            code.jump(joined)
        code.start(joined)
        (yes, after_left), (no, after_right) = arms
        if isinstance(yes, Pointer) and isinstance(no, Pointer):
            slot = yes.slot if yes.slot == no.slot else None
            word = code.choose("i64", (yes.word, after_left), (no.word, after_right))
            return Pointer(word, code.choose("i64", (yes.offset, after_left), (no.offset, after_right)), slot)
        return code.choose(register_text(expression.type), (str(yes), after_left), (str(no), after_right))

    def _node(self, expression: Expr, operands: list[Value]) -> Value:
        match expression:
            case ir.Const(value, kind):
                return self._constant(value, kind)
            case ir.Variable() if self._layout.is_in_memory(expression):
                return self._load(self.memory.address_of(expression), expression.type)
            case ir.Variable():
                cells = self.cells(expression)
                if isinstance(expression.type, PointerType):
                    word, offset = (self._code.value(f"load i64, ptr {cell}") for cell in cells)
                    return Pointer(word, offset)
                return self._code.value(f"load {register_text(expression.type)}, ptr {cells[0]}")
            case ir.Deref(_, kind):
                return self._load(_as_pointer(operands[0]), kind)
            case ir.Bits(_, unit, offset, width, kind):
                size = self._layout.program.layout.size_of(unit, self._layout.program.structs)
                found = self.memory.load_bits(_as_pointer(operands[0]), size, offset, width)
                return self._of_bits(found, width, kind)
            case ir.AddressOf(variable, _):
                return self.memory.address_of(variable)
            case ir.CodeAddress(function, _):
                number = list(self._layout.program.functions).index(function)
                return self.pointers.code_address(number)
            case ir.Apply(operator, arguments, kind):
                return self._apply(operator, arguments, kind, operands)
            case ir.Field() | ir.Element() | ir.TypeTest():
                raise NoNativeForm("objects of classes and arrays that know their length")

    def _load(self, pointer: Pointer, kind: Type) -> Value:
        if is_aggregate(kind):
            raise NoNativeForm("a structure as part of an expression")
        return self.memory.load(pointer, kind)

    def _of_bits(self, value: str, width: int, kind: Type) -> str:
        if isinstance(kind, BoolType):
            return self._code.value(f"icmp ne i{width} {value}, 0")
        integer = integer_kind(kind)
        if integer is None or integer.width < width:
            raise NoNativeForm(f"a bit-field of type {kind}")
        signed = isinstance(kind, IntegerType) and kind.signed
        return extended(self._code, value, IntegerType(width, signed), integer.width)

    def _constant(self, value: int | float | bool, kind: Type) -> Value:
        if isinstance(kind, PointerType):
            return self.pointers.absolute(int(value))
        if isinstance(kind, FloatType):
            return f"0x{float_bits(float(value), 64):016X}"
        integer = integer_kind(kind)
        if integer is None:
            raise NoNativeForm(f"values of type {kind}")
        if isinstance(kind, MathType) and not MATH.low <= value <= MATH.high:
            raise NoNativeForm(TOO_LARGE)
        return str(int(value))

    # --- operators ---------------------------------------------------------------------------------------

    def _apply(self, operator: Operator, arguments: tuple[Expr, ...], kind: Type, operands: list[Value]) -> Value:
        first = arguments[0].type if arguments else kind
        if operator is Operator.CAST:
            return self._cast(operands[0], first, kind)
        if isinstance(first, PointerType) or operator in POINTER_OPERATORS:
            count = integer_kind(arguments[1].type) if len(arguments) > 1 else None
            return self.pointers.apply(operator, arguments, operands, count, integer_kind(kind))
        values = [str(operand) for operand in operands]
        if isinstance(first, FloatType):
            return self._apply_to_floats(operator, values, first, kind)
        integer = integer_kind(first)
        if integer is None or not arguments:
            raise NoNativeForm(f"{operator.value} on values of type {first}")
        match operator:
            case Operator.AND:
                return self._code.value(f"and i1 {values[0]}, {values[1]}")
            case Operator.OR:
                return self._code.value(f"or i1 {values[0]}, {values[1]}")
            case Operator.DIVIDE | Operator.REMAINDER:
                return self._divide(operator, values, integer, first)
            case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
                return self._shift(operator, values, integer, integer_kind(arguments[1].type))
            case Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY if isinstance(first, MathType):
                return self._checked(operator, values)
            case Operator.NEGATE if isinstance(first, MathType):
                return self._checked(Operator.SUBTRACT, ["0", values[0]])
            case _:
                result = applied(self._code, operator, values, integer)
                if result is None:
                    raise NoNativeForm(f"the operator {operator.value}")
                return result

    def _checked(self, operator: Operator, values: list[str]) -> str:
        """A mathematical integer, where it fits."""
        code, name = self._code, f"@llvm.{OVERFLOWING[operator]}.with.overflow.i64"
        both = code.value(f"call {{i64, i1}} {name}(i64 {values[0]}, i64 {values[1]})")
        over = code.value(f"extractvalue {{i64, i1}} {both}, 1")
        self._fits(code.value(f"xor i1 {over}, 1"))
        return code.value(f"extractvalue {{i64, i1}} {both}, 0")

    def _fits(self, condition: str) -> None:
        self.memory.unless(condition, self.exits.beyond(TOO_LARGE))

    def _divide(self, operator: Operator, values: list[str], integer: IntegerType, kind: Type) -> str:
        code, text = self._code, f"i{integer.width}"
        self.memory.unless(code.value(f"icmp ne {text} {values[1]}, 0"), self.exits.undefined("division-by-zero"))
        if isinstance(kind, MathType) and operator is Operator.DIVIDE:
            least = code.value(f"icmp ne i64 {values[0]}, {MATH.low}")
            self._fits(code.value(f"or i1 {least}, {code.value(f'icmp ne i64 {values[1]}, -1')}"))
        return divided(code, operator, values[0], values[1], integer)

    def _shift(self, operator: Operator, values: list[str], integer: IntegerType, amount: IntegerType | None) -> str:
        if amount is None:
            raise NoNativeForm(f"the operator {operator.value}")
        code, width = self._code, max(amount.width, 32)
        wide = extended(code, values[1], amount, width)
        inside = code.value(f"icmp ult i{width} {wide}, {integer.width}")
        self.memory.unless(inside, self.exits.undefined("shift-amount"))
        by = extended(code, wide, IntegerType(width, False), integer.width)
        return shifted(code, operator, values[0], by, integer)

    def _apply_to_floats(self, operator: Operator, values: list[str], kind: FloatType, result: Type) -> str:
        code, text = self._code, register_text(kind)
        match operator:
            case _ if operator in FLOAT_PLAIN:
                return code.value(f"{FLOAT_PLAIN[operator]} {text} {values[0]}, {values[1]}")
            case _ if operator in FLOAT_COMPARED:
                return code.value(f"fcmp {FLOAT_COMPARED[operator]} {text} {values[0]}, {values[1]}")
            case Operator.NEGATE:
                return code.value(f"fneg {text} {values[0]}")
            case Operator.IS_NAN:
                return code.value(f"fcmp uno {text} {values[0]}, {values[0]}")
            case Operator.SQUARE_ROOT:
                return square_root(code, values[0], kind)
            case Operator.SATURATE if isinstance(result, IntegerType) and result.width <= 64:
                return float_to_saturated(code, values[0], kind, result)
            case _:
                raise NoNativeForm(f"the operator {operator.value} on values of type {kind}")

    def _cast(self, operand: Value, source: Type, target: Type) -> Value:
        code = self._code
        if isinstance(operand, Pointer):
            return self.pointers.cast(operand, target)
        if isinstance(target, PointerType):
            return self.pointers.at_number(operand, integer_kind(source))
        if isinstance(source, FloatType):
            return self._cast_float(operand, source, target)
        integer, result = integer_kind(source), integer_kind(target)
        if integer is None or (result is None and not isinstance(target, FloatType)):
            raise NoNativeForm(f"a conversion from {source} to {target}")
        if isinstance(target, FloatType):
            if integer.width > 64:
                raise NoNativeForm(f"a conversion from {source} to {target}")
            how = "sitofp" if integer.signed else "uitofp"
            return code.value(f"{how} i{integer.width} {operand} to {register_text(target)}")
        assert result is not None
        if isinstance(target, BoolType):
            return code.value(f"icmp ne i{integer.width} {operand}, 0")
        if isinstance(target, MathType) and integer.high > MATH.high:
            wide = extended(code, operand, integer, 2 * WIDEST)
            low = code.value(f"icmp sge i{2 * WIDEST} {wide}, {MATH.low}")
            high = code.value(f"icmp sle i{2 * WIDEST} {wide}, {MATH.high}")
            self._fits(code.value(f"and i1 {low}, {high}"))
        return extended(code, operand, integer, result.width)

    def _cast_float(self, operand: str, source: FloatType, target: Type) -> str:
        code = self._code
        if isinstance(target, FloatType):
            if source.width == target.width:
                return operand
            how = "fptrunc" if source.width > target.width else "fpext"
            return code.value(f"{how} {register_text(source)} {operand} to {register_text(target)}")
        if isinstance(target, BoolType):
            return code.value(f"fcmp une {register_text(source)} {operand}, 0.0")
        if isinstance(target, MathType):
            number, finite, inside = float_to_integer(code, operand, source, MATH)
            self.memory.unless(finite, self.exits.undefined("float-to-integer"))
            self._fits(inside)
            return number()
        integer = integer_kind(target)
        if integer is None or integer.width > 64:
            raise NoNativeForm(f"a conversion from {source} to {target}")
        number, finite, inside = float_to_integer(code, operand, source, integer)
        both = code.value(f"and i1 {finite}, {inside}")
        self.memory.unless(both, self.exits.undefined("float-to-integer"))
        return number()


def _as_pointer(value: Value) -> Pointer:
    if isinstance(value, str):
        raise NoNativeForm("a number in place of a pointer")
    return value
