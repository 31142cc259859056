"""What every part of the reader needs: the file, spans of nodes, names, and errors at nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from vexil.core.errors import InternalError, Unsupported
from vexil.core.source import SourceFile, Span
from vexil.frontends.java.syntax.escapes import plain, translated
from vexil.frontends.java.syntax.words import RESERVED

if TYPE_CHECKING:
    from tree_sitter import Node


class Places:
    """The file that is read: its bytes, and its number in spans."""

    def __init__(self, file: SourceFile, number: int) -> None:
        self.file = file
        self.number = number
        self.content = plain(file.content)
        self._has_escapes = self.content is not file.content

    def span(self, node: Node) -> Span:
        """The byte range of a node."""
        return Span(self.number, node.start_byte, node.end_byte)

    def between(self, start: int, end: int) -> Span:
        """The byte range from *start* to *end*."""
        return Span(self.number, start, end)

    def text(self, node: Node) -> str:
        """The characters of a node."""
        return self.content[node.start_byte : node.end_byte].decode("utf-8")

    def name(self, node: Node) -> str:
        """An identifier; tree-sitter takes a keyword for one wherever the keyword itself would not fit."""
        name = self.content[node.start_byte : node.end_byte].decode("utf-8")
        if self._has_escapes:
            name = translated(self.file.content[node.start_byte : node.end_byte])
        if name in RESERVED:
            self.fail("<identifier> expected", node)
        return name

    def fail(self, message: str, node: Node, *, expected: str = "") -> NoReturn:
        """Raise a `SourceError` at *node*."""
        raise self.file.error(message, node.start_byte, node.end_byte, expected=expected)

    def refuse(self, construct: str, reason: str, node: Node) -> NoReturn:
        """Raise `Unsupported` for a construct that is valid Java and not modelled."""
        name, line, column = self.file.position(node.start_byte)
        found = self.file.excerpt(node.start_byte, node.end_byte)
        raise Unsupported(f"{construct} is not supported: {reason}", file=name, line=line, column=column, found=found)


def parts(node: Node) -> list[Node]:
    """The children of a node without comments."""
    return [child for child in node.children if not child.is_extra]


def field(node: Node, name: str) -> Node:
    """The child in a field that the grammar never leaves out."""
    child = node.child_by_field_name(name)
    if child is None:
        raise InternalError(f"a {node.type} should have a {name}")
    return child
