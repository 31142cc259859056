"""Types as they are written."""

from __future__ import annotations

from vexil.core.source import Span
from vexil.ir.nodes import node


@node
class PrimitiveTypeName:
    """``int``, ``boolean``, ``void`` …"""

    name: str
    span: Span


@node
class TypePart:
    """One identifier of a class name with its type arguments; ``arguments`` is ``None`` without angle brackets."""

    name: str
    arguments: tuple[TypeName, ...] | None
    span: Span


@node
class ClassTypeName:
    """``Map.Entry<K, V>``, ``java.util.List``, ``var`` in a local declaration; the diamond has no arguments."""

    parts: tuple[TypePart, ...]
    span: Span


@node
class ArrayTypeName:
    """An array type; one node for each pair of brackets."""

    element: TypeName
    span: Span


@node
class WildcardTypeName:
    """``?``, ``? extends B``, ``? super B``."""

    bound: TypeName | None
    upper: bool
    """Whether the bound is an upper one (``extends``)."""
    span: Span


TypeName = PrimitiveTypeName | ClassTypeName | ArrayTypeName | WildcardTypeName


@node
class TypeParameter:
    """A declared type variable."""

    name: str
    bounds: tuple[TypeName, ...]
    span: Span
