"""Calls, creations and functions as values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.languages.java.tree.declarations import ClassDeclaration
    from vexil.languages.java.tree.expressions import Expression
    from vexil.languages.java.tree.statements import Block
    from vexil.languages.java.tree.types import ClassTypeName, TypeName


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
