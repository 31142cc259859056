"""The C programs that laws of the C front end are tried on: those of ``tests/programs/c``, and generated ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from strategies.c.checksums import LP64, generate
from strategies.source import Seeded, check_seeded
from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.layout import LAYOUTS
from vexil.ir.program import Program
from vexil.languages.options import parse_devices

HERE = Path(__file__).parent
DESCRIPTIONS = sorted((HERE.parent / "programs" / "c").rglob("*.yml"))


def name_of(description: Path) -> str:
    """What a program is called in the names of tests."""
    return str(description.relative_to(HERE.parent / "programs" / "c").with_suffix(""))


@lru_cache(maxsize=8)
def described_program(description: Path) -> Program:
    """Load the program of a description, with its options."""
    content: dict[str, Any] = yaml.safe_load(description.read_text(encoding="utf-8"))
    names, options = content["input_files"], content.get("options", {})
    paths = [str(description.parent / name) for name in ([names] if isinstance(names, str) else names)]
    given = COptions(
        layout=LAYOUTS[options.get("data_model", "LP64")],
        definitions=tuple(f"-D{name}" for name in options.get("define", [])),
        standard=options.get("std"),
        entry=options.get("main", "main"),
        arguments=tuple(options["arguments"]) if "arguments" in options else None,
        environment="strict" if options.get("strict_env") else options.get("env", "reach"),
        devices=parse_devices(options.get("mmio", [])),
    )
    return load(paths, given, Context())


def defined_names(description: Path) -> frozenset[str]:
    """The macros that the options of a description define."""
    content: dict[str, Any] = yaml.safe_load(description.read_text(encoding="utf-8"))
    return frozenset(name.partition("=")[0] for name in content.get("options", {}).get("define", []))


def written_program(text: str, folder: Path, name: str = "program.c") -> Program:
    """Load a program from its text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return load([str(path)], COptions(), Context())


def random_program(random: Random) -> Program:
    """Load a generated program."""
    with TemporaryDirectory() as folder:
        return written_program(generate(random, LP64), Path(folder))


@cache
def seeded_program(seed: int) -> Program:
    """The generated program of a seed, loaded once for all laws."""
    return random_program(Seeded(seed))


def check_generated(seed: int, check: Callable[[Program], object]) -> None:
    """Check the generated program of a seed; one that fails is shrunk."""
    try:
        check(seeded_program(seed))
    except AssertionError:
        check_seeded(random_program, seed, check)
        raise
