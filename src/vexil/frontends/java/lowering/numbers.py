"""Natives about floating-point numbers: bits, and functions that are approximated."""

from __future__ import annotations

from vexil.core.caveats import Effect
from vexil.core.source import Span
from vexil.frontends.java.lowering.function import FunctionLowering, null_of
from vexil.frontends.java.lowering.intrinsics import native
from vexil.frontends.java.lowering.names import lowered_type
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.ir.expressions import AddressOf, Const, Expr, Operator
from vexil.ir.operation_parts import Origin, TypeDomain
from vexil.ir.operations import Assign, Choose
from vexil.ir.types import FloatType, PointerType, Type
from vexil.ir.typing import apply, deref

FUNCTIONS = (
    "cbrt", "exp", "expm1", "log", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan",
    "sinh", "cosh", "tanh", "pow", "atan2", "hypot", "IEEEremainder", "fma",
)  # fmt: skip
QUIET_NAN = {32: 0x7FC00000, 64: 0x7FF8000000000000}


@native(
    "java.lang.Double.doubleToLongBits", "java.lang.Double.longBitsToDouble",
    "java.lang.Double.doubleToRawLongBits", "java.lang.Float.floatToIntBits",
    "java.lang.Float.intBitsToFloat", "java.lang.Float.floatToRawIntBits",
)  # fmt: skip
def bits(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The bits of a float as an integer, or the other way round: written to memory and read as the other type."""
    operand, target = arguments[0], lowered_type(method.result)
    if not isinstance(operand.type, FloatType):
        return _reinterpreted(f, operand, target)
    width = operand.type.width
    operand = f.register(operand)
    result = f.temporary(target)
    odd, plain, end = f.fresh(), f.fresh(), f.fresh()
    f.branch(apply(Operator.IS_NAN, operand), odd, plain)
    f.place(odd)
    f.leave(Assign(result, Const(QUIET_NAN[width], target)), end)
    f.place(plain)
    f.leave(Assign(result, _reinterpreted(f, operand, target)), end)
    f.place(end)
    return result


def _reinterpreted(f: FunctionLowering, operand: Expr, target: Type) -> Expr:
    memory = f.builder.local(f.unused_name("bits"), operand.type, addressable=True, hidden=True)
    f.emit(Assign(memory, operand))
    result = f.temporary(target)
    f.emit(Assign(result, deref(AddressOf(memory, PointerType(target)), target)))
    return result


@native("java.lang.Math.sqrt")
def square_root(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """The root, rounded to the nearest number as IEEE 754 has it."""
    return apply(Operator.SQUARE_ROOT, arguments[0])


@native(*(f"java.lang.Math.{name}" for name in FUNCTIONS), *(f"java.lang.StrictMath.{name}" for name in FUNCTIONS))
def function(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Any number: the value of the function is not modelled."""
    kind = lowered_type(method.result)
    kept = f.temporary(kind)
    edge = f.emit(Choose(kept, TypeDomain(kind), Origin.APPROXIMATION))
    f.approximate(edge, Effect.ADDS, f"Math.{method.name} may give any number")
    return kept


@native("vexil.Decimals.text", "vexil.Decimals.nearestDouble", "vexil.Decimals.nearestFloat")
def decimals(f: FunctionLowering, method: MethodSymbol, arguments: list[Expr], span: Span) -> Expr:
    """Numbers with many digits as text: runs end there."""
    f.end_run("texts of floating-point numbers with many digits are not modelled")
    kind = lowered_type(method.result)
    return Const(0.0, kind) if isinstance(kind, FloatType) else null_of(kind)
