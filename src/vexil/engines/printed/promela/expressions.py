"""Expressions in Promela, whose numbers are the 32-bit integers of C: narrower ones are wrapped by hand.

A 32-bit unsigned value is kept as the integer with the same bits. Nothing wider is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.core.dag import bottom_up
from vexil.core.errors import InternalError
from vexil.engines.printed.rewriting import Refused, require_printable
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import COMPARISONS, Apply, Const, Expr, Local, Read, Self, Variable
from vexil.model.guarded.system import Assign

WIDEST = 32
SYMBOLS = {
    Operator.ADD: "+",
    Operator.SUBTRACT: "-",
    Operator.MULTIPLY: "*",
    Operator.DIVIDE: "/",
    Operator.REMAINDER: "%",
    Operator.BIT_AND: "&",
    Operator.BIT_OR: "|",
    Operator.BIT_XOR: "^",
    Operator.SHIFT_LEFT: "<<",
    Operator.SHIFT_RIGHT: ">>",
    Operator.AND: "&&",
    Operator.OR: "||",
    Operator.EQUAL: "==",
    Operator.DIFFERENT: "!=",
    Operator.LESS: "<",
    Operator.LESS_EQUAL: "<=",
    Operator.GREATER: ">",
    Operator.GREATER_EQUAL: ">=",
}
ORDERS = COMPARISONS - {Operator.EQUAL, Operator.DIFFERENT}
HALF = 1 << 30

Access = Callable[[Variable, str, str | None], str]
"""How an element is written: its variable, index, and thread if it is not the moving one."""


class PromelaExpressions:
    """Prints expressions; ``me`` is the number of the moving thread."""

    def __init__(self, access: Access, me: str, special: Callable[[Expr], str | None] = lambda _: None) -> None:
        self._access = access
        self._me = me
        self._special = special

    def show(self, expression: Expr, names: Mapping[str, str] | None = None) -> str:
        """The text of an expression; names of values are those given."""
        require_printable(expression, "an expression")
        known = names or {}

        def combine(node: Expr, operands: tuple[str, ...]) -> str:
            special = self._special(node)
            if special is not None:
                return special
            match node:
                case Const(value, kind):
                    return constant(value, kind)
                case Local(name, kind):
                    require_narrow(kind, name)
                    return known[name]
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
        """A scalar."""
        return self._access(variable, "0", None)


def require_narrow(kind: IntegerType, what: str) -> None:
    """Refuse what does not fit into an integer of Promela."""
    if kind.width > WIDEST:
        raise Refused(
            f"{what} has {kind.width} bits, and integers of Promela have {WIDEST}",
            hint="print C or SMV, or give the variable a bound that narrows it",
        )


def constant(value: int, kind: IntegerType) -> str:
    """A literal."""
    require_narrow(kind, str(value))
    bits = wrap(value, WIDEST, True)
    if bits == -(1 << 31):
        return "(1 << 31)"
    return str(bits) if bits >= 0 else f"({bits})"


def wrapped(text: str, kind: IntegerType) -> str:
    """A computed number, reduced to its type."""
    if kind.width == WIDEST:
        return text
    if not kind.signed:
        return f"({text} & {(1 << kind.width) - 1})"
    return f"(({text} << {WIDEST - kind.width}) >> {WIDEST - kind.width})"


def _applied(apply: Apply, operands: tuple[str, ...]) -> str:
    operator, kind = apply.operator, apply.type
    require_narrow(kind, f"a result of {operator.value}")
    source = apply.operands[0].type
    is_full = source.width == WIDEST and not source.signed
    match operator:
        case Operator.NOT:
            return f"!({operands[0]})"
        case Operator.IF:
            return f"({operands[0]} -> {operands[1]} : {operands[2]})"
        case Operator.CAST:
            fits = kind.low <= source.low and source.high <= kind.high
            return operands[0] if fits else wrapped(operands[0], kind)
        case Operator.NEGATE:
            return wrapped(f"(0 - {operands[0]})", kind)
        case Operator.COMPLEMENT:
            return wrapped(f"(~{operands[0]})", kind)
        case Operator.DIVIDE | Operator.REMAINDER:
            return _divided(apply, operands)
        case Operator.SHIFT_RIGHT if is_full:
            left, right = operands
            return f"({right} == 0 -> {left} : (({left} >> 1) & 2147483647) >> ({right} - 1))"
        case Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY | Operator.SHIFT_LEFT:
            return wrapped(f"({operands[0]} {SYMBOLS[operator]} {operands[1]})", kind)
        case _ if operator in ORDERS and is_full:
            left, right = (f"({operand} ^ (1 << 31))" for operand in operands)
            return f"({left} {SYMBOLS[operator]} {right})"
        case _ if operator in SYMBOLS:
            return f"({operands[0]} {SYMBOLS[operator]} {operands[1]})"
        case _:
            raise InternalError(f"{operator.value} should not be in a guarded system")


def _divided(apply: Apply, operands: tuple[str, ...]) -> str:
    """Division and remainder, without the quotient that traps in C and without unsigned integers."""
    kind, (left, right), divisor = apply.type, operands, apply.operands[1]
    symbol = SYMBOLS[apply.operator]
    plain = f"({left} {symbol} {right})"
    if kind.width < WIDEST:
        return wrapped(plain, kind)
    if kind.signed:
        if isinstance(divisor, Const) and divisor.value != -1:
            return plain
        special = f"(0 - {left})" if apply.operator is Operator.DIVIDE else "0"
        return f"({right} == -1 -> {special} : {plain})"
    if not isinstance(divisor, Const) or not 0 < divisor.value <= HALF:
        raise Refused(
            f"{apply.operator.value} of 32-bit unsigned values has no form in Promela but for small constant divisors"
        )
    upper = f"(({left} >> 1) & 2147483647)"
    rest = f"(({upper} % {right}) * 2 + ({left} & 1))"
    return (
        f"({rest} % {right})"
        if apply.operator is Operator.REMAINDER
        else f"(({upper} / {right}) * 2 + {rest} / {right})"
    )
