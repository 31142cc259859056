"""Answers of the bounded engine about random loops beside what trying all inputs, or small ones, says."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

from strategies.array_loops import ArrayLoops
from strategies.array_segments import ArraySegments
from strategies.ir.counting_loops import CountingLoop
from strategies.list_programs import ListProgram
from strategies.pointer_loops import PointerLoops
from vexil.core.context import Context, Limits
from vexil.core.errors import VexilError
from vexil.core.source import SourceFile
from vexil.frontends.c import COptions
from vexil.frontends.c import load as load_c
from vexil.ir.layout import ILP32, LP64
from vexil.ir.program import Program
from vexil.ir.text import load
from vexil.model.outcome import Question
from vexil.model.verdict import Status
from vexil.pipeline.verdicts import answer
from vexil.spec.property import parse_property

InC = ArrayLoops | ArraySegments | PointerLoops
Loops = CountingLoop | ListProgram | InC


def program_of(loops: Loops) -> Program:
    """The program of loops; of those in C every other has pointers of 32 bits."""
    if not isinstance(loops, InC):
        return load(SourceFile("loop.vir", f"vir 1\n{loops.text()}\n".encode()))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "loops.c"
        text = loops.text().encode()
        path.write_bytes(text)
        layout = ILP32 if crc32(text) & 1 else LP64
        return load_c([str(path)], COptions(layout=layout), Context())


def compared(loops: Loops, seconds: float) -> tuple[str, str]:
    """The status of the answer, and what is wrong with it, if anything is."""
    name = "unreach" if isinstance(loops, InC) else "assert"
    try:
        question = Question(program_of(loops), parse_property(name))
        verdict = answer(question, Context(Limits(cpu_seconds=seconds)), "bounded")
    except VexilError as broken:
        return "broken", f"{type(broken).__name__}: {broken}"
    if isinstance(loops, ListProgram):  # its inputs are too many: small runs speak against proofs, and for nothing
        inputs = loops.breaks() if verdict.status is Status.PROVED else None
        return verdict.status.value, "" if inputs is None else f"proved is wrong for {inputs}"
    is_wrong = verdict.status is not Status.UNKNOWN and (verdict.status is Status.REFUTED) != loops.is_violated()
    return verdict.status.value, f"{verdict.status.value} is wrong" if is_wrong else ""
