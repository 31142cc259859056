"""Boolean programs (Ball and Rajamani 2000): ``.bp`` files.

In comes the text of one program, out go a predicate program, which the engines for such programs work on, and the same
program in the intermediate form, where runs are replayed and proofs are checked.
"""

from __future__ import annotations

from collections.abc import Sequence

from vexil.core.collector import collector_paused
from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.frontends.bp.error_labels import with_error_labels
from vexil.frontends.bp.translate import translate
from vexil.ir.program import Program
from vexil.model.boolean_program import PredicateProgram
from vexil.model.boolean_program.text import parse_program

__all__ = ["load", "translate"]


def load(files: Sequence[SourceFile], error_labels: Sequence[str] = ()) -> tuple[Program, PredicateProgram]:
    """Read one program in both forms; raises `SourceError` or `UsageError` with what is wrong.

    A label among *error_labels* must not be reached: it becomes a check for the property ``unreach``.
    """
    if len(files) != 1:
        raise UsageError(f"a Boolean program is one file, not {len(files)}", hint="check the files one by one")
    with collector_paused():
        program = with_error_labels(parse_program(files[0]), error_labels)
        return translate(program), program
