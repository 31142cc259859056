"""Expressions with an operator, casts and tests of types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vexil.core.source import Span
from vexil.ir.nodes import node

if TYPE_CHECKING:
    from vexil.languages.java.tree.expressions import Expression
    from vexil.languages.java.tree.types import TypeName


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
