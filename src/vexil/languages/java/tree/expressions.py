"""Expressions: literals, names, operators, calls, creations and functions as values."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.ir.nodes import node
from vexil.languages.java.tree.types import ClassTypeName, TypeName

if TYPE_CHECKING:
    from vexil.languages.java.tree.declarations import ClassDeclaration
    from vexil.languages.java.tree.statements import Block, Switch


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


@node
class Unary:
    """``+ - ~ !``."""

    operator: str
    operand: Expression
    operator_span: Span
    span: Span


@node
class Increment:
    """``++x``, ``x--`` …: ``operator`` is ``++`` or ``--``."""

    operator: str
    prefix: bool
    operand: Expression
    operator_span: Span
    span: Span


@node
class Binary:
    """A binary operator, ``&&`` and ``||`` included."""

    operator: str
    left: Expression
    right: Expression
    operator_span: Span
    span: Span


@node
class Assignment:
    """``=`` or a compound assignment; ``operator`` is the text, ``=`` included."""

    operator: str
    target: Expression
    value: Expression
    operator_span: Span
    span: Span


@node
class Conditional:
    """``condition ? then : otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression
    span: Span


@node
class Cast:
    """``(T & U) operand``."""

    types: tuple[TypeName, ...]
    operand: Expression
    span: Span


@node
class InstanceOf:
    """``operand instanceof T`` with the name of a pattern variable, if one is declared."""

    operand: Expression
    type: TypeName
    binding: str | None
    binding_span: Span | None
    span: Span


@node
class MethodCall:
    """``name(…)``, ``target.name(…)``, ``super.name(…)``."""

    target: Expression | None
    type_arguments: tuple[TypeName, ...]
    name: str
    name_span: Span
    arguments: tuple[Expression, ...]
    span: Span


@node
class ConstructorCall:
    """``this(…)`` or ``super(…)`` as the first statement of a constructor; ``outer.super(…)``."""

    outer: Expression | None
    to_super: bool
    arguments: tuple[Expression, ...]
    span: Span


@node
class New:
    """``new T(…)``, ``outer.new T(…)``, with a body for an anonymous class."""

    outer: Expression | None
    type: ClassTypeName
    diamond: bool
    arguments: tuple[Expression, ...]
    body: ClassDeclaration | None
    span: Span


@node
class NewArray:
    """``new T[a][b][]`` or ``new T[] {…}``; ``element`` is the innermost element type."""

    element: TypeName
    dimensions: tuple[Expression, ...]
    rank: int
    """The number of all brackets."""
    initialiser: ArrayInitialiser | None
    span: Span


@node
class ArrayInitialiser:
    """``{a, b}``: only in declarations and array creations."""

    elements: tuple[Expression, ...]
    span: Span


@node
class LambdaParameter:
    """A parameter of a lambda; the type may be left to inference (or written ``var``)."""

    name: str
    type: TypeName | None
    span: Span


@node
class Lambda:
    """``(x, y) -> body``."""

    parameters: tuple[LambdaParameter, ...]
    body: Expression | Block
    arrow_span: Span
    span: Span


@node
class MethodReference:
    """``target::name``; the name is ``new`` for constructors. A target that reads like a name is an expression."""

    target: Expression | TypeName
    type_arguments: tuple[TypeName, ...]
    name: str
    span: Span


Expression = (
    Literal
    | Name
    | FieldAccess
    | MethodCall
    | ConstructorCall
    | New
    | NewArray
    | ArrayInitialiser
    | ArrayAccess
    | Unary
    | Increment
    | Binary
    | Assignment
    | Conditional
    | Cast
    | InstanceOf
    | Lambda
    | MethodReference
    | This
    | Super
    | ClassLiteral
    | Parenthesised
    | SwitchExpression
)
