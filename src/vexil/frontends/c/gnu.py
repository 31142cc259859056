"""GNU's built-in functions: hints, bit counting, overflow, floats."""

from __future__ import annotations

import math
import re

from vexil.frontends.c.calls import PATTERNS, builtin
from vexil.frontends.c.conversions import converted
from vexil.frontends.c.function import FunctionLowering, Spot
from vexil.frontends.c.kinds import Kind
from vexil.frontends.c.library import argument, settled
from vexil.frontends.c.places import write
from vexil.ir.expressions import AddressOf, Const, Deref, Expr, Operator, Variable
from vexil.ir.fold import fold
from vexil.ir.types import F64, I32, FloatType, IntegerType, PointerType, Type
from vexil.ir.typing import apply, negation, zero

# --- hints -----------------------------------------------------------------------------------------------


@builtin("__builtin_expect", "__builtin_expect_with_probability", "__builtin_assume_aligned", "__builtin_launder")
def _first(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return settled(fn, arguments, [fn.kind(node)])[0]


@builtin("__builtin_prefetch", "__builtin___clear_cache", "__sync_synchronize", "__builtin_ia32_pause")
def _nothing(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    for part in arguments:
        fn.discard(part)


@builtin("__builtin_assume")
def _hint(fn: FunctionLowering, node: int, arguments: list[int]) -> None:
    """A promise to the compiler, not a restriction: it is not relied on."""


@builtin("__builtin_constant_p")
def _is_constant(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    from vexil.frontends.c.function import NotConstant

    constant = fn.tree.kinds[arguments[0]] in (Kind.INTEGER, Kind.FLOATING, Kind.CHARACTER)
    if not constant and not fn.translation.has_effects(arguments[0]):
        before, fn.is_constant = fn.is_constant, True
        try:
            constant = isinstance(fold(fn.value(arguments[0])), Const)
        except NotConstant:
            constant = False
        finally:
            fn.is_constant = before
    return Const(int(constant), I32)


@builtin("__builtin_object_size", "__builtin_dynamic_object_size")
def _object_size(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    """What a compiler answers that knows nothing: the greatest number, or 0 for the kinds 2 and 3."""
    which = fold(fn.value(arguments[1]))
    lower = isinstance(which, Const) and int(which.value) & 2
    kind = fn.types.size_type
    return Const(0 if lower else kind.high, kind)


# --- bits ------------------------------------------------------------------------------------------------


def _suffix_width(fn: FunctionLowering, name: str) -> int:
    if name.endswith("ll"):
        return 64
    return fn.translation.builder.layout.pointer_width if name.endswith("l") else 32


_BITS = re.compile(r"__builtin_(popcount|parity|clz|ctz|ffs|clrsb|bswap16|bswap32|bswap64)(l|ll)?")


def _counted(value: Expr, kind: IntegerType) -> Expr:
    """The number of bits that are set."""
    total: Expr = Const(0, kind)
    for bit in range(kind.width):
        shifted = value if bit == 0 else apply(Operator.SHIFT_RIGHT, value, Const(bit, I32))
        total = apply(Operator.ADD, total, apply(Operator.BIT_AND, shifted, Const(1, kind)))
    return total


def _smeared(fn: FunctionLowering, value: Expr, kind: IntegerType) -> Expr:
    """All bits below the highest set one are set too."""
    step = 1
    while step < kind.width:
        value = fn.keep(apply(Operator.BIT_OR, value, apply(Operator.SHIFT_RIGHT, value, Const(step, I32))), "bits")
        step *= 2
    return value


def _bit_function(fn: FunctionLowering, name: str, node: int, arguments: list[int]) -> Expr:
    match = _BITS.fullmatch(name)
    assert match is not None
    which = match[1]
    if which.startswith("bswap"):
        return fn.located(
            _swapped(fn, argument(fn, arguments[0], IntegerType(int(which[5:]), False)), fn.kind(node)), node
        )
    kind = IntegerType(_suffix_width(fn, name), False)
    value = fn.keep(converted(fn.value(arguments[0]), kind), fn.translation.text(arguments[0]))
    width = Const(kind.width, kind)
    match which:
        case "popcount":
            result = _counted(value, kind)
        case "parity":
            result = apply(Operator.BIT_AND, _counted(value, kind), Const(1, kind))
        case "clz":
            fn.check(
                "overflow", apply(Operator.DIFFERENT, value, Const(0, kind)), f"not zero: {fn.translation.text(node)}"
            )
            result = apply(Operator.SUBTRACT, width, _counted(_smeared(fn, value, kind), kind))
        case "clrsb":
            sign = apply(
                Operator.SHIFT_RIGHT, converted(value, IntegerType(kind.width, True)), Const(kind.width - 1, I32)
            )
            flipped = fn.keep(apply(Operator.BIT_XOR, value, converted(sign, kind)), "bits")
            smeared = _smeared(fn, flipped, kind)
            result = apply(Operator.SUBTRACT, Const(kind.width - 1, kind), _counted(smeared, kind))
        case _:
            lowest = apply(Operator.BIT_AND, value, apply(Operator.NEGATE, value))
            below = apply(Operator.SUBTRACT, lowest, Const(1, kind))
            result = _counted(fn.keep(below, "bits"), kind)
            if which == "ffs":
                one_more = apply(Operator.ADD, result, Const(1, kind))
                result = apply(Operator.IF, apply(Operator.EQUAL, value, Const(0, kind)), Const(0, kind), one_more)
            else:
                fn.check(
                    "overflow",
                    apply(Operator.DIFFERENT, value, Const(0, kind)),
                    f"not zero: {fn.translation.text(node)}",
                )
    return fn.located(converted(result, fn.kind(node)), node)


def _swapped(fn: FunctionLowering, value: Expr, kind: Type) -> Expr:
    assert isinstance(value.type, IntegerType)
    value = fn.keep(value, "bytes")
    assert isinstance(value.type, IntegerType)
    result: Expr = Const(0, value.type)
    count = value.type.width // 8
    for byte in range(count):
        shifted = apply(Operator.SHIFT_RIGHT, value, Const(8 * byte, I32))
        part = apply(Operator.BIT_AND, shifted, Const(255, value.type))
        result = apply(Operator.BIT_OR, result, apply(Operator.SHIFT_LEFT, part, Const(8 * (count - 1 - byte), I32)))
    return converted(result, kind)


PATTERNS.append((lambda name: _BITS.fullmatch(name) is not None, _bit_function))

# --- overflow --------------------------------------------------------------------------------------------

_OVERFLOW = re.compile(r"__builtin_(?:s|u)?(add|sub|mul)(?:l|ll)?_overflow")
_EXACT = {"add": Operator.ADD, "sub": Operator.SUBTRACT, "mul": Operator.MULTIPLY}


def _overflows(fn: FunctionLowering, name: str, node: int, arguments: list[int]) -> Expr:
    """Compute exactly in a wide type; the result is stored wrapped, and the value says whether that changed it."""
    match = _OVERFLOW.fullmatch(name)
    assert match is not None
    target = fn.types.target(fn.tree.types[arguments[2]])
    kind = fn.types.ir(target)
    assert isinstance(kind, IntegerType)
    wide = IntegerType(160, True)
    values = [fn.settle(fn.value(part), part) for part in arguments[:2]]
    pointer = fn.settle(argument(fn, arguments[2], PointerType(kind)), arguments[2])
    exact = fn.keep(
        apply(_EXACT[match[1]], *(fn.relocated(converted(value, wide), value) for value in values)), "exact"
    )
    stored = fn.keep(converted(exact, kind), "stored")
    write(fn, Spot(target, None, pointer), stored, arguments[2])
    return fn.located(fn.keep(apply(Operator.DIFFERENT, converted(stored, wide), exact), "overflow"), node)


PATTERNS.append((lambda name: _OVERFLOW.fullmatch(name) is not None, _overflows))

# --- absolute values and floats --------------------------------------------------------------------------


@builtin("abs", "labs", "llabs", "__builtin_abs", "__builtin_labs", "__builtin_llabs")
def _absolute(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    from vexil.frontends.c.conversions import check_negation

    value = fn.settle(argument(fn, arguments[0], fn.kind(node)), arguments[0])
    check_negation(fn, value, node)
    negative = apply(Operator.LESS, value, zero(value.type))
    return fn.located(apply(Operator.IF, negative, apply(Operator.NEGATE, value), value), node)


@builtin("__builtin_fabs", "__builtin_fabsf", "__builtin_fabsl")
def _float_absolute(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    value = fn.settle(argument(fn, arguments[0], fn.kind(node)), arguments[0])
    kind = value.type
    less = apply(Operator.LESS, value, zero(kind))
    added = apply(Operator.ADD, value, zero(kind))
    return fn.located(apply(Operator.IF, less, apply(Operator.NEGATE, value), added), node)


@builtin("__builtin_isnan", "__isnan", "__isnanf", "isnan")
def _is_nan(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    value = fn.value(arguments[0])
    return fn.located(converted(apply(Operator.IS_NAN, converted(value, F64)), fn.kind(node)), node)


def _infinite(value: Expr) -> Expr:
    value = converted(value, F64)
    high = apply(Operator.EQUAL, value, Const(math.inf, F64))
    return apply(Operator.OR, high, apply(Operator.EQUAL, value, Const(-math.inf, F64)))


@builtin("__builtin_isinf", "__isinf", "isinf", "__builtin_isinf_sign")
def _is_infinite(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    value = fn.settle(converted(fn.value(arguments[0]), F64), arguments[0])
    kind = fn.kind(node)
    high = apply(Operator.EQUAL, value, Const(math.inf, F64))
    low = apply(Operator.EQUAL, value, Const(-math.inf, F64))
    inner = apply(Operator.IF, low, converted(Const(-1, I32), kind), zero(kind))
    return fn.located(apply(Operator.IF, high, converted(Const(1, I32), kind), inner), node)


@builtin("__builtin_isfinite", "__finite", "finite", "isfinite")
def _is_finite(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    value = fn.settle(converted(fn.value(arguments[0]), F64), arguments[0])
    odd = apply(Operator.OR, apply(Operator.IS_NAN, value), _infinite(value))
    return fn.located(converted(negation(odd), fn.kind(node)), node)


@builtin(
    "__builtin_huge_val",
    "__builtin_huge_valf",
    "__builtin_huge_vall",
    "__builtin_inf",
    "__builtin_inff",
    "__builtin_infl",
)
def _huge(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.located(Const(math.inf, fn.kind(node)), node)


@builtin("__builtin_nan", "__builtin_nanf", "__builtin_nanl", "nan", "nanf")
def _nan(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    return fn.located(Const(math.nan, fn.kind(node)), node)


def _is_negative(value: Expr) -> Expr:
    """Whether the sign bit of a number is set; 1/x tells the zeros apart."""
    below = apply(Operator.LESS, value, Const(0.0, F64))
    reciprocal = apply(Operator.LESS, apply(Operator.DIVIDE, Const(1.0, F64), value), Const(0.0, F64))
    is_zero = apply(Operator.EQUAL, value, Const(0.0, F64))
    return apply(Operator.OR, below, apply(Operator.AND, is_zero, reciprocal))


@builtin("__builtin_signbit", "__builtin_signbitf", "__builtin_signbitl", "__signbit", "__signbitf")
def _sign_bit(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    """The sign bit, which only the memory of a NaN tells."""
    operand = fn.settle(fn.value(arguments[0]), arguments[0])
    value, kind = converted(operand, F64), fn.kind(node)
    if isinstance(operand, Const) and not math.isnan(float(operand.value)):
        return fn.located(converted(_is_negative(value), kind), node)
    result = fn.temporary(kind, fn.translation.text(node))
    odd, plain = fn.fresh(), fn.fresh()
    fn.branch(apply(Operator.IS_NAN, value), odd, plain)
    fn.here = odd
    fn.assign(result, converted(_bits_sign(fn, operand), kind))
    odd, fn.here = fn.here, plain
    fn.assign(result, converted(_is_negative(value), kind))
    fn.join(odd, fn.here)
    return fn.located(Variable(result.name, result.type, False), node)


def _bits_sign(fn: FunctionLowering, value: Expr) -> Expr:
    """Whether the first bit of a float is set, as memory has it."""
    assert isinstance(value.type, FloatType)
    view = fn.builder.local(fn.name("view$1"), value.type, addressable=True, hidden=True)
    fn.private.add(view.name)
    bits = IntegerType(value.type.width, True)
    fn.assign(view, value)
    pattern = fn.keep(Deref((AddressOf(view, PointerType(bits)),), bits), "bits")
    return apply(Operator.LESS, pattern, Const(0, bits))


def _normal(value: Expr, kind: Type) -> Expr:
    """Whether a finite number is not too small for its type's full precision."""
    least = 2.0**-126 if isinstance(kind, FloatType) and kind.width == 32 else 2.0**-1022
    high = apply(Operator.GREATER_EQUAL, value, Const(least, F64))
    return apply(Operator.OR, high, apply(Operator.LESS_EQUAL, value, Const(-least, F64)))


@builtin("__builtin_isnormal")
def _is_normal(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    operand = fn.value(arguments[0])
    value = fn.settle(converted(operand, F64), arguments[0])
    result = apply(Operator.AND, _normal(value, operand.type), negation(_infinite(value)))
    return fn.located(converted(result, fn.kind(node)), node)


@builtin("__builtin_fpclassify")
def _classify(fn: FunctionLowering, node: int, arguments: list[int]) -> Expr:
    """The arguments name the classes NaN, infinite, normal, subnormal and zero; the last one is classified."""
    nan, infinite, normal, subnormal, none = (argument(fn, part, I32) for part in arguments[:5])
    original = fn.value(arguments[5])
    value = fn.settle(converted(original, F64), arguments[5])
    result = apply(Operator.IF, apply(Operator.EQUAL, value, Const(0.0, F64)), none, subnormal)
    result = apply(Operator.IF, _normal(value, original.type), normal, result)
    result = apply(Operator.IF, _infinite(value), infinite, result)
    return fn.located(apply(Operator.IF, apply(Operator.IS_NAN, value), nan, result), node)


_COMPARED = {
    "isless": Operator.LESS, "islessequal": Operator.LESS_EQUAL, "isgreater": Operator.GREATER,
    "isgreaterequal": Operator.GREATER_EQUAL,
}  # fmt: skip


def _ordered(fn: FunctionLowering, name: str, node: int, arguments: list[int]) -> Expr:
    left, right = settled(fn, arguments, [F64, F64])
    word = name.removeprefix("__builtin_")
    if word == "isunordered":
        result = apply(Operator.OR, apply(Operator.IS_NAN, left), apply(Operator.IS_NAN, right))
    elif word == "islessgreater":
        result = apply(Operator.OR, apply(Operator.LESS, left, right), apply(Operator.GREATER, left, right))
    else:
        result = apply(_COMPARED[word], left, right)
    return fn.located(converted(result, fn.kind(node)), node)


_ORDERED = frozenset(f"__builtin_{word}" for word in (*_COMPARED, "isunordered", "islessgreater"))
PATTERNS.append((_ORDERED.__contains__, _ordered))
