"""What names in expressions mean (JLS 6.5): variables, types, packages; ``this``, ``super`` and fields."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.frontends.java.conformance.messages import location, owner_kind
from vexil.frontends.java.symbols import types as java
from vexil.frontends.java.symbols.symbols import (
    ClassSymbol,
    FieldSymbol,
    InitialiserOwner,
    LambdaOwner,
    LocalSymbol,
)
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.instances import super_site
from vexil.languages.java import tree as syntax

Prefix = typed.Expression | ClassSymbol | str
"""An expression, a type, or the name of a package (or of nothing at all)."""


def name_expression(code: Code, node: syntax.Name, expected: JavaType | None) -> typed.Expression:
    """A simple name as an expression."""
    value = variable(code, node.name, node.span)
    if value is not None:
        return value
    return _missing_variable(code, node.name, node.span)


def _missing_variable(code: Code, name: str, span: Span) -> typed.Expression:
    if _imported_unmodelled(code, name):
        code.symbols.report_missing_class(name, span, code.scope)
        return code.mistake(span, f"cannot find symbol\n  symbol:   class {name}")
    where = location(code.shared.this_type(code.cls))
    return code.mistake(span, f"cannot find symbol\n  symbol:   variable {name}\n  location: {where}")


def _imported_unmodelled(code: Code, name: str) -> bool:
    unit = code.cls.unit
    if unit is None or not name[:1].isupper() or code.symbols.find_type(name, code.scope) is not None:
        return False
    if any(not one.static and not one.on_demand and one.name.endswith(f".{name}") for one in unit.imports):
        return True
    return code.symbols.is_known_class("java.lang", name)


def variable(code: Code, name: str, span: Span) -> typed.Expression | None:
    """The local variable or field that a simple name means, ``None`` if there is none."""
    local = code.locals.get(name)
    if local is not None:
        return _local(code, local, span)
    cls: ClassSymbol | None = code.cls
    static = code.static
    crossed: list[ClassSymbol] = []
    while cls is not None:
        member = code.members.find_field(code.shared.this_type(cls), name)
        if member is not None and (
            member.field.owner is cls or code.members.is_accessible(member.field, code.cls, None)
        ):
            return _own_field(code, cls, member.field, member.type, member.other, static, span)
        crossed.append(cls)
        around = code.shared.enclosing_scopes.get(cls)
        if around is not None:
            local = around.locals.get(name)
            if local is not None:
                return _captured(code, local, crossed, span)
        static = static or not cls.has_outer_instance
        cls = cls.outer
    unit = code.cls.unit
    if unit is not None:
        imported = [
            one
            for one in code.symbols.static_import_fields(unit, name)
            if code.members.is_accessible(one, code.cls, None)
        ]
        if imported:
            return field_read(code, None, imported[0], imported[0].type, span, span)
    return None


def _local(code: Code, local: LocalSymbol, span: Span) -> typed.Expression:
    if local.constant is not None:
        return typed.Constant(local.constant, local.type, span)
    if local.owner is not code.owner:
        local.captured = True
    return typed.LocalRead(local, local.type, span)


def _captured(code: Code, local: LocalSymbol, crossed: list[ClassSymbol], span: Span) -> typed.Expression:
    if local.constant is not None:
        return typed.Constant(local.constant, local.type, span)
    local.captured = True
    for cls in crossed:
        if cls.kind is not syntax.ClassKind.CLASS:
            code.error(span, f"non-static variable {local.name} cannot be referenced from a static context")
        cls.captures[local] = None
    return typed.LocalRead(local, local.type, span)


def _own_field(
    code: Code,
    cls: ClassSymbol,
    field: FieldSymbol,
    kind: JavaType,
    other: FieldSymbol | None,
    static: bool,
    span: Span,
) -> typed.Expression:
    name = field.name
    if other is not None:
        return code.mistake(span, ambiguous_field(field, other))
    if code.at is not None and field.owner is code.cls:
        _check_forward(code, field, span)
    if field.static:
        return field_read(code, None, field, kind, span, span)
    if static:
        return code.mistake(span, f"non-static variable {name} cannot be referenced from a static context")
    if code.is_early(cls):
        return code.mistake(span, f"cannot reference {name} before supertype constructor has been called")
    this = typed.This(cls, code.shared.this_type(cls), span)
    return field_read(code, this, field, kind, span, span)


def ambiguous_field(field: FieldSymbol, other: FieldSymbol) -> str:
    """How messages say that a name means two fields."""
    return (
        f"reference to {field.name} is ambiguous\n  both variable {field.name} in {field.owner.display_name}"
        f" and variable {field.name} in {other.owner.display_name} match"
    )


def _check_forward(code: Code, field: FieldSymbol, span: Span) -> None:
    """A simple name must not be used before its declaration in an initialiser (JLS 8.3.3)."""
    owner = code.owner
    while isinstance(owner, LambdaOwner):
        owner = owner.code
    if not isinstance(owner, InitialiserOwner) or owner.static != field.static or field.span is None:
        return
    if field.span.file != span.file or code.at is None:
        return
    if field.span.start == code.at and isinstance(code.owner, InitialiserOwner):
        code.error(span, "self-reference in initializer")
    elif field.span.start > span.start:
        code.error(span, "illegal forward reference")


def field_read(
    code: Code, target: typed.Expression | None, field: FieldSymbol, kind: JavaType, name_span: Span, span: Span
) -> typed.Expression:
    """The value of a field, with the cast that its erased type needs; constants are folded."""
    if field.final and (target is None or type(target) is typed.This):
        constant = field.constant()
        if constant is not None:
            return typed.Constant(constant, field.type, span)
    if type(field.type) is java.TypeVariable or type(field.type) is java.ArrayType:
        weak = code.types.erasure(field.type)
        if weak != code.types.erasure(kind):
            read = typed.FieldRead(target, field, weak, name_span, span)
            return typed.CheckCast(read, kind, True, read.span)
    return typed.FieldRead(target, field, kind, name_span, span)


# --- qualified names ---------------------------------------------------------------------------------------


def resolve_prefix(code: Code, node: syntax.Expression, inner: bool = False) -> Prefix:
    """What stands in front of a dot: an expression, a type, or (*inner*: in front of a prefix) a package."""
    kind = type(node)
    if kind is syntax.Name:
        assert isinstance(node, syntax.Name)
        value = variable(code, node.name, node.span)
        if value is not None:
            return value
        symbol = code.symbols.find_type(node.name, code.scope)
        if symbol is not None:
            return symbol
        if not inner or _imported_unmodelled(code, node.name):
            return _missing_variable(code, node.name, node.span)
        return node.name
    if kind is syntax.FieldAccess:
        assert isinstance(node, syntax.FieldAccess)
        return _qualified(code, node, inner=True)
    return code.expression(node)


def _qualified(code: Code, node: syntax.FieldAccess, inner: bool) -> Prefix:
    if type(node.target) is syntax.Super:
        return _super_field(code, node, node.target)
    prefix = resolve_prefix(code, node.target, inner)
    if isinstance(prefix, str):
        full = f"{prefix}.{node.name}"
        symbol = code.symbols.class_named(full)
        if symbol is not None:
            return symbol
        if code.symbols.is_package(full):
            return full
        if code.symbols.is_unmodelled(full) and node.name[:1].isupper():
            code.symbols.report_missing_class(full, code.place(node), code.scope)
            return code.mistake(code.place(node), f"class {full} is not modelled")
        if code.symbols.is_package(prefix) and node.name[:1].isupper():
            message = f"cannot find symbol\n  symbol:   class {node.name}\n  location: package {prefix}"
            return code.mistake(code.place(node), message)
        return code.mistake(code.place(node), f"package {prefix} does not exist")
    if isinstance(prefix, ClassSymbol):
        field = code.members.find_field(java.ClassType(prefix), node.name)
        if field is None:
            member = code.members.find_member_class(prefix, node.name)
            if member is not None:
                return member
        return static_field(code, prefix, node)
    return member_field(code, prefix, node)


def field_access(code: Code, node: syntax.FieldAccess, expected: JavaType | None) -> typed.Expression:
    """``target.name`` as an expression."""
    prefix = _qualified(code, node, inner=False)
    if isinstance(prefix, str):
        return code.mistake(code.place(node), f"package {prefix.rpartition('.')[0]} does not exist")
    if isinstance(prefix, ClassSymbol):
        message = f"cannot find symbol\n  symbol:   variable {node.name}"
        return code.mistake(code.place(node), message)
    return prefix


def static_field(code: Code, symbol: ClassSymbol, node: syntax.FieldAccess) -> typed.Expression:
    """``Type.name``."""
    site = java.ClassType(symbol)
    member = code.members.find_field(site, node.name)
    if member is None:
        return _missing_field(code, site, node, None)
    field = member.field
    if not code.members.is_accessible(field, code.cls, site):
        return _inaccessible(code, field, node)
    if not field.static:
        message = f"non-static variable {node.name} cannot be referenced from a static context"
        return code.mistake(code.place(node), message)
    if member.other is not None:
        return code.mistake(code.place(node), ambiguous_field(field, member.other))
    return field_read(code, None, field, field.type, node.name_span, node.span)


def member_field(code: Code, target: typed.Expression, node: syntax.FieldAccess) -> typed.Expression:
    """``expression.name``."""
    kind = target.type
    if isinstance(kind, java.ArrayType) and node.name == "length":
        return typed.ArrayLength(target, java.INT, node.span)
    if isinstance(kind, java.ErrorType):
        return typed.Constant(None, kind, node.span)
    if isinstance(kind, (java.PrimitiveType, java.NullType)):
        return code.mistake(code.place(node), f"{kind} cannot be dereferenced")
    site = code.types.capture(kind)
    member = code.members.find_field(site, node.name)
    if member is None:
        return _missing_field(code, kind, node, target)
    field = member.field
    if not code.members.is_accessible(field, code.cls, kind):
        return _inaccessible(code, field, node)
    if member.other is not None:
        return code.mistake(code.place(node), ambiguous_field(field, member.other))
    if field.static:
        read = field_read(code, None, field, member.type, node.name_span, node.span)
        if type(target) in (typed.This, typed.LocalRead) and type(read) is not typed.Constant:
            return read
        return read if type(read) is typed.Constant else typed.Evaluated(target, read, read.type, node.span)
    if type(target) is typed.This and code.is_early(target.symbol):
        return code.mistake(
            code.place(node), f"cannot reference {node.name} before supertype constructor has been called"
        )
    return field_read(code, target, field, member.type, node.name_span, node.span)


def _inaccessible(code: Code, field: FieldSymbol, node: syntax.FieldAccess) -> typed.Expression:
    return code.mistake(code.place(node), f"{field.name} {access_text(field.flags, field.owner)}")


def access_text(flags: frozenset[str], owner: ClassSymbol) -> str:
    """How messages say that something may not be used."""
    if "private" in flags:
        return f"has private access in {owner.display_name}"
    if "protected" in flags:
        return f"has protected access in {owner.display_name}"
    return f"is not public in {owner.display_name}; cannot be accessed from outside package"


def _missing_field(
    code: Code, site: JavaType, node: syntax.FieldAccess, target: typed.Expression | None
) -> typed.Expression:
    span = code.place(node)
    if isinstance(site, java.ClassType) and site.symbol.library and not code.cls.library and node.name.isupper():
        return code.mistake(span, f"field {node.name} of {site.symbol.qualified_name} is not modelled")
    where = owner_kind(site, target)
    text = f"cannot find symbol\n  symbol:   variable {node.name}"
    if type(node.target) is syntax.This:
        return code.mistake(span, f"cannot find symbol\n  symbol: variable {node.name}")
    return code.mistake(span, f"{text}\n  location: {where}")


def _super_field(code: Code, node: syntax.FieldAccess, target: syntax.Super) -> typed.Expression:
    site = super_site(code, target)
    if site is None:
        return typed.Constant(None, java.ErrorType(), node.span)
    member = code.members.find_field(site.type, node.name)
    if member is None:
        return code.mistake(code.place(node), f"cannot find symbol\n  symbol: variable {node.name}")
    if not code.members.is_accessible(member.field, code.cls, None):
        return _inaccessible(code, member.field, node)
    if member.field.static:
        return field_read(code, None, member.field, member.type, node.name_span, node.span)
    return field_read(code, site.receiver, member.field, member.type, node.name_span, node.span)
