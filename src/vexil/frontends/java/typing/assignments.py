"""Assignments (JLS 15.26), increments and decrements (JLS 15.14.2, 15.15.1)."""

from __future__ import annotations

from vexil.frontends.java.symbols.symbols import (
    FieldSymbol,
    InitialiserOwner,
    LambdaOwner,
    LocalSymbol,
    MethodSymbol,
)
from vexil.frontends.java.symbols.types import ERROR, INT, ErrorType, JavaType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.arguments import stripped
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.conversions import assigned, boxed, convert, mismatch, numeric, unboxed
from vexil.frontends.java.typing.names import field_access
from vexil.frontends.java.typing.operators import operation
from vexil.languages.java import tree as syntax

SMALL = ("byte", "short", "char")


def assignment(code: Code, node: syntax.Assignment, expected: JavaType | None) -> typed.Expression:
    """``target = value`` or ``target op= value``."""
    variable = _variable(code, stripped(node.target))
    target = place_of(code, node.target, variable, compound=node.operator != "=")
    if target is None:
        code.expression(node.value, ERROR)
        return typed.Constant(None, ERROR, node.span)
    return _behind_receiver(variable, _assignment(code, node, target))


def _behind_receiver(variable: typed.Expression, result: typed.Expression) -> typed.Expression:
    """Evaluate what is written in front of a static field before it is assigned."""
    if not isinstance(variable, typed.Evaluated) or isinstance(result, typed.Constant):
        return result
    return typed.Evaluated(variable.first, result, result.type, result.span)


def _assignment(code: Code, node: syntax.Assignment, target: typed.PlaceRead) -> typed.Expression:
    kind = target.type
    if node.operator == "=":
        value = assigned(code, node.value, kind)
        if isinstance(value.type, ErrorType):
            return typed.Constant(None, kind if not isinstance(kind, ErrorType) else ERROR, node.span)
        return typed.Assign(target, value, kind, node.operator_span, node.span)
    hole = typed.Hole(kind, node.target.span)
    operator = node.operator[:-1]
    update = operation(code, operator, hole, code.expression(node.value), node)
    if isinstance(update.type, ErrorType):
        return typed.Constant(None, ERROR, node.span)
    result = narrowed(code, update, kind)
    if result is None:
        return code.mistake(code.place(node.value), f"incompatible types: {mismatch(update.type, kind)}")
    return typed.CompoundAssign(target, hole, result, False, kind, node.operator_span, node.span)


def narrowed(code: Code, value: typed.Expression, kind: JavaType) -> typed.Expression | None:
    """The result of a compound assignment cast to the target's type (JLS 15.26.2)."""
    if value.type is kind:
        return value
    if isinstance(kind, PrimitiveType):
        inner = unboxed(code, value)
        if not isinstance(inner.type, PrimitiveType) or (inner.type.name == "boolean") != (kind.name == "boolean"):
            return None
        return numeric(inner, kind)
    box = code.types.unboxed(kind)
    if box is not None and isinstance(value.type, PrimitiveType):
        if (value.type.name == "boolean") != (box.name == "boolean"):
            return None
        if value.type is not box and box.name not in SMALL:
            return None
        return boxed(code, numeric(value, box))
    return convert(code, value, kind)


def increment(code: Code, node: syntax.Increment, expected: JavaType | None) -> typed.Expression:
    """``++x``, ``x--`` and the like."""
    variable = _variable(code, stripped(node.operand))
    target = place_of(code, node.operand, variable, compound=True)
    if target is None:
        return typed.Constant(None, ERROR, node.span)
    kind = target.type
    if isinstance(kind, ErrorType):
        return typed.Constant(None, ERROR, node.span)
    promoted = code.types.binary_promotion(kind, INT)
    if promoted is None:
        return code.mistake(node.operator_span, f"bad operand type {kind} for unary operator '{node.operator}'")
    hole = typed.Hole(kind, node.operand.span)
    one = numeric(typed.Constant(1, INT, node.operator_span), promoted)
    value = numeric(unboxed(code, hole), promoted)
    update: typed.Expression = typed.Binary(node.operator[0], value, one, promoted, node.operator_span, node.span)
    box = code.types.unboxed(kind)
    assert box is not None
    update = numeric(update, box)
    if not isinstance(kind, PrimitiveType):
        update = boxed(code, update)
    result = typed.CompoundAssign(target, hole, update, not node.prefix, kind, node.operator_span, node.span)
    return _behind_receiver(variable, result)


