"""Statements: blocks, declarations, branches, loops, switches and jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.ir.nodes import node
from vexil.languages.java.tree.expressions import Expression
from vexil.languages.java.tree.types import TypeName

if TYPE_CHECKING:
    from vexil.languages.java.tree.declarations import ClassDeclaration, Modifiers


@node
class If:
    """``if (condition) then else otherwise``."""

    condition: Expression
    then: Statement
    otherwise: Statement | None
    span: Span


@node
class While:
    """``while (condition) body``."""

    condition: Expression
    body: Statement
    span: Span


@node
class DoWhile:
    """``do body while (condition);``."""

    body: Statement
    condition: Expression
    span: Span


@node
class For:
    """``for (initialisers; condition; updates) body``."""

    initialisers: tuple[Statement, ...]
    condition: Expression | None
    updates: tuple[Expression, ...]
    body: Statement
    span: Span


@node
class ForEach:
    """``for (T name : values) body``."""

    modifiers: Modifiers
    type: TypeName
    name: str
    rank: int
    name_span: Span
    values: Expression
    body: Statement
    span: Span


@node
class Return:
    """``return value;``."""

    value: Expression | None
    span: Span


@node
class Throw:
    """``throw value;``."""

    value: Expression
    span: Span


@node
class Break:
    """``break label;``."""

    label: str | None
    span: Span


@node
class Continue:
    """``continue label;``."""

    label: str | None
    span: Span


@node
class Yield:
    """``yield value;``."""

    value: Expression
    span: Span


@node
class Labelled:
    """``label: body``."""

    label: str
    label_span: Span
    body: Statement
    span: Span


@node
class SwitchCase:
    """One group of labels: constants or ``default`` (``None``), and what follows up to the next group.

    For an arrow the body is one statement: an expression statement, a block or a ``throw``.
    """

    labels: tuple[Expression | None, ...]
    arrow: bool
    body: tuple[Statement, ...]
    span: Span


@node
class Switch:
    """``switch (selector) { … }``."""

    selector: Expression
    cases: tuple[SwitchCase, ...]
    span: Span
    end: Span


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
