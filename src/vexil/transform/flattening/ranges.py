"""The ranges of mathematical integers, so that computing in 64 bits loses nothing."""

from __future__ import annotations

from vexil.analysis.interval_values import Interval, add, join, multiply, negate, quotient, range_of, remainder
from vexil.ir.expressions import Apply, Const, Element, Expr, Field, Operator, Variable
from vexil.ir.types import BoolType, IntegerType, MathType
from vexil.transform.flattening.encoding import Encoding, Scope
from vexil.transform.flattening.errors import NotFlat
from vexil.transform.flattening.values import WIDE


class RangeOf:
    """Bounds the mathematical integers of one edge."""

    def __init__(self, encoding: Encoding, scope: Scope) -> None:
        self._encoding = encoding
        self._scope = scope

    def check(self, node: Expr) -> None:
        """Refuse an expression that may need more than 64 bits."""
        interval = self.of(node)
        if interval.low is None or interval.high is None or interval.low < WIDE.low or interval.high > WIDE.high:
            names = sorted({part.name for part in _parts(node) if isinstance(part, Variable)})
            raise NotFlat(
                f"a mathematical integer computed from {', '.join(names)}",
                "it may have more than 64 bits",
                where=self._scope.edge_id,
                option=f"--bound {names[0] if names else 'NAME'}=LOW..HIGH",
            )

    def of(self, node: Expr) -> Interval:
        """The values an integer expression may have."""
        match node:
            case Const(value, _):
                return Interval(int(value), int(value))
            case _ if isinstance(node.type, IntegerType | BoolType):
                return range_of(node.type)
            case Variable(name, _, is_global):
                program, function = self._encoding.program, None if is_global else self._scope.function
                declaration = program.global_variables[name] if function is None else function.variables[name]
                low, high = self._encoding.values.range(declaration, function)
                return Interval(min(low, 0), max(high, 0))
            case Field(_, class_name, name, _):
                held = self._encoding.storage.fields.get((class_name, name))
                return Interval(0, 0) if held is None else Interval(held.variable.type.low, held.variable.type.high)
            case Element():
                held = self._encoding.storage.elements.get("int")
                return Interval(0, 0) if held is None else Interval(held.variable.type.low, held.variable.type.high)
            case Apply(operator, operands, _):
                return self._apply(operator, [self.of(operand) for operand in operands])
            case _:
                return Interval(None, None)

    @staticmethod
    def _apply(operator: Operator, values: list[Interval]) -> Interval:
        match operator:
            case Operator.ADD:
                return add(values[0], values[1])
            case Operator.SUBTRACT:
                return add(values[0], negate(values[1]))
            case Operator.MULTIPLY:
                return multiply(values[0], values[1])
            case Operator.NEGATE:
                return negate(values[0])
            case Operator.DIVIDE:
                return quotient(values[0], values[1]) or Interval(0, 0)
            case Operator.REMAINDER:
                return remainder(values[0], values[1]) or Interval(0, 0)
            case Operator.IF:
                return join(values[1], values[2])
            case Operator.CAST:
                return values[0]
            case _:
                return Interval(None, None)


def _parts(node: Expr) -> list[Expr]:
    from vexil.ir.expressions import preorder

    return [part for part in preorder(node) if isinstance(part.type, MathType)]
