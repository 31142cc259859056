"""The intervals of expressions, given those of registers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vexil.analysis.definitions import expressions_read
from vexil.analysis.interval_values import (
    BOTH,
    FALSE,
    TRUE,
    Interval,
    add,
    bitwise,
    compare,
    is_tracked,
    join,
    multiply,
    negate,
    negated,
    quotient,
    range_of,
    reduce,
    remainder,
    shift,
)
from vexil.ir.arithmetic import COMPARISONS
from vexil.ir.expressions import Apply, Bits, Const, Element, Expr, Field, Operator, Variable, postorder, preorder
from vexil.ir.operations import Operation
from vexil.ir.types import (
    ArrayReferenceType,
    BoolType,
    IntegerType,
    MathType,
    PointerType,
    Type,
    is_integer,
    is_reference,
)

Environment = dict[str, Interval]
"""The registers that are known better than by their type."""

BITWISE = frozenset({Operator.BIT_AND, Operator.BIT_OR, Operator.BIT_XOR})


Part = tuple[str, str]
"""A field by class and name, or the elements of arrays by their type, or their lengths."""
ELEMENTS, LENGTHS = "", "."
"""What stands in the place of a class."""


def part_of(place: Expr) -> Part | None:
    """The part of objects that a place is in."""
    match place:
        case Field(_, class_name, name, _):
            return class_name, name
        case Element(_, kind):
            return ELEMENTS, str(kind)
        case Apply(Operator.ARRAY_LENGTH, (array,), _) if isinstance(array.type, ArrayReferenceType):
            return lengths_of(array.type.element)
        case _:
            return None


def parts_read(operation: Operation) -> Iterator[Part]:
    """The fields and elements that an operation reads."""
    for expression in expressions_read(operation):
        for node in preorder(expression):
            part = part_of(node)
            if part is not None:
                yield part


def lengths_of(element: Type) -> Part:
    """The lengths of arrays; those of references may be one another's."""
    return LENGTHS, "reference" if is_reference(element) else str(element)


class Evaluator:
    """Evaluates expressions; ``global_values`` are the intervals of global registers in all states.

    ``parts`` are those of fields and elements, in all objects.
    """

    def __init__(self, global_values: Mapping[str, Interval], parts: Mapping[Part, Interval]) -> None:
        self._globals = global_values
        self._parts = parts
        self._orders: dict[Expr, tuple[Expr, ...]] = {}

    def value(self, expression: Expr, environment: Environment) -> Interval | None:
        """The values an expression may have; ``None`` when evaluating it always ends the run."""
        if isinstance(expression, Const):
            return constant(expression)
        if isinstance(expression, Variable):
            return self.variable(expression, environment)
        order = self._orders.get(expression)
        if order is None:
            order = self._orders[expression] = tuple(postorder(expression))
        values: dict[Expr, Interval] = {}
        for node in order:
            interval = self._node(node, values, environment)
            if interval is None:
                return None if not _has_selection(order) else range_of(expression.type)
            values[node] = interval
        return values[expression]

    def variable(self, variable: Variable, environment: Environment) -> Interval:
        """The values of a variable."""
        if not variable.is_global:
            interval = environment.get(variable.name)
            return range_of(variable.type) if interval is None else interval
        return self._globals.get(variable.name) or range_of(variable.type)

    def _node(self, node: Expr, values: dict[Expr, Interval], environment: Environment) -> Interval | None:
        match node:
            case Const():
                return constant(node)
            case Variable():
                return self.variable(node, environment)
            case Apply(Operator.ARRAY_LENGTH, _, _) if (part := part_of(node)) is not None and part in self._parts:
                return self._parts[part]
            case Apply(operator, operands, kind):
                if not is_tracked(kind):
                    return range_of(kind)
                return applied(operator, operands, kind, [values[operand] for operand in operands])
            case Bits(_, _, _, width, IntegerType(_, signed)):
                half = 1 << (width - 1)
                return Interval(-half, half - 1) if signed else Interval(0, 2 * half - 1)
            case Field() | Element():
                part = part_of(node)
                interval = None if part is None else self._parts.get(part)
                return range_of(node.type) if interval is None else interval
            case _:
                return range_of(node.type)


def _has_selection(order: tuple[Expr, ...]) -> bool:
    return any(isinstance(node, Apply) and node.operator is Operator.IF for node in order)


def constant(node: Const) -> Interval:
    """The value of a literal."""
    if isinstance(node.value, int) and is_tracked(node.type):
        return Interval(int(node.value), int(node.value))
    return range_of(node.type)


def applied(operator: Operator, operands: tuple[Expr, ...], kind: Type, values: list[Interval]) -> Interval | None:
    """The values of an operator on operands with the given values; ``None`` when it has none."""
    if operator in COMPARISONS:
        if not is_tracked(operands[0].type):
            return BOTH
        return compare(operator.value, values[0], values[1])
    if operator in BITWISE and isinstance(kind, IntegerType):
        return bitwise(operator.value, values[0], values[1], kind)
    match operator:
        case Operator.ADD:
            return reduce(add(values[0], values[1]), kind)
        case Operator.SUBTRACT:
            return reduce(add(values[0], negate(values[1])), kind)
        case Operator.MULTIPLY:
            return reduce(multiply(values[0], values[1]), kind)
        case Operator.NEGATE:
            return reduce(negate(values[0]), kind)
        case Operator.COMPLEMENT:
            return reduce(add(negate(values[0]), Interval(-1, -1)), kind)
        case Operator.DIVIDE:
            exact = quotient(values[0], values[1])
            return None if exact is None else reduce(exact, kind)
        case Operator.REMAINDER:
            return remainder(values[0], values[1])
        case Operator.SHIFT_LEFT | Operator.SHIFT_RIGHT if isinstance(kind, IntegerType):
            exact = shift(values[0], values[1], kind, to_left=operator is Operator.SHIFT_LEFT)
            return None if exact is None else reduce(exact, kind)
        case Operator.NOT:
            return negated(values[0])
        case Operator.AND:
            return FALSE if FALSE in values else TRUE if values[0] == values[1] == TRUE else BOTH
        case Operator.OR:
            return TRUE if TRUE in values else FALSE if values[0] == values[1] == FALSE else BOTH
        case Operator.IF:
            if values[0].constant is None:
                return join(values[1], values[2])
            return values[1] if values[0].constant else values[2]
        case Operator.CAST:
            return _cast(operands[0].type, kind, values[0])
        case Operator.ARRAY_LENGTH:
            return Interval(0, (1 << 31) - 1)
        case Operator.OBJECT_SIZE:
            return Interval(0, (1 << 63) - 1)
        case _:
            return range_of(kind)


def _cast(source: Type, target: Type, value: Interval) -> Interval:
    match source, target:
        case ((IntegerType() | MathType()), BoolType()):
            return negated(compare("==", value, FALSE))
        case BoolType(), BoolType():
            return value
        case BoolType(), _ if is_integer(target):
            return reduce(value, target)
        case (IntegerType() | MathType(), _) if is_integer(target):
            return reduce(value, target)
        case PointerType(), BoolType():
            return BOTH
        case _:
            return range_of(target)
