"""Printed text: nobody in the program reads it again, so it is only made when somebody wants to see it."""

from __future__ import annotations

from vexil.frontends.java.lowering.expressions_protocol import effect, value
from vexil.frontends.java.lowering.function import FunctionLowering, null_of
from vexil.frontends.java.symbols.symbols import ClassSymbol, MethodSymbol
from vexil.frontends.java.symbols.types import ArrayType, ClassType, JavaType, NullType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.ir.expressions import Expr, Operator
from vexil.ir.typing import apply

STREAM = "java.io.PrintStream"
PRINTING = frozenset(("print", "println"))


def is_sink(f: FunctionLowering, method: MethodSymbol) -> bool:
    """Whether a call only prints, and nobody looks."""
    return not f.program.options.output and method.owner.binary_name == STREAM and method.name in PRINTING


def print_away(f: FunctionLowering, node: typed.Call) -> None:
    """Evaluate what would be printed for its effects; conversions to text are left out where they have none."""
    if node.receiver is not None and not _is_standard_stream(node.receiver):
        f.require_object(value(f, node.receiver))
    for argument in node.arguments:
        if isinstance(argument.type, ArrayType) and node.method.parameters == (argument.type,):
            f.require_object(value(f, argument))  # characters are printed one by one, those of null are not there
        else:
            discard(f, argument)


def _is_standard_stream(receiver: typed.Expression) -> bool:
    match receiver:
        case typed.FieldRead(target=None, field=field):
            return field.owner.binary_name == "java.lang.System" and field.name in ("out", "err")
        case _:
            return False


def discard(f: FunctionLowering, expression: typed.Expression) -> None:
    """Evaluate an expression whose text nobody reads: for its effects, and those of its conversion to text.

    The library's own texts have no effects.
    """
    if not f.visible:
        return
    match expression:
        case typed.Concatenation(operands=operands):
            for operand in operands:
                discard(f, operand)
        case typed.Constant() | typed.LocalRead() if _has_plain_text(f, expression.type):
            pass
        case typed.CheckCast(checked=False, operand=operand):
            discard(f, operand)
        case _ if _has_plain_text(f, expression.type):
            effect(f, expression)
        case _:
            _convert(f, value(f, expression), expression.type)


def _has_plain_text(f: FunctionLowering, kind: JavaType) -> bool:
    """Whether making a text of a value runs no code of the user's."""
    match kind:
        case PrimitiveType() | NullType() | ArrayType():
            return True
        case ClassType(symbol, _):
            if symbol.library:
                return "final" in symbol.flags
            return not any(_has_own_text(found) for found in f.program.subclasses(symbol))
        case _:
            return False


def _has_own_text(symbol: ClassSymbol) -> bool:
    """Whether a class or a class above it says how it is printed."""
    current: ClassSymbol | None = symbol
    while current is not None and current.binary_name != "java.lang.Object":
        if any(not method.parameters for method in current.methods.get("toString", ())):
            return True
        current = current.superclass.symbol if current.superclass is not None else None
    return False


def _convert(f: FunctionLowering, item: Expr, kind: JavaType) -> None:
    item = f.register(item)
    if isinstance(kind, ClassType) and not kind.symbol.library:
        there, end = f.fresh(), f.fresh()
        f.branch(apply(Operator.DIFFERENT, item, null_of(item.type)), there, end)
        f.place(there)
        f.program.call_to_string(f, item)
        f.go(end)
        f.place(end)
    else:
        f.program.call_library(f, "java.lang.String", "valueOf", (item,), "java.lang.Object")
