"""A recursive-descent parser of Java 17, token by token (JLS 3, 19).

It follows the shape of javac's own parser, so that it accepts the same language, stops at the first mistake, and puts
and words it as javac does.
"""

from vexil.languages.java.parser.declarations import FileParser

__all__ = ["FileParser"]
