"""Blocks, local declarations, guarded blocks, and the closed family of statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.ir.nodes import node
from vexil.languages.java.tree.control import (
    Break,
    Continue,
    DoWhile,
    For,
    ForEach,
    If,
    Labelled,
    Return,
    Switch,
    Throw,
    While,
    Yield,
)

if TYPE_CHECKING:
    from vexil.languages.java.tree.declarations import ClassDeclaration, Modifiers
    from vexil.languages.java.tree.expressions import Expression
    from vexil.languages.java.tree.types import TypeName


@node
class Block:
    """``{ … }``; ``end`` is the closing brace, where a missing return is reported."""

    statements: tuple[Statement, ...]
    span: Span
    end: Span


@node
class Declarator:
    """One variable of a declaration; ``rank`` counts the brackets behind the name."""

    name: str
    rank: int
    initialiser: Expression | None
    name_span: Span
    span: Span


@node
class LocalVariables:
    """``final T a = 1, b;``; ``type`` is a class type called ``var`` when the types are inferred."""

    modifiers: Modifiers
    type: TypeName
    declarators: tuple[Declarator, ...]
    span: Span


@node
class LocalClass:
    """A class, interface, enum or record declared in a block."""

    declaration: ClassDeclaration
    span: Span


@node
class ExpressionStatement:
    """An expression for its effect."""

    expression: Expression
    span: Span


@node
class Synchronized:
    """``synchronized (lock) { … }``."""

    lock: Expression
    body: Block
    span: Span


@node
class Resource:
    """A resource of a ``try``: a declaration, or (Java 9) an effectively final variable or field."""

    declaration: LocalVariables | None
    expression: Expression | None
    span: Span


@node
class CatchClause:
    """``catch (final A | B name) { … }``."""

    modifiers: Modifiers
    types: tuple[TypeName, ...]
    name: str
    name_span: Span
    body: Block
    span: Span


@node
class Try:
    """``try (resources) { … } catch … finally …``."""

    resources: tuple[Resource, ...]
    body: Block
    catches: tuple[CatchClause, ...]
    finalizer: Block | None
    span: Span


@node
class Assert:
    """``assert condition : message;``."""

    condition: Expression
    message: Expression | None
    span: Span


@node
class Empty:
    """``;``."""

    span: Span


Statement = (
    Block
    | LocalVariables
    | LocalClass
    | ExpressionStatement
    | If
    | While
    | DoWhile
    | For
    | ForEach
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
