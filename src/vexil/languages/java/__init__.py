"""Java as text: a file comes in, a `tree.CompilationUnit` goes out, or a `SourceError` with javac's words at its place.

The language is that of Java 17; nothing is resolved or desugared here.
"""

from vexil.languages.java.reader import read_model, read_unit

__all__ = ["read_model", "read_unit"]
