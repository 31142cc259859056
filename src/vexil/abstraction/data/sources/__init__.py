"""Abstract programs as source: the user's files with literals and operators replaced, and the classes they call.

The shape of the text comes from the syntax tree of each file, the meaning from the program: an expression is found
in the program's source map by its byte range. So edits know every parenthesis, comment and operator of the text, and
every choice of an abstraction is the one that the checked program has.
"""

from vexil.abstraction.data.sources.java import AbstractSources, emit_java

__all__ = ["AbstractSources", "emit_java"]
