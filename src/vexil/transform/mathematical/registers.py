"""Which variables and results hold mathematical integers, and whether an expression comes as a number or as a word."""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum

from vexil.core.dag import bottom_up
from vexil.ir.expressions import Apply, CodeAddress, Const, Expr, Operator, Variable, postorder
from vexil.ir.program import Program, VariableDeclaration, program_expressions
from vexil.ir.types import INT, BoolType, IntegerType, Type
from vexil.transform.mathematical.numbers import includes, known_amount, mask_bits


class Registers:
    """The registers of a program that hold mathematical integers.

    What is in memory has a size, so it stays as it is; so do the parameters and results of functions whose address is
    known, because calls through pointers compare types.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.pointed = _pointed_functions(program)
        """The functions whose address is taken."""
        self._globals = {variable.name for variable in program.globals if _is_register(variable)}
        self._locals: dict[str, set[str]] = {}
        for name, function in program.functions.items():
            names = {variable.name for variable in function.variables.values() if _is_register(variable)}
            if name in self.pointed:
                names -= {parameter.name for parameter in function.parameters}
            self._locals[name] = names

    def holds_number(self, variable: Variable, function: str) -> bool:
        """Say whether a variable, as a function names it, holds a mathematical integer."""
        return variable.name in (self._globals if variable.is_global else self._locals[function])

    def declared(self, variable: VariableDeclaration, function: str | None) -> Type:
        """The type of a variable of a function, or of a global one."""
        names = self._globals if function is None else self._locals[function]
        return INT if variable.name in names else variable.type

    def result(self, function: str) -> Type | None:
        """The type of what a function returns."""
        kind = self._program.functions[function].result
        return INT if isinstance(kind, IntegerType) and function not in self.pointed else kind


def _is_register(variable: VariableDeclaration) -> bool:
    return not variable.addressable and isinstance(variable.type, IntegerType)


def _pointed_functions(program: Program) -> frozenset[str]:
    """The functions that some expression or initial value has the address of."""
    return frozenset(
        part.function
        for expression in program_expressions(program)
        for part in postorder(expression)
        if isinstance(part, CodeAddress)
    )


RING = frozenset({Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.NEGATE})
"""The operators whose results may not fit."""


class Form(Enum):
    """How an integer comes."""

    WORD = "word"
    """As a word of its type: from memory, from a float or pointer, or from an operation on bits."""
    NUMBER = "number"
    """As a mathematical integer, which need not fit the type if that has a sign."""
    EITHER = "either"
    """A literal or a truth value, which is both."""


class Forms:
    """The forms of the integer expressions of one function."""

    def __init__(self, registers: Registers, function: str) -> None:
        self._registers = registers
        self._function = function
        self._known: dict[Hashable, tuple[Expr, Form]] = {}

    def of(self, expression: Expr) -> Form:
        """The form of an expression of an integer type."""
        return bottom_up(expression, self._form, done=self._known)

    def _form(self, part: Expr, forms: tuple[Form, ...]) -> Form:
        match part:
            case Const():
                return Form.EITHER
            case Variable() if self._registers.holds_number(part, self._function):
                return Form.NUMBER
            case Apply():
                return self._result(part, forms)
            case _:
                return Form.WORD

    def _result(self, part: Apply, forms: tuple[Form, ...]) -> Form:
        match part.operator:
            case operator if operator in RING or (operator is Operator.SHIFT_LEFT and known_amount(part) is not None):
                return Form.NUMBER if _is_signed(part) or Form.NUMBER in forms else Form.WORD
            case Operator.DIVIDE | Operator.REMAINDER:
                divisor = part.operands[1]
                is_safe = isinstance(divisor, Const) and divisor.value not in (0, -1)
                return Form.WORD if is_safe and forms[0] is Form.WORD else Form.NUMBER
            case Operator.CAST:
                return self._conversion(part, forms[0])
            case Operator.IF:
                return Form.NUMBER if Form.NUMBER in forms[1:] else Form.WORD if Form.WORD in forms[1:] else Form.EITHER
            case Operator.SHIFT_RIGHT if known_amount(part) is not None:
                return Form.NUMBER if forms[0] is Form.NUMBER else Form.WORD
            case Operator.BIT_AND if any(mask_bits(operand) is not None for operand in part.operands):
                return Form.NUMBER if Form.NUMBER in forms else Form.WORD
            case Operator.COMPLEMENT:
                return Form.NUMBER if forms[0] is Form.NUMBER else Form.WORD
            case _:
                return Form.WORD

    def _conversion(self, part: Apply, form: Form) -> Form:
        source, target = part.operands[0].type, part.type
        if isinstance(source, BoolType):
            return Form.EITHER
        if not isinstance(source, IntegerType) or not isinstance(target, IntegerType):
            return Form.WORD
        return Form.NUMBER if form is Form.EITHER and not includes(target, source) else form


def _is_signed(part: Expr) -> bool:
    return isinstance(part.type, IntegerType) and part.type.signed
