"""Conditions that cannot be undefined and look at no address: a check that is not asked for need not evaluate them."""

from __future__ import annotations

from vexil.certify.invariant.expressions import Evaluator
from vexil.certify.invariant.state import State
from vexil.ir.expressions import AddressOf, Apply, Const, Expr, Operator, Variable, preorder
from vexil.ir.types import FloatType, PointerType

_TOTAL = frozenset(
    {
        Operator.NEGATE,
        Operator.COMPLEMENT,
        Operator.NOT,
        Operator.ADD,
        Operator.SUBTRACT,
        Operator.MULTIPLY,
        Operator.BIT_AND,
        Operator.BIT_OR,
        Operator.BIT_XOR,
        Operator.AND,
        Operator.OR,
        Operator.IF,
        Operator.POINTER_ADD,
        Operator.OFFSET,
        Operator.OBJECT_SIZE,
        Operator.SAME_OBJECT,
        Operator.ACCESSIBLE,
        Operator.HEAP_BASE,
        Operator.LEAKED,
        Operator.IS_NAN,
        Operator.SQUARE_ROOT,
    }
)
_COMPARISONS = frozenset(
    {
        Operator.EQUAL,
        Operator.DIFFERENT,
        Operator.LESS,
        Operator.LESS_EQUAL,
        Operator.GREATER,
        Operator.GREATER_EQUAL,
    }
)


def is_total(condition: Expr, evaluator: Evaluator, state: State) -> bool:
    """Say whether a condition has a value in every state."""
    return all(_is_total(node, evaluator, state) for node in preorder(condition))


def _is_total(node: Expr, evaluator: Evaluator, state: State) -> bool:
    match node:
        case Const() | AddressOf():
            return True
        case Variable(name, _, is_global):
            declared = evaluator.program.global_variables if is_global else state.frames[-1].function.variables
            return not declared[name].addressable
        case Apply(Operator.CAST, (operand,), kind):
            return not isinstance(operand.type, PointerType | FloatType) and not isinstance(kind, PointerType)
        case Apply(operator, operands, _) if operator in _COMPARISONS:
            return not isinstance(operands[0].type, PointerType)
        case Apply(operator, _, _):
            return operator in _TOTAL
        case _:
            return False
