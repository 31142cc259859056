"""Loading of programs from text: parse, attach sources, validate."""

from __future__ import annotations

from vexil.core.collector import collector_paused
from vexil.core.source import SourceFile
from vexil.ir.program import Program
from vexil.ir.text.parser_program import ProgramReader
from vexil.ir.validator import validate


def load(file: SourceFile) -> Program:
    """Read a valid program from its text; raises `SourceError` at the first mistake.

    A program that names no source files was written by hand: the file itself becomes its source, so that
    statements, expressions and declarations have places in it.
    """
    with collector_paused():
        parsed = ProgramReader(file, attach=True).program()
        problems = validate(parsed.program)
    if problems:
        error = parsed.error(problems[0])
        if len(problems) > 1:
            error.hint = f"there are {len(problems) - 1} more problems"
        raise error
    return parsed.program
