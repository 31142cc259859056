"""Typed statements, and the bodies and initialisers that consist of them."""

from __future__ import annotations

from enum import Enum

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ClassSymbol, FieldSymbol, LocalSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.frontends.java.typing.tree.expressions import Expression, Hole
from vexil.ir.nodes import node


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


@node
class Body:
    """The code of a method, constructor or lambda.

    A constructor's body begins with an `ExpressionStatement` that calls another constructor of the class or of the
    superclass (typing writes the implicit one); instance initialisers run behind the latter. That of an enum has two
    hidden parameters in front, the name and the number of the constant.
    """

    parameters: tuple[LocalSymbol, ...]
    block: Block


@node
class FieldInitialiser:
    """The initialiser of a field: an assignment in textual order with the initialiser blocks."""

    field: FieldSymbol
    value: Expression
    span: Span


@node
class Initialisers:
    """What runs when a class (or instance) is initialised, in textual order; constant variables are left out.

    For an enum the constants come first, each as a `FieldInitialiser`, then the hidden field of ``values()``.
    """

    parts: tuple[FieldInitialiser | Block, ...]
