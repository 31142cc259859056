"""Java programs in groups: many small programs are read and run as one, so that the library is read once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from java_programs import load_java, printed


def groups(programs: Sequence[Path], size: int) -> list[list[Path]]:
    """Neighbours together, in groups of at most so many."""
    return [list(programs[start : start + size]) for start in range(0, len(programs), size)]


def printed_together(programs: Sequence[Path], folder: Path) -> tuple[dict[str, str], str]:
    """What each program prints when their main methods are called one after the other, and how it ends."""
    calls = "".join(f'        System.out.println("== {p.stem}");\n        {p.stem}.main(args);\n' for p in programs)
    every = folder / "Every.java"
    every.write_text(
        f"class Every {{\n    public static void main(String[] args) throws Throwable {{\n{calls}    }}\n}}\n",
        encoding="utf-8",
    )
    text, ending = printed(load_java(*programs, every, output=True, main="Every"))
    parts = text.split("== ")[1:]
    return {name: body for name, _, body in (part.partition("\n") for part in parts)}, ending


def expected(program: Path) -> str:
    """What the real Java machine prints."""
    return program.with_suffix(".out").read_text(encoding="utf-8")
