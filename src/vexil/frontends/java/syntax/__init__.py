"""Read Java source into a syntax tree.

A file comes in, a `tree.CompilationUnit` goes out, or a `SourceError` with javac's words at javac's place. The parser
is tree-sitter's (Java 8 to 17); nothing is resolved or desugared here.
"""

from vexil.frontends.java.syntax.reader import read_model, read_unit

__all__ = ["read_model", "read_unit"]
