"""Abstract programs in Java for tests: written from selections, compiled, and run next to the concrete ones."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from inferred_types import find_slot, infer
from tests.java_programs import load_java
from tests.tools import require_tool
from tests.unit.abstraction.data.shared_library import library

from vexil.abstraction.data.inference import Inference, Lattice
from vexil.abstraction.data.sources import AbstractSources, emit_java
from vexil.core.errors import VexilError
from vexil.ir.expressions import Const
from vexil.ir.program import Program
from vexil.ir.types import BOOL
from vexil.model.tokens.abstract_type import (
    OPERATIONS,
    TESTS,
    UNARY,
    AbstractType,
    Coercion,
    Concrete,
    Table,
)
from vexil.model.tokens.typing import Slot

LOCKSTEP = Path(__file__).parent / "lockstep"
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
NAMES = ("Signs", "EvenOdd", "range(0,3)", "modulo-3", "range(0,40)")
CHOOSING = {"RANDOM.nextInt(count)": "Driver.pick(count)", "RANDOM.nextBoolean()": "Driver.pick(2) == 1"}


@cache
def loaded(source: Path) -> Program:
    """A program of the repository, read once."""
    return load_java(source)


def written(
    program: Program, selections: Mapping[str, str], *, default: str = "Int", named_coercions: bool = False
) -> AbstractSources:
    """The abstract program of a few selections, as Java."""
    lattice = Lattice(NAMES, [("range(0,3)", "Signs")])
    chosen = {find_slot(program, name): abstraction for name, abstraction in selections.items()}
    typing = infer(program, chosen, lattice, default)
    return emit_java(program, typing, library(), named_coercions=named_coercions)


def written_text(folder: Path, text: str, selections: Mapping[str, str], *, default: str = "Int") -> str:
    """The abstract program of a text."""
    file = folder / "Main.java"
    file.write_text(text, encoding="utf-8")
    return written(load_java(file), selections, default=default).files[str(file)]


def prepare(folder: Path, source: Path, selections: Mapping[str, str], tokens: str) -> None:
    """Lay out a concrete program and its abstraction for the driver; *tokens* are the classes of printed lines."""
    lay_out_concrete(folder, source)
    lay_out(folder, written(loaded(source), selections))
    (folder / "tokens.txt").write_text(tokens, encoding="utf-8")


def prepare_identity(folder: Path, source: Path, main: str = "Main") -> int:
    """Lay out a program with tokens that are the numbers themselves; the number of edits.

    Everything is abstracted but what is called ``input``.
    """
    program = loaded(source)
    inference = Inference(program, Lattice(["Signs"]))
    for name in (*program.source_map.declarations, *(f"{function}()" for function in program.functions)):
        for elements in range(0 if name.endswith("::input") else 3):
            with suppress(VexilError):
                inference.select(Slot(name, elements), "Signs")
    found = emit_java(program, inference.typing(), Identity())
    lay_out_concrete(folder, source, main)
    lay_out(folder, found)
    (folder / "abstract" / "Signs.java").write_text(IDENTITY, encoding="utf-8")
    return sum(map(len, found.edits.values()))


class Identity:
    """Abstractions without tokens, so that every number is abstracted at run time, by a class that keeps it."""

    def abstract_type(self, name: str, concrete: Concrete) -> AbstractType:
        """An abstraction whose only token is 0, and stands for nothing."""
        table = Table({(0, 0): (0,)})
        never = (Const(False, BOOL),)
        operations, tests = dict.fromkeys(OPERATIONS, table), dict.fromkeys(TESTS, table)
        return AbstractType(name, concrete, ("ZERO",), never, 0, {}, operations, tests)

    def coercion(self, source: AbstractType, target: AbstractType) -> Coercion:
        """None is needed."""
        return Coercion(source, target, Table({(0,): (0,)}))


_OPERATORS = "".join(
    f"    static {'boolean' if operator in TESTS else 'int'} {name}(int a, int b) {{ return a {operator.value} b; }}\n"
    for operator, name in (*OPERATIONS.items(), *TESTS.items())
    if operator not in UNARY
)
IDENTITY = f"""class Signs {{
    static final int ZERO = 0;
    static int abs(int n) {{ return n; }}
    static int neg(int a) {{ return -a; }}
    static int not(int a) {{ return ~a; }}
{_OPERATORS}}}
"""


def lay_out_concrete(folder: Path, source: Path, main: str = "Main") -> None:
    """Lay out a program as it is."""
    (folder / "concrete").mkdir(parents=True)
    for file in source.glob("*.java") if source.is_dir() else [source]:
        (folder / "concrete" / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "main.txt").write_text(main, encoding="utf-8")


def lay_out(folder: Path, sources: AbstractSources) -> None:
    """Lay out an abstract program whose choices come from the driver's script."""
    (folder / "abstract").mkdir(parents=True, exist_ok=True)
    for path, text in sources.all.items():
        if Path(path).parent.name != "jpf":
            for random, scripted in CHOOSING.items():
                text = text.replace(random, scripted)
            (folder / "abstract" / Path(path).name).write_text(text, encoding="utf-8")


def drive(folder: Path, *names: str) -> dict[str, str]:
    """Compile and run prepared programs in one process; what the driver says about each."""
    (folder / "Driver.java").write_text((LOCKSTEP / "Driver.java").read_text(encoding="utf-8"), encoding="utf-8")
    command = [require_tool("java"), *QUICK, "-ea", "Driver.java", *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False, timeout=120)
    parts = (line.partition(" ") for line in done.stdout.splitlines())
    found = {name: rest for name, _, rest in parts if name in names}
    assert len(found) == len(names), done.stdout + done.stderr
    return found
