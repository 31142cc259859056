"""Programs and their slices, compiled and run: what is printed at the criterion is the same."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tools import require_tool
from vexil.core.context import Context
from vexil.pipeline.options import LoadOptions
from vexil.pipeline.slice import criterion_slice


def line_of(text: str, wanted: str) -> int:
    """The line that has a text."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if wanted in line)


def slice_of(path: Path, *wanted: str) -> str:
    """The slice of a program of one file at the lines that have some texts."""
    criteria = [f"{path.name}:{line_of(path.read_text(), each)}" for each in wanted]
    emission = criterion_slice(LoadOptions((str(path),)), criteria, (), Context()).emission
    return emission.text(emission.shown[0])


def printed_by_c(path: Path) -> list[str]:
    """What gcc's program prints."""
    made = path.with_suffix(".made")
    flags = ("-std=gnu17", "-w", "-fwrapv", "-pthread")
    subprocess.run([require_tool("gcc"), *flags, "-o", str(made), str(path)], check=True)
    return subprocess.run([str(made)], capture_output=True, text=True, check=False, timeout=20).stdout.splitlines()


def printed_by_java(path: Path) -> list[str]:
    """What javac's program prints; the class that is run is the one with the name of the file."""
    javac, java = require_tool("javac"), require_tool("java")
    classes = path.parent / "classes"
    subprocess.run([javac, "-nowarn", "-d", str(classes), str(path)], check=True)
    words = [java, "-XX:TieredStopAtLevel=1", "-ea", "-cp", str(classes), path.stem]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60).stdout.splitlines()
