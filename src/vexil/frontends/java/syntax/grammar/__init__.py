"""Check Java's grammar token by token and word mistakes as javac does (JLS 3, 19).

Tree-sitter builds trees for any text and says of a mistake only that there is one; it also accepts much that is no
Java. The checker here follows the shape of javac's own recursive-descent parser, builds nothing, and stops at the first
mistake.
"""

from vexil.frontends.java.syntax.grammar.declarations import check_syntax

__all__ = ["check_syntax"]
