"""Conversions in assignments and invocations (JLS 5.1, 5.2, 5.3) as explicit nodes."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.symbols import MethodSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import constants
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.code import Code
from vexil.languages.java import tree as syntax

WIDER = {
    "byte": frozenset(("short", "int", "long", "float", "double")),
    "short": frozenset(("int", "long", "float", "double")),
    "char": frozenset(("int", "long", "float", "double")),
    "int": frozenset(("long", "float", "double")),
    "long": frozenset(("float", "double")),
    "float": frozenset(("double",)),
    "double": frozenset(), "boolean": frozenset(), "void": frozenset(),
}  # fmt: skip
SMALL = frozenset(("byte", "short", "char"))
CONSTANT_SOURCES = frozenset(("byte", "short", "char", "int"))


def numeric(expression: typed.Expression, to: java.PrimitiveType, written: bool = False) -> typed.Expression:
    """A numeric value as one of another numeric type; constants are folded."""
    if expression.type is to:
        return expression
    if type(expression) is typed.Constant:
        value = expression.value
        return typed.Constant(constants.converted(value, to) if value is not None else None, to, expression.span)
    return typed.Convert(expression, to, written, expression.span)


def boxed(code: Code, expression: typed.Expression) -> typed.Expression:
    """A primitive value in a new object: a call of ``valueOf``."""
    kind = expression.type
    if not isinstance(kind, java.PrimitiveType) or kind is java.VOID:
        return expression
    method = _box_method(code, kind, boxing=True)
    target = code.types.boxed(kind)
    if method is None or not isinstance(target, java.ClassType):
        return _unmodelled(code, f"{java.BOXES[kind]}.valueOf({kind})", expression)
    span = expression.span
    return typed.Call(typed.CallKind.STATIC, method, None, (expression,), target, span, span)


def unboxed(code: Code, expression: typed.Expression) -> typed.Expression:
    """The value in a box: a call of ``intValue`` and the like; primitive values as they are."""
    kind = code.types.unboxed(expression.type)
    if kind is None or kind is expression.type:
        return expression
    method = _box_method(code, kind, boxing=False)
    if method is None:
        return _unmodelled(code, f"{java.BOXES[kind]}.{kind}Value()", expression)
    box = code.types.boxed(kind)
    span = expression.span
    if not isinstance(expression.type, java.ClassType):
        expression = typed.CheckCast(expression, box, False, span)
    return typed.Call(typed.CallKind.VIRTUAL, method, expression, (), kind, span, span)


def _unmodelled(code: Code, what: str, expression: typed.Expression) -> typed.Expression:
    return code.mistake(expression.span, f"{what} is not modelled")


def _box_method(code: Code, kind: java.PrimitiveType, boxing: bool) -> MethodSymbol | None:
    name = "valueOf" if boxing else f"{kind.name}Value"
    key = f"{kind.name}.{name}"
    methods_by_type = code.shared.box_methods
    if key not in methods_by_type:
        wanted = (kind,) if boxing else ()
        symbol = code.symbols.class_named(java.BOXES[kind])
        methods = symbol.methods.get(name, []) if symbol is not None else []
        methods_by_type[key] = next((method for method in methods if method.parameters == wanted), None)
    return methods_by_type[key]


def convert(
    code: Code, expression: typed.Expression, target: JavaType, narrowing: bool = True
) -> typed.Expression | None:
    """The expression converted by assignment (with *narrowing* of constants) or loose invocation, if it can be."""
    source = expression.type
    if source is target:
        return expression
    if isinstance(target, java.PrimitiveType):
        if not isinstance(source, java.PrimitiveType):
            return _to_primitive(code, expression, target)
        if target.name in WIDER[source.name]:
            return numeric(expression, target)
        if narrowing and target.name in SMALL and source.name in CONSTANT_SOURCES and _fits(expression, target):
            return numeric(expression, target)
        return expression if source == target else None
    if isinstance(source, java.PrimitiveType):
        return _to_box(code, expression, source, target, narrowing)
    if not code.types.is_subtype_unchecked(source, target):
        return None
    return relaxed(code, expression, target)


def _fits(expression: typed.Expression, target: java.PrimitiveType) -> bool:
    return (
        type(expression) is typed.Constant and expression.value is not None and constants.fits(expression.value, target)
    )


def _to_primitive(code: Code, expression: typed.Expression, target: java.PrimitiveType) -> typed.Expression | None:
    source = expression.type
    if isinstance(source, java.ErrorType):
        return expression
    kind = code.types.unboxed(source)
    if kind is None and isinstance(source, (java.TypeVariable, java.IntersectionType, java.WildcardType)):
        bound = code.types.upper_bound(source)
        parts = bound.types if isinstance(bound, java.IntersectionType) else (bound,)
        box = next((part for part in parts if code.types.unboxed(part) is not None), None)
        if box is not None:
            expression = typed.CheckCast(expression, box, False, expression.span)
            kind = code.types.unboxed(box)
    if kind is None or (kind is not target and target.name not in WIDER[kind.name]):
        return None
    return numeric(unboxed(code, expression), target) if kind is not java.BOOLEAN else unboxed(code, expression)


def _to_box(
    code: Code, expression: typed.Expression, source: java.PrimitiveType, target: JavaType, narrowing: bool
) -> typed.Expression | None:
    if isinstance(target, java.ErrorType):
        return expression
    if source is java.VOID:
        return None
    if narrowing and source.name in CONSTANT_SOURCES:
        kind = code.types.unboxed(target)
        if kind is not None and kind is not source and kind.name in SMALL and _fits(expression, kind):
            return boxed(code, numeric(expression, kind))
    if code.types.is_subtype(code.types.boxed(source), target):
        return boxed(code, expression)
    return None


def relaxed(code: Code, expression: typed.Expression, target: JavaType) -> typed.Expression:
    """Weaken the cast that a generic member needs to what its use needs."""
    if type(expression) is not typed.CheckCast or not expression.checked:
        return expression
    operand = expression.operand
    if expression.span is not operand.span or isinstance(operand.type, java.PrimitiveType):
        return expression
    needed = code.types.erasure(target)
    if code.types.is_subtype(code.types.erasure(operand.type), needed):
        return typed.CheckCast(operand, expression.type, False, expression.span)
    if isinstance(target, (java.TypeVariable, java.IntersectionType)) or needed == code.types.erasure(expression.type):
        return expression
    return typed.CheckCast(operand, target, True, expression.span)


def mismatch(source: JavaType, target: JavaType) -> str:
    """How messages say that a type does not fit."""
    if (
        isinstance(source, java.PrimitiveType)
        and isinstance(target, java.PrimitiveType)
        and source not in (java.BOOLEAN, java.VOID)
        and target not in (java.BOOLEAN, java.VOID)
    ):
        return f"possible lossy conversion from {source} to {target}"
    return f"{source} cannot be converted to {target}"


def assigned(code: Code, node: syntax.Expression, target: JavaType) -> typed.Expression:
    """Type an expression in an assignment context (JLS 5.2) and convert it; what does not fit is reported."""
    expression = code.expression(node, target)
    if expression.type is target:
        return expression
    return fitted(code, expression, target, node)


def fitted(
    code: Code, expression: typed.Expression, target: JavaType, node: syntax.Expression, narrowing: bool = True
) -> typed.Expression:
    """Convert a typed expression; what does not fit is reported at *node*."""
    value = convert(code, expression, target, narrowing)
    if value is not None:
        return value
    if isinstance(expression.type, java.ErrorType) or isinstance(target, java.ErrorType):
        return expression
    return code.mistake(code.place(node), f"incompatible types: {mismatch(expression.type, target)}")


def condition(code: Code, node: syntax.Expression) -> typed.Expression:
    """Type an expression that has to be boolean."""
    return assigned(code, node, java.BOOLEAN)


def error_at(span: Span) -> typed.Expression:
    """What stands for an expression with a mistake that was reported."""
    return typed.Constant(None, java.ERROR, span)