def place_of(code: Code, node: syntax.Expression, variable: typed.Expression, compound: bool) -> typed.PlaceRead | None:
    """The variable that a typed expression denotes, to be assigned to; ``None`` after a mistake."""
    inner = stripped(node)
    if type(variable) is typed.CheckCast and variable.span is variable.operand.span:
        read = variable.operand
        if isinstance(read, typed.FieldRead):
            variable = typed.FieldRead(read.target, read.field, variable.type, read.name_span, read.span)
        elif isinstance(read, typed.ArrayRead):
            variable = typed.ArrayRead(read.array, read.index, variable.type, read.span)
    match variable:
        case typed.LocalRead():
            _assign_local(code, variable.local, node)
            return variable
        case typed.FieldRead():
            _check_final(code, variable, inner, compound)
            return variable
        case typed.ArrayRead():
            return variable
        case typed.ArrayLength():
            code.error(code.place(inner), "cannot assign a value to final variable length")
            return None
        case typed.Evaluated(then=typed.FieldRead() as read):
            _check_final(code, read, inner, compound)
            return read
        case typed.Constant(type=ErrorType()):
            return None
        case _:
            code.error(code.place(inner), "unexpected type\n  required: variable\n  found:    value")
            return None


def _variable(code: Code, node: syntax.Expression) -> typed.Expression:
    """Type what is assigned to: constant variables are no values here."""
    if isinstance(node, syntax.Name):
        local = code.locals.get(node.name)
        if local is not None:
            if local.owner is not code.owner:
                local.captured = True
            return typed.LocalRead(local, local.type, node.span)
        at, code.at = code.at, None
        try:
            variable = code.expression(node)
        finally:
            code.at = at
    elif isinstance(node, syntax.FieldAccess):
        variable = field_access(code, node, None)
    else:
        return code.expression(node)
    if isinstance(variable, typed.Constant) and variable.value is not None:
        code.error(code.place(node), f"cannot assign a value to final variable {node.name}")
        return typed.Constant(None, ERROR, node.span)
    return variable


def _assign_local(code: Code, local: LocalSymbol, node: syntax.Expression) -> None:
    kind = code.shared.unassignable.get(local)
    if kind is not None:
        code.error(code.place(node), f"{kind} {local.name} may not be assigned")
        return
    if local.final and (local.parameter or local.constant is not None):
        what = "final parameter" if local.parameter else "cannot assign a value to final variable"
        text = f"{what} {local.name} may not be assigned" if local.parameter else f"{what} {local.name}"
        code.error(code.place(node), text)
        return
    if code.speculative:
        code.touched += 1
    else:
        local.assignments += 1


def _check_final(code: Code, read: typed.FieldRead, node: syntax.Expression, compound: bool) -> None:
    """A final field is assigned by simple name (or ``this.``) in constructors and initialisers of its class only."""
    field = read.field
    if not field.final:
        return
    if _may_initialise(code, field, read, node) and not (compound and field.initialiser is not None):
        return
    code.error(code.place(node), f"cannot assign a value to final variable {field.name}")


def _may_initialise(code: Code, field: FieldSymbol, read: typed.FieldRead, node: syntax.Expression) -> bool:
    if field.owner is not code.cls or field.initialiser is not None or field.enum_constant is not None:
        return False
    if isinstance(code.cls.declaration, syntax.ClassDeclaration) and _is_component(code, field):
        owner = code.owner
        if not isinstance(owner, MethodSymbol) or not owner.constructor or _is_compact(owner):
            return False
    if isinstance(node, syntax.FieldAccess) and not (
        isinstance(node.target, syntax.This) and node.target.qualifier is None
    ):
        return False
    owner = code.owner
    if isinstance(owner, LambdaOwner):
        return False
    if isinstance(owner, InitialiserOwner):
        return owner.static == field.static
    return owner.constructor and not field.static


def _is_component(code: Code, field: FieldSymbol) -> bool:
    return code.cls.kind is syntax.ClassKind.RECORD and not field.static


def _is_compact(owner: MethodSymbol) -> bool:
    return owner.declaration is not None and owner.declaration.compact
