"""The text form of programs, ``.vir``: everything in a program except the contents of its source files.

`print_program` and `parse_program` are inverse to each other. `load` is for files that people write: it also
validates, reports mistakes at their place, and makes the file the source that traces and reports show.
"""

from __future__ import annotations

from vexil.ir.text.parser_expressions import parse_expression
from vexil.ir.text.parser_leaves import Scope, scope_of
from vexil.ir.text.parser_program import ParsedProgram, load, parse_program
from vexil.ir.text.printer_expressions import print_expression
from vexil.ir.text.printer_operations import print_operation
from vexil.ir.text.printer_program import print_program

__all__ = [
    "ParsedProgram",
    "Scope",
    "load",
    "parse_expression",
    "parse_program",
    "print_expression",
    "print_operation",
    "print_program",
    "scope_of",
]
