"""Expressions in the input language of NuSMV: truth values, and words of a fixed width with or without sign.

What is long gets a name of its own, so that the text grows with the expression and not with its unfolding. NuSMV looks
at all operands: where an operator is not defined, which a system never evaluates, some value is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vexil.core.dag import bottom_up
from vexil.core.errors import InternalError
from vexil.engines.printed.rewriting import choose, same_value
from vexil.engines.printed.syntax import SYMBOLS as C_SYMBOLS
from vexil.ir.arithmetic import wrap
from vexil.ir.expressions import Operator
from vexil.ir.types import IntegerType
from vexil.model.guarded.expressions import BIT, Apply, Const, Expr, Local, Read, Self, Variable, number

LONG = 200
"""Letters of an expression that gets a name."""
SYMBOLS = C_SYMBOLS | {
    Operator.REMAINDER: "mod",
    Operator.BIT_XOR: "xor",
    Operator.AND: "&",
    Operator.OR: "|",
    Operator.EQUAL: "=",
}
BITWISE = {
    Operator.ADD: "({0} xor {1})",
    Operator.SUBTRACT: "({0} xor {1})",
    Operator.MULTIPLY: "({0} & {1})",
    Operator.DIVIDE: "{0}",
    Operator.REMAINDER: "FALSE",
    Operator.SHIFT_LEFT: "{0}",
    Operator.SHIFT_RIGHT: "{0}",
    Operator.NEGATE: "{0}",
    Operator.COMPLEMENT: "(!{0})",
    Operator.LESS: "(!{0} & {1})",
    Operator.LESS_EQUAL: "(!{0} | {1})",
    Operator.GREATER: "({0} & !{1})",
    Operator.GREATER_EQUAL: "({0} | !{1})",
}
"""Operators on single bits that words have and truth values have not."""

Element = Callable[[Variable, int, int], str]
"""The name of an element: its variable, index and thread."""


class SmvExpressions:
    """Prints expressions; what it gives a name to is collected in ``defines``."""

    def __init__(self, element: Element, threads: Mapping[str, int], fresh: Callable[[str], str]) -> None:
        self._element = element
        self._threads = threads
        self._fresh = fresh
        self._named: dict[str, str] = {}
        self.defines: list[tuple[str, str]] = []

    def define(self, wish: str, text: str) -> str:
        """Give a text a name of its own."""
        name = self._fresh(wish)
        self.defines.append((name, text))
        return name

    def show(self, expression: Expr, names: Mapping[str, str] | None = None) -> str:
        """The text of an expression without moving thread; names of values are those given."""
        texts = names or {}
        spread = bottom_up(expression, self._spread)

        def combine(node: Expr, operands: tuple[str, ...]) -> str:
            match node:
                case Const(value, kind):
                    return constant(value, kind)
                case Local(name, _):
                    return texts[name]
                case Self():
                    raise InternalError("the moving thread should be known")
                case Read(variable, inner):
                    places = [item.value if isinstance(item, Const) else 0 for item in inner]
                    return self._element(variable, places[0], places[1] if len(places) == 2 else 0)
                case Apply():
                    return self._short(_applied(node, operands))

        return bottom_up(spread, combine)

    def _short(self, text: str) -> str:
        if len(text) < LONG:
            return text
        if text not in self._named:
            self._named[text] = self.define("d", text)
        return self._named[text]

    def _spread(self, node: Expr, operands: tuple[Expr, ...]) -> Expr:
        """Read an element at a place that is not known as one of all elements."""
        match node:
            case Read(variable, _):
                threads = self._threads[variable.template] if variable.template is not None else 1
                return self._one_of(variable, operands, threads)
            case Apply(operator, _, kind):
                return Apply(operator, operands, kind)
            case _:
                return node

    def _one_of(self, variable: Variable, operands: tuple[Expr, ...], threads: int) -> Expr:
        index = operands[0] if variable.length > 1 else number(0)
        thread = operands[1] if len(operands) == 2 and threads > 1 else number(0)
        result: Expr | None = None
        for other in _places(thread, threads):
            for place in _places(index, variable.length):
                here = _element(variable, place, other)
                if result is None:
                    result = here
                else:
                    inside = same_value(index, Const(place, index.type)) if not isinstance(index, Const) else None
                    owner = same_value(thread, Const(other, thread.type)) if not isinstance(thread, Const) else None
                    conditions = [item for item in (owner, inside) if item is not None]
                    condition = conditions[0] if len(conditions) == 1 else Apply(Operator.AND, tuple(conditions), BIT)
                    result = choose(condition, here, result)
        return Const(0, variable.type) if result is None else result


def _places(index: Expr, count: int) -> range:
    """The places that an index may stand for: none when it is out of range, which is never evaluated."""
    if isinstance(index, Const):
        return range(index.value, index.value + 1) if 0 <= index.value < count else range(0)
    return range(min(count, index.type.high + 1))


def _element(variable: Variable, place: int, thread: int) -> Expr:
    if variable.constant:
        return Const(variable.values[place], variable.type)
    return Read(variable, (number(place), number(thread)) if variable.template is not None else (number(place),))


def word_type(kind: IntegerType) -> str:
    """The type of a variable."""
    return "boolean" if kind == BIT else f"{'signed' if kind.signed else 'unsigned'} word[{kind.width}]"


def constant(value: int, kind: IntegerType) -> str:
    """A literal."""
    if kind == BIT:
        return "TRUE" if value else "FALSE"
    bits = f"0ud{kind.width}_{wrap(value, kind.width, False)}"
    return f"signed({bits})" if kind.signed else bits


def _applied(node: Apply, operands: tuple[str, ...]) -> str:
    operator, kind = node.operator, node.type
    source = node.operands[0].type
    match operator:
        case Operator.IF:
            return f"({operands[0]} ? {operands[1]} : {operands[2]})"
        case Operator.CAST:
            return _cast(operands[0], source, kind)
        case Operator.NOT:
            return f"(!{operands[0]})"
        case _ if source == BIT and operator in BITWISE:
            return BITWISE[operator].format(*operands)
        case Operator.NEGATE:
            return f"(-{operands[0]})"
        case Operator.COMPLEMENT:
            return f"(!{operands[0]})"
        case Operator.DIVIDE | Operator.REMAINDER:
            zero = constant(0, kind)
            plain = f"({operands[0]} {SYMBOLS[operator]} {operands[1]})"
            divisor = node.operands[1]
            if isinstance(divisor, Const):
                return plain if divisor.value else zero
            return f"({operands[1]} = {zero} ? {zero} : {plain})"
        case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT:
            return _shifted(node, operands)
        case _ if operator in SYMBOLS:
            return f"({operands[0]} {SYMBOLS[operator]} {operands[1]})"
        case _:
            raise InternalError(f"{operator.value} should not be in a guarded system")


def _shifted(node: Apply, operands: tuple[str, ...]) -> str:
    left, right = operands
    kind, amount = node.type, node.operands[1]
    if isinstance(amount, Const):
        return f"({left} {SYMBOLS[node.operator]} {amount.value})" if 0 <= amount.value < kind.width else left
    by = f"unsigned({right})" if amount.type.signed else right
    shifted = f"({left} {SYMBOLS[node.operator]} {by})"
    last = kind.width - 1
    if last >= (1 << kind.width) - 1:
        return shifted
    return f"({by} <= {constant(last, IntegerType(amount.type.width, False))} ? {shifted} : {left})"


def _cast(text: str, source: IntegerType, kind: IntegerType) -> str:
    if source == BIT:
        return f"({text} ? {constant(1, kind)} : {constant(0, kind)})" if kind != BIT else text
    if kind == BIT:
        return f"bool({text}[0:0])"
    if kind.width < source.width:
        part = f"{text}[{kind.width - 1}:0]"
        return f"signed({part})" if kind.signed else part
    wide = f"extend({text}, {kind.width - source.width})" if kind.width > source.width else text
    if kind.signed == source.signed:
        return wide
    return f"signed({wide})" if kind.signed else f"unsigned({wide})"
