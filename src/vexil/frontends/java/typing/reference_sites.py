"""What the left side of a method reference stands for (JLS 15.13): a type, an object, or ``super``."""

from __future__ import annotations

from dataclasses import dataclass

from vexil.frontends.java.symbols.members import MethodMember
from vexil.frontends.java.symbols.symbols import ClassSymbol
from vexil.frontends.java.symbols.types import ArrayType, ClassType, ErrorType, JavaType, PrimitiveType
from vexil.frontends.java.typing import tree as typed
from vexil.frontends.java.typing.code import Code
from vexil.frontends.java.typing.instances import super_site
from vexil.frontends.java.typing.names import resolve_prefix
from vexil.languages.java import tree as syntax


@dataclass(slots=True)
class Site:
    """Where the method is looked for."""

    type: JavaType
    receiver: typed.Expression | None
    """The object of ``object::m``; ``None`` for a type."""
    to_super: bool
    array: bool
    """Whether it is ``T[]::new``."""
    methods: list[MethodMember]


TYPE_NAMES = (syntax.PrimitiveTypeName, syntax.ClassTypeName, syntax.ArrayTypeName, syntax.WildcardTypeName)


def reference_site(code: Code, node: syntax.MethodReference) -> Site | None:
    """Resolve the left side; ``None`` when something is wrong with it, which has been reported."""
    target = node.target
    receiver: typed.Expression | None = None
    to_super = False
    kind: JavaType
    if isinstance(target, TYPE_NAMES):
        kind = code.resolve_type(target)
    elif isinstance(target, syntax.Super):
        site = super_site(code, target)
        if site is None:
            return None
        kind, receiver, to_super = site.type, site.receiver, True
    else:
        prefix = resolve_prefix(code, target)
        if isinstance(prefix, str):
            code.symbols.report_missing_class(prefix, target.span, code.scope)
            return None
        if isinstance(prefix, ClassSymbol):
            kind = ClassType(prefix)
        else:
            receiver, kind = prefix, prefix.type
    if isinstance(kind, ErrorType):
        return None
    if isinstance(kind, PrimitiveType):
        code.error(code.place(target), f"unexpected type\n  required: reference\n  found:    {kind}")
        return None
    if node.name == "new":
        if isinstance(kind, ArrayType):
            return Site(kind, None, False, True, [])
        methods = code.members.constructors(kind) if isinstance(kind, ClassType) else []
    else:
        methods = code.members.find_methods(code.types.capture(kind), node.name)
    return Site(kind, receiver, to_super, False, methods)
