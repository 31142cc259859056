"""FCL, the flowchart language of Gomard and Jones as Hatcliff et al. (2002) use it.

In comes the text of one program, out goes an `ir.Program` with one location per statement. Operators mean
what an algebra says: machine or mathematical integers, or tables over the tokens of an abstraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vexil.core.errors import UsageError
from vexil.core.source import SourceFile
from vexil.frontends.fcl.lower import lower
from vexil.frontends.fcl.options import FclOptions
from vexil.frontends.fcl.parser import parse_program
from vexil.frontends.fcl.type_declarations import declared_types
from vexil.frontends.fcl.typing import infer_types
from vexil.ir.program import Program

__all__ = ["FclOptions", "load"]


def load(files: Sequence[SourceFile], options: FclOptions | None = None) -> Program:
    """Turn one FCL file into a program; raises `SourceError` or `UsageError` with what is wrong."""
    if len(files) != 1:
        raise UsageError(f"an FCL program is one file, not {len(files)}", hint="check the files one by one")
    chosen = options or FclOptions()
    algebra = chosen.algebra()
    _, file = declared_types(files[0])
    program = parse_program(file, algebra.signature)
    lowered = lower(program, infer_types(program, algebra.signature), algebra, chosen)
    return lowered if file is files[0] else replace(lowered, files=(files[0],))
