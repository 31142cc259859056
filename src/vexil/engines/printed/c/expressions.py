"""Expressions in C: every value is an ``int64_t``, wrapped to its type where a result may not fit."""

from __future__ import annotations

from collections.abc import Mapping

from vexil.core.dag import bottom_up
from vexil.core.errors import InternalError
from vexil.engines.printed.names import VariableNames
from vexil.engines.printed.rewriting import require_printable
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.evaluate import Evaluator
from vexil.model.guarded.expressions import COMPARISONS, Apply, Const, Expr, Local, Read, Self, Variable
from vexil.model.guarded.system import Assign

FUNCTIONS = {Operator.ADD: "add", Operator.SUBTRACT: "sub", Operator.MULTIPLY: "mul", Operator.SHIFT_LEFT: "shl"}
SIGNED = {Operator.DIVIDE: "div_s", Operator.REMAINDER: "rem_s", Operator.SHIFT_RIGHT: "shr_s"}
UNSIGNED = {Operator.DIVIDE: "div_u", Operator.REMAINDER: "rem_u", Operator.SHIFT_RIGHT: "shr_u"}
SYMBOLS = {
    Operator.BIT_AND: "&",
    Operator.BIT_OR: "|",
    Operator.BIT_XOR: "^",
    Operator.AND: "&&",
    Operator.OR: "||",
    Operator.EQUAL: "==",
    Operator.DIFFERENT: "!=",
    Operator.LESS: "<",
    Operator.LESS_EQUAL: "<=",
    Operator.GREATER: ">",
    Operator.GREATER_EQUAL: ">=",
}


class CExpressions:
    """Prints expressions over a state that a pointer points to."""

    def __init__(self, evaluator: Evaluator, names: VariableNames, state: str, me: str) -> None:
        self._evaluator = evaluator
        self._names = names
        self._state = state
        self._me = me

    def show(self, expression: Expr, names: Mapping[str, str]) -> str:
        """The text of an expression; names of values are those given."""
        require_printable(expression, "an expression")

        def combine(node: Expr, operands: tuple[str, ...]) -> str:
            match node:
                case Const(value, _):
                    return _constant(value)
                case Local(name, _):
                    return names[name]
                case Self():
                    return self._me
                case Read(variable, _):
                    return self._access(variable, operands[0], operands[1] if len(operands) == 2 else None)
                case Apply():
                    return _applied(node, operands)

        return bottom_up(expression, combine)

    def place(self, target: Assign, names: Mapping[str, str]) -> str:
        """Where an assignment writes to."""
        thread = None if target.thread is None else self.show(target.thread, names)
        return self._access(target.variable, self.show(target.index, names), thread)

    def whole(self, variable: Variable) -> str:
        """A scalar of the moving thread."""
        return self._access(variable, "0", None)

    def _access(self, variable: Variable, index: str, thread: str | None) -> str:
        if variable.constant:
            return f"{self._names.of(variable)}[{index}]"
        start, stride = self._evaluator.offsets[variable.template, variable.name]
        parts = [f"/* {self._names.of(variable)} */ {start}"]
        if variable.template is not None:
            parts.append(f"{stride} * {self._me if thread is None else thread}")
        if variable.length > 1:
            parts.append(index)
        return f"{self._state}->v[{' + '.join(parts)}]"


def _constant(value: int) -> str:
    bits = wrap(value, 64, True)
    if bits == -(1 << 63):
        return "INT64_MIN"
    return f"INT64_C({bits})" if abs(bits) > 1 << 30 else f"({bits})" if bits < 0 else str(bits)


def _wrapped(text: str, kind: IntegerType) -> str:
    return f"wrap_{'s' if kind.signed else 'u'}({kind.width}, {text})"


def _applied(apply: Apply, operands: tuple[str, ...]) -> str:
    operator, kind = apply.operator, apply.type
    source = apply.operands[0].type
    is_full = source.width == 64 and not source.signed
    match operator:
        case Operator.NOT:
            return f"!({operands[0]})"
        case Operator.IF:
            return f"({operands[0]} ? {operands[1]} : {operands[2]})"
        case Operator.CAST:
            fits = kind.low <= source.low and source.high <= kind.high
            return operands[0] if fits else _wrapped(operands[0], kind)
        case Operator.NEGATE:
            return _wrapped(f"sub(0, {operands[0]})", kind)
        case Operator.COMPLEMENT:
            return _wrapped(f"~{operands[0]}", kind)
        case Operator.LESS if is_full:
            return f"less_u({operands[0]}, {operands[1]})"
        case Operator.GREATER if is_full:
            return f"less_u({operands[1]}, {operands[0]})"
        case Operator.LESS_EQUAL if is_full:
            return f"!less_u({operands[1]}, {operands[0]})"
        case Operator.GREATER_EQUAL if is_full:
            return f"!less_u({operands[0]}, {operands[1]})"
        case _ if operator in FUNCTIONS:
            return _wrapped(f"{FUNCTIONS[operator]}({operands[0]}, {operands[1]})", kind)
        case _ if operator in SIGNED:
            function = UNSIGNED[operator] if is_full else SIGNED[operator]
            return _wrapped(f"{function}({operands[0]}, {operands[1]})", kind)
        case _ if operator in SYMBOLS or operator in COMPARISONS:
            return f"({operands[0]} {SYMBOLS[operator]} {operands[1]})"
        case _:
            raise InternalError(f"{operator.value} should not be in a guarded system")
