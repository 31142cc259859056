"""Operators, conversions and tests of types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.frontends.java.symbols.symbols import LocalSymbol
from vexil.frontends.java.symbols.types import JavaType
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.frontends.java.typing.tree.expressions import Expression


@node
class Unary:
    """``-``, ``~`` on a promoted numeric operand, ``!`` on a boolean."""

    operator: str
    operand: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class Binary:
    """Arithmetic, bitwise, shift and comparison operators without short circuit; operands are promoted to one type.

    For shifts each operand is promoted by itself. ``==`` and ``!=`` also compare booleans and references. ``&``, ``|``,
    ``^`` also work on booleans.
    """

    operator: str
    left: Expression
    right: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class ShortCircuit:
    """``&&`` or ``||``."""

    operator: str
    left: Expression
    right: Expression
    type: JavaType
    operator_span: Span
    span: Span


@node
class Conditional:
    """``condition ? then : otherwise``, both of the result's type."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: JavaType
    span: Span


@node
class Convert:
    """A widening or narrowing conversion between numeric primitive types (JLS 5.1.2, 5.1.3)."""

    operand: Expression
    type: JavaType
    written: bool
    """Whether the user wrote a cast."""
    span: Span


@node
class CheckCast:
    """A reference cast; ``checked``: it may fail with a `ClassCastException`, else it only changes the static type.

    Casts to a type variable or parametrised type check the erasure. Typing also makes them where a generic member's
    erased type is weaker than its type here; such a cast has the very span of its operand.
    """

    operand: Expression
    type: JavaType
    checked: bool
    span: Span


@node
class InstanceOf:
    """``operand instanceof tested``; when it is true, ``binding`` is assigned the operand."""

    operand: Expression
    tested: JavaType
    binding: LocalSymbol | None
    type: JavaType
    span: Span


@node
class Concatenation:
    """String concatenation; operands in order, of any type but void (JLS 15.18.1)."""

    operands: tuple[Expression, ...]
    type: JavaType
    span: Span
