"""Blocks, local declarations, guarded blocks, and the closed family of typed statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, LocalSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing.tree.control import (
    Break,
    Continue,
    DoWhile,
    For,
    ForEachArray,
    ForEachIterable,
    If,
    Labelled,
    Return,
    Switch,
    Throw,
    While,
    Yield,
)
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.frontends.java.typing.tree.expressions import Expression
    from vexil.frontends.java.typing.tree.places import Hole


@node
class Block:
    """Statements in order; ``end`` is the closing brace."""

    statements: tuple[Statement, ...]
    span: Span
    end: Span


@node
class LocalDeclaration:
    """A local variable comes into scope; without an initialiser it has no value yet."""

    local: LocalSymbol
    initialiser: Expression | None
    span: Span


@node
class LocalClass:
    """A class declared here; nothing happens at run time."""

    symbol: ClassSymbol
    span: Span


@node
class ExpressionStatement:
    """An expression for its effect."""

    expression: Expression
    span: Span


@node
class Synchronized:
    """Holds the monitor of an object while the body runs; null throws."""

    lock: Expression
    body: Block
    span: Span


@node
class Resource:
    """A resource: assigned to ``local``, closed in reverse order (JLS 14.20.3); ``close`` is the call on the `Hole`."""

    local: LocalSymbol
    value: Expression
    hole: Hole
    close: Expression
    span: Span


@node
class CatchClause:
    """Catches exceptions of the types; ``local`` has their least upper bound as type."""

    local: LocalSymbol
    types: tuple[JavaType, ...]
    type_spans: tuple[Span, ...]
    body: Block
    span: Span


@node
class Try:
    """``try`` with resources, handlers and a finalizer."""

    resources: tuple[Resource, ...]
    body: Block
    catches: tuple[CatchClause, ...]
    finalizer: Block | None
    span: Span


@node
class Assert:
    """``assert``: the message is any expression, evaluated when the condition is false."""

    condition: Expression
    message: Expression | None
    span: Span


@node
class Empty:
    """Nothing."""

    span: Span


Statement = (
    Block
    | LocalDeclaration
    | LocalClass
    | ExpressionStatement
    | If
    | While
    | DoWhile
    | For
    | ForEachArray
    | ForEachIterable
    | Return
    | Throw
    | Break
    | Continue
    | Yield
    | Labelled
    | Switch
    | Synchronized
    | Try
    | Assert
    | Empty
)
