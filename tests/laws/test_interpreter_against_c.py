"""Expressions mean what a C compiler makes of them: one C file with a few thousand of them, compiled once."""

from __future__ import annotations

import math
import struct
import subprocess
from pathlib import Path
from random import Random

from test_interpreter_expressions import by_code, compiled_over

from expression_oracle import Number, Numbers
from tools import require_tool
from vexil.ir.arithmetic import float_bits
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.types import BOOL, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64, BoolType, FloatType, IntegerType, Type

KINDS: list[Type] = [I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, BOOL]
COUNT = 2000

PRELUDE = """
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef float f32;
typedef double f64;
typedef _Bool bool;
/* The quotient of the least integer by -1 wraps around; the machine instruction traps. */
#define DIVISION(T) \\
  static T divide_##T(T a, T b) { return b == (T)-1 && (T)-1 < 0 ? (T)(0 - a) : (T)(a / b); } \\
  static T remainder_##T(T a, T b) { return b == (T)-1 && (T)-1 < 0 ? 0 : (T)(a % b); }
DIVISION(int8_t) DIVISION(int16_t) DIVISION(int32_t) DIVISION(int64_t)
DIVISION(uint8_t) DIVISION(uint16_t) DIVISION(uint32_t) DIVISION(uint64_t)
static void signed_result(int64_t v) { printf("%lld\\n", (long long)v); }
static void unsigned_result(uint64_t v) { printf("%llu\\n", (unsigned long long)v); }
static void f32_result(float v) { uint32_t b; memcpy(&b, &v, 4); unsigned_result(isnan(v) ? 0x7fc00000 : b); }
static void f64_result(double v) { uint64_t b; memcpy(&b, &v, 8); unsigned_result(isnan(v) ? 0x7ff8ull << 48 : b); }
static float f32_of(uint32_t b) { float v; memcpy(&v, &b, 4); return v; }
static double f64_of(uint64_t b) { double v; memcpy(&v, &b, 8); return v; }
"""


def c_type(kind: Type) -> str:
    """The C type of a type."""
    if isinstance(kind, IntegerType):
        return f"{'' if kind.signed else 'u'}int{kind.width}_t"
    return str(kind)


def c_literal(value: Number, kind: Type) -> str:
    """A C expression for a value."""
    match kind:
        case FloatType(width):
            return f"f{width}_of({float_bits(float(value), width)}u{'ll' if width == 64 else ''})"
        case BoolType():
            return str(int(value))
        case _:
            return f"(({c_type(kind)}){int(value) % (1 << 64)}ull)"


def c_expression(expression: Expr) -> str:
    """The C expression that computes the same, every intermediate result converted to its type."""
    match expression:
        case Const(value, kind):
            return c_literal(value, kind)
        case Variable(name, _, _):
            return name
        case Apply(operator, operands, kind):
            return f"(({c_type(kind)}){_operation(operator, [*map(c_expression, operands)], operands[0].type, kind)})"
        case _:
            raise AssertionError


def _operation(operator: Operator, codes: list[str], source: Type, kind: Type) -> str:
    match operator:
        case Operator.IF:
            return f"({codes[0]} ? {codes[1]} : {codes[2]})"
        case Operator.CAST:
            return codes[0]
        case Operator.NEGATE | Operator.COMPLEMENT | Operator.NOT:
            return f"({'-' if operator is Operator.NEGATE else operator.value}{codes[0]})"
        case Operator.IS_NAN:
            return f"(isnan({codes[0]}) != 0)"
        case Operator.REMAINDER if isinstance(kind, FloatType):
            return f"{'fmodf' if kind.width == 32 else 'fmod'}({codes[0]}, {codes[1]})"
        case Operator.DIVIDE | Operator.REMAINDER if isinstance(kind, IntegerType):
            return f"{operator.name.lower()}_{c_type(source)}({codes[0]}, {codes[1]})"
        case _:
            return f"({codes[0]} {operator.value} {codes[1]})"


def expected(expression: Expr, value: Number | str) -> int:
    """What the C program prints for a value."""
    assert not isinstance(value, str)
    kind = expression.type
    return float_bits(float(value), kind.width) if isinstance(kind, FloatType) else int(value)


def has_saturation(expression: Expr) -> bool:
    """Say whether an expression has an operator that C does not have."""
    pending = [expression]
    while pending:
        current = pending.pop()
        if isinstance(current, Apply) and current.operator is Operator.SATURATE:
            return True
        pending.extend(current.operands)
    return False


def printing(expression: Expr) -> str:
    """The statement that prints the value of an expression."""
    kind = expression.type
    name = str(kind) if isinstance(kind, FloatType) else "unsigned"
    if isinstance(kind, IntegerType) and kind.signed:
        name = "signed"
    return f"  {name}_result({c_expression(expression)});"


def test_a_c_compiler_agrees(tmp_path: Path) -> None:
    """On machine integers, float and double, gcc's code and the interpreter compute the same values."""
    gcc = require_tool("gcc")
    random = Random(20240601)
    numbers = Numbers(random, KINDS)
    variables = numbers.all_variables()
    compiled = compiled_over(variables)
    body: list[str] = []
    results: list[tuple[int, Expr]] = []
    while len(results) < COUNT:
        values = numbers.valuation()
        assignments = [f"  {v.name} = {c_literal(values[v.name], v.type)};" for v in variables]
        body += ["}", f"static void group{len(body)}(void) {{", *assignments]
        for _ in range(20):
            expression = numbers.expression(random.choice(KINDS), random.choice([1, 1, 2, 3]))
            value = by_code(compiled, expression, values)
            if value != "undefined" and not has_saturation(expression) and expression.operands:
                body.append(printing(expression))
                results.append((expected(expression, value), expression))
    groups = [line.split()[2].split("(")[0] for line in body if line.startswith("static void group")]
    text = [
        PRELUDE,
        *(f"static volatile {c_type(v.type)} {v.name};" for v in variables),
        *body[1:],
        "}",
        "int main(void) {",
        *(f"  {group}();" for group in groups),
        "  return 0;",
        "}",
    ]
    source, program = tmp_path / "expressions.c", tmp_path / "expressions"
    source.write_text("\n".join(text) + "\n")
    options = ["-O0", "-w", "-fwrapv", "-ffp-contract=off", "-o", str(program), str(source), "-lm"]
    subprocess.run([gcc, *options], check=True, timeout=300)
    printed = subprocess.run([str(program)], check=True, capture_output=True, text=True, timeout=60).stdout.split()
    assert len(printed) == len(results)
    for found, (wanted, expression) in zip(printed, results, strict=True):
        assert int(found) == wanted, c_expression(expression)


def test_the_bits_of_floats_are_those_of_the_machine() -> None:
    """The representation that the comparison with C relies on is the one the machine uses."""
    for value in (1.5, -0.0, math.inf, 2.0**-149):
        assert struct.pack("<f", value) == float_bits(value, 32).to_bytes(4, "little")
