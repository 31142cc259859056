"""The C programs that laws of the C front end are tried on: those of ``tests/programs/c``, and generated ones."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from vexil.core.context import Context
from vexil.frontends.c import COptions, load
from vexil.ir.layout import LAYOUTS
from vexil.ir.program import Program
from vexil.languages.options import parse_devices

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "differential" / "c"))
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


@cache
def random_program(seed: int) -> Program:
    """Load a generated program."""
    from random_c import LP64, RandomChoices, generate

    with TemporaryDirectory() as folder:
        return written_program(generate(RandomChoices(seed), LP64), Path(folder))
