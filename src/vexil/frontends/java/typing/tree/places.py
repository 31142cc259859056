"""Constants, variables and assignments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import ConstantValue, FieldSymbol, LocalSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.frontends.java.typing.tree.expressions import Expression


@node
class Constant:
    """A literal or a folded constant expression; ``None`` is null. Chars are numbers; a string is a literal object.

    ``literal`` says that the user wrote exactly this literal, so that an edit may replace it.
    """

    value: ConstantValue | None
    type: JavaType
    span: Span
    literal: bool = False


@node
class LocalRead:
    """The value of a local variable, possibly of enclosing code (then it is captured)."""

    local: LocalSymbol
    type: JavaType
    span: Span


@node
class FieldRead:
    """The value of a field; ``target`` is ``None`` for a static one (a written target of one is an `Evaluated`)."""

    target: Expression | None
    field: FieldSymbol
    type: JavaType
    """The type as a member of the target; lowering checks casts by `CheckCast`, which typing puts around it."""
    name_span: Span
    span: Span


@node
class ArrayRead:
    """An element."""

    array: Expression
    index: Expression
    type: JavaType
    span: Span


@node
class ArrayLength:
    """``array.length``."""

    array: Expression
    type: JavaType
    span: Span


PlaceRead = LocalRead | FieldRead | ArrayRead


@node
class Assign:
    """``target = value``; the value has the target's type already, the result is the value."""

    target: PlaceRead
    value: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class CompoundAssign:
    """``target op= value`` (JLS 15.26.2), ``target++`` and ``--target`` (JLS 15.14, 15.15).

    The old value of the target, the `Hole`, is read once; ``update`` computes the new one from it, all conversions
    (unboxing, promotion, the operator, narrowing, boxing) written out. ``hole`` is the node in ``update`` that stands
    for the old value. The result is the old value if ``postfix``, else the new one. The target's sub-expressions are
    evaluated before ``update``, once.
    """

    target: PlaceRead
    hole: Hole
    update: Expression
    postfix: bool
    type: JavaType
    operator_span: Span
    span: Span


@node
class Hole:
    """The old value of the target of a compound assignment."""

    type: JavaType
    span: Span
