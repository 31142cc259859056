"""Conditions on numbers as expressions of Java."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vexil.core.dag import bottom_up
from vexil.core.errors import UsageError
from vexil.ir.expressions import Apply, Const, Expr, Operator, Variable
from vexil.ir.types import BoolType, FloatType, IntegerType, MathType, Type
from vexil.model.tokens.abstract_type import NUMBER, Concrete
from vexil.model.tokens.basl.expressions import BINDS

JAVA_NAMES = {
    "i8": "byte", "i16": "short", "u16": "char", "i32": "int", "i64": "long", "f32": "float", "f64": "double",
    "int": "int",
}  # fmt: skip
_PREFIX = {Operator.NEGATE: "-", Operator.COMPLEMENT: "~", Operator.NOT: "!"}
TIGHTEST = 100
_LARGEST = 2**31 - 1


def java_type(kind: Concrete) -> str:
    """The type of Java that has these numbers; mathematical integers are computed with as ``int``."""
    name = JAVA_NAMES.get(str(kind))
    if name is None:
        raise UsageError(f"Java has no type for {kind}", hint="abstractions of Java's types can be compiled")
    return name


def condition_text(expression: Expr) -> str:
    """A condition over the variable `NUMBER`; raises `UsageError` for what Java cannot compute."""
    return bottom_up(expression, _text).text


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of an expression, and how tightly its outermost operator binds."""

    text: str
    binds: int = TIGHTEST

    def within(self, least: int) -> str:
        return self.text if self.binds >= least else f"({self.text})"


def _text(node: Expr, parts: tuple[_Text, ...]) -> _Text:
    match node:
        case Const(value, kind):
            return _Text(_literal(value, kind))
        case Variable():
            return _Text(NUMBER)
        case Apply(Operator.IF, _, _):
            test, first, second = (part.within(1) for part in parts)
            return _Text(f"{test} ? {first} : {second}", 0)
        case Apply(Operator.IS_NAN, _, _):
            return _Text(f"{parts[0].within(TIGHTEST)} != {parts[0].within(TIGHTEST)}", BINDS["!="])
        case Apply(Operator.CAST, (inner,), kind):
            return _cast(inner, kind, parts[0])
        case Apply(Operator.SHIFT_RIGHT, (Apply(Operator.CAST, _, IntegerType(_, False)), _), _):
            return _binary(">>>", parts)
        case Apply(operator, _, _) if operator in _PREFIX:
            return _Text(f"{_PREFIX[operator]}{parts[0].within(TIGHTEST)}", TIGHTEST - 1)
        case Apply(operator, _, _) if operator.value in BINDS:
            return _binary(operator.value, parts)
        case _:
            raise UsageError(f"a condition with {type(node).__name__} cannot be compiled")


def _binary(symbol: str, parts: tuple[_Text, ...]) -> _Text:
    level = BINDS[symbol]
    return _Text(f"{parts[0].within(level)} {symbol} {parts[1].within(level + 1)}", level)


def _cast(inner: Expr, kind: Type, text: _Text) -> _Text:
    """A conversion; around shifts without sign it is part of the operator."""
    if isinstance(kind, IntegerType) and not kind.signed and kind.width in (32, 64):
        return text
    if str(kind) not in JAVA_NAMES:
        raise UsageError(f"Java has no type for {kind}, in which a condition is computed")
    if isinstance(inner.type, IntegerType) and not inner.type.signed and isinstance(inner, Apply):
        return text
    return _Text(f"({JAVA_NAMES[str(kind)]}) {text.within(TIGHTEST)}", TIGHTEST - 1)


def _literal(value: int | float | bool, kind: Type) -> str:
    match kind:
        case BoolType():
            return "true" if value else "false"
        case FloatType(width):
            return _float(float(value), "Float" if width == 32 else "Double")
        case IntegerType(width, _):
            text = f"{value}L" if width > 32 else str(value)
        case MathType():
            text = str(value) if -_LARGEST - 1 <= value <= _LARGEST else f"{value}L"
        case _:
            raise UsageError(f"a literal of type {kind} cannot be compiled")
    return f"({text})" if value < 0 else text


def _float(value: float, name: str) -> str:
    if math.isnan(value):
        return f"{name}.NaN"
    if math.isinf(value):
        return f"{name}.{'POSITIVE' if value > 0 else 'NEGATIVE'}_INFINITY"
    text = f"{value!r}{'f' if name == 'Float' else ''}"
    return f"({text})" if value < 0 else text
