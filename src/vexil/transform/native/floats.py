"""Operators on floats as instructions.

Machines round a result of 32 bits once, the interpreter rounds that of 64 bits; the results are the same for these
operators (Figueroa 1995). All NaNs are alike: those with bits that matter have no native form.
"""

from __future__ import annotations

from collections.abc import Callable

from vexil.ir.arithmetic import float_bits
from vexil.ir.expressions import Operator
from vexil.ir.types import FloatType, IntegerType
from vexil.transform.native.assembly import Assembly
from vexil.transform.native.values import register_text

FLOAT_PLAIN = {
    Operator.ADD: "fadd",
    Operator.SUBTRACT: "fsub",
    Operator.MULTIPLY: "fmul",
    Operator.DIVIDE: "fdiv",
    Operator.REMAINDER: "frem",
}
FLOAT_COMPARED = {
    Operator.EQUAL: "oeq",
    Operator.DIFFERENT: "une",
    Operator.LESS: "olt",
    Operator.LESS_EQUAL: "ole",
    Operator.GREATER: "ogt",
    Operator.GREATER_EQUAL: "oge",
}
DECLARED = """declare double @llvm.trunc.f64(double)
declare double @llvm.fabs.f64(double)
declare double @llvm.sqrt.f64(double)
declare float @llvm.sqrt.f32(float)"""


def square_root(code: Assembly, value: str, kind: FloatType) -> str:
    """The nearest float of a square root."""
    text = register_text(kind)
    return code.value(f"call {text} @llvm.sqrt.f{kind.width}({text} {value})")


def _as_double(code: Assembly, value: str, kind: FloatType) -> str:
    return value if kind.width == 64 else code.value(f"fpext float {value} to double")


def _double(value: int) -> str:
    return f"0x{float_bits(float(value), 64):016X}"


def float_to_integer(
    code: Assembly, value: str, kind: FloatType, target: IntegerType
) -> tuple[Callable[[], str], str, str]:
    """What writes the conversion towards zero, whether the value is finite, and whether the result fits.

    The conversion is to be written where both hold.
    """
    whole = code.value(f"call double @llvm.trunc.f64(double {_as_double(code, value, kind)})")
    size = code.value(f"call double @llvm.fabs.f64(double {whole})")
    finite = code.value(f"fcmp olt double {size}, 0x7FF0000000000000")
    low = code.value(f"fcmp oge double {whole}, {_double(target.low)}")
    high = code.value(f"fcmp olt double {whole}, {_double(target.high + 1)}")
    inside = code.value(f"and i1 {low}, {high}")
    how = "fptosi" if target.signed else "fptoui"
    return (lambda: code.value(f"{how} double {whole} to i{target.width}")), finite, inside


def float_to_saturated(code: Assembly, value: str, kind: FloatType, target: IntegerType) -> str:
    """The conversion towards zero, clamped to the range of the type; 0 for NaN (JLS 5.1.3)."""
    double = _as_double(code, value, kind)
    low, high = _double(target.low), _double(target.high + 1)
    above = code.value(f"fcmp oge double {double}, {high}")
    below = code.value(f"fcmp ole double {double}, {low}")
    inside = code.value(f"fcmp ord double {double}, {double}")
    outside = code.value(f"or i1 {above}, {below}")
    proper = code.value(f"and i1 {inside}, {code.value(f'xor i1 {outside}, 1')}")
    safe = code.value(f"select i1 {proper}, double {double}, double 0.0")
    how, text = "fptosi" if target.signed else "fptoui", f"i{target.width}"
    plain = code.value(f"{how} double {safe} to {text}")
    clamped = code.value(f"select i1 {above}, {text} {target.high}, {text} {plain}")
    return code.value(f"select i1 {below}, {text} {target.low}, {text} {clamped}")
