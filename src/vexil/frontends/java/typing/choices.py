"""Conditional expressions (JLS 15.25), casts (JLS 15.16) and ``instanceof`` (JLS 15.20.2)."""

from __future__ import annotations

from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.symbols import LocalSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import constants
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import stripped
from vexil.frontends.java.typing.bindings import when_false, when_true
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.conversions import boxed, condition, convert, mismatch, numeric, unboxed
from vexil.languages.java import tree as syntax


def conditional(code: Code, node: syntax.Conditional, expected: JavaType | None) -> typed.Expression:
    """``condition ? then : otherwise``."""
    test = condition(code, node.condition)
    mark = len(code.undo)
    if code.binding_count:
        code.introduce(when_true(test))
    then = code.expression(node.then, expected)
    code.leave(mark)
    if code.binding_count:
        code.introduce(when_false(test))
    otherwise = code.expression(node.otherwise, expected)
    code.leave(mark)
    first, second = then.type, otherwise.type
    for operand, part in ((then, node.then), (otherwise, node.otherwise)):
        if operand.type is java.VOID:
            message = "incompatible types: bad type in conditional expression\n    void cannot be converted"
            return code.mistake(code.place(part), message if expected is None else f"{message} to {expected}")
    if isinstance(first, java.ErrorType) or isinstance(second, java.ErrorType):
        return typed.Constant(None, java.ERROR, node.span)
    primitive = standalone_type(code, then, otherwise)
    if primitive is not None:
        return _chosen(test, _as(code, then, primitive), _as(code, otherwise, primitive), primitive, node)
    if expected is not None and not isinstance(expected, java.ErrorType):
        return _aimed(code, node, test, then, otherwise, expected)
    kind = reference_type(code, first, second)
    then, otherwise = convert(code, then, kind) or then, convert(code, otherwise, kind) or otherwise
    return _chosen(test, then, otherwise, kind, node)


def _as(code: Code, value: typed.Expression, kind: java.PrimitiveType) -> typed.Expression:
    return numeric(unboxed(code, value), kind) if kind is not java.BOOLEAN else unboxed(code, value)


def _chosen(
    test: typed.Expression,
    then: typed.Expression,
    otherwise: typed.Expression,
    kind: JavaType,
    node: syntax.Conditional,
) -> typed.Expression:
    if (
        type(test) is typed.Constant
        and type(then) is typed.Constant
        and type(otherwise) is typed.Constant
        and then.value is not None
        and otherwise.value is not None
    ):
        return typed.Constant(then.value if test.value else otherwise.value, kind, node.span)
    return typed.Conditional(test, then, otherwise, kind, node.span)


def _aimed(
    code: Code,
    node: syntax.Conditional,
    test: typed.Expression,
    then: typed.Expression,
    otherwise: typed.Expression,
    expected: JavaType,
) -> typed.Expression:
    """A reference conditional is a poly expression: both operands have to fit the target (JLS 15.25.3)."""
    values: list[typed.Expression] = []
    for operand, part in ((then, node.then), (otherwise, node.otherwise)):
        value = convert(code, operand, expected)
        if value is None:
            inner = stripped(part)
            message = f"incompatible types: bad type in conditional expression\n    {mismatch(operand.type, expected)}"
            return code.mistake(code.place(inner), message)
        values.append(value)
    return _chosen(test, values[0], values[1], expected, node)


def standalone_type(code: Code, then: typed.Expression, otherwise: typed.Expression) -> java.PrimitiveType | None:
    """The type of a boolean or numeric conditional (JLS 15.25.1, 15.25.2), ``None`` for one of references.

    Two boxes of one type stay boxes.
    """
    first, second = code.types.unboxed(then.type), code.types.unboxed(otherwise.type)
    if first is None or second is None or _is_inferred(then) or _is_inferred(otherwise):
        return None
    if first is second:
        both_boxes = not isinstance(then.type, java.PrimitiveType) and not isinstance(
            otherwise.type, java.PrimitiveType
        )
        return None if both_boxes else first
    if first is java.BOOLEAN or second is java.BOOLEAN:
        return None
    if {first, second} == {java.BYTE, java.SHORT}:
        return java.SHORT
    for small, other in ((first, otherwise), (second, then)):
        if (
            small not in (java.BYTE, java.SHORT, java.CHAR)
            or other.type is not java.INT
            or not isinstance(other, typed.Constant)
        ):
            continue
        if other.value is not None and constants.fits(other.value, small):
            return small
    return code.types.binary_promotion(first, second)


def _is_inferred(value: typed.Expression) -> bool:
    """Whether a value is that of a generic method whose result is one of its type parameters (JLS 15.25)."""
    while isinstance(value, typed.CheckCast) and value.span is value.operand.span:
        value = value.operand
    return isinstance(value, typed.Call) and value.method.result in value.method.type_parameters


def reference_type(code: Code, first: JavaType, second: JavaType) -> JavaType:
    """The type of a reference conditional without a target: the least upper bound of the boxed types."""
    if isinstance(first, java.NullType):
        return code.types.boxed(second)
    if isinstance(second, java.NullType):
        return code.types.boxed(first)
    first, second = code.types.boxed(first), code.types.boxed(second)
    if code.types.is_same(first, second):
        return first
    return code.types.lub((first, second))


# --- casts -------------------------------------------------------------------------------------------------


