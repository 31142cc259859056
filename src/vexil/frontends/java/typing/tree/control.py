"""Branches, loops, switches and jumps."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import LocalSymbol
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.frontends.java.typing.tree.expressions import Expression
    from vexil.frontends.java.typing.tree.places import Hole
    from vexil.frontends.java.typing.tree.statements import Statement


@node
class If:
    """A condition."""

    condition: Expression
    then: Statement
    otherwise: Statement | None
    span: Span


class Target:
    """A statement that ``break``, ``continue`` or ``yield`` may name; made before its body, compared by identity."""

    __slots__ = ("label",)

    def __init__(self, label: str | None = None) -> None:
        self.label = label


@node
class While:
    """``while``; also ``for`` without updates."""

    target: Target
    condition: Expression
    body: Statement
    span: Span


@node
class DoWhile:
    """``do … while``."""

    target: Target
    body: Statement
    condition: Expression
    span: Span


@node
class For:
    """A basic ``for``; ``condition`` is ``None`` when it was left out."""

    target: Target
    initialisers: tuple[Statement, ...]
    condition: Expression | None
    updates: tuple[Expression, ...]
    body: Statement
    span: Span


@node
class ForEachArray:
    """The enhanced ``for`` over an array; ``element`` converts the `Hole` (an element) to the variable's type."""

    target: Target
    local: LocalSymbol
    array: Expression
    hole: Hole
    element: Expression
    body: Statement
    span: Span


@node
class ForEachIterable:
    """The enhanced ``for`` over an `Iterable`: calls ``iterator()`` once, then ``hasNext()`` and ``next()``.

    ``iterator``, ``has_next`` and ``next`` are calls whose receivers are the iterable and (as `Hole`) the iterator;
    ``element`` converts the result of ``next`` to the variable's type.
    """

    target: Target
    local: LocalSymbol
    iterator: Expression
    hole: Hole
    has_next: Expression
    element: Expression
    body: Statement
    span: Span


@node
class Return:
    """Leaves the method or lambda; the value has the result's type."""

    value: Expression | None
    span: Span


@node
class Throw:
    """Throws; null becomes a `NullPointerException`."""

    value: Expression
    span: Span


@node
class Break:
    """Leaves a labelled statement, loop or switch."""

    target: Target
    span: Span


@node
class Continue:
    """Goes on with the next iteration of a loop."""

    target: Target
    span: Span


@node
class Yield:
    """Gives the value of a switch expression, converted to its type."""

    target: Target
    value: Expression
    span: Span


@node
class Labelled:
    """A labelled statement, possibly a loop, which then has a target of its own for ``continue``."""

    target: Target
    label: str
    body: Statement
    span: Span


class SwitchKind(Enum):
    """What a switch selects by."""

    INTEGER = "int"
    """The selector is an int (unboxed, promoted); labels are ints."""
    STRING = "String"
    ENUM = "enum"
    """Labels are names of constants."""


@node
class SwitchCase:
    """Labels (``None`` is ``default``) and the statements behind them.

    Those of an arrow end with a `Break` or `Yield` if they can end.
    """

    labels: tuple[int | str | None, ...]
    label_spans: tuple[Span, ...]
    body: tuple[Statement, ...]
    span: Span


@node
class Switch:
    """A switch statement, or the switch of an expression (``value`` is set), with fall-through from case to case.

    ``exhaustive`` says that an enum's constants are all covered without ``default``: what is left throws an
    `IncompatibleClassChangeError` (it cannot happen).
    """

    target: Target
    kind: SwitchKind
    selector: Expression
    cases: tuple[SwitchCase, ...]
    arrow: bool
    value: bool
    exhaustive: bool
    span: Span
    end: Span
