"""Branches, loops, switches and jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.languages.java.tree.declarations import Modifiers
    from vexil.languages.java.tree.expressions import Expression
    from vexil.languages.java.tree.statements import Statement
    from vexil.languages.java.tree.types import TypeName


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
