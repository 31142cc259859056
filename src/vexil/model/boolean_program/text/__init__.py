"""The text form of predicate programs, which is that of Boolean programs (Ball and Rajamani 2000).

Reading accepts the language of ``.bp`` files in two dialects; printing writes one location per line, in the
dialect that looks like C, so that reading what was printed gives the same program.
"""

from __future__ import annotations

from vexil.core.collector import collector_paused
from vexil.core.source import SourceFile
from vexil.model.boolean_program.program import PredicateProgram
from vexil.model.boolean_program.text.lowering import lower
from vexil.model.boolean_program.text.parser import parse_source
from vexil.model.boolean_program.text.printer import print_expression, print_operation, print_program

__all__ = ["parse_program", "print_expression", "print_operation", "print_program"]


def parse_program(file: SourceFile) -> PredicateProgram:
    """Read a program; raises `SourceError` with the place of the first mistake."""
    with collector_paused():
        return lower(parse_source(file))
