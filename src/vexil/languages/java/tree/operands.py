"""Literals, names, accesses and other expressions without an operator."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.languages.java.tree.control import Switch
    from vexil.languages.java.tree.expressions import Expression
    from vexil.languages.java.tree.types import ClassTypeName, TypeName


class LiteralKind(Enum):
    """The kinds of literals; values are Python integers, floats, Booleans, strings or ``None``."""

    INT = "int"
    LONG = "long"
    FLOAT = "float"
    DOUBLE = "double"
    BOOLEAN = "boolean"
    CHAR = "char"
    """The value is the number of the UTF-16 unit."""
    STRING = "String"
    NULL = "null"


@node
class Literal:
    """A literal; integers are as written, so 2147483648 is only allowed below a minus sign (JLS 3.10.1)."""

    kind: LiteralKind
    value: int | float | bool | str | None
    decimal: bool
    """Whether an integer was written in base ten."""
    span: Span


@node
class Name:
    """A simple name in an expression: a variable, or the beginning of a qualified name of a type or package."""

    name: str
    span: Span


@node
class FieldAccess:
    """``target.name``: a field, or a further part of the name of a type or package."""

    target: Expression
    name: str
    name_span: Span
    span: Span


@node
class ArrayAccess:
    """``array[index]``."""

    array: Expression
    index: Expression
    span: Span


@node
class This:
    """``this`` or ``Outer.this``."""

    qualifier: ClassTypeName | None
    span: Span


@node
class Super:
    """``super`` or ``Interface.super``, as the target of a field access, call or method reference."""

    qualifier: ClassTypeName | None
    span: Span


@node
class ClassLiteral:
    """``T.class``."""

    type: TypeName
    span: Span


@node
class Parenthesised:
    """``(e)``."""

    expression: Expression
    span: Span


@node
class SwitchExpression:
    """``switch`` as an expression."""

    switch: Switch
    span: Span
