"""Whole C programs do what gcc makes of them: ``vexil run`` prints the same and ends with the same status.

A program is a file in ``c/programs``, or a folder there whose files are its units. One that says ``// LP64 only``
at the start of a line uses what gcc does not have for 32 bits.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tools import lack, require_tool
from vexil.cli.main import app

HERE = Path(__file__).parent / "c" / "programs"
PROGRAMS = sorted(path for path in HERE.iterdir() if path.suffix == ".c" or path.is_dir())
FLAGS = ("-std=gnu17", "-w", "-fwrapv", "-fcommon", "-ffp-contract=off", "-pipe")
MODELS = {"LP64": ("-m64",), "ILP32": ("-m32", "-msse2", "-mfpmath=sse")}
TIMEOUT = 60.0


@dataclass(frozen=True)
class Ending:
    """What a program printed, and the status it left to the system."""

    printed: str
    status: int


def units_of(program: Path) -> list[Path]:
    """The files of a program in the order in which they are linked."""
    return sorted(program.glob("*.c")) if program.is_dir() else [program]


def cases() -> list[tuple[Path, str]]:
    """Every program in both data models, except what it says gcc has for 64 bits only (128-bit integers)."""
    found = []
    for program in PROGRAMS:
        wide = any(re.search("^// LP64 only", unit.read_text(), re.MULTILINE) for unit in units_of(program))
        found.extend((program, model) for model in MODELS if model == "LP64" or not wide)
    return found


@pytest.mark.parametrize(
    ("program", "model"), [pytest.param(program, model, id=f"{program.stem}-{model}") for program, model in cases()]
)
def test_program_prints_and_ends_as_with_gcc(program: Path, model: str, tmp_path: Path) -> None:
    """The standard output and the exit status are those of the program that gcc makes."""
    units = units_of(program)
    expected = with_gcc(units, model, tmp_path)
    assert expected.printed, "a program that prints nothing says nothing"
    assert with_vexil(units, model) == expected


def with_gcc(units: list[Path], model: str, folder: Path) -> Ending:
    """Compile and run; the test is skipped if gcc cannot link for the data model here."""
    gcc = require_tool("gcc")
    done = called([gcc, *FLAGS, *MODELS[model], *map(str, units), "-o", "program", "-lm"], folder)
    if done.returncode and "-m32" in MODELS[model] and re.search("cannot find|skipping incompatible", done.stderr):
        lack("gcc -m32 does not link here: gcc-multilib is not installed")
    assert done.returncode == 0, done.stderr
    done = called(["./program"], folder)
    return Ending(done.stdout, done.returncode)


def called(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run another program, and take its output as Latin-1, which has a character for every byte."""
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="latin-1", check=False, timeout=TIMEOUT
    )  # fmt: skip


def with_vexil(units: list[Path], model: str) -> Ending:
    """Run as ``vexil run`` does; the program has to end by itself, with the status that Vexil tells."""
    result = CliRunner().invoke(app, ["run", *map(str, units), "--data-model", model])
    told = re.search(r"the program stopped with status (-?\d+)", result.stderr)
    assert result.exit_code == 0, result.stdout + result.stderr
    assert told, result.stderr
    return Ending(result.stdout_bytes.decode("latin-1"), int(told[1]) & 0xFF)


def test_there_are_programs() -> None:
    """The collection is not empty, so that a wrong path cannot pass for success."""
    assert len(PROGRAMS) > 15