def cast(code: Code, node: syntax.Cast, expected: JavaType | None) -> typed.Expression:
    """``(T) operand``."""
    kinds = [code.resolve_type(one) for one in node.types]
    if any(isinstance(kind, java.ErrorType) for kind in kinds):
        code.expression(node.operand, java.ERROR)
        return typed.Constant(None, java.ERROR, node.span)
    kind = kinds[0] if len(kinds) == 1 else java.IntersectionType(tuple(kinds))
    inner = stripped(node.operand)
    poly = isinstance(inner, (syntax.Lambda, syntax.MethodReference, syntax.Conditional, syntax.SwitchExpression))
    if poly and isinstance(inner, (syntax.Lambda, syntax.MethodReference)):
        operand = code.expression(node.operand, _functional_part(code, kinds))
        return operand if isinstance(operand.type, java.ErrorType) else typed.CheckCast(operand, kind, False, node.span)
    operand = code.expression(node.operand)
    source = operand.type
    if isinstance(source, java.ErrorType):
        return typed.Constant(None, kind, node.span) if not isinstance(kind, java.PrimitiveType) else operand
    value = cast_to(code, operand, kind, node)
    if value is None:
        at = code.place(node.operand)
        return code.mistake(at, f"incompatible types: {cast_mismatch(source, kind)}")
    return value


def _functional_part(code: Code, kinds: list[JavaType]) -> JavaType:
    return next((kind for kind in kinds if code.types.function_type(kind) is not None), kinds[0])


def cast_mismatch(source: JavaType, kind: JavaType) -> str:
    """How messages say that a cast is not allowed."""
    return f"{source} cannot be converted to {kind}"


def cast_to(code: Code, operand: typed.Expression, kind: JavaType, node: syntax.Cast) -> typed.Expression | None:
    """A value cast to a type (JLS 5.5), if that is allowed."""
    source, span = operand.type, node.span
    if isinstance(source, java.PrimitiveType):
        if source is java.VOID:
            return None
        if isinstance(kind, java.PrimitiveType):
            if (source is java.BOOLEAN) != (kind is java.BOOLEAN):
                return None
            if isinstance(operand, typed.Constant) and operand.value is not None:
                return typed.Constant(constants.converted(operand.value, kind), kind, span)
            return operand if source is kind else typed.Convert(operand, kind, True, span)
        box = code.types.boxed(source)
        if not code.types.is_subtype(box, kind):
            return None
        value = boxed(code, operand)
        return value if box == kind else typed.CheckCast(value, kind, False, span)
    if isinstance(kind, java.PrimitiveType):
        inner = code.types.unboxed(source)
        if inner is not None:
            return convert(code, operand, kind, narrowing=False)
        box = code.types.boxed(kind)
        if (
            isinstance(source, java.NullType)
            or not code.types.is_castable(source, box)
            or not _above(code, source, box)
        ):
            return None
        return unboxed(code, typed.CheckCast(operand, box, True, span))
    if not code.types.is_castable(source, kind):
        return None
    if isinstance(operand, typed.Constant) and isinstance(operand.value, str) and kind == code.symbols.string:
        return typed.Constant(operand.value, kind, span)
    checked = not code.types.is_subtype(code.types.erasure(source), code.types.erasure(kind))
    return typed.CheckCast(operand, kind, checked and not isinstance(source, java.NullType), span)


def _above(code: Code, source: JavaType, box: JavaType) -> bool:
    return code.types.is_subtype(box, code.types.erasure(source))


# --- instanceof --------------------------------------------------------------------------------------------


def instance_of(code: Code, node: syntax.InstanceOf, expected: JavaType | None) -> typed.Expression:
    """``operand instanceof T``, possibly with a pattern variable."""
    operand = code.expression(node.operand)
    tested = code.resolve_type(node.type)
    source = operand.type
    if isinstance(source, java.ErrorType) or isinstance(tested, java.ErrorType):
        if node.binding is not None:
            _bind(code, node, tested)
        return typed.Constant(None, java.ERROR, node.span)
    if isinstance(source, java.PrimitiveType):
        message = f"unexpected type\n  required: reference\n  found:    {source}"
        return code.mistake(code.place(node.operand), message)
    if isinstance(tested, java.PrimitiveType):
        return code.mistake(code.place(node.type), f"unexpected type\n  required: class or array\n  found:    {tested}")
    if not code.types.is_castable(source, tested):
        return code.mistake(code.place(node.operand), f"incompatible types: {source} cannot be converted to {tested}")
    if not code.types.is_reifiable(tested) and code.types.is_unchecked_cast(source, tested):
        return code.mistake(code.place(node.operand), f"{code.types.capture(source)} cannot be safely cast to {tested}")
    binding = None
    if node.binding is not None:
        if code.types.is_subtype(source, tested) and not isinstance(source, java.NullType):
            return code.mistake(code.place(node), f"expression type {source} is a subtype of pattern type {tested}")
        binding = _bind(code, node, tested)
    return typed.InstanceOf(operand, tested, binding, java.BOOLEAN, node.span)


def _bind(code: Code, node: syntax.InstanceOf, kind: JavaType) -> LocalSymbol:
    assert node.binding is not None
    code.binding_count += 1
    return LocalSymbol(node.binding, kind, code.owner, node.binding_span)
