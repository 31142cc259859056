"""One file that is rewritten: its tree, its edits, spans of nodes, and refusals with their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from vexil.abstraction.data.sources.edits import Edits
from vexil.core.errors import Unsupported
from vexil.core.source import SourceFile, Span

if TYPE_CHECKING:
    from tree_sitter import Node


class JavaFile:
    """A file of the user's, parsed by tree-sitter."""

    def __init__(self, file: SourceFile, number: int) -> None:
        from tree_sitter import Language, Parser
        from tree_sitter_java import language

        self.file = file
        self.number = number
        self.edits = Edits(file.content)
        self.root = Parser(Language(language())).parse(file.content).root_node
        if self.root.has_error:
            self.refuse(_first_error(self.root), "tree-sitter's grammar does not know this piece of Java")

    def span(self, node: Node) -> Span:
        """The byte range of a node."""
        return Span(self.number, node.start_byte, node.end_byte)

    def text(self, node: Node) -> str:
        """The original text of a node."""
        return self.file.content[node.start_byte : node.end_byte].decode()

    def edited(self, node: Node) -> str:
        """The text of a node after the edits so far."""
        return self.edits.text(node.start_byte, node.end_byte)

    def replace(self, node: Node, text: str) -> None:
        """Replace a node."""
        self.edits.replace(node.start_byte, node.end_byte, text)

    def around(self, node: Node, opening: str, closing: str) -> None:
        """Put text around a node."""
        self.edits.around(node.start_byte, node.end_byte, opening, closing)

    def refuse(self, node: Node, reason: str, hint: str = "") -> NoReturn:
        """Raise `Unsupported` for what cannot be written as an abstract program."""
        self.refuse_at(self.span(node), reason, hint)

    def refuse_at(self, span: Span, reason: str, hint: str = "") -> NoReturn:
        """Raise `Unsupported` for a piece of the text."""
        name, line, column = self.file.position(span.start)
        found = self.file.excerpt(span.start, span.end)
        raise Unsupported(
            f"the abstract program cannot be written as Java: {reason}",
            file=name, line=line, column=column, found=found, hint=hint,
        )  # fmt: skip


def _first_error(root: Node) -> Node:
    node = root
    while not (node.is_error or node.is_missing):
        node = next(child for child in node.children if child.has_error or child.is_missing)
    return node


def unwrapped(node: Node) -> Node:
    """The expression inside of parentheses."""
    while node.type == "parenthesized_expression":
        node = next(child for child in node.named_children if not child.is_extra)
    return node


def field(node: Node, name: str) -> Node:
    """A part that a node must have."""
    found = node.child_by_field_name(name)
    assert found is not None, f"a {node.type} should have a {name}"
    return found
